import type { Contract } from '../contract/endpoint.ts';
import type { CoreOptions } from './core.ts';
import type { Compression, PreparedText } from './document.ts';
import type { ErrorFormat } from './error-format.ts';
import type { Inject } from './inject.ts';
import type { LimitSettings, Limits, LimitsToSet, Timeouts } from './limits.ts';
import type { Cors } from './negotiate.ts';
import type { Address, AppCore, Listening, NodeListener, Route } from './types.ts';

/** The key of an app's hosting interface, which all copies of this package share. */
export const hosting: unique symbol = Symbol.for('assay.hosting');

/** An app, as seen by a host that runs it in its own way. */
export interface Hosting {
  readonly title: string;
  readonly version: string;
  /** The full paths of some routes, with the base path. */
  readonly paths: HostedPaths;
  /** The targets of all its documentation, without the base path. */
  readonly documentTargets: readonly string[];
  /** The timeouts that the app asks for, in milliseconds. */
  readonly timeouts: Readonly<Record<string, number | undefined>>;
  readonly contract: Contract;
  /** The prefix of every path. */
  readonly basePath: string;
  /** Prefixes that a path may also have, such as those of the servers of a document. */
  readonly otherBasePaths: readonly string[];
  /** The apps that it consists of, if it is several. */
  readonly parts?: readonly Hosting[];
  /** Yields what is wrong with the examples of its document, and undefined in between. */
  readonly checkExamples?: () => Iterable<{ readonly place: string; readonly what: string } | undefined>;
  /** Makes an app that answers what the contract refuses, without its handlers, within the limits of the host. */
  dryRun(host?: HostOptions): DryRun;
  /** Prepares the app, before its host listens. */
  start(): Promise<unknown>;
  /** Asks the app if it is ready: it is not if the answer is false. */
  ready(): Promise<unknown>;
  /** Ends the app, after its last reply. */
  stop(): Promise<unknown>;
  /** Makes the core, from the options of the app and those of the host. */
  build(host?: HostOptions): AppCore;
}

/** The full paths of the routes that hosts know; undefined for a route that is turned off. */
export interface HostedPaths {
  readonly docs: string | undefined;
  readonly openapi: string | undefined;
  readonly openapi30: string | undefined;
  readonly livez: string | undefined;
  readonly readyz: string | undefined;
}

/** The documentation of an app, made by `documentsOf`: compressed texts by target. It can be stored as JSON. */
export type Documents = Readonly<Record<string, PreparedText>>;

/** An object that contains an app. */
export interface Hosted {
  readonly [hosting]: Hosting;
}

/** An app whose handlers are never called. */
export interface DryRun {
  readonly limits: Limits;
  /** Makes the core, in whose replies a valid request has the status `UNCALLED`. */
  readonly core: () => AppCore;
  readonly inject: Inject;
  readonly ahead: ErrorFormat['ahead'];
  /** True if requests may prefer faults. */
  readonly hasFaults: boolean;
}

/** The settings of `listen`: those of the command, except for the number of workers. */
export interface ListenSettings extends Partial<Address>, Partial<Timeouts>, LimitSettings {
  /** The path of a Unix socket to listen on, instead of a port. */
  readonly socket?: string | undefined;
  /** The files of a certificate, with its chain, and of its key, in PEM. */
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
  /** Logs requests, bugs and what handlers log, from this level; by default nothing. */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent' | undefined;
  /** Lines for people or for programs; by default, for people on a terminal. */
  readonly logFormat?: 'pretty' | 'json' | undefined;
  /** The share of the requests to log, from 0 to 1; those with a 5xx are always logged. */
  readonly logSample?: number | undefined;
  /** The proxies whose `Forwarded` or `X-Forwarded-For` is believed, for the address of the client in the log. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Serves `GET /metrics`, for Prometheus. */
  readonly metrics?: boolean | undefined;
  readonly faults?: boolean | undefined;
  readonly cors?: Cors | undefined;
  /** The origin of a service to which the page at `/docs` may send requests instead. */
  readonly try?: string | undefined;
  readonly handlerTimeout?: number | undefined;
  readonly maxConnections?: number | undefined;
  readonly maxConnectionsPerAddress?: number | undefined;
  /** The time that `close` may take, in milliseconds. */
  readonly stopDeadline?: number | undefined;
}

/** Starts an app, by default on a free port of 127.0.0.1. */
export type Listen = (app: Hosting, settings?: ListenSettings) => Promise<Listening>;

/** Makes a listener that serves an app on Node's own servers. */
export type CreateListener = (app: Hosting) => NodeListener;

/** The options of a host. Each takes precedence over that of the app. */
export interface HostOptions extends Pick<CoreOptions, 'cors' | 'handlerTimeout' | 'onBug' | 'log'> {
  readonly limits?: LimitsToSet;
  /** Lets requests prefer faults. */
  readonly faults?: boolean | undefined;
  /** The origin of a service to which the page at `/docs` may send requests instead. */
  readonly tryOrigin?: string | undefined;
  /** Returns true while the service takes more requests, for the reply at `/readyz`. */
  readonly isReady?: () => boolean;
  /** Compresses pages; by default, as the Streams standard does. */
  readonly compression?: Compression;
  /** The documentation, if it was made beforehand. */
  readonly documents?: Documents;
  /** False if the host serves `/livez` and `/readyz` elsewhere. */
  readonly probes?: boolean;
  /** Routes that the host adds. */
  readonly hostRoutes?: readonly Route[];
}
