import { once } from '../text/memo.ts';

/**
 * The names of statuses in the [registry](https://www.iana.org/assignments/http-status-codes). `STATUS_CODES` of `node:http` has
 * the same names, but loads a whole server, which takes an eighth of the startup time.
 */
export const phrases = once(registered);

function registered(): ReadonlyMap<number, string> {
  return new Map(
    `
    200 OK
    201 Created
    202 Accepted
    203 Non-Authoritative Information
    204 No Content
    205 Reset Content
    206 Partial Content
    207 Multi-Status
    208 Already Reported
    226 IM Used
    300 Multiple Choices
    301 Moved Permanently
    302 Found
    303 See Other
    304 Not Modified
    307 Temporary Redirect
    308 Permanent Redirect
    400 Bad Request
    401 Unauthorized
    402 Payment Required
    403 Forbidden
    404 Not Found
    405 Method Not Allowed
    406 Not Acceptable
    407 Proxy Authentication Required
    408 Request Timeout
    409 Conflict
    410 Gone
    411 Length Required
    412 Precondition Failed
    413 Content Too Large
    414 URI Too Long
    415 Unsupported Media Type
    416 Range Not Satisfiable
    417 Expectation Failed
    421 Misdirected Request
    422 Unprocessable Content
    423 Locked
    424 Failed Dependency
    425 Too Early
    426 Upgrade Required
    428 Precondition Required
    429 Too Many Requests
    431 Request Header Fields Too Large
    451 Unavailable For Legal Reasons
    500 Internal Server Error
    501 Not Implemented
    502 Bad Gateway
    503 Service Unavailable
    504 Gateway Timeout
    505 HTTP Version Not Supported
    506 Variant Also Negotiates
    507 Insufficient Storage
    508 Loop Detected
    511 Network Authentication Required
  `
      .trim()
      .split(/\n\s*/)
      .map((line) => [Number(line.slice(0, 3)), line.slice(4)]),
  );
}

export function phraseOf(status: number): string {
  return phrases().get(status) ?? `Error ${status}`;
}

/** The meaning of each status with which the service itself refuses. */
export const meanings: Readonly<Record<number, string>> = {
  400: 'The request is malformed, or a value is missing or invalid.',
  401: 'The credential is missing or invalid; WWW-Authenticate names the scheme to use.',
  404: 'There is no such path.',
  405: 'The path exists, but does not support this method; Allow lists those that it supports.',
  408: 'The request is too slow.',
  413: 'The body is too large.',
  414: 'The path and query are too long.',
  415: 'The body is of another type, or it is encoded.',
  417: 'The service can’t meet the Expect header of the request.',
  422: 'A value is missing or invalid.',
  431: 'The headers are too large or too many.',
  500: 'The service has a bug; the cause is printed where it runs.',
  501: 'The method or the transfer coding is not known.',
  503: 'The service is stopping, and says so at /readyz.',
  505: 'The request is neither HTTP/1.1 nor HTTP/1.0.',
};
