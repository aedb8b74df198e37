import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAssay } from '../src/assay.ts';
import { createNodeServer } from '../src/node/server.ts';
import { type RawReply, sendRaw } from './_raw.ts';

/** What the HTTP server itself refuses is JSON with a detail as well, and ends the connection. */

let server: Server;
let port: number;

beforeAll(async () => {
  server = createNodeServer(createAssay()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const send = (...lines: string[]): Promise<RawReply> => sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`);

function expectRefusal({ status, head, body }: RawReply, expected: number): void {
  expect(status).toBe(expected);
  expect(head).toMatch(/^content-type: application\/json$/im);
  expect(head).toMatch(/^x-content-type-options: nosniff$/im);
  expect(head).toMatch(/^connection: close$/im);
  expect(head).toMatch(/^x-request-id: [\w.-]+$/im);
  expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
  expect(JSON.parse(body)).toEqual({ detail: expect.stringMatching(/^The \w+/) });
}

describe.concurrent('a request that is refused before it reaches the service', () => {
  it.each([
    ['no Host', 400, ['GET / HTTP/1.1']],
    ['an empty Host', 400, ['GET / HTTP/1.1', 'Host: ']],
    ['a Host with two ports', 400, ['GET / HTTP/1.1', 'Host: a:1:2']],
    ['a transfer coding in HTTP/1.0', 400, ['POST /users/ HTTP/1.0', 'Transfer-Encoding: chunked']],
    ['a Host with more than a host', 400, ['GET / HTTP/1.1', 'Host: user@a/b']],
    ['two Hosts', 400, ['GET / HTTP/1.1', 'Host: a', 'Host: b']],
    ['a space before a colon', 400, ['GET / HTTP/1.1', 'Host: a', 'X-Y : z']],
    ['no request line', 400, ['rubbish']],
    ['a target that is not ASCII', 400, ['GET /search/?query=\xe9 HTTP/1.1', 'Host: a']],
    [
      'a chunk size that is none',
      400,
      ['POST /users/ HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', 'x', ''],
    ],
    ['a Content-Length that is none', 400, ['POST /users/ HTTP/1.1', 'Host: a', 'Content-Length: x']],
    [
      'a length and a transfer coding',
      400,
      ['POST /users/ HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    ],
    ['a target over 8 KiB', 414, [`GET /${'a'.repeat(8192)} HTTP/1.1`, 'Host: a']],
    ['headers over 16 KiB', 431, ['GET / HTTP/1.1', 'Host: a', `X-Y: ${'a'.repeat(16_384)}`]],
    [
      'more than 100 headers',
      431,
      ['GET / HTTP/1.1', 'Host: a', ...Array.from({ length: 100 }, (_, n) => `X-${n}: y`)],
    ],
    [
      'an expectation that nobody knows',
      417,
      ['POST /users/ HTTP/1.1', 'Host: a', 'Expect: 200-ok', 'Content-Length: 2'],
    ],
    ['a method that nobody knows', 501, ['BREW / HTTP/1.1', 'Host: a']],
    ['a tunnel', 501, ['CONNECT a:80 HTTP/1.1', 'Host: a']],
    [
      'a transfer coding that nobody knows',
      501,
      ['POST /users/ HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip'],
    ],
    [
      'a transfer coding before chunked',
      501,
      ['POST /users/ HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip, chunked'],
    ],
    ['HTTP/2.0 on the request line', 505, ['GET / HTTP/2.0', 'Host: a']],
    ['HTTP/3.0 on the request line', 505, ['GET / HTTP/3.0', 'Host: a']],
  ])('because of %s', async (_, status, lines) => {
    expectRefusal(await send(...lines), status);
  });

  it('because its body, whose length was not declared, is over the limit', async () => {
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    const reply = await sendRaw(
      port,
      `POST /users/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}0\r\n\r\n`,
    );
    expectRefusal(reply, 413);
  });

  it('because its body is declared to be over the limit, before any of it was sent', async () => {
    expectRefusal(await send('POST /users/ HTTP/1.1', 'Host: a', 'Content-Length: 65537'), 413);
  });

  it.each(['/items/1', '/users/', '/docs', '/openapi.json'])(
    'because of a body that GET %s would not read',
    async (target) => {
      expectRefusal(await send(`GET ${target} HTTP/1.1`, 'Host: a', 'Content-Length: 65537'), 413);
    },
  );

  it('because of its headers, without being told to go on', async () => {
    const reply = await send(
      'POST /users/ HTTP/1.1',
      'Host: a',
      'Expect: 100-continue',
      'Content-Length: 65537',
    );
    expectRefusal(reply, 413);
  });
});

describe('a request that is unusual, and served', () => {
  it.each([
    ['HTTP/1.0 without Host', ['GET /search/?query=x HTTP/1.0']],
    [
      'an absolute address',
      ['GET http://assay.test/search/?query=x HTTP/1.1', 'Host: a', 'Connection: close'],
    ],
    [
      '100 headers',
      [
        'GET /search/?query=x HTTP/1.1',
        'Host: a',
        'Connection: close',
        ...Array.from({ length: 98 }, (_, n) => `X-${n}: y`),
      ],
    ],
  ])('%s', async (_, lines) => {
    const { status, body } = await send(...lines);
    expect(status).toBe(200);
    expect(body).toBe('{"query":"x","sort_by":"relevance","page":1}');
  });

  it('OPTIONS *', async () => {
    const { status, head } = await send('OPTIONS * HTTP/1.1', 'Host: a', 'Connection: close');
    expect(status).toBe(204);
    expect(head).toMatch(/^allow: POST, GET, HEAD, OPTIONS$/im);
  });

  it('HTTP/1.0 with Expect, which gets no interim reply', async () => {
    const { text } = await sendRaw(
      port,
      'POST /users HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 18\r\n\r\n{"email":"a@b.cc"}',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('Expect: 100-continue', async () => {
    const body = '{"email":"ada@example.com"}';
    const { text } = await sendRaw(
      port,
      `POST /users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it('a body in many small pieces', async () => {
    const body = '{"email":"ada@example.com"}';
    const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('');
    const head = 'POST /users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
    expect((await sendRaw(port, `${head}${chunks}0\r\n\r\n`)).status).toBe(200);
  });
});

it('does not go on reading a body that nobody wants and that has no end', async () => {
  const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
  const head = 'GET /items/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  const { status, head: received } = await sendRaw(port, head + chunk);
  expect(status).toBe(200);
  expect(received).toMatch(/^connection: close$/im);
});

describe('a bad request behind a good one', () => {
  const good = 'POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: 18\r\n\r\n{"email":"a@b.cc"}';

  it.each([
    ['rubbish', 'GARBAGE\r\n\r\n', 400],
    ['a method that nobody knows', '\r\nBREW / HTTP/1.1\r\nHost: a\r\n\r\n', 501],
    ['a tunnel', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 501],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ])('waits for its turn: %s', async (_, bad, status) => {
    const { text } = await sendRaw(port, good + good + bad);
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, code]) => Number(code));
    expect(statuses).toEqual([200, 200, status]);
  });
});

describe('a line that ends in a bare line feed', () => {
  it.each(['GET / HTTP/1.1\nHost: a\r\n\r\n', 'GET / HTTP/1.1\r\nHost: a\n\r\n\r\n'])(
    'is a 400: %j',
    async (request) => {
      expectRefusal(await sendRaw(port, request), 400);
    },
  );
});

it('sees a client that is still sending get its refusal', async () => {
  const head = 'POST /users/ HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n';
  expectRefusal(await sendRaw(port, head + ' '.repeat(3_000_000)), 413);
});

describe('a request that takes too long', () => {
  const slow = createNodeServer(createAssay(), {
    headersTimeout: 100,
    requestTimeout: 200,
  });
  beforeAll(() => once(slow.listen(0, '127.0.0.1'), 'listening'));
  afterAll(() => new Promise((resolve) => slow.close(resolve)));

  it.each([
    ['with its headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['with its body', 'POST /users/ HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{'],
    [
      'with the rest of its body',
      'POST /users HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
    ],
  ])('%s is told so', async (_, request) => {
    expectRefusal(await sendRaw((slow.address() as AddressInfo).port, request), 408);
  });
});

it('goes on when a client breaks off in the middle of a body', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const arrived = once(server, 'request');
  socket.write('POST /users/ HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"name"');
  const [request] = await arrived;
  const gone = new Promise((resolve) => request.on('close', resolve));
  socket.resetAndDestroy();
  await gone;
  expect((await send('GET /items/1 HTTP/1.1', 'Host: a', 'Connection: close')).status).toBe(200);
});
