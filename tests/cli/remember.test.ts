import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it.each([
    [
      'several processes',
      [document, '--remember', '--workers', '2'],
      /^--remember works in one process only/,
    ],
    ['no document', ['--remember'], /^--remember needs a document/],
    ['no file', [document, '--remember=none.json'], /^none\.json can't be read: ENOENT/],
    [
      'no file while it is watched',
      [document, '--watch', '--remember=none.json'],
      /^none\.json can't be read/,
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
