import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { practiceCore } from '../_practice.ts';
import { sendRaw } from '../_raw.ts';
import { endless, route, streaming } from './_streaming.ts';

/** Streamed replies. */

let server: Server;
let port: number;
beforeAll(async () => {
  server = createNodeServer(streaming).listener.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = (target: string, ...lines: readonly string[]) =>
  `GET ${target} HTTP/1.1\r\n${['Host: a', ...lines].join('\r\n')}\r\n\r\n`;

describe('on a persistent connection', () => {
  it('a reply is chunked, and the next one follows it', async () => {
    const { text } = await sendRaw(port, get('/short') + get('/livez', 'Connection: close'));
    const [head = '', rest = ''] = text.split('\r\n\r\n1\r\n');
    expect(head).toContain('\r\nTransfer-Encoding: chunked\r\n');
    expect(head).not.toContain('Content-Length');
    expect(rest).toMatch(/^a\r\n2\r\né\r\n2\r\nbc\r\n0\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });

  it('a reply may be empty', async () => {
    const { text } = await sendRaw(port, get('/none') + get('/livez', 'Connection: close'));
    expect(text).toContain('\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n');
  });

  it('HEAD has no chunks', async () => {
    const { text } = await sendRaw(
      port,
      get('/short').replace('GET', 'HEAD') + get('/livez', 'Connection: close'),
    );
    expect(text).toMatch(/\r\nTransfer-Encoding: chunked\r\n[\s\S]*?\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(text).not.toContain('0\r\n\r\nHTTP');
  });
});

it.each([
  ['HTTP/1.0', 'GET /short HTTP/1.0\r\n\r\n'],
  ['HTTP/1.0 on a connection that would go on', 'GET /short HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'],
])('the reply to %s ends with the connection', async (_, request) => {
  const { head, body } = await sendRaw(port, request);
  expect(head).not.toContain('Transfer-Encoding');
  expect(head).not.toContain('Content-Length');
  expect(body).toBe('aébc');
});

it('the reply to the last request has chunks, so that its client sees where it ends', async () => {
  const { head, body } = await sendRaw(port, get('/short', 'Connection: close'));
  expect(head).toContain('\r\nTransfer-Encoding: chunked');
  expect(body).toBe('1\r\na\r\n2\r\né\r\n2\r\nbc\r\n0\r\n\r\n');
});

it('no more is produced than the client reads, and nothing after it disconnects', async () => {
  const slow = connect(port, '127.0.0.1');
  slow.write(get('/endless'));
  const [first] = await once(slow, 'data');
  slow.pause();
  expect(String(first)).toContain('HTTP/1.1 200 OK');
  let before = -1;
  while (endless.made !== before) {
    before = endless.made;
    for (let asked = 0; asked < 20; asked++) await sendRaw(port, get('/livez', 'Connection: close'));
  }
  expect(endless.made).toBeLessThan(500);
  slow.destroy();
  await endless.ended;
});

it('others are served after each piece, however short', async () => {
  let turn = 0;
  const turns: number[] = [];
  function* letters(): Iterable<string> {
    for (let made = 0; made < 50; made++) {
      turns.push(turn);
      setImmediate(() => turn++);
      yield 'a';
    }
  }
  const app = practiceCore({ hostRoutes: [route('/letters', letters)] });
  const letterServer = createNodeServer(app).listener.listen(0, '127.0.0.1');
  onTestFinished(() => void letterServer.close());
  await once(letterServer, 'listening');
  const { port } = letterServer.address() as AddressInfo;
  const { body } = await sendRaw(port, get('/letters', 'Connection: close'));
  expect(body.replace(/[^a]/g, '')).toBe('a'.repeat(50));
  expect(turns).toEqual(Array.from({ length: 50 }, (_, made) => made));
});

it('others are answered in between', async () => {
  const busy = connect(port, '127.0.0.1').resume();
  busy.write(get('/endless'));
  await once(busy, 'data');
  const before = endless.made;
  const { text } = await sendRaw(port, get('/livez', 'Connection: close'));
  expect(text).toContain('200 OK');
  expect(endless.made).toBeGreaterThanOrEqual(before);
  busy.destroy();
  await endless.ended;
});
