import { createAssay } from '../practice/app.ts';
import type { AppOptions } from '../http/app.ts';
import { readPageFiles } from './files.ts';
import { listen } from './listen.ts';
import { accessLog } from './log/access.ts';
import type { Log } from './log/log.ts';
import type { Metrics } from './metrics.ts';
import type { Place } from './place.ts';
import type { Patience } from './server/timeouts.ts';
import { createNodeServer } from './server/server.ts';
import { watchers } from './server/observer.ts';
import { type Stop, stopper } from './stop.ts';

export interface ServiceOptions {
  readonly app?: Pick<AppOptions, 'limits' | 'cors' | 'onBug'>;
  readonly patience?: Partial<Patience>;
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
export async function startService(place: Place, options: ServiceOptions = {}): Promise<Service> {
  const { log, metrics } = options;
  let isStopping = false;
  const app = createAssay({ ...options.app, pageFiles: readPageFiles(), isReady: () => !isStopping });
  const all = [log && accessLog(log), metrics?.watch(app)].filter((watch) => watch !== undefined);
  const server = createNodeServer(app, {
    ...options.patience,
    aside: metrics?.aside,
    watch: all.length > 0 ? watchers(all) : undefined,
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
