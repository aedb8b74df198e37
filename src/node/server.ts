import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { App } from '../http/exchange.ts';
import { named, requestId } from '../http/id.ts';
import type { Reply } from '../http/reply.ts';
import { readBytes } from './body.ts';
import { answerComplaint, answerConnect } from './complaint.ts';
import { objection } from './guard.ts';
import { headOf, valuesOf } from './head.ts';
import { expectResponse, respond, respondLast } from './respond.ts';

/** Milliseconds and bytes that a client is given. */
const defaults = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false,
} as const;

/** Carries the service on `node:http`. */
export function createNodeServer(app: App, options: ServerOptions = {}): Server {
  const serve = (request: IncomingMessage, response: ServerResponse) => serveRequest(app, request, response);
  const server = createServer({ ...defaults, ...options }, serve);
  server.maxRequestsPerSocket = 10_000;
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', answerConnect);
  server.on('clientError', answerComplaint);
  return server;
}

function serveRequest(app: App, request: IncomingMessage, response: ServerResponse): void {
  expectResponse(request.socket, response);
  const refused = objection(request);
  if (refused) {
    const [given] = valuesOf(request.rawHeaders, 'x-request-id');
    respondLast(request, response, named(refused, requestId(given)));
    return;
  }
  const answer = app.receive(headOf(request));
  if (!('complete' in answer)) {
    send(request, response, answer);
    return;
  }
  if (isAwaitingContinue(request)) response.writeContinue();
  readBytes(request, answer.limit, (body) =>
    send(request, response, body ? answer.complete(body) : answer.overflow()),
  );
}

/** HTTP/1.0 has no interim replies (RFC 9110, 10.1.1). */
function isAwaitingContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}

/** Whoever sends too much is not waited for. */
function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply.status === 413) respondLast(request, response, reply);
  else respond(response, reply);
}
