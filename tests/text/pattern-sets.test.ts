import { describe, expect, it } from 'vitest';
import { parsePattern } from '../../src/text/pattern/parse.ts';
import {
  areDistinct,
  between,
  type Classes,
  complement,
  LAST_CODE_POINT,
  normalized,
  overlap,
  type Ranges,
  rangesOf,
  type SetNode,
} from '../../src/text/pattern/sets.ts';

/** Sets of characters, as ranges of code points. */

const last = LAST_CODE_POINT;

it.each<[Ranges, Ranges]>([
  [[], []],
  [[[5, 9]], [[5, 9]]],
  [
    [
      [7, 9],
      [1, 3],
    ],
    [
      [1, 3],
      [7, 9],
    ],
  ],
  [
    [
      [1, 3],
      [4, 6],
    ],
    [[1, 6]],
  ],
  [
    [
      [1, 3],
      [5, 6],
    ],
    [
      [1, 3],
      [5, 6],
    ],
  ],
  [
    [
      [1, 9],
      [2, 4],
      [9, 12],
    ],
    [[1, 12]],
  ],
])('normalized: %j is %j', (ranges, expected) => {
  expect(normalized(ranges)).toEqual(expected);
});

it.each<[Ranges, Ranges]>([
  [[], [[0, last]]],
  [[[0, last]], []],
  [[[0, 4]], [[5, last]]],
  [[[5, last]], [[0, 4]]],
  [
    [[5, last - 1]],
    [
      [0, 4],
      [last, last],
    ],
  ],
  [
    [
      [7, 9],
      [1, 3],
      [4, 4],
    ],
    [
      [0, 0],
      [5, 6],
      [10, last],
    ],
  ],
])('complement: of %j, %j', (ranges, expected) => {
  expect(complement(ranges)).toEqual(expected);
});

it.each<[Ranges, Ranges, boolean]>([
  [[], [[0, last]], false],
  [[[1, 3]], [[4, 6]], false],
  [[[1, 3]], [[3, 6]], true],
  [[[4, 6]], [[1, 3]], false],
  [[[3, 6]], [[1, 3]], true],
  [
    [
      [1, 1],
      [9, 9],
    ],
    [
      [2, 3],
      [9, 9],
    ],
    true,
  ],
  [[[2, 8]], [[4, 5]], true],
])('%j and %j have a character in common: %s', (one, other, expected) => {
  expect(overlap(one, other)).toBe(expected);
  expect(areDistinct([one, other])).toBe(!expected);
  expect(areDistinct([one, [], other])).toBe(!expected);
});

it('ranges that overlap in the same set are distinct from others', () => {
  expect(
    areDistinct([
      [
        [1, 3],
        [2, 5],
      ],
      [[6, 6]],
    ]),
  ).toBe(true);
  expect(areDistinct([[[1, 3]], [[7, 9]], [[2, 2]]])).toBe(false);
});

it('between: pairs of characters, of any kind', () => {
  expect(between('09AF__')).toEqual([
    [0x30, 0x39],
    [0x41, 0x46],
    [0x5f, 0x5f],
  ]);
  expect(between('\n\n\u2028\u2029')).toEqual([
    [10, 10],
    [0x2028, 0x2029],
  ]);
});

function setIn(source: string, classes: Classes, ignoreCase = false): SetNode {
  const { node } = parsePattern(source, classes, ignoreCase);
  if (node.type === 'sequence' && node.parts[0]?.type === 'set') return node.parts[0];
  throw new Error(source);
}

const ASCII = String.fromCharCode(...Array(128).keys());
const has = (ranges: Ranges, code: number) => ranges.some(([first, end]) => first <= code && code <= end);
const asciiIn = (ranges: Ranges) => [...ASCII].filter((_, code) => has(ranges, code)).join('');
const asciiOf = (pattern: RegExp) => [...ASCII].filter((each) => pattern.test(each)).join('');

const NOTHING = /(?!)/;

describe('the characters that a set may match', () => {
  it.each<[string, RegExp]>([
    ...['Nd', 'N', 'Decimal_Number', 'Number'].map((name): [string, RegExp] => [`\\p{${name}}`, /[0-9]/]),
    ...['L', 'Letter', 'Alphabetic', 'Alpha', 'Script=Latin'].map((name): [string, RegExp] => [
      `\\p{${name}}`,
      /[A-Za-z]/,
    ]),
    ...['Lu', 'Ll', 'Uppercase', 'Lowercase'].map((name): [string, RegExp] => [`\\p{${name}}`, /[A-Za-z]/]),
    ...['M', 'Mark', 'Join_Control'].map((name): [string, RegExp] => [`\\p{${name}}`, NOTHING]),
    ...['Greek', 'Cyrillic', 'Han', 'Hiragana', 'Katakana', 'Arabic', 'Hebrew'].map(
      (name): [string, RegExp] => [`\\p{Script=${name}}`, NOTHING],
    ),
    ['\\p{Pc}', /_/],
    ['[\\p{Nd}\\p{Pc}-]', /[0-9_-]/],
  ])('of %s are in ASCII as narrow as they are: %s', (source, expected) => {
    const ranges = rangesOf(setIn(source, 'javascript'), false);
    expect(asciiIn(ranges)).toBe(asciiOf(expected));
    for (const space of '\x80\u3000\xa0\u2028\x85')
      expect(has(ranges, space.charCodeAt(0))).toBe(space === '\x80');
    for (const other of 'éα가💌') expect(has(ranges, other.codePointAt(0) ?? 0)).toBe(true);
  });

  it.each(['\\p{Sm}', '\\P{Nd}', '\\p{Script=Thai}', '[^\\p{L}]', '[^\\p{L}a]', '[\\p{So}a]'])(
    'of %s may be any',
    (source) => {
      expect(normalized(rangesOf(setIn(source, 'javascript'), false))).toEqual([[0, last]]);
      expect(normalized(rangesOf(setIn(source, 'javascript'), true))).toEqual([[0, last]]);
    },
  );

  it.each<[string, boolean, RegExp, boolean]>([
    ['a', false, /a/, false],
    ['[ca-bb]', false, /[a-c]/, false],
    ['[^ca-b]', false, /[^a-c]/, true],
    ['a', true, /[A-Za-z]/, true],
    ['Z', true, /[A-Za-z]/, true],
    ['[1-9]', true, /[1-9]/, false],
    ['[@-A]', true, /[@A-Za-z]/, true],
    ['\\x7f', true, /\x7f/, false],
    ['\\x80', true, /[A-Za-z]/, true],
    ['[^1-9]', true, /[^1-9]/, true],
    ['[1é]', true, /[1A-Za-z]/, true],
    ['[^a-z]', true, /[^_]|_/, true],
  ])(
    '%s, ignoring case %s: in ASCII %s, and %s for a letter of another script',
    (source, ignoreCase, expected, isAny) => {
      const ranges = rangesOf(setIn(source, 'javascript', ignoreCase), ignoreCase);
      expect(asciiIn(ranges)).toBe(asciiOf(expected));
      expect(has(ranges, 'α'.charCodeAt(0))).toBe(isAny);
      expect(normalized(ranges)).toEqual(ranges);
    },
  );

  it.each(
    [
      '\\w',
      '\\W',
      '\\s',
      '\\S',
      '\\d',
      '\\D',
      '.',
      '[a-c]',
      '[^a-c]',
      'k',
      '[^k]',
      'ſ',
      '[^s]',
      '[\\S]',
      '\\p{Lu}',
      '[\\d\\s]',
    ].flatMap((source) => ['u', 'iu'].map((flags) => [source, flags] as const)),
  )('%s with the flags %s matches none but those', (source, flags) => {
    const ranges = rangesOf(setIn(source, 'javascript', flags === 'iu'), flags === 'iu');
    const expression = new RegExp(source, flags);
    const missed = [];
    for (let code = 0; code < 0x3100; code++)
      if (expression.test(String.fromCharCode(code)) && !has(ranges, code)) missed.push(code);
    expect(missed).toEqual([]);
  });
});

/** The classes of POSIX, and what they are in ASCII. */
it.each<[string, RegExp]>([
  ['alnum', /[0-9A-Za-z]/],
  ['alpha', /[A-Za-z]/],
  ['ascii', /./s],
  ['blank', /[\t ]/],
  ['cntrl', /\p{Cc}/u],
  ['digit', /[0-9]/],
  ['graph', /[!-~]/],
  ['lower', /[a-z]/],
  ['print', /[ -~]/],
  ['punct', /[!-/:-@[-`{-~]/],
  ['space', /[\t-\r ]/],
  ['upper', /[A-Z]/],
  ['word', /[0-9A-Z_a-z]/],
  ['xdigit', /[0-9A-Fa-f]/],
])('[[:%s:]] is %s in ASCII, and nothing else', (name, expected) => {
  expect(asciiIn(setIn(`[[:${name}:]]`, 'unicode').ranges)).toBe(asciiOf(expected));
  expect(has(setIn(`[[:${name}:]]`, 'unicode').ranges, 0x80)).toBe(false);
  const opposite = setIn(`[[:^${name}:]]`, 'unicode').ranges;
  expect(asciiIn(opposite)).toBe([...ASCII].filter((each) => !expected.test(each)).join(''));
  expect(has(opposite, 0x80)).toBe(true);
});

it.each<[string, Classes, string, string]>([
  [
    '\\s',
    'javascript',
    '\t\n\v\f\r \xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
    '\x85\x1c\u200b\u180e',
  ],
  [
    '\\s',
    'unicode',
    '\t\n\v\f\r \x85\xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000',
    '\x1c\u200b\u180e\ufeff',
  ],
  ['.', 'javascript', 'a\x85\0é', '\n\r\u2028\u2029'],
  ['.', 'unicode', 'a\r\u2028\0é', '\n'],
])('%s of %s matches %j, but not %j', (source, classes, matched, others) => {
  const { ranges, negated } = setIn(source, classes);
  const isIn = (character: string) => has(ranges, character.charCodeAt(0)) !== negated;
  expect([...matched].filter((each) => !isIn(each))).toEqual([]);
  expect([...others].filter(isIn)).toEqual([]);
});
