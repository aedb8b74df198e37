import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { announce, Progress } from '../../src/cli/terminal.ts';
import { makeCertificate, temporaryFolder } from '../_certificate.ts';
import { ProcessOutput, runService, startService } from '../_service.ts';
import { type Server, serve } from './_server.ts';

/** The reports of `assay check` about a service. */

let server: Server;
afterEach(() => server?.close());

const check = (...args: readonly string[]) => runService({}, ['check', server.address, 'practice', ...args]);
const onlyListUsers = ['--only', 'listUsers/*'];

describe('the practice service agrees exactly with its own contract', () => {
  const all = ['practice', '--match', 'exact', '--accepted', '--limits'];

  it.each([{ workers: '1' }, { workers: '2' }])('on Node, with $workers workers', async ({ workers }) => {
    const service = await startService({ WORKERS: workers });
    const { code, stdout } = await runService({}, ['check', service.origin, ...all]);
    await service.stop();
    expect(stdout).toMatch(/\n(\d+) requests: \1 agree, in [\d.]+ s\n$/);
    expect(code).toBe(0);
  });

  it('on the Fetch host', async () => {
    server = await serve();
    const { code, stdout } = await runService({}, ['check', server.address, ...all]);
    expect(stdout).toMatch(/\n(\d+) requests: \1 agree, in [\d.]+ s\n$/);
    expect(code).toBe(0);
  });
});

describe('the report', () => {
  it('shows each fault once, with a request, what was expected and what came, and counts by endpoint', async () => {
    server = await serve((reply, { url }) =>
      url === '/users/?page=0' ? { ...reply, status: 200, body: '{}' } : reply,
    );
    const { stdout } = await check(...onlyListUsers);
    expect(stdout.replace(/in [\d.]+ s/, 'in 0.0 s')).toBe(
      [
        'accepted though wrong: GET /users/, query.page',
        '  listUsers/query.page/greater_than_equal: page in the query is "0": must be at least 1',
        '  the status is 200 instead of 422',
        `  curl '${server.address}/users/?page=0'`,
        '  expected 422 with greater_than_equal at query.page',
        '  got      200 (application/json) {}',
        '',
        'GET /users/  9 agree, 1 differ',
        '',
        '10 requests: 9 agree, 1 differ (1 accepted though wrong), in 0.0 s',
        '',
      ].join('\n'),
    );
  });

  it('is JSON with --reporter json', async () => {
    server = await serve((reply, { url }) =>
      url === '/users/?page=0' ? { ...reply, status: 200, body: '{}' } : reply,
    );
    const { stdout, code } = await check(...onlyListUsers, '--reporter', 'json');
    const { results, summary } = JSON.parse(stdout);
    expect(results).toHaveLength(10);
    expect(results[0]).toMatchObject({
      case: { id: 'listUsers/query.page/greater_than_equal', request: { target: '/users/?page=0' } },
      outcome: 'differs',
      why: 'the status is 200 instead of 422',
      received: { status: 200, body: '{}' },
    });
    expect(summary).toMatchObject({
      total: { agree: 9, differ: 1, inconclusive: 0, notRun: 0 },
      requests: 10,
      milliseconds: expect.any(Number),
      endpoints: { 'GET /users/': { agree: 9, differ: 1, inconclusive: 0, notRun: 0 } },
      stopped: false,
    });
    expect(code).toBe(1);
  });

  it('is TAP with --reporter tap', async () => {
    server = await serve((reply, { url }) => (url === '/users/?page=0' ? { ...reply, status: 429 } : reply));
    const { stdout } = await check('--only', 'listUsers/query.*', '--reporter', 'tap');
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('TAP version 14');
    expect(lines.at(-1)).toBe('1..8');
    expect(lines[1]).toMatch(
      /^ok 1 - listUsers\/query\.page\/greater_than_equal: .* # SKIP the status is 429$/,
    );
    expect(lines.slice(2, -1).every((line, at) => line.startsWith(`ok ${at + 2} - `))).toBe(true);
  });

  it('is JUnit XML with --reporter junit', async () => {
    server = await serve((reply, { url }) =>
      url === '/users/?page=0' ? { ...reply, status: 200, body: '<a>&"\u0000\ufffe' } : reply,
    );
    const { stdout } = await check(...onlyListUsers, '--reporter', 'junit');
    expect(stdout).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites>\n/);
    expect(stdout).toContain('<testsuite name="GET /users/" tests="10" failures="1" skipped="0">');
    expect(stdout).toContain('<failure type="accepted" message="the status is 200 instead of 422">');
    expect(stdout).toContain('got      200 (application/json) &lt;a&gt;&amp;&quot;\\u0000\uFFFD');
    expect(stdout.match(/<testcase /g)).toHaveLength(10);
    expect(stdout.match(/<(\w+)[^>]*[^/]>/g)?.length).toBeGreaterThan(0);
  });

  it.each([
    ['json', '"outcome":"not run","why":"the status is 503"'],
    ['json', '"outcome":"differs","fault":"crashed","why":"the connection was cut"'],
    ['junit', '<skipped message="the status is 503"/></testcase>'],
    ['tap', ' # SKIP the status is 503'],
  ])('includes cases that were not run or had no reply, as %s: %s', async (reporter, says) => {
    server = await serve((reply, { url, socket }) => {
      if (url === '/users/?limit=0') socket.destroy();
      return url === '/users/?page=0' ? { ...reply, status: 503 } : reply;
    });
    expect((await check(...onlyListUsers, '--reporter', reporter)).stdout).toContain(says);
  });
});

it('sends at most eight requests at once, and each once', async () => {
  const held: (() => void)[] = [];
  server = await serve(({ status, headers, body }, _, response) => {
    held.push(() => response.writeHead(status, headers).end(body));
    if (server.count() >= 8) for (const release of held.splice(0)) release();
    return undefined;
  });
  const { stdout } = await check('--only', 'createUser/body.age/*', '--only', 'listUsers/*');
  expect(stdout).toContain(`${server.count()} requests: ${server.count()} agree, in `);
  expect(server.maxOpen()).toBe(8);
});

it('holds an app without a document against what any service must do, with --match declared', async () => {
  server = await serve((reply, { url }) =>
    url === '/users/?page=0' ? { ...reply, status: 200, body: '{}' } : reply,
  );
  const { code, stdout } = await check(...onlyListUsers, '--match', 'declared');
  expect(stdout).toContain('\n  it is accepted with 200\n');
  expect(stdout).toContain(' 1 differ (1 accepted though wrong), in ');
  expect(code).toBe(1);
});

it('checks a service below a path', async () => {
  const asked = new Set<string | undefined>();
  server = await serve((reply, { url }) => {
    asked.add(url?.slice(0, '/api/'.length));
    return reply;
  });
  await runService({}, ['check', `${server.address}/api`, 'practice', '--only', 'search/*']);
  expect([...asked]).toEqual(['/api/']);
});

it('waits for a slow reader of its report', async () => {
  server = await serve();
  const args = ['check', server.address, 'practice', '--reporter', 'json'];
  const child = spawn(process.execPath, ['dist/entries/node.js', ...args]);
  const closed = once(child, 'close');
  let report = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    report += chunk;
    child.stdout.pause();
    setImmediate(() => child.stdout.resume());
  });
  await closed;
  expect(JSON.parse(report).summary.total).toMatchObject({ differ: 0, notRun: 0 });
});

it.each(['json', 'tap', 'pretty'])(
  'exits quietly with 2 when nobody reads its %s report',
  async (reporter) => {
    server = await serve((reply) => ({ ...reply, status: 500 }));
    const args = ['check', server.address, 'practice', '--verbose', '--reporter', reporter];
    const child = spawn(process.execPath, ['dist/entries/node.js', ...args]);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([printed, code]).toEqual(['', 2]);
  },
);

it('sends only requests that must be refused, unless --accepted is given', async () => {
  const statuses: number[] = [];
  server = await serve((reply) => {
    statuses.push(reply.status);
    return reply;
  });
  await check();
  expect(statuses.length).toBeGreaterThan(200);
  expect(statuses.filter((status) => status < 400)).toEqual([]);
  await check('--accepted', '--only', '*/accepted/*');
  expect(statuses).toContain(201);
});

it('counts 503 replies as not run, and says so', async () => {
  server = await serve((reply, { url }) => (url === '/users/?page=0' ? { ...reply, status: 503 } : reply));
  const { code, stdout } = await check(...onlyListUsers);
  expect(stdout).toContain('Requests that were answered with 429 or 503');
  expect(stdout).toContain('10 requests: 9 agree, 1 not run');
  expect(code).toBe(1);
});

it('sends the headers of --header, and hides them in every report', async () => {
  const sent: unknown[] = [];
  server = await serve((_, { headers }) => {
    sent.push(headers.authorization);
    return { status: 418, headers: {}, body: `who is ${headers.authorization}, with s3cret?` };
  });
  for (const reporter of ['pretty', 'json', 'junit', 'tap']) {
    const { stdout } = await check('--header', 'Authorization: Bearer s3cret', '--reporter', reporter);
    expect(stdout).toContain('who is ***, with ***?');
    expect(stdout).not.toContain('s3cret');
  }
  expect(new Set(sent)).toEqual(
    new Set(['Bearer s3cret', undefined, 'Basic dXNlcjpwYXNzd29yZA==', 'Bearer let-me-in']),
  );
});

describe('--same-as', () => {
  it('expects the replies of the other service', async () => {
    server = await serve((reply) =>
      reply.status === 422 ? { ...reply, status: 400, body: '{"no":1}' } : reply,
    );
    const old = await serve((reply) =>
      reply.status === 422 ? { ...reply, status: 400, body: '{"no":1}' } : reply,
    );
    const { code, stdout } = await check('--same-as', old.address, '--match', 'exact');
    expect(stdout).toMatch(/\n(\d+) requests: \1 agree, in [\d.]+ s\n$/);
    expect(code).toBe(0);
    await old.close();
  });

  it('lists the differences', async () => {
    server = await serve();
    const old = await serve((reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply));
    const { code, stdout } = await check('--same-as', old.address, '--only', 'getData/*');
    expect(stdout).toContain('the status is 401 instead of 403');
    expect(stdout).toContain('GET /api/data  1 agree, 2 differ');
    expect(code).toBe(1);
    await old.close();
  });

  it.each(['nothing', '503'])('does not run cases that the other service answers with %s', async (answer) => {
    server = await serve();
    const old = await serve((reply, { url, socket }) => {
      if (url !== '/users/?page=0') return reply;
      if (answer === '503') return { ...reply, status: 503 };
      socket.destroy();
      return undefined;
    });
    const { code, stdout } = await check('--same-as', old.address, ...onlyListUsers);
    expect(stdout).toContain('9 agree, 1 not run');
    expect(code).toBe(1);
    await old.close();
  });
});

it('checks a service over TLS', async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { cert, key } = makeCertificate('one');
  const files = { TLS_CERT: folder.write('crt', cert), TLS_KEY: folder.write('key', key) };
  const service = await startService({ ...files, HOST: 'localhost' });
  const { code, stdout } = await runService({ NODE_EXTRA_CA_CERTS: files.TLS_CERT }, [
    'check',
    service.origin,
    'practice',
    ...onlyListUsers,
  ]);
  expect(stdout).toMatch(/\n(\d+) requests: \1 agree, in [\d.]+ s\n$/);
  expect(code).toBe(0);
  await service.stop();
});

describe('an error that prevents the check is printed in one line', () => {
  it.each([
    {
      args: ['https://127.0.0.83', 'practice'],
      says: /^https:\/\/127\.0\.0\.83 can't be reached: connect \w+ 127\.0\.0\.83:443\n$/,
    },
    {
      args: ['http://localhost:1', 'practice'],
      says: /^http:\/\/localhost:1 can't be reached: connect ECONNREFUSED \S+:1\n$/,
    },
    {
      args: ['http://127.0.0.1:1', 'practice'],
      says: /^http:\/\/127\.0\.0\.1:1 can't be reached: connect ECONNREFUSED 127\.0\.0\.1:1\n$/,
    },
    { args: ['http://127.0.0.1:1', './nothing.js'], says: /^There is no file \.\/nothing\.js\n$/ },
    {
      args: ['http://127.0.0.1:1', 'lamps'],
      says: /^Unexpected argument "lamps"; see assay --help\n$/,
    },
  ])('$args', async ({ args, says }) => {
    const { code, stdout, stderr } = await runService({}, ['check', ...args]);
    expect(stderr).toMatch(says);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('an empty selection, and a service that is always busy', async () => {
    server = await serve((reply) => ({ ...reply, status: 429 }));
    const nothing = await check('--only', 'nothing');
    expect([nothing.code, nothing.stderr]).toEqual([
      2,
      'There is no such test case; assay cases lists them all\n',
    ]);
    const busy = await check(...onlyListUsers);
    expect([busy.code, busy.stderr]).toEqual([2, 'Nothing could be checked: every reply was 429 or 503\n']);
  });
});

it.each([
  {
    reporter: 'pretty',
    says: [/POST \/users\/ +\d+ agree\n/, /\nStopped before the end\. \d+ requests: \d+ agree/],
  },
  { reporter: 'tap', says: [/\n1\.\.\d+\nBail out! Stopped\n$/] },
])('ends on Ctrl-C with the summary so far: $reporter', async ({ reporter, says }) => {
  server = await serve((reply, { url }) => (url === '/search/' ? undefined : reply));
  const args = ['check', server.address, 'practice', '--reporter', reporter];
  const child = spawn(process.execPath, ['dist/entries/node.js', ...args]);
  const printed = new ProcessOutput(child);
  const hangs = new Promise<void>((resolve) => {
    const look = () => (server.count() > 200 ? resolve() : setImmediate(look));
    look();
  });
  await hangs;
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  for (const pattern of says) expect(printed.text).toMatch(pattern);
  expect(code).toBe(130);
});

describe('the progress bar', () => {
  const written: string[] = [];
  const stream = (isTTY: boolean) => ({ isTTY, write: (text: string) => written.push(text) > 0 });

  it('shows the number of completed endpoints on a terminal', () => {
    const bar = new Progress(stream(true), ['a', 'b']);
    bar.show('a');
    bar.show('b');
    bar.show(undefined);
    bar.hide();
    expect(written.splice(0)).toEqual([
      `\r[${'-'.repeat(30)}] 0 of 2 endpoints, 1 requests`,
      `\r[${'#'.repeat(15)}${'-'.repeat(15)}] 1 of 2 endpoints, 2 requests`,
      `\r[${'#'.repeat(30)}] 2 of 2 endpoints, 3 requests`,
      '\r\x1b[K',
    ]);
  });

  it('is not shown elsewhere', () => {
    const bar = new Progress(stream(false), ['a']);
    bar.show('a');
    bar.hide();
    expect(written).toEqual([]);
  });

  it('says what takes a while, and removes that line', () => {
    announce(stream(true), 'Reading lamps.json')();
    expect(written.splice(0)).toEqual(['\rReading lamps.json ...', '\r\x1b[K']);
    announce(stream(false), 'Reading lamps.json')();
    expect(written).toEqual([]);
  });
});
