import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InexactNumber, readJson } from '../../src/text/json/reader.ts';

const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${max}}$`));
const whole = fc.oneof(
  fc.constantFrom('0', '1', '10', '30', '900'),
  digits(25).map((text) => text.replace(/^0+(?=.)/, '')),
);
const fraction = fc.oneof(
  fc.constantFrom('', '.0', '.5', '.50', '.000'),
  digits(25).map((text) => `.${text}`),
);
const exponent = fc.oneof(
  fc.constantFrom('', 'e0', 'e-0', 'E+1', 'e-1', 'e-2', 'e-25', 'e25'),
  fc
    .tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-', '-0'), fc.nat({ max: 400 }))
    .map((parts) => parts.join('')),
);
const literal = fc.tuple(fc.constantFrom('', '-'), whole, fraction, exponent).map((parts) => parts.join(''));

/** Digits · 10^power is no whole number, by division. */
function hasFraction(text: string): boolean {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(power);
  return places > 0 && BigInt(`${whole.replace('-', '')}${fraction}`) % 10n ** BigInt(places) !== 0n;
}

function isInexact(text: string): boolean {
  const double = Number(text);
  return /[.eE]/.test(text) ? Number.isInteger(double) && hasFraction(text) : !Number.isSafeInteger(double);
}

describe('a JSON number', () => {
  it('that is inexact is written as the nearest double', () => {
    expect(JSON.stringify([new InexactNumber('9007199254740993'), new InexactNumber('1e-400')])).toBe(
      '[9007199254740992,0]',
    );
  });

  it.each([
    '30.00000000000000000001',
    '1e-400',
    '-1e-400',
    '123456789012345678901.5',
    '123456789012345678901e-1',
    '1e-99999999999',
    `1.${'0'.repeat(5000)}1`,
    `1e-${'9'.repeat(500)}`,
    '9007199254740992',
    '-9007199254740993',
    '9'.repeat(500),
  ])('is kept as it is written: %s', (text) => {
    expect(readJson(text, 0)).toStrictEqual(new InexactNumber(text));
  });

  it.each([
    '0',
    '-0',
    '30',
    '30.0',
    '-30.000',
    '100e-2',
    '1.5e1',
    '0.5',
    '-0.5',
    '15e-1',
    '-1.5e0',
    '1.25E1',
    '0.1000000000000000055511151231257827',
    '0e-99999999999',
    '-0.00e-5',
    '1e400',
    '9007199254740991',
    '-9007199254740991',
    '9007199254740993.0',
    `1e${'9'.repeat(500)}`,
    `0.0e-${'9'.repeat(500)}`,
    `1${'0'.repeat(400)}e-400`,
  ])('is the nearest double: %s', (text) => {
    expect(readJson(text, 0)).toBe(Number(text));
  });

  it('is kept as it is written if its double hides a fraction or is no safe integer, and only then', () => {
    const near = fc
      .tuple(fc.integer(), digits(20), exponent)
      .map(([number, zeros, power]) => `${number}.${zeros.replace(/[1-9]/g, '0')}1${power}`);
    fc.assert(
      fc.property(fc.oneof(literal, near, whole), (text) => {
        expect(readJson(text, 0)).toStrictEqual(isInexact(text) ? new InexactNumber(text) : Number(text));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['9007199254740993', true],
    ['-9007199254740993', true],
    ['1e-400', false],
    ['1E-400', false],
    ['30.00000000000000000001', false],
  ])('that is kept knows if it is written as a whole one: %s, %s', (text, isWhole) => {
    expect(new InexactNumber(text).isWhole).toBe(isWhole);
  });
});
