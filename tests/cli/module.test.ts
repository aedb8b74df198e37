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

describe('a module without an app makes the command exit with 2 and one line', () => {
  it.each([
    ['none.js', undefined, /^There is no file \S+none\.js\n$/],
    ['throws.mjs', 'throw new Error("no lamps\\nhere")', /^\S+throws\.mjs can't be loaded: no lamps\n$/],
    ['syntax.mjs', 'export default {', /^\S+syntax\.mjs can't be loaded: Unexpected end of input\n$/],
    ['empty.mjs', '', /^\S+empty\.mjs must have an app as its default export, made by createApp\n$/],
    [
      'other.mjs',
      'export default { fetch() {} }',
      /must have an app as its default export, made by createApp\n$/,
    ],
    [
      'bad.mjs',
      lamps.replace('/lamps', 'lamps'),
      /bad\.mjs can't be loaded: The endpoint postLamp has the path "lamps"/,
    ],
  ])('%s', async (name, text, sentence) => {
    const file = text === undefined ? join(folder, name) : write(name, text);
    const { code, stdout, stderr } = await runService({}, [file]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.split('\n')).toHaveLength(2);
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
