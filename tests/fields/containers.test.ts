import { describe, expect, it } from 'vitest';
import { Issue, Issues } from '../../src/errors/issue.ts';
import { literal } from '../../src/fields/choice.ts';
import { Definitions } from '../../src/fields/definitions.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import { derive, type Field } from '../../src/fields/field.ts';
import { list, set } from '../../src/fields/list.ts';
import { bearerToken, hex } from '../../src/fields/notation.ts';
import { decimal, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { omittable, optional, unknown, unlessBlank } from '../../src/fields/optional.ts';
import { safe, withType } from '../../src/fields/refine.ts';
import { rawText, text } from '../../src/fields/text.ts';
import { tuple } from '../../src/fields/tuple.ts';
import { uri } from '../../src/fields/url.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';

/** Fields that hold other fields: the values that they read and write. */

const one = integer({ min: 1 });

interface Row {
  readonly name: string;
  readonly field: Field<unknown>;
  readonly input: unknown;
  /** The value as it is written. */
  readonly written?: string;
  /** Path, type and public type of every issue. */
  readonly issues?: readonly [string, string, string?][];
}

const rows: readonly Row[] = [
  {
    name: 'object',
    field: object({ b: text(), a: one }),
    input: { a: '2', b: '', c: 3 },
    written: '{"b":"","a":2}',
  },
  { name: 'object', field: object({}), input: {}, written: '{}' },
  {
    name: 'object',
    field: object({ a: one, b: object({ c: one }) }),
    input: { a: 0, b: { c: 'x' } },
    issues: [
      ['a', 'greater_than_equal'],
      ['b.c', 'int_parsing'],
    ],
  },
  {
    name: 'object',
    field: object({ constructor: text(), toString: text() }),
    input: {},
    issues: [
      ['constructor', 'missing'],
      ['toString', 'missing'],
    ],
  },
  {
    name: 'object',
    field: object({ a: object({ 'b-c': derive(one, { shownAs: 'b_c' }), d: one }) }),
    input: { a: { 'b-c': 0 } },
    issues: [
      ['a.b_c', 'greater_than_equal'],
      ['a.d', 'missing'],
    ],
  },
  { name: 'object', field: object({}), input: null, issues: [['', 'model_attributes_type']] },
  { name: 'object', field: object({}), input: [], issues: [['', 'model_attributes_type']] },
  { name: 'list', field: list(one), input: ['1', 2], written: '[1,2]' },
  { name: 'list', field: list(one), input: [], written: '[]' },
  {
    name: 'list',
    field: list(one),
    input: [1, 0, true],
    issues: [
      ['1', 'greater_than_equal'],
      ['2', 'int_type'],
    ],
  },
  { name: 'list', field: list(one), input: { 0: 1, length: 1 }, issues: [['', 'list_type']] },
  {
    name: 'dictionary',
    field: dictionary(one),
    input: JSON.parse('{"b":"2","__proto__":1}'),
    written: '{"b":2,"__proto__":1}',
  },
  { name: 'dictionary', field: dictionary(one), input: { a: 0 }, issues: [['a', 'greater_than_equal']] },
  { name: 'dictionary', field: dictionary(one), input: 'a', issues: [['', 'dict_type']] },
  { name: 'optional', field: optional(one), input: null, written: 'null' },
  { name: 'optional', field: optional(one, 7), input: 8, written: '8' },
  { name: 'optional', field: optional(one, 7), input: null, issues: [['', 'int_type']] },
  {
    name: 'optional',
    field: object({ a: optional(one), b: optional(one, 7) }),
    input: {},
    written: '{"a":null,"b":7}',
  },
  { name: 'unlessBlank', field: unlessBlank(one, 7), input: '', written: '7' },
  { name: 'unlessBlank', field: unlessBlank(one), input: '', written: 'null' },
  { name: 'unlessBlank', field: unlessBlank(list(one)), input: [''], written: 'null' },
  { name: 'unlessBlank', field: unlessBlank(list(one)), input: ['5'], written: '[5]' },
  {
    name: 'unlessBlank',
    field: unlessBlank(list(one)),
    input: ['', ''],
    issues: [
      ['0', 'int_parsing'],
      ['1', 'int_parsing'],
    ],
  },
  { name: 'unlessBlank', field: unlessBlank(one), input: ' ', issues: [['', 'int_parsing']] },
  { name: 'unlessBlank', field: unlessBlank(one), input: null, issues: [['', 'int_type']] },
  {
    name: 'withType',
    field: withType(one, 'value_error'),
    input: 0,
    issues: [['', 'greater_than_equal', 'value_error']],
  },
  { name: 'withType', field: withType(one, 'value_error'), input: '1', written: '1' },
  {
    name: 'withType',
    field: withType(list(one), { int_parsing: 'value_error' }),
    input: ['x', 0],
    issues: [
      ['0', 'int_parsing', 'value_error'],
      ['1', 'greater_than_equal'],
    ],
  },
  { name: 'set', field: set(one), input: [2, '2', 1], written: '[2,1]' },
  { name: 'set', field: set(one), input: {}, issues: [['', 'set_type']] },
  { name: 'bearer', field: bearerToken(hex()), input: 'Bearer  ab ', written: '"ab"' },
  {
    name: 'bearer',
    field: bearerToken(hex()),
    input: 'bearer ab',
    issues: [['', 'bearer_scheme', 'value_error']],
  },
  { name: 'bearer', field: bearerToken(hex()), input: 5, issues: [['', 'string_type']] },
  { name: 'literal', field: literal(true), input: true, written: 'true' },
  { name: 'literal', field: literal(true), input: 'true', issues: [['', 'literal_error']] },
  { name: 'unknown', field: unknown(), input: [null, { a: 1 }], written: '[null,{"a":1}]' },
  {
    name: 'unknown',
    field: unknown(),
    input: { a: [new InexactNumber('1.00000000000000000000001'), null, '\ud800', true], b: { c: 1 } },
    written: '{"a":[1.00000000000000000000001,null,"\\ud800",true],"b":{"c":1}}',
  },
  {
    name: 'unknown, with undefined',
    field: unknown(),
    input: { a: new InexactNumber('1.50'), b: undefined, c: [undefined, 1] },
    written: '{"a":1.50,"c":[null,1]}',
  },
  { name: 'rawText', field: rawText(), input: '<p>', written: '<p>' },
];

describe.each(rows)('$name', ({ field, input, written, issues = [] }) => {
  it(`${written === undefined ? 'refuses' : 'reads and writes'} ${JSON.stringify(input)}`, () => {
    const outcome = field.parse(input);
    if (outcome instanceof Issues) {
      expect(outcome.all.map(({ path, type, publicType }) => [path.join('.'), type, publicType])).toEqual(
        issues.map(([path, type, wire = type]) => [path, type, wire]),
      );
    } else expect(field.write(outcome)).toBe(written);
  });
});

describe('a value without JSON', () => {
  it.each<readonly [string, Field<unknown>, value: unknown]>([
    ['anything', unknown(), undefined],
    ['what may be left out', omittable(one), undefined],
    ['the input of an issue', unknown(), new Issue('missing', undefined)],
  ])('is written as null: %s', (_, field, value) => {
    expect(field.write(value)).toBe('null');
  });
});

it('a bearer credential is described as a header, and its token as its field', () => {
  expect(bearerToken(hex()).describe('input')).toEqual({ type: 'string', pattern: '^Bearer ' });
  expect(bearerToken(hex()).describe('output')).toEqual(hex().describe('output'));
});

it('a decimal is a number or text in the input schema, and text in the output schema', () => {
  const number = { type: 'number', minimum: 1 };
  expect(decimal({ min: 1 }).describe('input')).toEqual({ anyOf: [number, { type: 'string' }] });
  expect(decimal({ min: 1 }).describe('output')).toEqual({ type: 'string' });
});

it('an object with equal schemas for input and output has one name', () => {
  const lamp = object({ name: text() }, { name: 'Lamp' });
  const definitions = new Definitions();
  const reference = { $ref: '#/$defs/Lamp' };
  expect(lamp.describe('input', definitions)).toEqual(reference);
  expect(lamp.describe('output', definitions)).toEqual(reference);
  expect(Object.keys(definitions.all)).toEqual(['Lamp']);
});

it('a URI is described by its format on both sides', () => {
  for (const side of ['input', 'output'] as const)
    expect(uri().describe(side)).toEqual({ type: 'string', format: 'uri' });
});

it.each([
  [[1, 1], { type: 'too_short', context: { container: 'Set', length: 1 } }],
  [[1, 2, 3, 4, 3], { type: 'too_long', context: { container: 'Set', length: 4 } }],
])('a set counts equal items once: %j', (items, issue) => {
  const result = set(one, { minItems: 2, maxItems: 3 }).parse(items);
  expect(result).toMatchObject({ all: [issue] });
});

it('a set is described as a list with unique items', () => {
  const described = { ...list(one).describe('output'), uniqueItems: true };
  expect(set(one).describe('output')).toEqual(described);
});

describe('a default', () => {
  const kinds = [optional, unlessBlank] as const;

  it.each(kinds)('is another one for each request, so that changing it changes nothing: %o', (kind) => {
    const tags = kind(list(text()), ['a']);
    const taken = tags.absent?.({}) as string[];
    taken.push('b');
    expect(tags.absent?.({})).toEqual(['a']);
    expect(JSON.stringify(tags.describe('input'))).not.toContain('"b"');
  });

  it('of a blank value is another one for each request', () => {
    const tags = unlessBlank(list(text()), ['a']);
    (tags.parse('') as string[]).push('b');
    expect(tags.parse('')).toEqual(['a']);
  });

  it.each(kinds)('may be replied, whatever the rules for what is sent: %o', (kind) => {
    const page = kind(integer({ min: 1 }), 0);
    expect(page.writeValid(0)).toBe('0');
    expect(list(page, { maxItems: 1 }).writeValid([0])).toBe('[0]');
    expect(page.writeValid(-1)).toBeInstanceOf(Issues);
    expect(page.parse(0)).toBeInstanceOf(Issues);
  });
});

describe('safe', () => {
  const tried = safe(one);

  it('returns the value, or the issue as a value', () => {
    expect(tried.parse('5')).toBe(5);
    expect(tried.parse(0)).toMatchObject({ type: 'greater_than_equal', input: 0 });
    expect(tried.parse(0)).toBeInstanceOf(Issue);
  });

  it('returns an issue for a missing value, or the parsed default', () => {
    expect(tried.absent?.({ b: 1 })).toMatchObject({ type: 'missing', input: { b: 1 } });
    expect(safe(one, '9').absent?.({})).toBe(9);
    expect(safe(optional(one)).absent?.({})).toBeNull();
  });

  it('writes an issue as the value that it is about', () => {
    expect(tried.write(new Issue('int_type', [1.5]))).toBe('[1.5]');
    expect(tried.write(new Issue('int_type', 1.5, {}, { written: '1.50' }))).toBe('1.50');
    expect(tried.write(5)).toBe('5');
  });

  it('refuses a reply that is neither a value nor an issue', () => {
    expect(tried.writeValid(5)).toBe('5');
    expect(tried.writeValid(0)).toMatchObject({ all: [{ type: 'greater_than_equal', input: 0 }] });
    expect(list(tried, { maxItems: 1 }).writeValid([0])).toMatchObject({ all: [{ path: [0], input: 0 }] });
    expect(tried.writeValid(tried.parse(0))).toBe('0');
    expect(list(tried, { maxItems: 1 }).writeValid([tried.parse(0)])).toBe('[0]');
  });

  it('is required if its field is', () => {
    expect(tried.required).toBe(true);
    expect(safe(optional(one)).required).toBe(false);
  });
});

describe('a container', () => {
  it.each([
    ['an object', object({ a: one, b: optional(text()) }), { a: 1, b: 'x' }],
    ['an object in another', object({ a: object({ b: one }) }), { a: { b: 1 } }],
    ['a list', list(object({ a: one })), [{ a: 1 }, { a: 2 }]],
    ['a dictionary', dictionary(one), { a: 1, b: 2 }],
    ['a tuple', tuple(text(), one), ['a', 1]],
  ])('returns its input where nothing changes: %s', (_, holder: Field<unknown>, sent) => {
    expect(holder.parse(sent)).toBe(sent);
  });

  it.each([
    ['one is converted', object({ a: one, b: one, c: one }), { a: 1, b: '2', c: 3 }, { a: 1, b: 2, c: 3 }],
    ['one was not sent', object({ a: one, b: optional(text()) }), { a: 1 }, { a: 1, b: null }],
    ['one is not declared', object({ a: one }), { a: 1, b: 2 }, { a: 1 }],
    ['zero has a sign', object({ a: integer() }), { a: -0 }, { a: 0 }],
    ['an item is converted', list(one), [1, '2', 3], [1, 2, 3]],
    ['a part is converted', tuple(one, one, one), [1, '2', 3], [1, 2, 3]],
    ['an entry is converted', dictionary(one), { a: 1, b: '2', c: 3 }, { a: 1, b: 2, c: 3 }],
    [
      'a name is converted',
      dictionary(one, { key: withType(text(), 'x') }),
      { a: 1, b: '2' },
      { a: 1, b: 2 },
    ],
  ])('returns a copy where %s, and does not change its input', (_, holder: Field<unknown>, sent, value) => {
    const before = structuredClone(sent);
    expect(holder.parse(sent)).toStrictEqual(value);
    expect(sent).toStrictEqual(before);
  });

  it('shows another name of a property below the place of the object', () => {
    const result = object({ 'b-c': derive(one, { shownAs: 'b_c' }) }).parseAt({ 'b-c': 0 }, ['body', 'a']);
    expect((result as Issues).all.map(({ path }) => path)).toEqual([['body', 'a', 'b_c']]);
  });

  it('keeps a property called __proto__ as one', () => {
    const shape = Object.fromEntries([
      ['a', one],
      ['__proto__', one],
    ]);
    const value = object(shape).parse(JSON.parse('{"a":"1","__proto__":"2","b":3}'));
    expect(Object.entries(value)).toStrictEqual([
      ['a', 1],
      ['__proto__', 2],
    ]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it('describes the names of a dictionary if they have a rule', () => {
    const values = { type: 'object', additionalProperties: { type: 'string' } };
    const named = dictionary(text(), { key: text({ minLength: 2 }) });
    expect(dictionary(text()).describe('output')).toEqual(values);
    expect(named.describe('output')).toEqual({
      ...values,
      propertyNames: { type: 'string', minLength: 2 },
    });
    const numbered = dictionary(text(), { key: integer({ values: 'fastapi' }) });
    for (const side of ['input', 'output'] as const) expect(numbered.describe(side)).toEqual(values);
  });
});
