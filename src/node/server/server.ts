import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { App, NamedReply } from '../../http/exchange.ts';
import { type Reply, replyTo } from '../../http/reply.ts';
import type { RequestHead } from '../../http/request.ts';
import { abandon, Backlog } from './backlog.ts';
import { Request } from './body.ts';
import { complaintsOf } from './complaint.ts';
import { objection } from './guard.ts';
import { headOf, valuesOf } from './head.ts';
import { isEnding } from './linger.ts';
import { defaultPatience, type Patience } from './patience.ts';
import { Response } from './response.ts';
import { newestTurn, Turn } from './turn.ts';
import type { Watch } from './watch.ts';
import { keepAlive } from './wire.ts';

export interface NodeOptions extends Partial<Patience> {
  /** Answers what is no matter of the service, and takes its time. */
  readonly aside?: Aside | undefined;
  /** Is told of every request and its reply. */
  readonly watch?: Watch | undefined;
  /** Whether connections are to end with the replies that are sent now. */
  readonly isStopping?: () => boolean;
}

/** Gives the reply to a request that it knows. It never fails. */
export type Aside = (head: RequestHead) => Promise<Reply> | undefined;

/**
 * How often Node looks for clients that take too long, in milliseconds. Each that it lets go takes a while: the fewer it
 * finds at a time, the less others feel of it, but an idle service is woken as often.
 */
const checkingInterval = 50;

/** Carries the service on `node:http`. */
export function createNodeServer(app: App, options: NodeOptions = {}): Server {
  const patience = { ...defaultPatience, ...options };
  const server = createServer({
    IncomingMessage: Request,
    ServerResponse: Response,
    headersTimeout: Math.min(patience.headersTimeout, patience.requestTimeout),
    requestTimeout: patience.requestTimeout,
    keepAliveTimeout: patience.idleTimeout,
    connectionsCheckingInterval: checkingInterval,
    maxHeaderSize: app.limits.target + app.limits.headerBytes,
    requireHostHeader: false,
  });
  const serve = serving(app, patience);
  const complaints = complaintsOf(app, options.watch);
  // Node would drop what comes after its own count, or refuse it without saying why.
  server.maxHeadersCount = 0;
  server.on('request', serve);
  server.on('checkContinue', serve);
  server.on('checkExpectation', serve);
  server.on('connect', complaints.onConnect);
  server.on('clientError', complaints.onError);
  return server;
}

type Serve = (request: Request, response: Response) => void;

/** Answers requests. */
function serving(app: App, options: Patience & NodeOptions): Serve {
  const {
    requestTimeout,
    idleTimeout,
    requestsPerConnection,
    watch,
    aside,
    isStopping = () => false,
  } = options;
  const terms = { patience: requestTimeout, kept: keepAlive(idleTimeout) };
  const backlog = new Backlog();

  /** Puts a request to the service, with its body where that is wanted. */
  function converse(turn: Turn): void {
    const { request, response } = turn;
    const head = headOf(request);
    const reply = aside?.(head);
    if (reply) {
      reply.then((known) => send(turn, app.finish(known, head.header)));
      return;
    }
    const answer = app.receive(head);
    if (!('complete' in answer)) {
      send(turn, answer);
      return;
    }
    if (isAwaitingContinue(request)) response.writeContinue();
    request.completeWith(answer, (reply) => send(turn, reply));
  }

  /**
   * While the service stops, each reply is the last of its connection, unless other requests came with this one: what
   * has been received is answered.
   */
  function send(turn: Turn, reply: NamedReply): void {
    if (isLast(turn.request)) turn.response.shouldKeepAlive = false;
    if (!isStopping()) deliver(turn, reply);
    else
      setImmediate(() => {
        turn.response.shouldKeepAlive &&= !turn.isNewest;
        deliver(turn, reply);
      });
  }

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed || isEnding(socket) || newestTurn(socket)?.position === requestsPerConnection)
      return;
    if (!backlog.admits(socket, response)) {
      abandon(socket);
      return;
    }
    const turn = new Turn(request, response, terms, watch?.(request));
    // Node counts requests as well, but leaves the connection open and answers the next one without a word.
    if (turn.position >= requestsPerConnection) response.shouldKeepAlive = false;
    const refused = objection(request, app.limits);
    if (refused) turn.replyLast(app.finish(replyTo(refused), headOf(request).header));
    else converse(turn);
  };
}

function deliver(turn: Turn, reply: NamedReply): void {
  if (reply.status === 413 || hasEndlessBody(turn.request)) turn.replyLast(reply);
  else turn.reply(reply);
}

/** Whether nothing can come behind a request; Node drops what comes behind the offer of an upgrade. */
function isLast({ rawHeaders }: IncomingMessage): boolean {
  return valuesOf(rawHeaders, 'connection').some((value) => LAST.test(value));
}

/** Among several options `close` wins (RFC 9112, 9.3). */
const LAST = /(?:^|[\s,])(?:close|upgrade)(?:$|[\s,])/i;

/** HTTP/1.0 has no interim replies (RFC 9110, 10.1.1). */
function isAwaitingContinue({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.1' && valuesOf(rawHeaders, 'expect').length > 0;
}

/** Whether nobody has read a body that may go on for as long as its client likes. */
function hasEndlessBody({ complete, rawHeaders }: IncomingMessage): boolean {
  return !complete && valuesOf(rawHeaders, 'transfer-encoding').length > 0;
}
