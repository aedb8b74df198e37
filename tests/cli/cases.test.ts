import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runService } from '../_service.ts';

/** The real command `assay cases`. */

const run = (...args: readonly string[]) => runService({}, ['cases', ...args]);

describe('assay cases', () => {
  it('lists the cases of each endpoint below its method and path', async () => {
    const { stdout, code } = await run('practice', '--only', 'search/query.query/*', '--only', 'path/*');
    expect(stdout).toMatch(/^GET \/search\/\n {2}422 {2}search\/query\.query\/missing {2}\S.+\n/);
    expect(stdout).toMatch(/\n\nAnywhere\n {2}404 {2}path\/not_found {2}\S.+\n\n$/);
    expect(code).toBe(0);
  });

  it('prints a curl command for each case with --curl', async () => {
    const only = ['--only', 'search/query.query/missing'];
    const { stdout } = await run('practice', '--curl', '--origin', 'http://lamps.example', ...only);
    expect(stdout).toMatch(
      /^# search\/query\.query\/missing: .+\ncurl 'http:\/\/lamps\.example\/search\/'\n$/,
    );
  });

  it('prints JSON, with problem details and faults', async () => {
    const { stdout } = await run('practice', '--json', '--problems', '--faults', '--only', 'search/*');
    const cases: { id: string; expected: { body: string } }[] = JSON.parse(stdout);
    expect(cases.map(({ id }) => id)).toContain('search/query.query/missing');
    expect(cases.some(({ expected }) => JSON.parse(expected.body).status === 422)).toBe(true);
  });

  it('shows its progress on a terminal, if it prints elsewhere', async () => {
    const command = `${process.execPath} dist/entries/node.js cases practice --only 'search/*'`;
    const seen = async (line: string) =>
      (await promisify(execFile)('script', ['-qec', line, '/dev/null'])).stdout;
    expect(await seen(`${command} > /dev/null`)).toMatch(/\r\[[#-]{30}\] \d+ of 14 endpoints, \d+ requests/);
    expect(await seen(command)).not.toContain('of 14 endpoints');
  });

  it('says which endpoints have further cases, which would take too long to make', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `M${at}`);
    const properties = (at: number) => ({
      a: { $ref: `#/components/schemas/M${(at + 1) % names.length}` },
      b: { $ref: `#/components/schemas/M${(at + 2) % names.length}` },
    });
    const schemas = Object.fromEntries(names.map((name, at) => [name, { properties: properties(at) }]));
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/M0' } } };
    const post = { requestBody: { content }, responses: { 200: { description: 'OK' } } };
    const info = { title: 'Models', version: '1' };
    const file = join(mkdtempSync(join(tmpdir(), 'assay-')), 'models.json');
    writeFileSync(
      file,
      JSON.stringify({ openapi: '3.1.0', info, paths: { '/models': { post } }, components: { schemas } }),
    );
    const { stderr, code } = await run(file);
    expect(stderr).toMatch(
      /\nFurther test cases of POST \/models are left out: it would take too long to make them\n$/,
    );
    expect(code).toBe(0);
  });

  it('says that a selection is empty, and exits with 2', async () => {
    expect(await run('practice', '--only', 'nothing')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'No test case has an id that --only and --skip choose; assay cases lists them all\n',
    });
  });

  it('waits for a slow reader', async () => {
    const child = spawn(process.execPath, ['dist/entries/node.js', 'cases', '--json']);
    const [first] = await once(child.stdout.setEncoding('utf8'), 'data');
    const rest = await text(child.stdout);
    expect(JSON.parse(first + rest).length).toBeGreaterThan(200);
  });

  it('exits quietly when its output is closed', async () => {
    const child = spawn(process.execPath, ['dist/entries/node.js', 'cases', '--json']);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [printed, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([printed, code]).toEqual(['', 0]);
  });
});
