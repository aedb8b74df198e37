import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseCommand } from '../../src/cli/options.ts';
import { UsageError } from '../../src/cli/settings.ts';
import { runService, type Service, startService } from '../_service.ts';
import { document, lampService, TOKEN } from '../check/_lamps.ts';
import { type Server, serve } from '../check/_server.ts';

/** The command `assay proxy`, from its start to its report. */

const folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'));
const DOCUMENT = join(folder, 'lamps.json');
const fileOf = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(fileOf(name), 'utf8');

let service: Server;
beforeAll(async () => {
  writeFileSync(DOCUMENT, JSON.stringify(document));
  // It accepts any owner.
  service = await serve(undefined, lampService({ rules: { owner: () => true } }).fetch);
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const start = (...args: readonly string[]) =>
  startService({}, ['proxy', service.address, DOCUMENT, '--port', '0', ...args]);

const lamp = { name: 'Desk', watts: 7, owner: 'ada@example.com' };

function post({ origin }: Service, body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` };
  return fetch(`${origin}/lamps`, { method: 'POST', headers, body: JSON.stringify(body) });
}

it('reports each fault at once, and all of them at the end', async () => {
  const proxy = await start();
  expect((await post(proxy, lamp)).status).toBe(201);
  expect((await post(proxy, { ...lamp, owner: 'nobody' })).status).toBe(201);
  expect((await post(proxy, { ...lamp, owner: 'none' })).status).toBe(201);
  expect((await post(proxy, { ...lamp, watts: 0 })).status).toBe(400);
  await proxy.waitForOutput(
    /^(request not as declared: POST \/lamps, body\.watts: body\.watts must be .*)$/m,
  );
  const live = proxy.output();
  expect(live).toContain(`passes requests on to ${service.address}\n`);
  expect(
    live.match(/^accepted though wrong: POST \/lamps, body\.owner: it is accepted with 201$/gm),
  ).toHaveLength(1);
  expect(await proxy.stop('SIGINT')).toBe(1);
  const report = proxy.output().slice(live.length);
  expect(report).toContain('accepted though wrong: POST /lamps, body.owner (2 requests)\n');
  expect(report).toContain('-H "Authorization: Bearer $TOKEN"');
  expect(report).not.toContain(TOKEN);
  expect(report).toMatch(
    /\nPOST \/lamps {2}1 agree, 3 differ\n\nReached: 1 of 5 operations, 2 of 3 statuses\n4 requests: 1 agree, 3 differ \(1 accepted though wrong, 1 request not as declared\), in [\d.]+ s\n$/,
  );
});

it.each([
  ['SIGINT', []],
  ['SIGTERM', ['--fail-on', 'crashed,reply']],
] as const)('ends with 0 after %s if nothing matters, with %j', async (signal, args) => {
  const proxy = await start(...args);
  await post(proxy, args.length > 0 ? { ...lamp, watts: 0 } : lamp);
  expect(await proxy.stop(signal)).toBe(0);
});

it('says that it passed on what is too long to be checked', async () => {
  const proxy = await start();
  await post(proxy, { ...lamp, note: 'a'.repeat(2 ** 20) });
  await proxy.stop();
  expect(proxy.output()).toMatch(
    /\nPOST \/lamps: 1 inconclusive, because a body .+; it was passed on unchecked\n/,
  );
});

it('answers invalid requests itself with --block', async () => {
  const proxy = await start('--block');
  const before = service.count();
  const refused = await post(proxy, { ...lamp, owner: 'nobody' });
  expect(refused.status).toBe(400);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  expect(await refused.json()).toMatchObject({ status: 400 });
  expect(service.count()).toBe(before);
  expect((await post(proxy, lamp)).status).toBe(201);
  expect(await proxy.stop()).toBe(1);
  expect(proxy.output()).toContain('\nrequest not as declared: POST /lamps, body.owner: ');
});

it('records everything with --har, and reports to files', async () => {
  const proxy = await start('--har', fileOf('har'), '--reporter', `junit=${fileOf('junit')}`);
  await post(proxy, lamp);
  await post(proxy, { ...lamp, owner: 'nobody' });
  expect(await proxy.stop()).toBe(1);
  const { entries } = JSON.parse(read('har')).log;
  expect(entries).toHaveLength(2);
  expect(entries[0].request).toMatchObject({
    method: 'POST',
    url: `${service.address}/lamps`,
    postData: { text: JSON.stringify(lamp) },
  });
  expect(entries[0].request.headers).toContainEqual({ name: 'Authorization', value: '***' });
  expect(entries[0].response).toMatchObject({ status: 201 });
  expect(read('har')).not.toContain(TOKEN);
  expect(read('junit')).toContain('<failure type="accepted"');
});

it('knows faults of before', async () => {
  const known = ['--baseline', fileOf('known.json')];
  for (const args of [[...known, '--update-baseline'], known]) {
    const proxy = await start(...args);
    await post(proxy, { ...lamp, owner: 'nobody' });
    expect(await proxy.stop()).toBe(0);
    expect(proxy.output().includes('\naccepted though wrong: POST /lamps, body.owner: ')).toBe(
      args !== known,
    );
  }
});

it.each<[string, readonly string[], RegExp]>([
  ['without --baseline', ['--update-baseline'], /^--update-baseline needs --baseline/],
  ['with an unknown option', ['--prot', '8000'], /^There is no option "--prot"; did you mean --port\?/],
  ['with a kind that is none', ['--fail-on', 'all'], /^--fail-on must be some of .*, status, request, /],
])('does not start %s', async (_, args, sentence) => {
  const { code, stderr } = await runService({}, ['proxy', service.address, DOCUMENT, ...args]);
  expect(stderr.replace(/^(?:Values are|Errors have) .*\n/gm, '')).toMatch(sentence);
  expect(code).toBe(2);
});

it('does not start where another process listens', async () => {
  const { port } = new URL(service.address);
  const { code, stderr } = await runService({}, ['proxy', service.address, DOCUMENT, '--port', port]);
  expect(stderr).toMatch(/The proxy can't start: .*EADDRINUSE/);
  expect(code).toBe(2);
});

it('says that nothing was checked if no request came', async () => {
  const proxy = await start();
  expect(await proxy.stop()).toBe(2);
  expect(proxy.output()).toMatch(/\nNo request came, so nothing was checked\n$/);
});

it.each([
  [['proxy'], 'proxy needs the address of a service, such as http://localhost:8000; see assay --help'],
  [['proxi', 'http://localhost'], 'There is no command "proxi"; did you mean proxy?'],
  [['proxy', 'http://localhost', './a.json', 'more'], 'Unexpected argument "more"; see assay --help'],
])('refuses %j in one sentence', (args, sentence) => {
  const command = parseCommand(args, {});
  expect(command instanceof UsageError && command.sentence).toBe(sentence);
});

it('takes the document of the service', () => {
  expect(parseCommand(['proxy', 'localhost:3000', '--base-path', '/api'], {})).toMatchObject({
    do: 'proxy',
    address: 'http://localhost:3000',
    module: 'http://localhost:3000/api/openapi.json',
    settings: { port: 8000, host: '127.0.0.1', block: false },
  });
});
