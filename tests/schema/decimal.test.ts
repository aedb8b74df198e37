import { describe, expect, test } from 'vitest';
import {
  compare,
  isMultiple,
  isNumber,
  isWhole,
  type JsonNumber,
} from '../../src/documents/schema/decimal.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';

/** Numbers of any length, compared and divided as decimals. */

/** Reads a number as a double, unless it is far from any. */
function read(text: string): JsonNumber {
  return LONG.test(text) ? new InexactNumber(text) : Number(text);
}

const LONG = /e-?\d{3}|\d{17}/;

test.each([Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined, true, {}, BigInt(1)])(
  '%s is no number of JSON',
  (value) => {
    expect(isNumber(value)).toBe(false);
  },
);

/** Numbers from the least to the greatest; those of one row are equal. */
const ascending: readonly (readonly string[])[] = [
  ['-1e99999', '-10e99998', '-0.1e100000'],
  ['-18446744073709551617', '-18446744073709551617.000', '-1.8446744073709551617e19'],
  ['-18446744073709551616.5'],
  ['-12'],
  ['-1.0000000000000000000001', '-10000000000000000000001e-22'],
  ['-1', '-1.0'],
  ['-0.99999999999999999999999'],
  ['-1e-99999'],
  ['0', '-0', '0.0', '0e5', '0.00000000000000000000000e99', '-0.0000000000000000000000000000'],
  ['1e-99999', '0.1e-99998'],
  ['0.1', '0.10'],
  ['0.1000000000000000000001'],
  ['0.2'],
  ['1', '1.0', '10e-1', '1.00000000000000000000000000000'],
  ['1.0000000000000000000001'],
  ['9.9999999999999999999999'],
  ['10', '1e1'],
  ['18446744073709551616', '1844674407370955161600e-2'],
  ['18446744073709551616.0000000001'],
  ['18446744073709551617', '18446744073709551617.000'],
  ['1e99999', '10e99998'],
];

function orderOf(one: number, other: number): string {
  return one < other ? 'less' : one > other ? 'more' : 'equal';
}

test.each(ascending.map((texts, at) => ({ texts, at })))('$texts has its place', ({ texts, at }) => {
  const all = ascending.flatMap((others, place) => others.map((other) => ({ other, place })));
  for (const text of texts)
    expect(all.map(({ other }) => [text, orderOf(compare(read(text), read(other)), 0), other])).toEqual(
      all.map(({ other, place }) => [text, orderOf(at, place), other]),
    );
});

test.each<[text: string, expected: boolean]>([
  ['1', true],
  ['1.0', true],
  ['1.5', false],
  ['18446744073709551617', true],
  ['18446744073709551617.0', true],
  ['18446744073709551617.5', false],
  ['1.0000000000000000000001', false],
  ['10000000000000000000001e-22', false],
  ['1.8446744073709551617e19', true],
  ['1.84467440737095516171e19', false],
  ['1e99999', true],
  ['1e-99999', false],
  ['0e-99999', true],
])('%s has no fraction: %s', (text, expected) => {
  expect(isWhole(read(text))).toBe(expected);
});

describe('a number is a multiple of another', () => {
  test.each<[text: string, of: string, expected: boolean]>([
    ['6', '3', true],
    ['7', '3', false],
    ['-6', '3', true],
    ['0', '3', true],
    ['0', '0.3', true],
    ['0.0', '18446744073709551617', true],
    ['0.3', '0.1', true],
    ['0.35', '0.1', false],
    ['-0.35', '0.05', true],
    ['1', '0.3', false],
    ['1.2', '0.3', true],
    ['4.02', '0.01', true],
    ['1', '3e-1', false],
    ['3', '1e1', false],
    ['30', '1e1', true],
    ['300', '1e1', true],
    ['18446744073709551617', '1', true],
    ['18446744073709551617', '2', false],
    ['18446744073709551618', '2', true],
    ['18446744073709551617', '274177', true],
    ['18446744073709551617', '274178', false],
    ['36893488147419103234', '18446744073709551617', true],
    ['18446744073709551617', '36893488147419103234', false],
    ['1e400', '7', false],
    ['7e400', '7', true],
    ['1e401', '16', true],
    ['1e-400', '1', false],
    ['1', '1e-400', true],
    ['1.5', '1', false],
    ['1.5', '0.5', true],
  ])('%s of %s: %s', (text, of, expected) => {
    expect(isMultiple(read(text), read(of))).toBe(expected);
  });

  test.each([1999, 2000, 2001, 4000, 6001])('of %i digits', (length) => {
    const value = read(`1${'0'.repeat(9)}${'7'.repeat(length - 10)}`);
    for (const divisor of [3, 7, 11, 274_177, 2_147_483_647]) {
      const expected = BigInt(String(value instanceof InexactNumber && value.text)) % BigInt(divisor) === 0n;
      expect(isMultiple(value, divisor)).toBe(expected);
    }
    const product = BigInt(`1${'3'.repeat(length)}`) * 274_177n;
    expect([
      isMultiple(read(String(product)), 274_177),
      isMultiple(read(`${product + 1n}`), 274_177),
    ]).toEqual([true, false]);
  });

  test('also if it was asked before', () => {
    const value = read('18446744073709551617');
    expect([isMultiple(value, 3), isMultiple(value, 274_177), isMultiple(value, 3)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
