import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDocumentApp } from '../../src/cli/document.ts';
import { placeInDocument } from '../../src/cli/mistake.ts';
import { freePort } from '../_free-port.ts';
import { preload, runService, startService } from '../_service.ts';

/** Serving OpenAPI documents. */

const folder = mkdtempSync(join(tmpdir(), 'assay-document-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const yaml = `openapi: 3.0.3
info: { title: Lamps, version: 2.0.0 }
paths:
  /lamps/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { $ref: 'parts/id.yaml#/Id' } }]
      responses: { '200': { description: x, content: { application/json: { example: { on: true } } } } }
`;
write('parts/id.yaml', 'Id: { type: integer }\n');
const json = (title: string) =>
  JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} });

describe('a document', () => {
  it('is served from a file with the files beside it, below a base path', async () => {
    const service = await startService({}, [write('lamps.yaml', yaml), '--base-path', '/api']);
    expect(service.output()).toContain('Lamps 2.0.0 listens on');
    expect(await (await fetch(`${service.origin}/api/lamps/1`)).json()).toEqual({ on: true });
    expect((await fetch(`${service.origin}/api/lamps/x`)).status).toBe(422);
    const text = await (await fetch(`${service.origin}/api/openapi.json`)).text();
    expect(JSON.parse(text).components).toMatchObject({ schemas: { Id: { type: 'integer' } } });
    expect((await runService({}, ['check', `${service.origin}/api`])).code).toBe(0);
    expect(await service.stop()).toBe(0);
  });

  it('has a page of 20,000 operations in a heap of 280 MB', async () => {
    const get = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: { 200: { description: 'OK' } },
    };
    const paths = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`/p${at}/{id}`, { get }]));
    const file = write('many.json', JSON.stringify({ ...JSON.parse(json('Many')), paths }));
    const service = await startService({ NODE_OPTIONS: '--max-old-space-size=280' }, [file]);
    expect(await (await fetch(`${service.origin}/docs`)).text()).toContain('/<wbr>p19999/<wbr>');
    expect(await service.stop()).toBe(0);
  });

  it('reads several large bodies of small lists in a heap of 80 MB, one after the other', async () => {
    const value = {
      anyOf: [{ type: 'null' }, { items: { $ref: '#/components/schemas/Value' }, type: 'array' }],
    };
    const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Value' } } } };
    const document = {
      ...JSON.parse(json('Lists')),
      paths: { '/lists': { post: { requestBody: body, responses: { 204: { description: 'OK' } } } } },
      components: { schemas: { Value: value } },
    };
    const file = write('lists.json', JSON.stringify(document));
    const service = await startService({ NODE_OPTIONS: '--max-old-space-size=80' }, [file]);
    const list = '['.repeat(20) + ']'.repeat(20);
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `[${Array.from({ length: 20_000 }, () => list).join()}]`,
    };
    const asked = Array.from({ length: 3 }, () => fetch(`${service.origin}/lists`, request));
    // On a busy machine, those that waited may have waited too long.
    for (const { status } of await Promise.all(asked)) expect([204, 503]).toContain(status);
    expect(await service.stop()).toBe(0);
  });

  it('does not enlarge the space for new objects, however large it is', async () => {
    const operations = Array.from({ length: 3000 }, (_, at) => [
      `/lamps/${at}`,
      { get: { responses: { 200: { description: 'A lamp' } } } },
    ]);
    const file = write(
      'large.json',
      JSON.stringify({ ...JSON.parse(json('Large')), paths: Object.fromEntries(operations) }),
    );
    const script = `
      import { getHeapSpaceStatistics } from 'node:v8';
      process.on('exit', () => {
        const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
        console.log('New objects: ' + space_size / 2 ** 20 + ' MiB');
      });`;
    const service = await startService(preload(script), [file]);
    await service.stop();
    const [, mebibytes] = /New objects: (\S+) MiB/.exec(service.output()) ?? [];
    expect(Number(mebibytes)).toBeLessThan(8);
  });

  it('takes the values that FastAPI takes, where that is asked for', async () => {
    const file = write('values.yaml', yaml);
    const service = await startService({}, [file, '--values', 'fastapi']);
    expect((await fetch(`${service.origin}/lamps/1_0`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
    const strict = await startService({}, [file, '--values', 'strict']);
    expect((await fetch(`${strict.origin}/lamps/1_0`)).status).toBe(422);
    expect(await strict.stop()).toBe(0);
  });

  it('says at start how its values are read, unless the command line does', async () => {
    const plain = write('plain.json', json('Plain'));
    const components = { schemas: { HTTPValidationError: {}, ValidationError: {} } };
    const ofFastapi = write('fastapi.json', JSON.stringify({ ...JSON.parse(json('FastAPI')), components }));
    const outputs: string[] = [];
    const pretty = ['--log-format', 'pretty'];
    for (const args of [[plain, ...pretty], [ofFastapi], [plain, '--values', 'strict']]) {
      const service = await startService({}, args);
      expect(await service.stop()).toBe(0);
      outputs.push(service.output());
    }
    const [exact, fastapi, given] = outputs;
    expect(exact).toContain('Values are read exactly as the document says (--values schema)\n');
    // Without a terminal, the log is JSON.
    const line =
      /^{"level":"info",.*,"values":"fastapi","msg":"Values are read as FastAPI reads them \(--values fastapi\)"}$/m;
    expect(fastapi).toMatch(line);
    expect(given).not.toContain('Values are read');
  });

  it.each([new TypeError('a bug'), 'a bug'])(
    'in which a bug shows itself is no mistake of whoever wrote it',
    async (bug) => {
      await expect(loadDocumentApp('lamps.yaml', {}, () => Promise.reject(bug))).rejects.toBe(bug);
    },
  );

  it('is served by several workers, from an address', async () => {
    const server = createServer((_, response) => response.end(json('Remote'))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = Object(server.address());
    const service = await startService({ WORKERS: '2' }, [`http://127.0.0.1:${port}/openapi`]);
    expect(service.output()).toContain('Remote 1 listens on');
    expect(await service.stop()).toBe(0);
    server.close();
  });

  it('can’t be served below an invalid base path, which one line says', async () => {
    const { code, stderr } = await runService({}, [
      write('lamps.json', json('Lamps')),
      '--base-path',
      '/{a}',
    ]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^--base-path must be a path such as \/api, .+\n$/),
    ]);
  });

  it('reports unsupported parts at start', async () => {
    const paths = { '/a': { trace: {} } };
    const text = JSON.stringify({ openapi: '3.1.0', info: {}, paths });
    const service = await startService({}, [write('trace.json', text), '--log-format', 'pretty']);
    expect(service.output()).toContain('#/paths/~1a/trace is not routed\n');
    expect(await service.stop()).toBe(0);
    // Without a terminal, the log is JSON.
    const inJson = await startService({}, [join(folder, 'trace.json'), '--list-unsupported']);
    expect(inJson.output()).toContain('"place":"#/paths/~1a/trace","what":"is not routed"');
    expect(await inJson.stop()).toBe(0);
    const { code, stderr } = await runService({}, [join(folder, 'trace.json'), '--fail-on-unsupported']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/#\/paths\/~1a\/trace is not routed\n {4}at \S+:1\n/),
    ]);
  });
});

describe('a setting of documents', () => {
  const lamps = write('lamps.mjs', '');

  it.each([
    [['--base-path', '/api'], {}, '--base-path'],
    [['--values', 'fastapi'], {}, '--values'],
    [['--fail-on-unsupported'], {}, '--fail-on-unsupported'],
    [['--list-unsupported'], {}, '--list-unsupported'],
    [[lamps, '--base-path', '/api'], {}, '--base-path'],
    [[lamps, '--values', 'strict'], {}, '--values'],
    [[lamps, '--fail-on-unsupported'], {}, '--fail-on-unsupported'],
    [[], { BASE_PATH: '/api' }, '--base-path'],
    [[], { VALUES: 'fastapi', WORKERS: '2' }, '--values'],
    [[lamps], { FAIL_ON_UNSUPPORTED: 'true' }, '--fail-on-unsupported'],
  ])('is refused without one, in one line: %j %j', async (args, env, flag) => {
    const stderr = `${flag} needs a document, such as ./openapi.yaml; see assay --help\n`;
    expect(await runService(env, args)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('may be turned off without one', async () => {
    const service = await startService({ WATCH: 'false', FAIL_ON_UNSUPPORTED: 'false' });
    expect(await service.stop()).toBe(0);
  });
});

describe('an invalid document makes the command exit with 2 and one line', () => {
  it.each([
    ['none.json', undefined, /There is no file \S+none\.json\n$/],
    ['broken.json', '{"openapi": }', /line 1, column 13: expected a value\n$/],
    ['broken.yaml', 'a: [b', /neither JSON nor YAML: .+\n$/],
    [
      'old.yaml',
      'swagger: "1.2"',
      /is Swagger 1\.2; only OpenAPI 3\.0 to 3\.2 and Swagger 2\.0 are supported\n$/,
    ],
    [
      'out.yaml',
      'openapi: 3.1.0\npaths: { /a: { $ref: ../a.yaml } }',
      /leads out of the document's folder\n$/,
    ],
    [
      'long.yaml',
      `openapi: 3.1.0\npaths: { /a: { $ref: https://a.example/${'b'.repeat(10_000)} } }`,
      /^.{1000,2048}…\n$/,
    ],
    ['lost.yaml', 'openapi: 3.1.0\npaths: { /a: { $ref: b.yaml } }', /There is no file \S+b\.yaml\n$/],
    ['self.yaml', 'openapi: 3.1.0\nx-a: &a [*a]', /nested more than 500 levels deep\n$/],
    ['latin.json', '\u00ff', /neither JSON nor YAML|not an object/],
  ])('%s', async (name, text, line) => {
    const file = text === undefined ? join(folder, name) : write(name, text);
    const { code, stdout, stderr } = await runService({}, [file]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(stderr.split('\n').length).toBe(2);
  });
});

describe('a mistake in a document is shown with its line', () => {
  const nowhere = "$ref: '#/components/parameters/b'";
  const parameters = (reference: string) => `openapi: 3.1.0
info: {}
paths:
  /a:
    get:
      parameters:
        - name: a
        - ${reference}
`;

  it.each([
    ['in YAML', parameters(nowhere), `8 |         - ${nowhere}`],
    [
      'in JSON',
      `{
  "openapi": "3.1.0",
  "info": {},
  "paths": {
    "/a": { "get": { "parameters": [
      { "name": "a" },
      { "$ref": "#/components/parameters/b" }
    ] } }
  }
}`,
      '7 |       { "$ref": "#/components/parameters/b" }',
    ],
    ['at the nearest part that is there', 'openapi: 3.1.0\ninfo: {}\npaths: [a]\n', '3 | paths: [a]'],
  ])('%s', async (name, text, shown) => {
    const file = write(`${name.replaceAll(' ', '-')}.yaml`, text);
    const { stderr } = await runService({}, [file]);
    const [number] = shown.split(' ');
    expect(stderr).toMatch(/^\S+ can't be served: .* #\/paths/);
    expect(stderr.split('\n').slice(1)).toEqual([`    at ${file}:${number}`, `    ${shown}`, '']);
  });

  it.each([
    ['deep.yaml', 'paths:\n  /a:\n    - get\n    - post\n', '/paths/~1a/1/nowhere/0', 4],
    ['deep.json', '{\n"paths": {\n"/a": [\n1,\n2] } }', '/paths/~1a/1/nowhere/0', 5],
    ['other.yaml', 'paths: {}\n', '/nowhere', 1],
  ])('at the last part of its place that is there: %s', async (name, text, pointer, line) => {
    expect(await placeInDocument(write(name, text), `#${pointer}`)).toContain(`${name}:${line}\n`);
  });

  it('without its text, if that is long', async () => {
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'x'.repeat(200) }, paths: [] });
    const file = write('long.json', text);
    const { stderr } = await runService({}, [file]);
    expect(stderr).toMatch(/ at #\/paths are not an object\n {4}at \S+long\.json:1\n$/);
  });

  it('in another file', async () => {
    const other = write('other.yaml', `get:\n  parameters:\n    - ${nowhere}\n`);
    const file = write('main.yaml', 'openapi: 3.1.0\ninfo: {}\npaths: { /a: { $ref: other.yaml } }\n');
    const { stderr } = await runService({}, [file]);
    expect(stderr).toContain(`\n    at ${other}:3\n    3 |     - ${nowhere}\n`);
  });

  it('unless it is at an address', async () => {
    const server = createServer((_, response) => response.end(parameters(nowhere))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = Object(server.address());
    const address = `http://127.0.0.1:${port}/openapi.yaml`;
    const { stderr } = await runService({}, [address]);
    server.close();
    expect(stderr).toMatch(/^\S+ can't be served: .* at #\/paths\/~1a\/get\/parameters\/1 leads nowhere\n$/);
  });
});

it('a document that can’t be fetched is said once', async () => {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/openapi.json`;
  expect(await runService({}, [address])).toEqual({
    code: 2,
    stdout: '',
    stderr: `${address} can't be fetched: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  });
});

it.each([
  ['auto', true],
  ['document', true],
  ['problem', false],
])('the format of errors is only told where the document decides it: --errors %s', async (errors, isTold) => {
  const declared = yaml.replace(
    'responses: {',
    "responses: { '422': { description: x, content: { application/json: { schema: { type: object, properties: { message: { type: string } }, required: [message] } } } },",
  );
  write('parts/id.yaml', 'Id: { type: integer }');
  const service = await startService({}, [write('errors.yaml', declared), '--errors', errors]);
  expect(await service.stop()).toBe(0);
  expect(service.output().includes('Errors have the declared format in 1 operation')).toBe(isTold);
});
