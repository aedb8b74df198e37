import { describe, expect, it } from 'vitest';
import { type DecimalOptions, decimal } from '../../src/fields/number.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';
import { typeOf } from './_rows.ts';

const inexact = new InexactNumber('0.10000000000000000000001');

describe('a decimal', () => {
  it.each([
    [30, '30'],
    [-1.5, '-1.5'],
    [inexact, inexact.text],
    ['1.50', '1.50'],
    ['+1', '+1'],
    ['.5', '.5'],
    ['5.', '5.'],
    ['-1E-5', '-1E-5'],
    ['12e+10', '12e+10'],
    [' 1_000.5\u2003', '1000.5'],
    ['9'.repeat(50), '9'.repeat(50)],
  ])('reads %o as %j', (raw, text) => {
    expect(decimal().parse(raw)).toBe(text);
  });

  it.each([
    [true, 'decimal_type'],
    [null, 'decimal_type'],
    [[], 'decimal_type'],
    ['', 'decimal_parsing'],
    ['.', 'decimal_parsing'],
    ['x1', 'decimal_parsing'],
    ['1x5', 'decimal_parsing'],
    ['1e', 'decimal_parsing'],
    ['e5', 'decimal_parsing'],
    ['--1', 'decimal_parsing'],
    ['1 0', 'decimal_parsing'],
    ['xinf', 'decimal_parsing'],
    ['infx', 'decimal_parsing'],
    ['-Infinity', 'finite_number'],
    ['inf', 'finite_number'],
    ['NaN', 'finite_number'],
    ['+sNaN12', 'finite_number'],
  ])('refuses %o as %s', (raw, type) => {
    expect(typeOf(decimal().parse(raw))).toBe(type);
  });
});

describe('a decimal within bounds', () => {
  const both = { maxDigits: 4, maxPlaces: 2 };
  it.each<readonly [DecimalOptions, within: readonly string[], broken: readonly string[], type: string]>([
    [{ min: 1 }, ['1', '1.00', '2e0'], ['0.99', '-3'], 'greater_than_equal'],
    [
      { maxDigits: 3 },
      ['123', '-12.3', '0.123', '00123', '1.2000', '100e-2', '12e1', '0', '1000e-1'],
      ['1234', '1200', '1e3', '0.0123', '12.34', '1e-4', '10e2'],
      'decimal_max_digits',
    ],
    [
      { maxPlaces: 2 },
      ['1.23', '1.2300', '12345', '1e5', '1e-2', '123e-2', '0.01'],
      ['1.234', '1e-3', '0.001', '1234e-3', '-.125'],
      'decimal_max_places',
    ],
    [both, ['12.34', '99', '0.12', '1e1', '12.3'], ['123.4', '100', '1234', '1e2'], 'decimal_whole_digits'],
    [both, ['12.34'], ['12.345', '12345', '1e4'], 'decimal_max_digits'],
    [both, ['.12'], ['.123', '1.234'], 'decimal_max_places'],
  ])('%j', (options, within, broken, type) => {
    const field = decimal(options);
    expect(within.map((raw) => field.parse(raw))).toEqual(within);
    expect(broken.map((raw) => [raw, typeOf(field.parse(raw))])).toEqual(broken.map((raw) => [raw, type]));
  });

  it('is refused with the bounds that it breaks', () => {
    expect(decimal(both).parse('123.4')).toMatchObject({ all: [{ context: both }] });
    expect(decimal(both).parse('1.234')).toMatchObject({ all: [{ context: { maxPlaces: 2 } }] });
    expect(decimal(both).parse('12345')).toMatchObject({ all: [{ context: { maxDigits: 4 } }] });
  });
});
