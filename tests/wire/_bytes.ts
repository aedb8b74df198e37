/** Requests as text with one character for each byte. */

/** The usual body of requests here. */
export const EMAIL = '{"email":"a@b.cc"}';

/** A head of these lines. */
export const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

/** A GET with these headers. */
export const get = (...fields: readonly string[]): string =>
  head('GET /items/1 HTTP/1.1', 'Host: a', ...fields);

/** The head of a POST with these headers. */
export const post = (...fields: readonly string[]): string =>
  head('POST /users HTTP/1.1', 'Host: a', ...fields);

/** A POST with the right Content-Length. */
export const posted = (body: string, ...fields: readonly string[]): string =>
  post(`Content-Length: ${body.length}`, ...fields) + body;

/** A POST with these chunks, valid or not. */
export const chunked = (chunks: string, ...fields: readonly string[]): string =>
  post('Transfer-Encoding: chunked', ...fields) + chunks;

/** A text as one chunk. */
export const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

/** The chunk that ends a body. */
export const LAST_CHUNK = '0\r\n\r\n';
