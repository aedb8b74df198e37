import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { mistakenFile } from '../../src/cli/files.ts';
import { parseCommand } from '../../src/cli/options.ts';
import { UsageError } from '../../src/cli/settings.ts';
import { runService } from '../_service.ts';

/** Slips on the command line, each of which is answered with what was probably meant. */

const folder = mkdtempSync(join(tmpdir(), 'assay-slips-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

for (const name of ['api', 'app', 'empty']) mkdirSync(join(folder, name));
for (const name of ['lamps.mjs', 'openapi.yaml', 'notes.txt', 'api/a.json', 'api/openapi.json', 'app/app.ts'])
  write(name, '');

describe('a path that is no file', () => {
  it.each([
    ['lamp.mjs', 'There is no file F/lamp.mjs; did you mean F/lamps.mjs?'],
    ['openapi.yml', 'There is no file F/openapi.yml; did you mean F/openapi.yaml?'],
    ['openapi.json', 'There is no file F/openapi.json; did you mean F/openapi.yaml?'],
    ['OpenAPI.yaml', 'There is no file F/OpenAPI.yaml; did you mean F/openapi.yaml?'],
    ['openapi', 'There is no file F/openapi; did you mean F/openapi.yaml?'],
    ['note.txt', 'There is no file F/note.txt'],
    ['nowhere/openapi.yaml', 'There is no file F/nowhere/openapi.yaml'],
    ['api', 'F/api is a folder; name a file in it, such as F/api/openapi.json'],
    ['app/', 'F/app/ is a folder; name a file in it, such as F/app/app.ts'],
    ['empty', 'F/empty is a folder; name a file in it, such as F/empty/openapi.yaml'],
    ['openapi.yaml', undefined],
  ])('%s', (name, sentence) => {
    const found = mistakenFile(`${folder}/${name}`);
    expect(found?.sentence.replaceAll(folder, 'F')).toBe(sentence);
  });

  it.each(['openapi.yml', 'lamp.mjs', 'api'])('is refused by the command: %s', async (name) => {
    const { code, stderr } = await runService({}, [join(folder, name)]);
    expect([code, stderr]).toEqual([2, `${mistakenFile(join(folder, name))?.sentence}\n`]);
  });
});

describe('a file that is no document', () => {
  it.each([
    ['empty.json', '', 'The document is empty'],
    ['pdf.json', '%PDF-1.4\n\xe2', 'is a PDF, not a document in JSON or YAML'],
    ['page.yaml', '\n<!DOCTYPE html><html></html>', 'is HTML or XML, not JSON or YAML'],
    ['gzip.yaml', gzipSync('openapi: 3.1.0'), 'is compressed with gzip; unpack it first'],
    ['zip.json', 'PK\x03\x04', 'is a ZIP archive; unpack it first'],
    ['utf16.json', Buffer.from('\ufeff{}', 'utf16le'), 'is UTF-16; save it as UTF-8'],
    ['comma.json', '{\n  "openapi": "3.0.3",\n}', 'Malformed JSON at line 3, column 1'],
    ['postman.json', '{"info":{},"item":[]}', 'so it is not OpenAPI; it seems to be a Postman collection'],
    ['async.yaml', 'asyncapi: 2.6.0', 'so it is not OpenAPI; it seems to be AsyncAPI'],
    ['schema.json', '{"type":"object","properties":{}}', 'it seems to be a JSON Schema'],
    ['case.yaml', 'openAPI: 3.1.0', 'it seems to be OpenAPI with its property "openapi" in other letters'],
    [
      'number.yaml',
      'openapi: 3.0',
      'The version of OpenAPI must be a string with three numbers, such as "3.0.3"',
    ],
    ['a.graphql', 'type Query { a: Int }', 'is neither a document (.json, .yaml or .yml) nor a module'],
  ])('%s', async (name, content, sentence) => {
    const { code, stderr } = await runService({}, [write(name, content)]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(stderr.split('\n').length).toBe(2);
  });

  it.each<[string, RequestListener, string]>([
    ['404', (_, reply) => reply.writeHead(404).end(), 'answers 404'],
    ['a page', (_, reply) => reply.end('<html></html>'), 'is HTML or XML, not JSON or YAML'],
    [
      'a redirect',
      (_, reply) => reply.writeHead(302, { Location: '/v2.json' }).end(),
      'ORIGIN/api.json redirects to ORIGIN/v2.json; name that address\n',
    ],
  ])('at an address that answers %s', async (_, answer, sentence) => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await runService({}, [`${origin}/api.json`]);
    expect([code, stderr.replaceAll(origin, 'ORIGIN')]).toEqual([2, expect.stringContaining(sentence)]);
    server.close();
  });

  it('at an address where nobody listens', async () => {
    const { code, stderr } = await runService({}, ['http://127.0.0.1:1/api.json']);
    expect([code, stderr]).toEqual([2, "http://127.0.0.1:1/api.json can't be fetched: bad port\n"]);
  });
});

it.each([
  ['nothing', 'export const app = 1;', 'made by createApp\n'],
  [
    'Express',
    'export default Object.assign(() => {}, { listen() {} });',
    'made by createApp; start an app of',
  ],
  [
    'Fastify',
    'export default { listen() {} };',
    'check it, for example with: assay check http://localhost:3000',
  ],
])('a module that exports %s', async (name, content, sentence) => {
  const { code, stderr } = await runService({}, [write(`${name}.mjs`, content)]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});

it.each([
  [['--reporter', 'junit'], '--reporter is an option of assay check and assay proxy'],
  [['check', 'http://localhost', '--watch'], '--watch is an option of assay serve'],
  [['cases', '--timeout', '1'], '--timeout is an option of assay check'],
  [['-p', '3000'], 'There is no option -p; did you mean --port?'],
  [['-9'], 'There is no option "-9"; see assay --help'],
  [['–port', '3000'], 'There is no option "–port"; did you mean --port?'],
  [['--workers'], '--workers needs a value: a whole number from 1 to 256, or auto'],
  [
    ['a.yaml', '--base-path', '/api/'],
    '--base-path must be a path such as /api, without a slash at its end, not "/api/"',
  ],
  [
    ['a.yaml', '--base-path', ''],
    '--base-path must be a path such as /api, without a slash at its end, not ""',
  ],
  [
    ['check', './openapi.yaml', 'http://localhost'],
    'check needs the address of a service, such as http://localhost:8000 before "./openapi.yaml"; see assay --help',
  ],
])('%j is answered with what was meant', (args, sentence) => {
  const found = parseCommand(args, {});
  expect(found instanceof UsageError && found.sentence).toBe(sentence);
});
