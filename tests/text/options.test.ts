import { describe, expect, it } from 'vitest';
import { meantName } from '../../src/text/names.ts';
import { aString, checkOptions, inWords } from '../../src/text/options.ts';

/** Options of functions, and names that are nearly right. Other tests have those of the public API. */

const circular: { self?: unknown } = {};
circular.self = circular;
const list: unknown[] = [];
list.push(list);

describe('the values in messages', () => {
  it.each<[value: unknown, words: string]>([
    [circular, 'an object'],
    [list, 'a list'],
    [{ size: 7n }, 'an object'],
    [() => 1, 'a function'],
    [new Map(), '[object Map]'],
    ['x'.repeat(100), `"${'x'.repeat(79)}…`],
    [7n, '7'],
    [Number.NaN, 'NaN'],
    [Symbol('a'), 'Symbol(a)'],
  ])('%s', (value, words) => {
    expect(inWords(value)).toBe(words);
  });
});

it('lists all names if none is close', () => {
  const make = () =>
    checkOptions<{ a?: string; b?: string }>('lamp()', { xyz: 1 }, { a: aString, b: aString });
  expect(make).toThrow('lamp() has no option xyz; its options are a, b');
});

it('lists the properties likewise', () => {
  const check = () => checkOptions<{ a?: string }>('the lamp', { xyz: 1 }, { a: aString });
  expect(check).toThrow('The lamp has no property xyz; its properties are a');
});

describe('a name that was meant', () => {
  it.each<[given: string, known: readonly string[], meant: string | undefined]>([
    ['maxLenght', ['minLength', 'maxLength'], 'maxLength'],
    ['mxaLength', ['minLength', 'maxLength'], 'maxLength'],
    ['MAX-LENGTH', ['minLength', 'maxLength'], 'maxLength'],
    ['id', ['name', 'identifier'], 'identifier'],
    ['constructor', ['name', 'label'], undefined],
    ['__proto__', ['name', 'label'], undefined],
    ['', ['name', 'label'], undefined],
    ['x'.repeat(100_000), ['name', 'label'], undefined],
    ['label', [], undefined],
  ])('of %s', (given, known, meant) => {
    expect(meantName(given, known)).toBe(meant);
  });
});
