import { describe, expect, it } from 'vitest';
import type { Bounds } from '../../src/fields/bounds.ts';
import type { Field } from '../../src/fields/field.ts';
import { float, integer } from '../../src/fields/number.ts';
import { typeOf } from './_rows.ts';

/** The bounds of numbers: what is within them is taken as it is, and what is not breaks the first that it could. */

const long = (bounds: Bounds) => integer({ values: 'fastapi', ...bounds });

const rows: readonly (readonly [
  field: (bounds: Bounds) => Field<number | bigint>,
  bounds: Bounds,
  within: readonly unknown[],
  broken: readonly (readonly [raw: unknown, type: string])[],
])[] = [
  [
    integer,
    { multipleOf: 3 },
    [0, 3, -9],
    [
      [1, 'multiple_of'],
      [-8, 'multiple_of'],
      ['10', 'multiple_of'],
    ],
  ],
  [
    integer,
    { multipleOf: 1.5 },
    [0, 3, -6],
    [
      [1, 'multiple_of'],
      [4, 'multiple_of'],
    ],
  ],
  [
    integer,
    { multipleOf: 2, max: 9 },
    [8],
    [
      [11, 'multiple_of'],
      [10, 'less_than_equal'],
    ],
  ],
  [
    float,
    { multipleOf: 2 },
    [4, -2, 1e300],
    [
      [5, 'multiple_of'],
      [4.5, 'multiple_of'],
    ],
  ],
  [
    float,
    { multipleOf: 0.1 },
    [0.3, 0.7, -1.1, 3],
    [
      [0.35, 'multiple_of'],
      [0.3001, 'multiple_of'],
    ],
  ],
  [
    long,
    { multipleOf: 3 },
    [9, 9007199254740993n],
    [
      [10, 'multiple_of'],
      [9007199254740995n, 'multiple_of'],
    ],
  ],
  [
    integer,
    { min: 2, max: 4 },
    [2, 3, 4],
    [
      [1, 'greater_than_equal'],
      [5, 'less_than_equal'],
    ],
  ],
  [
    integer,
    { min: 3, max: 3 },
    [3],
    [
      [2, 'greater_than_equal'],
      [4, 'less_than_equal'],
    ],
  ],
  [
    float,
    { exclusiveMin: 2, exclusiveMax: 4 },
    [2.5, 3.999],
    [
      [2, 'greater_than'],
      [4, 'less_than'],
      [9, 'less_than'],
    ],
  ],
  [long, { min: -1, max: 2 ** 53 }, [9007199254740992n], [[9007199254740999n, 'less_than_equal']]],
];

describe('the bounds of a number', () => {
  it.each(rows)('%o: %j', (make, bounds, within, broken) => {
    const field = make(bounds);
    // Long integers come as text.
    const read = (raw: unknown) => field.parse(typeof raw === 'bigint' ? String(raw) : raw);
    expect(within.map(read)).toEqual(within);
    expect(broken.map(([raw]) => typeOf(read(raw)))).toEqual(broken.map(([, type]) => type));
  });
});

describe('the schema of bounds', () => {
  it.each<readonly [bounds: Bounds, schema: object]>([
    [{}, {}],
    [{ min: 1 }, { minimum: 1 }],
    [{ max: 9 }, { maximum: 9 }],
    [{ exclusiveMin: 1 }, { exclusiveMinimum: 1 }],
    [{ exclusiveMax: 9 }, { exclusiveMaximum: 9 }],
    [{ multipleOf: 3 }, { multipleOf: 3 }],
  ])('of %j is %j', (bounds, schema) => {
    expect(float(bounds).describe('output')).toEqual({ type: 'number', ...schema });
  });

  it.each<readonly [bounds: Bounds, description: string]>([
    [{}, 'Must be a finite number'],
    [{ min: 1 }, 'Must be at least 1'],
    [{ multipleOf: 7 }, 'Must be a multiple of 7'],
    [{ min: 1, multipleOf: 7 }, 'Must be at least 1. Must be a multiple of 7'],
  ])('of %j describes text as %j', (bounds, description) => {
    const number = expect.objectContaining({ type: 'number' });
    const inText = expect.objectContaining({ type: 'string', description });
    expect(float(bounds).describe('input')).toEqual({ anyOf: [number, inText] });
  });
});
