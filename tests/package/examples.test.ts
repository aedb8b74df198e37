import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as client from '../../src/client/index.ts';
import * as openapi from '../../src/entries/openapi.ts';
import practice from '../../src/entries/practice.ts';
import * as testing from '../../src/entries/testing.ts';
import * as fields from '../../src/fields/index.ts';
import * as pattern from '../../src/fields/pattern.ts';
import * as assay from '../../src/index.ts';

/** The examples in the doc comments of the public API, which editors show. */

const modules = { assay, fields, client, openapi, testing, pattern };
const names = { ...assay, ...fields, ...client, ...openapi, ...testing, ...pattern, practice };
/** Classes that programs meet, but never make, and a constant. */
const withoutExample = ['Refusal', 'DocumentError', 'VERSION'];

const source = join(import.meta.dirname, '..', '..', 'src');
const text = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\nexport (?:async )?(?:function\*?|class|const) (\w+)/g;

/** The examples of each name, as programs. */
const examples = new Map<string, string[]>();
for (const [, comment = '', name = ''] of text.matchAll(DOCUMENTED)) {
  const [, example] = comment.split('@example\n');
  if (example === undefined) continue;
  const program = example.replace(/^ \* ?/gm, '').trim();
  examples.set(name, [...(examples.get(name) ?? []), program]);
}

// Some have another name within the package.
for (const [, inner = '', name = ''] of text.matchAll(/^(?:export \{)? *(\w+) as (\w+)/gm)) {
  const own = examples.get(inner);
  if (own) examples.set(name, own);
}

const LINE_WITH_RESULT = /^(.*?);? \/\/ (.*)$/gm;

/** Runs a program, and returns the values of the lines that show one, as they are shown. */
async function run(program: string): Promise<string[]> {
  const code = program.replace(LINE_WITH_RESULT, (_, expression) => `shown.push(${expression});`);
  const shown: unknown[] = [];
  const main = new Function(...Object.keys(names), 'shown', `return (async () => {\n${code}\n})();`);
  await main(...Object.values(names), shown);
  return shown.map(inWords);
}

function inWords(value: unknown): string {
  const [issue] = value instanceof fields.Issues ? value.all : [];
  return issue
    ? `refused: ${fields.sentence(issue)}`
    : inspect(value, { breakLength: Number.POSITIVE_INFINITY });
}

describe.each(Object.entries(modules))('%s', (_, exported) => {
  const all = Object.keys(exported).filter((name) => !withoutExample.includes(name));

  it.each(all)('%s has an example', (name) => {
    expect(examples.get(name)).toBeDefined();
  });
});

it.each([...examples].flatMap(([name, programs]) => programs.map((program) => ({ name, program }))))(
  'the example of $name is true',
  async ({ program }) => {
    const expected = Array.from(program.matchAll(LINE_WITH_RESULT), ([, , result]) => result);
    expect(expected.length).toBeGreaterThan(0);
    expect(await run(program)).toEqual(expected);
  },
);
