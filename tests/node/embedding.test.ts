import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { integer } from '../../src/fields/number.ts';
import { type AppOptions, createApp } from '../../src/index.ts';
import { contract, handlers } from '../../src/practice/app.ts';
import { makeCertificate, temporaryFolder } from '../_certificate.ts';
import { sendRaw } from '../_raw.ts';

/** The service embedded in another program. */

/** The practice service with other options. */
const create = (options?: AppOptions) => createApp(contract, handlers, options);

async function ask(socket: Socket, request: string): Promise<string> {
  socket.write(request);
  const [reply] = await once(socket, 'data');
  return String(reply);
}

it('listens on a free port of 127.0.0.1, more than once', async () => {
  const app = create();
  const [first, second] = [await app.listen(), await app.listen()];
  expect(first.origin).toBe(`http://127.0.0.1:${first.port}`);
  expect(second.port).not.toBe(first.port);
  await first.close();
  await expect(fetch(first.origin)).rejects.toThrow();
  expect((await fetch(second.origin)).status).toBe(200);
  await second.close();
});

it('listens on the given host and port, or throws the reason', async () => {
  const server = await create().listen({ host: 'localhost' });
  expect(server.origin).toBe(`http://localhost:${server.port}`);
  await expect(create().listen({ host: 'localhost', port: server.port })).rejects.toThrow('EADDRINUSE');
  await server.close();
});

it.each<[settings: unknown, message: string]>([
  [{ port: 0, limits: {} }, 'listen() has no option limits'],
  [{ tlsCrt: 'a.pem' }, 'listen() has no option tlsCrt; did you mean tlsCert?'],
  [{ tlsCert: 'a.pem' }, 'The option tlsCert of listen() needs tlsKey'],
  [{ tlsKey: 'a.pem' }, 'The option tlsKey of listen() needs tlsCert'],
  [{ tlsCert: 'no/cert.pem', tlsKey: 'no/key.pem' }, 'there is no file no/cert.pem'],
  [{ logSample: 2 }, 'The option logSample of listen() must be a number from 0 to 1'],
  [{ logSample: -1 }, 'The option logSample of listen() must be a number from 0 to 1'],
  [{ logSample: '1' }, 'The option logSample of listen() must be a number from 0 to 1'],
  [{ trustedProxies: '10.0.0.0/8' }, 'The option trustedProxies of listen() must be a list of addresses'],
  [{ trustedProxies: ['10.0.0.0/99'] }, 'The option trustedProxies of listen() must be a list of addresses'],
  [{ cors: { origins: '*', credentials: true } }, "can't allow credentials to all origins"],
  [{ logLevel: 'loud' }, 'The option logLevel of listen() must be'],
  [3000, 'listen() takes an object of options, not 3000'],
  [null, 'listen() takes an object of options, not null'],
  [['a'], 'listen() takes an object of options, not ["a"]'],
  [() => ({}), 'listen() takes an object of options, not a function'],
  [integer(), 'listen() takes an object of options, not a field'],
])('does not listen with %j', async (settings, message) => {
  await expect(create().listen(settings as object)).rejects.toThrow(message);
});

it('listens on a socket, and takes limits, metrics and faults as the command does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-listen-'));
  const socket = join(folder, 'lamps.sock');
  const server = await create().listen({ socket, stopDeadline: 1000 });
  expect([server.origin, server.port]).toEqual([`unix:${socket}`, 0]);
  await server.close();
  rmSync(folder, { recursive: true });
  const other = await create().listen({ metrics: true, targetLimit: 20, cors: 'off', logLevel: 'silent' });
  const metrics = await fetch(`${other.origin}/metrics`);
  expect([metrics.status, metrics.headers.has('access-control-allow-origin')]).toEqual([200, false]);
  expect((await fetch(`${other.origin}/${'x'.repeat(20)}`)).status).toBe(414);
  await other.close();
});

it('listens with encryption, with the certificate in its files', async () => {
  const folder = temporaryFolder();
  const { cert, key } = makeCertificate('lamps');
  const files = { tlsCert: folder.write('cert.pem', cert), tlsKey: folder.write('key.pem', key) };
  const server = await create().listen({ ...files, trustedProxies: ['127.0.0.1'], logSample: 1 });
  folder.remove();
  expect(server.origin).toBe(`https://127.0.0.1:${server.port}`);
  const request = get(server.origin, { ca: cert, servername: 'localhost', agent: false });
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(200);
  response.resume();
  await once(response, 'end');
  await server.close();
});

it.each([
  [{ logLevel: 'info' }, ['sold', 'GET']],
  [{ logFormat: 'json' }, ['sold', 'GET']],
  [{ logLevel: 'error', logFormat: 'json' }, []],
])('logs requests, and what handlers log, with %j', (settings, logged) => {
  const program = `
    import { createApp, endpoint } from 'assay';
    const getLamp = endpoint({ method: 'GET', path: '/lamp', summary: '', reply: { status: 204 } });
    const sell = (_, { log }) => log.info('sold', { lamp: 7, price: 10n, id: 'x', none: undefined, cause: new Error('why', { cause: 'that' }) });
    const app = createApp({ title: 'Lamps', version: '1', endpoints: { getLamp } }, { getLamp: sell });
    const server = await app.listen(${JSON.stringify(settings)});
    await fetch(server.origin + '/lamp', { headers: { 'X-Request-Id': 'mine' } });
    await server.close();`;
  const run = ['--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, run, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line): Record<string, unknown> => JSON.parse(line));
  expect(lines.map(({ msg, method }) => msg ?? method)).toEqual(logged);
  if (logged.length === 0) return;
  expect(lines[0]).toMatchObject({ level: 'info', lamp: 7, price: '10', id_: 'x', id: 'mine' });
  expect(lines[0]?.cause).toMatch(/^Error: why\n[\s\S]*\[cause\]: that$/);
});

it('answers requests in flight when it is closed, and ends idle connections', async () => {
  const server = await create().listen();
  const slow = connect(server.port, '127.0.0.1');
  const idle = connect(server.port, '127.0.0.1');
  await ask(idle, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await ask(slow, 'POST /users HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 18\r\n\r\n');
  const closed = server.close();
  await once(idle, 'close');
  expect(await ask(slow, '{"email":"a@b.cc"}')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await closed;
});

it('has the default limits where options are undefined', async () => {
  const limits: object = { target: undefined };
  const timeouts: object = { requestsPerConnection: undefined };
  const server = await create({ limits, timeouts }).listen();
  const { head } = await sendRaw(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(head).toContain('Connection: keep-alive');
  expect((await fetch(`${server.origin}/${'a'.repeat(8192)}`)).status).toBe(414);
  await server.close();
});

it('applies its options, on its own server and with fetch', async () => {
  const options = { limits: { target: 10 }, cors: 'off', timeouts: { requestsPerConnection: 1 } } as const;
  const server = await create(options).listen();
  const { head } = await sendRaw(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(head).toContain('Connection: close');
  expect(head).not.toContain('Access-Control');
  expect((await fetch(`${server.origin}/01234567890`)).status).toBe(414);
  expect((await create(options).fetch(new Request('http://a/01234567890'))).status).toBe(414);
  await server.close();
});

it('limits the depth of JSON to 1000 levels, even if the option is higher', async () => {
  const { fetch } = create({ limits: { depth: 1_000_000 } });
  const body = new TextEncoder().encode('['.repeat(20_000));
  const reply = await fetch(new Request('http://a/users/', { method: 'POST', body }));
  expect(await reply.json()).toEqual({ detail: 'The body is nested more than 1000 levels deep' });
  expect(reply.status).toBe(400);
});

it('answers as the listener of another server, with its documentation', async () => {
  const { listener } = create();
  const server = createServer((request, response) => {
    if (request.url === '/other') response.end('other');
    else listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(`${origin}/other`)).text()).toBe('other');
  expect(await (await fetch(`${origin}/items/1`)).json()).toEqual({ item_id: '1', quantity: null });
  const headers = { 'Content-Type': 'application/json' };
  const reply = await fetch(`${origin}/users/`, { method: 'POST', headers, body: '{}' });
  expect(reply.status).toBe(422);
  expect(await (await fetch(`${origin}/docs`)).text()).toContain('<title>Assay');
  server.closeAllConnections();
  server.close();
});
