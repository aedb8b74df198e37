import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../src/http/limits.ts';
import { chunk, chunked, EMAIL, get, head, LAST_CHUNK } from './_bytes.ts';
import { read } from './_reading.ts';

/** Limits, the same for a request in one packet and for one in many. */

const { target, headers, headerBytes } = defaultLimits;
const a = (count: number) => 'a'.repeat(count);

/** A header line of this length, with its end. */
const line = (size: number) => `X: ${a(size - 'X: \r\n'.length)}\r\n`;
const FIXED = 'Host: a\r\n';
const withHeaderBytes = (size: number) => get().replace(FIXED, FIXED + line(size - FIXED.length));
/** The size of the last chunk says nothing, either. */
const extended = (size: number) => chunked(`12;${a(size - 2)}\r\n${EMAIL}\r\n${LAST_CHUNK}`);
const FIELD_LINE = 'GET / HTTP/1.1\r\nHost: a\r\nX: ';
const chunkLine = chunked('12;');
const tooMany = Array.from({ length: headers + 1 }, () => 'X:');
const hugeChunkLine = chunked(`ffffffffffffffff;${a(headerBytes - 1)}`);
const trailed = (size: number) => chunked(`${chunk(EMAIL)}0\r\n${line(size)}\r\n`);

describe.each([
  ['a target', target, (size: number) => head(`GET /${a(size - 1)} HTTP/1.1`, 'Host: a')],
  ['headers', headers, (count: number) => get(...Array.from({ length: count - 1 }, () => 'X: y'))],
  ['bytes of headers', headerBytes, withHeaderBytes],
  ['bytes of trailers', headerBytes, trailed],
  ['bytes of chunk extensions', headerBytes, extended],
])('%s', (_, limit, make) => {
  it.each([
    ['in one packet', (bytes: Buffer) => [bytes]],
    ['a byte at a time', (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte))],
    ['in two packets', (bytes: Buffer) => [bytes.subarray(0, 100), bytes.subarray(100)]],
  ])('may be as long as the limit, and no longer, %s', (__, split) => {
    const pieces = (size: number) => split(Buffer.from(make(size), 'latin1'));
    expect(read(pieces(limit))).toMatchObject({
      state: 'waiting',
      requests: [{ method: expect.any(String) }],
    });
    expect(read(pieces(limit + 1)).state).toBe('refused');
  });
});

describe('a refusal', () => {
  it.each([
    ['a method that is too long, before something that no line has', `${a(40)}\0`, 501],
    ['a target that is too long, before something that no line has', `GET /${a(target)}\0`, 414],
    [
      'headers that are too large, before something that no line has',
      `${FIELD_LINE}${a(headerBytes)}\0`,
      431,
    ],
    [
      'chunk extensions that are too large, before something that no line has',
      `${chunkLine}${a(headerBytes + 20)}\0`,
      413,
    ],
    ['a method that is too long, before an unknown version', head(`${a(40)} / HTTP/2.0`), 501],
    ['a target that is too long, before an unknown version', head(`GET /${a(target)} HTTP/2.0`), 414],
    ['a target that is too long, behind an unknown method', head(`GETS /${a(target)} HTTP/1.1`), 414],
    ['something that no line has', 'GET /\0', 400],
    ['headers that are too large, before too many', get(`X: ${a(headerBytes)}`, ...tooMany), 431],
    ['too many headers, before some that are too large', get(...tooMany, `X: ${a(headerBytes)}`), 431],
    ['a chunk that is too large, behind extensions that are not', `${hugeChunkLine}\r\n`, 413],
    ['something that no line has, behind such extensions', `${hugeChunkLine}\0`, 400],
  ])('has the same reason however the request is cut: %s', (_, text, status) => {
    const bytes = Buffer.from(text, 'latin1');
    const whole = read([bytes]);
    expect(whole.refusal?.status).toBe(status);
    expect(read(Array.from(bytes, (byte) => Buffer.of(byte)))).toEqual(whole);
  });
});

describe('an empty line between requests', () => {
  it.each([
    ['in two packets', [get(), '\r', '\n', get()]],
    ['in the packets beside it', [`${get()}\r`, `\n${get()}`]],
    ['behind another', [`${get()}\r\n`, '\r', `\n${get()}`]],
  ])('is skipped: %s', (_, packets) => {
    const { requests, state } = read(packets.map((text) => Buffer.from(text)));
    expect([requests.length, state]).toEqual([2, 'waiting']);
  });
});
