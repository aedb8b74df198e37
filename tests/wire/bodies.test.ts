import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { EMAIL, head, posted } from './_bytes.ts';
import { expectServed } from './_outcome.ts';
import { serve } from './_server.ts';

/** Hostile bodies; reading.test.ts and echo.test.ts have ordinary ones. */

const { port } = serve();
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const largest = 64 * 1024;

/** As many as fit into a body. */
function fill(item: (at: number) => string, open: string, close: string): string {
  let text = open;
  for (let at = 0; ; at++) {
    const next = (at === 0 ? '' : ',') + item(at);
    if (text.length + next.length + close.length > largest) return text + close;
    text += next;
  }
}

const rest = `,"email":"a@b.cc"}`;
/** Texts with colliding hashes in engines that hash by sum or by shift. */
const twins = (at: number) =>
  [...at.toString(2).padStart(12, '0')].map((bit) => (bit === '0' ? 'Aa' : 'BB')).join('');

describe('a body at the limit', () => {
  it.each([
    ['of keys', fill((at) => `"k${at}":0`, '{', rest), 200],
    ['of keys that are integers', fill((at) => `"${at}":0`, '{', rest), 200],
    ['of keys that are integers, far apart', fill((at) => `"${at * 9973 * 1000}":0`, '{', rest), 200],
    ['of keys with one hash', fill((at) => `"${twins(at)}":0`, '{', rest), 200],
    ['of one key', fill(() => '"email":0', '{', rest), 200],
    ['of one key under many spellings', fill(() => '"\\u0065mail":0', '{', rest), 200],
    ['of prototypes', fill(() => '"__proto__":{"email":"b@b.cc"}', '{', rest), 200],
    ['of nested prototypes', fill(() => '"constructor":{"prototype":{"email":"b@b.cc"}}', '{', rest), 200],
    ['of one list', fill(() => '0', '{"x":[', `]${rest}`), 200],
    ['of lists in lists', fill(() => `${'['.repeat(62)}${']'.repeat(62)}`, '{"x":[', `]${rest}`), 200],
    ['of opening brackets', '['.repeat(largest), 400],
    ['of opening braces', '{"a":'.repeat(13_000), 400],
    ['of closing brackets', ']'.repeat(largest), 400],
    ['of spaces', ' '.repeat(largest), 400],
    ['of quotes', '"'.repeat(largest), 400],
    ['of backslashes', `"${'\\'.repeat(largest - 1)}`, 400],
    ['of escapes', `{"email":"${'\\u0000'.repeat(10_000)}"}`, 422],
    ['of digits', `{"email":${'9'.repeat(60_000)}}`, 422],
    ['of digits behind a point', `{"email":0.${'0'.repeat(60_000)}1}`, 422],
    ['of an exponent', `{"email":1e${'9'.repeat(60_000)}}`, 422],
    ['of minus signs', '-'.repeat(largest), 400],
    ['of NULs', '\0'.repeat(largest), 400],
    ['of continuation bytes', '\x80'.repeat(largest), 400],
    ['of a local part', `{"email":"${'a'.repeat(60_000)}@b.cc"}`, 422],
    ['of dots', `{"email":"${'a.'.repeat(30_000)}@b.cc"}`, 422],
    ['of at signs', `{"email":"${'@'.repeat(60_000)}"}`, 422],
    ['of labels', `{"email":"a@${'a.'.repeat(30_000)}cc"}`, 422],
    ['of white space around an address', `{"email":"${' '.repeat(30_000)}a@b.cc${' '.repeat(30_000)}"}`, 200],
  ])('is answered: %s', async (_, body, status) => {
    const { body: reply } = await expectServed(port(), posted(body), { status });
    if (status === 200) expect(reply).toBe(EMAIL);
    expect(reply.length).toBeLessThan(4 * largest);
  });
});

describe('a reply', () => {
  const long = 'x'.repeat(60_000);
  it.each([
    ['to a body without any of its fields', '/users/', `{"x":"${long}"}`],
    ['to a body of wrong fields', '/products/', `{"name":[],"price":"${long}","quantity":[],"url":[]}`],
    ['to a body of control characters', '/products', `{"price":"${'\\u0000'.repeat(10_000)}"}`],
    ['to a body that is text', '/users/', `"${long}"`],
    ['to a body of one address', '/validate', `{"email":"${long}"}`],
  ])('is at most four times its request: %s', async (_, target, body) => {
    const { body: reply } = await expectServed(port(), posted(body).replace('/users', target), {
      status: 422,
    });
    expect(reply.length).toBeLessThan(4 * body.length);
  });

  it.each(['%00', '%22', '%5C', '%F0%9F%98%80', 'x'])(
    'is at most four times its request: to a query of %s',
    async (text) => {
      const query = text.repeat(8000 / text.length);
      const request = head(`GET /search/?query=${query}&page=${text} HTTP/1.1`, 'Host: a');
      const { body } = await expectServed(port(), request, { status: 422 });
      expect(body.length).toBeLessThan(4 * request.length);
    },
  );
});

describe('a body that is not text', () => {
  it.each([
    ['UTF-16', `\xff\xfe${[...EMAIL].map((character) => `${character}\0`).join('')}`],
    ['UTF-16, the other way round', `\xfe\xff${[...EMAIL].map((character) => `\0${character}`).join('')}`],
    ['UTF-16 without a mark', [...EMAIL].map((character) => `${character}\0`).join('')],
    ['UTF-32', [...EMAIL].map((character) => `${character}\0\0\0`).join('')],
    ['Latin-1', '{"email":"\xe9@b.cc"}'],
    ['an overlong slash', '{"email":"\xc0\xaf@b.cc"}'],
    ['half of a pair', '{"email":"\xed\xa0\x80@b.cc"}'],
    ['beyond Unicode', '{"email":"\xf4\x90\x80\x80@b.cc"}'],
    ['a character that is cut off', '{"email":"\xe2\x82'],
    ['compressed', latin1(gzipSync(EMAIL))],
  ])('is refused: %s', async (_, body) => {
    await expectServed(port(), posted(body), { status: 400 });
  });

  it('is not decompressed', async () => {
    const bomb = latin1(gzipSync(Buffer.alloc(20_000_000)));
    await expectServed(port(), posted(bomb, 'Content-Encoding: gzip'), { status: 415 });
  });
});

describe('a content type', () => {
  it.each([
    ['twice the same', ['Content-Type: application/json', 'Content-Type: application/json']],
    ['first another', ['Content-Type: text/plain', 'Content-Type: application/json']],
    ['then another', ['Content-Type: application/json', 'Content-Type: text/plain']],
    ['with a tab in it', ['Content-Type: application/json\ta']],
    ['with a longer name', ['Content-Type: application/jsonx']],
    ['with rubbish behind it', ['Content-Type: application/json garbage']],
    ['with bytes that are not ASCII', ['Content-Type: application/json\xa0']],
    ['of slashes', [`Content-Type: ${'application/'.repeat(500)}`]],
  ])('lets no body past its checks: %s', async (_, fields) => {
    await expectServed(port(), posted('{"email":"nobody"}', ...fields), { status: 415 });
  });

  it.each([
    ['in another case', 'Content-Type: APPLICATION/JSON'],
    ['with white space around it', 'Content-Type: \t application/json \t '],
    ['with many parameters', `Content-Type: application/json${';a=b'.repeat(1000)}`],
    ['of another kind of JSON', 'Content-Type: application/problem+json'],
    ['that is empty', 'Content-Type:'],
  ])('is that of JSON: %s', async (_, field) => {
    await expectServed(port(), posted('{"email":"nobody"}', field), { status: 422 });
    await expectServed(port(), posted(EMAIL, field), { status: 200, body: EMAIL });
  });
});
