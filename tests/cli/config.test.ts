import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { configArgs } from '../../src/cli/config.ts';
import { parseCommand } from '../../src/cli/options.ts';
import { UsageError } from '../../src/cli/settings.ts';

/** The options of a check in a file. */

const folder = mkdtempSync(join(tmpdir(), 'assay-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function command(config: string, ...args: readonly string[]) {
  writeFileSync(join(folder, 'assay.config.json'), config);
  const found = configArgs(folder, { TOKEN: 's3cret' });
  return found instanceof UsageError ? found : parseCommand(['check', ...found, ...args], {});
}

it('has no arguments without a file', () => {
  expect(configArgs(join(folder, 'nowhere'), {})).toEqual([]);
});

it('says what to check, and how', () => {
  const config = JSON.stringify({
    $schema: './schema.json',
    address: 'http://localhost:3000',
    document: './openapi.yaml',
    header: ['Authorization: Bearer $TOKEN', 'X-Price: $NOTHING'],
    verbose: true,
    maxFailures: 20,
  });
  const settings = {
    header: [
      ['Authorization', 'Bearer s3cret'],
      ['X-Price', '$NOTHING'],
    ],
    verbose: true,
    maxFailures: 20,
  };
  expect(command(config)).toMatchObject({
    address: 'http://localhost:3000',
    module: './openapi.yaml',
    settings,
  });
  expect(command(config, 'localhost:8000', 'practice', '--max-failures', '3')).toMatchObject({
    address: 'http://localhost:8000',
    module: 'practice',
    settings: { ...settings, maxFailures: 3 },
  });
});

it.each([
  ['[]', 'assay.config.json must be a JSON object with the options of a check'],
  ['{', 'assay.config.json must be a JSON object with the options of a check'],
  ['{"colour":true}', /^There is no option "--colour"/],
])('%s is refused in one sentence', (config, sentence) => {
  const found = command(config);
  expect(found instanceof UsageError && found.sentence).toMatch(sentence);
});

it('is looked for in the folder in which the command runs', async () => {
  writeFileSync(join(folder, 'assay.config.json'), '{"colour":true}');
  const { stderr, code } = await runIn(folder, 'check');
  expect(stderr).toMatch(/^There is no option "--colour"/);
  expect(code).toBe(2);
  writeFileSync(join(folder, 'assay.config.json'), '[]');
  expect((await runIn(folder, 'check')).stderr).toMatch(/^assay\.config\.json must be /);
});

async function runIn(cwd: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [resolve('dist/entries/node.js'), ...args], { cwd });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr, code };
}
