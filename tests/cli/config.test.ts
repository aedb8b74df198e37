import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { Ajv } from 'ajv';
import { afterAll, expect, it } from 'vitest';
import { checkSettings } from '../../src/cli/check-settings.ts';
import { configArgs, configSchema } from '../../src/cli/config.ts';
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
  ['{\n"rate": 1,\n}', 'assay.config.json: Malformed JSON at line 3, column 1'],
  ['{"colour":true}', /^assay\.config\.json: There is no option "--colour"/],
  ['{"rate":"x"}', /^assay\.config\.json: --rate must be /],
])('%s is refused in one sentence', (config, sentence) => {
  const found = command(config);
  expect(found instanceof UsageError && found.sentence).toMatch(sentence);
});

it('is looked for in the folder in which the command runs', async () => {
  writeFileSync(join(folder, 'assay.config.json'), '{"colour":true}');
  const { stderr, code } = await runIn(folder, 'check');
  expect(stderr).toMatch(/^assay\.config\.json: There is no option "--colour"/);
  expect(code).toBe(2);
  writeFileSync(join(folder, 'assay.config.json'), '[]');
  expect((await runIn(folder, 'check')).stderr).toMatch(/^assay\.config\.json must be /);
});

async function runIn(cwd: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [resolve('dist/entries/node.js'), ...args], { cwd });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { stderr, code };
}

const isValid = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(resolve('dist/config.schema.json'), 'utf8')),
);

it.each([
  [
    'what the guide shows',
    { address: 'http://localhost:3000', header: ['A: $B'], skip: 'a/*', maxFailures: 20 },
  ],
  ['a list for an option that may be given several times', { refusedStatus: ['400', '422'] }],
  ['a variable in place of a number or a word', { workers: '$WORKERS', match: '$MATCH', verbose: '$CI' }],
  ['the schema itself', { $schema: './node_modules/assay/dist/config.schema.json' }],
  ['every option', Object.fromEntries(Object.keys(checkSettings).map((name) => [name, '$ANY']))],
])('the schema of the file allows %s', (_, config) => {
  expect(isValid(config)).toBe(true);
});

it.each([
  ['an unknown option', { colour: true }, '/additionalProperties'],
  ['a number out of bounds', { workers: 65 }, '/workers/anyOf/0/maximum'],
  ['a number for a list of texts', { header: [7] }, '/header/anyOf/1/items/type'],
  ['a word that is none', { match: 'body' }, '/match/anyOf/0/enum'],
  ['an empty text', { document: '' }, '/document/minLength'],
  ['a list for an option that is given once', { rate: [1] }, '/rate/anyOf/0/type'],
])('the schema of the file forbids %s', (_, config, rule) => {
  expect(isValid(config)).toBe(false);
  expect(isValid.errors?.map(({ schemaPath }) => schemaPath.replace(/^#(?:\/properties)?/, ''))).toContain(
    rule,
  );
});

it('the package has the schema of the options that there are', () => {
  const shipped = JSON.parse(readFileSync(resolve('dist/config.schema.json'), 'utf8'));
  expect(shipped).toEqual(JSON.parse(JSON.stringify(configSchema())));
});

it('the schema of the file describes each option as the help does', () => {
  const { properties } = JSON.parse(readFileSync(resolve('dist/config.schema.json'), 'utf8'));
  expect(properties.workers.description).toBe(`${checkSettings.workers.what} (default: 8)`);
  expect(properties.failOn.description).toBe(`${checkSettings.failOn.what} (default: all)`);
});
