import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { check } from '../../src/cli/check.ts';
import type { CheckCommand } from '../../src/cli/options.ts';
import { parseCommand } from '../../src/cli/options.ts';
import { UsageError } from '../../src/cli/settings.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { document, type Lapse, lampService, TOKEN } from './_lamps.ts';
import { type Change, type Server, serve } from './_server.ts';

/** What the options of `assay check` do, and its reports in files. */

const folder = mkdtempSync(join(tmpdir(), 'assay-check-'));
afterAll(() => rmSync(folder, { recursive: true }));
const app = fromDocument(document)[hosting];
const HEADER = `--header=Authorization: Bearer ${TOKEN}`;
const lapse: Lapse = { rules: { owner: (value) => typeof value === 'string' } };

let server: Server;
beforeEach(async () => {
  await start(lapse);
});
afterEach(() => server.close());

async function start(own: Lapse, change?: Change) {
  await server?.close();
  server = await serve(change, lampService(own).fetch);
}

const fileOf = (name: string) => join(folder, name);
const write = (name: string, text: string) => writeFileSync(fileOf(name), text);
const read = (name: string) => readFileSync(fileOf(name), 'utf8');

/** Runs the command in this process, with its report in a file. */
async function run(...args: readonly string[]) {
  return runFor(app, args);
}

async function runFor(checked: typeof app, args: readonly string[]) {
  const reporter = args.some((each) => each.startsWith('--reporter'))
    ? []
    : [`--reporter=pretty=${fileOf('pretty')}`];
  const line = ['check', server.address, './lamps.json', ...args, ...reporter];
  const command = parseCommand(line, {}) as CheckCommand;
  if (command instanceof UsageError) return { mistake: command.sentence, code: 2, text: '' };
  const mistake = await check(checked, command);
  const code = process.exitCode;
  process.exitCode = undefined;
  const hasText = reporter.length > 0 && mistake === undefined;
  return { mistake: mistake?.sentence, code, text: hasText ? read('pretty') : '' };
}

describe('a fault', () => {
  it('is told once, with a command line that hides the secret', async () => {
    const { code, text } = await run(HEADER);
    expect(code).toBe(1);
    expect(text.match(/^accepted though wrong: POST \/lamps, body\.owner \(\d requests\)$/gm)).toHaveLength(
      1,
    );
    expect(text).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(text).not.toContain(TOKEN);
    expect(text).toMatch(
      /\nReached: 5 of 5 operations, 6 of 6 parameters, 12 of 12 properties, .*\n\d+ requests: \d+ agree, \d+ differ \(2 accepted though wrong\), in [\d.]+ s\n$/,
    );
  });

  it('is not told again once it is known', async () => {
    const known = `--baseline=${fileOf('known.json')}`;
    expect((await run(HEADER, known, '--update-baseline')).code).toBe(0);
    expect(JSON.parse(read('known.json')).known).toContainEqual({
      fault: 'accepted',
      endpoint: 'POST /lamps',
      place: 'body.owner',
      why: 'it is accepted with 201',
    });
    const { code, text } = await run(HEADER, known);
    expect(code).toBe(0);
    expect(text).toMatch(/differ \(2 known\)/);
    await start({ ...lapse, skips: ['limit'] });
    expect((await run(HEADER, known)).code).toBe(1);
  });

  it('is marked in a page once it is known', async () => {
    const args = [HEADER, '--header=X-Trace: abcd', `--baseline=${fileOf('known.json')}`];
    const page = `--reporter=html=${fileOf('html')}`;
    await run(...args, '--update-baseline', page);
    expect(read('html')).toMatch(
      /<details class="accepted" open>\n<summary>[^<]*body\.owner[^<]*requests\)</,
    );
    expect(read('html')).toContain('-H &quot;X-Trace: $X_TRACE&quot;');
    await run(...args, page);
    expect(read('html')).toMatch(/<details class="accepted">\n<summary>[^<]*body\.owner[^<]* \(known\)</);
  });

  it.each([
    ['crashed,status', 0],
    ['accepted', 1],
  ])('of another kind than %s does not fail the check: %i', async (kinds, code) => {
    expect((await run(HEADER, `--fail-on=${kinds}`)).code).toBe(code);
  });

  it('is shown by one case again with --replay', async () => {
    const { code, text } = await run(HEADER, '--replay=createLamp/body.owner/format/ada', '--verbose');
    expect(code).toBe(1);
    expect(text).toContain('createLamp/body.owner/format/ada: owner is "ada": must be an email address\n');
    expect(text).toMatch(/\n2 requests: 1 agree, 1 differ/);
  });

  it('stops the check with --max-failures', async () => {
    const { code, text } = await run(HEADER, '--max-failures=2', '--workers=1');
    expect(code).toBe(1);
    expect(text).toContain('Stopped before the end. ');
    expect(text).toContain(' 2 differ');
  });

  it('stops the check at the first valid request with --max-failures=1', async () => {
    await start({}, (reply) => ({ ...reply, status: 500 }));
    const { code, text } = await run(HEADER, '--max-failures=1');
    expect(code).toBe(1);
    expect(text).toMatch(/\nStopped before the end\. 1 requests: 0 agree, 1 differ/);
    expect(server.count()).toBe(1);
  });
});

it('says that it was stopped before its first request', async () => {
  const stopAtOnce = (name: string, stop: () => void) => {
    if (name === 'SIGTERM') queueMicrotask(stop);
  };
  process.on('newListener', stopAtOnce);
  onTestFinished(() => void process.off('newListener', stopAtOnce));
  const { code, text } = await run(HEADER);
  expect(code).toBe(130);
  expect(text).toMatch(/\nStopped before the end\. 0 requests: 0 agree, in [\d.]+ s\n$/);
  expect(server.count()).toBe(0);
});

it('--accepted does not send a valid request twice', async () => {
  await start({});
  await run(HEADER, '--accepted', `--reporter=har=${fileOf('sent.har')}`, '--only=*/request/*');
  const ids = JSON.parse(read('sent.har')).log.entries.map((each: { _case: string }) => each._case);
  expect(ids.filter((id: string) => id === 'createLamp/request/accepted/example')).toHaveLength(1);
  expect(new Set(ids).size).toBe(ids.length);
});

it('--same-as takes the replies of the other service, also those without a content type', async () => {
  await start({});
  const bare: Change = (reply) => (reply.status === 404 ? { ...reply, headers: {} } : reply);
  const old = await serve(bare, lampService({}).fetch);
  const { code, text } = await run(HEADER, `--same-as=${old.address}`, `--same-as-header=${HEADER.slice(9)}`);
  await old.close();
  expect(code).toBe(1);
  expect(text).toContain('the content type is application/problem+json instead of none');
});

it('--same-as counts the operations that answer, since no valid request is sent', async () => {
  await start({}, (reply) => (reply.status < 300 ? { ...reply, status: 404 } : reply));
  const args = [HEADER, `--same-as=${server.address}`, `--same-as-header=${HEADER.slice(9)}`];
  const reached = async (...further: string[]) =>
    /Reached: .*/.exec((await run(...args, ...further)).text)?.[0];
  expect(await reached()).toMatch(/^Reached: 5 of 5 operations, /);
  expect(await reached('--tag=lamps', '--method=POST')).toMatch(/^Reached: 1 of 5 operations, /);
  expect(await reached('--accepted')).toMatch(/^Reached: 0 of 5 operations, /);
});

it('operations that have more test cases than can be made are told of', async () => {
  const names = Array.from({ length: 10 }, (_, at) => `M${at}`);
  const other = (at: number) => ({ $ref: `#/components/schemas/M${at % names.length}` });
  const schemas = names.map((name, at) => [name, { properties: { a: other(at + 1), b: other(at + 2) } }]);
  const responses = { 200: { description: 'OK' } };
  const requestBody = { content: { 'application/json': { schema: other(0) } } };
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
  const models = fromDocument({
    openapi: '3.1.0',
    info: { title: 'Models', version: '1' },
    paths: { '/models': { post: { requestBody, responses }, get: { parameters, responses } } },
    components: { schemas: Object.fromEntries(schemas) },
  });
  await server.close();
  server = await serve(undefined, models.fetch);
  const textOf = async (...args: string[]) => (await runFor(models[hosting], args)).text;
  expect(await textOf()).toContain(
    '\nFurther test cases of POST /models are left out: it would take too long to make them\nReached: ',
  );
  expect(await textOf('--only=*/query.limit/*')).not.toContain('Further');
});

describe('--pedantic', () => {
  it('also sends what only some refuse, and says which rule that rests on', async () => {
    await start({});
    const { code, text } = await run(HEADER, '--pedantic', '--verbose');
    expect(code).toBe(1);
    expect(text).toContain('(rests on ');
  });
});

describe('the chosen endpoints', () => {
  it.each([
    [['--tag=lamps'], ['POST /lamps']],
    [
      ['--method=get', '--method=PUT'],
      ['GET /lamps', 'GET /lamps/{lampId}', 'PUT /lamps/{lampId}'],
    ],
    [['--path=/lamps'], ['GET /lamps', 'POST /lamps']],
    [
      ['--path=/lamps/*', '--path=lampId=9'],
      ['DELETE /lamps/{lampId}', 'GET /lamps/{lampId}', 'PUT /lamps/{lampId}'],
    ],
    [['--only=listLamps/query.*', '--rate=1000'], ['GET /lamps']],
  ])('are those of %j', async (args, endpoints) => {
    await start({});
    const { text } = await run(HEADER, ...args);
    const counted = Array.from(text.matchAll(/^([A-Z]+ \/\S*) +\d+ agree/gm), ([, name = '']) => name);
    expect(counted.sort()).toEqual(endpoints);
    expect(text).not.toContain('Anywhere');
  });

  it.each([
    [['--tag=lmaps'], 'There is no tag "lmaps"; did you mean lamps?'],
    [['--tag=people'], 'There is no tag "people"; there are lamps'],
    [['--method=GTE'], 'There is no method "GTE"; did you mean GET?'],
    [['--path=/chairs/*'], 'There is no path "/chairs/*"; there are /lamps and /lamps/{lampId}'],
    [['--path=lmapId=7'], 'There is no path parameter "lmapId"; did you mean lampId?'],
    [['--tag=lamps', '--method=DELETE'], 'No endpoint has such a tag, method and path'],
  ])('exist: %j', async (args, sentence) => {
    await start({});
    expect(await run(HEADER, ...args)).toEqual({ mistake: sentence, code: undefined, text: '' });
    expect(server.count()).toBe(0);
  });

  it('have a tag, if any does', async () => {
    await start({});
    const { get } = document.paths['/lamps'];
    const untagged = fromDocument({ ...document, paths: { '/lamps': { get } } });
    expect((await runFor(untagged[hosting], ['--tag=lamps'])).mistake).toBe(
      'There is no tag "lamps"; no endpoint has one',
    );
  });
});

describe('a body of --data', () => {
  it.each([
    ['all endpoints', { name: 'Ours', watts: 7, owner: 'ours@example.com' }, 2],
    ['one endpoint', { createLamp: { name: 'Ours', watts: 7, owner: 'ours@example.com' } }, 1],
    ['no endpoint, for it is not valid', { name: 7 }, 0],
  ])('is sent to %s', async (_, data, count) => {
    await start({});
    write('data.json', JSON.stringify(data));
    const sent = fileOf('sent.har');
    await run(HEADER, `--data=${fileOf('data.json')}`, `--reporter=har=${sent}`, '--only=*/credential/wrong');
    const { entries } = JSON.parse(read('sent.har')).log;
    const bases = entries.filter((each: { _case: string }) => each._case.endsWith('/accepted/example'));
    const bodies = bases.filter((each: { request: { postData?: { text: string } } }) =>
      each.request.postData?.text.includes('Ours'),
    );
    expect(bodies).toHaveLength(count);
  });
});

/** A request in HAR format, and the case that it is of. */
interface Entry {
  readonly request: { readonly url: string };
  readonly _case: string;
  readonly _outcome: string;
}

describe('a key in the query', () => {
  const key = { type: 'apiKey', in: 'query', name: 'api key' };
  const keyed = fromDocument({ ...document, components: { securitySchemes: { bearer: key } } })[hosting];

  beforeEach(async () => {
    await server.close();
    const shared = lampService(lapse);
    server = await serve(undefined, async (request) => {
      const headers = new Headers(request.headers);
      headers.set('Authorization', `Bearer ${new URL(request.url).searchParams.get('api key')}`);
      return shared.fetch(new Request(request, { headers }));
    });
  });

  const checked = (...args: readonly string[]) => runFor(keyed, args);
  const QUERY = `--query=api key=${TOKEN}`;

  it('is sent with --query, and no report shows it', async () => {
    const har = `--reporter=har=${fileOf('sent.har')}`;
    const { text } = await checked(QUERY);
    expect(text).toMatch(/ differ \(2 accepted though wrong\), in /);
    expect(text).toContain(`api%20key='"$API_KEY"''`);
    expect(text).not.toContain(TOKEN);
    await checked(QUERY, '--query=lang=nl', har);
    const urls = JSON.parse(read('sent.har')).log.entries.map(({ request }: Entry) => request.url);
    expect(urls).toContain(`${server.address}/lamps?api%20key=***&lang=***`);
    expect(read('sent.har')).not.toContain(TOKEN);
  });

  it('is left out where a 401 is expected, and replaced by wrong ones', async () => {
    await checked(QUERY, '--query=lang=nl', `--reporter=har=${fileOf('sent.har')}`, '--only=*/credential/*');
    const { entries } = JSON.parse(read('sent.har')).log;
    const asked = (id: string) => entries.find((each: Entry) => each._case.startsWith(id)).request.url;
    expect(asked('createLamp/credential/missing')).toBe(`${server.address}/lamps?lang=***`);
    expect(asked('createLamp/credential/wrong')).toContain('?api+key=not-a-valid-one&lang=***');
    expect(entries.every(({ _outcome }: Entry) => _outcome === 'agrees')).toBe(true);
  });

  it.each([
    [[], "give a credential with --query 'api key=…'"],
    [['--query=api key=another'], 'it does not accept the credential of --query'],
  ])('is asked for where it is missing, with %j', async (args, remedy) => {
    const { code, text } = await checked('--only=createLamp/*', ...args);
    expect(code).toBe(1);
    expect(text).toContain(`is rejected with 401; ${remedy}`);
  });

  it('is sent to the other service with --same-as-query', async () => {
    const args = [QUERY, `--same-as=${server.address}`, '--only=createLamp/body*'];
    expect((await checked(...args)).code).toBe(1);
    expect((await checked(...args, `--same-as-query=api key=${TOKEN}`)).code).toBe(0);
  });

  it('is written as a pair', () => {
    expect(parseCommand(['check', 'localhost', '--query=key'], {})).toMatchObject({
      sentence: expect.stringContaining('--query must be a parameter like api_key=token'),
    });
  });
});

describe('cases without a verdict', () => {
  it('are told once, with the option that helps', async () => {
    await start({});
    const { code, text } = await run();
    expect(code).toBe(1);
    expect(text).toMatch(
      /^POST \/lamps: \d+ inconclusive, because the valid request is rejected with 401; give a credential with --header 'Authorization: …'$/m,
    );
  });

  it.each([
    ['header', 'X-Key: …'],
    ['cookie', 'Cookie: X-Key=…'],
  ])('name the key of the document, which is in the %s', async (place, header) => {
    await start({});
    const components = { securitySchemes: { bearer: { type: 'apiKey', in: place, name: 'X-Key' } } };
    const { text } = await runFor(fromDocument({ ...document, components })[hosting], []);
    expect(text).toContain(`with 401; give a credential with --header '${header}'`);
  });

  it('name the usual header where the document declares no credential', async () => {
    await start({}, (reply, { method }) => (method === 'GET' ? { ...reply, status: 401 } : reply));
    const { code, text } = await run('--only=listLamps/*');
    expect(code).toBe(1);
    expect(text).toContain("with 401; give a credential with --header 'Authorization: …'");
  });

  it.each([
    ['--only=createLamp/*', '--header=Authorization: Bearer another'],
    ['--only=listLamps/*', '--header=X-Key: another'],
  ])('say that a credential was refused, for %s with %s', async (only, header) => {
    await start({}, (reply, { method }) => (method === 'GET' ? { ...reply, status: 401 } : reply));
    const { code, text } = await run(header, only);
    expect(code).toBe(1);
    expect(text).toContain('is rejected with 401; it does not accept the credential of --header');
  });

  it.each([
    ['every operation with a credential', /^\/lamps/, 1],
    ['one of them', /^\/lamps$/, 0],
  ])('fail if a 403 answers %s', async (_, path, expected) => {
    const body = '{"title":"No","status":403}';
    await start({}, (reply, { method, url = '' }) =>
      reply.status !== 401 && path.test(url) && method !== 'GET' ? { ...reply, status: 403, body } : reply,
    );
    const { code } = await run(HEADER, '--method=POST', '--method=DELETE', '--fail-on=crashed');
    expect(code).toBe(expected);
  });

  it.each([
    [404, 'give an id that exists with --path id=…'],
    [422, 'give a body that it accepts with --data, or examples in the document'],
  ])('after a %i are no faults', async (status, says) => {
    await start({}, (reply, { url }) =>
      url?.startsWith('/lamps/1')
        ? {
            ...reply,
            status,
            body: '{"title":"No","status":1}',
            headers: { 'content-type': 'application/problem+json' },
          }
        : reply,
    );
    const { code, text } = await run(HEADER, '--only=getLamp/*');
    expect(code).toBe(0);
    expect(text).toContain(says);
  });
});

it('--refused-status narrows the statuses of errors', async () => {
  await start({});
  const { code, text } = await run(HEADER, '--refused-status=422,409', '--only=createLamp/body.watts/*');
  expect(code).toBe(1);
  expect(text).toContain('the status is 400 instead of 422 or 409');
});

describe('a report', () => {
  const hostile: Change = (reply, request) =>
    request.method === 'POST' && reply.status === 400
      ? {
          ...reply,
          status: 500,
          body: `<b>\u001b[31m\u0085\u202e\n::error::%0A \`\`\` ${request.headers.authorization} ${TOKEN}`,
          headers: { 'content-type': `text/html; token=${TOKEN}` },
        }
      : reply;

  it.each(['pretty', 'json', 'junit', 'tap', 'github', 'html', 'har'])(
    'as %s has no character that a terminal acts on, and no secret',
    async (reporter) => {
      await start({}, hostile);
      process.env.GITHUB_STEP_SUMMARY = fileOf('summary.md');
      write('summary.md', '');
      const { code } = await run(HEADER, `--reporter=${reporter}=${fileOf('report')}`);
      delete process.env.GITHUB_STEP_SUMMARY;
      const text = read('report') + read('summary.md');
      expect(code).toBe(1);
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028\u202e]/u);
      expect(text).not.toContain(TOKEN);
      expect(text).toContain('***');
    },
  );

  it('for GitHub has an annotation for each fault and for each doubt, and a summary of the step', async () => {
    process.env.GITHUB_STEP_SUMMARY = fileOf('summary.md');
    write('summary.md', '');
    await run(`--reporter=github=${fileOf('github')}`);
    delete process.env.GITHUB_STEP_SUMMARY;
    expect(read('github')).toMatch(/^::warning title=POST \/lamps::POST \/lamps: \d+ inconclusive/m);
    expect(read('summary.md')).toMatch(/^## Check of Lamps\n\n\d+ requests: /);
    await run(HEADER, `--reporter=github=${fileOf('github')}`);
    expect(read('github')).toMatch(
      /^::error title=accepted though wrong%3A POST \/lamps%2C body\.owner \(\d requests\)::it is accepted with 201$/m,
    );
  });

  it('as HTML says so if there is nothing to tell', async () => {
    await start({});
    await run(HEADER, `--reporter=html=${fileOf('html')}`);
    expect(read('html')).toContain('Nothing failed.');
    expect(read('html')).toMatch(/<li>listLamps\/400|<summary>\d+ of \d+ statuses/);
    await run(`--reporter=html=${fileOf('html')}`);
    expect(read('html')).toContain('<p>Nothing failed in what could be checked.</p>');
    expect(read('html')).toContain('<h2>Inconclusive</h2>');
  });
});

describe('a mistake in the command', () => {
  it.each([
    [['--update-baseline'], '--update-baseline needs --baseline with the file to write'],
    [['--baseline=./nowhere.json'], 'There is no file ./nowhere.json'],
    [['--data=./nowhere.json'], 'There is no file ./nowhere.json'],
    [['--data=./README.md'], /^\.\/README\.md can't be read: /],
    [['--fail-on=all'], /^--fail-on must be some of crashed, accepted, reply, status/],
    [['--refused-status=500'], /^--refused-status must be statuses of errors/],
    [['--reporter=xml'], /^--reporter must be pretty, json/],
    [['--reporter=junit='], /^--reporter must be pretty, json/],
  ])('%j', async (args, says) => {
    expect((await run(...args)).mistake).toMatch(says);
  });
});
