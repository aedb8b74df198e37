import { type Content, CutContent, piecesOf, StreamedContent } from '../../http/content.ts';
import { phrases } from '../../http/phrases.ts';
import type { FinalReply } from '../../http/types.ts';

/** Replies as they go over the wire. */

/** The last words of a head after which the connection ends. */
export const CLOSE_HEADER = 'Connection: close';

/** The response that tells a client to send the body with which it waits. */
export const CONTINUE_RESPONSE = 'HTTP/1.1 100 Continue\r\n\r\n';

/**
 * The last words of a head after which the connection is kept for so many milliseconds. Some clients take 0 seconds for
 * no limit; a second is kept in any case.
 */
export function keepAliveHeaders(milliseconds: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.max(Math.floor(milliseconds / 1000), 1)}`;
}

/**
 * The head of a reply. Every name and value in it is ours, or was checked where it came in. A body of which nobody
 * knows the length comes in chunks; behind the last reply, the end of the connection is its end.
 */
export function headText(
  { status, headers }: FinalReply,
  length: number | undefined,
  connection: string,
): string {
  const size = status === 204 || status === 304 ? '' : sizeLine(length, connection);
  return `HTTP/1.1 ${status} ${phrases.get(status) ?? ''}\r\n${headers}${size}Date: ${date()}\r\n${connection}\r\n\r\n`;
}

function sizeLine(length: number | undefined, connection: string): string {
  if (length !== undefined) return `Content-Length: ${length}\r\n`;
  return connection === CLOSE_HEADER ? '' : 'Transfer-Encoding: chunked\r\n';
}

let second = 0;
let dated = '';

/** The time of day (RFC 9110, 6.6.1), which is put into words once a second. */
function date(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    dated = new Date(now * 1000).toUTCString();
  }
  return dated;
}

/** Counts the bytes that a reply carries; undefined where that shows at its end. */
export function sizeOf(content: Content): number | undefined {
  if (typeof content === 'string') return Buffer.byteLength(content);
  if (content instanceof CutContent) return content.size;
  if (content instanceof StreamedContent) return undefined;
  return piecesOf(content).reduce((size, piece) => size + Buffer.byteLength(piece), 0);
}
