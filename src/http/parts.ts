import type { Check, Credential } from '../contract/credential.ts';
import type { Endpoint, QueryPairs } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import { type JsonSchema, NoDefinitions } from '../fields/definitions.ts';
import type { AnyField } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { decodeQuery, decodeSegment, encodeUtf8, octetOf } from '../text/bytes.ts';
import { smallest } from '../text/extremes.ts';
import { after, defined, isPromise } from '../text/guards.ts';
import { hold } from '../text/json/reader.ts';
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
  const readQuery = query && queryReader(Object.keys(query), listsOf(query));
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

/** Returns the names of the fields that take a list, and so all values of their name. */
export function listsOf(shape: Shape): ReadonlySet<string> {
  const names = Object.keys(shape).filter((name) => shape[name] && takesList(shape[name]));
  return new Set(names);
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

/** Compiles the reader of a credential, which refuses it or begins to check it. */
export function credentialReader(
  credential: Credential | undefined,
): ((input: RouteInput) => unknown) | undefined {
  if (!credential) return undefined;
  const { or = [], ...first } = credential;
  const read = joined([first, ...or].map(readerOf), either);
  return (input) => {
    const verdict = read(input);
    // Avoids an unhandled rejection. The bug is reported when the body has arrived and the verdict is awaited.
    if (isPromise(verdict)) verdict.then(undefined, () => {});
    return verdict;
  };
}

type ReadCredential = (input: RouteInput) => unknown;

/** Reads a credential or, if it is refused, another one. If both are refused, the result is the refusal of the first. */
function either(first: ReadCredential, other: ReadCredential): ReadCredential {
  return (input) =>
    after(first(input), (verdict) => {
      if (!(verdict instanceof Refusal)) return verdict;
      return after(other(input), (next) => (next instanceof Refusal ? verdict : next));
    });
}

/** Reads a credential and, unless it is refused, another one, which is the result. */
function both(first: ReadCredential, other: ReadCredential): ReadCredential {
  return (input) => after(first(input), (verdict) => (verdict instanceof Refusal ? verdict : other(input)));
}

/** Joins readers in pairs: called one within the other, twenty thousand would overflow the stack. */
function joined(all: readonly ReadCredential[], join: typeof either): ReadCredential {
  if (all.length < 2) return defined(all[0]);
  const half = all.length >> 1;
  return join(joined(all.slice(0, half), join), joined(all.slice(half), join));
}

function readerOf(credential: Credential): ReadCredential {
  const { and = [], ...first } = credential;
  if (and.length > 0) return joined([first, ...and].map(readerOf), both);
  const find = credentialFinder(credential);
  return (input) => {
    const check: Refusal | Check<unknown> = credential.read(find(input));
    return check instanceof Refusal ? check : check(input.context);
  };
}

function credentialFinder({ in: part, name }: Credential): (input: RouteInput) => string | undefined {
  const sentName = name.toLowerCase();
  if (part === 'header') return ({ head }) => head.header(sentName);
  const read = part === 'query' ? queryReader([name]) : undefined;
  const readCookie = cookieReader([name]);
  return ({ head, query }) => textOf((read ? read(query) : readCookie(head.header('cookie')))[name]);
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

/** A declared name, as queries can encode it. */
interface EncodedName {
  /** Its bytes in UTF-8. */
  readonly octets: Uint8Array;
  /** The codes of the unescaped characters for these bytes; `NONE` for a byte that is always escaped. */
  readonly codes: Uint8Array;
}

/** A declared parameter. */
interface Parameter extends EncodedName {
  readonly name: string;
  readonly at: number;
  readonly isList: boolean;
}

/** The positions where values start, by the index of their parameter. */
type Starts = (number | number[] | undefined)[];

/**
 * Compiles the reader of the declared parameters of a query. The last of several values with one name counts; the names in
 * `lists` get all. A name that was sent is compared with the declared ones, and never becomes a key. There may be thousands of
 * pairs, so only the values that count are copied and decoded.
 */
export function queryReader(
  names: readonly string[],
  lists: ReadonlySet<string> = new Set(),
): (query?: string) => QueryValues {
  const parameters = names.map((name, at) => {
    const octets = encodeUtf8(name);
    return { at, name, octets, codes: octets.map(codeOf), isList: lists.has(name) };
  });
  const shortest = smallest(parameters.map(({ octets }) => octets.length));
  return (query = '') => {
    const values: QueryValues = {};
    if (query.length < shortest) return values;
    const starts = startsOfValues(query, parameters, shortest);
    for (const { name, at } of parameters) {
      const found = starts[at];
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

/**
 * Finds the start of each value of a list, or of the last value of any other parameter. A pair without an equals sign is just a
 * name.
 */
function startsOfValues(query: string, parameters: readonly Parameter[], shortest: number): Starts {
  const starts: Starts = [];
  let pair = startOfPair(query, 0, shortest);
  while (pair + shortest <= query.length) {
    const end = endOfPair(query, pair + shortest);
    for (const parameter of parameters) {
      const start = startOfValue(query, pair, end, parameter);
      if (start === -1) continue;
      const found = starts[parameter.at];
      if (typeof found === 'object') found.push(start);
      else starts[parameter.at] = parameter.isList ? [start] : start;
      break;
    }
    pair = startOfPair(query, end + 1, shortest);
  }
  return starts;
}

/** Finds the next pair of at least this length. Searches from its end, to skip many shorter ones at once. */
function startOfPair(query: string, from: number, length: number): number {
  let start = from;
  for (let at = start + length - 1; at >= start && at < query.length; at--) {
    if (query.charCodeAt(at) !== AMPERSAND) continue;
    start = at + 1;
    at = start + length;
  }
  return start;
}

/** Finds the next `&`. Most are near, and calling `indexOf` takes as long as looking at ten characters. */
function endOfPair(query: string, start: number): number {
  const far = Math.min(start + NEAR, query.length);
  for (let at = start; at < far; at++) if (query.charCodeAt(at) === AMPERSAND) return at;
  const end = query.indexOf('&', far);
  return end === -1 ? query.length : end;
}

/** Returns the start of the value in a pair with this name, escaped or not; -1 if the name is a different one. */
function startOfValue(query: string, pair: number, end: number, { octets, codes }: EncodedName): number {
  let at = pair;
  for (let index = 0; index < octets.length; index++) {
    const code = query.charCodeAt(at);
    const octet = code === PERCENT ? octetOf(query.charCodeAt(at + 1), query.charCodeAt(at + 2)) : undefined;
    if (octet === undefined ? code !== codes[index] : octet !== octets[index]) return -1;
    at += octet === undefined ? 1 : 3;
  }
  if (at === end) return end;
  return query.charCodeAt(at) === EQUALS ? at + 1 : -1;
}

/** Returns the code of the unescaped character for a byte. */
function codeOf(octet: number): number {
  if (octet === SPACE) return PLUS;
  return octet === AMPERSAND || octet === PLUS || octet === EQUALS ? NONE : octet;
}

/** A character that no query contains. */
const NONE = 0;
const NEAR = 16;
const SPACE = 0x20;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const EQUALS = 0x3d;
