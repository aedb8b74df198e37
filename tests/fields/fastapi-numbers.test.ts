import { describe, expect, it } from 'vitest';
import { boolean } from '../../src/fields/choice.ts';
import type { Field } from '../../src/fields/field.ts';
import { list } from '../../src/fields/list.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { union } from '../../src/fields/union.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';
import { outcomeOf } from './_issues.ts';
import { typeOf } from './_rows.ts';

/** Numbers as FastAPI reads, writes and describes them. */

const fastapi = { values: 'fastapi' } as const;
const inexact = (spelling: string) => new InexactNumber(spelling);

describe('an integer', () => {
  it.each([
    ['-0', 0],
    [-0, 0],
    ['+7', 7],
    ['+9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    [inexact('9007199254740993'), 9007199254740993n],
    [2 ** 62, 4611686018427387904n],
    [`${'0'.repeat(5000)}1`, 1],
    ['1'.repeat(4300), BigInt('1'.repeat(4300))],
  ])('is read from %o', (raw, value) => {
    expect(integer(fastapi).parse(raw)).toBe(value);
  });

  it.each([
    [2 ** 63, 'int_parsing_size'],
    [-(2 ** 63), 'int_parsing_size'],
    ['1'.repeat(4301), 'int_parsing_size'],
    [`-${'1'.repeat(4301)}`, 'int_parsing_size'],
    [`+${'1'.repeat(4301)}`, 'int_parsing'],
    [inexact('1'.repeat(1_000_000)), 'int_parsing_size'],
    [`${'1_'.repeat(5_000_000)}1`, 'int_parsing'],
    [`${'1'.repeat(4301)}.0`, 'int_parsing'],
    [`0${'1'.repeat(4301)}`, 'int_parsing'],
    [inexact('1.50000000000000000000001'), 'int_from_float'],
  ])('is not read from %o: %s', (raw, type) => {
    expect(typeOf(integer(fastapi).parse(raw))).toBe(type);
  });

  it.each([7, -(2 ** 53) + 1, 9007199254740993n, -(10n ** 40n)])('%s is written as it was read', (value) => {
    expect(integer(fastapi).writeValid(value)).toBe(String(value));
    expect(list(optional(integer(fastapi))).writeValid([value])).toBe(`[${value}]`);
    expect(object({ n: integer(fastapi) }).writeValid({ n: value })).toBe(`{"n":${value}}`);
    expect(union(text(), integer(fastapi)).writeValid(value)).toBe(String(value));
  });

  it('is not written if it is out of bounds', () => {
    expect(typeOf(integer({ ...fastapi, max: 9 }).writeValid(9007199254740993n))).toBe('less_than_equal');
  });

  it('has the same schema and the same samples on both sides', () => {
    const some = integer({ ...fastapi, min: 5, max: 9 });
    for (const side of ['input', 'output'] as const)
      expect(some.describe(side)).toEqual({ type: 'integer', minimum: 5, maximum: 9 });
    expect([...some.samples().accepted]).toEqual([...integer({ min: 5, max: 9 }).samples().accepted]);
  });
});

describe('a float', () => {
  it.each([
    ['.55', 0.55],
    ['-.5e-1', -0.05],
    ['1__0', undefined],
    ['1_0.5_0', 10.5],
    ['_1', undefined],
    [' 1_0', undefined],
    ['-inf', Number.NEGATIVE_INFINITY],
    ['+Infinity', Number.POSITIVE_INFINITY],
    ['xinf', undefined],
    ['infx', undefined],
    [true, 1],
    [inexact('9007199254740993'), 9007199254740992],
  ])('is read from %o as %o', (raw, value) => {
    const read = float(fastapi).parse(raw);
    if (value === undefined) expect(typeOf(read)).toBe('float_parsing');
    else expect(read).toBe(value);
  });

  it.each([
    [1e16, '1e+16'],
    [-1e16, '-1e+16'],
    [9e15, '9000000000000000.0'],
    [1e-7, '1e-7'],
    [1.5, '1.5'],
    [3, '3.0'],
    [-0, '-0.0'],
    [Number.NaN, 'null'],
  ])('%d is written as %s', (value, written) => {
    expect(float(fastapi).write(value)).toBe(written);
  });

  it('has the same schema and the same samples on both sides', () => {
    const some = float({ ...fastapi, min: 5, max: 9 });
    for (const side of ['input', 'output'] as const)
      expect(some.describe(side)).toEqual({ type: 'number', minimum: 5, maximum: 9 });
    expect([...some.samples().accepted]).toEqual([...float({ min: 5, max: 9 }).samples().accepted]);
  });
});

describe('in a union', () => {
  const [int, double] = [integer(fastapi), float(fastapi)];

  /** The value is written by the kind that fits it best; of equals, by the first. */
  it.each<readonly [string, Field<unknown>, unknown, string]>([
    ['text is text rather than a float', union(double, text()), '1.5', '"1.5"'],
    ['text is text rather than an integer', union(int, text()), '1', '"1"'],
    ['true is a boolean rather than a float', union(double, boolean()), true, 'true'],
    ['true is a boolean rather than an integer', union(int, boolean()), true, 'true'],
    ['a whole number is an integer rather than a float', union(double, int), 1, '1'],
    ['a large whole number too', union(double, int), inexact('9007199254740993'), '9007199254740993'],
    ['a whole number is an integer of the strict kind too', union(double, integer()), 1, '1'],
    ['a number with a fraction is a float', union(int, double), 1.5, '1.5'],
  ])('%s', (_, one, raw, written) => {
    expect(outcomeOf(one, raw)).toBe(written);
  });
});
