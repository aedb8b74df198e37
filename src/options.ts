import { isBasePath } from './contract/path.ts';
import type { Values } from './fields/values.ts';
import { isRecord } from './fields/values.ts';
import type { OwnErrors } from './http/error-format.ts';
import {
  DEFAULT_HANDLER_TIMEOUT_MS,
  defaultLimits,
  defaultTimeouts,
  type Limits,
  type Timeouts,
} from './http/limits.ts';
import type { Cors } from './http/negotiate.ts';

/** The options of `createApp`. */
export interface AppOptions {
  /** The prefix of every path, such as `/api`. */
  readonly basePath?: string;
  readonly limits?: Partial<Limits>;
  /** Limits on the time that clients and handlers may take, in milliseconds, and on the requests per connection. */
  readonly timeouts?: Partial<Timeouts & { readonly handlerTimeout: number }>;
  /** The web pages that may read replies; by default all. */
  readonly cors?: Cors;
  /**
   * How errors are written: with Assay's messages (`plain`), with those of pydantic and its `ctx`, as problem details (RFC 9457),
   * or, for invalid values, in a form of your own.
   */
  readonly errors?: 'plain' | 'pydantic' | 'problem' | OwnErrors;
  /** Reads bodies strictly, or as FastAPI does: then malformed JSON is a 422, and a body that is not JSON is text. */
  readonly values?: Values;
  /** The paths of the routes besides the endpoints; false turns one off. */
  readonly routes?: Partial<RoutePaths>;
  /** Calls the handlers to show their replies to the examples in the documentation: only for handlers without side effects. */
  readonly liveExamples?: boolean;
  /** Answers with the faults that a request asks for, such as `Prefer: code=503, delay=2`. */
  readonly faults?: boolean;
  /** Called for every exception and rejection, which are always bugs, with the id of the request. */
  readonly onBug?: (bug: unknown, requestId: string) => void;
}

/** The paths of the routes besides the endpoints. */
export interface RoutePaths {
  readonly docs: string | false;
  readonly errors: string | false;
  readonly openapi: string | false;
  /** The same document for programs that read only OpenAPI 3.0; off by default if `openapi` is. */
  readonly openapi30: string | false;
  readonly cases: string | false;
  readonly livez: string | false;
  readonly readyz: string | false;
}

export const defaultPaths: RoutePaths = {
  docs: '/docs',
  errors: '/docs/errors',
  openapi: '/openapi.json',
  openapi30: '/openapi-3.0.json',
  cases: '/docs/cases.json',
  livez: '/livez',
  readyz: '/readyz',
};

/** The paths of an app, with defaults for those that it does not set. */
export function pathsOf({ routes = {} }: AppOptions): RoutePaths {
  return { ...defaultPaths, ...(routes.openapi === false && { openapi30: false }), ...routes };
}

/** Throws an error with a one-sentence message if an option is unknown or invalid. */
export function checkOptions(options: AppOptions): void {
  checkKnown('option', options, rules);
  checkKnown('limit', options.limits, defaultLimits);
  checkKnown('timeout', options.timeouts, { ...defaultTimeouts, handlerTimeout: DEFAULT_HANDLER_TIMEOUT_MS });
  checkKnown('route', options.routes, defaultPaths);
  for (const [name, value] of Object.entries(options)) {
    const rule = rules[name];
    if (rule && value !== undefined && !rule.allows(value))
      throw new Error(`The option ${name} must be ${rule.allowed}, not ${inWords(value)}`);
  }
}

interface Rule {
  /** The allowed values, in words that follow "must be". */
  readonly allowed: string;
  allows(value: unknown): boolean;
}

const rules: Readonly<Record<string, Rule>> = {
  basePath: {
    allowed: 'empty or a path such as /api, without a slash at its end',
    allows: (value) => typeof value === 'string' && isBasePath(value),
  },
  limits: { allowed: 'an object of positive whole numbers', allows: isNumbers },
  timeouts: { allowed: 'an object of positive whole numbers', allows: isNumbers },
  cors: {
    allowed: `'*', 'off' or a list of origins such as https://example.com`,
    allows: (value) => value === '*' || value === 'off' || (Array.isArray(value) && value.every(isOrigin)),
  },
  errors: {
    allowed: `'plain', 'pydantic', 'problem' or { status, body, write }, with a status from 400 to 499, a field and a function`,
    allows: (value) => value === 'plain' || value === 'pydantic' || value === 'problem' || isOwnErrors(value),
  },
  values: {
    allowed: `'strict' or 'fastapi'`,
    allows: (value) => value === 'strict' || value === 'fastapi',
  },
  routes: {
    allowed: 'an object of paths or false',
    allows: (value) =>
      isRecord(value) &&
      Object.values(value).every(
        (path) => path === false || (typeof path === 'string' && path.startsWith('/')),
      ),
  },
  liveExamples: { allowed: 'true or false', allows: (value) => typeof value === 'boolean' },
  faults: { allowed: 'true or false', allows: (value) => typeof value === 'boolean' },
  onBug: { allowed: 'a function', allows: (value) => typeof value === 'function' },
};

function isOwnErrors(value: unknown): boolean {
  if (!isRecord(value) || Object.keys(value).some((name) => !ownErrors.includes(name))) return false;
  const { status, body, write } = value;
  const isClientError = Number.isInteger(status) && Number(status) >= 400 && Number(status) < 500;
  return isClientError && isRecord(body) && 'parse' in body && typeof write === 'function';
}

const ownErrors: readonly string[] = ['status', 'body', 'write'] satisfies (keyof OwnErrors)[];

function isNumbers(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.values(value).every(
    (each) => each === undefined || (Number.isInteger(each) && Number(each) >= 1),
  );
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value;
}

function checkKnown(kind: string, given: object | undefined, all: object): void {
  for (const name of Object.keys(given ?? {}))
    if (!Object.hasOwn(all, name))
      throw new Error(`There is no ${kind} ${name}; the ${kind}s are ${Object.keys(all).join(', ')}`);
}

function inWords(value: unknown): string {
  return typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value));
}
