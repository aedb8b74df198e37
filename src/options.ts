import type { Around } from './contract/outcome.ts';
import { isBasePath } from './contract/path.ts';
import { aField } from './fields/field.ts';
import type { Values } from './fields/values.ts';
import type { OnBug } from './http/core.ts';
import type { OwnErrors } from './http/error-format.ts';
import { defaultLimits, defaultTimeouts, type Limits, type Timeouts } from './http/limits.ts';
import { aCors, type Cors, checkCors } from './http/negotiate.ts';
import {
  aFlag,
  aFunction,
  aPositive,
  checkOptions,
  choice,
  either,
  needed,
  options,
  type Rules,
  rule,
  rulesFor,
} from './text/options.ts';

/** The options of `createApp`. */
export interface AppOptions {
  /** The prefix of every path, such as `/api`. */
  readonly basePath?: string;
  /** Limits on the size of requests, and of the replies that list errors. */
  readonly limits?: Partial<Limits>;
  /** Limits on the time that clients and handlers may take, in milliseconds, and on the requests per connection. */
  readonly timeouts?: Partial<Timeouts & { readonly handlerTimeout: number }>;
  /** The web pages that may read replies; by default all. */
  readonly cors?: Cors;
  /**
   * How errors are written: with Assay's messages (`plain`), with those of pydantic and its `ctx`, as problem details (RFC 9457),
   * or, for invalid values, in a format of your own.
   */
  readonly errors?: 'plain' | 'pydantic' | 'problem' | OwnErrors;
  /** Reads bodies strictly, or as FastAPI does: then malformed JSON is a 422, and a body that is not JSON is text. */
  readonly values?: Values;
  /** The paths of the routes besides the endpoints; `false` leaves one out. */
  readonly routes?: Partial<RoutePaths>;
  /** Calls the handlers to show their replies to the examples in the documentation: only for handlers without side effects. */
  readonly liveExamples?: boolean;
  /** Simulates the failures that a request asks for, such as `Prefer: code=503, delay=2`. */
  readonly faults?: boolean;
  /** A function that runs around every request, before its body is read. */
  readonly around?: Around;
  /** A function that is called before the service listens, in every process. If it fails, the service doesn't start. */
  readonly start?: () => unknown;
  /** A function that `/readyz` calls. The service is not ready while it returns `false` or fails. */
  readonly ready?: () => unknown;
  /** A function that is called after the last reply, in every process. */
  readonly stop?: () => unknown;
  /** A function that is called for every bug, with the id of the request and the name of its endpoint. */
  readonly onBug?: OnBug;
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

export const defaultPaths = {
  docs: '/docs',
  errors: '/docs/errors',
  openapi: '/openapi.json',
  openapi30: '/openapi-3.0.json',
  cases: '/docs/cases.json',
  livez: '/livez',
  readyz: '/readyz',
} satisfies RoutePaths;

/** The paths of an app, with defaults for those that it does not set. */
export function pathsOf({ routes = {} }: AppOptions): RoutePaths {
  return { ...defaultPaths, ...(routes.openapi === false && { openapi30: false }), ...routes };
}

/** Throws an error with a one-sentence message if an option of a function that makes an app is unknown or invalid. */
export function checkAppOptions(caller: string, options: AppOptions): void {
  checkOptions(caller, options, appRules);
  checkCors(caller, options.cors);
}

const aBasePath = rule(
  'empty or a path such as /api, without a slash at its end',
  (value): value is string => typeof value === 'string' && isBasePath(value),
);
const aRoute = rule(
  'a path such as /docs, or false',
  (value): value is string | false => value === false || (typeof value === 'string' && value.startsWith('/')),
);

const ownErrorRules: Rules<OwnErrors> = {
  status: needed(
    rule(
      'a status from 400 to 499',
      (value): value is number => Number.isInteger(value) && Number(value) >= 400 && Number(value) < 500,
    ),
  ),
  body: needed(aField),
  write: needed(aFunction),
};

export const appRules: Rules<AppOptions> = {
  basePath: aBasePath,
  limits: options<Partial<Limits>>(rulesFor(defaultLimits, aPositive)),
  timeouts: options<NonNullable<AppOptions['timeouts']>>({
    ...rulesFor(defaultTimeouts, aPositive),
    handlerTimeout: aPositive,
  }),
  cors: aCors,
  errors: either(choice('plain', 'pydantic', 'problem'), options<OwnErrors>(ownErrorRules)),
  values: choice('strict', 'fastapi'),
  routes: options<Partial<RoutePaths>>(rulesFor(defaultPaths, aRoute)),
  liveExamples: aFlag,
  faults: aFlag,
  around: aFunction,
  start: aFunction,
  ready: aFunction,
  stop: aFunction,
  onBug: aFunction,
};
