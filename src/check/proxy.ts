import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type InformationEvent,
  type OutgoingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import { trim } from '../text/scan.ts';
import { isFieldValue } from '../text/strings.ts';
import type { Pairs } from './result.ts';
import { headerPairs, NoReply, reasonOf } from './sender.ts';

/** Stands between clients and one service: passes on what either says, and tells what it was. */

export interface ProxyOptions {
  /** The address of the service, and the only one that is contacted. */
  readonly address: string;
  readonly port: number;
  readonly host: string;
  /** Called with each request and its reply, once it is over; not if the client has left before. Their bodies are kept until it ends. */
  readonly onExchange: (exchange: Exchange) => unknown;
  /** Answers a request in place of the service. If given, each request is read before it is passed on. */
  readonly answer?: ((request: SeenRequest) => Promise<ProxyReply | undefined>) | undefined;
}

/** A request as it went through. */
export interface SeenRequest {
  readonly method: string;
  /** The path and query. */
  readonly target: string;
  readonly headers: Pairs;
  readonly body: Kept;
}

/** A reply as it went through. */
export interface SeenReply {
  readonly status: number;
  readonly headers: Pairs;
  readonly body: Kept;
}

/** One request, and what came back. */
export interface Exchange {
  readonly request: SeenRequest;
  readonly reply: SeenReply | NoReply;
  /** True if the service was not asked. */
  readonly isBlocked: boolean;
  /** When the request came, in milliseconds since 1970, and how long it took. */
  readonly sentAt: number;
  readonly took: number;
}

/** A reply that the proxy gives itself. */
export interface ProxyReply {
  readonly status: number;
  readonly headers: Pairs;
  readonly body: string;
}

/** The most bytes of a body that are kept, and of all bodies at a time: thousands of clients may send one slowly. */
export const MAX_KEPT = 1024 * 1024;
export const MAX_ALL_KEPT = 32 * MAX_KEPT;

/** The most parts of a body that are kept as they came: one of a single byte takes a hundred times as much. */
const MAX_CHUNKS = 1000;

/** The bytes that all bodies together may still take. */
export class Room {
  left = MAX_ALL_KEPT;
}

/** The beginning of a body, up to a limit. */
export class Kept {
  readonly #room: Room;
  #isTold = false;
  #chunks: Buffer[] = [];
  size = 0;
  /** True if the body is longer than what is kept. */
  isCut = false;
  /** True once all of the body went through. */
  isEnded = false;

  constructor(room = new Room()) {
    this.#room = room;
  }

  add(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.isCut || this.#isTold) return;
    this.#chunks.push(chunk);
    if (this.#chunks.length > MAX_CHUNKS) this.#chunks = [this.bytes];
    this.#room.left -= chunk.length;
    this.isCut = this.size > MAX_KEPT || this.#room.left < 0;
  }

  /** Leaves its room to others, once nobody reads it any more. */
  leave(): void {
    this.#isTold = true;
    for (const { length } of this.#chunks) this.#room.left += length;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}

interface Proxy {
  readonly address: string;
  /** Stops listening, and lets open requests end within a short time. */
  close(): Promise<void>;
}

/** The limit on the headers of a request and of a reply, which is higher than that of any usual server. */
const MAX_HEADER_BYTES = 256 * 1024;
/** The most requests that a client sends ahead of their replies. */
const MAX_AHEAD = 1000;
/** The time for which a connection to the service is kept. Most servers keep theirs for longer, so none is closed while it is used. */
const IDLE_MS = 1000;
/** The time that open requests have to end. */
const GRACE_MS = 1000;

/** Starts to listen. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const service = new Service(options.address);
  const room = new Room();
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: 0,
    requireHostHeader: false,
  });
  const replies = new WeakMap<Socket, Promise<unknown>>();
  const counts = new WeakMap<Socket, number>();
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request.on('error', () => {});
    const count = (by: number) => {
      const ahead = (counts.get(socket) ?? 0) + by;
      counts.set(socket, ahead);
      return ahead;
    };
    if (count(1) > MAX_AHEAD) {
      socket.destroy();
      return;
    }
    response.once('close', () => count(-1));
    const passOn = () => {
      if (socket.destroyed) return undefined;
      void new Passage({ service, options, room }, request, response).run();
      return new Promise((resolve) => response.once('close', resolve));
    };
    // Of the requests that a client sends ahead, each may rely on what those before it have done.
    const before = replies.get(socket);
    replies.set(socket, before ? before.then(passOn) : Promise.resolve(passOn()));
  };
  // With a listener for both, Node leaves the answer to `Expect` to the service.
  server.on('request', pass).on('checkContinue', pass).on('checkExpectation', pass);
  const tunnels = new Set<Duplex>();
  server.on('upgrade', (request, socket, head) => {
    tunnels.add(socket.once('close', () => tunnels.delete(socket)));
    tunnel(service, request, socket, head);
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of tunnels) socket.destroy();
      const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(late);
      service.agent.destroy();
    },
  };
}

/** The service, and how requests get there. */
class Service {
  readonly agent: HttpAgent;
  readonly #url: URL;
  readonly #prefix: string;

  constructor(address: string) {
    this.#url = new URL(address);
    this.#prefix = this.#url.pathname.replace(/\/$/, '');
    const Agent = this.#isSecure ? HttpsAgent : HttpAgent;
    this.agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  }

  get #isSecure(): boolean {
    return this.#url.protocol === 'https:';
  }

  /** Begins a request with the same method, target and headers. */
  request(request: IncomingMessage, further: readonly string[] = []): ClientRequest {
    const headers = [...this.#headers(request), ...further];
    const isPlain = isFramed(headers) || BODILESS_METHOD.test(defined(request.method));
    const start = this.#isSecure ? httpsRequest : httpRequest;
    const sent = start({
      hostname: this.#url.hostname.replace(/^\[|\]$/g, ''),
      port: this.#url.port,
      method: defined(request.method),
      path: this.#prefix + targetOf(request),
      agent: this.agent,
      maxHeaderSize: MAX_HEADER_BYTES,
      setHost: false,
      ...(isPlain && { headers }),
    });
    if (!isPlain) addHeaders(sent, headers);
    return sent;
  }

  /** The headers for the service. One on another machine may have several names, and is asked for by that of its address. */
  #headers(request: IncomingMessage): string[] {
    const headers = passedHeaders(request);
    if (request.headers.host === undefined) return ['Host', this.#url.host, ...headers];
    if (LOCAL.test(this.#url.hostname)) return headers;
    const isHost = (at: number) => at % 2 === 1 && HOST.test(defined(headers[at - 1]));
    return headers.map((text, at) => (isHost(at) ? this.#url.host : text));
  }
}

/** Tells whether headers say where the body ends. */
function isFramed(headers: readonly string[]): boolean {
  return headers.some((text, at) => at % 2 === 0 && FRAMING.test(text));
}

/** The first status of a reply that is the last one to its request. */
const FIRST_FINAL = 200;

function malformed({ statusCode = 0, statusMessage = '' }: IncomingMessage): Error {
  const status = `${String(statusCode).padStart(STATUS_DIGITS, '0')} ${statusMessage}`;
  return new Error(`the reply is not HTTP (its status is ${status.replace(/\p{Cc}/gu, '?')})`);
}

const STATUS_DIGITS = 3;

const BODILESS_STATUS = /^(?:204|304)$/;
const FRAMING = /^(?:content-length|transfer-encoding)$/i;
const HOST = /^host$/i;
const LOCAL = /^(?:localhost|127\.[\d.]+|\[::1\])$/;
/** The methods whose requests Node sends without a body unless there is one. */
const BODILESS_METHOD = /^(?:GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/;

/** Adds headers to a request without a body, to which Node would add an empty one. */
function addHeaders(sent: ClientRequest, headers: readonly string[]): void {
  const byName = new Map<string, [name: string, ...values: string[]]>();
  for (const [name, value] of headerPairs(headers))
    ensure(byName, name.toLowerCase(), () => [name]).push(value);
  for (const [name, ...values] of byName.values()) sent.setHeader(name, values);
  sent.removeHeader('Content-Length');
  sent.removeHeader('Transfer-Encoding');
}

/** The path and query, also of a target with an address, which is never contacted. */
function targetOf({ url = '' }: IncomingMessage): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}

/** Headers that are about one connection. The proxy has two of them. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'upgrade',
]);

/** Leaves out the headers that are about the connection alone, among them those that `Connection` names. */
function passedHeaders({ rawHeaders, headers }: IncomingMessage, others: readonly string[] = []): string[] {
  const named = new Set((headers.connection ?? '').toLowerCase().split(',').map(trim));
  const passed: string[] = [];
  for (const [name, value] of headerPairs(rawHeaders)) {
    const key = name.toLowerCase();
    if (!OF_CONNECTION.has(key) && !named.has(key) && !others.includes(key)) passed.push(name, value);
  }
  return passed;
}

/** What clients of HTTP/1.0, and those that wait for another protocol, do not read. */
const chunked: readonly string[] = ['transfer-encoding'];

/** What all requests have in common. */
interface Passing {
  readonly service: Service;
  readonly options: ProxyOptions;
  readonly room: Room;
}

/** One request on its way to the service, and its reply on the way back. */
class Passage {
  readonly #service: Service;
  readonly #options: ProxyOptions;
  readonly #room: Room;
  readonly #bodies: Kept[] = [];
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #seen: SeenRequest;
  readonly #sentAt = Date.now();
  readonly #start = performance.now();
  #reply: SeenReply | NoReply | undefined;
  #isBlocked = false;

  constructor({ service, options, room }: Passing, request: IncomingMessage, response: ServerResponse) {
    this.#service = service;
    this.#options = options;
    this.#room = room;
    this.#request = request;
    this.#response = response;
    const headers = headerPairs(request.rawHeaders);
    this.#seen = { method: defined(request.method), target: targetOf(request), headers, body: this.#body() };
  }

  #body(): Kept {
    const body = new Kept(this.#room);
    this.#bodies.push(body);
    return body;
  }

  async run(): Promise<void> {
    const { answer } = this.#options;
    this.#response.once('close', () => void this.#end());
    if (answer) {
      if (/100-continue/i.test(this.#request.headers.expect ?? '')) this.#response.writeContinue();
      await readAhead(this.#request, this.#seen.body);
      const reply = this.#response.destroyed ? undefined : await answer(this.#seen);
      if (this.#response.destroyed) return;
      if (reply) return this.#block(reply);
    }
    this.#forward();
  }

  #block(reply: ProxyReply): void {
    this.#isBlocked = true;
    this.#answer(reply);
  }

  /** Answers in place of the service. */
  #answer({ status, headers, body }: ProxyReply): void {
    const kept = this.#body();
    kept.add(Buffer.from(body));
    kept.isEnded = true;
    this.#reply ??= { status, headers, body: kept };
    this.#response.writeHead(status, headers.flat()).end(body);
    this.#request.resume();
  }

  #forward(): void {
    const sent = this.#service.request(this.#request);
    const { body } = this.#seen;
    sent.on('information', (head) => this.#inform(head));
    sent.on('response', (reply) => this.#back(reply));
    sent.on('upgrade', (reply, socket) => {
      socket.destroy();
      this.#fail(malformed(reply));
    });
    sent.on('error', (error) => this.#fail(error));
    this.#response.once('close', () => this.#response.writableFinished || sent.destroy());
    // The rest of a body that nobody reads must not keep the client from its next request.
    sent.once('close', () => this.#request.unpipe(sent).resume());
    keepFlowing(sent);
    passBody(this.#request, sent, body);
  }

  /** Passes on an interim reply, unless it is malformed or the client does not read. */
  #inform(head: InformationEvent): void {
    const { socket } = this.#response;
    if (isFieldValue(head.statusMessage) && socket?.writableNeedDrain === false)
      socket.write(headOf(head, head.rawHeaders), 'latin1');
  }

  #back(reply: IncomingMessage): void {
    const response = this.#response;
    const status = defined(reply.statusCode);
    if (status < FIRST_FINAL || !isFieldValue(defined(reply.statusMessage))) {
      reply.destroy();
      this.#fail(malformed(reply));
      return;
    }
    const body = this.#body();
    this.#reply = { status, headers: headerPairs(reply.rawHeaders), body };
    reply.on('error', () => {
      this.#reply = new NoReply('the reply broke off');
      response.destroy();
    });
    // What the reply lacks is not added to it.
    response.sendDate = false;
    response.removeHeader('Transfer-Encoding');
    const headers = passedHeaders(reply, this.#request.httpVersion === '1.0' ? chunked : []);
    const hasLength = isFramed(headers) || BODILESS_STATUS.test(String(status));
    if (!hasLength && this.#request.method !== 'HEAD') headers.push('Connection', 'close');
    response.writeHead(status, reply.statusMessage, headers);
    passBody(reply, response, body);
  }

  #fail(error: Error): void {
    // A service that refuses a body may close the connection before all of it was sent.
    if (this.#reply || this.#response.destroyed) return;
    this.#reply = new NoReply(reasonOf(error));
    const body = `The service gave no reply: ${this.#reply.why}\n`;
    this.#answer({ status: 502, headers: [['Content-Type', 'text/plain']], body });
  }

  /** Tells what went through, and lets go of the bodies. */
  async #end(): Promise<void> {
    await this.#tell();
    for (const body of this.#bodies) body.leave();
  }

  /** Tells what went through, unless the client has left before the end. */
  #tell(): unknown {
    const reply = this.#reply;
    const hasLeft = !this.#response.writableFinished && !(reply instanceof NoReply);
    if (hasLeft || !reply) return undefined;
    return this.#options.onExchange({
      request: this.#seen,
      reply,
      isBlocked: this.#isBlocked,
      sentAt: this.#sentAt,
      took: performance.now() - this.#start,
    });
  }
}

/** Reads a body to its end, or until it is longer than what is kept. */
function readAhead(request: IncomingMessage, kept: Kept): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      kept.isEnded = request.readableEnded;
      request.pause().off('data', add).off('end', stop).off('close', stop);
      resolve();
    };
    const add = (chunk: Buffer) => {
      kept.add(chunk);
      if (kept.isCut) stop();
    };
    request.on('data', add).on('end', stop).on('close', stop);
  });
}

/** Tells a request when its connection takes more, which Node does only until the reply is complete. */
function keepFlowing(sent: ClientRequest): void {
  sent.once('socket', (socket) => {
    const drain = () => sent.emit('drain');
    socket.on('drain', drain);
    sent.once('close', () => socket.off('drain', drain));
  });
}

/** Passes on a body as fast as it is read, with what was read ahead of it, and its trailers. */
function passBody(from: IncomingMessage, to: OutgoingMessage, kept: Kept): void {
  if (kept.size > 0) to.write(kept.bytes);
  const end = () => {
    kept.isEnded = true;
    to.addTrailers(headerPairs(from.rawTrailers));
    to.end();
  };
  if (from.readableEnded) {
    end();
    return;
  }
  // Headers wait for the first bytes of the body, but not for long: those of an event stream may never come.
  setImmediate(() => kept.size > 0 || to.writableEnded || to.flushHeaders());
  from
    .on('data', (chunk) => kept.add(chunk))
    .on('end', end)
    .pipe(to, { end: false });
}

/** Connects a client and the service with each other, if the service changes the protocol: to WebSockets. */
function tunnel(service: Service, request: IncomingMessage, socket: Duplex, first: Buffer): void {
  const sent = service.request(request, [
    'Connection',
    'Upgrade',
    'Upgrade',
    defined(request.headers.upgrade),
  ]);
  sent.on('upgrade', (reply, other, head) => {
    socket.write(headOf(reply, reply.rawHeaders), 'latin1');
    socket.write(head);
    other.write(first);
    other.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('close', () => other.destroy());
    other.pipe(socket).pipe(other);
  });
  sent.on('response', (reply) => {
    socket.write(headOf(reply, [...passedHeaders(reply, chunked), 'Connection', 'close']), 'latin1');
    reply.on('error', () => socket.destroy()).pipe(socket);
  });
  sent.on('error', () => socket.destroy());
  socket.on('error', () => sent.destroy());
  sent.end();
}

/** Writes the head of a reply. */
function headOf(
  { statusCode = 0, statusMessage = '' }: Partial<IncomingMessage>,
  headers: readonly string[],
) {
  const lines = headerPairs(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
}
