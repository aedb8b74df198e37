import { type Content, CutContent, piecesOf, StreamedContent } from '../../../http/content.ts';
import { phrases } from '../../../http/statuses.ts';
import type { FinalReply } from '../../../http/types.ts';
import { ensure } from '../../../text/memo.ts';

/** Replies in the form in which they are sent. */

/** The end of a head after which the connection ends. */
export const CLOSE_HEADER = 'Connection: close';

/** The response that tells a waiting client to send its body. */
export const CONTINUE_RESPONSE = 'HTTP/1.1 100 Continue\r\n\r\n';

/**
 * Returns the end of a head after which the connection is kept for this many milliseconds, but for at least a second: some
 * clients take a timeout of 0 for no limit.
 */
export function keepAliveHeaders(milliseconds: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.max(Math.floor(milliseconds / 1000), 1)}`;
}

/**
 * Writes the head of a reply. All names and values in it are ours, or were checked when they came in. A body of unknown length is
 * sent in chunks or, in the last reply, ends with the connection.
 */
export function headText(
  { status, headers }: FinalReply,
  length: number | undefined,
  connection: string,
): string {
  const size = status === 204 || status === 304 ? '' : sizeLine(length, connection);
  return `${statusLine(status)}${headers}${size}${ending(connection)}`;
}

const statusLines = new Map<number, string>();

/** Returns the first line of a reply, which is written once for each status. */
function statusLine(status: number): string {
  return ensure(statusLines, status, () => `HTTP/1.1 ${status} ${phrases().get(status) ?? ''}\r\n`);
}

function sizeLine(length: number | undefined, connection: string): string {
  if (length !== undefined) return `Content-Length: ${length}\r\n`;
  return connection === CLOSE_HEADER ? '' : 'Transfer-Encoding: chunked\r\n';
}

let second = 0;
let lastConnection = '';
let lastEnding = '';

/** Returns the end of a head, with the date (RFC 9110, 6.6.1). Nearly all replies of a second have the same. */
function ending(connection: string): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second || connection !== lastConnection) {
    second = now;
    lastConnection = connection;
    lastEnding = `Date: ${new Date(now * 1000).toUTCString()}\r\n${connection}\r\n\r\n`;
  }
  return lastEnding;
}

/** Counts the bytes in the body of a reply; undefined if their number shows only at the end. */
export function sizeOf(content: Content): number | undefined {
  if (typeof content === 'string') return Buffer.byteLength(content);
  if (content instanceof CutContent) return content.size;
  if (content instanceof StreamedContent) return undefined;
  return piecesOf(content).reduce((size, piece) => size + Buffer.byteLength(piece), 0);
}
