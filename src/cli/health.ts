import { originOf } from '../hosts/node/place.ts';
import { defaultPaths } from '../options.ts';
import { parseCommand } from './options.ts';
import { UsageError } from './settings.ts';

/** The time limit for an answer. */
const PROBE_TIMEOUT_MS = 2000;

/** Probes `/livez`, below the base path, of the service that runs with this environment; resolves with an exit code, 0 if it is alive. */
export async function health(env: NodeJS.ProcessEnv): Promise<number> {
  const order = parseCommand([], env);
  if (order instanceof UsageError || order.do !== 'serve') return 1;
  const { settings, chosen } = order;
  const { adminPort } = settings;
  const { socket, tlsCert } = adminPort === undefined ? settings : {};
  const place = adminPort === undefined ? settings : { port: adminPort, host: settings.adminHost };
  const origin = originOf({ ...place, socket: undefined, isSecure: tlsCert !== undefined });
  const path = (adminPort === undefined ? (chosen.basePath ?? '') : '') + defaultPaths.livez;
  const { request } = tlsCert === undefined ? await import('node:http') : await import('node:https');
  // The probe runs on the same machine, so the certificate need not be verified.
  const options = { socketPath: socket, timeout: PROBE_TIMEOUT_MS, rejectUnauthorized: false };
  return new Promise((resolve) => {
    const asked = request(origin + path, options);
    asked.on('response', ({ statusCode }) => resolve(statusCode === 200 ? 0 : 1));
    asked
      .on('timeout', () => asked.destroy())
      .on('error', () => resolve(1))
      .end();
  });
}
