import { EventEmitter, once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import {
  type Exchange,
  Kept,
  MAX_ALL_KEPT,
  MAX_KEPT,
  type ProxyOptions,
  Room,
  startProxy,
} from '../../src/check/proxy.ts';
import { headerPairs } from '../../src/check/sender.ts';
import { makeCertificate } from '../_certificate.ts';
import { sendRaw } from '../_raw.ts';

/** What a proxy passes on, byte by byte, and what it says of it. */

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts a service that answers like this, and a proxy before it. */
async function start(answer: Answer, options: Partial<ProxyOptions> = {}) {
  const service = createServer({ keepAlive: true }, (request, response) => void answer(request, response));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  open.push({ close: () => closed(service) });
  return { service, ...(await startBefore(`http://127.0.0.1:${portOf(service)}`, options)) };
}

/** Starts a proxy before an address. */
async function startBefore(address: string, options: Partial<ProxyOptions> = {}) {
  const exchanges: Exchange[] = [];
  const waiting: ((exchange: Exchange) => void)[] = [];
  const onExchange = (exchange: Exchange) => {
    exchanges.push(exchange);
    waiting.shift()?.(exchange);
  };
  const proxy = await startProxy({ address, port: 0, host: '127.0.0.1', onExchange, ...options });
  open.push({ close: () => proxy.close() });
  const port = Number(new URL(proxy.address).port);
  const next = () => new Promise<Exchange>((resolve) => waiting.push(resolve));
  return { proxy, port, exchanges, next };
}

function closed(server: Pick<Server, 'close' | 'closeAllConnections'>): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

function portOf(server: { address(): unknown }): number {
  return (server.address() as AddressInfo).port;
}

/** A service that answers with exactly these bytes, and keeps what it was sent. */
async function startBytes(reply: string, isClosed = true) {
  const received: string[] = [];
  const server = createTcpServer((socket) => {
    socket.setEncoding('latin1').on('error', () => {});
    socket.on('data', (chunk: string) => {
      received.push(chunk);
      if (!/\r\n\r\n/.test(received.join(''))) return;
      if (isClosed) socket.end(reply, 'latin1');
      else socket.write(reply, 'latin1');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return { address: `http://127.0.0.1:${portOf(server)}`, sent: () => received.join('') };
}

it('passes on the headers as they are written, in their order, more than once', async () => {
  const { address, sent } = await startBytes(
    'HTTP/1.1 201 Made it\r\nSet-Cookie: a=1\r\nX-b: 2\r\nset-cookie: c=\xe9\r\nContent-Length: 2\r\n\r\nhi',
  );
  const { port } = await startBefore(address);
  const reply = await sendRaw(
    port,
    'POST /a%2Fb?x=%FF&y HTTP/1.1\r\nhOst: other.example\r\nX-A: 1\r\nx-B: 2\r\nX-a: \xe9\r\nConnection: close, X-Own\r\nX-Own: 1\r\nTE: trailers\r\ncontent-length: 3\r\n\r\nabc',
  );
  expect(sent()).toBe(
    'POST /a%2Fb?x=%FF&y HTTP/1.1\r\nhOst: other.example\r\nX-A: 1\r\nx-B: 2\r\nX-a: \xe9\r\ncontent-length: 3\r\nConnection: keep-alive\r\n\r\nabc',
  );
  expect(reply.head).toBe(
    'HTTP/1.1 201 Made it\r\nSet-Cookie: a=1\r\nX-b: 2\r\nset-cookie: c=\ufffd\r\nContent-Length: 2\r\nConnection: close',
  );
  expect(reply.body).toBe('hi');
});

it('passes on requests that a client sends ahead one after another', async () => {
  const seen: (string | undefined)[] = [];
  const { service, port } = await start(({ url }, response) => {
    seen.push(url);
    if (url !== '/0') response.end(url);
  });
  const ahead = ['/0', '/1', '/2'].map((each) => `GET ${each} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const last = 'GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const first = once(service, 'request');
  const all = sendRaw(port, ahead.join('') + last);
  const [, held] = await first;
  await sendRaw(port, 'GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(seen).toEqual(['/0', '/other']);
  held.end('/0');
  await all;
  expect(seen).toEqual(['/0', '/other', '/1', '/2', '/3']);
});

it('leaves a client that sends very many requests ahead', async () => {
  const { port } = await start(() => {});
  const socket = connect(port, '127.0.0.1')
    .on('error', () => {})
    .resume();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1001));
  await once(socket, 'close');
});

it('counts only the requests that a client still waits for', async () => {
  const { port } = await start((_, response) => response.end('a'));
  const socket = connect(port, '127.0.0.1');
  for (let turn = 0; turn < 3; turn++) {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(500));
    let replies = '';
    while (replies.split('HTTP/1.1 200').length <= 500) replies += String(await once(socket, 'data'));
  }
  socket.destroy();
});

it('passes on nothing more of a client that has left', async () => {
  const { service, port, next } = await start(() => {});
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /second HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(service, 'request');
  const requests: (string | undefined)[] = [];
  service.on('request', ({ url }: IncomingMessage) => requests.push(url));
  socket.destroy();
  const whole = next();
  service.removeAllListeners('request');
  service.on('request', ({ url }: IncomingMessage, response: ServerResponse) => {
    requests.push(url);
    response.end();
  });
  await sendRaw(port, 'GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect((await whole).request.target).toBe('/other');
  expect(requests).toEqual(['/other']);
});

it.each([
  ['POST', ''],
  ['GET', ''],
  ['PURGE', 'X-A: 1\r\nx-b: 2\r\nx-a: 3\r\n'],
])('adds no body to a %s without one', async (method, headers) => {
  const { address, sent } = await startBytes('HTTP/1.1 204 Gone\r\n\r\n');
  const { port } = await startBefore(address);
  await sendRaw(port, `${method} / HTTP/1.1\r\nHost: a\r\n${headers}Connection: close\r\n\r\n`);
  expect(sent()).toMatch(new RegExp(`^${method} / HTTP/1\\.1\\r\\nHost: a\\r\\n`));
  expect(sent()).not.toMatch(/content-length|transfer-encoding/i);
  expect(
    headerPairs(
      sent()
        .split(/\r\n|: /)
        .slice(1, -2),
    ).filter(([name]) => /^x-/i.test(name)),
  ).toEqual(
    headers === ''
      ? []
      : [
          ['X-A', '1'],
          ['X-A', '3'],
          ['x-b', '2'],
        ],
  );
});

it('passes on trailers both ways', async () => {
  const { port, next } = await start(async (request, response) => {
    await text(request);
    response.writeHead(200, { Trailer: 'X-Sum' });
    response.write('ab');
    response.addTrailers(headerPairs(request.rawTrailers));
    response.end();
  });
  const exchange = next();
  const reply = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nhi\r\n0\r\nX-Sum: 7\r\n\r\n',
  );
  expect(reply.head).toContain('Trailer: X-Sum');
  expect(reply.body).toBe('2\r\nab\r\n0\r\nX-Sum: 7\r\n\r\n');
  const { request: seen, reply: back } = await exchange;
  expect([seen.body.bytes.toString(), 'body' in back && back.body.bytes.toString()]).toEqual(['hi', 'ab']);
});

it.each([
  ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n', 'Content-Length: 7'],
  ['GET', 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nContent-Length: 7\r\n\r\n', 'Content-Length: 7'],
  ['GET', 'HTTP/1.1 204 No Content\r\nX-A: 1\r\n\r\n', 'X-A: 1'],
])('answers %s without a body where there is none: %j', async (method, bytes, header) => {
  const { address } = await startBytes(bytes);
  const { port } = await startBefore(address);
  const { head, body } = await sendRaw(port, `${method} / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  expect(head.split('\r\n')).toContain(header);
  expect(head).not.toMatch(/^(?:date|transfer-encoding)/im);
  expect(body).toBe('');
});

it('passes on a body that ends with its connection', async () => {
  const start = 'HTTP/1.1 200 OK\r\nAccess-Control-Expose-Headers: Content-Length';
  const { address } = await startBytes(`${start}\r\n\r\nall of it`);
  const { port } = await startBefore(address);
  const { head, body } = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(head).toBe(`${start}\r\nConnection: close`);
  expect(body).toBe('all of it');
});

it('sends no chunks to a client of HTTP/1.0', async () => {
  const { port } = await start((_, response) => response.end('hi'));
  const { head, body } = await sendRaw(port, 'GET / HTTP/1.0\r\n\r\n');
  expect(head).not.toMatch(/transfer-encoding/i);
  expect(body).toBe('hi');
});

it('passes on what comes before the reply', async () => {
  const { port } = await start(async (request, response) => {
    response.writeEarlyHints({ link: '</a.css>; rel=preload' });
    response.end(await text(request));
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
  );
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
  socket.write('hi');
  const rest = String(first) + (await text(socket));
  expect(rest).toContain('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n');
  expect(rest.endsWith('\r\n\r\nhi')).toBe(true);
});

it('lets the service refuse a body before it is sent', async () => {
  const { service, port } = await start(() => undefined);
  service.on('checkContinue', (_, response) => response.writeHead(413, { 'Content-Length': 2 }).end('no'));
  const { status, body } = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
  );
  expect([status, body]).toEqual([413, 'no']);
});

it('passes on events as they come', async () => {
  let finish = () => {};
  const { port, next } = await start((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    finish = () => response.end('data: 2\n\n');
  });
  const exchange = next();
  const response = await fetch(`http://127.0.0.1:${port}/`);
  finish();
  expect(await response.text()).toBe('data: 2\n\n');
  expect((await exchange).reply).toMatchObject({ status: 200 });
});

it('passes on an upload as it comes', async () => {
  const { port } = await start((request, response) => {
    request.once('data', (chunk) => response.write(chunk));
    request.once('end', () => response.end('end'));
  });
  const sent = request({ port, host: '127.0.0.1', method: 'POST' });
  sent.write('first ');
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  sent.end('second');
  expect(await text(response)).toBe('first end');
});

it('reads no faster than the other side', async () => {
  const CHUNK = Buffer.alloc(64 * 1024);
  let written = 0;
  const { port } = await start((_, response) => {
    const write = () => {
      while (written < 4000 * CHUNK.length && !response.destroyed) {
        written += CHUNK.length;
        if (!response.write(CHUNK)) return;
      }
      response.end();
    };
    response.on('drain', write);
    write();
  });
  const socket = connect(port, '127.0.0.1').pause();
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  // Once nothing more is written for a while, all buffers are full.
  for (let before = -1; before !== written; ) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(written).toBeLessThan(2000 * CHUNK.length);
  socket.destroy();
});

it('keeps the beginning of a long body only, and passes on all of it', async () => {
  const { port, next } = await start(async (request, response) => response.end(await text(request)));
  const exchange = next();
  const body = 'a'.repeat(3 * MAX_KEPT);
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  expect(await response.text()).toBe(body);
  const { request: seen, reply } = await exchange;
  expect([seen.body.isCut, seen.body.size]).toEqual([true, body.length]);
  expect('body' in reply && reply.body.isCut).toBe(true);
  expect(seen.body.bytes.length).toBeLessThan(2 * MAX_KEPT);
});

it('keeps no more of all bodies together than there is room for, until they have been told', async () => {
  const held: ServerResponse[] = [];
  let told = () => {};
  const all = new Promise<void>((resolve) => {
    told = resolve;
  });
  const seen: boolean[] = [];
  const onExchange = async ({ request: { body } }: Exchange) => {
    seen.push(body.isCut);
    await all;
  };
  const count = MAX_ALL_KEPT / MAX_KEPT;
  const { port } = await start(
    async (request, response) => {
      await once(request.resume(), 'end');
      held.push(response);
      if (held.length >= count) for (const each of held) each.end();
    },
    { onExchange },
  );
  const agent = new Agent({ keepAlive: true });
  open.push({ close: () => agent.destroy() });
  const send = async () => {
    const sent = request({ port, host: '127.0.0.1', path: '/', method: 'POST', agent });
    sent.end('a'.repeat(MAX_KEPT));
    const [response] = await once(sent, 'response');
    await text(response);
  };
  await Promise.all(Array.from({ length: count }, send));
  await send();
  expect(seen).toEqual([...Array(count).fill(false), true]);
  told();
  await send();
  expect(seen.at(-1)).toBe(false);
});

it('leaves the room of a body once, and takes none for what follows after that', () => {
  const room = new Room();
  const body = new Kept(room);
  body.add(Buffer.alloc(7));
  expect(room.left).toBe(MAX_ALL_KEPT - 7);
  body.leave();
  body.add(Buffer.alloc(9));
  expect([room.left, body.size]).toEqual([MAX_ALL_KEPT, 16]);
});

it('connects a WebSocket with the service', async () => {
  const { service, port, exchanges } = await start(() => undefined);
  service.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${request.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`,
    );
    socket.pipe(socket);
    socket.on('data', (chunk) => String(chunk).endsWith('bye') && socket.end());
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [head] = await once(socket, 'data');
  expect(String(head)).toContain('101 Switching Protocols\r\nUpgrade: websocket\r\n');
  socket.write('hello, and bye');
  expect(String(head) + (await text(socket))).toContain('hello, and bye');
  expect(exchanges).toEqual([]);
});

it('passes on the reply of a service that does not change the protocol', async () => {
  const { port } = await start((_, response) => response.writeHead(426, { 'X-A': 'b' }).end('no'));
  const { head, body } = await sendRaw(
    port,
    'GET /chat HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
  );
  expect(head).toMatch(/^HTTP\/1\.1 426 [\s\S]*X-A: b\r\n/);
  expect(head).not.toMatch(/transfer-encoding/i);
  expect(body).toBe('no');
});

it('ends a WebSocket when the proxy ends', async () => {
  const { service, proxy, port } = await start(() => undefined);
  service.on('upgrade', (_, socket: Socket) => {
    socket.on('end', () => socket.end()).resume();
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(socket, 'data');
  const ended = once(socket, 'close');
  await proxy.close();
  await ended;
});

it('ends a WebSocket for which there is no service', async () => {
  const { port } = await startBefore('http://127.0.0.1:1');
  const upgrade = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect((await sendRaw(port, upgrade)).text).toBe('');
});

it('ends a WebSocket when either side is cut off', async () => {
  const { service, port } = await start(() => undefined);
  const opened: Socket[] = [];
  service.on('upgrade', (_, socket: Socket) => {
    opened.push(socket.on('error', () => {}));
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
  });
  const connected = async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await once(socket, 'data');
    return socket;
  };
  const cutByService = await connected();
  const ended = once(cutByService, 'close');
  opened.shift()?.resetAndDestroy();
  await ended;
  const cutByClient = await connected();
  const [left] = opened;
  const told = once(left?.resume() ?? cutByClient, 'end');
  cutByClient.resetAndDestroy();
  await told;
  left?.end();
});

it('leaves the service if a client is cut off that waits for a WebSocket', async () => {
  const { service, port } = await start(() => undefined);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [, opened] = await once(service, 'upgrade');
  const left = once(opened.resume(), 'end');
  socket.resetAndDestroy();
  await left;
  opened.end();
});

it('cuts a reply in place of a WebSocket that breaks off', async () => {
  const { address } = await startBytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
  const { port } = await startBefore(address);
  const upgrade = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect((await sendRaw(port, upgrade)).body).toBe('half');
});

it('cuts an event stream that is still open a while after the proxy ends', async () => {
  const { proxy, port } = await start((_, response) => response.write('data: 1\n\n'));
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  const ended = once(socket, 'close');
  await proxy.close();
  await ended;
});

it('asks a service on another machine for the name of its address', async () => {
  const { service } = await start(({ headers: { host } }, response) => response.end(host));
  const { port } = await startBefore(`http://[::ffff:127.0.0.1]:${portOf(service)}`);
  const { body } = await sendRaw(
    port,
    'GET / HTTP/1.1\r\nX-A: Host\r\nHost: other\r\nConnection: close\r\n\r\n',
  );
  expect(body).toContain(`[::ffff:7f00:1]:${portOf(service)}`);
});

it('does not trust a certificate that nobody knows', async () => {
  const service = createTlsServer(makeCertificate('localhost'), (_, response) => response.end());
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  open.push({ close: () => closed(service) });
  const { port } = await startBefore(`https://127.0.0.1:${portOf(service)}`);
  const { status, body } = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(status).toBe(502);
  expect(body).toMatch(/The service gave no reply: .*certificate/);
});

it('says that nothing listens at the address', async () => {
  const { port, next } = await startBefore('http://127.0.0.1:1');
  const exchange = next();
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'a' });
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    502,
    'text/plain',
    'The service gave no reply: nothing listens there\n',
  ]);
  expect((await exchange).reply).toEqual({ why: 'nothing listens there' });
});

const PLAIN_REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

it.each([
  ['a status of less than three digits', '001 OK', '001 OK'],
  ['a last reply that is an interim one', '101 OK', '101 OK'],
  ['control characters behind the status', '200 a\x01\x1b[31m', '200 a??[31m'],
  ['another protocol that nobody asked for', '101 OK\r\nConnection: upgrade\r\nUpgrade: x', '101 OK'],
])('answers in place of a service that sends %s', async (_, sent, told) => {
  const { address } = await startBytes(`HTTP/1.1 ${sent}\r\nContent-Length: 2\r\n\r\n{}`);
  const { port, next } = await startBefore(address);
  const exchange = next();
  const { status, body } = await sendRaw(port, PLAIN_REQUEST);
  const why = `the reply is not HTTP (its status is ${told})`;
  expect(status).toBe(502);
  expect(body).toContain(`The service gave no reply: ${why}\n`);
  expect((await exchange).reply).toEqual({ why });
});

it('leaves out malformed interim replies', async () => {
  const { address } = await startBytes(
    'HTTP/1.1 103 a\x01\r\n\r\nHTTP/1.1 103 b\r\n\r\nHTTP/1.1 204 c\r\n\r\n',
  );
  const { port } = await startBefore(address);
  const reply = await sendRaw(port, PLAIN_REQUEST);
  expect(reply.text).toBe('HTTP/1.1 103 b\r\n\r\nHTTP/1.1 204 c\r\nConnection: close\r\n\r\n');
});

it('keeps no interim replies for a client that does not read', async () => {
  const HINT = Buffer.from(`HTTP/1.1 103 a\r\nX: ${'b'.repeat(4000)}\r\n\r\n`);
  const COUNT = 8000;
  const ended = new EventEmitter();
  const server = createTcpServer(async (service) => {
    await once(service, 'data');
    for (let left = COUNT; left > 0; left--) if (!service.write(HINT)) await once(service, 'drain');
    service.end('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nend', () => ended.emit('ended'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  const { port } = await startBefore(`http://127.0.0.1:${portOf(server)}`);
  const hasEnded = once(ended, 'ended');
  const socket = connect(port, '127.0.0.1').pause();
  socket.write(PLAIN_REQUEST);
  await hasEnded;
  const all = await text(socket);
  expect(all.endsWith('end')).toBe(true);
  expect(all.length).toBeLessThan(COUNT * HINT.length);
});

it('reads long headers about the connection in linear time', async () => {
  const names = Array.from({ length: 500 }, (_, at) => `x-${at}`);
  const lines = names.map((name) => `${name}: 1\r\n`).join('');
  const { address } = await startBytes(
    `HTTP/1.1 200 OK\r\nConnection: a${' '.repeat(150_000)}b, ${names.join()}\r\n${lines}Content-Length: 2\r\n\r\n{}`,
  );
  const { port } = await startBefore(address);
  // Quadratic time would be minutes.
  const { head } = await sendRaw(port, PLAIN_REQUEST);
  expect(head).toBe('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close');
});

it('cuts a reply that breaks off', async () => {
  const { address } = await startBytes('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
  const { port, next } = await startBefore(address);
  const exchange = next();
  const { body } = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(body).toBe('half');
  expect((await exchange).reply).toEqual({ why: 'the reply broke off' });
});

it('says nothing of a request whose client leaves, and tells the service', async () => {
  const left = new EventEmitter();
  const hasLeft = once(left, 'left');
  const { port, exchanges, next } = await start((request, response) => {
    if (request.url === '/next') return response.end();
    response.once('close', () => left.emit('left'));
    return response.write('a');
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await hasLeft;
  const exchange = next();
  await fetch(`http://127.0.0.1:${port}/next`);
  await exchange;
  expect(exchanges.map(({ request: { target } }) => target)).toEqual(['/next']);
});

it('goes on with a connection whose last body was not read', async () => {
  let cut = () => {};
  const { port } = await start((request, response) => {
    if (request.url === '/next') return response.end('next');
    cut = () => request.destroy();
    return response.writeHead(413, { 'Content-Length': 2 }).write('no');
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  open.push({ close: () => agent.destroy() });
  const send = async (path: string, body: string) => {
    const sent = request({ port, host: '127.0.0.1', path, method: 'POST', agent });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.once('data', () => cut());
    return text(response);
  };
  expect(await send('/', 'a'.repeat(4 * MAX_KEPT))).toBe('no');
  expect(await send('/next', '')).toBe('next');
});

it.each([
  ['with a length', `Content-Length: ${4 * MAX_KEPT}\r\n\r\n`, ''],
  ['in chunks', `Transfer-Encoding: chunked\r\n\r\n${(4 * MAX_KEPT).toString(16)}\r\n`, '\r\n0\r\n\r\n'],
])('passes on the rest of a body %s after its reply, and what follows', async (_, framing, end) => {
  const bodies: Promise<string>[] = [];
  const { port } = await start((request, response) => {
    response.end('early');
    bodies.push(text(request));
  });
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${framing}`);
  expect(String(await once(socket, 'data'))).toContain('early');
  socket.write('a'.repeat(4 * MAX_KEPT) + end);
  socket.write('GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await text(socket)).toContain('early');
  expect((await bodies[0])?.length).toBe(4 * MAX_KEPT);
});

it('contacts the named address only, with its path before each target', async () => {
  const seen: (string | undefined)[] = [];
  const service = await start((request, response) => {
    seen.push(request.url, request.headers.host);
    response.end();
  });
  const { port } = await startBefore(`http://127.0.0.1:${portOf(service.service)}/api/`);
  await sendRaw(
    port,
    'GET http://elsewhere.example/a?b HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n',
  );
  await sendRaw(
    port,
    'GET http://elsewhere.example HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n',
  );
  await sendRaw(port, 'GET /go?to=http://b/c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(seen).toEqual([
    ...['/api/a?b', 'elsewhere.example'],
    ...['/api/', 'elsewhere.example'],
    ...['/api/go?to=http://b/c', 'a'],
  ]);
});

it('answers in place of the service, which then gets nothing', async () => {
  const asked: string[] = [];
  const { port, next } = await start(
    async (request, response) => response.end(`${request.headers.expect}: ${await text(request)}`),
    {
      async answer({ target, body }) {
        asked.push(body.bytes.toString().slice(0, 9));
        return target === '/no' ? { status: 400, headers: [['X-A', 'b']], body: 'wrong' } : undefined;
      },
    },
  );
  const exchange = next();
  const refused = await fetch(`http://127.0.0.1:${port}/no`, { method: 'POST', body: 'a' });
  expect([refused.status, refused.headers.get('x-a'), await refused.text()]).toEqual([400, 'b', 'wrong']);
  expect(await exchange).toMatchObject({ isBlocked: true, reply: { status: 400 } });
  const body = 'b'.repeat(3 * MAX_KEPT);
  const passed = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  expect(await passed.text()).toBe(`undefined: ${body}`);
  const { body: continued } = await sendRaw(
    port,
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi',
  );
  expect(continued).toContain('100-continue: hi');
  expect(asked).toEqual(['a', 'b'.repeat(9), 'hi']);
});

it('asks nobody about a request whose client leaves before its end', async () => {
  const asked: string[] = [];
  const { port } = await start((_, response) => response.end(), {
    answer: async ({ target }) => void asked.push(target),
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /left HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf');
  await once(socket, 'connect');
  socket.resetAndDestroy();
  await fetch(`http://127.0.0.1:${port}/next`);
  expect(asked).toEqual(['/next']);
});

it('passes nothing on of a request whose client leaves while it is judged', async () => {
  const targets: (string | undefined)[] = [];
  const judged = new EventEmitter();
  const isJudged = once(judged, 'begun');
  const { port, next } = await start(
    ({ url }, response) => {
      targets.push(url);
      response.end();
    },
    {
      async answer({ target }) {
        if (target === '/next') return;
        judged.emit('begun');
        await once(judged, 'end');
      },
    },
  );
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /left HTTP/1.1\r\nHost: a\r\n\r\n');
  await isJudged;
  socket.resetAndDestroy();
  const exchange = next();
  await fetch(`http://127.0.0.1:${port}/next`);
  judged.emit('end');
  await exchange;
  await fetch(`http://127.0.0.1:${port}/next`);
  expect(targets).toEqual(['/next', '/next']);
});

it('listens where it is told', async () => {
  const { proxy } = await start((_, response) => response.end('hi'), { host: '::1' });
  expect(proxy.address).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect(await (await fetch(proxy.address)).text()).toBe('hi');
});
