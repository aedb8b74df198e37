import type { AppOptions } from '../http/app.ts';
import { createAssay } from '../practice/app.ts';
import { readPageFiles } from './files.ts';
import { listen } from './listen.ts';
import { accessLog } from './log/access.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics.ts';
import type { Address } from './place.ts';
import { combineObservers } from './server/observer.ts';
import { createNodeServer } from './server/server.ts';
import type { Timeouts } from './server/timeouts.ts';
import { type Stop, stopper } from './stop.ts';

export interface ServiceOptions {
  readonly app?: Pick<AppOptions, 'limits' | 'cors' | 'onBug'>;
  readonly timeouts?: Partial<Timeouts>;
  /** Where requests are logged. */
  readonly log?: Log | undefined;
  readonly metrics?: Metrics | undefined;
}

/** The service, listening. */
export interface Service {
  /** Where this machine reaches it, as `http://localhost:8000`. */
  readonly origin: string;
  readonly stop: Stop;
}

/** Starts the service in this process. */
export async function startService(place: Address, options: ServiceOptions = {}): Promise<Service> {
  const { log, metrics } = options;
  let isStopping = false;
  const app = createAssay({ ...options.app, pageFiles: readPageFiles(), isReady: () => !isStopping });
  const all = [log && accessLog(log), metrics?.observe(app)].filter((watch) => watch !== undefined);
  const server = createNodeServer(app, {
    ...options.timeouts,
    asyncRoute: metrics?.route,
    observer: all.length > 0 ? combineObservers(all) : undefined,
    isStopping: () => isStopping,
  });
  const stop = stopper(server);
  return {
    origin: await listen(server.listener, place),
    stop(deadline, grace) {
      isStopping = true;
      return stop(deadline, grace);
    },
  };
}
