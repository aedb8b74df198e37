import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import * as http2 from 'node:http2';
import { type AddressInfo, connect, type Server } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { basic } from '../../src/contract/credential.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/outcome.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import { createFetch } from '../../src/hosts/fetch.ts';
import { createListener } from '../../src/hosts/node/host.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { MAX_WAITING, type Preferences, readPreferences } from '../../src/http/faults.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { app as practice } from '../../src/practice/app.ts';
import { post } from '../_client.ts';
import { type Connection, hosts, type Received, type Sent } from '../_hosts.ts';
import { sendRaw } from '../_raw.ts';

/** Faults on demand, as a gateway or the service would produce them, if they are enabled. */

const core = practice[hosting].build({ faults: true });
const ada = { name: 'Ada', email: 'ada@example.com', age: 36 };
const preferring = (prefer: string | string[], sent: Sent): Sent => ({
  ...sent,
  headers: { ...sent.headers, Prefer: prefer },
});

describe('the preferences of a request', () => {
  it.each<[string | undefined, Preferences | undefined]>([
    [undefined, undefined],
    ['', undefined],
    [',,;=', undefined],
    ['respond-async, wait=10', undefined],
    ['code=429', { code: 429 }],
    ['CODE=429', { code: 429 }],
    ['code="429"', { code: 429 }],
    ['code = 429 ; because', { code: 429 }],
    ['code=4290', undefined],
    ['code=099', undefined],
    ['code=199', undefined],
    ['code=600', undefined],
    ['code=-1', undefined],
    ['code', undefined],
    ['code=', undefined],
    ['code=x, code=429', undefined],
    ['code=503, code=429', { code: 503 }],
    ['delay=2', { delay: 2 }],
    ['delay=0.25', { delay: 0.25 }],
    ['delay=30', { delay: 30 }],
    ['delay=30.001', undefined],
    ['delay=31', undefined],
    ['delay=0', undefined],
    ['delay=1e3', undefined],
    ['delay=-1', undefined],
    ['delay=Infinity', undefined],
    ['cut=body', { cut: true }],
    ['cut=head', undefined],
    ['format=html', { html: true }],
    ['format=xml', undefined],
    ['example=lamp', { example: 'lamp' }],
    ['example="a \\"small\\" lamp, lit"', { example: 'a "small" lamp, lit' }],
    ['example="open', undefined],
    ['example=""', undefined],
    ['return=minimal, code=503;x=1, delay=0.5, cut=body', { code: 503, delay: 0.5, cut: true }],
    ['__proto__=1, constructor=2', undefined],
    ['code;x=1, delay=2', { delay: 2 }],
    ['code=429; delay=3', { code: 429 }],
    ['code=429 x, delay=2', { code: 429, delay: 2 }],
    ['code=429;x="a, delay=1", delay=2', { code: 429, delay: 2 }],
    ['code=429;x="\\", delay=1", delay=2', { code: 429, delay: 2 }],
    ['code=429;x="", delay=2', { code: 429, delay: 2 }],
    ['code=429;x="a, delay=1', { code: 429 }],
    ['example="a\\\\b"', { example: 'a\\b' }],
    ['code\t=\t"500"', { code: 500 }],
    ['xcode=429', undefined],
    ['code=4299', undefined],
    ['code=x429', undefined],
    ['delay=x2', undefined],
    ['delay=2x', undefined],
    ['delay=10', { delay: 10 }],
    ['delay=100', undefined],
    ['delay=1.1234', undefined],
    ['delay=1.', undefined],
    ['delay=.5', undefined],
    ['delay=0.001', { delay: 0.001 }],
  ])('are read from %j', (prefer, preferences) => {
    expect(readPreferences(prefer)).toEqual(preferences);
  });
});

/** The parts of a reply that are the same on all hosts. */
function shown({ status, headers, body }: Received) {
  const names = ['preference-applied', 'retry-after', 'content-type', 'cache-control', 'vary'];
  const found = names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : []));
  return { status, ...Object.fromEntries(found), body };
}

const json = { 'content-type': 'application/json', 'cache-control': 'no-store', vary: 'Prefer' };
const user = post('/users/', ada);
const wrongUser = post('/users/', { ...ada, age: 150 });
const page = (title: string) =>
  `<!doctype html>\n<html>\n<head><title>${title}</title></head>\n<body>\n<center><h1>${title}</h1></center>\n<hr><center>gateway</center>\n</body>\n</html>\n`;

describe.each(hosts)('$name', (host) => {
  let connection: Connection;
  beforeAll(async () => {
    connection = await host.open(core);
  });
  afterAll(() => connection.close());

  it.each<[string, string, Sent, object]>([
    [
      'a gateway’s status',
      'code=429',
      user,
      {
        status: 429,
        'retry-after': '1',
        'preference-applied': 'code=429',
        body: '{"detail":"Too Many Requests"}',
      },
    ],
    [
      'the same before any check',
      'code=503',
      wrongUser,
      {
        status: 503,
        'retry-after': '1',
        'preference-applied': 'code=503',
        body: '{"detail":"Service Unavailable"}',
      },
    ],
    [
      'the same where there is no such path',
      'code=500',
      { target: '/nothing' },
      { status: 500, 'preference-applied': 'code=500', body: '{"detail":"Internal Server Error"}' },
    ],
    [
      'a status that has no name',
      'code=520',
      { target: '/' },
      { status: 520, 'preference-applied': 'code=520', body: '{"detail":"Error 520"}' },
    ],
    [
      'a page',
      'code=502, format=html',
      user,
      {
        status: 502,
        'content-type': 'text/html',
        'preference-applied': 'code=502, format=html',
        body: page('502 Bad Gateway'),
      },
    ],
    [
      'a page after a while',
      'format=html, delay=0.01, code=504',
      user,
      {
        status: 504,
        'content-type': 'text/html',
        'preference-applied': 'code=504, format=html, delay=0.01',
        body: page('504 Gateway Timeout'),
      },
    ],
    [
      'a refusal that the endpoint declares',
      'code=422',
      post('/users', { email: 'ada@example.com' }),
      {
        status: 422,
        'preference-applied': 'code=422',
        body: expect.stringContaining('"code":"INVALID_EMAIL"'),
      },
    ],
    [
      'a list of entries that the endpoint would give',
      'code=422',
      user,
      {
        status: 422,
        'preference-applied': 'code=422',
        body: expect.stringMatching(/^\{"detail":\[\{"type":/),
      },
    ],
    [
      'a real refusal first',
      'code=400',
      wrongUser,
      { status: 422, body: expect.stringContaining('"loc":["body","age"]') },
    ],
    [
      'the refusal of the handler first, if it has no effects',
      'code=415',
      post('/users', { email: 7 }),
      { status: 422, body: expect.stringContaining('"code":"INVALID_EMAIL"') },
    ],
    [
      'the success itself',
      'code=201',
      user,
      {
        status: 201,
        'cache-control': undefined,
        'preference-applied': 'code=201',
        body: expect.stringContaining('"name":"Ada"'),
      },
    ],
    [
      'no other status below 400',
      'code=302',
      user,
      { status: 201, 'cache-control': undefined, body: expect.stringContaining('"name":"Ada"') },
    ],
    [
      'the usual reply, later',
      'delay=0.01',
      wrongUser,
      { status: 422, 'preference-applied': 'delay=0.01', body: expect.stringContaining('Age: must be') },
    ],
    [
      'the usual reply for unknown preferences',
      'code=x, delay=31, cut=head, format=html, wait=1',
      wrongUser,
      { status: 422, body: expect.stringContaining('Age: must be') },
    ],
  ])('answers with %s: %s', async (_, prefer, sent, expected) => {
    expect(shown(await connection.send(preferring(prefer, sent)))).toEqual({ ...json, ...expected });
  });

  it('writes a fault as problem details', async () => {
    const sent = { target: '/users/', headers: { Accept: 'application/problem+json' } };
    const { headers, body } = await connection.send(preferring('code=503', sent));
    expect(headers.get('vary')).toBe('Accept, Prefer');
    expect(JSON.parse(body)).toEqual({
      type: '../docs/errors#status-503',
      title: 'Service Unavailable',
      status: 503,
      detail: 'The service can’t answer now; try again later.',
    });
  });

  it('writes a declared refusal as problem details', async () => {
    const headers = { ...user.headers, Accept: 'application/problem+json' };
    const { body } = await connection.send(preferring('code=422', { ...user, headers }));
    expect(JSON.parse(body).errors[0]).toMatchObject({ pointer: '#/email', type: 'value_error' });
  });

  it('answers HEAD with the head of a fault, and cuts nothing', async () => {
    const sent = { method: 'HEAD', target: '/' };
    const { status, headers, body } = await connection.send(preferring('code=429, cut=body', sent));
    expect([status, headers.get('preference-applied'), body]).toEqual([429, 'code=429', '']);
    expect(headers.get('content-length')).toBe('30');
  });

  it('cuts nothing where there is no body', async () => {
    const sent = { method: 'OPTIONS', target: '/users/' };
    const { status, headers } = await connection.send(preferring('cut=body', sent));
    expect([status, headers.get('preference-applied')]).toEqual([204, null]);
  });
});

describe('the fault of a gateway', () => {
  const replyTo = (prefer: string, accept = '*/*') =>
    inject(core, { method: 'GET', target: '/nothing', headers: { Prefer: prefer, Accept: accept } });

  it.each([
    [401, 'WWW-Authenticate: Bearer'],
    [405, 'Allow: '],
    [407, 'Proxy-Authenticate: Basic'],
    [426, 'Upgrade: TLS/1.2'],
    [429, 'Retry-After: 1'],
    [503, 'Retry-After: 1'],
  ])('with %i has the header of its status, %s', (status, line) => {
    for (const format of ['json', 'html'])
      expect(replyTo(`code=${status}, format=${format}`).headers).toContain(`\r\n${line}\r\n`);
  });

  it('that is a page is not kept, and has no other headers', () => {
    expect(replyTo('code=502, format=html').headers).toMatch(
      /^Content-Type: text\/html\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nPreference-Applied: /,
    );
  });

  it.each([
    [429, expect.stringMatching(/^There are .+\.$/)],
    [500, expect.stringMatching(/^The service .+\.$/)],
    [502, expect.stringMatching(/^The gateway .+\.$/)],
    [503, expect.stringMatching(/^The service .+\.$/)],
    [504, expect.stringMatching(/^The gateway .+\.$/)],
    [418, 'Error 418'],
    [403, 'Forbidden'],
  ])('with %i says as problem details what it means', (status, detail) => {
    const { body } = replyTo(`code=${status}`, 'application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, detail });
  });
});

describe.each(hosts)('$name, with faults disabled', (host) => {
  it('ignores Prefer', async () => {
    const connection = await host.open(practice[hosting].build());
    const prefer = 'code=503, delay=30, cut=body, format=html';
    const { status, headers } = await connection.send(preferring(prefer, user));
    await connection.close();
    expect(status).toBe(201);
    expect(headers.has('preference-applied') || headers.has('vary')).toBe(false);
  });
});

/** Sends a request over HTTP/1.1, and tells the status and how much of the body arrived. */
async function statusThenBody(origin: string, target: string, prefer: string) {
  const response = await fetch(origin + target, { headers: { Prefer: prefer } });
  const got = await response.text().then(
    () => 'all',
    () => 'less than all',
  );
  return [response.status, response.headers.get('preference-applied'), got];
}

async function opened(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a truncated body', () => {
  const server = createNodeServer(core).listener;
  const nodeHttp = createServer(createListener(core));
  const nodeHttp2 = http2.createServer(createListener(core));
  const origins: Record<string, string> = {};
  beforeAll(async () => {
    origins.own = await opened(server);
    origins['node:http'] = await opened(nodeHttp);
    origins.http2 = await opened(nodeHttp2);
  });
  afterAll(() => {
    for (const each of [server, nodeHttp, nodeHttp2]) each.close();
  });

  it.each(['own', 'node:http'])('is seen by a client of HTTP/1.1: %s', async (name) => {
    const ask = (target: string, prefer: string) => statusThenBody(origins[name] ?? '', target, prefer);
    expect(await ask('/search/?query=lamp', 'cut=body')).toEqual([200, 'cut=body', 'less than all']);
    expect(await ask('/', 'code=502, cut=body, delay=0.01')).toEqual([
      502,
      'code=502, delay=0.01, cut=body',
      'less than all',
    ]);
    // Text that was compressed.
    expect(await ask('/docs', 'cut=body')).toEqual([200, 'cut=body', 'less than all']);
    // A table that is made while it is sent.
    expect(await ask('/docs/cases.json', 'cut=body')).toEqual([200, 'cut=body', 'less than all']);
    expect(await ask('/docs/cases.json?operation=search', 'delay=0.01')).toEqual([200, 'delay=0.01', 'all']);
  });

  it('is half of its Content-Length', async () => {
    const port = Number(new URL(origins.own ?? '').port);
    const ask = 'GET /search/?query=l%C3%A4mp HTTP/1.1\r\nHost: x\r\nPrefer: cut=body\r\n\r\n';
    const { head, body } = await sendRaw(port, ask + ask);
    const whole = inject(core, { method: 'GET', target: '/search/?query=l%C3%A4mp', headers: {} }).body;
    const bytes = Buffer.from(whole);
    expect(head).toContain(`Content-Length: ${bytes.length}\r\n`);
    expect(body).toBe(bytes.subarray(0, bytes.length / 2).toString());
  });

  it('is half of its Content-Length in a streamed reply', async () => {
    const port = Number(new URL(origins.own ?? '').port);
    const sent = JSON.stringify({ name: 'x', email: 'ada@example.com', age: 'ä'.repeat(20_000) });
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(sent)) };
    const lines = Object.entries({ Host: 'x', Prefer: 'cut=body', ...headers }).map((line) =>
      line.join(': '),
    );
    const request = `POST /users/ HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${sent}`;
    const { head, body } = await sendRaw(port, Buffer.from(request).toString('latin1'));
    const { body: whole } = inject(core, { method: 'POST', target: '/users/', headers, body: sent });
    const bytes = Buffer.from(whole);
    expect(head).toContain(`Content-Length: ${bytes.length}\r\n`);
    expect(body).toBe(bytes.subarray(0, bytes.length / 2).toString());
  });

  it('ends for a client of HTTP/1.0 with the connection', async () => {
    const port = Number(new URL(origins.own ?? '').port);
    const ask = 'GET /docs/cases.json HTTP/1.0\r\nPrefer: cut=body\r\n\r\n';
    const { body } = await sendRaw(port, ask);
    expect(body.startsWith('[')).toBe(true);
    expect(body.endsWith(']\n')).toBe(false);
  });

  it('is seen by a client of HTTP/2', async () => {
    const session = http2.connect(origins.http2 ?? '');
    const stream = session.request({ ':path': '/search/?query=lamp', prefer: 'cut=body' });
    const read = async () => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toThrow();
    session.close();
  });

  it('is an error for a reader of the fetch response', async () => {
    const request = new Request('http://localhost/search/?query=lamp', { headers: { Prefer: 'cut=body' } });
    const response = await createFetch(core)(request);
    expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'cut=body']);
    await expect(response.text()).rejects.toThrow('breaks off');
  });
});

describe('a delay', () => {
  it('lasts as long as is preferred', async () => {
    const connection = await hosts[0]?.open(core);
    const before = performance.now();
    await connection?.send(preferring('delay=0.3', { target: '/' }));
    expect(performance.now() - before).toBeGreaterThan(295);
    await connection?.close();
  });

  it('holds a thousand requests at once, until their clients disconnect', async () => {
    const crowded = practice[hosting].build({ faults: true });
    const requests = new EventEmitter();
    const arrived = once(requests, 'request');
    const { listener } = createNodeServer(crowded, {
      observer: () => {
        requests.emit('request');
        return () => {};
      },
    });
    const port = Number(new URL(await opened(listener)).port);
    const answer = createFetch(crowded);
    const gone = new AbortController();
    const ask = (delay: string, signal?: AbortSignal) =>
      answer(
        new Request('http://localhost/', {
          headers: { Prefer: `delay=${delay}` },
          ...(signal && { signal }),
        }),
      );
    const applied = async (reply: Promise<Response>) => (await reply).headers.get('preference-applied');

    const waiting = Array.from({ length: MAX_WAITING - 1 }, () => ask('30', gone.signal));
    expect(await applied(ask('0.001'))).toBe('delay=0.001');
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nPrefer: delay=30\r\n\r\n');
    await arrived;
    expect(await applied(ask('30'))).toBe(null);

    socket.destroy();
    while ((await applied(ask('0.001'))) === null) await setImmediate();

    gone.abort();
    await Promise.all(waiting);
    listener.close();
  });
});

const contract = {
  title: 'Lamps',
  version: '1',
  endpoints: {
    getLamp: endpoint({
      method: 'GET',
      path: '/lamps/{id}',
      summary: 'Get a lamp',
      params: { id: integer() },
      credential: basic({
        check: async ({ username }) => (username === 'ada' ? username : undefined),
      }),
      reply: { status: 200, body: object({ id: integer() }) },
      refusals: { 404: text(), 409: object({ since: integer() }), 429: text() },
    }),
  },
};
const options = { faults: true, basePath: '/api' };
let calls = 0;
const lamps = createApp(
  contract,
  {
    getLamp: async ({ params: { id } }, { signal }) => {
      calls++;
      if (id !== 3) return id === 1 ? { id } : refuse(404, 'No such lamp');
      await once(signal, 'abort');
      return { id };
    },
  },
  options,
);

describe('another app', () => {
  const authorization = `Basic ${btoa('ada:secret')}`;
  const ask = async (prefer: string, id = 1, headers: Record<string, string> = { authorization }) => {
    const response = await lamps.fetch(
      new Request(`http://localhost/api/lamps/${id}`, { headers: { ...headers, Prefer: prefer } }),
    );
    return [response.status, response.headers.get('preference-applied'), await response.text()];
  };

  it.each([
    ['code=404', 404, '{"detail":"text"}'],
    ['code=409', 409, '{"detail":{"since":1}}'],
    ['code=429', 429, '{"detail":"text"}'],
    ['code=422', 422, expect.stringContaining('"loc":["path","id"]')],
    ['code=401', 401, '{"detail":"Not authenticated"}'],
    ['code=405', 405, '{"detail":"Method Not Allowed"}'],
    ['code=502', 502, '{"detail":"Bad Gateway"}'],
  ])('answers as declared, without its handler: %s', async (prefer, status, body) => {
    const before = calls;
    expect(await ask(prefer)).toEqual([status, prefer, body]);
    expect(calls).toBe(before);
  });

  it('answers the same without the list of refusals', async () => {
    const app = createApp(
      contract,
      { getLamp: () => refuse(404, 'No such lamp') },
      { ...options, routes: { cases: false } },
    );
    const request = () =>
      new Request('http://localhost/api/lamps/1', { headers: { authorization, Prefer: 'code=422' } });
    expect(await (await app.fetch(request())).text()).toBe(await (await lamps.fetch(request())).text());
  });

  it('checks the request first', async () => {
    expect(await ask('code=404', 1, {})).toEqual([401, null, '{"detail":"Not authenticated"}']);
    const eve = { authorization: `Basic ${btoa('eve:secret')}` };
    expect(await ask('code=404', 1, eve)).toEqual([401, null, '{"detail":"Invalid credentials"}']);
    expect(await ask('code=502', 1, {})).toEqual([502, 'code=502', '{"detail":"Bad Gateway"}']);
  });

  it('aborts its handler, and not only the delay, when the client disconnects', async () => {
    const gone = new AbortController();
    const request = new Request('http://localhost/api/lamps/3', {
      headers: { authorization, Prefer: 'delay=30' },
      signal: gone.signal,
    });
    const reply = lamps.fetch(request);
    setImmediate().then(() => gone.abort());
    expect((await reply).status).toBe(200);
  });

  it('waits for an async handler with a body', async () => {
    const addLamp = endpoint({
      method: 'POST',
      path: '/lamps',
      summary: 'Add a lamp',
      body: object({ id: integer() }),
      reply: { status: 201, body: object({ id: integer() }) },
    });
    const app = createApp(
      { title: 'Lamps', version: '1', endpoints: { addLamp } },
      { addLamp: async ({ body }) => body },
      { faults: true },
    );
    const headers = { 'Content-Type': 'application/json', Prefer: 'delay=0.001' };
    const request = new Request('http://localhost/lamps', { method: 'POST', headers, body: '{"id":1}' });
    const response = await app.fetch(request);
    expect([response.status, await response.text()]).toEqual([201, '{"id":1}']);
    expect(response.headers.get('preference-applied')).toBe('delay=0.001');
  });

  it('sets the headers that belong to a status', async () => {
    const headersOf = async (code: number) =>
      (
        await lamps.fetch(
          new Request('http://localhost/api/lamps/1', {
            headers: { authorization, Prefer: `code=${code}` },
          }),
        )
      ).headers;
    expect((await headersOf(401)).get('www-authenticate')).toBe('Basic');
    expect((await headersOf(405)).get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await headersOf(407)).get('proxy-authenticate')).toBe('Basic');
    expect((await headersOf(429)).get('retry-after')).toBe('1');
  });
});
