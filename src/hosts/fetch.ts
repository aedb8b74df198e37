import {
  type Content,
  CutContent,
  CutOff,
  discard,
  iteratorOf,
  type Piece,
  piecesOf,
  StreamedContent,
  type WholeContent,
} from '../http/content.ts';
import { sizeOf } from '../http/limits.ts';
import { refusedHead } from '../http/refused-head.ts';
import { idLine, pairsOf, replyTo } from '../http/reply.ts';
import type {
  Answer,
  AppCore,
  Client,
  Deferred,
  FinalReply,
  PendingBody,
  PendingReply,
  RequestHead,
} from '../http/types.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { remembering } from '../text/memo.ts';
import { timer } from '../text/turns.ts';

/**
 * Serves an app wherever requests and responses follow the Fetch standard. A request waits only for what it needs, because each
 * additional promise costs a noticeable part of the time of an answer.
 */
export function createFetch(app: AppCore): (request: Request, info?: unknown) => Promise<Response> {
  return (request, info) => {
    const answer = receive(app, request, info);
    if (answer.kind === 'reply') return Promise.resolve(makeResponse(app, request, answer));
    if (answer.kind === 'pending') return settle(app, request, answer);
    if (answer.kind === 'deferred') return settleDeferred(app, request, answer);
    return answerWithBody(app, request, answer);
  };
}

function answerWithBody(app: AppCore, request: Request, answer: PendingBody): Promise<Response> {
  return readBytes(request, answer.limit).then(
    (body) => respond(app, request, body ? answer.complete(body) : answer.overflow()),
    () => respond(app, request, answer.brokenOff()),
  );
}

function receive(app: AppCore, request: Request, info: unknown): Answer | Deferred {
  const { method, url, headers } = request;
  const head: RequestHead = {
    method,
    target: targetOf(url),
    header: (name) => headers.get(name) ?? undefined,
    isSecure: url.startsWith('https:'),
    client: new FetchClient(request, info),
  };
  const refused = refusedHead(head, sizeOf(head.target, headers), app.limits);
  return refused ? app.finish(replyTo(refused), head) : app.receive(head);
}

/** The client of a request, as far as the runtime tells. */
class FetchClient implements Client {
  readonly #request: Request;
  readonly #info: unknown;

  constructor(request: Request, info: unknown) {
    this.#request = request;
    this.#info = info;
  }

  get remoteAddress(): string | undefined {
    const { remoteAddr, requestIP }: RuntimeInfo = Object(this.#info);
    // Deno passes the address, Bun its server, and Cloudflare sets a header that clients can't set.
    return (
      remoteAddr?.hostname ??
      requestIP?.call(this.#info, this.#request)?.address ??
      this.#request.headers.get('cf-connecting-ip') ??
      undefined
    );
  }
}

/** What runtimes pass with a request. */
interface RuntimeInfo {
  readonly remoteAddr?: { readonly hostname?: string };
  readonly requestIP?: (request: Request) => { readonly address: string } | null;
}

/**
 * Returns everything after the authority, without the fragment, which no server should get. Bun passes only a path if the request
 * has no usable host.
 */
function targetOf(url: string): string {
  const authority = url.startsWith('/') ? -1 : url.indexOf('://');
  const path = authority === -1 ? 0 : url.indexOf('/', authority + '://'.length);
  const fragment = url.indexOf('#', path);
  return fragment === -1 ? url.slice(path) : url.slice(path, fragment);
}

function respond(
  app: AppCore,
  request: Request,
  answer: FinalReply | PendingReply,
): Response | Promise<Response> {
  return answer.kind === 'reply' ? makeResponse(app, request, answer) : settle(app, request, answer);
}

/** Waits for a reply. */
async function settle(app: AppCore, request: Request, { reply, abort }: PendingReply): Promise<Response> {
  return makeResponse(app, request, await whileConnected(request, reply, abort));
}

/** Waits for an answer that may need the body. */
async function settleDeferred(
  app: AppCore,
  request: Request,
  { answer, abort }: Deferred,
): Promise<Response> {
  const made = await whileConnected(request, answer, abort);
  return made.kind === 'body' ? answerWithBody(app, request, made) : makeResponse(app, request, made);
}

/** Waits for a value, and tells its maker if the client disconnects. */
async function whileConnected<Value>(
  { signal }: Request,
  value: Promise<Value>,
  abort: () => void,
): Promise<Value> {
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  const made = await value;
  signal.removeEventListener('abort', abort);
  return made;
}

/** Makes the response for a reply. If the runtime cannot make it, that is a bug. */
function makeResponse(app: AppCore, request: Request, reply: FinalReply): Response {
  try {
    return responseTo(request, reply);
  } catch (bug) {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    return responseTo(request, app.fail(bug, reply.id, { header }));
  }
}

/** Reads the body of a request; undefined as soon as it is longer than `limit`. */
async function readBytes(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  // Reading a stream costs several times as much as reading the body at once.
  if (declared >= 0) return readAtOnce(request, limit);
  return readChunks(request, limit);
}

async function readAtOnce(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? undefined : bytes;
}

async function readChunks(request: Request, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const { value: chunk } = (await reader?.read()) ?? {};
    if (!reader || !chunk) return concatenate(chunks, length);
    length += chunk.length;
    if (length > limit) return stopReading(request, reader);
    chunks.push(chunk);
  }
}

/**
 * Stops reading a body. A form that this program itself has made is not cancelled: Node 24 writes all of it into its stream, and
 * rejects a promise that nobody can catch if it can't. It is in memory anyway.
 */
async function stopReading(
  { headers }: Request,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<undefined> {
  const isForm = headers.get('content-type')?.startsWith('multipart/form-data');
  if (isForm && !headers.has('transfer-encoding')) reader.releaseLock();
  else await reader.cancel();
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Tells Workers that a body with a content coding is already encoded. Other runtimes assume so. */
interface ResponseOptions extends ResponseInit {
  readonly encodeBody: 'manual';
}

/** Makes a response. An empty body is passed as null, because an empty string would get a Content-Type. */
function responseTo({ method }: Request, { status, headers: lines, body, id }: FinalReply): Response {
  const isBodiless = method === 'HEAD' || body === '';
  const headers = headersOf(lines.slice(0, -idLine(id).length), id);
  const options: ResponseOptions = { encodeBody: 'manual', status, headers };
  const response = new Response(isBodiless ? null : contentOf(body), options);
  if (method === 'HEAD' && body !== '') describeBody(body, response.headers);
  return response;
}

/** Completes the response to a HEAD: some runtimes give it a Content-Length of 0. */
function describeBody(body: Content, headers: Headers): void {
  discard(body);
  const size = body instanceof StreamedContent ? body.size : blobOf(body).size;
  if (size !== undefined) headers.set('Content-Length', String(size));
}

function contentOf(body: Content): Piece | Blob | ReadableStream<Uint8Array> {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  return body instanceof StreamedContent ? streamOf(body) : blobOf(body);
}

function blobOf(body: WholeContent): Blob {
  return new Blob([...piecesOf(body)]);
}

type Fields = Readonly<Record<string, string>>;

const MAX_REMEMBERED = 100;

/** Most replies share all header lines except for the id, and reading them costs as much as making the response. */
const fieldsOf = remembering((lines): Fields | 'several' => {
  const pairs = pairsOf(lines);
  const fields = Object.fromEntries(pairs);
  return Object.keys(fields).length < pairs.length ? 'several' : fields;
}, MAX_REMEMBERED);

/** Reads header lines, and adds the id. Returns a copy, because frameworks may change it. */
function headersOf(lines: string, id: string): Fields | Headers {
  const fields = fieldsOf(lines);
  if (fields === 'several') return severalOf([...pairsOf(lines), ['X-Request-Id', id]]);
  return { ...fields, 'X-Request-Id': id };
}

/** Keeps several fields with one name apart. */
function severalOf(pairs: ReturnType<typeof pairsOf>): Headers {
  const headers = new Headers();
  for (const [name, value] of pairs) headers.append(name, value);
  return headers;
}

/** Makes one piece at a time, when the client can take it and others have had their turn. */
function streamOf(content: StreamedContent): ReadableStream<Uint8Array> {
  const iterator = iteratorOf(content);
  return new ReadableStream({
    async pull(controller) {
      await timer(0);
      const { done, value } = await iterator.next();
      if (done && content instanceof CutContent) controller.error(new CutOff('The reply breaks off here'));
      else if (done) controller.close();
      else controller.enqueue(typeof value === 'string' ? encodeUtf8(value) : value);
    },
    cancel: () => void iterator.return?.(),
  });
}
