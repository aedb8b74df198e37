import { expect, it } from 'vitest';
import { nativeTester, testerOf } from '../../src/text/pattern/match.ts';
import { parsePattern } from '../../src/text/pattern/parse.ts';
import type { Classes } from '../../src/text/pattern/sets.ts';

/** What a pattern may not have, and where that is; and what looks alike, but is no mistake. */

const LOOKS = "look-around, which can't be matched in linear time except at the start of the text";
const NOTHING = 'nothing to repeat';
const CLOSES = 'an opening bracket that nothing closes';
const OPENS = 'a closing bracket that nothing opens';
const CLASS = 'a class that nothing closes';
const REFERENCE = 'a reference to a group, which takes more than linear time';
const FLAGS = 'flags in a group, which are not supported';
const KIND = 'an unknown kind of group';
const RANGE = 'a range out of order';
const OPERATION = 'an operation on classes, which is not supported';
const WITHIN = 'a class within a class, which is not supported';
const OPPOSITE = 'the opposite of \\w in a class, which is not supported';
const BACKSLASH = 'nothing behind its last backslash';
const BESIDE = 'a choice beside look-ahead, which is not supported';
const BEYOND = 'a character beyond all of Unicode';

function messageOf(source: string, classes: Classes): string {
  try {
    parsePattern(source, classes);
    return '';
  } catch (error) {
    return error instanceof TypeError ? error.message : String(error);
  }
}

it.each<[string, string, number]>([
  ['a(?=b)', LOOKS, 4],
  ['a(?!b)', LOOKS, 4],
  ['(?<=a)b', LOOKS, 4],
  ['^a(?<!b)', LOOKS, 6],
  ['^(?=a(?=b))', LOOKS, 8],
  ['(?=a)b', LOOKS, 3],
  ['x^(?=a)b', LOOKS, 5],
  ['(?ix)a', FLAGS, 5],
  ['(?i-s:a)', FLAGS, 6],
  ['a(?i)', FLAGS, 5],
  ['(?<1>a)', KIND, 1],
  ['(?P=x)', KIND, 1],
  ['(?~a)', KIND, 1],
  ['(?<a-b>c)', KIND, 1],
  ['*a', NOTHING, 1],
  ['a**', NOTHING, 3],
  ['a{2}{3}', NOTHING, 7],
  ['a|+', NOTHING, 3],
  ['(?:?a)', NOTHING, 4],
  ['{1}', NOTHING, 3],
  ['a+??', NOTHING, 4],
  ['^*', NOTHING, 2],
  ['a$?', NOTHING, 3],
  ['\\b{2}', NOTHING, 5],
  ['a{2,1}', 'numbers out of order', 6],
  ['a{11,9}b', 'numbers out of order', 7],
  ['(a', CLOSES, 2],
  ['((a)', CLOSES, 4],
  ['^(?=a', CLOSES, 5],
  ['a)', OPENS, 1],
  ['(?:a))b', OPENS, 5],
  ['[a', CLASS, 2],
  ['[', CLASS, 1],
  ['[^', CLASS, 2],
  ['[a\\]', CLASS, 4],
  ['[b-a]', RANGE, 4],
  ['[a-\\d]', RANGE, 5],
  ['[z-\\x41]', RANGE, 7],
  ['(a)\\1', REFERENCE, 5],
  ['\\9', REFERENCE, 2],
  ['(?<n>a)\\k<n>', REFERENCE, 10],
  ['\\q', 'an unknown escape, \\q', 2],
  ['a\\yb', 'an unknown escape, \\y', 3],
  ['[\\q]', 'an unknown escape, \\q', 3],
  ['\\8a', REFERENCE, 2],
  ['[\\1]', 'an unknown escape, \\1', 3],
  ['\\cä', 'an unknown escape, \\c', 2],
  ['\\u12', 'an unknown escape, \\u', 2],
  ['\\xg0', 'an unknown escape, \\x', 2],
  ['\\p', 'an unknown escape, \\p', 2],
  ['a\\', BACKSLASH, 2],
  ['\\u{110000}', BEYOND, 10],
  ['\\p{Nonsense}', 'an unknown property, Nonsense', 12],
  ['\\p{Lu=x}', 'an unknown property, Lu=x', 8],
  ['\\p{Script=Greek=x}', 'an unknown property, Script=Greek=x', 18],
  ['\\p{xgc=Lu}', 'an unknown property, xgc=Lu', 10],
  ['\\p{gc=Lu=x}', 'an unknown property, gc=Lu=x', 11],
  ['\\p{xsc=Greek}', 'an unknown property, xsc=Greek', 13],
  ['\\p{=}', 'an unknown property, =', 5],
  ['\\p{gc=}', 'an unknown property, gc=', 7],
  ['[\\pX]', 'an unknown property, X', 4],
  ['^(?=a)b|c', BESIDE, 9],
  ['^(?!a)|c', BESIDE, 8],
  [`${'('.repeat(101)}a${')'.repeat(101)}`, 'more than 100 groups within one another', 100],
])('%s has %s, at %d', (source, mistake, at) => {
  const shown = source.length > 100 ? `${source.slice(0, 100)}…` : source;
  for (const classes of ['javascript', 'unicode'] as const)
    expect(messageOf(source, classes)).toBe(`The pattern ${shown} has ${mistake}, at ${at}`);
});

it.each<[string, string, number]>([
  ['[a&&b]', OPERATION, 4],
  ['[a--b]', OPERATION, 4],
  ['[!--b]', OPERATION, 4],
  ['[~~a]', OPERATION, 3],
  ['[[a]b]', WITHIN, 2],
  ['[[:nonsense:]]', WITHIN, 13],
  ['[[:alpha]]', WITHIN, 2],
  ['[[:Alpha:]]', WITHIN, 2],
  ['[\\W]', OPPOSITE, 3],
  ['[a\\Wb]', OPPOSITE, 4],
  ['[]', CLASS, 2],
  ['[^]', CLASS, 3],
  ['\\U00110000', BEYOND, 10],
  ['\\U0000', 'an unknown escape, \\U', 2],
])('%s has in the syntax of Rust %s, at %d', (source, mistake, at) => {
  expect(messageOf(source, 'unicode')).toBe(`The pattern ${source} has ${mistake}, at ${at}`);
});

it('shows only the start of a long pattern', () => {
  for (const length of [10, 99, 100, 101, 10_000]) {
    const source = `${'a'.repeat(length - 1)})`;
    const shown = length > 100 ? `${'a'.repeat(100)}…` : source;
    expect(messageOf(source, 'unicode')).toBe(`The pattern ${shown} has ${OPENS}, at ${length - 1}`);
  }
  const many = messageOf('a'.repeat(10_001), 'unicode');
  expect(many).toBe(`The pattern ${'a'.repeat(100)}… has more than 10000 characters, at 0`);
});

const deep = (levels: number) => `${'('.repeat(levels)}a${')'.repeat(levels)}`;

it.each<[string, string, string]>([
  // Sets of characters
  ['[a&&b]', 'ab&', 'c'],
  ['[~~a]', '~a', 'b'],
  ['[*--]', '*+,-', '.a'],
  ['[!--b]', '!-b', '.a'],
  ['[[:alph]', '[:alph', 'b]'],
  ['[]', '', 'a]'],
  ['[^]', 'a]', ''],
  ['[a-]', 'a-', 'b'],
  ['[a-a]', 'a', '-b'],
  ['[a-c-e]', 'abc-e', 'd'],
  ['[\\p{L}-]', 'a-', '5'],
  ['[-a]', 'a-', 'b'],
  ['[\\d-]', '5-', 'a'],
  ['[\\x41-\\x43]', 'ABC', 'D@'],
  ['[💌-💍]', '💌💍', '💎'],
  ['[\\ud83d\\udc8c-\\ud83d\\udc8d]', '💌💍', '💎'],
  ['[a^]', 'a^', 'b'],
  ['[\\-\\]\\\\]', '-]\\', 'a['],
  ['[\\b]', '\b', 'b'],
  ['[.*+?]', '.*+?', 'a'],
  ['[\\S]', 'a\x85', ' \ufeff'],
  ['[\\W]', '- é', 'a5_'],
  // Escapes
  ['^\\0$', '\0', '0'],
  ['^\\cJ$', '\n', 'JcM'],
  ['^\\cj$', '\n', 'j'],
  ['^\\cZ$', '\x1a', 'Z'],
  ['^\\x4a$', 'J', 'x4a'],
  ['^\\u004A$', 'J', 'u'],
  ['^\\u{4a}$', 'J', 'u'],
  ['^\\u{00004a}$', 'J', 'u'],
  ['^\\u{10ffff}$', '\u{10ffff}', 'u'],
  ['^\\ud83d\\udc8c$', '💌', '\ud83d'],
  ['^\\uD83D\\uDC8C$', '💌', '💍'],
  ['^\\ud83d$', '\ud83d', '💌d'],
  ['^[\\u{4a}-\\u{4c}]$', 'JKL', 'IM'],
  ['^\\/$', '/', '\\'],
  ['^\\.$', '.', 'a'],
  // Properties
  ['^\\p{Script=Greek}$', 'αΩ', 'a'],
  ['^\\p{sc=Greek}$', 'αΩ', 'a'],
  ['^\\p{General_Category=Lu}$', 'AÉ', 'a'],
  ['^\\p{gc=Lu}$', 'AÉ', 'a'],
  ['^\\P{gc=Lu}$', 'a5', 'A'],
  ['^[\\P{Lu}]$', 'a5', 'A'],
  ['^\\p{Script=Greek}|\\p{Emoji_Presentation}$', 'α💌', 'a'],
  // Groups
  ['^(?<a>b)$', 'b', 'a'],
  ['^(?<A_1>b)$', 'b', 'a'],
  ['^(?:(b)|(c))$', 'bc', 'a'],
  [deep(99), 'a', '('],
  [`^${'()'.repeat(101)}a$`, 'a', '('],
])('%s is read as JavaScript reads it', (source, matched, others) => {
  const test = testerOf(parsePattern(source, 'javascript'), nativeTester);
  const expected = new RegExp(source, 'u');
  for (const [characters, isIn] of [
    [matched, true],
    [others, false],
  ] as const)
    for (const character of characters) {
      expect([character, expected.test(character)]).toEqual([character, isIn]);
      expect([character, test(character)]).toEqual([character, isIn]);
    }
});

it('a class between brackets is no start of a range, as in JavaScript without the flag u', () => {
  for (const source of ['^[\\d-z]$', '^[\\w-!]$', '^[\\s-z]$']) {
    const test = testerOf(parsePattern(source, 'javascript'), nativeTester);
    const expected = new RegExp(source);
    expect([...'05-az! \n'].filter(test)).toEqual([...'05-az! \n'].filter((each) => expected.test(each)));
  }
});

it.each<[string, string, string]>([
  ['(?i)a', 'aA', 'b'],
  ['(?i)^(?=[ab])[^b]', 'aA', 'bBc'],
  ['(?i)^(?!a)[a-z]', 'bB', 'aA5'],
  ['^(?=[ab])[bc]', 'b', 'ac'],
  ['^(?=[ab])(?!a)(?=[bc]).', 'b', 'acd'],
  ['(?P<a>b)', 'b', 'a'],
  ['^\\Aa\\z\\Z$', 'a', 'b'],
  ['^\\a$', '\x07', 'a'],
  ['^\\x{4a}$', 'J', 'x'],
  ['^\\U{4a}$', 'J', 'U'],
  ['^\\U0000004a$', 'J', 'U'],
  ['^\\pL$', 'aé', '5'],
  ['^\\PL$', '5', 'aé'],
  ['^\\p{^L}$', '5', 'aé'],
  ['^\\P{^L}$', 'aé', '5'],
  ['^\\p{Greek}$', 'αΩ', 'a'],
  ['^[\\P{L}\\D]$', 'a5-', ''],
  ['^[\\S]$', 'a\ufeff', ' \x85'],
  ['^[]a]$', ']a', 'b'],
  ['^[]]$', ']', 'b'],
  ['^[^]a]$', 'b', ']a'],
  ['^[[:digit:]a-c]$', '5b', 'd-'],
  ['^[\\d-z]$', '5-z', 'a'],
  ['(?i)^[[:^alpha:]]$', '5é', 'aAſ\u212a'],
  ['^[[:^alpha:]]$', '5éſ\u212a', 'aA'],
  ['(?i)^[[:^digit:]]$', 'aAſ\u212a', '5'],
  ['(?i)^[[:^xdigit:]]$', 'gGſ\u212a', 'aA5'],
  ['(?i)^[[:^lower:]]$', '5é', 'aAſ\u212a'],
  ['(?i)^[[:^upper:]]$', '5é', 'aAſ\u212a'],
  ['^[[:^upper:]]$', 'a5ſ\u212a', 'A'],
])('%s is read as Rust reads it', (source, matched, others) => {
  const test = testerOf(parsePattern(source, 'unicode'), nativeTester);
  expect([...matched].filter((each) => !test(each))).toEqual([]);
  expect([...others].filter(test)).toEqual([]);
});
