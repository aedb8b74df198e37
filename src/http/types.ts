import type { Method } from '../contract/endpoint.ts';
import type { Context, Refusal } from '../contract/outcome.ts';
import type { Issues } from '../errors/issue.ts';
import type { Content } from './content.ts';
import type { Limits } from './limits.ts';
import type { Reply } from './reply.ts';

/** An app, as hosts see it. */
export interface AppCore {
  /** The limits that hosts apply to the head of a request. */
  readonly limits: Limits;
  /** Answers the head of a request, or returns what it waits for. Never throws. */
  receive(head: RequestHead): Answer | Deferred;
  /** Adds to a reply of the host what every reply has, using as much of the request as is known. */
  finish(reply: Reply, known?: Partial<RequestHead>): FinalReply;
  /** Reports a bug of the host in the request with this id, and makes the reply to it. */
  fail(bug: unknown, id: string, known?: Partial<RequestHead>): FinalReply;
  /** Returns the path, as the contract declares it, that a target leads to. */
  routeOf(target: string): string | undefined;
  /** Returns the name of the endpoint that a request leads to. */
  endpointOf(head: Partial<RequestHead>): string | undefined;
}

/** A reply that is ready to be sent, with the id of its request. */
export interface FinalReply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: string;
  readonly body: Content;
  readonly id: string;
  readonly issues?: Issues | undefined;
}

/** A reply, or what has to happen before there is one. */
export type Answer<R = FinalReply> = R | PendingReply<R> | PendingBody<R>;

/** A reply that is not available yet. */
export interface PendingReply<R = FinalReply> {
  readonly kind: 'pending';
  /** Never rejects. */
  readonly reply: Promise<R>;
  /** Tells the maker of the reply that the client has disconnected. */
  abort(): void;
}

/** An answer that needs the body. The host stops reading after `limit` bytes. */
export interface PendingBody<R = FinalReply> {
  readonly kind: 'body';
  readonly limit: number;
  /** Returns the answer to the complete body. */
  complete(body: Uint8Array): R | PendingReply<R>;
  /** Returns the reply to a body beyond the limit. */
  overflow(): R | PendingReply<R>;
  /** Returns the reply to a body that ended too soon. The client may be gone. */
  brokenOff(): R | PendingReply<R>;
  /** Returns what to reply instead of the reply of a host that has stopped reading the body for another reason. */
  readonly refused?: (reply: R) => PendingReply<R>;
}

/** An answer of which it is not known yet if it needs the body. */
export interface Deferred {
  readonly kind: 'deferred';
  /** Never rejects. */
  readonly answer: Promise<FinalReply | PendingBody>;
  /** Tells the maker of the answer that the client has disconnected. */
  abort(): void;
}

/** The values of path parameters as sent, by name. */
export type Params = Readonly<Record<string, string>>;

/** The method and the path that a route answers. */
export interface RouteKey {
  readonly method: Method;
  /** Begins with a slash; `{name}` stands for a segment or a part of one, a final `{name:path}` for all the rest. */
  readonly path: string;
  /** The name of its endpoint, for messages about mistakes. */
  readonly name?: string;
}

/** An answer to one method on one path: an endpoint, or a page that is not an endpoint. */
export interface Route extends RouteKey {
  answer(input: RouteInput): Answer<Reply>;
  /** The most bytes of a body, if it has a limit of its own. */
  readonly maxBody?: number | undefined;
  /** Answers without the handler; a valid request gets the status `UNCALLED`. */
  check?(input: RouteInput): Answer<Reply>;
  /** Makes the reply to a request that is refused before it gets here, such as for its size. */
  readonly refuse?: (refusal: Refusal, head: RequestHead) => Reply;
}

/** The status in place of the reply of a handler that was not called. */
export const UNCALLED = 0;

/** Everything in a request that precedes its body, for the route that answers it. */
export interface RouteInput {
  readonly head: RequestHead;
  readonly segments: Params;
  readonly query: string | undefined;
  readonly context: RequestContext;
}

/** The context of a request, as the core sees it. */
export interface RequestContext extends Context {
  /** The request itself, for handlers of ours. */
  readonly head: RequestHead;
  readonly isAborted: boolean;
  /** Aborts its signal. */
  abort(reason: string): void;
}

/** A request without its body, as a host passes it on. */
export interface RequestHead {
  readonly method: string;
  /** The target in the request line, in ASCII. */
  readonly target: string;
  readonly header: HeaderLookup;
  /** True if the request came over TLS. */
  readonly isSecure?: boolean;
  /** The other end of the connection. */
  readonly client?: Client | null | undefined;
}

/** The other end of a connection: a socket of Node, or what knows as much. */
export interface Client {
  readonly remoteAddress?: string | undefined;
}

/** Returns a header by its lower-case name; several values are joined by `, ` (RFC 9110, 5.3). */
export type HeaderLookup = (name: string) => string | undefined;

/** The target of a request line: the path, byte for byte, and the query without its question mark. */
export interface Target {
  readonly path: string;
  /** Undefined if the target has no question mark. */
  readonly query: string | undefined;
}

/** Splits a target into its two parts. The origin of an absolute address is ignored (RFC 9112, 3.2.2). */
export function splitTarget(raw: string): Target {
  const target = raw.startsWith('/') ? raw : withoutOrigin(raw);
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: undefined }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function withoutOrigin(raw: string): string {
  const origin = /^https?:\/\/[^/?#@]+(?![^/?#])/i.exec(raw)?.[0];
  if (origin === undefined) return raw;
  const rest = raw.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The parts of Node's own servers that an app needs, without the types of Node, which other runtimes lack. */

/** A request of `node:http`, `node:https` or `node:http2`. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Alternating names and values, as sent. */
  readonly rawHeaders: readonly string[];
  /** A TLS socket has the property `encrypted`. */
  readonly socket?: Client | null;
  readonly readableEnded: boolean;
  on(event: string, listener: (chunk: Uint8Array) => void): unknown;
  off(event: string, listener: (chunk: Uint8Array) => void): unknown;
  resume(): unknown;
}

/** The response to such a request. */
export interface NodeResponse {
  statusCode: number;
  readonly destroyed: boolean;
  /** Only HTTP/2 has it, and says there whether the client has left. */
  readonly stream?: { readonly destroyed: boolean };
  setHeader(name: string, value: string | string[]): unknown;
  write(piece: string | Uint8Array, written?: () => void): boolean;
  end(): unknown;
  destroy(error?: Error): unknown;
  on(event: string, listener: () => void): unknown;
  off(event: string, listener: () => void): unknown;
}

/** Answers one request. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void;

/** The address to listen on; without a host, all interfaces, IPv4 and IPv6. */
export interface Address {
  readonly port: number;
  readonly host?: string | undefined;
}

/** A listening service. */
export interface Listening {
  /** The origin at which this machine can reach it, such as `http://127.0.0.1:49152`. */
  readonly origin: string;
  readonly port: number;
  /** Answers the requests that have arrived, and stops. */
  close(): Promise<void>;
}
