import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { Issues } from '../../src/errors/issue.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import type { Field, ValueOf } from '../../src/fields/field.ts';
import { list } from '../../src/fields/list.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { nullable, omittable, optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { tuple } from '../../src/fields/tuple.ts';
import { union, unionOf } from '../../src/fields/union.ts';
import { outcomeOf } from './_issues.ts';

type Row = readonly [input: unknown, outcome: ReturnType<typeof outcomeOf>];

const kinds: readonly {
  readonly name: string;
  readonly field: Field<unknown>;
  readonly rows: readonly Row[];
}[] = [
  {
    name: 'a list of two or three integers',
    field: list(integer(), { minItems: 2, maxItems: 3 }),
    rows: [
      [['1', 2], '[1,2]'],
      [[1], [['', 'too_short']]],
      [['x'], [['0', 'int_parsing']]],
      [[1, 2, 3, 'x'], [['', 'too_long']]],
    ],
  },
  {
    name: 'a tuple',
    field: tuple(integer(), text()),
    rows: [
      [['1', 'a'], '[1,"a"]'],
      [
        [],
        [
          ['0', 'missing'],
          ['1', 'missing'],
        ],
      ],
      [
        ['x'],
        [
          ['0', 'int_parsing'],
          ['1', 'missing'],
        ],
      ],
      [['x', 'a', 0], [['', 'too_long']]],
      ['ab', [['', 'tuple_type']]],
    ],
  },
  {
    name: 'a dictionary with integer keys',
    field: dictionary(integer(), { key: integer(), minItems: 1, maxItems: 2 }),
    rows: [
      [{ '7': '1', '+08': 2 }, '{"7":1,"8":2}'],
      [{}, [['', 'too_short']]],
      [{ 1: 1, 2: 2, 3: 3 }, [['', 'too_long']]],
      [{ '+1': 1, '01': 2 }, '{"1":2}'],
      [
        { a: 'x', 1: 'y' },
        [
          ['1', 'int_parsing'],
          ['a.[key]', 'int_parsing'],
          ['a', 'int_parsing'],
        ],
      ],
    ],
  },
  {
    name: 'an object without unknown properties',
    field: object({ a: integer() }, { unknown: 'forbid' }),
    rows: [
      [{ a: 1 }, '{"a":1}'],
      [{ a: 1, constructor: 2 }, [['constructor', 'extra_forbidden']]],
      [
        { b: 1 },
        [
          ['a', 'missing'],
          ['b', 'extra_forbidden'],
        ],
      ],
      [JSON.parse('{"a":1,"__proto__":1}'), [['__proto__', 'extra_forbidden']]],
    ],
  },
  {
    name: 'an object with optional properties',
    field: object({
      a: nullable(integer()),
      b: optional(integer()),
      c: optional(integer(), 3),
      d: omittable(integer()),
    }),
    rows: [
      [{ a: null }, '{"a":null,"b":null,"c":3}'],
      [{ a: 1, b: null, c: 2, d: 4 }, '{"a":1,"b":null,"c":2,"d":4}'],
      [
        { c: null, d: null },
        [
          ['a', 'missing'],
          ['c', 'int_type'],
          ['d', 'int_type'],
        ],
      ],
    ],
  },
  {
    name: 'an object with only omittable properties',
    field: object({ a: omittable(text()), b: omittable(text()) }),
    rows: [
      [{}, '{}'],
      [{ b: 'x' }, '{"b":"x"}'],
    ],
  },
];

describe.each(kinds)('$name', ({ field, rows }) => {
  it.each(rows)('outcome of %j: %j', (input, outcome) => {
    expect(outcomeOf(field, input)).toEqual(outcome);
  });

  it('has schemas that allow the accepted inputs and the outputs', () => {
    const ajv = new Ajv2020({ strictTuples: false });
    const input = ajv.compile(field.describe('input'));
    const output = ajv.compile(field.describe('output'));
    for (const [raw, outcome] of rows) {
      expect([raw, input(raw)]).toEqual([raw, typeof outcome === 'string']);
      if (typeof outcome === 'string')
        expect([outcome, output(JSON.parse(outcome))]).toEqual([outcome, true]);
    }
  });
});

it('the types of collections follow from their parts', () => {
  const all = object({
    a: tuple(integer(), text()),
    b: dictionary(list(text())),
    c: omittable(nullable(text())),
  });
  expectTypeOf<ValueOf<typeof all>>().toEqualTypeOf<{
    readonly a: readonly [number, string];
    readonly b: Readonly<Record<string, readonly string[]>>;
    readonly c: string | null | undefined;
  }>();
});

describe('invalid bounds', () => {
  it.each([
    ['No number is at least 2 and at most 1', () => integer({ min: 2, max: 1 })],
    ['The option min of integer() must be a number, not NaN', () => integer({ min: Number.NaN, max: 1 })],
    [
      'The option exclusiveMin of float() must be a number, not NaN',
      () => float({ exclusiveMin: Number.NaN }),
    ],
    ['The option min of integer() must be a number, not null', () => integer({ min: null as never })],
    ['The option max of integer() must be a number, not "1"', () => integer({ max: '1' as never })],
    ['No number is a multiple of 0', () => integer({ multipleOf: 0 })],
    [
      'The option minLength of text() must be a whole number of at least 0, not -1',
      () => text({ minLength: -1 }),
    ],
    [
      'The option maxItems of list() must be a whole number of at least 0, not 1.5',
      () => list(text(), { maxItems: 1.5 }),
    ],
    ['No length is at least 2 and at most 1', () => dictionary(text(), { minItems: 2, maxItems: 1 })],
    ['list takes fields, such as text()', () => list(text as never)],
    ['dictionary takes fields, such as text()', () => dictionary(undefined as never)],
    [
      'The option key of dictionary() must be a field, such as text(), not a function',
      () => dictionary(text(), { key: text as never }),
    ],
    ['tuple takes fields, such as text()', () => tuple(text(), {} as never)],
    ['union takes fields, such as text()', () => union(text(), null as never)],
    ['union takes at least one field', () => unionOf([] as never)],
    ['nullable takes fields, such as text()', () => nullable(text as never)],
    ['The property a of an object has no field', () => object({ a: text as never })],
    [
      `The option unknown of object() must be 'ignore' or 'forbid', not "forbidden"; did you mean 'forbid'?`,
      () => object({}, { unknown: 'forbidden' as never }),
    ],
    [
      'The option pattern of text() must be a regular expression, or the result of linear() from assay/pattern, not "^a"',
      () => text({ pattern: '^a' as never }),
    ],
  ])('throw when the field is made: %s', (message, make) => {
    expect(make).toThrow(new TypeError(message));
  });

  it('do not include those that are undefined', () => {
    for (const kind of [integer, float]) {
      const field = kind({ min: undefined, max: 5 } as never);
      for (const side of ['input', 'output'] as const)
        expect(field.describe(side)).toEqual(kind({ max: 5 }).describe(side));
      expect(kind({ min: undefined } as never).typeName()).toBe(kind().typeName());
    }
  });
});

it('writing anything but a list as a list is an issue', () => {
  const written = list(integer()).writeValid(7);
  expect(written instanceof Issues && written.all.map(({ type }) => type)).toEqual(['list_type']);
});
