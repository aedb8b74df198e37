import { chunk, EMAIL, head, LAST_CHUNK } from '../wire/_bytes.ts';

/** Raw requests that HTTP servers treat differently, by name. */

const kilobytes = (count: number) => 'y'.repeat(1000 * count);
/** Two bytes of UTF-8, one character each. */
const UTF8 = '\xc3\xa9';

/** The bytes of a request, whose path stands behind a prefix. */
type Written = (prefix: string) => string;

const get =
  (target: string, ...fields: readonly string[]): Written =>
  (prefix) =>
    head(`GET ${prefix}${target} HTTP/1.1`, 'Host: a', ...fields);

const line =
  (method: string, version: string, ...fields: readonly string[]): Written =>
  (prefix) =>
    head(`${method} ${prefix}/items/1 ${version}`, ...fields);

const post =
  (body: string, ...fields: readonly string[]): Written =>
  (prefix) =>
    head(`POST ${prefix}/users HTTP/1.1`, 'Host: a', ...fields) + body;

const inChunks = (body: string, ...fields: readonly string[]) =>
  post(body, 'Transfer-Encoding: chunked', ...fields);

export const requests: Readonly<Record<string, Written>> = {
  'dot segments in a path': get('/users/../items/1'),
  'a backslash in a path': get('/items\\1'),
  'a percent-encoded letter in a path': get('/%75sers/'),
  'a fragment': get('/items/1#x'),
  'UTF-8 in a query': get(`/search/?query=${UTF8}`),
  'a quotation mark in a query': get('/search/?query="'),
  'an angle bracket in a query': get('/search/?query=<'),
  'a bar in a query': get('/search/?query=|'),
  'a target in absolute form': (prefix) => head(`GET http://a${prefix}/items/1 HTTP/1.1`, 'Host: a'),
  'an asterisk for a target': () => head('OPTIONS * HTTP/1.1', 'Host: a'),
  'a target of 9 KB': get(`/${kilobytes(9)}`),
  'HTTP/1.0 without a host': line('GET', 'HTTP/1.0', 'Connection: keep-alive'),
  'HTTP/1.2': line('GET', 'HTTP/1.2', 'Host: a'),
  'no host': line('GET', 'HTTP/1.1'),
  'two hosts': get('/items/1', 'Host: b'),
  'an empty host': line('GET', 'HTTP/1.1', 'Host:'),
  'a host with a space': line('GET', 'HTTP/1.1', 'Host: a b'),
  'a host with a path': line('GET', 'HTTP/1.1', 'Host: a/docs'),
  'an unknown method': line('BREW', 'HTTP/1.1', 'Host: a'),
  'a lower-case method': line('get', 'HTTP/1.1', 'Host: a'),
  TRACE: line('TRACE', 'HTTP/1.1', 'Host: a'),
  'a space before a colon': get('/items/1', 'X : y'),
  'a folded header': get('/items/1', 'X: y\r\n z'),
  'a control character in a header': get('/items/1', 'X: a\x01b'),
  'an invalid name of a header': get('/items/1', 'X(): y'),
  'lines that end with LF alone': (prefix) => `GET ${prefix}/items/1 HTTP/1.1\nHost: a\n\n`,
  '101 headers': get('/items/1', ...Array.from({ length: 100 }, (_, at) => `X-${at}: y`)),
  'one header 101 times': get('/items/1', ...Array.from({ length: 101 }, () => 'X: y')),
  'headers of 17 KB': get('/items/1', `X: ${kilobytes(17)}`),
  'two lengths that agree': post(EMAIL, 'Content-Length: 18', 'Content-Length: 18'),
  'two lengths that differ': post(EMAIL, 'Content-Length: 18', 'Content-Length: 17'),
  'an invalid length': post(EMAIL, 'Content-Length: +18'),
  'a length and chunks': inChunks(LAST_CHUNK, 'Content-Length: 3'),
  'chunks in HTTP/1.0': (prefix) =>
    head(`POST ${prefix}/users HTTP/1.0`, 'Transfer-Encoding: chunked') + chunk(EMAIL) + LAST_CHUNK,
  'an unknown coding before chunked': post(chunk(EMAIL) + LAST_CHUNK, 'Transfer-Encoding: gzip, chunked'),
  'an invalid chunk': inChunks('x\r\n'),
  'an extension of a chunk': inChunks(`12;a=b\r\n${EMAIL}\r\n${LAST_CHUNK}`),
  'a trailer': inChunks(`${chunk(EMAIL)}0\r\nX: y\r\n\r\n`),
  'a length in a trailer': inChunks(`${chunk(EMAIL)}0\r\nContent-Length: 3\r\n\r\n`),
  'an unknown expectation': post(EMAIL, 'Content-Length: 18', 'Expect: tea'),
  'a body that is too large': post(kilobytes(66), 'Content-Length: 66000'),
  'chunks that are too large': inChunks(chunk(kilobytes(66)) + LAST_CHUNK),
};
