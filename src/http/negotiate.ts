import { JSON_TYPE } from '../contract/success.ts';
import {
  aCount,
  aFlag,
  choice,
  either,
  listOf,
  needed,
  options,
  type Rule,
  type Rules,
  rule,
} from '../text/options.ts';
import { trim } from '../text/scan.ts';
import { isFieldName, TOKEN_CHARACTER } from '../text/strings.ts';
import { linesOf } from './reply.ts';
import type { HeaderLookup } from './types.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Checks if a client prefers problem details to plain JSON, by its `Accept` (RFC 9110, 12.5.1). */
export function prefersProblem(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === JSON_TYPE) return false;
  const weights = weightsOf(accept);
  return weightIn(weights, PROBLEM_TYPE) > weightIn(weights, JSON_TYPE);
}

/** Returns the weight of a type, which is that of the most specific range with it. */
function weightIn(weights: ReadonlyMap<string, number>, type: string): number {
  const [, withParameters] = [...weights].find(([range]) => range.startsWith(`${type};`)) ?? [];
  return weights.get(type) ?? withParameters ?? weights.get('application/*') ?? weights.get('*/*') ?? 0;
}

/** A media range of `Accept`. */
interface MediaRange {
  readonly type: string;
  readonly parameters: readonly string[];
  readonly weight: number;
}

/**
 * Chooses among media types by `Accept`: the one with the highest weight, of several the one that is named most specifically, or
 * else first. Returns its position, or undefined if none is acceptable.
 */
export function chooseType(accept: string, offered: readonly string[]): number | undefined {
  const ranges = rangesOf(accept);
  if (ranges.length === 0) return 0;
  let best: Fit | undefined;
  for (const [at, type] of offered.entries()) {
    const fit = fitOf(type, at, ranges);
    if (fit && (!best || isBetter(fit, best))) best = fit;
  }
  return best?.at;
}

function rangesOf(accept: string): readonly MediaRange[] {
  const items = accept.toLowerCase().split(',').slice(0, MAX_RANGES);
  return items.filter((item) => trim(item) !== '').map(rangeOf);
}

/** The most ranges that are read: each is compared with every type. */
const MAX_RANGES = 100;

function rangeOf(item: string): MediaRange {
  const [type = '', ...terms] = item.split(';').map(trim);
  const weight = terms.find((term) => term.startsWith('q='));
  const parameters = terms.filter((term) => !term.startsWith('q='));
  return { type, parameters, weight: weight === undefined ? 1 : weightOf(weight) };
}

/** How well a type fits what a client accepts. */
interface Fit {
  readonly at: number;
  readonly weight: number;
  readonly closeness: number;
  /** The position of the range that says so. */
  readonly order: number;
}

function isBetter(fit: Fit, best: Fit): boolean {
  const differences = [fit.weight - best.weight, fit.closeness - best.closeness, best.order - fit.order];
  return (differences.find((each) => each !== 0) ?? 0) > 0;
}

/** Finds the range that is closest to a type; undefined if none contains it, or if it is excluded. */
function fitOf(offered: string, at: number, ranges: readonly MediaRange[]): Fit | undefined {
  const [type = '', ...parameters] = offered.toLowerCase().split(';').map(trim);
  let best: Fit | undefined;
  for (const [order, range] of ranges.entries()) {
    const closeness = closenessOf(type, parameters, range);
    if (closeness > (best?.closeness ?? 0)) best = { at, weight: range.weight, closeness, order };
  }
  return best && best.weight > 0 ? best : undefined;
}

/** How specifically a range names a type; 0 if it does not contain it. */
function closenessOf(type: string, parameters: readonly string[], range: MediaRange): number {
  const isExcluded = range.weight === 0;
  if (range.type === type) {
    if (range.parameters.every((each) => parameters.includes(each))) return EXACT + range.parameters.length;
    // A client that asks for other parameters gets those that there are, as from most servers.
    return isExcluded ? 0 : ALIKE + 1;
  }
  // Clients of vendor types and of plain JSON read each other's.
  if (isJsonLike(type) && isJsonLike(range.type)) return isExcluded ? 0 : ALIKE;
  if (range.type === '*/*') return 1;
  return range.type.endsWith('/*') && type.startsWith(range.type.slice(0, -1)) ? 2 : 0;
}

const ALIKE = 3;
const EXACT = 5;

function isJsonLike(type: string): boolean {
  return type === JSON_TYPE || (type.startsWith('application/') && type.endsWith('+json'));
}

/** A coding of content. */
export type Coding = 'br' | 'gzip' | 'identity';

/**
 * Chooses the coding that a client prefers, by its `Accept-Encoding` (RFC 9110, 12.5.3); the first of several equals. Without an
 * acceptable one, content is not coded.
 */
export function chooseCoding(accepted: string | undefined, offered: readonly Coding[]): Coding {
  const weights = weightsOf(accepted ?? '');
  const weigh = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0;
  const [first = 'identity', ...others] = offered.filter((coding) => weigh(coding) > 0);
  return others.reduce((best, coding) => (weigh(coding) > weigh(best) ? coding : best), first);
}

/**
 * Returns the weight of each item of a header (RFC 9110, 12.4.2), by its name in lower case with its other parameters. A
 * malformed weight counts as 0.
 */
function weightsOf(list: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of list.toLowerCase().split(',')) {
    const terms = item.split(';').map(trim);
    const weight = terms.findLast((term) => term.startsWith('q='));
    const name = terms.filter((term) => term !== weight).join(';');
    weights.set(name, weight === undefined ? 1 : weightOf(weight));
  }
  return weights;
}

function weightOf(parameter: string): number {
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(parameter) ? Number(parameter.slice('q='.length)) : 0;
}

/** The web pages that may read replies: all (`*`), none (`off`), those of certain origins, or as `CorsOptions` say. */
export type Cors = '*' | 'off' | readonly string[] | CorsOptions;

export interface CorsOptions {
  /** The origins of the pages, such as `https://example.com`, or all. */
  readonly origins: '*' | readonly string[];
  /** Lets pages send cookies and passwords that the browser keeps. Not with all origins. */
  readonly credentials?: boolean;
  /** The headers of replies that pages may read; all by default, with credentials only the id of the request. */
  readonly exposedHeaders?: readonly string[];
  /** The time for which a browser need not ask again, in seconds. */
  readonly maxAge?: number;
}

export const anOrigin = rule(
  'an origin such as https://example.com',
  (value): value is string =>
    typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value,
);
const aHeaderName = rule(
  'the name of a header',
  (value): value is string => typeof value === 'string' && isFieldName(value),
);

const corsRules: Rules<CorsOptions> = {
  origins: needed(either(choice('*'), listOf(anOrigin))),
  credentials: aFlag,
  exposedHeaders: listOf(aHeaderName),
  maxAge: aCount,
};

export const aCors: Rule<Cors> = either(
  either(choice('*', 'off'), listOf(anOrigin)),
  options<CorsOptions>(corsRules),
);

/** Throws an error if pages of all origins could send cookies, and so act for everybody who visits them. */
export function checkCors(owner: string, cors?: Cors): void {
  if (typeof cors === 'object' && 'origins' in cors && cors.origins === '*' && cors.credentials)
    throw new TypeError(
      `The option cors of ${owner} can't allow credentials to all origins; name the origins that may use them`,
    );
}

/** Headers that tell browsers which pages may read a reply (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface CorsPolicy {
  /** Returns the header lines of the reply to a request with these headers. */
  reply(header: HeaderLookup): string;
  /** Returns the further headers of the reply to a preflight request. */
  preflight(methods: string): readonly string[];
}

const VARY_ORIGIN = linesOf('Vary', 'Origin');
const DEFAULT_MAX_AGE_S = 600;

/** Compiles a policy. Replies name the configured origin, never the one that was sent. */
export function corsPolicy(policy: Cors): CorsPolicy {
  if (policy === 'off') return { reply: () => '', preflight: () => [] };
  const given: CorsOptions = typeof policy === 'object' && 'origins' in policy ? policy : { origins: policy };
  const { origins, credentials = false, maxAge = DEFAULT_MAX_AGE_S } = given;
  const preflight = preflightWriter(credentials, maxAge);
  const shared = sharedLines(given);
  const linesFor = (origin: string) => linesOf('Access-Control-Allow-Origin', origin) + shared;
  if (origins === '*') {
    const lines = linesFor(origins);
    return { reply: () => lines, preflight };
  }
  const byOrigin = new Map(origins.map((origin) => [origin, linesFor(origin) + VARY_ORIGIN]));
  const reply = (header: HeaderLookup) => byOrigin.get(header('origin') ?? '') ?? VARY_ORIGIN;
  if (!credentials) return { reply, preflight };
  return {
    reply(header) {
      const lines = reply(header);
      return lines === VARY_ORIGIN ? lines : lines + allowedHeaders(header);
    },
    preflight,
  };
}

/** Writes the lines that do not depend on the origin. With credentials, browsers take `*` for the name of a header. */
function sharedLines({ credentials = false, exposedHeaders }: CorsOptions): string {
  const exposed = exposedHeaders?.join(', ') ?? (credentials ? 'X-Request-Id' : '*');
  return (
    (exposed === '' ? '' : linesOf('Access-Control-Expose-Headers', exposed)) +
    (credentials ? linesOf('Access-Control-Allow-Credentials', 'true') : '')
  );
}

const NAMES = new RegExp(`^${TOKEN_CHARACTER}+(?:, ?${TOKEN_CHARACTER}+)*$`);
const MAX_NAMES_LENGTH = 1024;

/** Allows the headers that a page asks for. With credentials, there is no wildcard for them. */
function allowedHeaders(header: HeaderLookup): string {
  const names = header('access-control-request-headers') ?? '';
  return names.length <= MAX_NAMES_LENGTH && NAMES.test(names)
    ? linesOf('Access-Control-Allow-Headers', names)
    : '';
}

/**
 * Returns the function that makes the headers of a preflight reply. The wildcard stands for every header except `Authorization`.
 */
function preflightWriter(credentials: boolean, maxAge: number): CorsPolicy['preflight'] {
  const headers = credentials ? [] : ['Access-Control-Allow-Headers', '*, Authorization'];
  return (methods) => [
    'Access-Control-Allow-Methods',
    methods,
    ...headers,
    'Access-Control-Max-Age',
    String(maxAge),
  ];
}
