import { originOf } from '../node/listen.ts';
import { parseCommand } from './options.ts';
import { UsageError } from './usage-error.ts';

/** How long the service may take to say that it lives, in milliseconds. */
const PROBE_TIMEOUT_MS = 2000;

/** Asks the service that has this environment whether it lives; gives 0 if it does, and 1 otherwise. */
export async function health(env: NodeJS.ProcessEnv): Promise<number> {
  const order = parseCommand([], env);
  if (order instanceof UsageError || order.do !== 'serve') return 1;
  const asked = fetch(`${originOf(order.settings)}/livez`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  return asked.then(
    ({ ok }) => (ok ? 0 : 1),
    () => 1,
  );
}
