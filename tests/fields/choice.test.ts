import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { Issue, Issues, pydanticMessage, reason } from '../../src/errors/issue.ts';
import type { Scalar } from '../../src/fields/choice.ts';
import { boolean, enumeration, literal, literalOf } from '../../src/fields/choice.ts';
import type { Field } from '../../src/fields/field.ts';
import { InexactNumber, readJson } from '../../src/text/json/reader.ts';
import { booleanRows } from '../tables/boolean.ts';
import { itDescribes, itReads } from './_rows.ts';

/** Fields with a few values: booleans, literals, enumerations. */

const scalar = fc.oneof(
  fc.constantFrom<Scalar>('a', 'b', '1', 1, 2, 1.5, true, false, null),
  fc.string(),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
);

describe.each(['strict', 'fastapi'] as const)('a choice, with %s values', (values) => {
  it('reads one of its values, which it writes so that it reads back', () => {
    const expected = fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(expected, fc.oneof(scalar, fc.anything()), (few, raw) => {
        for (const field of [literalOf(few, { values }), enumeration(few, { values })]) {
          const outcome = field.parse(raw);
          if (outcome instanceof Issues) continue;
          expect(few).toContain(outcome);
          expect(field.parse(readJson(field.write(outcome), 8))).toBe(outcome);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a boolean', () => {
  itReads(() => boolean(), booleanRows);
  itDescribes(boolean(), booleanRows, { schemaRefuses: ['bool_type', 'bool_parsing'] });
});

describe('a literal', () => {
  it('has the type of its values', () => {
    expectTypeOf(literal('asc', 'desc')).toEqualTypeOf<Field<'asc' | 'desc'>>();
    expectTypeOf(literal(true)).toEqualTypeOf<Field<true>>();
    expectTypeOf(literal('auto', 1, null)).toEqualTypeOf<Field<'auto' | 1 | null>>();
  });

  it.each([
    [1, true],
    [0, false],
    [true, 1],
    [false, 0],
    [1, new InexactNumber('1.00000000000000000001')],
    [1, new InexactNumber('9'.repeat(30))],
    [2 ** 53, new InexactNumber('9007199254740993')],
    ['1', 1],
    [null, undefined],
  ])('of %j is not %j', (expected, raw) => {
    expect(literal(expected).parse(raw)).toMatchObject({ all: [{ type: 'literal_error', input: raw }] });
  });

  it.each([2 ** 53, 2 ** 53 + 2, -(2 ** 60), 123456789012345680000])(
    'of the large whole number %d reads it',
    (large) => {
      for (const field of [literal(large), enumeration([large, 'a'])])
        expect(field.parse(readJson(field.write(large), 8))).toBe(large);
    },
  );

  it('is described by its values', () => {
    expect(literal(true).describe('input')).toEqual({ const: true });
    expect(literal('a', null).describe('output')).toEqual({ enum: ['a', null] });
  });
});

describe('an enumeration', () => {
  it('has the type of its values', () => {
    expectTypeOf(enumeration(['asc', 'desc'])).toEqualTypeOf<Field<'asc' | 'desc'>>();
    expectTypeOf(enumeration([1, 2])).toEqualTypeOf<Field<1 | 2>>();
  });

  it.each([
    [[1, 2], true],
    [[0, 1], false],
    [[1, 'a'], '1'],
    [['1'], 1],
    [[1.5], true],
  ] as const)('of %j does not have %j', (expected, raw) => {
    const outcome = enumeration<Scalar>(expected).parse(raw);
    expect(outcome).toMatchObject({ all: [{ type: 'enum', input: raw }] });
  });

  it.each([
    [[1, 2], ' 2.0 ', 2, '2'],
    [[1.5, 2], '2', 2, '2.0'],
    [[1.5, 2], '15e-1', 1.5, '1.5'],
    [[1, 'a'], 1, 1, '1'],
    [['a', null], null, null, 'null'],
  ] as const)('of %j reads %j', (expected, raw, value, written) => {
    const field = enumeration<Scalar>(expected);
    expect(field.parse(raw)).toBe(value);
    expect(field.write(value)).toBe(written);
  });

  it('is described by its values, and by text where numbers may be text', () => {
    expect(enumeration(['a', 'b']).describe('input')).toEqual({ enum: ['a', 'b'] });
    expect(enumeration([1, 2]).describe('output')).toEqual({ enum: [1, 2] });
    expect(enumeration([1, 2]).describe('input')).toEqual({
      anyOf: [{ enum: [1, 2] }, { type: 'string', description: 'Must be 1 or 2' }],
    });
  });
});

describe('an empty choice', () => {
  it.each([() => enumeration([]), () => literalOf([])])('throws a TypeError: %o', (make) => {
    expect(make).toThrow(new TypeError('A choice needs at least one value'));
  });
});

describe('the message for an unknown value', () => {
  it.each([
    [['a'], 'must be "a"', "Input should be 'a'"],
    [['a', 'b'], 'must be "a" or "b"', "Input should be 'a' or 'b'"],
    [['a', 1, null], 'must be "a", 1 or null', "Input should be 'a', 1 or None"],
    [
      [true, "it's", '"\'\n\u200b'],
      `must be true, "it's" or "\\"'\\n\u200b"`,
      `Input should be True, "it's" or '"\\'\\n\\u200b'`,
    ],
    [[1, 1.5, 1e-5], 'must be 1, 1.5 or 0.00001', 'Input should be 1.0, 1.5 or 1e-05'],
    [
      ['\ud800\x7f\u{1f48c}\u{e0001}'],
      'must be "\\ud800\x7f\u{1f48c}\u{e0001}"',
      "Input should be '\\ud800\\x7f\u{1f48c}\\U000e0001'",
    ],
  ])('lists all values: %j', (expected, ours, pydantics) => {
    const issue = new Issue('enum', 'x', { expected });
    expect(reason(issue)).toBe(ours);
    expect(pydanticMessage(issue)).toBe(pydantics);
  });
});
