import type { RepliesOf } from './contract/replies.ts';
import { createFetch } from './fetch/fetch.ts';
import type { AppOptions } from './http/app.ts';
import { readPageFiles } from './node/files.ts';
import type { Address } from './node/place.ts';
import type { Timeouts } from './node/server/timeouts.ts';
import { startService } from './node/service.ts';
import { createAssay } from './practice/app.ts';
import type { contract } from './practice/contract/index.ts';

export type { ErrorBody, ValidationError, ValidationErrors } from './contract/replies.ts';
export type { Cors } from './http/cors.ts';
export type { Limits } from './http/limits.ts';
export type { Address, Timeouts };

/** The body of each reply, by the operation's name and by status: `Replies['createUser'][201]`. */
export type Replies = RepliesOf<typeof contract>;

export interface Options extends Pick<AppOptions, 'limits' | 'cors' | 'onBug'> {
  /** How long clients may take, in milliseconds, and how long a connection lasts. */
  readonly timeouts?: Partial<Timeouts>;
}

/** The service, for another program to carry or to start. */
export interface Assay {
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
  /** Serves on a port of 127.0.0.1 that is free, unless the place is another. */
  listen(place?: Partial<Address>): Promise<Listening>;
}

/** The service, listening. */
export interface Listening {
  /** Where it is, as `http://127.0.0.1:49152`. */
  readonly origin: string;
  readonly port: number;
  /** Answers what is under way, and ends. */
  close(): Promise<void>;
}

/** How long requests that are under way may take when the service is closed, in milliseconds. */
const CLOSE_DEADLINE_MS = 10_000;

/** Makes the service. */
export function createApp(options: Options = {}): Assay {
  const { timeouts = {}, ...app } = options;
  return {
    fetch: createFetch(createAssay({ ...app, pageFiles: readPageFiles() })),
    async listen({ port = 0, host = '127.0.0.1' } = {}) {
      const { origin, stop } = await startService({ port, host }, { app, timeouts: timeouts });
      return { origin, port: Number(new URL(origin).port), close: () => stop(CLOSE_DEADLINE_MS, 0) };
    },
  };
}
