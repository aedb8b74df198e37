import { integer } from '../fields/integer.ts';
import { Issues, reason } from '../issues/issue.ts';
import type { Place } from './listen.ts';

const port = integer({ min: 0, max: 65_535 });

/** Reads where to listen from environment variables; gives a sentence where that can't be read. */
export function readPlace({ PORT, HOST }: NodeJS.ProcessEnv): Place | string {
  const parsed = port.parse(PORT || '8000');
  return parsed instanceof Issues
    ? `PORT ${reason(parsed.all[0])}, not ${JSON.stringify(PORT)}`
    : { port: parsed, host: HOST || undefined };
}
