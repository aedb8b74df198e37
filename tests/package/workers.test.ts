import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { app as practice } from '../../src/practice/app.ts';

/** The package bundled for a Worker: with the condition `workerd`, in one file. */

const MAX_CODE = 60 * 1024;
const conditionNames = ['workerd', 'import', 'module', 'default'];

const folder = mkdtempSync(join(tmpdir(), 'assay-worker-'));
const file = join(folder, 'worker.mjs');
let code: string;
beforeAll(async () => {
  const bundle = await rolldown({
    input: 'dist/entries/practice.js',
    platform: 'browser',
    resolve: { conditionNames },
  });
  const { output } = await bundle.generate({ codeSplitting: false, minify: true });
  code = output[0].code;
  writeFileSync(file, code);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The status and the body of each reply. */
function answersTo(targets: readonly string[]): [status: number, body: string][] {
  const program = `
    const { default: app } = await import(${JSON.stringify(file)});
    const answers = [];
    for (const target of ${JSON.stringify(targets)}) {
      const response = await app.fetch(new Request('http://a' + target));
      answers.push([response.status, await response.text()]);
    }
    console.log(JSON.stringify(answers));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

describe('the practice service as a Worker', () => {
  it('is at most 60 KiB with gzip', () => {
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(MAX_CODE);
  });

  it('answers as elsewhere, and says how to prepare its documentation', async () => {
    const targets = ['/livez', '/users/?page=0', '/items/1?quantity=2'];
    const [docs, openapi, ...others] = answersTo(['/docs', '/openapi.json', ...targets]);
    const expected = targets.map(async (target) => {
      const response = await practice.fetch(new Request(`http://a${target}`));
      return [response.status, await response.text()];
    });
    expect(others).toEqual(await Promise.all(expected));
    expect(docs).toEqual([404, expect.stringContaining('documentsOf')]);
    expect(openapi).toEqual(docs);
  });

  it.each(['app/no-node.js', 'docs/no-maker.js'])('loads nothing with %s, which is loaded lazily', (path) => {
    // Bundlers wrap a lazily loaded module with all its imports, which runtimes would read twice.
    expect(readFileSync(join('dist', path), 'utf8')).not.toMatch(/\bimport\b|\bfrom\b/);
  });
});
