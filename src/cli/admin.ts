import { createApp } from '../app.ts';
import { type Service, startService } from '../hosts/node/service.ts';
import { type Hosting, hosting } from '../http/hosting.ts';
import type { Route } from '../http/types.ts';
import type { Settings } from './settings.ts';

interface Monitored {
  readonly isReady: () => boolean | Promise<boolean>;
  /** Shows the metrics, if they are switched on. */
  readonly metrics: Route | undefined;
}

/**
 * Serves health, readiness and metrics on a listener of their own, if the settings name its port: connections to the service do
 * not count there, and it answers until the service has stopped.
 */
export async function startAdmin(
  { title, version }: Hosting,
  { adminPort, adminHost }: Settings,
  { isReady, metrics }: Monitored,
): Promise<Service | undefined> {
  if (adminPort === undefined) return undefined;
  const admin = createApp(
    { title, version, endpoints: {} },
    {},
    { routes: { docs: false, errors: false, openapi: false, cases: false }, cors: 'off', ready: isReady },
  );
  const place = { port: adminPort, host: adminHost, isBeside: true };
  return startService(admin[hosting], place, { routes: metrics ? [metrics] : [] });
}
