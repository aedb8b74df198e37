import { STATUS_CODES } from 'node:http';
import type { NamedReply } from '../../http/exchange.ts';

/** Replies as they go over the wire. */

/** The last words of a head after which the connection ends. */
export const close = 'Connection: close';

/** The last words of a head after which the connection is kept for so many milliseconds. */
export function keepAlive(milliseconds: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(milliseconds / 1000)}`;
}

/** What goes before the body. Every name and value in it is ours, or was checked where it came in. */
export function headText({ status, headers }: NamedReply, length: number, connection: string): string {
  let text = statusLine(status);
  for (let at = 0; at < headers.length; at += 2) text += `${headers[at]}: ${headers[at + 1]}\r\n`;
  if (status !== 204 && status !== 304) text += `Content-Length: ${length}\r\n`;
  return `${text}Date: ${date()}\r\n${connection}\r\n\r\n`;
}

const statusLines = new Map<number, string>();

function statusLine(status: number): string {
  const line = statusLines.get(status) ?? `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  statusLines.set(status, line);
  return line;
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
