import type { Check, Credential } from '../contract/credential.ts';
import type { Endpoint, QueryPairs } from '../contract/endpoint.ts';
import { type Context, Refusal } from '../contract/outcome.ts';
import { type JsonSchema, NoDefinitions } from '../fields/definitions.ts';
import type { AnyField } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { decodeQuery, decodeSegment } from '../text/bytes.ts';
import { after, defined, isPromise } from '../text/guards.ts';
import { hold } from '../text/json/reader.ts';
import { ensure, once } from '../text/memo.ts';
import { trim } from '../text/scan.ts';
import type { HeaderLookup, Params, RouteInput } from './types.ts';

/** The parts of a request that are text, not yet checked. */
export interface RawParts {
  readonly params: RawText;
  readonly query: RawText;
  /** All names and values of the query, where the endpoint checks it as a whole. */
  readonly pairs?: QueryPairs;
  readonly headers: RawText;
  readonly cookies: RawText;
}

type RawText = Readonly<Record<string, string | readonly string[]>>;

const none: RawText = {};

/** Compiles the reader of everything that an endpoint declares except its body. */
export function partsReader(endpoint: Endpoint): (input: RouteInput) => RawParts | Refusal {
  const { query, checkQuery, headers, cookies } = endpoint;
  const readQuery = query && queryReader(Object.keys(query), listsIn(query));
  const readHeaders = headers && headerReader(headers);
  const readCookies = cookies && cookieReader(Object.keys(cookies));
  return (input) => {
    const params = endpoint.params ? readParams(input.segments, endpoint.decodesPath) : none;
    if (params instanceof Refusal) return params;
    const { header } = input.head;
    return {
      params,
      query: readQuery ? readQuery(input.query) : none,
      ...(checkQuery && { pairs: [...new URLSearchParams(input.query)] }),
      headers: readHeaders ? readHeaders(header) : none,
      cookies: readCookies ? readCookies(header('cookie')) : none,
    };
  };
}

/** Tells whether the field of a name takes a list, and so all values of its name. */
export type IsList = (name: string) => boolean;

/** Finds lists among fields. There may be thousands, so that each is only looked at if it was sent. */
export function listsIn(shape: Shape): IsList {
  const known = new Map<string, boolean>();
  return (name) => ensure(known, name, () => takesList(defined(shape[name])));
}

export function takesList(field: AnyField): boolean {
  return isOfLists(field.describe('input', new NoDefinitions()));
}

function isOfLists({ type, anyOf }: JsonSchema): boolean {
  return type === 'array' || (Array.isArray(anyOf) && anyOf.some(isOfLists));
}

/** Decodes the parameters of a path. */
function readParams(segments: Params, decodesPath = false): RawText | Refusal {
  const params: Record<string, string> = {};
  for (const [name, segment] of Object.entries(segments)) {
    const text = decodeSegment(segment);
    if (text === undefined)
      return new Refusal(400, `The path must have ${name} in percent-encoded UTF-8, without NUL`);
    if (decodesPath && text.includes('/')) return new Refusal(404, 'Not Found');
    params[name] = text;
  }
  return params;
}

/** Compiles the reader of the declared headers, which keep their names in the contract. */
function headerReader(declared: Shape): (header: HeaderLookup) => RawText {
  const names = Object.keys(declared).map((name) => [name, name.toLowerCase()] as const);
  return (header) => {
    const values: Record<string, string> = {};
    for (const [name, sentName] of names) {
      const value = header(sentName);
      if (value !== undefined) hold(values, name, value);
    }
    return values;
  };
}

type ReadCredential = (input: RouteInput) => unknown;

/** The readers of credentials. Thousands of endpoints may share one that has as many alternatives. */
const readers = new WeakMap<Credential, ReadCredential>();

/** Compiles the reader of a credential, which refuses it or begins to check it. */
export function credentialReader(credential: Credential | undefined): ReadCredential | undefined {
  return credential && ensure(readers, credential, () => newReader(credential));
}

/** The query and the cookies are read once for all of its alternatives. */
function newReader(credential: Credential): ReadCredential {
  const names: string[] = [];
  const readerOf = (each: Credential): ReadFound => {
    names.push(each.name);
    const first: ReadFound = (find, context) => {
      const check: Refusal | Check<unknown> = each.read(find(each));
      return check instanceof Refusal ? check : check(context);
    };
    return joined([first, ...(each.and ?? []).map(readerOf)], both);
  };
  const read = joined([credential, ...(credential.or ?? [])].map(readerOf), either);
  const readQuery = queryReader(names);
  const readCookies = cookieReader(names);
  return ({ head: { header }, query, context }) => {
    const sent = { query: once(() => readQuery(query)), cookie: once(() => readCookies(header('cookie'))) };
    const find: Find = ({ in: part, name }) =>
      part === 'header' ? header(name.toLowerCase()) : textOf(sent[part]()[name]);
    const verdict = read(find, context);
    // Avoids an unhandled rejection. The bug is reported when the body has arrived and the verdict is awaited.
    if (isPromise(verdict)) verdict.then(undefined, () => {});
    return verdict;
  };
}

/** Finds what a request has sent as a credential. */
type Find = (credential: Credential) => string | undefined;
type ReadFound = (find: Find, context: Context) => unknown;

/** Reads a credential or, if it is refused, another one. If both are refused, the result is the refusal of the first. */
function either(first: ReadFound, other: ReadFound): ReadFound {
  return (find, context) =>
    after(first(find, context), (verdict) => {
      if (!(verdict instanceof Refusal)) return verdict;
      return after(other(find, context), (next) => (next instanceof Refusal ? verdict : next));
    });
}

/** Reads a credential and, unless it is refused, another one, which is the result. */
function both(first: ReadFound, other: ReadFound): ReadFound {
  return (find, context) =>
    after(first(find, context), (verdict) => (verdict instanceof Refusal ? verdict : other(find, context)));
}

/** Joins readers in pairs: called one within the other, twenty thousand would overflow the stack. */
function joined(all: readonly ReadFound[], join: typeof either): ReadFound {
  if (all.length < 2) return defined(all[0]);
  const half = all.length >> 1;
  return join(joined(all.slice(0, half), join), joined(all.slice(half), join));
}

function textOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * Compiles the reader of the declared cookies (RFC 6265, 5.4). The last of several with one name counts, and quotation marks
 * around a value are removed.
 */
export function cookieReader(names: readonly string[]): (header?: string) => Record<string, string> {
  const declared = new Set(names);
  return (header = '') => {
    const values: Record<string, string> = {};
    let start = 0;
    while (start < header.length) {
      const next = header.indexOf(';', start);
      const end = next === -1 ? header.length : next;
      const pair = header.slice(start, end);
      const equals = pair.indexOf('=');
      const name = trim(pair.slice(0, Math.max(equals, 0)));
      if (equals !== -1 && declared.has(name)) hold(values, name, unquoted(trim(pair.slice(equals + 1))));
      start = end + 1;
    }
    return values;
  };
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

type QueryValues = Record<string, string | readonly string[]>;

/** Where the value of a parameter starts, or all values of a list. */
type Start = number | number[];

/**
 * Compiles the reader of the declared parameters of a query. The last of several values with one name counts; the names of lists
 * get all. A name that was sent is looked up among the declared ones, and never becomes a key. There may be thousands of pairs, so
 * only the values that count are copied and decoded.
 */
export function queryReader(
  names: readonly string[],
  isList: IsList = () => false,
): (query?: string) => QueryValues {
  const places = new Map(names.map((name, at) => [name, at]));
  return (query = '') => {
    const values: QueryValues = {};
    const starts: (Start | undefined)[] = [];
    for (let start = 0, end = 0; start < query.length; start = end + 1) {
      end = endOfPair(query, start);
      const equals = endOfName(query, start, end);
      const place = places.get(decodeQuery(query.slice(start, equals)));
      if (place === undefined) continue;
      const found = starts[place];
      // A pair without an equals sign is just a name.
      const value = Math.min(equals + 1, end);
      if (typeof found === 'object') found.push(value);
      else starts[place] = isList(String(names[place])) ? [value] : value;
    }
    for (const [name, place] of starts.length > 0 ? places : []) {
      const found = starts[place];
      if (found === undefined) continue;
      const value =
        typeof found === 'number' ? valueAt(query, found) : found.map((start) => valueAt(query, start));
      hold(values, name, value);
    }
    return values;
  };
}

function valueAt(query: string, start: number): string {
  return decodeQuery(query.slice(start, endOfPair(query, start)));
}

function endOfName(query: string, start: number, end: number): number {
  let at = start;
  while (at < end && query.charCodeAt(at) !== EQUALS) at++;
  return at;
}

/** Finds the next `&`. Most are near, and calling `indexOf` takes as long as looking at ten characters. */
function endOfPair(query: string, start: number): number {
  const far = Math.min(start + NEAR, query.length);
  for (let at = start; at < far; at++) if (query.charCodeAt(at) === AMPERSAND) return at;
  const end = query.indexOf('&', far);
  return end === -1 ? query.length : end;
}

const NEAR = 16;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
