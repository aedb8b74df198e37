import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { pretty } from '../../src/hosts/node/log.ts';
import { sendRaw, sendUntilRead } from '../_raw.ts';
import { ProcessOutput, preload, type Service, startService } from '../_service.ts';

/** The log of the real process, which never contains secrets. */

type Line = Readonly<Record<string, unknown>>;

/** Stops the service, and returns all lines of its log. */
async function linesOf(service: Service): Promise<Line[]> {
  await service.stop();
  return service
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A request that closes its connection. */
const head = (target: string, ...lines: string[]) =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;

const json = { 'Content-Type': 'application/json' };

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${TRACE}-00f067aa0ba902b7-01`;

describe('the log', () => {
  it('has one line for every request', async () => {
    const service = await startService();
    const headers = { 'X-Request-Id': 'my-request', traceparent: parent };
    const { length } = await (await fetch(`${service.origin}/search/?query=x`, { headers })).text();
    const lines = await linesOf(service);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['info', expect.stringContaining(' listens on ')],
      ['info', undefined],
      ['info', 'Assay stops'],
      ['info', 'Assay has stopped'],
    ]);
    expect(lines[1]).toEqual({
      level: 'info',
      time: expect.any(Number),
      pid: service.pid,
      method: 'GET',
      path: '/search/',
      status: 200,
      ms: expect.any(Number),
      bytes: length,
      received: 0,
      endpoint: 'search',
      address: '127.0.0.1',
      agent: 'node',
      id: 'my-request',
      trace: TRACE,
    });
  });

  it('has the bytes of a body, however it came', async () => {
    const service = await startService();
    const body = JSON.stringify({ email: 'ada@example.com' });
    await fetch(`${service.origin}/validate`, { method: 'POST', body, headers: json });
    const stream = new Blob([body]).stream();
    await fetch(`${service.origin}/validate`, {
      method: 'POST',
      body: stream,
      headers: json,
      duplex: 'half',
    } as RequestInit);
    const lines = (await linesOf(service)).filter(({ path }) => path);
    expect(lines.map(({ received }) => received)).toEqual([body.length, body.length]);
  });

  it('has the user agent in plain characters, cut where it is long', async () => {
    const service = await startService();
    const agent = `a\u009b\t${'b'.repeat(300)}`;
    await sendRaw(service.port, head('/users/', `User-Agent: ${agent}`));
    const [line] = (await linesOf(service)).filter(({ path }) => path);
    expect(line?.agent).toMatch(/^a\?+b+$/);
    expect(String(line?.agent)).toHaveLength(256);
  });

  it('has a share of the requests, the first of every so many', async () => {
    const service = await startService({ LOG_SAMPLE: '0.25' });
    for (let page = 1; page <= 9; page++) await (await fetch(`${service.origin}/users/${page}`)).text();
    const lines = (await linesOf(service)).filter(({ path }) => path);
    expect(lines.map(({ path }) => path)).toEqual(['/users/1', '/users/5', '/users/9']);
  });

  it('has the address of the client that a trusted proxy names', async () => {
    const service = await startService({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, 2001:db8::/32' });
    const given: readonly [header: string, address: string][] = [
      ['X-Forwarded-For: 203.0.113.7', '203.0.113.7'],
      ['X-Forwarded-For: 192.0.2.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
      ['X-Forwarded-For: 203.0.113.7:4711', '203.0.113.7'],
      ['X-Forwarded-For: ::ffff:203.0.113.7', '203.0.113.7'],
      ['X-Forwarded-For: unknown, 10.1.2.3', '10.1.2.3'],
      ['X-Forwarded-For: 10.1.2.3', '10.1.2.3'],
      ['X-Forwarded-For: 203.0.113.7\r\nX-Forwarded-For: 10.1.2.3', '203.0.113.7'],
      ['Forwarded: for=192.0.2.1, for=203.0.113.7;proto=https', '203.0.113.7'],
      ['Forwarded: proto=https; For="[2001:db9::1]:4711"', '2001:db9::1'],
      ['Forwarded: by=203.0.113.7', '127.0.0.1'],
      ['Forwarded: for=_hidden\r\nX-Forwarded-For: 203.0.113.7', '127.0.0.1'],
      ['Via: 1.1 lamps', '127.0.0.1'],
    ];
    for (const [header] of given) await sendRaw(service.port, head('/users/', header));
    const lines = (await linesOf(service)).filter(({ path }) => path);
    expect(lines.map(({ address }) => address)).toEqual(given.map(([, address]) => address));
  });

  it('has the address of the connection where no proxy is trusted', async () => {
    const service = await startService();
    await sendRaw(service.port, head('/users/', 'X-Forwarded-For: 203.0.113.7'));
    expect((await linesOf(service)).find(({ path }) => path)?.address).toBe('127.0.0.1');
  });

  it('counts the bytes of a long refusal', async () => {
    const service = await startService();
    const body = JSON.stringify({ more: 'é'.repeat(5000) });
    const reply = await fetch(`${service.origin}/users/`, { method: 'POST', body, headers: json });
    const { byteLength } = await reply.arrayBuffer();
    const [line] = (await linesOf(service)).filter(({ path }) => path);
    expect(byteLength).toBeGreaterThan(3 * 10_000);
    expect(line).toMatchObject({ status: 422, bytes: byteLength });
  });

  it('has the trace id of a valid traceparent', async () => {
    const parents: readonly { given: readonly string[]; logged: string | undefined }[] = [
      { given: [parent], logged: TRACE },
      { given: [`${parent}-more`], logged: undefined },
      { given: [`${parent.replace('00-', 'cc-')}-more`], logged: TRACE },
      { given: [parent.replace('00-', 'ff-')], logged: undefined },
      { given: [parent.replace(TRACE, '0'.repeat(32))], logged: undefined },
      { given: [parent.replace('00f067aa0ba902b7', '0'.repeat(16))], logged: undefined },
      { given: [parent.toUpperCase()], logged: undefined },
      { given: [parent, parent], logged: undefined },
      { given: [], logged: undefined },
    ];
    const service = await startService();
    for (const { given } of parents)
      await sendRaw(service.port, head('/', ...given.map((value) => `traceparent: ${value}`)));
    const lines = (await linesOf(service)).filter(({ path }) => path);
    expect(lines.map((line) => line.trace)).toEqual(parents.map(({ logged }) => logged));
  });

  it('has probes only at the level debug', async () => {
    const probe = async (level: string) => {
      const service = await startService({ METRICS: 'true' }, ['--log-level', level]);
      for (const path of ['/livez', '/readyz', '/metrics']) await fetch(service.origin + path);
      return (await linesOf(service)).flatMap(({ path }) => path ?? []);
    };
    expect(await probe('info')).toEqual([]);
    expect(await probe('debug')).toEqual(['/livez', '/readyz', '/metrics']);
  });

  it('has a bug with the id of its request', async () => {
    const broken = preload('String.prototype.normalize = () => { throw new Error("worn out"); }');
    const service = await startService(broken);
    const { status, headers } = await fetch(`${service.origin}/users/?email=ä@ä.example`);
    expect(status).toBe(500);
    expect((await linesOf(service)).filter(({ level }) => level === 'error')).toMatchObject([
      {
        msg: 'A bug',
        id: headers.get('x-request-id'),
        error: expect.stringContaining('Error: worn out\n    at '),
      },
    ]);
  });

  it('cuts a long path', async () => {
    const service = await startService();
    await fetch(`${service.origin}/${'x'.repeat(5000)}`);
    expect((await linesOf(service))[1]?.path).toBe(`/${'x'.repeat(1023)}`);
  });

  it('is readable with --log-format pretty', async () => {
    const service = await startService({ TZ: 'UTC' }, ['--log-format', 'pretty']);
    const headers = { 'X-Request-Id': 'mine' };
    await fetch(`${service.origin}/search/`, { headers });
    await service.stop();
    const clock = String.raw`^\d\d:\d\d:\d\d`;
    expect(service.output()).toMatch(new RegExp(`${clock} info  Assay 1\\.0\\.0 listens on http`));
    expect(service.output()).toMatch(
      new RegExp(
        `${clock} info  GET /search/ 422 [\\d.]+ ms \\d+ bytes received=0 endpoint=search address=127.0.0.1 agent=node id=mine$`,
        'm',
      ),
    );
  });
});

describe('on a terminal', () => {
  const script = spawnSync('script', ['--version']).status === 0;
  const CTRL_C = '\u0003';
  /** The output of the service on a terminal, from its start to Ctrl-C. */
  const shown = async (env: NodeJS.ProcessEnv) => {
    const command = `exec ${process.execPath} dist/entries/node.js --port 0`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { env: { ...process.env, ...env } });
    const closed = once(terminal, 'close');
    const output = new ProcessOutput(terminal);
    await output.waitFor(/ listens on /);
    terminal.stdin.write(CTRL_C);
    expect(await closed).toEqual([0, null]);
    return output.text.replaceAll('\u001b', '<');
  };

  it.runIf(script)('the log is pretty, and coloured unless NO_COLOR is set', async () => {
    expect(await shown({ NO_COLOR: '' })).toMatch(/^<\[2m\d\d:\d\d:\d\d<\[0m .*info .* listens on http/);
    expect(await shown({ NO_COLOR: '1' })).toMatch(/^\d\d:\d\d:\d\d info {2}Assay 1\.0\.0 listens on http/);
  });

  it.each([
    { status: 200, color: 32 },
    { status: 307, color: 32 },
    { status: 404, color: 33 },
    { status: 503, color: 31 },
  ])('a status of $status has the colour $color', ({ status, color }) => {
    const line = JSON.stringify({ level: 'info', time: 0, pid: 1, status, ms: 1, bytes: 2 });
    expect(pretty(line, true)).toContain(`\u001b[${color}m${status}\u001b[0m 1 ms 2 bytes\n`);
  });
});

/** Requests with a new secret in every place, refused for all kinds of reasons. */
let secrets = 0;
const secret = () => `hush${++secrets}`;
const post = (target: string, body: string, ...lines: string[]) =>
  `POST ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n` +
  `Content-Length: ${Buffer.byteLength(body, 'latin1')}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`;

const jsonTargets = ['/users/', '/products/', '/validate/', '/validate', '/users', '/products'];
const fields = ['name', 'email', 'age', 'website', 'price', 'quantity', 'url'];
const bodies = [
  () => `{${fields.map((field) => `"${field}":"${secret()}"`).join()}}`,
  () => `{"${secret()}":{"email":"${secret()}@example.com"},"email":["${secret()}"]}`,
  () => `["${secret()}"]`,
  () => `"${secret()}"`,
  () => `{"email": ${secret()}`,
  () => `{"email": "${secret()}\xff"}`,
  () => `${'['.repeat(65)}"${secret()}"`,
  () => `${secret()}${' '.repeat(70_000)}`,
];

const leaking: readonly string[] = [
  ...jsonTargets.flatMap((target) => bodies.map((body) => post(target, body()))),
  post('/users', `a=${secret()}`, `Content-Type: text/${secret()}`),
  post('/users', secret(), `Content-Encoding: ${secret()}`),
  post('/webhook', secret(), `X-Webhook-Signature: ${secret()}`),
  post('/webhook', secret(), 'X-Webhook-Signature: abcdef'),
  head('/protected/', `Authorization: Bearer ${secret()}`),
  head('/protected/', `Authorization: Basic ${secret()}`),
  head('/protected/', `Authorization: ${secret()}`, `Authorization: ${secret()}`),
  head('/api/data', `X-API-Key: ${secret()}`),
  head('/api/data', `x-api-key: ${secret()}`, `X-API-Key: ${secret()}`),
  head('/', `Cookie: ${secret()}`, `Referer: http://a/?${secret()}`, 'User-Agent: lamps/1.0'),
  head('/', `X-Forwarded-For: ${secret()}`, `Origin: ${secret()}`, `Via: ${secret()}`),
  head('/', `${secret()}: 1`, `traceparent: ${secret()}`, `tracestate: ${secret()}`, `baggage: ${secret()}`),
  head('/', `X-Request-Id: ${secret()} ${secret()}`, `Proxy-Authorization: ${secret()}`),
  ...['/search/', '/users/', '/products/', '/items/x', '/livez', '/nowhere', '/protected', '/metrics'].map(
    (path) =>
      head(`${path}?query=${secret()}&page=${secret()}&limit=${secret()}&email=${secret()}&${secret()}=1`),
  ),
  head(`/users/?min_price=${secret()}&quantity=${secret()}#${secret()}`),
  head(`/#${secret()}`),
  head(`http://${secret()}:${secret()}@a/search/?query=${secret()}`),
  head(`http://${secret()}:${secret()}@a?${secret()}`),
  head(`ftp://${secret()}:${secret()}@a/${secret()}`),
  `GET / HTTP/1.1\r\nHost: ${secret()}@a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: ${secret()}\r\nHost: ${secret()}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nExpect: ${secret()}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: ${secret()}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${secret()}${'x'.repeat(30_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n ${secret()}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${secret()} : 1\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nA: \0${secret()}\r\n\r\n`,
  `GET /${secret()}\x01 HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /?${secret()}${'x'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /?${secret()} HTTP/9.9\r\nHost: a\r\n\r\n`,
  `${secret()} / HTTP/1.1\r\nHost: a\r\n\r\n`,
  `${secret()}\r\n\r\n`,
  `CONNECT ${secret()}:443 HTTP/1.1\r\nHost: ${secret()}\r\n\r\n`,
  `POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: ${secret()}\r\n\r\n`,
  `POST /users HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${secret()}\r\n`,
  'POST /users HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n' +
    `2;${secret()}\r\n{}\r\n0\r\nAuthorization: Bearer ${secret()}\r\nX-Request-Id: ${secret()}\r\n\r\n`,
];

/** Incomplete requests, which are refused when they time out. */
const incomplete: readonly string[] = [
  `GET /search/?query=${secret()} HTTP/1.1\r\nAuthorization: Bearer ${secret()}\r\n`,
  `POST /users HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"email":"${secret()}"`,
];

describe.each(['json', 'pretty'])('no secret is logged, in the format %s', (format) => {
  /** Sends these requests, and returns their statuses; each is logged in one line. */
  async function statusesOf(requests: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const service = await startService({ LOG_LEVEL: 'trace', LOG_FORMAT: format, ...env });
    const replies = await Promise.all(requests.map((request) => sendUntilRead(service.port, request)));
    await service.stop();
    const output = service.output();
    expect(output.match(/hush\d+/g)).toBe(null);
    expect(output.trim().split('\n')).toHaveLength(requests.length + 3);
    return [...new Set(replies.map(({ status }) => status))].sort();
  }

  it('for any kind of reply', async () => {
    expect(await statusesOf(leaking)).toEqual([
      200, 307, 400, 401, 404, 413, 414, 415, 417, 422, 431, 501, 505,
    ]);
  });

  it('for a timeout', async () => {
    expect(await statusesOf(incomplete, { REQUEST_TIMEOUT: '300' })).toEqual([408]);
  });
});
