import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { app } from '../../src/practice/app.ts';
import { runService } from '../_service.ts';

/** `assay openapi`, which prints the document of an app. */

const folder = mkdtempSync(join(tmpdir(), 'assay-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const run = (...args: readonly string[]) => runService({}, ['openapi', ...args]);
const served = async (path: string) => (await app.fetch(new Request(`http://localhost${path}`))).json();

const lamps = (routes: string) => `import { createApp } from '${pathToFileURL('dist/index.js')}';
export default createApp({ title: 'Lamps', version: '2', endpoints: {} }, {}, { routes: ${routes}, basePath: '/api' });
`;

describe('assay openapi', () => {
  it('prints the document of the practice service', async () => {
    const { code, stdout, stderr } = await run();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(await served('/openapi.json'));
    expect(stdout).toMatch(/^\{\n {2}"openapi": "3\.1\.0",\n/);
  });

  it('prints it for programs that read OpenAPI 3.0 only', async () => {
    expect(JSON.parse((await run('practice', '--spec', '3.0')).stdout)).toEqual(
      await served('/openapi-3.0.json'),
    );
  });

  it('prints it as YAML', async () => {
    const { stdout } = await run('practice', '--format', 'yaml');
    expect(stdout).toMatch(/^openapi: 3\.1\.0\ninfo:\n {2}title: Assay\n/);
    expect(parse(stdout)).toEqual(await served('/openapi.json'));
  });

  it('prints that of an app of one’s own, below its base path', async () => {
    const { stdout } = await run(write('lamps.mjs', lamps('{}')));
    expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Lamps' }, servers: [{ url: '/api' }] });
  });

  it('prints a document in several files as one', async () => {
    const main = 'openapi: 3.1.0\ninfo: { title: Lamps, version: "1" }\npaths: { /a: { $ref: a.yaml } }\n';
    write('a.yaml', 'get: { responses: { 200: { description: A lamp } } }\n');
    const { stdout } = await run(write('openapi.yaml', main));
    expect(JSON.stringify(JSON.parse(stdout))).toContain('A lamp');
  });

  it('says that an app has none', async () => {
    const stderr = 'Lamps has no OpenAPI 3.0 document: its option routes turns it off\n';
    const file = write('off.mjs', lamps('{ openapi: false }'));
    expect(await run(file, '--spec', '3.0')).toEqual({ code: 2, stdout: '', stderr });
  });
});
