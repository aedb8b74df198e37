import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Issues } from '../../src/errors/issue.ts';
import * as exported from '../../src/fields/index.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';
import { type Difference, differences } from '../tables/pydantic/differences.ts';
import { made, optionsOf, page, rows } from './_documented.ts';

/** docs/reference/fields.md has a row for every field that is true, and docs/reference/pydantic.md one for every difference. */

const pydantic = readFileSync('docs/reference/pydantic.md', 'utf8');
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
  decimal: [
    exported.decimal({ min: 1, max: 9, multipleOf: 2, maxDigits: 3, maxPlaces: 2 }),
    exported.decimal({ max: 9 }),
    exported.decimal({ exclusiveMin: 1, exclusiveMax: 9, maxDigits: 3, maxPlaces: 2 }),
  ],
  text: [exported.text({ minLength: 2, maxLength: 3, pattern: /^a+$/ })],
  ip: [exported.ip('v4')],
  literal: [literal('a', 1)],
  enumeration: [exported.enumeration(['a'])],
  time: [exported.time({ timezone: 'aware' }), exported.time({ timezone: 'naive' })],
  dateTime: [exported.dateTime({ timezone: 'aware' }), exported.dateTime({ timezone: 'naive' })],
  object: [object({ a: unknown() }, { unknown: 'forbid' })],
  list: [exported.list(unknown(), { minItems: 1, maxItems: 2 })],
  set: [exported.set(unknown(), { minItems: 1, maxItems: 2 })],
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

describe('the row of a field', () => {
  it.each(rows)('has values that $call accepts', (row) => {
    const field = made(row);
    for (const value of row.accepted)
      expect(field.parse(JSON.parse(value)), value).not.toBeInstanceOf(Issues);
    expect(row.accepted.length > 0).toBe(row.name !== 'file');
  });

  it.each(rows)('has the JSON type of $call', (row) => {
    const { type = '–' } = made(row).describe('output');
    expect(row.jsonType).toBe(row.name === 'unknown' ? 'any' : type);
  });

  it.each(rows)('has the options of $call, apart from its label', (row) => {
    const options = optionsOf(row);
    expect(row.options.toSorted()).toEqual(options.filter((name) => name !== 'label').sort());
    expect(options.includes('label')).toBe(options.length > 0);
  });

  it.each(rows.filter(({ name }) => !['union', 'unknown'].includes(name)))(
    'has the types of $call',
    (row) => {
      expect(row.types.toSorted()).toEqual(typesOf(fields[row.name] ?? [made(row)]));
    },
  );
});

describe('the pages about fields', () => {
  const others = ['field', 'pydanticContext', 'pydanticMessage', 'reason', 'sentence', 'valid', 'wrong'];
  const makers = Object.entries(exported).filter(
    ([name, value]) => typeof value === 'function' && /^[a-z]/.test(name) && !others.includes(name),
  );

  it.each(makers)('have a row for %s', (name) => {
    expect(page).toContain(`\n| \`${name}(`);
  });

  it('have the number of recorded answers of pydantic', () => {
    const kinds = Object.values(recorded).map((answers) => Object.keys(answers).length);
    const answers = kinds.reduce((sum, length) => sum + length, 0);
    expect(pydantic).toContain(
      `${answers.toLocaleString('en')} recorded answers of pydantic 2.13, for ${kinds.length} kinds`,
    );
  });

  it('have a row for each difference, and no other', () => {
    const [, table = ''] = pydantic.split('| field | value | pydantic | Assay |\n|---|---|---|---|\n');
    expect(table.split('\n\n', 1)[0]?.split('\n')).toEqual(differences.map(rowOf));
  });
});

function rowOf({ field, sent, pydantic, ours, always }: Difference): string {
  return `| ${[field, sent, pydantic, always ? `${ours} *` : ours].join(' | ')} |`;
}
