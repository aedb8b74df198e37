import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import type { Compression } from '../../http/document.ts';
import type { Hosting, HostOptions } from '../../http/hosting.ts';
import type { Settable, Timeouts } from '../../http/limits.ts';
import type { Route } from '../../http/types.ts';
import { type AccessLogOptions, accessLog } from './access-log.ts';
import type { Log } from './log.ts';
import { type Metrics, metricsRoute } from './metrics.ts';
import { handedOver, listen, type Place, StartError } from './place.ts';
import { printBug } from './process.ts';
import { combineObservers, Shutdown } from './server/context.ts';
import { type ConnectionLimits, createNodeServer } from './server/server.ts';
import { type Stop, stopper } from './stop.ts';
import type { TlsLayer } from './tls.ts';

/** The options for running a service. Each takes precedence over that of the app. */
export interface RunOptions {
  readonly app?: Pick<
    HostOptions,
    'limits' | 'cors' | 'tryOrigin' | 'handlerTimeout' | 'faults' | 'onBug' | 'log'
  >;
  readonly timeouts?: Settable<Timeouts>;
  readonly connections?: Settable<ConnectionLimits>;
  /** Encrypts the connections. */
  readonly tls?: TlsLayer | undefined;
  /** The log of requests. */
  readonly log?: Log | undefined;
  readonly accessLog?: Pick<AccessLogOptions, 'sample' | 'trustedProxies'>;
  /** Counts requests and connections. */
  readonly metrics?: Metrics | undefined;
  /** Routes beside those of the app. */
  readonly routes?: readonly Route[];
  /** False if another listener has `/livez`, `/readyz` and the metrics. */
  readonly probes?: boolean;
  /** Called with exceptions outside of requests, each of which ends one connection. */
  readonly onServerBug?: (bug: unknown) => void;
}

/** A service that listens in this process. */
export interface Service {
  /** The address at which this machine can reach it, such as `http://localhost:8000`. */
  readonly origin: string;
  /** Returns true while it takes more requests and the app is ready. */
  isReady(): Promise<boolean>;
  readonly stop: Stop;
}

/** Starts an app in this process. */
export async function startService(
  hosting: Hosting,
  place: Place,
  options: RunOptions = {},
): Promise<Service> {
  const { log, metrics, probes = true, tls } = options;
  const routes = [...(options.routes ?? []), ...(metrics && probes ? [metricsRoute(metrics.gather)] : [])];
  const shutdown = new Shutdown();
  const app = hosting.build({
    ...options.app,
    compression: nodeCompression,
    isReady: () => !shutdown.hasBegun,
    hostRoutes: routes,
    probes,
  });
  const logged = { isProbe: probesOf(hosting, routes), ...options.accessLog };
  const observers = [log && accessLog(log, app, logged), metrics?.observe(app)].filter(
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
  await hosting.start().catch((cause) => {
    throw new StartError(`${hosting.title} can't start: ${messageOf(cause)}`, { cause });
  });
  const stop = stopper(server, { isQueueKept: handedOver() !== undefined });
  return {
    origin: await listen(server.listener, { ...place, isSecure: tls !== undefined }),
    isReady: async () => !shutdown.hasBegun && (await hosting.ready().catch(() => false)) !== false,
    async stop(how) {
      await stop(how);
      await stopApp(hosting, how.deadline, options.onServerBug);
    },
  };
}

/** The message of what was thrown, even if that is no error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : inspect(thrown);
}

/** Lets the app end what it has begun, within the time of a stop. */
async function stopApp(hosting: Hosting, deadline: number, onBug = printBug): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const over = new Promise((resolve) => {
    late = setTimeout(resolve, deadline);
  });
  await Promise.race([hosting.stop().catch(onBug), over]);
  clearTimeout(late);
}

/** Recognizes the paths where the service is monitored. An app that is replaced may change some of them. */
function probesOf(hosting: Hosting, routes: readonly Route[]): (path: string) => boolean {
  const added = routes.map(({ path }) => hosting.basePath + path);
  return (path) => path === hosting.paths.livez || path === hosting.paths.readyz || added.includes(path);
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
    const { constants, createBrotliCompress, createGzip } = await import('node:zlib');
    const pieces = [text].flat();
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    const quality = length <= MAX_GOOD_QUALITY ? GOOD_QUALITY : QUICK_QUALITY;
    const encoder =
      coding === 'br'
        ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
        : createGzip();
    // Each piece is encoded when the one before is compressed.
    return buffer(Readable.from(pieces).pipe(encoder));
  },
};
