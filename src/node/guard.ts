import type { IncomingMessage } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../contract/refusal.ts';
import { type Reply, refuse } from '../http/reply.ts';
import { valuesOf } from './head.ts';

/** What `node:http` lets through and should not, and what it would answer without a word. */

const maxTarget = 8 * 1024;
const maxHeaders = 100;

const longTarget = refuse(new Refusal(414, `The request target is longer than ${maxTarget} bytes`));
const manyHeaders = refuse(new Refusal(431, `The request has more than ${maxHeaders} headers`));
const noHost = refuse(new Refusal(400, 'The request must have exactly one Host header'));
const expectation = refuse(new Refusal(417, 'The only expectation that can be met is 100-continue'));

/** The reply to a request that must not reach the service. */
export function objection({ url = '', rawHeaders, httpVersion }: IncomingMessage): Reply | undefined {
  if (url.length > maxTarget) return longTarget;
  if (rawHeaders.length > 2 * maxHeaders) return manyHeaders;
  const hosts = valuesOf(rawHeaders, 'host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return noHost;
  return valuesOf(rawHeaders, 'expect').some((value) => value.toLowerCase() !== '100-continue')
    ? expectation
    : undefined;
}

/** What the parser's complaints mean to the client; any other is a 400. */
const complaints: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(408, 'The request took too long to arrive'),
  HPE_HEADER_OVERFLOW: new Refusal(431, 'The headers of the request are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Refusal(413, 'The chunk extensions of the body are too large'),
  HPE_INVALID_VERSION: new Refusal(505, 'The HTTP version of the request must be 1.1 or 1.0'),
};
const unknownMethod = new Refusal(501, 'The method of the request is not known');
const notHttp = new Refusal(400, 'The request is not well-formed HTTP/1.1');

/** What the parser says when it meets something that it can't read. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** Answers, on the bare socket, what could not be parsed as a request. */
export function answerBadRequest(error: ParserError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refuse(complaint(error));
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body);
  socket.end(lines.join('\r\n'));
}

/** To the parser, whatever does not begin with a method that it knows has a bad method: also what is no request. */
function complaint({ code = '', rawPacket }: ParserError): Refusal {
  const isRequest = /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r\n/.test(rawPacket?.toString('latin1') ?? '');
  return code === 'HPE_INVALID_METHOD' && isRequest ? unknownMethod : (complaints[code] ?? notHttp);
}
