import { type Content, CutContent, piecesOf, StreamedContent } from '../../http/content.ts';
import { phrases } from '../../http/phrases.ts';
import type { FinalReply } from '../../http/types.ts';

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
  return `HTTP/1.1 ${status} ${phrases().get(status) ?? ''}\r\n${headers}${size}Date: ${date()}\r\n${connection}\r\n\r\n`;
}

function sizeLine(length: number | undefined, connection: string): string {
  if (length !== undefined) return `Content-Length: ${length}\r\n`;
  return connection === CLOSE_HEADER ? '' : 'Transfer-Encoding: chunked\r\n';
}

let second = 0;
let dated = '';

/** Returns the date (RFC 9110, 6.6.1), which is formatted once per second. */
function date(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    dated = new Date(now * 1000).toUTCString();
  }
  return dated;
}

/** Counts the bytes in the body of a reply; undefined if their number shows only at the end. */
export function sizeOf(content: Content): number | undefined {
  if (typeof content === 'string') return Buffer.byteLength(content);
  if (content instanceof CutContent) return content.size;
  if (content instanceof StreamedContent) return undefined;
  return piecesOf(content).reduce((size, piece) => size + Buffer.byteLength(piece), 0);
}
