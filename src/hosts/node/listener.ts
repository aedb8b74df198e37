import { refusedHead } from '../../http/host.ts';
import { fieldSize, type HeadSize } from '../../http/limits.ts';
import { replyTo } from '../../http/reply.ts';
import { failed } from '../../http/statuses.ts';
import type {
  AppCore,
  FinalReply,
  NodeListener,
  NodeRequest,
  NodeResponse,
  PendingBody,
  PendingReply,
  RequestHead,
} from '../../http/types.ts';
import { printBug } from './log/print.ts';
import { sendReply } from './response.ts';
import { joinedValue } from './server/fields.ts';
import { Input } from './server/input.ts';

/** Serves an app on Node's own servers, and on anything else that passes on their requests. */
export function createListener(app: AppCore): NodeListener {
  return (request, response) => {
    const head = headOf(request);
    const send = responder(head, response);
    // There is nobody to tell about these errors.
    response.on('error', () => {});
    try {
      answer(app, head, request, send);
    } catch (bug) {
      printBug(bug);
      send(app.finish(replyTo(failed), head));
    }
  };
}

function answer(app: AppCore, head: RequestHead, request: NodeRequest, send: Send): void {
  const refused = refusedHead(head, sizeOfHead(head.target, request.rawHeaders), app.limits);
  const first = refused ? app.finish(replyTo(refused), head) : app.receive(head);
  if (first.kind === 'body') receiveBody(request, first, send);
  else send(first);
}

function headOf({ method = 'GET', url = '/', rawHeaders, socket }: NodeRequest): RequestHead {
  // HTTP/2 has this in place of Host (RFC 9113, 8.3.1).
  const authority = () => joinedValue(rawHeaders, ':authority');
  return {
    method,
    target: url,
    header: (name) => joinedValue(rawHeaders, name) ?? (name === 'host' ? authority() : undefined),
    isSecure: 'encrypted' in Object(socket),
  };
}

function sizeOfHead({ length: target }: string, fields: readonly string[]): HeadSize {
  const headers = fields.length / 2;
  const headerBytes = fields.reduce((sum, { length }) => sum + length, headers * fieldSize('', ''));
  return { target, headers, headerBytes };
}

type Send = (answer: FinalReply | PendingReply) => void;

/** Reads a body up to its limit. The rest is discarded, so that a client which is still sending sees the reply. */
function receiveBody(request: NodeRequest, answer: PendingBody, send: Send): void {
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
