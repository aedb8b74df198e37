import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Issues } from '../../src/errors/issue.ts';
import * as exported from '../../src/fields/index.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';
import { type Difference, differences } from '../tables/pydantic/differences.ts';

/** docs/reference/fields.md names every field, the types of its issues, and every difference from pydantic. */

const page = readFileSync('docs/reference/fields.md', 'utf8');
const recorded: object = JSON.parse(
  readFileSync(new URL('../tables/pydantic/recorded.json', import.meta.url), 'utf8'),
);
const { unknown, object, literal } = exported;

/** Fields by the name of their function, with options that make all of their types possible. */
const fields: Readonly<Record<string, readonly exported.Field<unknown>[]>> = {
  integer: [
    exported.integer(),
    exported.integer({ min: 1, max: 9, multipleOf: 2 }),
    exported.integer({ exclusiveMin: 1, exclusiveMax: 9 }),
  ],
  float: [
    exported.float(),
    exported.float({ min: 1, max: 9, multipleOf: 2 }),
    exported.float({ exclusiveMin: 1, exclusiveMax: 9 }),
  ],
  text: [exported.text({ minLength: 2, maxLength: 3, pattern: /^a+$/ })],
  uuid: [exported.uuid()],
  email: [exported.email()],
  url: [exported.url()],
  uri: [exported.uri()],
  hex: [exported.hex()],
  boolean: [exported.boolean()],
  literal: [literal('a', 1)],
  enumeration: [exported.enumeration(['a'])],
  date: [exported.date()],
  time: [exported.time({ timezone: 'aware' }), exported.time({ timezone: 'naive' })],
  dateTime: [exported.dateTime({ timezone: 'aware' }), exported.dateTime({ timezone: 'naive' })],
  duration: [exported.duration()],
  object: [object({ a: unknown() }, { unknown: 'forbid' })],
  list: [exported.list(unknown(), { minItems: 1, maxItems: 2 })],
  tuple: [exported.tuple(unknown(), unknown())],
  dictionary: [exported.dictionary(unknown(), { minItems: 1, maxItems: 2 })],
  discriminatedUnion: [exported.discriminatedUnion('kind', { cat: unknown() })],
  bearerToken: [exported.bearerToken(unknown())],
  file: [exported.file({ maxBytes: 3 })],
};

/** Values, some of which each field refuses. */
const values = [
  ...[null, true, 7, -1, 99, 1.5, Number.NaN, new InexactNumber('1e400'), Number.MAX_VALUE],
  ...[
    '',
    'x',
    'aaaa',
    '1.5',
    '9'.repeat(20),
    '1e400',
    '10:20',
    '10:20Z',
    '2026-11-22T10:20',
    '2026-11-22T10:20Z',
    'P1Y',
  ],
  ...[{}, { kind: 'x' }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, [], [1, 2, 3]],
];

function typesOf(all: readonly exported.Field<unknown>[]): string[] {
  const issues = all.flatMap((field) =>
    [...values, ...field.samples().refused].flatMap((value) => {
      const outcome = field.parse(value);
      return outcome instanceof Issues ? outcome.all : [];
    }),
  );
  return [...new Set(issues.map(({ publicType }) => publicType))].sort();
}

/** The types after the last "Refused as" in the paragraph of a function. */
function documented(name: string): string[] {
  const paragraph = page.split('\n').find((line) => line.startsWith(`**\`${name}(`)) ?? '';
  const refused = paragraph.split('Refused as ').at(-1) ?? '';
  return [...refused.matchAll(/`([a-z_]+)`/g)].map(([, type = '']) => type).sort();
}

describe('the page about fields', () => {
  it.each(Object.entries(fields))('has the types of %s', (name, all) => {
    expect(documented(name)).toEqual(typesOf(all));
  });

  const others = ['field', 'pydanticContext', 'pydanticMessage', 'reason', 'sentence', 'wrong'];
  const makers = Object.entries(exported).filter(
    ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name) && !others.includes(name),
  );

  it.each(makers)('names %s', (name) => {
    expect(page).toContain(`**\`${name}(`);
  });

  it('has the number of recorded answers of pydantic', () => {
    const kinds = Object.values(recorded).map((answers) => Object.keys(answers).length);
    const answers = kinds.reduce((sum, length) => sum + length, 0);
    expect(page).toContain(
      `${answers.toLocaleString('en')} recorded answers of pydantic 2.13, for ${kinds.length} kinds`,
    );
  });

  it('has a row for each difference, and no other', () => {
    const [, table = ''] = page.split('| field | value | pydantic | Assay |\n|---|---|---|---|\n');
    expect(table.trimEnd().split('\n')).toEqual(differences.map(rowOf));
  });
});

function rowOf({ field, sent, pydantic, ours, always }: Difference): string {
  return `| ${[field, sent, pydantic, always ? `${ours} *` : ours].join(' | ')} |`;
}
