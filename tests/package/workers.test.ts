import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { contract, handlers } from '../../src/practice/app.ts';

/** The package bundled for a Worker: with the condition `workerd`, in one file. */

/** Far below the 3 MB of the smallest plan. */
const MAX_CODE = 144_000;
const conditionNames = ['workerd', 'import', 'module', 'default'];

const folder = mkdtempSync(join(tmpdir(), 'assay-worker-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Bundles a module, and returns the path of the bundle. */
async function bundled(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'browser', resolve: { conditionNames } });
  const { output } = await bundle.generate({ codeSplitting: false, minify: true });
  const file = join(folder, `${basename(input, '.js')}.mjs`);
  writeFileSync(file, output[0].code);
  return file;
}

interface Asked {
  readonly target: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
type Answered = [status: number, body: string];

/** The replies of a bundled app. */
function answersOf(file: string, requests: readonly Asked[]): Answered[] {
  const program = `
    const { default: app } = await import(${JSON.stringify(file)});
    const answers = [];
    for (const { target, ...request } of ${JSON.stringify(requests)}) {
      const response = await app.fetch(new Request('http://a' + target, request));
      answers.push([response.status, await response.text()]);
    }
    console.log(JSON.stringify(answers));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** The replies of an app in this process. */
function answersHere(app: Pick<App, 'fetch'>, requests: readonly Asked[]): Promise<Answered[]> {
  return Promise.all(
    requests.map(async ({ target, ...request }) => {
      const response = await app.fetch(new Request(`http://a${target}`, request));
      return [response.status, await response.text()] as Answered;
    }),
  );
}

describe('the practice service as a Worker', () => {
  let file: string;
  beforeAll(async () => {
    file = await bundled('dist/entries/practice.js');
  });

  it('is at most 144 KB with gzip', () => {
    expect(gzipSync(readFileSync(file), { level: 9 }).length).toBeLessThanOrEqual(MAX_CODE);
  });

  it('answers as on Node, with its documentation', () => {
    const paths = ['/livez', '/users/?page=0', '/items/1?quantity=2', '/docs', '/docs/errors'];
    const documents = ['/openapi.json', '/openapi-3.0.json', '/docs/cases.json'];
    const requests = [...paths, ...documents].map((target) => ({ target }));
    const answers = answersOf(file, requests);
    expect(answers).toEqual(answersOf(resolve('dist/entries/practice.js'), requests));
    expect(answers.slice(3).map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    const files = Array.from((answers[3]?.[1] ?? '').matchAll(/(?:href|src)="\.(\/docs\/page[^"]*)"/g));
    const loaded = answersOf(
      file,
      files.map(([, target = '']) => ({ target })),
    );
    expect(loaded.map(([status]) => status)).toEqual([200, 200]);
  });

  it('answers with the refusals that requests prefer', async () => {
    const app = createApp(contract, handlers, { liveExamples: true, faults: true });
    const input = join(folder, 'with-faults.js');
    const dist = JSON.stringify(`${process.cwd()}/dist/`).slice(1, -1);
    writeFileSync(
      input,
      `import { createApp } from '${dist}index.js';
      import { contract, handlers } from '${dist}entries/practice.js';
      export default createApp(contract, handlers, { faults: true, liveExamples: true });`,
    );
    const requests = [400, 401, 404, 405, 415, 422, 429, 503].flatMap((code) => {
      const headers = { Prefer: `code=${code}` };
      const targets = ['/users/', '/search/?q=a&page=0', '/products/', '/'];
      const [body, type] = ['{"email":"ada@example.com"}', 'application/json'];
      const post = { target: '/users', method: 'POST', headers: { ...headers, 'Content-Type': type }, body };
      return [...targets.map((target) => ({ target, headers })), post];
    });
    const answers = answersOf(await bundled(input), requests);
    expect(answers).toEqual(await answersHere(app, requests));
    expect(new Set(answers.map(([status]) => status)).size).toBeGreaterThan(6);
  });

  it('replaces the Node host with a file that loads nothing', () => {
    // Bundlers wrap a lazily loaded module with all its imports, which runtimes would read twice.
    expect(readFileSync('dist/hosts/no-node.js', 'utf8')).not.toMatch(/\bimport\b|\bfrom\b/);
  });
});
