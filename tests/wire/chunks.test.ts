import { describe, expect, it } from 'vitest';
import { chunk, chunked, EMAIL, get, head, LAST_CHUNK } from './_bytes.ts';
import { expectRefused, expectReply, expectServed } from './_outcome.ts';
import { serve } from './_server.ts';
import { openWire } from './_wire.ts';

/** Bodies in chunks, and trailers (RFC 9112, 7.1). */

const { port } = serve();

describe('chunks', () => {
  const half = EMAIL.length / 2;
  it.each([
    ['one for each character', [...EMAIL].map(chunk).join('') + LAST_CHUNK],
    ['two', chunk(EMAIL.slice(0, half)) + chunk(EMAIL.slice(half)) + LAST_CHUNK],
    ['sizes in upper case', `A\r\n${EMAIL.slice(0, 10)}\r\n8\r\n${EMAIL.slice(10)}\r\n${LAST_CHUNK}`],
    ['sizes in lower case', `a\r\n${EMAIL.slice(0, 10)}\r\n8\r\n${EMAIL.slice(10)}\r\n${LAST_CHUNK}`],
    ['sizes with leading zeros', `0000000000000000000012\r\n${EMAIL}\r\n000\r\n\r\n`],
    ['extensions', `12;a=b;c="d;e\\"";f\r\n${EMAIL}\r\n0;g\r\n\r\n`],
    ['white space in extensions', `12 ; a = b\t;\tc\t=\t"d";e \t; f\r\n${EMAIL}\r\n0 ;g\r\n\r\n`],
    ['a trailer', `${chunk(EMAIL)}0\r\nX-Checksum: 1\r\nX-Empty:\r\n\r\n`],
  ])('are put together: %s', async (_, chunks) => {
    await expectServed(port(), chunked(chunks), { status: 200, body: EMAIL });
  });

  const sized = (size: string) => `${size}\r\n${EMAIL}\r\n${LAST_CHUNK}`;
  it.each([
    ['an invalid size', sized('x')],
    ['a size that is empty', sized('')],
    ['a size with a sign', sized('+12')],
    ['a size below zero', sized('-1')],
    ['a size with a prefix', sized('0x12')],
    ['a size with an underscore', sized('1_2')],
    ['a size with a letter beyond f', sized('1g')],
    ['a size behind a space', sized(' 12')],
    ['a size before a space', sized('12 ')],
    ['a size before a tab', sized('12\t')],
    ['a size before a NUL', sized('12\0')],
    ['a size over 64 bits', sized('10000000000000012')],
    ['a size that ends in a line feed', `12\n${EMAIL}\r\n${LAST_CHUNK}`],
    ['a size that ends in a carriage return', `12\r${EMAIL}\r\n${LAST_CHUNK}`],
    ['more than the size says', `11\r\n${EMAIL}\r\n${LAST_CHUNK}`],
    ['less than the size says', `13\r\n${EMAIL}\r\n${LAST_CHUNK}`],
    ['no line end', `12\r\n${EMAIL}${LAST_CHUNK}`],
    ['a line feed for a line end', `12\r\n${EMAIL}\n${LAST_CHUNK}`],
    ['other bytes for a line end', `12\r\n${EMAIL}XX${LAST_CHUNK}`],
    ['line feeds at the end', `${chunk(EMAIL)}0\n\n`],
    ['a line feed at the end', `${chunk(EMAIL)}0\r\n\n`],
    ['an extension without a name', sized('12;')],
    ['an extension of two words', sized('12;a b')],
    ['an extension with a NUL', sized('12;a\0b')],
    ['an extension with a control character', sized('12;a="\x01"')],
    ['an extension with a carriage return', sized('12;a\rb')],
    ['an extension with a line feed', sized('12;a="\nb"')],
    ['an extension that ends in a line feed', `12;a\n${EMAIL}\r\n${LAST_CHUNK}`],
    ['an extension without a closing quote', sized('12;a="b')],
  ])('are refused: %s', async (_, chunks) => {
    await expectRefused(port(), chunked(chunks), 400);
  });
});

describe('a trailer', () => {
  const trailed = (...fields: readonly string[]) =>
    chunked(`${chunk(EMAIL)}0\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`);

  it.each([
    'Host: b',
    'Content-Type: text/plain',
    'Content-Encoding: gzip',
    'Expect: the impossible',
    'X-Request-Id: mine',
  ])('changes nothing: %s', async (field) => {
    const { headers } = await expectServed(port(), trailed(field), { status: 200, body: EMAIL });
    expect(headers.get('x-request-id')).not.toBe('mine');
  });

  it.each([
    ['POST /webhook', 'X-Webhook-Signature: ab'],
    ['GET /api/data', 'X-API-Key: 6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d'],
    ['GET /protected/', 'Authorization: Bearer 6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d'],
  ])('is not read for a credential: %s', async (endpoint, credential) => {
    const wire = await openWire(port());
    wire.write(
      `${head(`${endpoint} HTTP/1.1`, 'Host: a', 'Transfer-Encoding: chunked')}0\r\n${credential}\r\n\r\n`,
    );
    const reply = await wire.reply();
    expectReply(reply);
    expect(reply.status).toBe(401);
    wire.socket.destroy();
  });

  it('does not affect the connection, whatever it says', async () => {
    const wire = await openWire(port());
    wire.write(trailed('Connection: close') + get('Connection: close'));
    expect((await wire.reply()).body).toBe(EMAIL);
    expect(await wire.rest()).not.toContain('detail');
  });

  it.each([
    ['a length', 'Content-Length: 5'],
    ['a coding', 'Transfer-Encoding: chunked'],
    ['no colon', 'X-Y'],
    ['a space before the colon', 'X-Y : z'],
    ['a line that goes on in the next', 'X-Y: z\r\n z'],
    ['a line feed', 'X-Y: z\nX-Z: z'],
  ])('is refused with %s', async (_, field) => {
    await expectRefused(port(), trailed(field), 400);
  });

  it('is refused over the limits for headers', async () => {
    await expectRefused(port(), trailed(`X-Y: ${'z'.repeat(32_768)}`), 431);
  });
});
