import { setImmediate } from 'node:timers/promises';
import { CutContent, CutOff, discard, iteratorOf, piecesOf, StreamedContent } from '../../http/content.ts';
import type { CreateListener, Listen } from '../../http/hosting.ts';
import { fieldSize, type HeadSize } from '../../http/limits.ts';
import { refusedHead } from '../../http/refused-head.ts';
import { pairsOf, replyTo } from '../../http/reply.ts';
import { failed } from '../../http/statuses.ts';
import type {
  AppCore,
  Deferred,
  FinalReply,
  NodeListener,
  NodeRequest,
  NodeResponse,
  PendingBody,
  PendingReply,
  RequestHead,
} from '../../http/types.ts';
import { checkListenSettings, runOptionsOf } from './listen-settings.ts';
import { openLog } from './log.ts';
import { removeStaleSocket } from './place.ts';
import { printBug } from './process.ts';
import { joinedValue } from './server/header-fields.ts';
import { Input } from './server/input.ts';
import { contentLength } from './server/output.ts';
import { nodeCompression, startService } from './service.ts';
import { type CertificateFiles, loadCertificate, openTls, type TlsLayer } from './tls.ts';

/** The methods of an app that exist only on Node. */

/** The time that requests in progress have when the service is closed, in milliseconds. */
const CLOSE_DEADLINE_MS = 10_000;

export const listenOnNode: Listen = async (app, given = {}) => {
  checkListenSettings(given);
  const { port = 0, host = '127.0.0.1', socket, logLevel, logFormat, tlsCert, tlsKey } = given;
  const isLogging = (logLevel ?? logFormat ?? 'silent') !== 'silent';
  const log = isLogging ? openLog({ level: logLevel ?? 'info', format: logFormat }) : undefined;
  const tls = tlsCert && tlsKey ? await encryption({ cert: tlsCert, key: tlsKey }) : undefined;
  const options = await runOptionsOf(given, { log, tls });
  const place = { port, host, socket };
  await removeStaleSocket(place);
  const { origin, stop } = await startService(app, place, options);
  return {
    origin,
    port: socket === undefined ? Number(new URL(origin).port) : 0,
    close: () => stop({ deadline: given.stopDeadline ?? CLOSE_DEADLINE_MS, grace: 0 }),
  };
};

async function encryption(files: CertificateFiles): Promise<TlsLayer> {
  const tls = await openTls();
  await loadCertificate(files, tls);
  return tls;
}

export const createAppListener: CreateListener = (app) =>
  createListener(app.build({ compression: nodeCompression }));

/** Serves an app on Node's own servers, and on anything else that passes on their requests. */
export function createListener(app: AppCore): NodeListener {
  return (request, response) => {
    const head = headOf(request);
    const send = responder(head, response);
    // There is nobody to tell about these errors.
    response.on('error', () => {});
    try {
      answer(app, head, { request, response }, send);
    } catch (bug) {
      printBug(bug);
      send(app.finish(replyTo(failed), head));
    }
  };
}

function answer(app: AppCore, head: RequestHead, exchange: NodeExchange, send: Send): void {
  const { request } = exchange;
  const refused = refusedHead(head, sizeOfHead(head.target, request.rawHeaders), app.limits);
  const first = refused ? app.finish(replyTo(refused), head) : app.receive(head);
  if (first.kind === 'body') receiveBody(exchange, first, send);
  else if (first.kind === 'deferred') answerLater(first, exchange, send);
  else send(first);
}

/** Waits for an answer that may need the body. */
async function answerLater({ answer, abort }: Deferred, exchange: NodeExchange, send: Send): Promise<void> {
  const { response } = exchange;
  response.on('close', abort);
  const made = await answer;
  response.off('close', abort);
  if (made.kind === 'body') receiveBody(exchange, made, send);
  else send(made);
}

function headOf({ method = 'GET', url = '/', rawHeaders, socket }: NodeRequest): RequestHead {
  // HTTP/2 has this in place of Host (RFC 9113, 8.3.1).
  const authority = () => joinedValue(rawHeaders, ':authority');
  return {
    method,
    target: url,
    header: (name) => joinedValue(rawHeaders, name) ?? (name === 'host' ? authority() : undefined),
    isSecure: 'encrypted' in Object(socket),
    client: socket,
  };
}

function sizeOfHead({ length: target }: string, fields: readonly string[]): HeadSize {
  const headers = fields.length / 2;
  const headerBytes = fields.reduce((sum, { length }) => sum + length, headers * fieldSize('', ''));
  return { target, headers, headerBytes };
}

interface NodeExchange {
  readonly request: NodeRequest;
  readonly response: NodeResponse;
}

type Send = (answer: FinalReply | PendingReply) => void;

/** Reads a body up to its limit. The rest is discarded, so that a client which is still sending sees the reply. */
function receiveBody({ request, response }: NodeExchange, answer: PendingBody, send: Send): void {
  if (hasLeft(response)) {
    send(answer.brokenOff());
    return;
  }
  if (request.readableEnded)
    throw new Error('The body was read before the app: mount it before body parsers');
  const content = new Input();
  const listeners = {
    data(chunk: Uint8Array) {
      if (content.length + chunk.length > answer.limit) conclude(answer.overflow());
      else content.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
    },
    end: () => conclude(answer.complete(content.take(content.length))),
    close: () => conclude(answer.brokenOff()),
  };
  function conclude(given: FinalReply | PendingReply): void {
    for (const [event, listener] of Object.entries(listeners)) request.off(event, listener);
    request.resume();
    send(given);
  }
  for (const [event, listener] of Object.entries(listeners)) request.on(event, listener);
  request.on('error', () => {});
}

/** Returns the function that sends the reply to a request as soon as it is made. */
function responder({ method }: RequestHead, response: NodeResponse): Send {
  return (answer) => {
    if (answer.kind === 'reply') {
      sendReply(answer, method !== 'HEAD', response);
      return;
    }
    response.on('close', answer.abort);
    answer.reply.then((reply) => {
      response.off('close', answer.abort);
      sendReply(reply, method !== 'HEAD', response);
    });
  };
}

/** Writes a reply, without its body if the request is a `HEAD`. */
function sendReply(reply: FinalReply, hasBody: boolean, response: NodeResponse): void {
  const { body } = reply;
  setHead(reply, response);
  if (!hasBody || body === '') {
    discard(body);
    response.end();
  } else if (body instanceof StreamedContent) sendStream(body, response);
  else {
    for (const piece of piecesOf(body)) response.write(piece);
    response.end();
  }
}

function setHead({ status, headers, body }: FinalReply, response: NodeResponse): void {
  const size = contentLength(body);
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairsOf(headers)) fields.set(name, [...(fields.get(name) ?? []), value]);
  if (status !== 204 && status !== 304 && size !== undefined) fields.set('Content-Length', [String(size)]);
  response.statusCode = status;
  for (const [name, [value = '', ...others]] of fields)
    response.setHeader(name, others.length === 0 ? value : [value, ...others]);
}

/** Makes and sends one piece at a time, when the client has read enough and other requests have had their turn. */
async function sendStream(content: StreamedContent, response: NodeResponse): Promise<void> {
  const pieces = iteratorOf(content);
  const stop = () => void pieces.return?.();
  response.on('close', stop);
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      // The client may have disconnected before, and its socket would not report that again.
      if (hasLeft(response)) return stop();
      if (done) break;
      if (!response.write(value)) await untilRead(response);
      await setImmediate();
    }
    response.off('close', stop);
    if (content instanceof CutContent)
      response.write('', () => response.destroy(new CutOff('The reply breaks off here')));
    else response.end();
  } catch (bug) {
    // Without an error, a stream of HTTP/2 would seem to end as it should.
    response.destroy(new CutOff('The reply breaks off here'));
    if (!(bug instanceof CutOff)) printBug(bug);
  }
}

function hasLeft({ destroyed, stream }: NodeResponse): boolean {
  return destroyed || stream?.destroyed === true;
}

/** Waits until the client has read what was written, or has disconnected. */
function untilRead(response: NodeResponse): Promise<void> {
  const events = ['drain', 'close'];
  return new Promise((resolve) => {
    const finish = () => {
      for (const event of events) response.off(event, finish);
      resolve();
    };
    for (const event of events) response.on(event, finish);
  });
}
