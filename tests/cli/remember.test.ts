import {
  copyFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runService, startService } from '../_service.ts';

/** A mock with a memory, as a command. */

const folder = mkdtempSync(join(tmpdir(), 'assay-remember-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, value: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

const lamp = { type: 'object', properties: { id: { type: 'integer' } } };
const json = { 'application/json': { schema: lamp } };
const list = { 'application/json': { schema: { type: 'array', items: lamp } } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const document = write('lamps.json', {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: {
    '/lamps': {
      get: { responses: { 200: { description: 'x', content: list } } },
      post: { requestBody: { content: json }, responses: { 201: { description: 'x', content: json } } },
    },
    '/lamps/{id}': { parameters, get: { responses: { 200: { description: 'x', content: json } } } },
  },
});
const data = write('data.json', { '/lamps': [{ id: 7 }] });

/** Waits until a file has been replaced. */
function watchFor(file: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== basename(file)) return;
      watcher.close();
      resolve();
    });
  });
}

describe('--remember', () => {
  it('keeps what is posted, and begins with a file', async () => {
    const service = await startService({}, [document, '--remember', data]);
    const made = await fetch(`${service.origin}/lamps`, { method: 'POST' });
    expect([made.status, await made.json()]).toEqual([201, { id: 8 }]);
    expect(await (await fetch(`${service.origin}/lamps`)).json()).toEqual([{ id: 7 }, { id: 8 }]);
    expect(await service.stop()).toBe(0);
  });

  it('may come before the document, which is no file of items', async () => {
    const service = await startService({}, ['--remember', document]);
    expect(await (await fetch(`${service.origin}/lamps`)).json()).toEqual([]);
    expect((await fetch(`${service.origin}/lamps/1`)).status).toBe(404);
    expect(await service.stop()).toBe(0);
  });

  it('is saved in its file, if that is asked for', async () => {
    const saved = write('saved.json', { '/lamps': [{ id: 7 }], '/shelves': [{ id: 1 }] });
    const service = await startService({}, [document, '--remember', saved, '--save']);
    expect(await (await fetch(`${service.origin}/lamps`)).json()).toEqual([{ id: 7 }]);
    for (let id = 8; id < 10; id++) await fetch(`${service.origin}/lamps`, { method: 'POST' });
    expect(await service.stop()).toBe(0);
    const lamps = [{ id: 7 }, { id: 8 }, { id: 9 }];
    expect(JSON.parse(readFileSync(saved, 'utf8'))).toEqual({ '/lamps': lamps, '/shelves': [{ id: 1 }] });
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    const again = await startService({}, [document, '--remember', saved]);
    expect(await (await fetch(`${again.origin}/lamps`)).json()).toEqual(lamps);
    await fetch(`${again.origin}/lamps`, { method: 'POST' });
    expect(await again.stop()).toBe(0);
    expect(JSON.parse(readFileSync(saved, 'utf8'))['/lamps']).toEqual(lamps);
  });

  it('is saved while it is served, in the file that a link leads to', async () => {
    const [file, link] = [join(folder, 'made.json'), join(folder, 'link.json')];
    symlinkSync(file, link);
    writeFileSync(file, '{}');
    const service = await startService({}, [document, '--remember', link, '--save']);
    const changed = watchFor(file);
    await fetch(`${service.origin}/lamps`, { method: 'POST' });
    await changed;
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ '/lamps': [{ id: 1 }] });
    expect(await service.stop()).toBe(0);
  });

  it('makes the file if it is missing, and keeps its items when the document changes', async () => {
    const [missing, watched] = [join(folder, 'missing.json'), join(folder, 'watched.json')];
    copyFileSync(document, watched);
    const service = await startService({}, [watched, '--watch', '--remember', missing, '--save']);
    await fetch(`${service.origin}/lamps`, { method: 'POST' });
    writeFileSync(watched, readFileSync(watched, 'utf8').replace('"version":"1"', '"version":"2"'));
    await service.waitForOutput(/Lamps 2 has been reloaded/);
    expect(await (await fetch(`${service.origin}/lamps`)).json()).toEqual([{ id: 1 }]);
    await fetch(`${service.origin}/lamps`, { method: 'POST' });
    expect(await service.stop()).toBe(0);
    expect(JSON.parse(readFileSync(missing, 'utf8'))).toEqual({ '/lamps': [{ id: 1 }, { id: 2 }] });
  });

  it('says that its file can’t be written', async () => {
    const nowhere = join(folder, 'nowhere', 'items.json');
    const service = await startService({}, [document, '--remember', nowhere, '--save']);
    await fetch(`${service.origin}/lamps`, { method: 'POST' });
    await service.waitForOutput(/items\.json can't be written: ENOENT/);
    expect(await service.stop()).toBe(0);
  });

  it.each([
    [
      'several processes',
      [document, '--remember', '--workers', '2'],
      /^--remember works in one process only/,
    ],
    ['no file to save in', [document, '--remember', '--save'], /^--save needs a file, such as --remember/],
    [
      'several documents to save',
      [document, document, `--remember=${data}`, '--save'],
      /^--save works for one/,
    ],
    ['no document', ['--remember'], /^--remember needs a document/],
    ['no file', [document, '--remember=none.json'], /^There is no file none\.json to begin with/],
    [
      'no file while it is watched',
      [document, '--watch', '--remember=none.json'],
      /^There is no file none\.json to begin with/,
    ],
    [
      'a file that is no JSON',
      [document, `--remember=${write('bad.json', '{"/lamps": [')}`],
      /bad\.json can't be read: .*JSON/,
    ],
    [
      'a file of something else',
      [document, `--remember=${write('no.json', '[]')}`],
      /no\.json has no lists of objects by path/,
    ],
  ])('is refused with %s', async (_, args, line) => {
    const { code, stderr } = await runService({}, args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(line)]);
  });
});
