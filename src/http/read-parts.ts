import type { Check, Credential } from '../contract/credential.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import type { JsonSchema } from '../fields/field.ts';
import type { Shape } from '../fields/object.ts';
import { decodeSegment } from '../text/bytes.ts';
import { after, isPromise } from '../text/guards.ts';
import { hold } from '../text/json/reader.ts';
import { cookieReader } from './cookies.ts';
import { queryReader } from './query.ts';
import type { HeaderLookup } from './request.ts';
import type { Params, RouteInput } from './route.ts';

/** The parts of a request that are text, not yet checked. */
export interface RawParts {
  readonly params: RawText;
  readonly query: RawText;
  readonly headers: RawText;
  readonly cookies: RawText;
}

type RawText = Readonly<Record<string, string | readonly string[]>>;

const none: RawText = {};

/** Compiles the reader of everything that an endpoint declares except its body. */
export function partsReader(endpoint: Endpoint): (input: RouteInput) => RawParts | Refusal {
  const { query, headers, cookies } = endpoint;
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
      headers: readHeaders ? readHeaders(header) : none,
      cookies: readCookies ? readCookies(header('cookie')) : none,
    };
  };
}

/** Returns the names of the fields that take a list, and so all values of their name. */
export function listsOf(shape: Shape): ReadonlySet<string> {
  const names = Object.keys(shape).filter((name) => shape[name] && takesList(shape[name].describe('input')));
  return new Set(names);
}

export function takesList({ type, anyOf }: JsonSchema): boolean {
  return type === 'array' || (Array.isArray(anyOf) && anyOf.some(takesList));
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

/** Compiles the reader of the declared headers, which keep their spelling in the contract. */
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
  const read = [first, ...or].map(readerOf).reduce(either);
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

function readerOf(credential: Credential): ReadCredential {
  const { and = [], ...first } = credential;
  if (and.length > 0) return [first, ...and].map(readerOf).reduce(both);
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
