import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Flaw } from '../../src/text/json/flaw.ts';
import {
  InexactNumber,
  MAX_DEPTH,
  MAX_MEMBERS,
  readJson,
  readJsonInSteps,
} from '../../src/text/json/reader.ts';
import { atOnce } from '../../src/text/turns.ts';
import { meaningOf } from './_reference.ts';
import { brokenText, jsonText } from './_texts.ts';

/** A value in which every numeral is the number that `JSON.parse` makes of it. */
function rounded(value: unknown): unknown {
  if (value instanceof InexactNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

const read = (json: string) => readJson(json, MAX_DEPTH);

/** An integer of any length. */
function exactly(digits: string): number | InexactNumber {
  return Number.isSafeInteger(Number(digits)) ? Number(digits) : new InexactNumber(digits);
}

describe('reading JSON', () => {
  it.each([
    ['30.00000000000000000001', new InexactNumber('30.00000000000000000001')],
    ['[1e-400, 1e400]', [new InexactNumber('1e-400'), Number.POSITIVE_INFINITY]],
    ['{"a":-1234567890123456789.5 }', { a: new InexactNumber('-1234567890123456789.5') }],
    ['{"a":30.00000000000000000001,"a":30}', { a: 30 }],
    ['["30.00000000000000000001"]', ['30.00000000000000000001']],
    ['[30.0000000000000000000, 9007199254740993.0]', [30, 9007199254740992]],
    ['[9007199254740991, 9007199254740993]', [2 ** 53 - 1, new InexactNumber('9007199254740993')]],
    ['[1.500000000000000000000]', [1.5]],
    ['"\\u0123\\u4567\\u89aA\\ubcBC\\udefD\\uEFf0"', '\u0123\u4567\u89aA\ubcBC\udefD\uEFf0'],
  ])('reads %s as %j', (json, value) => {
    expect(read(json)).toEqual(value);
  });

  it('agrees with JSON.parse, apart from inexact numbers', () => {
    fc.assert(
      fc.property(jsonText, (json) => {
        expect(rounded(read(json))).toStrictEqual(meaningOf(json));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads the same in steps, of whatever length', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, fc.json(), brokenText), fc.nat(20), fc.nat(9), (json, length, depth) => {
        expect(atOnce(readJsonInSteps(json, depth, length))).toStrictEqual(readJson(json, depth));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads a long text in many steps', () => {
    const text = JSON.stringify(Array.from({ length: 9000 }, (_, at) => ({ at, of: [at] })));
    const steps = readJsonInSteps(text, MAX_DEPTH);
    let count = 0;
    while (!steps.next().done) count++;
    expect(count).toBeGreaterThan(5);
    expect(text.length / count).toBeGreaterThan(5000);
  });

  it('counts the members of an object in all steps', () => {
    const members = Array.from({ length: MAX_MEMBERS }, (_, at) => `"${at}":1`).join();
    expect(Object.keys(Object(atOnce(readJsonInSteps(`{${members}}`, 1))))).toHaveLength(MAX_MEMBERS);
    expect(atOnce(readJsonInSteps(`{${members},"a":1}`, 1))).toMatchObject({ type: 'members' });
  });

  it('reads strings and numbers of any length', () => {
    for (let length = 1; length < 80; length++) {
      const values = ['a', 'é', 'a"', '\\a\n'].map((piece) => piece.repeat(length));
      expect(read(JSON.stringify(values))).toEqual(values);
      const digits = ['1'.repeat(length), `-${'9'.repeat(length)}`];
      expect(read(`[${digits}]`)).toEqual(digits.map(exactly));
    }
  });

  it('makes a property of every key', () => {
    const value = read('{"__proto__":{"a":30.00000000000000000001},"constructor":1}');
    expect(Object.keys(Object(value))).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    const { a: ordinary } = Object.getOwnPropertyDescriptors({ a: 1 });
    expect(Object.getOwnPropertyDescriptor(read('{"__proto__":1}'), '__proto__')).toEqual(ordinary);
  });

  it('reads as many levels as the limit allows', () => {
    const json = `${'[{"a":'.repeat(MAX_DEPTH / 2)}1e-400${'}]'.repeat(MAX_DEPTH / 2)}`;
    expect(read(json)).not.toBeInstanceOf(Flaw);
  });

  it('tells escaped keys apart, whichever came before', () => {
    read('{"h":[],"\\\\":0}');
    expect(read('{"h":1,"\\"":2}')).toEqual({ h: 1, '"': 2 });
    expect(read('{"h":1,"\\u0061ge":2}')).toEqual({ h: 1, age: 2 });
  });

  it('tells keys apart that begin alike, whichever came before', () => {
    const keys = ['name', 'names', 'na', 'n', '', 'name"', 'nam\\', 'name\n', 'name, which is long', 'name'];
    for (const before of keys) {
      for (const key of keys) {
        read(JSON.stringify({ [before]: 0 }));
        expect(read(JSON.stringify({ [key]: 1 }))).toEqual({ [key]: 1 });
      }
    }
  });

  it.each(['{"na"me":1}', '{"na', '{"na"', '{"na\\"', '{"na\n":1}', '{"'])(
    'refuses the key of %s, whichever came before',
    (json) => {
      const flaw = read(json);
      expect(flaw).toBeInstanceOf(Flaw);
      for (const key of ['na', 'na"me', 'na\n', '', 'name']) {
        read(JSON.stringify({ [key]: 0 }));
        expect(read(json)).toEqual(flaw);
      }
    },
  );
});
