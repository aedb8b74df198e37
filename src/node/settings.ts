import { integer } from '../fields/integer.ts';
import { object } from '../fields/object.ts';
import { unlessBlank } from '../fields/optional.ts';
import { text } from '../fields/text.ts';
import { defaultLimits, type Limits } from '../http/limits.ts';
import { Issues, reason } from '../issues/issue.ts';
import type { Place } from './listen.ts';

/** What can be set, and what it is unless set. */
export interface Settings {
  readonly place: Place;
  readonly limits: Partial<Limits>;
  /** The milliseconds that stopping may take. */
  readonly stopDeadline: number;
}

/** The environment variables that are looked at, read as everything else is that comes from outside. */
const environment = object({
  PORT: unlessBlank(integer({ min: 0, max: 65_535 }), 8000),
  HOST: unlessBlank(text()),
  BODY_LIMIT: unlessBlank(integer({ min: 1 }), defaultLimits.body),
  DEPTH_LIMIT: unlessBlank(integer({ min: 1 }), defaultLimits.depth),
  STOP_DEADLINE: unlessBlank(integer({ min: 0, max: 3_600_000 }), 10_000),
});

/** Reads the settings; gives a sentence where one makes no sense. */
export function readSettings(env: NodeJS.ProcessEnv): Settings | string {
  const read = environment.parse(env);
  if (read instanceof Issues) {
    const [issue] = read.all;
    return `${issue.path[0]} ${reason(issue)}, not ${JSON.stringify(issue.input)}`;
  }
  return {
    place: { port: read.PORT, host: read.HOST ?? undefined },
    limits: { body: read.BODY_LIMIT, depth: read.DEPTH_LIMIT },
    stopDeadline: read.STOP_DEADLINE,
  };
}
