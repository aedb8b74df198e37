import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { float } from '../../src/fields/number.ts';
import { boundedFloatRows, floatRows } from '../tables/float.ts';
import { itDescribes, itReads, typeOf } from './_rows.ts';

/** Every finite double is a whole number of these. */
const unitsPerOne = 2n ** 1074n;

/** A double in these units, exactly. Infinity is what would follow the largest finite double. */
function unitsOf(double: number): bigint {
  const bits = bitsOf(double);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & ((1n << 52n) - 1n);
  const magnitude = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n ? -magnitude : magnitude;
}

/** The double `steps` away from a positive one. */
function neighbour(double: number, steps: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bitsOf(double) + steps);
  return view.getFloat64(0);
}

function bitsOf(double: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  return view.getBigUint64(0);
}

/** Tells whether no double is nearer to ±digits · 10^power than this, nor as near and even where this is odd. */
function isNearest(double: number, digits: bigint, power: number): boolean {
  const scale = 10n ** BigInt(Math.abs(power));
  const [numerator, denominator] = power < 0 ? [digits, scale] : [digits * scale, 1n];
  const distance = (to: number) => {
    const difference = unitsOf(to) * denominator - numerator * unitsPerOne;
    return difference < 0n ? -difference : difference;
  };
  const below = double > 0 ? [neighbour(double, -1n)] : [];
  const above = Number.isFinite(double) ? [neighbour(double, 1n)] : [];
  return [...below, ...above].every(
    (other) => distance(double) < distance(other) + (isOdd(double) ? 0n : 1n),
  );
}

function isOdd(double: number): boolean {
  return bitsOf(double) % 2n === 1n;
}

/** The rule for text, character by character. */
function isSpelt(text: string): boolean {
  const space = '\t\n\v\f\r ';
  let rest = [...text];
  while (space.includes(rest[0] ?? 'x')) rest = rest.slice(1);
  while (space.includes(rest.at(-1) ?? 'x')) rest = rest.slice(0, -1);
  const [mantissa = '', exponent = '0', ...more] = unsigned(rest.join('')).toLowerCase().split('e');
  const [whole = '', fraction = '', ...others] = mantissa.split('.');
  const areDigits = (part: string) => [...part].every((one) => '0123456789'.includes(one));
  const power = unsigned(exponent);
  if (more.length > 0 || others.length > 0 || power === '' || whole + fraction === '') return false;
  return areDigits(whole) && areDigits(fraction) && areDigits(power);
}

function unsigned(text: string): string {
  return text.startsWith('+') || text.startsWith('-') ? text.slice(1) : text;
}

const field = float();
const parse = (raw: unknown) => {
  const outcome = field.parse(raw);
  return typeOf(outcome) ?? outcome;
};

const anyText = fc.string({ unit: fc.constantFrom(...'0123456789+-..eE \t\n\u00a0_x٣') });
const digits = fc.stringMatching(/^[1-9][0-9]{0,40}$/);

describe('a float', () => {
  itReads(float, floatRows);
  itDescribes(field, floatRows, { schemaRefuses: ['float_type', 'float_parsing'] });

  it('reads decimal notation and nothing else', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parse(text) !== 'float_parsing').toBe(isSpelt(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads text as the nearest double', () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: -380, max: 300 }), (text, power) => {
        const outcome = parse(`${text}e${power}`);
        const double = outcome === 'finite_number' ? Number.POSITIVE_INFINITY : Number(outcome);
        expect(isNearest(double, BigInt(text), power)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('reads text halfway between two doubles as the even one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 2n }), (significand) => {
        const even = significand + (significand % 2n);
        expect(parse(`${8n * significand + 4n}`)).toBe(Number(8n * even));
      }),
    );
  });

  it('reads finite numbers unchanged', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(parse(value)).toBe(Number.isFinite(value) ? value : 'finite_number');
      }),
    );
  });

  it('is written as a float that reads back as itself', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), (value) => {
        expect(JSON.parse(field.write(value))).toBe(value);
        expect(field.write(value)).toMatch(/[.e]/);
      }),
    );
  });

  it.each([
    [10, '10.0'],
    [0, '0.0'],
    [-0, '-0.0'],
    [-3, '-3.0'],
    [9.5, '9.5'],
    [1.5e-7, '1.5e-7'],
    [1e20, '100000000000000000000.0'],
    [1e21, '1e+21'],
    [Number.MAX_VALUE, '1.7976931348623157e+308'],
  ])('writes %d as %s', (value, text) => {
    expect(field.write(value)).toBe(text);
  });
});

describe('a float within bounds', () => {
  itReads(float, boundedFloatRows);

  it('describes its bounds, in words for text', () => {
    const number = { type: 'number', minimum: 0.01 };
    expect(float({ min: 0.01 }).describe('output')).toEqual(number);
    expect(float({ min: 0.01 }).describe('input')).toMatchObject({
      anyOf: [number, { type: 'string', description: 'Must be at least 0.01' }],
    });
  });
});

describe('a float as FastAPI reads it', () => {
  it.each([
    ['nan', Number.NaN],
    ['-NaN', Number.NaN],
    ['inf', Number.POSITIVE_INFINITY],
    ['+Infinity', Number.POSITIVE_INFINITY],
    ['-INF', Number.NEGATIVE_INFINITY],
    ['1_000.5', 1000.5],
    [true, 1],
    [false, 0],
  ])('is %o as %d', (raw, value) => {
    expect(float({ values: 'fastapi' }).parse(raw)).toBe(value);
  });

  it.each(['_1', '1_', '1__0', 'infin', 'xnan', 'nanx', '1_0 '])('is not %j', (raw) => {
    expect(typeOf(float({ values: 'fastapi' }).parse(raw))).toBe('float_parsing');
  });
});
