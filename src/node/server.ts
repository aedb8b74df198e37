import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { App } from '../http/exchange.ts';
import type { Reply } from '../http/reply.ts';
import { readBytes } from './body.ts';
import { answerComplaint, answerConnect } from './complaint.ts';
import { objection } from './guard.ts';
import { headOf } from './head.ts';
import { respond, respondLast } from './respond.ts';

/** Milliseconds and bytes that a connection is given. */
const options = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  requireHostHeader: false,
} as const;

/** Carries the service on `node:http`. */
export function createNodeServer(app: App): Server {
  const serve = (request: IncomingMessage, response: ServerResponse) => serveRequest(app, request, response);
  const server = createServer(options, serve);
  server.maxHeadersCount = 0;
  server.maxRequestsPerSocket = 10_000;
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', answerConnect);
  server.on('clientError', answerComplaint);
  return server;
}

function serveRequest(app: App, request: IncomingMessage, response: ServerResponse): void {
  const refused = objection(request);
  if (refused) {
    respondLast(request, response, refused);
    return;
  }
  const answer = app.receive(headOf(request));
  if (!('complete' in answer)) {
    send(request, response, answer);
    return;
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  readBytes(request, answer.limit, (body) =>
    send(request, response, body ? answer.complete(body) : answer.overflow()),
  );
}

/** Whoever sends too much is not waited for. */
function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply.status === 413) respondLast(request, response, reply);
  else respond(response, reply);
}
