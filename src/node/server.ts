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
  const server = createServer({ ...defaults, ...options });
  const serve = serving(app, server);
  server.on('request', serve);
  server.maxRequestsPerSocket = 10_000;
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', answerConnect);
  server.on('clientError', answerComplaint);
  return server;
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers requests; once the server has stopped listening, each reply is the last of its connection. */
function serving(app: App, server: Server): Serve {
  const send = (request: IncomingMessage, response: ServerResponse, reply: Reply) => {
    if (!server.listening) response.shouldKeepAlive = false;
    if (reply.status === 413 || hasEndlessBody(request)) respondLast(request, response, reply);
    else respond(response, reply);
  };
  return (request, response) => {
    expectResponse(request.socket, response);
    const refused = objection(request);
    if (refused) respondLast(request, response, named(refused, requestId(givenId(request))));
    else converse(app, request, response, (reply) => send(request, response, reply));
  };
}

/** Puts a request to the service, with its body where that is wanted. */
function converse(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  send: (reply: Reply) => void,
): void {
  const answer = app.receive(headOf(request));
  if (!('complete' in answer)) {
    send(answer);
    return;
  }
  if (isAwaitingContinue(request)) response.writeContinue();
  readBytes(request, answer.limit, (body) => send(body ? answer.complete(body) : answer.overflow()));
}

/** HTTP/1.0 has no interim replies (RFC 9110, 10.1.1). */
function isAwaitingContinue({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}

/** Whether nobody has read a body that may go on for as long as its client likes. */
function hasEndlessBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && headers['transfer-encoding'] !== undefined;
}

function givenId({ rawHeaders }: IncomingMessage): string | undefined {
  return valuesOf(rawHeaders, 'x-request-id')[0];
}
