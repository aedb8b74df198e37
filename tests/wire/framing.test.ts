import { describe, it } from 'vitest';
import { chunk, EMAIL, head, LAST_CHUNK, post } from './_bytes.ts';
import { expectRefused, expectServed } from './_outcome.ts';
import { serve } from './_server.ts';

/** The length of a body (RFC 9112, 6): ambiguous lengths are refused. */

const { port } = serve();

/** A POST framed by these headers, whose body has the length that Content-Length would say. */
const withLength = (...fields: readonly string[]) => post(...fields) + EMAIL;
/** A POST framed by these headers, whose body is in chunks. */
const withChunks = (...fields: readonly string[]) => post(...fields) + chunk(EMAIL) + LAST_CHUNK;

describe('a length', () => {
  it.each([
    ['as it should be', 'Content-Length: 18'],
    ['without a space', 'Content-Length:18'],
    ['with white space around it', 'Content-Length: \t 18 \t '],
    ['under a name in another case', 'cONTENT-lENGTH: 18'],
    ['with leading zeros', 'Content-Length: 0018'],
    ['with many leading zeros', `Content-Length: ${'0'.repeat(40)}18`],
    ['beside a name that is only similar', 'Content-Length: 18\r\nContent_Length: 3'],
    ['beside a coding that is only similar', 'Content-Length: 18\r\nTransfer_Encoding: chunked'],
  ])('is read: %s', async (_, fields) => {
    await expectServed(port(), withLength(fields), { status: 200, body: EMAIL });
  });

  it.each([
    '',
    '+18',
    '-18',
    '-0',
    '18, 18',
    '18, 19',
    ',18',
    '18,',
    '1 8',
    '1_8',
    '18.0',
    '1e1',
    '0x12',
    '18;',
    '"18"',
    '\x0b18',
    '\xa018',
    '18\0',
    'x',
    '18446744073709551616',
    '18446744073709551634',
  ])('is refused: %j', async (length) => {
    await expectRefused(port(), withLength(`Content-Length: ${length}`), 400);
  });

  it.each([
    ['twice', ['Content-Length: 18', 'Content-Length: 18']],
    ['twice, and not the same', ['Content-Length: 18', 'content-length: 19']],
    ['before a space and the colon', ['Content-Length : 18']],
    ['on a line of its own', ['Content-Length:', ' 18']],
    ['with a coding', ['Content-Length: 18', 'Transfer-Encoding: chunked']],
    ['behind a coding', ['Transfer-Encoding: chunked', 'Content-Length: 18']],
    ['of nothing, with a coding', ['Transfer-Encoding: chunked', 'Content-Length: 0']],
    ['with a coding that nobody knows', ['Transfer-Encoding: xchunked', 'Content-Length: 4']],
  ])('is refused: %s', async (_, fields) => {
    await expectRefused(port(), withChunks(...fields), 400);
  });

  it('is refused beside an empty transfer coding', async () => {
    await expectRefused(port(), withLength('Transfer-Encoding:', 'Content-Length: 18'), 400, 501);
  });
});

describe.concurrent('a transfer coding', () => {
  it.each(['chunked', 'CHUNKED', ' \t chunked \t '])('is read: %j', async (coding) => {
    await expectServed(port(), withChunks(`tRANSFER-eNCODING:${coding}`), { status: 200, body: EMAIL });
  });

  it.each([
    ['chunked twice', ['Transfer-Encoding: chunked, chunked']],
    ['chunked twice, in two headers', ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    ['another behind chunked', ['Transfer-Encoding: chunked, gzip']],
    ['chunked between others', ['Transfer-Encoding: gzip, chunked, gzip']],
    ['another behind chunked, in a second header', ['Transfer-Encoding: chunked', 'Transfer-Encoding: gzip']],
    ['identity behind chunked', ['Transfer-Encoding: chunked, identity']],
    ['an empty one behind chunked', ['Transfer-Encoding: chunked,']],
    ['a control character before chunked', ['Transfer-Encoding: \x0bchunked']],
    ['chunked on a line of its own', ['Transfer-Encoding:', ' chunked']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['a line that ends in a carriage return', ['X-Y: z\rTransfer-Encoding: chunked']],
    ['a line that ends in a line feed', ['X-Y: z\nTransfer-Encoding: chunked']],
  ])('is refused: %s', async (_, fields) => {
    await expectRefused(port(), withChunks(...fields), 400);
  });

  it.each([
    'gzip',
    'gzip, chunked',
    'identity',
    'identity, chunked',
    'xchunked',
    'chunkedx',
    'ch unked',
    '"chunked"',
    'chunked;q=1',
    'chunked\xa0',
  ])('that is unknown is refused: %j', async (coding) => {
    await expectRefused(port(), withChunks(`Transfer-Encoding: ${coding}`), 501);
  });

  it.each(['', ',', ', chunked'])('that is empty is refused: %j', async (coding) => {
    await expectRefused(port(), withChunks(`Transfer-Encoding: ${coding}`), 400, 501);
  });

  it('is refused in HTTP/1.0', async () => {
    await expectRefused(
      port(),
      head('POST /users HTTP/1.0', 'Transfer-Encoding: chunked') + chunk(EMAIL) + LAST_CHUNK,
      400,
    );
  });
});
