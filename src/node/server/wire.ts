import type { NamedReply } from '../../http/exchange.ts';

/** Replies as they go over the wire. */

/** The last words of a head after which the connection ends. */
export const close = 'Connection: close';

/** What tells a client that waits with its body to send it. */
export const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';

/** The last words of a head after which the connection is kept for so many milliseconds. */
export function keepAlive(milliseconds: number): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(milliseconds / 1000)}`;
}

/** What goes before the body. Every name and value in it is ours, or was checked where it came in. */
export function headText({ status, headers }: NamedReply, length: number, connection: string): string {
  const size = status === 204 || status === 304 ? '' : `Content-Length: ${length}\r\n`;
  return `HTTP/1.1 ${status} ${phrases[status] ?? ''}\r\n${headers}${size}Date: ${date()}\r\n${connection}\r\n\r\n`;
}

/** What statuses are called (RFC 9110, 15). `STATUS_CODES` has them all, but comes with an HTTP server of its own. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  422: 'Unprocessable Content',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  505: 'HTTP Version Not Supported',
};

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
