import { once } from 'node:events';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { createListener } from '../../src/hosts/node/host.ts';
import { hosting } from '../../src/http/hosting.ts';
import { fewOrigins, originOf } from '../../src/page/answers.ts';
import { makeCertificate } from '../_certificate.ts';
import { onEveryHost, type Send } from '../_client.ts';
import { practiceCore } from '../_practice.ts';
import { sendOverSocket } from '../_socket.ts';

/** The origin in command lines: that of the request, or a variable where it is unknown. */

/** The pages with command lines. */
const commandPages = ['/docs?operation=createUser', '/docs/errors'];

/** Miniflare requests compressed replies where the client does not. */
const uncompressed = { 'Accept-Encoding': 'identity' };

const headOf = (headers: Readonly<Record<string, string>>, others = {}) => ({
  method: 'GET',
  target: '/docs',
  header: (name: string) => headers[name],
  ...others,
});

describe('the origin', () => {
  it.each([
    ['localhost', 'http://localhost'],
    ['localhost:8000', 'http://localhost:8000'],
    ['API.Example.COM', 'http://api.example.com'],
    ['127.0.0.1:80', 'http://127.0.0.1:80'],
    ['[::1]:8000', 'http://[::1]:8000'],
    ['[2001:DB8::7]', 'http://[2001:db8::7]'],
    ['xn--mnchen-3ya.example', 'http://xn--mnchen-3ya.example'],
  ])('of the host %s is %s', (host, origin) => {
    expect(originOf(headOf({ host }))).toBe(origin);
    expect(originOf(headOf({ host }, { isSecure: true }))).toBe(origin.replace('http', 'https'));
  });

  it.each([
    '',
    ' ',
    'localhost:',
    'localhost:123456',
    'localhost:8000:1',
    'localhost:8000/',
    'user@localhost',
    'one,two',
    'one, two',
    "a';id;'",
    "a'b",
    'a"b',
    '$(id)',
    '$HOME',
    'a`id`',
    'a&b',
    'a;b',
    'a|b',
    'a<b',
    'a>b',
    'a\\b',
    'a b',
    'a\nb',
    'a\u0000b',
    '<script>alert(1)</script>',
    '&lt;b&gt;',
    'a%27b',
    'a!b',
    'a*b',
    'a(b)',
    'a=b',
    'a_b',
    'a~b',
    'münchen.example',
    'ⅼocalhost',
    '[::1',
    '::1',
    '[::1]x',
    '[::1]:x',
    '[v1.a]',
    '[]',
    'a'.repeat(260),
  ])('is not taken from the host %j', (host) => {
    expect(originOf(headOf({ host }))).toBeUndefined();
  });

  it.each(['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'])(
    'is unknown behind a proxy that sends %s',
    (name) => {
      expect(originOf(headOf({ host: 'localhost', [name]: 'something' }))).toBeUndefined();
    },
  );

  it('is unknown for a request without a host, or with another host in its target', () => {
    expect(originOf(headOf({}))).toBeUndefined();
    expect(originOf(headOf({ host: 'one.example' }, { target: 'http://two.example/docs' }))).toBeUndefined();
  });
});

it('four origins have pages of their own, and others after a minute', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const known = fewOrigins();
  const asked = ['a', undefined, 'b', 'c', 'd', 'e', 'a'];
  expect(asked.map((origin) => known(origin))).toEqual(['a', undefined, 'b', 'c', 'd', undefined, 'a']);
  vi.advanceTimersByTime(59_999);
  expect(known('e')).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(['e', 'a', 'b', 'c', 'd'].map((origin) => known(origin))).toEqual(['e', 'a', 'b', 'c', undefined]);
});

/** The start of the first command line on a page. */
async function firstLine(send: Send, target: string, headers = {}): Promise<string> {
  const { body } = await send({ target, headers: { ...uncompressed, ...headers } });
  return textOf(/<pre>(curl [^<]*)<\/pre>/.exec(body)?.[1] ?? '');
}

function textOf(markup: string): string {
  return markup.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

onEveryHost((send, { name, isRemote }) => {
  const scheme = name.endsWith('TLS') ? 'https' : 'http';
  const unknown = /^curl "\$ORIGIN"'\/\S*'/;
  /** Two hosts, with and without TLS: as many as are cached. */
  const hosts = ['one.example:8000', '[::1]:9000'] as const;
  const hint = 'ORIGIN=http://localhost:8000';

  // Other processes choose the app by the Host.
  describe.skipIf(isRemote)('the pages', () => {
    it.each(commandPages)('at %s have the origin of the request', async (target) => {
      for (const host of hosts) {
        const line = await firstLine(send, target, { Host: host });
        expect(line.startsWith(`curl '${scheme}://${host}/`), line).toBe(true);
        const { body } = await send({ target, headers: { ...uncompressed, Host: host } });
        expect(body).not.toContain('ORIGIN');
      }
    });

    it.each(commandPages)('at %s have another ETag for another origin', async (target) => {
      const [one, two] = hosts;
      const first = await send({ target, headers: { ...uncompressed, Host: one } });
      const known = { ...uncompressed, 'If-None-Match': first.headers.get('etag') ?? '' };
      expect((await send({ target, headers: { ...known, Host: one } })).status).toBe(304);
      expect((await send({ target, headers: { ...known, Host: two } })).status).toBe(200);
    });

    it.each(["a'b.example", 'a$b.example', 'a&b.example', "';id;'", 'a_b.example'])(
      'do not contain the invalid host %s',
      async (host) => {
        for (const target of commandPages) {
          const { status, body } = await send({ target, headers: { ...uncompressed, Host: host } });
          expect(status).toBe(200);
          expect(textOf(body)).not.toContain(host);
          expect(textOf(body)).toContain(hint);
          expect(await firstLine(send, target, { Host: host })).toMatch(unknown);
        }
      },
    );

    it('have a variable for the origin behind a proxy', async () => {
      for (const target of commandPages) {
        const headers = { Host: 'one.example', 'X-Forwarded-Proto': 'https' };
        expect(await firstLine(send, target, headers)).toMatch(unknown);
      }
    });
  });
}, practiceCore());

it('the origin has the scheme of the server in which the app is mounted', async () => {
  const server = createServer(makeCertificate('one'), createListener(practiceCore())).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { body } = await sendOverSocket(port, { target: '/docs/errors' }, request);
  expect(textOf(body)).toContain(`curl 'https://localhost:${port}/`);
});

describe('the page of one of many endpoints', () => {
  const row = (at: number) =>
    endpoint({
      method: 'POST',
      path: `/operations/${at}`,
      summary: 'An operation.',
      body: object({ count: integer({ min: 0 }) }),
      reply: { status: 204 },
    });
  const names = Array.from({ length: 80 }, (_, at) => `operation${at}`);
  const endpoints = Object.fromEntries(names.map((name, at) => [name, row(at)]));
  const handlers = Object.fromEntries(names.map((name) => [name, () => undefined]));
  const options = { basePath: '/api' };
  const app = createApp({ title: 'Many', version: '1', endpoints }, handlers, options);

  it('has the origin of the request, and the base path', async () => {
    for (const name of names.slice(0, 20)) {
      const at = name.slice('operation'.length);
      for (const host of ['one.example', 'two.example']) {
        const address = `http://${host}/api/docs?operation=${name}`;
        const response = await app.fetch(new Request(address, { headers: { Host: host } }));
        expect(textOf(await response.text())).toContain(`curl 'http://${host}/api/operations/${at}'`);
      }
    }
  });

  it('is made again where more pages are asked for than are kept', async () => {
    for (const round of [1, 2])
      for (const name of names) {
        const response = await app.fetch(new Request(`http://a/api/docs?operation=${name}`));
        expect([round, name, response.status, (await response.text()).includes(`${name}/`)]).toEqual([
          round,
          name,
          200,
          true,
        ]);
      }
  });

  it('the page that lists all is the same for every origin', async () => {
    const ask = async (host: string) => {
      const response = await app.fetch(new Request('http://a/api/docs', { headers: { Host: host } }));
      return [response.headers.get('etag'), await response.text()];
    };
    const [tag, text] = await ask('one.example');
    expect(text).not.toContain('one.example');
    expect(await ask('two.example')).toEqual([tag, text]);
  });

  it('is among the documents to prepare', () => {
    expect(app[hosting].documentTargets).toContain('/docs?operation=operation7');
  });
});
