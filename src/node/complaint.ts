import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../contract/refusal.ts';
import { named, requestId } from '../http/id.ts';
import { type Reply, replyTo } from '../http/reply.ts';
import { wrongVersion } from './guard.ts';
import { isEnding, pendingOn, respondAtOnce } from './respond.ts';

/** Answers to what Node's parser could not read as a request, for which Node itself has no words. */

/** What the parser's complaints mean to the client; any other is a 400. */
const complaints: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(408, 'The request took too long to arrive'),
  HPE_HEADER_OVERFLOW: new Refusal(431, 'The headers of the request are too large'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Refusal(413, 'The chunk extensions of the body are too large'),
};
const unknownMethod = new Refusal(501, 'The method of the request is not known');
const notHttp = new Refusal(400, 'The request is not well-formed HTTP/1.1');
const noTunnel = new Refusal(501, 'The service is no proxy: it knows no CONNECT');

/** What the parser says when it meets something that it can't read. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  /** Where in the packet that was. */
  readonly bytesParsed?: number;
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

/** The parser calls a method or a version invalid also where there is no request line at all. */
function refusalOf(error: ParserError): Refusal {
  const { code = '' } = error;
  const [, method, version] = /^(\S+) \S+ HTTP\/(\d\.\d)$/.exec(lineOf(error)) ?? [];
  if (code === 'HPE_INVALID_METHOD' && method !== undefined && isToken(method)) return unknownMethod;
  if (code === 'HPE_INVALID_VERSION' && version !== undefined) return wrongVersion;
  return complaints[code] ?? notHttp;
}

/** The line in which the parser stopped; the packet may hold more requests than one. */
function lineOf({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const text = rawPacket?.toString('latin1') ?? '';
  const start = text.lastIndexOf('\n', Math.max(bytesParsed - 1, 0)) + 1;
  return text.slice(start, Math.max(text.indexOf('\r\n', start), start));
}

function isToken(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** Refuses what came last on a connection, after all replies to what came before, and ends it. */
function endWith(socket: Duplex, refusal: Refusal): void {
  const pending = pendingOn(socket);
  if (!pending) socket.on('error', () => {}).end(bytesOf(refusal));
  else if (pending.req.complete) pending.once('close', () => endWith(socket, refusal));
  else if (pending.headersSent) socket.destroy();
  else respondAtOnce(pending, unnamed(refusal));
}

/** The reply to a request of which not even the name could be read. */
function unnamed(refusal: Refusal): Reply {
  return named(replyTo(refusal), requestId(undefined));
}

function bytesOf(refusal: Refusal): string {
  const { status, headers, body } = unnamed(refusal);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body);
  return lines.join('\r\n');
}
