import type { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callbackSender } from '../../src/cli/callbacks.ts';
import type { CallbackRequest } from '../../src/documents/callbacks.ts';
import { startService } from '../_service.ts';

/** Sending the callbacks of a document. */

/** The addresses of names in these tests, which the system doesn't know. */
const names: Record<string, string[]> = {};
vi.mock('node:dns/promises', async (original) => {
  const real = await original<{ lookup: typeof lookup }>();
  return {
    lookup: async (name: string, options: { all: true }) =>
      names[name]?.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) ??
      real.lookup(name, options),
  };
});

const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

interface Received {
  readonly request: IncomingMessage;
  readonly body: string;
}

/** Starts a server of callbacks on this machine. */
async function receiver(answer: (response: ServerResponse) => void, host = '127.0.0.1') {
  const all: Received[] = [];
  const server = createServer(async (request, response) => {
    all.push({ request, body: await text(request) });
    answer(response);
  });
  server.listen(0, host);
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, all };
}

/** Sends callbacks, and returns the lines of the log. */
async function linesOf(callback: Partial<CallbackRequest>, allowed: string[] = []): Promise<string[]> {
  const lines: string[] = [];
  const at = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const whole = { name: 'event', method: 'POST', url: '', headers: {}, ...callback };
  await callbackSender(allowed)(whole, log);
  return lines;
}

const noContent = (response: ServerResponse) => void response.writeHead(204).end();

beforeEach(() => {
  for (const name of Object.keys(names)) delete names[name];
});

describe('a callback', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['127.8.8.8', '127.8.8.8'],
  ])('is sent to this machine: %s', async (host, address) => {
    const { port, all } = await receiver(noContent, address);
    const headers = { 'Content-Type': 'application/json', 'X-Own': 'x' };
    names.localhost = [address];
    const url = `http://${host}:${port}/events?token=secret`;
    expect(await linesOf({ url, headers, body: '{"ü":1}' })).toEqual([
      `info Callback event: POST http://${host}:${port}/events was answered with 204`,
    ]);
    const [received] = all;
    expect(received?.request).toMatchObject({
      method: 'POST',
      url: '/events?token=secret',
      headers: { host: new URL(url).host, 'x-own': 'x', 'content-length': '8' },
    });
    expect(received?.body).toBe('{"ü":1}');
  });

  it('is sent to this machine by IPv6, where it has that', async () => {
    const found = await receiver(noContent, '::1').catch(() => undefined);
    if (!found) return;
    expect(await linesOf({ url: `http://[::1]:${found.port}/` })).toHaveLength(1);
    expect(found.all).toHaveLength(1);
  });

  it.each([
    [
      'another machine',
      'http://192.0.2.1/x',
      '192.0.2.1 is not this machine; --callbacks 192.0.2.1 allows it',
    ],
    ['all interfaces', 'http://0.0.0.0/', '0.0.0.0 is not this machine'],
    ['the cloud', 'http://169.254.169.254/latest', '169.254.169.254 is not this machine'],
    ['the cloud, mapped', 'http://[::ffff:169.254.169.254]/', '::ffff:a9fe:a9fe is not this machine'],
    ['an address of the link', 'http://[fe80::1]/', 'fe80::1 is not this machine'],
    ['a name of both', 'http://both.test/', 'both.test is not this machine; --callbacks both.test allows it'],
    ['a name of nothing', 'http://nothing.test/', 'nothing.test is not this machine'],
    ['a name in another one', 'http://localhost.evil.test/', 'localhost.evil.test is not this machine'],
    ['credentials of a host', 'http://localhost@evil.test/', 'evil.test is not this machine'],
    ['a file', 'file:///etc/passwd', 'it has no http address'],
    ['no address', 'lamps', 'it has no http address'],
  ])('is not sent to %s', async (_, url, reason) => {
    names['both.test'] = ['127.0.0.1', '192.0.2.1'];
    names['nothing.test'] = [];
    names['localhost.evil.test'] = ['192.0.2.1'];
    names['evil.test'] = ['192.0.2.1'];
    const [line, ...others] = await linesOf({ url });
    expect(line).toMatch(/^warn Callback event: POST \S+ is not sent: /);
    expect(line).toContain(reason);
    expect(others).toEqual([]);
  });

  it('is sent to a host that is allowed, at its address', async () => {
    const { port, all } = await receiver(noContent);
    names['hooks.test'] = ['127.0.0.1', '192.0.2.1'];
    for (const allowed of ['HOOKS.test', `hooks.test:${port}`])
      expect(await linesOf({ url: `http://hooks.test:${port}/` }, [allowed])).toEqual([
        `info Callback event: POST http://hooks.test:${port}/ was answered with 204`,
      ]);
    const [line] = await linesOf({ url: `http://hooks.test:${port}/` }, ['hooks.test:1', 'ooks.test']);
    expect(line).toContain('is not sent');
    expect(all.map(({ request }) => request.headers.host)).toEqual([
      `hooks.test:${port}`,
      `hooks.test:${port}`,
    ]);
  });

  it('does not follow redirects', async () => {
    const { port, all } = await receiver((response) => {
      response.writeHead(307, { Location: '/other' }).end();
    });
    expect(await linesOf({ url: `http://localhost:${port}/` })).toEqual([
      `info Callback event: POST http://localhost:${port}/ was answered with 307`,
    ]);
    expect(all).toHaveLength(1);
  });

  it('does not read a long reply to its end', async () => {
    const { port } = await receiver((response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const [line] = await linesOf({ url: `http://127.0.0.1:${port}/` });
    expect(line).toMatch(/was answered with 200$/);
  });

  it('says what goes wrong', async () => {
    const { port } = await receiver((response) => response.destroy());
    const [line] = await linesOf({ name: 'a\u001b[2J', url: `http://127.0.0.1:${port}/\u001b[31m` });
    expect(line).toMatch(
      /^warn Callback a\?\[2J: POST http:\/\/127\.0\.0\.1:\d+\/\?\[31m is not sent: socket hang up$/,
    );
    const url = `http://127.0.0.1:${port}/`;
    expect(await linesOf({ url, body: 'x'.repeat(1024 * 1024 + 1) })).toEqual([
      `warn Callback event: POST ${url} is not sent: its body is too large`,
    ]);
    const [unencrypted] = await linesOf({ url: `https://localhost:${port}/`, body: new Uint8Array(3) });
    expect(unencrypted).toContain('is not sent: ');
  });

  it('waits for no more than a hundred others', async () => {
    const waiting: ServerResponse[] = [];
    const { port } = await receiver((response) => {
      waiting.push(response);
      if (waiting.length === 100) for (const each of waiting) noContent(each);
    });
    const lines: string[] = [];
    const at = (message: string) => void lines.push(message);
    const log = { debug: at, info: at, warn: at, error: at };
    const send = callbackSender([]);
    const url = `http://127.0.0.1:${port}/`;
    const all = Array.from({ length: 101 }, () =>
      send({ name: 'event', method: 'POST', url, headers: {} }, log),
    );
    await Promise.all(all);
    expect(lines.filter((line) => line.endsWith('is not sent: 100 others are on their way'))).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith('was answered with 204'))).toHaveLength(100);
  });
});

describe('a mock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-callbacks-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([[[]], [['--callbacks', 'hooks.test']]])(
    'sends the callbacks of its document: %j',
    async (args) => {
      const { port, all } = await receiver(noContent);
      const content = { 'application/json': { example: { id: 7 } } };
      const callbacks = { event: { '{$request.query.to}': { post: { requestBody: { content } } } } };
      const document = join(folder, 'jobs.json');
      const responses = { 204: { description: 'x' } };
      writeFileSync(
        document,
        JSON.stringify({
          openapi: '3.1.0',
          info: {},
          paths: { '/jobs': { post: { callbacks, responses } } },
        }),
      );
      const service = await startService({}, [document, ...args]);
      const to = encodeURIComponent(`http://localhost:${port}/events`);
      expect((await fetch(`${service.origin}/jobs?to=${to}`, { method: 'POST' })).status).toBe(204);
      await service.waitForOutput(
        /Callback event: POST http:\/\/localhost:\d+\/events was answered with 204/,
      );
      expect(all.map(({ body }) => body)).toEqual(['{"id":7}']);
      expect(service.output()).not.toContain('are not called');
      expect(await service.stop()).toBe(0);
    },
  );
});
