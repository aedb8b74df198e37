import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { together } from '../../src/cli/several.ts';
import { welcome } from '../../src/cli/welcome.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { startService } from '../_service.ts';

/** What is shown and told once a document is served. */

const ok = { responses: { 204: { description: 'x' } } };
const lamp = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', example: "it's" }, watts: { type: 'integer', example: 'bright' } },
};
const json = { 'application/json': { schema: lamp } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', example: 7 } };
const limit = { name: 'limit', in: 'query', required: true, schema: { type: 'integer', example: 5 } };
const token = [{ token: [] }];
const paths = {
  '/lamps': { get: { parameters: [limit], ...ok }, post: { requestBody: { content: json }, ...ok } },
  '/lamps/{id}': { get: { parameters: [id], ...ok }, delete: { parameters: [id], security: token, ...ok } },
  '/secrets': { get: { security: token, ...ok } },
  '/notes': {
    put: {
      requestBody: { content: { 'text/plain': { schema: { const: '\u001b[2J', type: 'string' } } } },
      ...ok,
    },
  },
};
const document = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  servers: [{ url: '/v1' }],
  paths,
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};

function shown(options: DocumentOptions = {}, given: object = document): string[] {
  return welcome(fromDocument(given, options)[hosting], 'http://localhost:8000').split('\n');
}

describe('a terminal', () => {
  it('shows a request for each operation: a link, or a command', () => {
    expect(shown()).toEqual([
      '6 operations; read and try them at http://localhost:8000/docs',
      'GET     http://localhost:8000/lamps?limit=5',
      `POST    curl 'http://localhost:8000/lamps' -H 'Content-Type: application/json' -d '{"name":"it'\\''s"}'`,
      'GET     http://localhost:8000/lamps/7',
      `DELETE  curl 'http://localhost:8000/lamps/7' -X DELETE -H 'Authorization: Bearer token'`,
      `GET     curl 'http://localhost:8000/secrets' -H 'Authorization: Bearer token'`,
      'PUT     http://localhost:8000/notes',
      '',
    ]);
  });

  it('shows the first twenty', () => {
    const many = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`/lamps/${at}`, { get: ok }]));
    const lines = shown({}, { ...document, paths: many });
    expect(lines).toHaveLength(23);
    expect(lines.slice(-3)).toEqual(['GET     http://localhost:8000/lamps/19', '… and 3 more', '']);
  });

  it('shows no page where there is none, and the base path of each document', () => {
    const one = { ...document, paths: { '/lamps': { get: ok } } };
    expect(shown({ routes: { docs: false }, basePath: '/api' }, one)).toEqual([
      '1 operation',
      'GET     http://localhost:8000/api/lamps',
      '',
    ]);
    const app = fromDocument(one, { basePath: 'servers' })[hosting];
    expect(welcome(together([app]), 'http://localhost:8000').split('\n')).toEqual([
      '1 operation; read and try them at http://localhost:8000/docs',
      'GET     http://localhost:8000/v1/lamps',
      '',
    ]);
  });
});

const folder = mkdtempSync(join(tmpdir(), 'assay-welcome-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'lamps.json');
writeFileSync(file, JSON.stringify(document));
const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Whether `script` of util-linux can run a command on a terminal of its own. */
const hasScript = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

/** Runs the service on a terminal until it has shown something, and returns all that it shows until Ctrl-C ends it. */
async function onTerminal(until: RegExp, ...args: string[]): Promise<string> {
  const command = [process.execPath, bin.assay, file, '--port', '0', ...args].join(' ');
  const child = spawn('script', ['-qefc', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const output = text(child.stdout);
  let seen = '';
  let isOver = false;
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk;
    if (isOver || !until.test(seen)) return;
    isOver = true;
    child.stdin.write('\u0003');
  });
  await once(child, 'exit');
  return (await output).replaceAll('\r\n', '\n');
}

describe('a service', () => {
  it.runIf(hasScript).each([1, 2])('shows requests on a terminal, with %i processes', async (workers) => {
    const output = await onTerminal(/PUT {5}http\S+notes\s/, '--workers', String(workers));
    expect(output).toMatch(/\n6 operations; read and try them at http:\/\/localhost:\d+\/docs\nGET {5}http/);
  });

  it.runIf(hasScript).each([
    ['--log-format', 'json'],
    ['--log-level', 'warn'],
  ])('shows none in a log for programs, or in a quiet one: %s %s', async (...args) => {
    expect(await onTerminal(/example is not sent/, ...args)).not.toContain('read and try');
  });

  it('shows none in a pipe, and tells of wrong examples once', async () => {
    const service = await startService({}, [file]);
    const place =
      '#/paths/~1lamps/post/requestBody/content/application~1json/schema/properties/watts/example';
    await service.waitForOutput(
      /example is not sent, because it does not fit its schema: it must be an integer"\}\n/,
    );
    expect(service.output()).toContain(place);
    expect(service.output()).not.toContain('read and try');
    expect(await service.stop()).toBe(0);
  });

  it('tells of wrong examples in a new version of a document', async () => {
    const watched = join(folder, 'watched.json');
    writeFileSync(watched, JSON.stringify(document));
    const service = await startService({}, [watched, '--watch']);
    await service.waitForOutput(/watts\/example is not sent/);
    const info = { title: 'Lamps', version: '2', 'x-a': 1 };
    const wrong = { get: { parameters: [{ ...limit, example: 'x' }], ...ok } };
    writeFileSync(watched, JSON.stringify({ ...document, info, paths: { ...paths, '/others': wrong } }));
    await service.waitForOutput(/others\/get\/parameters\/0\/example is not sent/);
    expect(service.output().match(/watts\/example is not sent/g)).toHaveLength(1);
    expect(await service.stop()).toBe(0);
  });

  it('is several documents, whose wrong examples are all told', () => {
    const app = fromDocument(document, { basePath: 'servers' })[hosting];
    const practice = createApp({ title: 'Other', version: '1', endpoints: {} }, {})[hosting];
    const found = [...(together([practice, app]).checkExamples?.() ?? [])].filter(
      (each) => each !== undefined,
    );
    expect(found).toHaveLength(1);
  });
});
