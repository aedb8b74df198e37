import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runService, startService } from '../_service.ts';

/** Serving a module that exports an app. */

const folder = mkdtempSync(join(tmpdir(), 'assay-module-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const index = pathToFileURL('dist/index.js');
const fields = pathToFileURL('dist/fields/index.js');
const lamps = `import { createApp, endpoint } from '${index}';
import { text } from '${fields}';
const postLamp = endpoint({ method: 'POST', path: '/lamps', summary: 'x', body: text(), reply: { status: 200, body: text() } });
const contract = { title: 'Lamps', version: '2.0.0', endpoints: { postLamp } };
export default createApp(contract, { postLamp: ({ body }) => body }, { limits: { body: 100 }, routes: { docs: false } });
`;

const post = (origin: string, body: string) =>
  fetch(`${origin}/lamps`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a module with an app', () => {
  it('is served with its own limits, and no page', async () => {
    const service = await startService({}, [write('lamps.mjs', lamps)]);
    expect(service.output()).toContain('Lamps 2.0.0 listens on');
    expect(service.output()).not.toContain('documentation');
    expect(await (await post(service.origin, 'a')).json()).toBe('a');
    expect((await post(service.origin, 'a'.repeat(99))).status).toBe(413);
    expect(await service.stop()).toBe(0);
  });

  it('has the limits of the command before its own', async () => {
    const service = await startService({ BODY_LIMIT: '200' }, [write('more.mjs', lamps)]);
    expect((await post(service.origin, 'a'.repeat(99))).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});

describe('a module that takes its time', () => {
  it('is served although SIGHUP arrives while it is loading', async () => {
    const hangUp = "process.kill(process.pid, 'SIGHUP');\n";
    const service = await startService({}, [write('hang-up.mjs', hangUp + lamps)]);
    expect((await post(service.origin, 'a')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});

describe('a module without an app makes the command exit with 2, and a message with the place in the code', () => {
  it.each<[name: string, text: string | undefined, message: string | RegExp]>([
    ['none.js', undefined, 'There is no file FOLDER/none.js\n'],
    [
      'throws.mjs',
      "function fail() {\n\tthrow new Error('no lamps\\nhere');\n}\nfail();\n",
      `FOLDER/throws.mjs can't be loaded: no lamps
    at FOLDER/throws.mjs:2:8
    2 | \tthrow new Error('no lamps\\nhere');
      | \t      ^
`,
    ],
    ['word.mjs', "throw 'lamps';", "FOLDER/word.mjs can't be loaded: lamps\n"],
    ['null.mjs', 'throw null;', "FOLDER/null.mjs can't be loaded: null\n"],
    [
      'syntax.mjs',
      'export default\n  {;\n',
      `FOLDER/syntax.mjs can't be loaded: Unexpected token ';'
    at FOLDER/syntax.mjs:2:4
    2 |   {;
      |    ^
`,
    ],
    [
      'imports.mjs',
      "import './syntax.mjs';\n",
      `FOLDER/imports.mjs can't be loaded: Unexpected token ';'
    at FOLDER/syntax.mjs:2:4
    2 |   {;
      |    ^
`,
    ],
    [
      'old.cjs',
      'module.exports = {;\n',
      `FOLDER/old.cjs can't be loaded: Unexpected token ';'
    at FOLDER/old.cjs:1:19
    1 | module.exports = {;
      |                   ^
`,
    ],
    [
      'unfinished.mjs',
      'export default {',
      /unfinished\.mjs can't be loaded: Unexpected end of input\n {4}at \S+unfinished\.mjs:1/,
    ],
    [
      'package.mjs',
      "import lamps from 'no-lamps/ceiling';\n",
      `FOLDER/package.mjs can't be loaded: Cannot find package 'no-lamps' imported from FOLDER/package.mjs
    at FOLDER/package.mjs:1:20
    1 | import lamps from 'no-lamps/ceiling';
      |                    ^
`,
    ],
    [
      'file.mjs',
      "import lamps from './nowhere.mjs';\n",
      `FOLDER/file.mjs can't be loaded: Cannot find module 'FOLDER/nowhere.mjs' imported from FOLDER/file.mjs
    at FOLDER/file.mjs:1:22
    1 | import lamps from './nowhere.mjs';
      |                      ^
`,
    ],
    [
      'escaped.mjs',
      "import lamps from './\\u006eowhere.mjs';\n",
      "FOLDER/escaped.mjs can't be loaded: Cannot find module 'FOLDER/nowhere.mjs' imported from FOLDER/escaped.mjs\n",
    ],
    [
      'data.mjs',
      "await import('data:text/javascript,import%20%22no-lamps%22');\n",
      /^FOLDER\/data\.mjs can't be loaded: .*no-lamps/,
    ],
    [
      'generated.mjs',
      "import { runInThisContext } from 'node:vm';\nrunInThisContext('throw new Error(\"no lamps\")', 'FOLDER/no-file.js');\n",
      "FOLDER/generated.mjs can't be loaded: no lamps\n    at FOLDER/no-file.js:1:1\n",
    ],
    ['empty.mjs', '', 'FOLDER/empty.mjs must have an app as its default export, made by createApp\n'],
    [
      'other.mjs',
      'export default { fetch() {} }',
      /^FOLDER\/other\.mjs must have an app as its default export, made by createApp; start an app of another/,
    ],
    [
      'bad.mjs',
      lamps.replace('/lamps', 'lamps'),
      /bad\.mjs can't be loaded: The endpoint postLamp has the path "lamps".*\n {4}at FOLDER\/bad\.mjs:5:16\n {4}5 \| export default createApp/,
    ],
  ])('%s', async (name, text, message) => {
    const file = text === undefined ? join(folder, name) : write(name, text.replaceAll('FOLDER', folder));
    const { code, stdout, stderr } = await runService({}, [file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    if (typeof message === 'string') expect(stderr.replaceAll(folder, 'FOLDER')).toBe(message);
    else expect(stderr.replaceAll(folder, 'FOLDER')).toMatch(message);
  });

  it('names a file in the current folder by its path from there', async () => {
    const file = join('build', 'here.mjs');
    writeFileSync(file, "throw new Error('no lamps');\n");
    const { stderr } = await runService({}, [file]);
    rmSync(file);
    expect(stderr).toContain('\n    at build/here.mjs:1:7\n');
  });

  it('in TypeScript, where Node can’t load that', async () => {
    const file = write('lamps.ts', `${lamps}\nexport type Lamp = { readonly id: number };\n`);
    if ('typescript' in process.features && process.features.typescript) {
      const service = await startService({}, [file]);
      expect(await service.stop()).toBe(0);
    } else {
      const { code, stderr } = await runService({}, [file]);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /^This version of Node can't load \S+lamps\.ts: use Node 22\.18 or later, or compile/,
      );
    }
  });
});
