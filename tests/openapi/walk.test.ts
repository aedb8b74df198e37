import { expect, test } from 'vitest';
import { MANY_VALUES } from '../../src/documents/equals.ts';
import {
  Count,
  checkCount,
  MAX_VALUES,
  outsideReferences,
  walkThroughAll,
} from '../../src/documents/walk.ts';

/** What is found in the files of a document before anything is made of it. */

const ref = ($ref: unknown) => ({ $ref });

test.each<[what: string, file: unknown, expected: readonly string[]]>([
  ['a part of another file', { a: ref('b.json#/c') }, ['b.json']],
  ['a whole file', { a: ref('b.json') }, ['b.json']],
  ['parts of the same file', { a: ref('b.json#/c'), d: [ref('b.json#/e\n'), ref('b.json')] }, ['b.json']],
  ['several files, in order', [ref('../c.yaml#'), ref('b.json#x')], ['../c.yaml', 'b.json']],
  ['itself', { a: ref('#/b'), c: ref('#') }, []],
  ['nothing', { a: ref(7), b: ref(null), c: '$ref', d: null }, []],
  ['nothing, in an example', { schema: { example: ref('b.json') } }, []],
])('a file refers to %s', (_, file, expected) => {
  expect([...outsideReferences(file, new Count()).keys()]).toEqual(expected);
});

const FILE = 'file:///a/b.json';
const ID = 'https://x.example/one';
test.each<[what: string, file: unknown, outside: readonly string[], identified: readonly string[]]>([
  ['the file', { $id: ID }, [], [ID]],
  ['a schema', { a: { $id: ID, b: ref('two#c') } }, ['https://x.example/two'], [ID]],
  ['a schema within another', { $id: ID, a: { $id: 'in' } }, [], [ID, 'https://x.example/in']],
  ['a schema before others', { a: { $id: ID }, b: ref('two') }, ['file:///a/two'], [ID]],
  ['a schema that refers to itself', { $id: ID, a: ref(ID), b: ref('one#c') }, [], [ID]],
  [
    'two that refer to the same name',
    { a: { $id: ID, b: ref('c') }, d: ref('c') },
    ['https://x.example/c', 'file:///a/c'],
    [ID],
  ],
  ['nothing', { a: { $id: 7 }, example: { $id: ID } }, [], []],
])('references are relative to the $id of %s', (_, file, outside, expected) => {
  const identified = new Set<string>();
  expect([...outsideReferences(file, new Count(), FILE, identified).keys()]).toEqual(outside);
  expect([...identified]).toEqual(expected);
});

test('an $id is no address in OpenAPI 3.0', () => {
  const file = { $id: ID, a: ref('two#c') };
  expect([...outsideReferences(file, new Count(), FILE)]).toEqual([['file:///a/two', 'two#c']]);
});

test.each<[what: string, file: unknown, pointers: readonly string[]]>([
  ['the first of each reference', { a: ref('#/x'), b: ref('#/x'), c: ref('#/y') }, ['/a', '/c']],
  ['at its place', { 'a/b~': [1, [ref('#/x')]] }, ['/a~1b~0/1/0']],
  ['the mapping of a oneOf', { a: { oneOf: [], discriminator: { mapping: {} } } }, ['/a']],
  ['the mapping of an anyOf', { a: { anyOf: [], discriminator: { mapping: {} } } }, ['/a']],
  ['no mapping without a union', { a: { oneOf: {}, discriminator: { mapping: {} } } }, []],
  ['no union without a mapping', { a: { oneOf: [], discriminator: { mapping: 7 } } }, []],
  ['no union without a discriminator', { a: { oneOf: [], discriminator: 7 } }, []],
  ['no mapping of an example', { example: { oneOf: [], discriminator: { mapping: {} } } }, []],
])('what refers to others: %s', (_, value, pointers) => {
  const { referring } = walkThroughAll([{ value, at: 'file:#' }]);
  expect(referring.map(({ at }) => at)).toEqual(pointers.map((each) => `file:#${each}`));
});

test.each<[what: string, file: unknown, pointers: readonly string[]]>([
  ['in a schema', { a: { $dynamicRef: '#b' } }, ['/a']],
  ['that is no text', { a: { $dynamicRef: 7 } }, []],
  ['in an example', { example: { $dynamicRef: '#b' } }, []],
])('a $dynamicRef %s', (_, value, pointers) => {
  const { dynamic } = walkThroughAll([{ value, at: 'file:#' }]);
  expect(dynamic.map(({ at }) => at)).toEqual(pointers.map((each) => `file:#${each}`));
});

test.each<[what: string, files: readonly unknown[], hasIdentifiers: boolean, hasSecrets: boolean]>([
  ['nothing', [{ a: { b: 'c' } }, {}], false, false],
  ['an $id', [{}, { a: { $id: 'x' } }], true, false],
  ['an $anchor', [{ a: { $anchor: 'x' } }], true, false],
  ['a $dynamicAnchor', [{ a: { $dynamicAnchor: 'x' } }], true, false],
  ['writeOnly', [{}, { a: { writeOnly: true } }], false, true],
  ['a password', [{ a: { format: 'password' } }], false, true],
])('files have %s', (_, values, hasIdentifiers, hasSecrets) => {
  const found = walkThroughAll(values.map((value) => ({ value, at: 'file:#' })));
  expect(found).toMatchObject({ hasIdentifiers, hasSecrets });
});

test('the choices are those of very many values', () => {
  const long = Array.from({ length: MANY_VALUES + 1 }, (_, at) => at);
  const others = {
    b: { enum: long.slice(1) },
    c: { enum: 'x'.repeat(long.length) },
    example: { enum: long },
  };
  const schemas = { a: { enum: long }, ...others };
  expect(walkThroughAll([{ value: schemas, at: 'file:#' }]).choices).toEqual([long]);
});

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner, _, at) => (at % 2 ? [inner] : { a: inner }), 'x');

test('a file may have so many levels', () => {
  expect(() => outsideReferences(nested(501), new Count())).not.toThrow();
  expect(() => outsideReferences(nested(502), new Count())).toThrow(
    'The document is nested more than 500 levels deep',
  );
});

test('files may have so many values', () => {
  const count = new Count();
  outsideReferences({ a: [1, 'x', null], b: { c: 1, d: {} } }, count);
  // Those of an object that are no objects themselves are not counted.
  expect(count.values).toBe(7);
  expect(() => checkCount(MAX_VALUES)).not.toThrow();
  expect(() => checkCount(MAX_VALUES + 1)).toThrow(`The document has more than ${MAX_VALUES} values`);
});

test('files may have so many characters, in names and in texts', () => {
  const count = new Count();
  outsideReferences({ abc: 'de', f: ['gh'], i: { j: 1 } }, count);
  expect(count.characters).toBe(3 + 2 + 1 + 2 + 1 + 1);
  const text = 'x'.repeat(32 * 1024 * 1024 - 1);
  expect(() => outsideReferences({ a: text, b: [text] }, new Count())).not.toThrow();
  expect(() => outsideReferences({ a: text, b: [text, 'y'] }, new Count())).toThrow(
    'The document has more than 67108864 characters',
  );
});

test('what a loaded file refers to is found out once, unless it is read again', () => {
  const value: Record<string, unknown> = { a: ref('#/b') };
  outsideReferences(value, new Count());
  value.c = ref('#/d');
  const pointersNow = () => walkThroughAll([{ value, at: '' }]).referring.map(({ at }) => at);
  expect(pointersNow()).toEqual(['/a']);
  expect(pointersNow()).toEqual(['/a', '/c']);
});
