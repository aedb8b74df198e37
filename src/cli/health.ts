import { originOf } from '../node/place.ts';
import { parseCommand } from './options.ts';
import { UsageError } from './usage-error.ts';

/** The time that the service may take to say that it lives, in milliseconds. */
const PROBE_TIMEOUT_MS = 2000;

/** Asks the service that has this environment whether it lives; gives 0 if it does, and 1 otherwise. */
export async function health(env: NodeJS.ProcessEnv): Promise<number> {
  const order = parseCommand([], env);
  if (order instanceof UsageError || order.do !== 'serve') return 1;
  const { settings } = order;
  const { socket, tlsCert } = settings;
  const { request } = tlsCert === undefined ? await import('node:http') : await import('node:https');
  // Whoever asks is on the same machine: what the certificate says does not matter.
  const options = { socketPath: socket, timeout: PROBE_TIMEOUT_MS, rejectUnauthorized: false };
  return new Promise((resolve) => {
    const asked = request(
      `${originOf({ ...settings, socket: undefined, isSecure: tlsCert !== undefined })}/livez`,
      options,
    );
    asked.on('response', ({ statusCode }) => resolve(statusCode === 200 ? 0 : 1));
    asked
      .on('timeout', () => asked.destroy())
      .on('error', () => resolve(1))
      .end();
  });
}
