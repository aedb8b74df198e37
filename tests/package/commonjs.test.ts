import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installPackage } from '../_package.ts';

/** The package through `require`, as in Jest or in CommonJS TypeScript. */

let installed: Installed;
beforeAll(() => {
  installed = installPackage();
});
afterAll(() => installed.remove());

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = Object.keys(exports)
  .filter((key) => !key.endsWith('.json'))
  .map((key) => key.replace('.', 'assay'));

/** Runs a program, and reads the JSON that it prints. */
function run(source: string, ...flags: readonly string[]): unknown {
  installed.write('program.cjs', source);
  const args = [...flags, 'program.cjs'];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: installed.folder, encoding: 'utf8' }));
}

/** Makes Node load the CommonJS files, as Jest does; otherwise `require` loads the modules. */
const NO_MODULES = '--no-experimental-require-module';
const copies = [
  { name: 'of modules', flags: [] },
  { name: 'of CommonJS files', flags: [NO_MODULES] },
];

const lamps = `
  const contract = { title: 'Lamps', version: '1', endpoints: {
    getLamp: endpoint({ method: 'GET', path: '/lamps/{id}', summary: 'Get', params: { id: integer({ min: 1 }) },
      reply: { status: 200, body: object({ id: integer() }) }, refusals: { 404: text() } }) } };
  const handlers = { getLamp: ({ params }) => (params.id > 9 ? refuse(404, 'No such lamp') : params) };
  const app = createApp(contract, handlers);`;

describe.each(copies)('require $name', ({ flags }) => {
  it.each(entries)('%s has the exports of import', (entry) => {
    const source = `
      const required = require('${entry}');
      import('${entry}').then((imported) => {
        const names = (all) => Object.keys(all).filter((name) => name !== '__esModule').sort();
        console.log(JSON.stringify([names(required), names(imported)]));
      });`;
    const [required, imported] = run(source, ...flags) as [string[], string[]];
    expect(required.length).toBeGreaterThan(0);
    expect(required).toEqual(imported);
  });

  it('returns an app that answers, listens, and has its page', () => {
    const source = `
      const { createApp, endpoint, refuse } = require('assay');
      const { integer, object, text } = require('assay/fields');
      ${lamps}
      (async () => {
        const server = await app.listen();
        const status = async (path) => (await fetch(server.origin + path)).status;
        const style = /href="([^"]*\\.css)"/.exec(await (await fetch(server.origin + '/docs')).text())[1];
        const found = [await status('/lamps/1'), await status('/lamps/0'), await status('/lamps/10'), (await fetch(new URL(style, server.origin + '/docs'))).status];
        await server.close();
        console.log(JSON.stringify(found));
      })();`;
    expect(run(source, ...flags)).toEqual([200, 422, 404, 200]);
  });

  it('returns fields, a client and cases that fit each other', () => {
    const source = `
      const { cases, requestOf, mismatch } = require('assay/testing');
      const { default: practice } = require('assay/practice');
      const { fieldErrors } = require('assay/client');
      const { integer, Issues } = require('assay/fields');
      (async () => {
        const all = [...cases(practice)].slice(0, 50);
        const found = await Promise.all(all.map(async (each) => mismatch(each, await practice.fetch(requestOf(each)))));
        const reply = await practice.fetch(new Request('http://assay.test/users/?page=0'));
        console.log(JSON.stringify([all.length, found.filter((each) => each !== undefined), fieldErrors(await reply.json()), integer().parse('a') instanceof Issues]));
      })();`;
    expect(run(source, ...flags)).toEqual([50, [], { page: ['Page: must be at least 1'] }, true]);
  });
});

describe.each([
  ['require', `const { integer } = require('assay/fields');`],
  ['import', `(async () => { const { integer } = await import('assay/fields');`],
])('stack traces with %s', (way, taken) => {
  const failing = `${taken}
    const ofLamp = () => integer({ min: 2, max: 1 });
    try { ofLamp(); } catch (error) { console.log(JSON.stringify(error.stack)); }${way === 'import' ? '})();' : ''}`;

  it('lead to the line and column of the source with source maps', () => {
    const stack = String(run(failing, NO_MODULES, '--enable-source-maps'));
    const places = [...stack.matchAll(/\/assay\/(src\/fields\/\w+\.ts):(\d+):(\d+)/g)];
    const code = places.map(([, file = '', line, column]) => {
      const text = readFileSync(file, 'utf8').split('\n')[Number(line) - 1];
      return text?.slice(Number(column) - 1);
    });
    expect(code).toEqual([
      expect.stringMatching(/^new TypeError\(`No number is at least/),
      expect.stringMatching(/^checkedBounds\(given\)/),
    ]);
  });

  it('have the names of functions', () => {
    expect(String(run(failing, NO_MODULES))).toMatch(/ at checkedBounds .*\n.* at integer .*\n.* at ofLamp /);
  });
});

describe('an app made with require', () => {
  it('refuses what imported fields refuse', () => {
    const source = `
      const { createApp, endpoint } = require('assay');
      import('assay/fields').then(async ({ integer, object, text }) => {
        const { refuse } = await import('assay');
        ${lamps}
        const status = async (path) => (await app.fetch(new Request('http://assay.test' + path))).status;
        console.log(JSON.stringify([await status('/lamps/1'), await status('/lamps/0'), await status('/lamps/10')]));
      });`;
    expect(run(source)).toEqual([200, 422, 404]);
  });

  it('is accepted by imported functions', () => {
    const source = `
      const { default: practice } = require('assay/practice');
      import('assay/testing').then(({ cases }) => console.log([...cases(practice)].length));`;
    expect(run(source)).toBeGreaterThan(50);
  });

  it('is served by the command', () => {
    installed.write(
      'lamps.cjs',
      `const { createApp, endpoint, refuse } = require('assay');
       const { integer, object, text } = require('assay/fields');
       ${lamps}
       module.exports = app;`,
    );
    expect(
      execFileSync('npx', ['assay', 'cases', './lamps.cjs'], { cwd: installed.folder, encoding: 'utf8' }),
    ).toContain('/lamps/');
  });
});

describe.each(['node16', 'nodenext'])('from CommonJS in TypeScript, module %s', (module) => {
  const types = join(import.meta.dirname, '..', '..', 'node_modules', '@types');
  const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false'];
  const options = [...strict, '--module', module, '--lib', 'es2023', '--typeRoots', types, '--types', 'node'];

  it('every export has a type', () => {
    installed.write('program.cts', program);
    expect(installed.compile('program.cts', ...options)).toBe('');
  });

  it('an invalid program does not compile', () => {
    const lines = [
      "import { integer } from 'assay/fields';",
      'integer({ least: 1 });',
      'integer({ min: 1 });',
    ];
    installed.write('wrong.cts', lines.join('\n'));
    expect(installed.compile('wrong.cts', ...options).match(/^wrong\.cts\(\d+/gm)).toEqual(['wrong.cts(2']);
  });
});

const program = `
import { type App, createApp, endpoint, type Handler, Refusal, refuse } from 'assay';
import { createClient, type FieldErrors, fieldErrors } from 'assay/client';
import { integer, Issues, object, text, UploadedFile, type ValueOf } from 'assay/fields';
import practice, { contract, type Replies } from 'assay/practice';
import { type Case, cases } from 'assay/testing';
import fields = require('assay/fields');

const getLamp = endpoint({
  method: 'GET',
  path: '/lamps/{id}',
  summary: 'Get a lamp',
  params: { id: integer() },
  reply: { status: 200, body: object({ id: integer() }) },
  refusals: { 404: text() },
});
const handler: Handler<typeof getLamp> = ({ params }) => (params.id > 9 ? refuse(404, 'No such lamp') : params);
const app: App = createApp({ title: 'Lamps', version: '1', endpoints: { getLamp } }, { getLamp: handler });
const lamp = object({ name: fields.text() });
const parsed: ValueOf<typeof lamp> | Issues = lamp.parse({});
const name: string = parsed instanceof Issues ? '' : parsed.name;
const listed: Iterable<Case> = cases(practice);
const client = createClient<typeof contract>('http://localhost');
const errors: FieldErrors = fieldErrors({});
const root: Replies['createUser'][201]['age'] = 36;
const isRefusal = (value: unknown): value is Refusal => value instanceof Refusal;
const isFile = (value: unknown): value is UploadedFile => value instanceof UploadedFile;
export { app, client, errors, isFile, isRefusal, listed, name, root };
`;
