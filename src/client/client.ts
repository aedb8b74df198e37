import type { Endpoint, Endpoints, FormBody, RepliesOf } from '../contract/endpoint.ts';
import type { Issue } from '../errors/issue.ts';
import type { AnyField, Field, OptionalField, ValueOf } from '../fields/field.ts';
import type { ObjectField } from '../fields/object.ts';

/** A client of a contract: a function for each method, called with a path of the contract. */
export type Client<E extends Endpoints> = {
  readonly [M in MethodOf<E>]: <P extends PathOf<E, M>>(
    path: P,
    ...request: RequestTo<EndpointAt<E, M, P>>
  ) => Promise<ReplyFrom<E, NameAt<E, M, P>>>;
};

/** The options of `createClient`. */
export interface ClientOptions {
  /** The function that sends requests; by default the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** The time limit for a reply, in milliseconds. */
  readonly timeout?: number;
  /** Headers to send with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A reply. Its status narrows the type of its body. */
export interface Reply<Status, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: Headers;
}

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/** The parts of a request, untyped; the types of `Client` say which of them an endpoint takes. */
interface Call extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/**
 * Creates a client of the service at an address. Its calls reject only if no reply arrives: an error status is a reply.
 *
 * @example
 * const client = createClient('http://localhost', { fetch: practice.fetch });
 * (await client.GET('/users/', { query: { page: 0 } })).status // 422
 */
export function createClient<const C extends { readonly endpoints: Endpoints }>(
  base: string,
  options: ClientOptions = {},
): Client<C['endpoints']> {
  check('createClient()', arguments, options, clientKinds);
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
  const calls = methods.map((method) => [
    method,
    async (...given: [path: string, call?: Call]) => {
      const [path, call = {}] = given;
      check(`${method}()`, given, call, callKinds);
      return send(base, options, method, path, call);
    },
  ]);
  return Object.fromEntries(calls);
}

/** The kinds of the options, as `typeof` names them; no other option is passed over. */
const clientKinds: Kinds<ClientOptions> = { fetch: 'function', timeout: 'number', headers: 'object' };
const callKinds: Kinds<Call> = {
  params: 'object',
  query: 'object',
  headers: 'object',
  body: '',
  signal: 'object',
  timeout: 'number',
};

type Kinds<Options> = { readonly [Name in keyof Options]-?: string };

/**
 * Throws an error unless these are an address or a path, and options that are known and of the right kind: the package is too small
 * for the check that the others share.
 */
function check(
  owner: string,
  given: ArrayLike<unknown>,
  options: object,
  kinds: Readonly<Record<string, string>>,
): void {
  if (typeof given[0] !== 'string' || typeof options !== 'object' || given.length > 2)
    throw new TypeError(`${owner} takes a string and an object of options`);
  for (const [name, value] of Object.entries(options)) {
    const { [name]: kind } = kinds;
    if (!Object.hasOwn(kinds, name))
      throw new TypeError(
        `${owner} has no option ${name}; did you mean one of ${Object.keys(kinds).join(', ')}?`,
      );
    if (kind && value !== undefined && typeof value !== kind)
      throw new TypeError(`The option ${name} of ${owner} must be of type ${kind}`);
  }
}

async function send(
  base: string,
  { fetch = (request) => globalThis.fetch(request), timeout, headers }: ClientOptions,
  method: string,
  path: string,
  call: Call,
): Promise<Reply<number, unknown>> {
  const body = encoded(call.body);
  const sent = new Headers(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {});
  for (const each of [headers, call.headers])
    for (const [name, value] of new Headers(each as ClientOptions['headers'])) sent.set(name, value);
  const request = new Request(addressOf(base, path, call), {
    method,
    headers: sent,
    ...(body !== undefined && { body }),
    ...signalOf(call, call.timeout ?? timeout),
  });
  const response = await fetch(request);
  return { status: response.status, body: await bodyOf(response), headers: response.headers };
}

function encoded(body: unknown): string | FormData | Uint8Array | undefined {
  if (body === undefined || body instanceof FormData || body instanceof Uint8Array) return body;
  return JSON.stringify(body);
}

function addressOf(base: string, path: string, { params = {}, query = {} }: Call): string {
  const filled = path.replace(/\{([\w.-]+)(?::path)?\}/g, (_, name) => {
    const { [name]: value } = params;
    if (value === undefined) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined && value !== null) search.append(name, String(value));
  return base.replace(/\/$/, '') + filled + (search.size ? `?${search}` : '');
}

function signalOf({ signal }: CallOptions, timeout: number | undefined): { signal?: AbortSignal } {
  const signals = timeout === undefined ? [] : [AbortSignal.timeout(timeout)];
  if (signal) signals.push(signal);
  return signals[0] ? { signal: AbortSignal.any(signals) } : {};
}

/** Parses a body if its type is JSON; returns any other, or malformed JSON, as text. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!/^application\/(?:[^;]*\+)?json/i.test(response.headers.get('content-type') ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

type MethodOf<E extends Endpoints> = E[keyof E]['method'];

type NameAt<E extends Endpoints, M, P> = {
  [Name in keyof E]: E[Name] extends { method: M; path: P } ? Name : never;
}[keyof E];

type EndpointAt<E extends Endpoints, M, P> = E[NameAt<E, M, P>];

type PathOf<E extends Endpoints, M> = {
  [Name in keyof E]: E[Name] extends { method: M; path: infer P } ? P : never;
}[keyof E] &
  string;

/** The arguments after the path: optional if the endpoint requires nothing. */
type RequestTo<E extends Endpoint> =
  Record<never, never> extends PartsOf<E>
    ? [request?: PartsOf<E> & CallOptions]
    : [request: PartsOf<E> & CallOptions];

type PartsOf<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  HeadersPart<E['headers']> &
  BodyPart<E['body']>;

type Part<Name extends string, S> =
  S extends Readonly<Record<string, AnyField>>
    ? Record<never, never> extends Sent<S>
      ? { readonly [N in Name]?: Sent<S> }
      : { readonly [N in Name]: Sent<S> }
    : unknown;

/** The declared headers, and any others, such as one for a credential. */
type HeadersPart<S> =
  S extends Readonly<Record<string, AnyField>>
    ? { readonly headers: Sent<S> & Readonly<Record<string, unknown>> }
    : { readonly headers?: Readonly<Record<string, string>> };

type BodyPart<B> =
  B extends OptionalField<unknown>
    ? { readonly body?: SentAs<B> }
    : B extends Field<unknown>
      ? { readonly body: SentAs<B> }
      : B extends FormBody
        ? { readonly body: FormData }
        : B extends 'bytes' | 'unread'
          ? { readonly body?: unknown }
          : B extends Readonly<Record<string, AnyField>>
            ? { readonly body: Sent<B> }
            : unknown;

/** The values of a part as a client sends them; optional ones may be left out. */
type Sent<S extends Readonly<Record<string, AnyField>>> = {
  readonly [Name in keyof S as S[Name] extends OptionalField<unknown> ? never : Name]: SentAs<S[Name]>;
} & {
  readonly [Name in keyof S as S[Name] extends OptionalField<unknown> ? Name : never]?: SentAs<S[Name]>;
};

/** The value of a field as a client sends it. Issues are left out: only handlers get them as values. */
type SentAs<F> = F extends ObjectField<infer S> ? Sent<S> : Exclude<ValueOf<F>, Issue>;

/** The reply to a request: a union that a `switch` over its status narrows. */
type ReplyFrom<E extends Endpoints, Name extends keyof E> = {
  [Status in keyof RepliesOf<E>[Name] & number]: Reply<Status, RepliesOf<E>[Name][Status]>;
}[keyof RepliesOf<E>[Name] & number];
