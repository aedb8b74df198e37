import { describe, expect, it } from 'vitest';
import { chunk, get, head, LAST_CHUNK } from './_bytes.ts';
import { expectLast, expectRefused, expectServed } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** The lines of a head (RFC 9112, 2 to 5). */

const { port } = serve();
const item = { status: 200, body: '{"item_id":"1","quantity":null}' };

describe('a request line', () => {
  it.each([
    ['behind an empty line', `\r\n${get()}`],
    ['behind two empty lines', `\r\n\r\n${get()}`],
  ])('is read: %s', async (_, request) => {
    await expectServed(port(), request.trimStart(), item);
    await expectServed(port(), request, item);
  });

  it.each([
    ['rubbish', head('rubbish')],
    ['rubbish behind an empty line', `\r\n${head('rubbish')}`],
    ['a byte order mark first', `\xef\xbb\xbf${get()}`],
    ['a space first', ` ${get()}`],
    ['a NUL first', `\0${get()}`],
    ['a line of one letter first', `A\n${get()}`],
    ['tabs for spaces', get().replaceAll(' ', '\t')],
    ['a space at the end', head('GET /items/1 HTTP/1.1 ', 'Host: a')],
    ['a space in the target', head('GET /items/1 2 HTTP/1.1', 'Host: a')],
    ['a carriage return in it', head('GET /items/1\rHTTP/1.1', 'Host: a')],
    ['a line feed in it', head('GET /items/1\nHTTP/1.1', 'Host: a')],
    ['a carriage return for its end', 'GET /items/1 HTTP/1.1\rHost: a\r\n\r\n'],
    ['a line feed for its end', 'GET /items/1 HTTP/1.1\nHost: a\r\n\r\n'],
    ['no version', head('GET /items/1 ', 'Host: a')],
    ['a version that is cut off', head('GET /items/1 HTTP/1.', 'Host: a')],
    ['a version without its second half', head('GET /items/1 HTTP/1', 'Host: a')],
    ['a version of three digits', head('GET /items/1 HTTP/1.10', 'Host: a')],
    ['a version with a leading zero', head('GET /items/1 HTTP/01.1', 'Host: a')],
    ['a version with a comma', head('GET /items/1 HTTP/1,1', 'Host: a')],
    ['a protocol in lower case', head('GET /items/1 http/1.1', 'Host: a')],
    ['another protocol', head('GET /items/1 HTTPS/1.1', 'Host: a')],
    ['a target that is not ASCII', head('GET /items/\xe9 HTTP/1.1', 'Host: a')],
    ['a target with a NUL', head('GET /items/\0 HTTP/1.1', 'Host: a')],
    ['a target with a control character', head('GET /items/\x01 HTTP/1.1', 'Host: a')],
    ['a target with a DEL', head('GET /items/\x7f HTTP/1.1', 'Host: a')],
    ['a target without a slash', head('GET items/1 HTTP/1.1', 'Host: a')],
    ['a target of a query alone', head('GET ?query=x HTTP/1.1', 'Host: a')],
    ['a method with a delimiter', head('G<T /items/1 HTTP/1.1', 'Host: a')],
    ['a method that is not ASCII', head('G\xc9T /items/1 HTTP/1.1', 'Host: a')],
  ])('is refused: %s', async (_, request) => {
    await expectRefused(port(), request, 400);
  });
});

describe('a stream that is not a request', () => {
  it.each([
    ['the first bytes of TLS', '\x16\x03\x01\x02\0\x01'],
    ['a head whose lines end in line feeds', 'GET /items/1 HTTP/1.1\nHost: a\n\n'],
    ['a space', ' '],
    ['a method with a delimiter', 'G<'],
    ['a control character in a target', 'GET /\x01'],
    ['words in place of a version', 'GET / and more of it'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost a\r\nX'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: \0'],
  ])('is refused before the rest arrives: %s', async (_, beginning) => {
    const wire = await openWire(port());
    wire.write(beginning);
    const reply = await wire.reply();
    expectLast(reply);
    expect(reply.status).toBe(400);
    wire.socket.destroy();
  });
});

describe('a header', () => {
  it.each([
    ['without a value', 'X-Y:'],
    ['without a space', 'X-Y:z'],
    ['with white space around its value', 'X-Y: \t z \t '],
    ['with white space inside its value', 'X-Y: z \t z'],
    ['with a colon in its value', 'X-Y:: z'],
    ['with bytes beyond ASCII in its value', 'X-Y: \xe9\xff'],
    ['with every character that a name may have', "!#$%&'*+-.^_`|~09azAZ: z"],
    ['twice', 'X-Y: z\r\nX-Y: z'],
    ['with the name of an object’s prototype', '__proto__: z\r\nconstructor: z\r\ntoString: z'],
  ])('is read: %s', async (_, field) => {
    await expectServed(port(), get(field), item);
  });

  it.each([
    ['a space before the colon', 'X-Y : z'],
    ['a tab before the colon', 'X-Y\t: z'],
    ['no name', ': z'],
    ['no colon', 'X-Y'],
    ['a value that goes on in the next line', 'X-Y: z\r\n z'],
    ['a value that goes on in the next line, behind a tab', 'X-Y: z\r\n\tz'],
    ['a value that begins in the next line', 'X-Y:\r\n z'],
    ['a next line of white space', 'X-Y: z\r\n '],
    ['a space before the name', 'X-Y: z\r\n Content-Length: 5'],
    ['a carriage return in the value', 'X-Y: z\rz'],
    ['a carriage return before the line end', 'X-Y: z\r'],
    ['a carriage return for the line end', 'X-Y: z\rX-Z: z'],
    ['a line feed for the line end', 'X-Y: z\nX-Z: z'],
    ['a line feed for the line end of nothing', 'X-Y:\nX-Z: z'],
    ['the line end the wrong way round', 'X-Y: z\n\rX-Z: z'],
    ['a NUL in the value', 'X-Y: z\0z'],
    ['a control character in the value', 'X-Y: z\x07z'],
    ['a DEL in the value', 'X-Y: z\x7fz'],
    ['a vertical tab before the value', 'X-Y: \x0bz'],
    ['a NUL in the name', 'X\0Y: z'],
    ['a carriage return in the name', 'X\rY: z'],
    ['a space in the name', 'X Y: z'],
    ['a delimiter in the name', 'X(Y): z'],
    ['brackets in the name', 'X-Y[]: z'],
    ['an at sign in the name', 'X@Y: z'],
    ['quotes around the name', '"X-Y": z'],
    ['a name that is not ASCII', '\xe9: z'],
  ])('is refused: %s', async (_, field) => {
    await expectRefused(port(), get(field), 400);
  });

  it.each([
    ['a space first', 'GET /items/1 HTTP/1.1\r\n Host: a\r\nHost: a\r\n\r\n'],
    ['a tab first', 'GET /items/1 HTTP/1.1\r\n\tX-Y: z\r\nHost: a\r\n\r\n'],
    ['a line feed at the end', 'GET /items/1 HTTP/1.1\r\nHost: a\n\r\n'],
    ['a line feed for the empty line', 'GET /items/1 HTTP/1.1\r\nHost: a\r\n\n'],
    ['a carriage return for the empty line', 'GET /items/1 HTTP/1.1\r\nHost: a\r\n\rX-Y: z\r\n\r\n'],
    [
      'a coding behind a carriage return',
      `POST /users HTTP/1.1\r\nHost: a\r\nX-Y:\rTransfer-Encoding: chunked\r\n\r\n${chunk('{}')}${LAST_CHUNK}`,
    ],
  ])('is refused: %s', async (_, request) => {
    await expectRefused(port(), request, 400);
  });
});
