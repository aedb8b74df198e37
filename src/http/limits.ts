import { Refusal } from '../contract/outcome.ts';
import { MAX_DEPTH } from '../text/json/reader.ts';

/** The limits for requests. */
export interface Limits {
  /** Bytes of a target. */
  readonly target: number;
  /** Header fields. */
  readonly headers: number;
  /** Bytes of all header fields together. */
  readonly headerBytes: number;
  /** Bytes of a body. */
  readonly body: number;
  /** Levels of nesting in a JSON body; at most 1,000. */
  readonly depth: number;
  /** Errors in a validation error. */
  readonly errors: number;
  /** Bytes of a validation error. */
  readonly errorBytes: number;
}

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

export const defaultLimits: Limits = {
  target: 8 * KIBIBYTE,
  headers: 100,
  headerBytes: 16 * KIBIBYTE,
  body: 64 * KIBIBYTE,
  depth: 64,
  errors: 1000,
  errorBytes: MEBIBYTE,
};

/** The default limit on bodies of a mock: the API of a document is not ours, and may well take large ones. */
export const MOCK_BODY_LIMIT = 10 * MEBIBYTE;

/** A setting that sets a limit. */
export interface LimitSetting {
  readonly limit: keyof Limits;
  /** What it limits, in a few words. */
  readonly what: string;
  /** The least that it may be set to; 1 by default. */
  readonly least?: number;
  /** The most that it may be set to. */
  readonly most: number;
  /** The default in words, if not every app has the same. */
  readonly unless?: string;
}

/** The settings of a service that limit requests. The command, `listen` and the tables in docs/reference are made from these. */
export const limitSettings = {
  bodyLimit: {
    limit: 'body',
    what: 'maximum size of a body, in bytes',
    most: 64 * MEBIBYTE,
    unless: `${defaultLimits.body}; ${MOCK_BODY_LIMIT} for a mock`,
  },
  depthLimit: { limit: 'depth', what: 'maximum nesting of JSON in a body, in levels', most: MAX_DEPTH },
  errorLimit: { limit: 'errors', what: 'maximum number of errors that a 422 lists', most: 100_000 },
  errorBytesLimit: {
    limit: 'errorBytes',
    what: 'maximum size of a 422, in bytes',
    least: 8 * KIBIBYTE,
    most: 64 * MEBIBYTE,
  },
  targetLimit: { limit: 'target', what: 'maximum length of path and query, in bytes', most: MEBIBYTE },
  headerLimit: { limit: 'headers', what: 'maximum number of headers', most: 10_000 },
  headerBytesLimit: {
    limit: 'headerBytes',
    what: 'maximum size of all headers together, in bytes',
    most: MEBIBYTE,
  },
} as const satisfies Readonly<Record<string, LimitSetting>>;

export type LimitSettings = { readonly [Name in keyof typeof limitSettings]?: number | undefined };

/** Returns the limits that these settings set. */
export function limitsSetBy(settings: LimitSettings): LimitsToSet {
  const values: Readonly<Record<string, number | undefined>> = settings;
  return Object.fromEntries(Object.entries(limitSettings).map(([name, { limit }]) => [limit, values[name]]));
}

/** Options that keep their defaults if they are undefined. */
export type Settable<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

export type LimitsToSet = Settable<Limits>;

/** Completes the limits. The depth is limited to what the call stack can take. */
export function limitsOf(given?: LimitsToSet): Limits {
  const limits = withDefaults(defaultLimits, given);
  return { ...limits, depth: Math.min(limits.depth, MAX_DEPTH) };
}

/** The size of the head of a request. */
export type HeadSize = Pick<Limits, 'target' | 'headers' | 'headerBytes'>;

/** Returns the refusal of a head beyond the limits. */
export function oversized(head: HeadSize, limits: Limits): Refusal | undefined {
  if (head.target > limits.target) return targetTooLong(limits);
  if (head.headers > limits.headers)
    return new Refusal(431, `The request has more than ${limits.headers} headers`);
  if (head.headerBytes > limits.headerBytes) return headersTooLarge(limits);
  return undefined;
}

export function targetTooLong({ target }: Limits): Refusal<414, string> {
  return new Refusal(414, `The request target is longer than ${target} bytes`);
}

export function headersTooLarge({ headerBytes }: Limits): Refusal<431, string> {
  return new Refusal(431, `The headers of the request are larger than ${headerBytes} bytes`);
}

export function bodyTooLarge(most: number): Refusal {
  return new Refusal(413, `The body is larger than ${most} bytes`);
}

/** The refusal of a body in chunks whose extensions are larger than all headers may be. */
export function extensionsTooLarge(): Refusal {
  return new Refusal(413, 'The chunk extensions of the body are too large');
}

/** Returns the bytes that a header field takes on the wire: `name: value`, and the end of the line. */
export function fieldSize(name: string, value: string): number {
  return name.length + value.length + 4;
}

/** The fields of a head. */
interface Fields {
  forEach(each: (value: string, name: string) => void): void;
}

/** Measures a head. On Deno, an iterator over its fields costs eight times as much as `forEach`. */
export function sizeOf({ length: target }: string, fields: Fields): HeadSize {
  let headers = 0;
  let headerBytes = 0;
  fields.forEach((value, name) => {
    headers++;
    headerBytes += fieldSize(name, value);
  });
  return { target, headers, headerBytes };
}

/** The time that a client may take, in milliseconds, and the limits of a connection. */
export interface Timeouts {
  /** For the headers of a request. */
  readonly headersTimeout: number;
  /** For a whole request, and again for reading the reply. Clients that send or read at the minimum rate get longer. */
  readonly requestTimeout: number;
  /** Between requests. The server waits a second longer than it announces. */
  readonly idleTimeout: number;
  /** The minimum rate, in bytes per second. */
  readonly minRate: number;
  /** Requests on one connection. */
  readonly requestsPerConnection: number;
}

/** The time that a handler may take, in milliseconds. */
export const DEFAULT_HANDLER_TIMEOUT_MS = 30_000;

export const defaultTimeouts: Timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  idleTimeout: 5_000,
  minRate: 1024,
  requestsPerConnection: 10_000,
};

/** Fills in the defaults. Plain JavaScript may pass undefined for a limit, which must not remove it. */
export function withDefaults<Options extends object>(
  defaults: Options,
  given: Settable<Options> = {},
): Options {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(known) };
}
