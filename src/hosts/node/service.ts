import { promisify } from 'node:util';
import type { Compression } from '../../http/document.ts';
import type { Hosting, HostOptions } from '../../http/hosting.ts';
import type { Timeouts } from '../../http/limits.ts';
import { accessLog } from './access-log.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { handedOver, listen, type Place } from './place.ts';
import { combineObservers, Shutdown } from './server/context.ts';
import { type ConnectionLimits, createNodeServer } from './server/server.ts';
import { type Stop, stopper } from './stop.ts';
import type { TlsLayer } from './tls.ts';

/** The options for running a service. Each takes precedence over that of the app. */
export interface RunOptions {
  readonly app?: Pick<HostOptions, 'limits' | 'cors' | 'handlerTimeout' | 'faults' | 'onBug'>;
  readonly timeouts?: Partial<Timeouts>;
  readonly connections?: Partial<ConnectionLimits>;
  /** Encrypts the connections. */
  readonly tls?: TlsLayer | undefined;
  /** The log of requests. */
  readonly log?: Log | undefined;
  readonly metrics?: Metrics | undefined;
  /** Called with exceptions outside of requests, each of which ends one connection. */
  readonly onServerBug?: (bug: unknown) => void;
}

/** A service that listens in this process. */
interface Service {
  /** The address at which this machine can reach it, such as `http://localhost:8000`. */
  readonly origin: string;
  readonly stop: Stop;
}

/** Starts an app in this process. */
export async function startService(
  hosting: Hosting,
  place: Place,
  options: RunOptions = {},
): Promise<Service> {
  const { log, metrics, tls } = options;
  const shutdown = new Shutdown();
  const app = hosting.build({
    ...options.app,
    compression: nodeCompression,
    isReady: () => !shutdown.hasBegun,
    hostRoutes: metrics ? [metrics.route] : [],
  });
  const observers = [log && accessLog(log, probesOf(hosting, metrics)), metrics?.observe(app)].filter(
    (each) => each !== undefined,
  );
  const server = createNodeServer(app, {
    ...hosting.timeouts,
    ...options.timeouts,
    ...options.connections,
    connectionObserver: metrics?.connections,
    observer: observers.length > 0 ? combineObservers(observers) : undefined,
    shutdown,
    tls,
    onBug: options.onServerBug,
  });
  return {
    origin: await listen(server.listener, { ...place, isSecure: tls !== undefined }),
    stop: stopper(server, { isQueueKept: handedOver() !== undefined }),
  };
}

/** Recognizes the paths where the service is monitored. An app that is replaced may change some of them. */
function probesOf(hosting: Hosting, metrics: Metrics | undefined): (path: string) => boolean {
  const figures = metrics && hosting.basePath + metrics.route.path;
  return (path) => path === hosting.paths.livez || path === hosting.paths.readyz || path === figures;
}

/** The most characters that are compressed with good quality; more would take seconds. */
const MAX_GOOD_QUALITY = 512 * 1024;
/** Takes a quarter of the time of the best quality, for 4 % more bytes: the first client has to wait for it. */
const GOOD_QUALITY = 10;
const QUICK_QUALITY = 5;

/** The compression of Node, which works outside the main thread. It is loaded on first use. */
export const nodeCompression: Compression = {
  codings: ['br', 'gzip', 'identity'],
  async compress(text, coding) {
    const { brotliCompress, constants, gzip } = await import('node:zlib');
    if (coding !== 'br') return promisify(gzip)(text);
    const quality = text.length <= MAX_GOOD_QUALITY ? GOOD_QUALITY : QUICK_QUALITY;
    return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
};
