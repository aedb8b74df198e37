import { describe, expect, it } from 'vitest';
import { automatonTester } from '../../src/text/pattern/automaton.ts';
import { backtracking, sizeOf } from '../../src/text/pattern/linear.ts';
import { parsePattern } from '../../src/text/pattern/parse.ts';
import { stepCounter } from './_automaton.ts';

/** What patterns cost: in JavaScript's own engine, which backtracks, and in an automaton. */

/** So many different characters, each of which may be missing. */
const options = (count: number) =>
  Array.from({ length: count }, (_, at) => `${String.fromCodePoint(0x4e00 + 2 * at)}?`).join('');

it.each<[string, number | undefined]>([
  ['', 0],
  ['^', 1],
  ['a', 1],
  ['abc', 3],
  ['^abc', 1],
  ['$ab', 2],
  ['\\bab', 2],
  ['(?:^a|^b)c', 1],
  ['(?:^a|b)c', 2],
  ['^|a', 1],
  ['a^b', 2],
  ['(?:^)?ab', 2],
  // Options that begin alike
  ['ab|cd', 2],
  ['ab|ac', 4],
  ['^(?:ab|ac)', 2],
  ['^(?:ab|ac|ad)x', 3],
  ['^(?:a|ab)(?:a|ab)$', 4],
  ['^(?:(?:ab|ac)|d)x', 2],
  ['^(?:aa|ab){1}c', 2],
  ['^(?:aa|ab)?c', 2],
  ['^(?:aa|ab){2}c', undefined],
  ['^(?:a{64}|a{2})c', 2],
  ['^(?:a{65}|a{2})c', undefined],
  ['^(?:a{65}|b{2})c', 1],
  // Options of which one is empty
  ['^(?:a?|b)', 1],
  ['^(?:a?|b?)', undefined],
  ['^(?:a|)b', 1],
  ['^(?:a|)a', undefined],
  ['^(?:a|b)a', 1],
  ['^x*(?:a|b)x', 1],
  ['^x*(?:a|)x', undefined],
  ['^(?:a|b*)c', 1],
  ['^(?:a|b*)b', undefined],
  ['^(?:a|b(?:a|b)(?:a|b)*)c', 1],
  // Repetitions
  ['^a*b', 1],
  ['^a*a', undefined],
  ['^a{2}a', 1],
  ['^a{1,2}a', undefined],
  ['^a?b?a', undefined],
  ['^a?b?c', 1],
  ['^a?ba', 1],
  ['^x*(?:a?b?)x', undefined],
  ['^x*(?:a?b)x', 1],
  ['^(?:ab?)*$', 1],
  ['^(?:ab?)*b', undefined],
  ['^(?:ba?)*b', undefined],
  ['^(?:a?)*$', undefined],
  ['^(?:a?)?$', 1],
  ['^(?:a?){1}b', 1],
  ['^(?:a?){1}a', undefined],
  ['^(?:a{0,2}b)*$', 1],
  ['^(?:a*b)*a', undefined],
  ['^(?:ab*)*b', undefined],
  ['^(?:ab*)*a', undefined],
  ['^(?:a+)+$', undefined],
  ['xa{0}b', 2],
  ['(?:a*){0}x', 1],
  ['x(?:a*){0}b', 2],
  ['xa*b', undefined],
  // Characters to look at
  ['a{64}', 64],
  ['a{63}b', 64],
  ['a{64}b', undefined],
  ['^a{64}b', 1],
  ['x(?:a|b|c{5})', 6],
  ['(?:ab|cde){9}f', 28],
  // Sizes
  ['^a{1999}$', undefined],
  ['^a{1998}$', 1],
])('JavaScript’s own engine looks at so many characters for each, with %s: %s', (source, looks) => {
  expect(backtracking(parsePattern(source, 'javascript'))).toBe(looks);
});

it('JavaScript’s own engine gets no pattern that may go on with very many characters', () => {
  const looksOf = (count: number) => backtracking(parsePattern(`^${options(count)}a$`, 'javascript'));
  expect([looksOf(499), looksOf(500)]).toEqual([1, undefined]);
});

it.each<[string, number]>([
  ['', 1],
  ['(?:)', 1],
  ['ab', 2],
  ['^$', 2],
  ['a|bc', 3],
  ['(?:|a)', 2],
  ['^a{3,}$', 6],
  ['^a*$', 3],
  ['^a{3,5}$', 7],
  ['^a{0}$', 3],
  ['^(?:a|bc){4}$', 14],
  ['^(?:a{2}){3}$', 8],
  ['^(?:){5}$', 7],
])('%s has so many places, with all its repetitions: %d', (source, size) => {
  expect(sizeOf(parsePattern(source, 'javascript').node)).toBe(size);
});

describe('an automaton', () => {
  it.each(['^[^x]*x', '[^x]x.y$', 'a*b$'])('takes characters of the same sets for the same: %s', (source) => {
    const stepsFor = stepCounter(source);
    expect(stepsFor('-----')).toBeGreaterThan(1);
    expect(stepsFor('ccc__')).toBe(0);
    expect(stepsFor('ééé💌')).toBe(0);
  });

  it.each(['^[^x]*\\bx', '[^x]\\B.y$'])('knows words and others apart if a boundary asks: %s', (source) => {
    const stepsFor = stepCounter(source);
    expect(stepsFor('-----')).toBeGreaterThan(1);
    expect(stepsFor('ccccc')).toBeGreaterThan(1);
    expect(stepsFor('__ddd')).toBe(0);
    expect(stepsFor('éé💌')).toBe(0);
  });

  it.each<[string, string, number]>([
    ['^abc$', 'xbc', 1],
    ['^abc$', 'abx', 3],
    ['^abc$', 'abc', 4],
    ['^abc$', 'abcd', 4],
    ['^a*b', 'aaaaaaaaaaaax', 3],
    ['^a*b', 'aab____', 3],
    ['^(?:a|b)*c', 'ababbab', 4],
    ['a', '------a', 3],
    ['a$', '--a--a', 5],
    ['a\\b', '--a-', 4],
    ['(?:^|-)a', 'ba', 3],
    ['', 'abc', 0],
    ['[]', 'abc', 3],
  ])('works out for %s only the states of %j that are new, and each once: %d', (source, text, states) => {
    let asked = 0;
    const test = automatonTester(parsePattern(source, 'javascript'), () => {
      asked++;
      return true;
    });
    const isMatch = new RegExp(source, 'u').test(text);
    expect([test(text), asked]).toEqual([isMatch, states]);
    expect([test(text), asked]).toEqual([isMatch, states]);
  });

  it.each([
    ['places', '^(a?){90}b$', '^(a?){900}b$'],
    ['places that are all tried', '^(?:a?){90}$', '^(?:a?){900}$'],
    ['sets', `^(?:${options(100)})[^a]$`, `^(?:${options(1000)})[^a]$`],
  ])('takes ten times as many steps for ten times as many %s', (_, few, many) => {
    const ratio = stepCounter(many)('a') / stepCounter(few)('a');
    expect(ratio).toBeGreaterThan(7);
    expect(ratio).toBeLessThan(13);
  });

  it('takes steps for all places that a character may lead to, also after the first', () => {
    const stepsFor = stepCounter('^(?:a?b?){450}c');
    stepsFor('a');
    expect(stepsFor('ab')).toBeGreaterThan(450);
  });

  it('takes steps for the sets of which a new character may be', () => {
    const stepsFor = stepCounter(`^x${options(900)}$`);
    stepsFor('x');
    expect(stepsFor('y')).toBeGreaterThan(100);
    expect(stepsFor('y')).toBe(0);
  });

  it('matches nothing for which no steps are left, and is right again with more', () => {
    let isLeft = true;
    const test = automatonTester(parsePattern('^(?:a|ab)*c', 'javascript'), () => isLeft);
    expect(test('abc')).toBe(true);
    isLeft = false;
    expect([test('abc'), test('aabc')]).toEqual([true, false]);
    isLeft = true;
    expect([test('abc'), test('aabc'), test('aab')]).toEqual([true, true, false]);
  });
});
