import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../contract/refusal.ts';
import { refuse } from '../http/reply.ts';
import { isEnding } from './respond.ts';

/** What `node:http` could not read as a request, and would answer without a word. */

/** What the parser's complaints mean to the client; any other is a 400. */
const complaints: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(408, 'The request took too long to arrive'),
  HPE_HEADER_OVERFLOW: new Refusal(431, 'The headers of the request are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Refusal(413, 'The chunk extensions of the body are too large'),
  HPE_INVALID_VERSION: new Refusal(505, 'The HTTP version of the request must be 1.1 or 1.0'),
};
const unknownMethod = new Refusal(501, 'The method of the request is not known');
const notHttp = new Refusal(400, 'The request is not well-formed HTTP/1.1');
const noTunnel = new Refusal(501, 'The service is no proxy: it knows no CONNECT');

/** What the parser says when it meets something that it can't read. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Answers what could not be parsed as a request. */
export function answerComplaint(error: ParserError, socket: Duplex): void {
  if (isEnding(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else endWith(socket, refusalOf(error));
}

/** Answers a request for a tunnel. */
export function answerConnect(_request: unknown, socket: Duplex): void {
  endWith(socket, noTunnel);
}

/** To the parser, whatever does not begin with a method that it knows has a bad method: also what is no request. */
function refusalOf({ code = '', rawPacket }: ParserError): Refusal {
  const isRequest = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r\n/.test(rawPacket?.toString('latin1') ?? '');
  return code === 'HPE_INVALID_METHOD' && isRequest ? unknownMethod : (complaints[code] ?? notHttp);
}

/** Writes a reply on the bare socket, and ends it. */
function endWith(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = refuse(refusal);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body);
  socket.on('error', () => {}).end(lines.join('\r\n'));
}
