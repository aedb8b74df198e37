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
  function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    if (!server.listening) response.shouldKeepAlive = false;
    if (reply.status === 413 || hasEndlessBody(request)) respondLast(request, response, reply);
    else respond(response, reply);
  }

  /** Puts a request to the service, with its body where that is wanted. */
  function converse(request: IncomingMessage, response: ServerResponse): void {
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

  return (request, response) => {
    expectResponse(request.socket, response);
    const refused = objection(request);
    if (!refused) {
      converse(request, response);
      return;
    }
    const [given] = valuesOf(request.rawHeaders, 'x-request-id');
    respondLast(request, response, named(refused, requestId(given)));
  };
}

/** HTTP/1.0 has no interim replies (RFC 9110, 10.1.1). */
function isAwaitingContinue({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && valuesOf(rawHeaders, 'expect').length > 0;
}

/** Whether nobody has read a body that may go on for as long as its client likes. */
function hasEndlessBody({ complete, rawHeaders }: IncomingMessage): boolean {
  return !complete && valuesOf(rawHeaders, 'transfer-encoding').length > 0;
}
