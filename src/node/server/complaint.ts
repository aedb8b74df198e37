import type { Duplex } from 'node:stream';
import { Refusal } from '../../contract/refusal.ts';
import type { App } from '../../http/exchange.ts';
import { headersTooLarge, targetTooLong } from '../../http/limits.ts';
import { tooSlow, unknownMethod, wrongVersion } from '../../http/refusals.ts';
import { replyTo } from '../../http/reply.ts';
import { endGently, isEnding } from './linger.ts';
import { newestTurn } from './turn.ts';
import type { Watch } from './watch.ts';
import { close, headText } from './wire.ts';

/** Answers to what Node's parser could not read as a request, for which Node itself has no words. */

/** What the parser's complaints mean to the client; any other is a 400. */
const complaints: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Refusal(413, 'The chunk extensions of the body are too large'),
};
const notHttp = new Refusal(400, 'The request is not well-formed HTTP/1.1');
const noTunnel = new Refusal(501, 'The service is no proxy: it knows no CONNECT');

/** What the parser says when it meets something that it can't read. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  /** Where in the packet that was. */
  readonly bytesParsed?: number;
}

/** What answers in place of the service. */
export interface Complaints {
  /** Answers what could not be parsed as a request. */
  onError(error: ParserError, socket: Duplex): void;
  /** Answers a request for a tunnel. */
  onConnect(request: unknown, socket: Duplex): void;
}

/** Answers in the name of a service what does not get as far as that. */
export function complaintsOf(app: App, watch: Watch | undefined): Complaints {
  const refusalOf = refusals(app);

  /** Refuses what came last on a connection, after all replies to what came before, and ends it. */
  function endWith(socket: Duplex, refusal: Refusal): void {
    const turn = newestTurn(socket);
    if (!turn || (turn.request.complete && turn.response.writableFinished)) {
      const reply = app.finish(replyTo(refusal));
      watch?.(undefined)(reply);
      socket.write(headText(reply, Buffer.byteLength(reply.body), close) + reply.body);
      endGently(socket);
    } else if (turn.request.complete) turn.response.once('close', () => endWith(socket, refusal));
    else if (turn.response.headersSent) socket.destroy();
    else turn.replyLast(app.finish(replyTo(refusal)));
  }

  return {
    onError(error, socket) {
      if (isEnding(socket)) return;
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else if (error.code === 'HPE_CLOSED_CONNECTION') endSilently(socket);
      else endWith(socket, refusalOf(error));
    },
    onConnect: (_, socket) => endWith(socket, noTunnel),
  };
}

/** Nothing is answered behind a request that was the last of its connection (RFC 9112, 9.6). */
function endSilently(socket: Duplex): void {
  const response = newestTurn(socket)?.response;
  if (!response || response.writableFinished) endGently(socket);
  else response.once('close', () => endGently(socket));
}

/** The parser calls a method or a version invalid also where there is no request line at all. */
function refusals({ limits }: App): (error: ParserError) => Refusal {
  return (error) => {
    const { code = '' } = error;
    const [, method, version] = /^(\S+) \S+ HTTP\/(\d\.\d)$/.exec(lineOf(error)) ?? [];
    if (code === 'HPE_INVALID_METHOD' && method !== undefined && isToken(method)) return unknownMethod;
    if (code === 'HPE_INVALID_VERSION' && version !== undefined) return wrongVersion;
    if (code === 'HPE_HEADER_OVERFLOW')
      return /^[A-Z-]+ /.test(lineOf(error)) ? targetTooLong(limits) : headersTooLarge(limits);
    return complaints[code] ?? notHttp;
  };
}

/** The line in which the parser stopped; the packet may hold more requests than one. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString('latin1') ?? '';
  const start = text.lastIndexOf('\n', Math.max(bytesParsed - 1, 0)) + 1;
  const end = text.indexOf('\r\n', start);
  return text.slice(start, end === -1 ? undefined : end);
}

function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}
