import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { Issues, ofKind } from '../../src/errors/issue.ts';
import { literal } from '../../src/fields/choice.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import type { Field, ValueOf } from '../../src/fields/field.ts';
import { field } from '../../src/fields/field.ts';
import { list } from '../../src/fields/list.ts';
import { float, integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { lazy, nullable, optional } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { discriminatedUnion, union } from '../../src/fields/union.ts';
import { spending } from '../../src/fields/work.ts';
import { outcomeOf } from './_issues.ts';

const cat = object({ kind: literal('cat'), lives: integer() }, { name: 'Cat' });
const dog = object({ kind: literal('dog'), bark: optional(text(), 'woof') }, { name: 'Dog' });
const pet = discriminatedUnion('kind', { cat, dog });

interface Tree {
  readonly value: number;
  readonly children: readonly Tree[];
}
const tree: Field<Tree> = object(
  { value: integer(), children: optional(list(lazy(() => tree)), []) },
  { name: 'Tree' },
);

it('takes more steps to read a value as a kind that declares many properties', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `p${at}`);
  const large = object(Object.fromEntries(names.map((name) => [name, optional(text(), '')])));
  const budget = { left: 100 };
  spending(budget, () => union(large, text()).parse({}));
  expect(budget.left).toBeLessThan(50);
});

it.each([3, 60])('a union of %d objects reads one only as the kinds of which it lacks nothing', (count) => {
  let read = 0;
  const shared = field<number>({ ...integer(), parse: () => ++read });
  const [first, second, ...others] = Array.from({ length: count }, (_, at) =>
    object({ [`a${at}`]: integer(), shared }),
  );
  if (!first || !second) throw new TypeError('there are too few kinds');
  expect(union(first, second, ...others).parse({ a1: 5, shared: 7 })).toEqual({ a1: 5, shared: 1 });
  expect(read).toBe(1);
});

it('a union of many objects refuses a list', () => {
  const kinds = Array.from({ length: 60 }, (_, at) => object({ [`a${at}`]: text() }));
  expect(union(text(), integer(), ...kinds).parse([])).toBeInstanceOf(Issues);
});

it('a union of which too many kinds are tried refuses its value', () => {
  const kinds = union(list(integer()), list(object({ a: text() })), integer());
  const types = Array.from({ length: 12 }, (_, steps) => {
    const result = spending({ left: steps }, () => kinds.parse(['a']));
    return result instanceof Issues ? result.all.map(({ type }) => type).join() : '';
  });
  const whole = 'int_parsing,model_attributes_type,int_type';
  const last = types.lastIndexOf('too_complex');
  expect(types.slice(0, last + 1)).toEqual(new Array(last + 1).fill('too_complex'));
  expect(last).toBeGreaterThan(2);
  expect(types.at(-1)).toBe(whole);
});

describe('a union', () => {
  it('has the values of its kinds', () => {
    const either = union(integer(), text(), object({ a: nullable(text()) }));
    expectTypeOf<ValueOf<typeof either>>().toEqualTypeOf<number | string | { readonly a: string | null }>();
    expectTypeOf<ValueOf<typeof pet>>().toEqualTypeOf<
      { readonly kind: 'cat'; readonly lives: number } | { readonly kind: 'dog'; readonly bark: string }
    >();
  });

  it('reads an object as the first kind that declares all of its properties', () => {
    const calls = { count: 0 };
    const counted = field<number>({
      parse: () => ++calls.count,
      write: String,
      describe: () => ({}),
    });
    expect(outcomeOf(union(object({ a: integer() }), object({ a: counted })), { a: 1 })).toBe('{"a":1}');
    expect(calls.count).toBe(0);
    expect(
      outcomeOf(union(object({ a: integer() }), object({ a: integer(), b: counted })), { a: 1, b: 0 }),
    ).toBe('{"a":1,"b":1}');
  });

  it('prefers the kind that declares more nested properties', () => {
    const some = object({ a: dictionary(integer()) });
    const all = object({ a: object({ b: text(), c: optional(text(), 'c') }) });
    expect(outcomeOf(union(some, all), { a: { b: '1' } })).toBe('{"a":{"b":"1","c":"c"}}');
    expect(outcomeOf(union(object({ a: object({}) }), all), { a: { b: '1' } })).toBe(
      '{"a":{"b":"1","c":"c"}}',
    );
  });

  it('counts the worst fit of all properties, in whichever order they come', () => {
    const read = object({ a: integer(), b: float() });
    const taken = object({ a: text(), b: float() });
    for (const raw of [
      { a: '1', b: 1 },
      { b: 1, a: '1' },
    ])
      expect(union(read, taken).parse(raw)).toEqual({ a: '1', b: 1 });
  });

  it.each([
    [
      'the one with more of the properties',
      object({ a: integer() }),
      object({ a: integer(), b: float() }),
      { a: '1', b: 2 },
      1,
    ],
    [
      'the first of two with as many',
      object({ a: integer() }),
      object({ b: float() }),
      { a: '1', b: '2' },
      0,
    ],
    [
      'of two with as many, the one that converts less',
      object({ a: integer() }),
      object({ a: text() }),
      { a: '1', c: 2 },
      1,
    ],
    [
      'one that knows all, though another comes first',
      object({ a: text() }),
      object({ a: text(), b: text() }),
      { a: '1', b: '2' },
      1,
    ],
    [
      'the first of two that know all',
      object({ a: text() }, { name: 'A' }),
      object({ a: text() }, { name: 'B' }),
      { a: '1' },
      0,
    ],
  ])('reads an object as %s', (_, first, second, raw, at) => {
    const parsed = [first, second].map((kind) => kind.parse(raw));
    expect(union(first, second).parse(raw)).toEqual(parsed[at]);
  });

  it('reads a list as the kind that converts the least of it', () => {
    const either = union(list(integer()), list(text()), object({}));
    expect(either.parse(['1', '2'])).toEqual(['1', '2']);
    expect(either.parse([1, 2])).toEqual([1, 2]);
    expect(either.parse([])).toEqual([]);
  });

  it('writes a value as its kind does', () => {
    const one = union(integer(), float(), text(), list(float()), cat);
    expect(one.write(5)).toBe('5');
    expect(one.write(5.5)).toBe('5.5');
    expect(one.write('5')).toBe('"5"');
    expect(one.write([5])).toBe('[5.0]');
    expect(one.write({ kind: 'cat', lives: 9 })).toBe('{"kind":"cat","lives":9}');
  });

  it('writes a value of no kind as the first does', () => {
    expect(union(integer(), text()).write(1.5)).toBe('1.5');
    const other = JSON.parse('{"kind":"bird"}');
    expect(discriminatedUnion('kind', { cat }).write({ ...other, lives: 9 })).toBe(
      '{"kind":"bird","lives":9}',
    );
  });

  it('has the kind and the place of an issue in its path', () => {
    const outcome = object({ a: list(union(integer(), list(integer()))) }).parse({ a: [1, 'x'] });
    const issues = outcome instanceof Issues ? outcome.all : [];
    expect(issues.map(({ path, source }) => [path, source])).toEqual([
      [
        ['a', 1, 'int'],
        ['a', 1],
      ],
      [
        ['a', 1, 'list[int]'],
        ['a', 1],
      ],
    ]);
  });
});

describe('a recursive union', () => {
  /** Two kinds that are alike down to the last level, so that each level tries both. */
  function nested(calls: { count: number }): Field<unknown> {
    const counted = field({
      parse(raw) {
        calls.count++;
        return integer().parse(raw);
      },
      write: String,
      describe: () => ({}),
    });
    const left = object({ left: lazy(() => either), value: optional(counted, 0) }, { name: 'Left' });
    const right = object({ left: lazy(() => either), right: optional(text(), '') }, { name: 'Right' });
    const either: Field<unknown> = union(left, right, counted);
    return either;
  }

  const deep = (levels: number, end: unknown): unknown =>
    levels === 0 ? end : { left: deep(levels - 1, end) };

  it.each([0, 'x'])('takes linear time in its depth: around %j', (end) => {
    const calls = { count: 0 };
    const outcome = nested(calls).parse(deep(60, end));
    expect(outcome instanceof Issues).toBe(end === 'x');
    expect(calls.count).toBeLessThan(200);
  });

  it('counts issues that are too many to list', () => {
    const outcome = nested({ count: 0 }).parse(deep(60, 'x'));
    expect(outcome).toMatchObject({ all: { length: 10_000 } });
    expect(outcome instanceof Issues && outcome.more).toBeGreaterThan(2 ** 59);
  });
});

describe('a discriminated union', () => {
  it.each<[unknown, ReturnType<typeof outcomeOf>]>([
    [{ kind: 'cat', lives: '9' }, '{"kind":"cat","lives":9}'],
    [{ kind: 'dog', lives: 9 }, '{"kind":"dog","bark":"woof"}'],
    [{ kind: 'dog', bark: 9 }, [['dog.bark', 'string_type']]],
    [{ kind: 'constructor' }, [['', 'union_tag_invalid']]],
    [Object.create({ kind: 'cat', lives: 9 }), [['', 'union_tag_not_found']]],
    [[], [['', 'model_attributes_type']]],
    [{ kind: false }, [['', 'union_tag_invalid']]],
  ])('outcome of %j: %j', (input, outcome) => {
    expect(outcomeOf(pet, input)).toEqual(outcome);
  });

  const kinds = {
    '1': object({ version: integer(), name: text() }),
    first: object({ version: text(), size: integer() }),
    last: object({ size: integer(), version: literal('last'), note: optional(text(), '') }),
    closed: object({ version: literal('closed'), size: integer() }, { unknown: 'forbid' }),
    'of another': object({ version: literal('other') }),
    bare: object({ size: integer() }),
    later: lazy(() => object({ version: literal('later'), size: integer() })),
  };
  const property = fc.constantFrom<readonly [string, unknown]>(
    ['size', 1],
    ['size', '2'],
    ['size', 'x'],
    ['note', 'n'],
    ['name', 'n'],
    ['other', 1],
  );

  it('reads an object as its kind does, in any order of its properties', () => {
    const one = discriminatedUnion('version', kinds);
    const entries = fc.tuple(fc.array(property), fc.constantFrom(...Object.keys(kinds)), fc.array(property));
    fc.assert(
      fc.property(entries, ([before, version, after]) => {
        const value = Object.fromEntries([...before, ['version', version], ...after]);
        const read = kinds[version as keyof typeof kinds].parse(value);
        const expected = read instanceof Issues ? ofKind(read, version) : read;
        expect(one.parse(value)).toEqual(expected);
      }),
    );
  });

  it('has a discriminator of any name', () => {
    const one = discriminatedUnion('constructor', { a: object({ size: integer() }) });
    expect(outcomeOf(one, { constructor: 'a', size: 1 })).toBe('{"size":1}');
  });

  it('is described as OpenAPI describes it', () => {
    expect(pet.describe('output')).toMatchObject({
      oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      discriminator: { propertyName: 'kind', mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' } },
    });
  });

  it('is described without a mapping if a kind has no name', () => {
    const either = discriminatedUnion('kind', { cat, other: object({ kind: literal('other') }) });
    expect(Object.keys(either.describe('output'))).toEqual(['oneOf', '$defs']);
  });

  it('shows a tag as Python does', () => {
    const shown = [null, true, false, 1.5, [1], { a: 1 }].map((kind) => {
      const outcome = pet.parse({ kind });
      return outcome instanceof Issues && outcome.all[0].context.tag;
    });
    expect(shown).toEqual(['None', 'True', 'False', '1.5', '[...]', '{...}']);
  });
});

describe('a recursive kind', () => {
  it('is read and written to any depth', () => {
    const value = { value: 1, children: [{ value: 2, children: [{ value: 3, children: [] }] }] };
    expect(outcomeOf(tree, value)).toBe(JSON.stringify(value));
    expect(outcomeOf(tree, { value: 1, children: [{ children: 0 }] })).toEqual([
      ['children.0.value', 'missing'],
      ['children.0.children', 'list_type'],
    ]);
  });

  it('refuses a circular object', () => {
    const value: Record<string, unknown> = { value: 1 };
    value.children = [value];
    expect(outcomeOf(tree, value)).toMatchObject([[expect.any(String), 'recursion_loop']]);
    expect(outcomeOf(tree, { value: 1 })).toBe('{"value":1,"children":[]}');
  });

  const json: Field<unknown> = union(integer(), list(lazy(() => json)), dictionary(lazy(() => json)));

  it.each([
    ['with a name', tree, 'input'],
    ['with a name', tree, 'output'],
    ['without', json, 'input'],
    ['without', json, 'output'],
    ['in another', object({ trees: list(tree), json }), 'input'],
  ] as const)('%s is described in a schema that refers to itself', (_, described, side) => {
    const schema = described.describe(side);
    expect(JSON.stringify(schema)).toContain('"$ref":"#/$defs/');
    expect(() => new Ajv2020().compile(schema)).not.toThrow();
  });

  it('has a schema that agrees with what it reads', () => {
    const check = new Ajv2020().compile(json.describe('input'));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(check(value)).toBe(!(json.parse(value) instanceof Issues));
      }),
    );
  });
});

describe('definitions', () => {
  it('name a kind once, or twice if input and output differ', () => {
    const same = object({ a: text() }, { name: 'Same' });
    const other = object({ a: integer() }, { name: 'Other' });
    const both = object({ a: same, b: same, c: other, d: object({ a: integer() }, { name: 'Other' }) });
    const schema = both.describe('input');
    expect(Object.keys(schema.$defs ?? {})).toEqual(['Same', 'Other', 'Other2']);
  });
});
