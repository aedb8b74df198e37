import { describe, expect, it, test } from 'vitest';
import { Guard } from '../../src/documents/guard.ts';
import { Issues, listing, toList, wrong } from '../../src/errors/issue.ts';
import { dictionary } from '../../src/fields/dictionary.ts';
import { type AnyField, customField, derive } from '../../src/fields/field.ts';
import { list, set } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { nullable, omittable, optional, unknown } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import { union } from '../../src/fields/union.ts';
import { isLimited, maySpend, spending, withSteps } from '../../src/fields/work.ts';
import { isLong, readJsonInSteps } from '../../src/text/json/reader.ts';
import { atOnce, type Steps } from '../../src/text/turns.ts';

/** Long values, which are read in steps: they are read as they are at once. */

const DEPTH = 20;

/** Reads a JSON text so that everything in it that is not a scalar is long. */
function longValue(json: string): unknown {
  return atOnce(readJsonInSteps(json, DEPTH, 0));
}

/** Counts the steps of work. */
function counted<Result>(steps: Steps<Result>): { result: Result; count: number } {
  for (let count = 0; ; count++) {
    const { done, value } = steps.next();
    if (done) return { result: value, count };
  }
}

function told(result: unknown) {
  if (!(result instanceof Issues)) return result;
  const { all, count } = result;
  return {
    count,
    all: all.map(({ type, path, source, label, input }) => ({ type, path, source, label, input })),
  };
}

const COUNT = 100;
const many = (unit: string) => `[${Array.from({ length: COUNT }, () => unit).join()}]`;
const named = (unit: string) => `{${Array.from({ length: COUNT }, (_, at) => `"n${at}":${unit}`).join()}}`;

const integers = list(integer());
const shortened = derive(text(), { parse: (raw) => String(raw).slice(0, 2), takesAnyText: false });
const lamp = object({ id: integer(), tags: list(text()), rest: omittable(list(integer())) });
const closed = object({ rows: list(lamp), more: optional(integer()) }, { unknown: 'forbid' });
const forms: readonly (readonly [string, AnyField])[] = [
  ['a list', integers],
  ['a short list', list(integer(), { minItems: COUNT * 2 })],
  ['a list that may be null', nullable(integers)],
  ['a list of lists', list(integers)],
  ['a dictionary', dictionary(integer())],
  ['a dictionary with few entries', dictionary(integer(), { minItems: COUNT * 2 })],
  ['a dictionary with numbers for names', dictionary(unknown(), { key: integer() })],
  ['a dictionary of lists', dictionary(integers)],
  ['a dictionary some of whose names are changed', dictionary(unknown(), { key: shortened })],
  ['an object', lamp],
  ['a set of numbers', set(integer())],
  ['a small set', set(integer({ values: 'fastapi' }), { maxItems: 1 })],
  ['an object of numbers', object({ 1: integer(), 2: integer() })],
  ['an object in a list', list(lamp)],
  ['an object without others', closed],
];

const values: readonly (readonly [string, string])[] = [
  ['numbers', many('1')],
  ['texts that are numbers', many('"1"')],
  ['texts', many('"x"')],
  ['a wrong number at the end', `${many('1').slice(0, -1)},"x"]`],
  ['lists', many('[1,2]')],
  ['entries', named('1')],
  ['entries that are converted', named('"1"')],
  ['wrong entries', named('"x"')],
  ['entries of lists', named('["1",2]')],
  ['numbered entries', '{"1":1,"2":2}'],
  ['a lamp', `{"id":1,"tags":${many('"a"')},"rest":${many('"1"')}}`],
  ['a lamp with few tags', `{"id":1,"tags":["a",2],"rest":${many('"1"')}}`],
  ['a lamp whose tags are a text', `{"id":1,"tags":"a","rest":${many('"1"')}}`],
  ['a wrong lamp', `{"id":"x","tags":${many('1')},"other":${many('1')}}`],
  ['lamps', many('{"id":1,"tags":["a"]}')],
  ['rows', `{"rows":${many('{"id":"1","tags":["a"],"rest":["2"]}')},"other":1}`],
  ['a text', '"text"'],
];

describe.each(forms)('%s', (_, field) => {
  it.each(values)('reads %s in steps as it does at once', (__, json) => {
    const value = longValue(json);
    const { result } = counted(field.parseInSteps?.(value) ?? noSteps());
    expect(told(result)).toEqual(told(field.parse(value)));
  });
});

function noSteps(): never {
  throw new Error('the field reads nothing in steps');
}

test.each([
  ['a list', integers, many('1')],
  ['a list of lists', list(integers), `[${many('1')}]`],
  ['a set', set(integer()), many('1')],
  ['a dictionary', dictionary(integer()), named('1')],
  ['a list in a dictionary', dictionary(integers), `{"a":${many('1')}}`],
  ['a list in an object', object({ items: optional(integers) }), `{"items":${many('1')}}`],
  ['a list that may be left out', omittable(nullable(integers)), many('1')],
])('%s gives way several times', (_, field, json) => {
  const { count } = counted<unknown>(field.parseInSteps?.(longValue(json)) ?? noSteps());
  expect(count).toBeGreaterThan(COUNT / 20);
});

test('a list of unions gives way after each item that many kinds are tried for', () => {
  const kinds = Array.from({ length: 1500 }, (_, at) => object({ [`p${at}`]: integer(), q: text() }));
  const [first = noSteps(), ...others] = kinds;
  const value = longValue(`[${new Array(8).fill('{"q":"a"}').join()}]`);
  const steps = list(union(first, ...others)).parseInSteps?.(value) ?? noSteps();
  const { count } = spending({ left: 1_000_000 }, () => counted<unknown>(steps));
  expect(count).toBe(8);
});

test('an object is prepared once for all long values', () => {
  let looks = 0;
  const plain = integer();
  const watched: AnyField = {
    ...plain,
    get parse() {
      looks++;
      return plain.parse;
    },
  };
  const { parseInSteps = noSteps } = object({ watched, tags: integers });
  const value = longValue(`{"watched":1,"tags":${many('1')}}`);
  const read = () => counted(parseInSteps(value)).result;
  expect(read()).toEqual(value);
  const once = looks;
  expect(read()).toEqual(value);
  expect([once > 0, looks]).toEqual([true, once]);
});

test('a value is long if it takes more than one step to read', () => {
  const [short, long] = atOnce(readJsonInSteps(`[[1,2,3],${many('1')}]`, DEPTH, COUNT)) as unknown[];
  expect([short, long, 1, null].map(isLong)).toEqual([false, true, false, false]);
});

test('steps are limited where a budget is, and nowhere else', () => {
  const within = [spending({ left: 3 }, isLimited), withSteps(3, isLimited).result];
  expect([...within, isLimited()]).toEqual([true, true, false]);
});

test('what may be spent on a value that is read bit by bit is spent once', () => {
  const issues = toList(2);
  const made = Array.from({ length: 20 }, () => listing(issues, () => wrong('missing', null).parts.length));
  expect(made.filter((length) => length > 0)).toHaveLength(8);
  const budget = { left: 3 };
  expect([1, 1, 1, 1].map((steps) => spending(budget, () => maySpend(steps)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('without a limit, any number of steps may be taken, also after infinitely many', () => {
  expect([maySpend(Number.POSITIVE_INFINITY), maySpend(1), isLimited()]).toEqual([true, true, false]);
});

test('a schema that is referred to reads in steps as long as there are any left', () => {
  const field = new Guard().wrap(integers);
  const value = longValue(many('1'));
  const read = (left: number) =>
    spending({ left }, () => counted<unknown>(field.parseInSteps?.(value) ?? noSteps()).result);
  expect(read(100)).toBe(value);
  expect(read(0)).toMatchObject({ all: [{ type: 'too_complex' }] });
  expect(new Guard().wrap(integer()).parseInSteps).toBeUndefined();
});

test('a field with a function of its own to read a value is not passed over', () => {
  const own = { parse: () => 'own' };
  expect(derive(integers, own as object).parseInSteps).toBeUndefined();
  expect(list(integer(), { label: 'Numbers' }).parseInSteps).toBeUndefined();
  expect(customField({ ...integers, ...own } as AnyField).parseInSteps).toBeUndefined();
  expect(derive(integers, { write: () => '' }).parseInSteps).toBe(integers.parseInSteps);
});
