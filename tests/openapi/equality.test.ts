import { describe, expect, it, vi } from 'vitest';
import { canonical, choiceField } from '../../src/documents/choice.ts';
import { fastapiDialect } from '../../src/documents/dialect.ts';
import { Distinct, Equals, sortInSteps } from '../../src/documents/equals.ts';
import { Issues } from '../../src/errors/issue.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { defined } from '../../src/text/guards.ts';
import { InexactNumber, readJson } from '../../src/text/json/reader.ts';
import { counted, mostInStep } from '../_counted.ts';
import { documentWithBody, issuesOf } from './_document.ts';

/** Equality of JSON values, in a list of unique items and in a choice. */

const unique = { type: 'array', uniqueItems: true };

function issuesOfJson(schema: unknown, json: string) {
  return issuesOf(documentWithBody(schema), { path: '/lamps', json });
}

describe('unique items', () => {
  it.each<[json: string, expected: readonly string[] | 200]>([
    ['[{"a":1,"b":2},{"b":2,"a":1}]', ['body value_error uniqueItems']],
    ['[{"a":{"b":1,"c":2}},{"a":{"c":2,"b":1}}]', ['body value_error uniqueItems']],
    ['[[1,2],[2,1]]', 200],
    ['[{"a":1},{"a":2},{"b":1},{}]', 200],
    ['[{"a":1,"b":1},{"a":"1,\\"b\\":1"}]', 200],
    ['[9007199254740993,9007199254740992]', 200],
    ['[9007199254740993,9007199254740993]', ['body value_error uniqueItems']],
    ['[1,1.0]', ['body value_error uniqueItems']],
    ['[1,1e0]', ['body value_error uniqueItems']],
    ['[0,-0]', ['body value_error uniqueItems']],
    ['[0.5,5e-1]', ['body value_error uniqueItems']],
    ['[100000000000000000000,1e20]', ['body value_error uniqueItems']],
    ['[1e21,1000000000000000000000]', ['body value_error uniqueItems']],
    ['[30.00000000000000000001,30.000000000000000000010]', ['body value_error uniqueItems']],
    ['[30.00000000000000000001,30]', 200],
    ['[1e-400,10e-401]', ['body value_error uniqueItems']],
    ['[1e-400,-1e-400,0]', 200],
    ['[1,"1",true,null,"null",[],{},"[]",1.5]', 200],
  ])('%s', (json, expected) => {
    expect(issuesOfJson(unique, json)).toEqual(expected);
  });

  it('may be numbers with more digits than a double holds, in the reply as well', () => {
    const schema = { properties: { a: { ...unique, items: { type: 'integer' } } } };
    expect(issuesOfJson(schema, '{"a":[9007199254740993]}')).toBe(200);
  });
});

describe('a choice', () => {
  it.each<[schema: unknown, json: string, expected: readonly string[] | 200]>([
    [{ const: { a: 1, b: 2 } }, '{"b":2,"a":1}', 200],
    [{ const: { a: 1, b: 2 } }, '{"b":2.0,"a":1e0}', 200],
    [{ const: { a: 1, b: 2 } }, '{"b":1,"a":2}', ['body value_error enum']],
    [{ enum: [[1, 2], { a: 1 }] }, '[2,1]', ['body value_error enum']],
    [{ enum: [[1, 2], { a: [{ c: 1, b: 2 }] }] }, '{"a":[{"b":2,"c":1}]}', 200],
    [readJson('{"const":[9007199254740993]}', 9), '[9007199254740992]', ['body value_error enum']],
    [readJson('{"const":[9007199254740993]}', 9), '[9007199254740993]', 200],
  ])('of %j: %s', (schema, json, expected) => {
    expect(issuesOfJson(schema, json)).toEqual(expected);
  });
});

describe('a choice of many values of the same size', () => {
  const names = ['b', 'a'];
  const objects = Array.from({ length: 40 }, (_, at) => ({ a: at, b: [`${at}`, null, { c: at / 8 }] }));
  const swapped = (value: object) => Object.fromEntries(names.map((name) => [name, Object(value)[name]]));
  const lists = objects.map(({ a }) => [a, a === 0]);
  const numbers = objects.map(({ a }) => a * 2 ** 32);

  it.each<[what: string, all: readonly unknown[], equals: readonly unknown[], others: readonly unknown[]]>([
    [
      'objects',
      objects,
      [objects[7], ...objects.map((each) => swapped(each))],
      [
        { a: 1, b: ['2', null, { c: 0.125 }] },
        { a: 1, b: ['1', null, { c: 1 }] },
        { a: 1, c: 1 },
      ],
    ],
    [
      'lists',
      lists,
      structuredClone(lists),
      [
        [1, true],
        [1, 0],
        [true, 1],
        [null, ''],
      ],
    ],
    [
      'numbers',
      [...numbers, 2 ** 63, readJson('9007199254740993', 9), true, null],
      [
        readJson('4294967296.0000000000000000000', 9),
        readJson('9007199254740993', 9),
        readJson('9223372036854776000', 9),
        0,
        null,
      ],
      [-1, false, readJson('9007199254740995', 9), 2 ** 53, readJson('9223372036854775809', 9)],
    ],
    [
      'lists of numbers',
      [...lists, [readJson('9007199254740993', 9)]],
      [[readJson('9007199254740993', 9)]],
      [[readJson('9007199254740994', 9)], readJson('9007199254740993', 9), 1, 'a'],
    ],
    [
      'numbers in lists',
      [...numbers.map((each) => [each]), [readJson('9007199254740993', 9)]],
      [[readJson('9007199254740993', 9)], [readJson('4294967296.0', 9)]],
      [[2 ** 53], [1]],
    ],
  ])('finds its equals: %s', (_, all, equals, others) => {
    const equal = new Equals(all, canonical);
    const includes = (value: unknown) => equal.include(value, () => canonical(value));
    expect(equals.filter((value) => !includes(value))).toEqual([]);
    expect(others.filter(includes)).toEqual([]);
  });

  it('sorts many of them in steps, once for all who look for equals', () => {
    const { document, read } = counted({ all: Array.from({ length: 20_000 }, (_, at) => ({ at })) });
    const { all } = Object(document);
    const { most } = mostInStep(sortInSteps([all]), read);
    const before = read();
    expect(most).toBeLessThan(5000);
    expect(before).toBeGreaterThan(20_000);
    for (const at of [0, 19_999, 20_000]) {
      const value = { at };
      expect(new Equals(all, canonical).include(value, () => canonical(value))).toBe(at < 20_000);
    }
    expect(read() - before).toBeLessThan(100);
  });

  it.each([
    ['texts', undefined, (at: number) => `a${at}`, ['a19999'], 'a20000'],
    ['numbers', undefined, (at: number) => at, [19_999, true, 0], 20_000],
    ['a component', 'Lamp', (at: number) => `a${at}`, ['a19999'], 'a20000'],
  ])('sorts scalars in steps, for the field that reads them: %s', (_, name, valueAt, equals, other) => {
    const all = Array.from({ length: 20_000 }, (_, at) => valueAt(at));
    const { length } = [...sortInSteps([all])];
    expect(length).toBeGreaterThan(15);
    const sets = vi.spyOn(globalThis, 'Set');
    const made = choiceField(all, {}, { values: 'fastapi', dialect: fastapiDialect }, name);
    expect(equals.map((value) => made.parse(value) instanceof Issues)).toEqual(equals.map(() => false));
    expect(made.parse(other)).toBeInstanceOf(Issues);
    expect(sets.mock.calls.filter(([values]) => Array.isArray(values) && values.length > 1000)).toEqual([]);
    sets.mockRestore();
  });

  it('writes only those that are nearly sure to be equal', () => {
    let written = 0;
    const equal = new Equals(objects, (value) => {
      written++;
      return canonical(value);
    });
    for (const value of [swapped(objects[3] ?? {}), { a: 1, b: 2 }])
      equal.include(value, () => canonical(value));
    expect(written).toBe(1);
  });
});

describe.each(['schema', 'fastapi'] as const)('with the setting %s, a constant of many values', (values) => {
  const constant = Array.from({ length: 2000 }, (_, at) => ({ at }));
  const { document, read } = counted(documentWithBody({ enum: [constant, { a: 1 }, [7]] }));
  const { contract } = fromDocument(document, { values })[hosting];
  const { body } = Object(defined(Object.values(contract.endpoints)[0]));
  const declared = Object(document).paths['/lamps'].post.requestBody.content['application/json'].schema;
  const isAccepted = (value: unknown) => !(body.parse(value) instanceof Issues);

  it('is not looked through for values of other sizes, or for the constant itself', () => {
    const before = read();
    for (const value of [{ a: 2 }, [], [8], {}, 7, 'a', null]) expect(isAccepted(value)).toBe(false);
    for (const value of [{ a: 1 }, [7], declared.enum[0]]) expect(isAccepted(value)).toBe(true);
    expect(read() - before).toBeLessThan(1000);
  });

  it('is equal to what has the same values', () => {
    expect(isAccepted(structuredClone(constant))).toBe(true);
    expect(isAccepted(constant.toReversed())).toBe(false);
  });
});

describe('the text that equal values share', () => {
  it.each<[what: string, json: string]>([
    ['many levels', '['.repeat(1000) + ']'.repeat(1000)],
    ['many digits', `[1${'0'.repeat(1_000_000)}1,0.${'0'.repeat(1_000_000)}1]`],
    ['many digits of an exponent', `[1e-${'9'.repeat(1_000_000)},1e999999999]`],
    ['many names', `{${Array.from({ length: 100_000 }, (_, at) => `"a${at}":1`).join()}}`],
  ])('is made of %s', (_, json) => {
    const text = canonical(readJson(json, 1000));
    expect(text.length).toBeGreaterThan(10);
    expect(text.length).toBeLessThan(3_000_000);
  });

  it('is short for a number with a huge exponent', () => {
    expect(canonical(readJson('1e-999999999', 1)).length).toBeLessThan(20);
  });
});

describe('thousands of choices that are asked about the same object', () => {
  function countingNames(): { readonly object: object; readonly listed: () => number } {
    let count = 0;
    const ownKeys = (target: object) => {
      count++;
      return Reflect.ownKeys(target);
    };
    return { object: new Proxy({ a: 1, b: 2 }, { ownKeys }), listed: () => count };
  }

  it.each([
    ['texts', ['a', 'b'], 0],
    ['objects', [{ a: 1 }], 1],
  ])('list its names at most once: choices of %s', (_, values, times) => {
    const { object, listed } = countingNames();
    for (let at = 0; at < 100; at++)
      expect(new Equals(values, canonical).include(object, () => '')).toBe(false);
    expect(listed()).toBe(times);
  });
});

describe('a list of values of which no two are equal', () => {
  /** Adds all values to one, and lists those that it did not have. */
  const different = (values: readonly unknown[]) => {
    const others = new Distinct();
    return values.filter((value) => others.add(value, () => canonical(value)));
  };

  it.each<[values: readonly unknown[], different: readonly unknown[]]>([
    [
      [1, '1', 1, '1', '1e0'],
      [1, '1', '1e0'],
    ],
    [
      [0, -0, false, null, ''],
      [0, false, null, ''],
    ],
    [
      [[1], '[1e0,]', [1], { 0: 1 }],
      [[1], '[1e0,]', { 0: 1 }],
    ],
    [[2 ** 53, new InexactNumber(String(2 ** 53)), new InexactNumber(`${2 ** 53}.0`)], [2 ** 53]],
    [
      [new InexactNumber('1e-400'), 0, new InexactNumber('10e-401')],
      [new InexactNumber('1e-400'), 0],
    ],
  ])('has of %j only %j', (values, expected) => {
    expect(different(values)).toEqual(expected);
  });

  it('has thousands of any kind', () => {
    const kinds = [
      (at: number) => at,
      (at: number) => at / 7,
      String,
      (at: number) => [at],
      (at: number) => ({ at }),
    ];
    const values = kinds.flatMap((kind) => Array.from({ length: 3000 }, (_, at) => kind(at + 1)));
    const whole = values.filter((value) => Number.isInteger(value)).length;
    expect(different([...values, ...values])).toHaveLength(values.length - (whole - 3000));
  });
});
