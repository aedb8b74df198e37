import { describe, expect, it } from 'vitest';
import { chunk, chunked, EMAIL, get, head, LAST_CHUNK, post, posted } from './_bytes.ts';
import { expectLast, expectRefused, expectServed } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Limits on the size of requests, from both sides; the limit itself is accepted. */

const { port } = serve();
const kib = (count: number) => count * 1024;

describe('a target', () => {
  const target = (length: number) => head(`GET /${'a'.repeat(length - 1)} HTTP/1.1`, 'Host: a');

  it('is read up to 8 KiB', async () => {
    await expectServed(port(), target(kib(8)), { status: 404 });
  });

  it.each([kib(8) + 1, kib(16), kib(24), kib(64), kib(2048)])('is refused at %d bytes', async (length) => {
    await expectRefused(port(), target(length), 414);
  });
});

describe('headers', () => {
  const many = (count: number) => get(...Array.from({ length: count - 1 }, (_, at) => `X-${at}: y`));
  const host = 'Host: a\r\n'.length;
  const long = (length: number) => get(`X-Y: ${'z'.repeat(length - host - 'X-Y: \r\n'.length)}`);

  it('are read up to 100', async () => {
    await expectServed(port(), many(100));
  });

  it.each([101, 102, 1000, 3000])('are refused where there are %d', async (count) => {
    await expectRefused(port(), many(count), 431);
  });

  it('are refused if the Host comes after too many others', async () => {
    const others = Array.from({ length: 2500 }, () => 'X:');
    await expectRefused(port(), head('GET /items/1 HTTP/1.1', ...others, 'Host: a'), 431);
  });

  it('are read up to 16 KiB', async () => {
    await expectServed(port(), long(kib(16)));
  });

  it.each([kib(16) + 1, kib(24), kib(64), kib(2048)])('are refused at %d bytes', async (length) => {
    await expectRefused(port(), long(length), 431);
  });

  it('are refused where a name is that long', async () => {
    await expectRefused(port(), get(`${'X'.repeat(kib(16))}: y`), 431);
  });
});

describe('a body', () => {
  const over = kib(64) + 1;
  const full = EMAIL.padEnd(kib(64));

  it.each([
    ['with its length', posted(full)],
    ['in one chunk', chunked(chunk(full) + LAST_CHUNK)],
    ['in chunks of 1 KiB', chunked((full.match(/.{1024}/g) ?? []).map(chunk).join('') + LAST_CHUNK)],
  ])('is read up to 64 KiB %s', async (_, request) => {
    await expectServed(port(), request, { status: 200, body: EMAIL });
  });

  it.each([
    ['by its length, before any of it was sent', post(`Content-Length: ${over}`)],
    ['by its length', posted(EMAIL.padEnd(over))],
    ['by a length over 53 bits', post('Content-Length: 9007199254740993')],
    ['by a length of 64 bits', post('Content-Length: 18446744073709551615')],
    ['by a length that it does not reach', post(`Content-Length: ${over}`) + EMAIL],
    ['by its chunks', chunked(chunk(full) + chunk(' ') + LAST_CHUNK)],
    ['by chunks without an end', chunked(chunk(' '.repeat(kib(8))).repeat(9))],
    ['by a chunk without an end', chunked(`fffffffffffffff\r\n${' '.repeat(over)}`)],
    ['by a chunk of 64 bits', chunked('ffffffffffffffff\r\n')],
    ['by a webhook', posted(' '.repeat(over), 'X-Webhook-Signature: ab').replace('/users', '/webhook')],
  ])('is refused %s', async (_, request) => {
    const wire = await openWire(port());
    wire.write(request);
    const reply = await wire.reply();
    expectLast(reply);
    expect(reply.status).toBe(413);
    expect(await wire.rest()).toBe('');
  });

  it.each(['/items/1', '/users/', '/docs', '/openapi.json'])(
    'is refused by its length where nobody would read it: GET %s',
    async (target) => {
      await expectRefused(port(), head(`GET ${target} HTTP/1.1`, 'Host: a', `Content-Length: ${over}`), 413);
    },
  );

  it('ends where its length says, and what follows is not part of it', async () => {
    const wire = await openWire(port());
    wire.write(post(`Content-Length: ${EMAIL.length}`) + EMAIL.padEnd(over));
    expect((await wire.reply()).body).toBe(EMAIL);
    expectLast(await wire.reply());
    expect(await wire.rest()).toBe('');
  });

  it('is refused, and a client that keeps sending sees the reply', async () => {
    const wire = await openWire(port());
    wire.write(post('Content-Length: 3000000') + ' '.repeat(3_000_000));
    expect((await wire.reply()).status).toBe(413);
    expect(await wire.rest()).toBe('');
  });

  it('that is unwanted and endless is not read on', async () => {
    const wire = await openWire(port());
    wire.write(`${get().slice(0, -2)}Transfer-Encoding: chunked\r\n\r\n${chunk(' '.repeat(kib(32)))}`);
    const { status, headers } = await wire.reply();
    expect(status).toBe(200);
    expect(headers.get('connection')).toBe('close');
    expect(await wire.rest()).toBe('');
  });

  describe('in chunks with extensions', () => {
    /** The bytes that say nothing of a size, among them the 0 of the last chunk. */
    const besides = (length: number) => `12;${'a'.repeat(length - 2)}\r\n${EMAIL}\r\n${LAST_CHUNK}`;
    const short = `1;${'a'.repeat(kib(1))}\r\n \r\n`;

    it('is read where they have up to 16 KiB', async () => {
      await expectServed(port(), chunked(besides(kib(16))), { status: 200, body: EMAIL });
    });

    it.each([
      ['longer by a byte', besides(kib(16) + 1)],
      ['much longer', besides(kib(32))],
      ['longer together', short.repeat(16) + LAST_CHUNK],
      ['longer and without an end', `12;${'a'.repeat(kib(16) + 32)}`],
      ['longer together and without an end', `${short.repeat(15)}1;${'a'.repeat(kib(1) + 32)}`],
    ])('is refused where they are %s', async (_, chunks) => {
      const wire = await openWire(port());
      wire.write(chunked(chunks));
      const reply = await wire.reply();
      expectLast(reply);
      expect(reply.status).toBe(413);
      expect(await wire.rest()).toBe('');
    });
  });
});
