import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { Issues } from '../../src/errors/issue.ts';
import { boolean, enumeration } from '../../src/fields/choice.ts';
import { duration } from '../../src/fields/duration.ts';
import { email } from '../../src/fields/email.ts';
import type { AnyField } from '../../src/fields/field.ts';
import { bearerToken } from '../../src/fields/notation.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional, unlessBlank } from '../../src/fields/optional.ts';
import { url } from '../../src/fields/url.ts';
import { uuid } from '../../src/fields/uuid.ts';
import { examplesOf } from '../../src/text/pattern/match.ts';

/** The request schema for clients: the canonical form of each value. */

const rows: readonly (readonly [what: string, field: AnyField, schema: object])[] = [
  ['an integer', integer({ min: 0, max: 120 }), { type: 'integer', minimum: 0, maximum: 120 }],
  ['a float', float({ min: 0 }), { type: 'number', minimum: 0 }],
  ['a boolean', boolean(), { type: 'boolean' }],
  ['a duration', duration(), { type: 'string', format: 'duration' }],
  ['one of several numbers', enumeration([1, 2]), { enum: [1, 2] }],
  ['a UUID', uuid(), { type: 'string', format: 'uuid' }],
  ['an e-mail address', email(), { type: 'string', format: 'email' }],
  ['a token', bearerToken(uuid()), { type: 'string', pattern: '^Bearer ' }],
  ['what may be left out', optional(integer({ min: 1, max: 2 }), 1), bounded(1, 2, { default: 1 })],
  ['what may be null', optional(uuid()), { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] }],
  ['what may be blank', unlessBlank(integer({ min: 1, max: 2 })), bounded(1, 2)],
  [
    'what may be blank for a value',
    unlessBlank(integer({ min: 1, max: 2 }), 2),
    bounded(1, 2, { default: 2 }),
  ],
];

function bounded(minimum: number, maximum: number, more: object = {}): object {
  return { type: 'integer', minimum, maximum, ...more };
}

describe('the request schema of', () => {
  it.each(rows)('%s', (_, field, schema) => {
    expect(field.describe('request')).toEqual(schema);
  });

  it('a kind shares its name with the input schema where both are equal', () => {
    const same = object({ a: uuid() }, { name: 'Same' });
    const other = object({ a: optional(integer()) }, { name: 'Other' });
    const { $defs } = object({ same, other }).describe('request');
    expect(Object.keys($defs ?? {})).toEqual(['Same', 'Other']);
  });
});

describe('the request schema of a web address', () => {
  const schema = url().describe('request');
  const check = new Ajv2020({ validateFormats: false }).compile(schema);

  it.each([
    'https://example.com',
    'http://localhost:8000/a?b#c',
    'https://127.0.0.1/',
    'https://a-b.example/ü',
  ])('may be %s', (address) => expect([check(address), url().parse(address)]).toEqual([true, address]));

  it.each([' https://example.com', 'HTTPS://example.com', 'ftp://example.com', 'https://', 'https://a b'])(
    'is not %s',
    (address) => expect(check(address)).toBe(false),
  );

  it('is read, if it is made of the pattern', () => {
    const made = [...examplesOf(String(schema.pattern))];
    expect(made.length).toBeGreaterThan(0);
    expect(made.filter((address) => url().parse(address) instanceof Issues)).toEqual([]);
  });
});
