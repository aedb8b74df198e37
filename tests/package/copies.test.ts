import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPackage } from '../_package.ts';

/** Two copies of the package in one program, which uses both. */

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
  const other = join(installed.folder, 'other', 'node_modules', 'assay');
  cpSync(join(installed.folder, 'node_modules', 'assay'), other, { recursive: true });
  installed.write('other/package.json', '{ "private": true }');
});
afterAll(() => installed.remove());

/** Makes `require` load a copy of its own, as in Jest. */
const NO_MODULES = '--no-experimental-require-module';
const IMPORTED = 'module => import(module)';
const REQUIRED = 'async module => require(module)';
const INSTALLED_TWICE = `async module => require(require.resolve(module, { paths: ['./other'] }))`;

/** Runs a program with two ways to load a module, and reads the JSON that it prints. */
function run(one: string, another: string, source: string): unknown {
  const program = `(async () => { const one = ${one}, another = ${another}; ${source} })();`;
  installed.write('program.cjs', program);
  const args = [NO_MODULES, 'program.cjs'];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: installed.folder, encoding: 'utf8' }));
}

describe.each([
  ['fields that are imported in an app that is required', REQUIRED, IMPORTED],
  ['fields that are required in an app that is imported', IMPORTED, REQUIRED],
  ['fields of another installation', REQUIRED, INSTALLED_TWICE],
])('%s', (_, app, fields) => {
  it('are those of another copy', () => {
    const source = `
      const [{ Issues }, { Issues: Others }] = [await one('assay/fields'), await another('assay/fields')];
      console.log(JSON.stringify([Issues === Others, new Others([]) instanceof Issues, {} instanceof Issues,
        Object.create(null) instanceof Issues, null instanceof Issues, [] instanceof Issues]));`;
    expect(run(app, fields, source)).toEqual([false, true, false, false, false, false]);
  });

  it('refuse invalid values, and handlers can refuse', () => {
    const source = `
      const { createApp, endpoint, form } = await one('assay');
      const { refuse, reply } = await another('assay');
      const { text: ownText, object: ownObject, list } = await one('assay/fields');
      const { file, integer, object, safe, text, union } = await another('assay/fields');
      const lamp = ownObject({ watts: integer(), size: union(integer(), text(), ownObject({ a: integer() })), note: safe(integer()) });
      const answer = { status: 200, body: ownObject({ watts: integer() }), headers: { 'x-note': ownText() } };
      const endpoints = {
        postLamp: endpoint({ method: 'POST', path: '/lamps', summary: 'Add', body: lamp, reply: answer, refusals: { 404: text() } }),
        postFile: endpoint({ method: 'POST', path: '/files', summary: 'Add', body: form({ file: file() }), reply: { status: 200, body: file() } }),
      };
      const app = createApp({ title: 'Lamps', version: '1', endpoints }, {
        postLamp: ({ body }) => body.watts > 9 ? refuse(404, 'No such lamp') : reply({ watts: body.watts }, { headers: { 'x-note': 'a' } }),
        postFile: ({ body }) => body.file,
      });
      const status = async (body, path = '/lamps') => (await app.fetch(new Request('http://assay.test' + path, { method: 'POST', body }))).status;
      const send = (watts, size = '1') => status(new TextEncoder().encode('{"watts":' + watts + ',"size":' + size + ',"note":1}'));
      const upload = new FormData();
      upload.append('file', new Blob(['x']), 'x.txt');
      console.log(JSON.stringify([await send('1'), await send('"a"'), await send('1', 'null'), await send('1', '{"a":"x"}'),
        await send('9007199254740993'), await send('10'), await status(upload, '/files')]));`;
    expect(run(app, fields, source)).toEqual([200, 422, 422, 422, 422, 404, 200]);
  });
});
