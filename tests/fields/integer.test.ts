import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integer } from '../../src/fields/number.ts';
import { boundedIntegerRows, integerRows } from '../tables/integer.ts';
import { itDescribes, itReads, typeOf } from './_rows.ts';

/** The rule for text, character by character and in exact arithmetic. */
function model(text: string): number | string {
  const space = '\t\n\v\f\r ';
  let rest = [...text];
  while (space.includes(rest[0] ?? 'x')) rest = rest.slice(1);
  while (space.includes(rest.at(-1) ?? 'x')) rest = rest.slice(0, -1);
  const negative = rest[0] === '-';
  if (rest[0] === '-' || rest[0] === '+') rest = rest.slice(1);
  const [digits = '', zeros = '0', ...more] = rest.join('').split('.');
  const allAmong = (part: string, known: string) =>
    part !== '' && [...part].every((one) => known.includes(one));
  if (more.length > 0 || !allAmong(digits, '0123456789') || !allAmong(zeros, '0')) return 'int_parsing';
  const exact = BigInt(digits) * (negative ? -1n : 1n);
  return exact < 2n ** 53n && exact > -(2n ** 53n) ? Number(exact) : 'int_parsing_size';
}

const anyText = fc.string({ unit: fc.constantFrom(...'0123456789+-.. \t\n\u00a0eE_x٣') });
const spaces = fc.string({ unit: fc.constantFrom(...'\t\n\v\f\r ') });
const spelt = fc
  .tuple(
    spaces,
    fc.constantFrom('', '+', '-'),
    fc.stringMatching(/^[0-9]{1,18}$/),
    fc.constantFrom('', '.', '.0', '.00', '.01'),
    spaces,
  )
  .map((parts) => parts.join(''));

const field = integer();
const parse = (raw: unknown) => {
  const outcome = field.parse(raw);
  return typeOf(outcome) ?? outcome;
};

describe('an integer', () => {
  itReads(integer, integerRows);
  itDescribes(field, integerRows, { schemaRefuses: ['int_type', 'int_parsing', 'int_from_float'] });

  it('reads text as the model with exact arithmetic does', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, spelt), (text) => {
        expect(parse(text)).toBe(model(text));
      }),
    );
  });

  it('reads safe integers, and no other numbers', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.maxSafeInteger().map(Number)), (value) => {
        expect(typeof parse(value) === 'number').toBe(Number.isSafeInteger(value));
        if (Number.isSafeInteger(value)) expect(parse(value)).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('is written so that it reads back as itself', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(parse(field.write(value))).toBe(value);
      }),
    );
    expect(field.write(Number.MAX_SAFE_INTEGER)).toBe('9007199254740991');
  });
});

it.each([
  ['1', 4300, undefined],
  ['1', 4301, 'int_parsing_size'],
  ['01', 4302, 'int_parsing'],
  ['+1', 4302, 'int_parsing'],
])('reads an integer of many digits as FastAPI does: %s and zeros, %d characters', (start, length, type) => {
  expect(typeOf(integer({ values: 'fastapi' }).parse(start.padEnd(length, '0')))).toBe(type);
});

describe('an integer within bounds', () => {
  itReads(integer, boundedIntegerRows);

  it('has both bounds in its message', () => {
    const outcome = integer({ min: 0, max: 120 }).parse(121);
    expect(outcome).toMatchObject({ all: [{ context: { min: 0, max: 120 } }] });
  });

  it.each([
    [{ exclusiveMin: 5 }, { exclusiveMinimum: 5, maximum: Number.MAX_SAFE_INTEGER }],
    [{ exclusiveMax: 9 }, { minimum: Number.MIN_SAFE_INTEGER, exclusiveMaximum: 9 }],
  ])('describes the one of %j, and the safe one on the other side', (bounds, expected) => {
    expect(integer(bounds).describe('output')).toEqual({ type: 'integer', ...expected });
  });

  it('describes its bounds, in words for text', () => {
    const number = { type: 'integer', minimum: 0, maximum: 120 };
    expect(integer({ min: 0, max: 120 }).describe('output')).toEqual(number);
    expect(integer({ min: 0, max: 120 }).describe('input')).toMatchObject({
      anyOf: [number, { type: 'string', description: 'Must be between 0 and 120' }],
    });
  });
});
