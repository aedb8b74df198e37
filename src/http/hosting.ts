import type { Contract } from '../contract/endpoint.ts';
import type { CoreOptions } from './app.ts';
import type { Compression } from './compression.ts';
import type { Inject } from './inject.ts';
import type { Limits, LimitsToSet } from './limits.ts';
import type { NodeListener } from './listener.ts';
import type { Address, Listening } from './listening.ts';
import type { PreparedText } from './prepared.ts';
import type { Route } from './route.ts';
import type { AppCore } from './types.ts';

/** The key under which every copy of this package finds an app that another one has made. */
export const hosting: unique symbol = Symbol.for('assay.hosting');

/** An app as a host sees it that runs it in its own way. */
export interface Hosting {
  readonly title: string;
  readonly version: string;
  /** The path of the page, if there is one. */
  readonly docsPath: string | undefined;
  /** All that can be asked for of its documentation, without the prefix. */
  readonly documentTargets: readonly string[];
  /** The timeouts that the app asks for, in milliseconds. */
  readonly timeouts: Readonly<Record<string, number | undefined>>;
  readonly contract: Contract;
  /** The prefix of every path. */
  readonly basePath: string;
  /** Answers what the contract refuses without its handlers, within the limits that the host sets. */
  dryRun(host?: HostOptions): DryRun;
  /** Makes the core, with what the host adds to the options of the app. */
  build(host?: HostOptions): AppCore;
}

/** The documentation of an app as `documentsOf` makes it: text by target, compressed. It can be kept as JSON. */
export type Documents = Readonly<Record<string, PreparedText>>;

/** Whatever holds an app. */
export interface Hosted {
  readonly [hosting]: Hosting;
}

/** An app whose handlers are never called. */
export interface DryRun {
  readonly limits: Limits;
  readonly inject: Inject;
  /** Requests may prefer faults. */
  readonly hasFaults: boolean;
}

/** Starts an app on a free port of 127.0.0.1, unless the address is another. */
export type Listen = (app: Hosting, address?: Partial<Address>) => Promise<Listening>;

/** Makes the listener that carries an app on Node's own servers. */
export type CreateListener = (app: Hosting) => NodeListener;

/** The options that a host adds; each of them counts more than the app's own. */
export interface HostOptions extends Pick<CoreOptions, 'cors' | 'handlerTimeout' | 'onBug'> {
  readonly limits?: LimitsToSet;
  /** Lets requests prefer faults. */
  readonly faults?: boolean | undefined;
  /** Tells whether more requests are welcome, for whoever asks at `/readyz`. */
  readonly isReady?: () => boolean;
  /** Makes pages shorter on their way; unless set, as the Streams standard does. */
  readonly compression?: Compression;
  /** The documentation as it was made before. */
  readonly documents?: Documents;
  /** Routes of the host's own. */
  readonly hostRoutes?: readonly Route[];
}
