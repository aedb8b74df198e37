import { describe, expect, it } from 'vitest';
import { automatonTester } from '../../src/text/pattern/automaton.ts';
import {
  examplesOf,
  likelyTexts,
  nativeTester,
  setTester,
  testerOf,
  writtenSet,
} from '../../src/text/pattern/match.ts';
import { parsePattern } from '../../src/text/pattern/parse.ts';
import { setOf } from '../../src/text/pattern/sets.ts';

/** The texts that a pattern matches, in each engine, and those that are made from it. */

const texts = [
  '',
  ...'aAbcé\n-_5',
  'aa',
  'ab',
  'aab',
  'abab',
  'aaa',
  'aaaa',
  'aaaaaa',
  'a b',
  'x-a',
  '💌',
  'c💌a',
  'ſK',
];

describe.each([
  ['JavaScript’s own engine', nativeTester],
  ['an automaton', (pattern: Parameters<typeof nativeTester>[0]) => automatonTester(pattern, () => true)],
])('%s', (_, engine) => {
  it.each(
    [
      ...[
        '^a$',
        '^a*$',
        '^a+$',
        '^a?$',
        '^a{2}$',
        '^a{2,}$',
        '^a{0,2}$',
        '^a{1,3}$',
        '^a{0}$',
        '^a{1}$',
        '^a{0,}$',
      ],
      ...['^(?:ab)+$', '^(?:ab|a)*$', '^(?:a|b){2}$', '^(?:a?b?){2}$', '^(?:|a)b', '(?:a|ab)(?:b|$)'],
      ...[
        'a$|^b',
        '^$',
        '$^',
        '^a|b$',
        '(?:^|-)a',
        '(?:a|$)(?:^|b)',
        'a(?:^)',
        '(?:)',
        '[]',
        '^[^]$',
        '^.$',
        '^[^a]+$',
      ],
      ...[
        '\\ba',
        'a\\b',
        '\\Ba',
        'a\\B',
        '^\\B$',
        '\\b$',
        '^\\b',
        'a\\b\\Bb',
        '\\b\\b',
        '\\bk',
        's\\B',
        'b\\b.',
        '.\\Bb',
      ],
      ...[
        '^\\w\\W?$',
        '[\\p{L}\\d]',
        '^\\P{L}$',
        '\\p{Script=Latin}',
        '^[\\p{Lu}-]',
        '^💌',
        '[💌]',
        '[^💌]{3}',
      ],
      ...['^(?=a)', '^(?!a)', '^(?=ab)(?!aba).', '^(?!$)(?=.*b)a', '^(?!(?:a|b)*c)', '^(?=a|b)[^a]'],
    ].flatMap((source) => ['u', 'iu'].map((flags) => [source, flags] as const)),
  )('matches %s with the flags %s as it should', (source, flags) => {
    const test = testerOf(parsePattern(source, 'javascript', flags === 'iu'), engine);
    const expected = new RegExp(source, flags);
    expect(texts.filter(test)).toEqual(texts.filter((each) => expected.test(each)));
    expect(texts.filter(test)).toEqual(texts.filter((each) => expected.test(each)));
  });
});

it.each<[string, boolean, string, string]>([
  ['[a-c]', false, 'abc', 'dA'],
  ['[^a-c]', false, 'dA', 'abc'],
  ['[a-c]', true, 'abcABC', 'dD'],
  ['[k]', true, 'kK\u212a', 'l'],
  ['\\p{Lu}', false, 'AÉ', 'aé5'],
  ['[^\\p{Lu}5]', false, 'aé', 'AÉ5'],
  ['\\p{Script=Greek}', true, 'αΑ', 'aA'],
  ['[]', false, '', 'a'],
  ['[^]', false, 'a\n', ''],
])('the set %s, ignoring case %s, has each of %j, and none of %j', (source, ignoreCase, inside, outside) => {
  const { node } = parsePattern(source, 'javascript', ignoreCase);
  const [set] = node.type === 'sequence' ? node.parts : [];
  if (set?.type !== 'set') throw new Error(source);
  const test = setTester(set, ignoreCase);
  expect([...inside].filter((each) => !test(each))).toEqual([]);
  expect([...outside].filter(test)).toEqual([]);
  const written = new RegExp(writtenSet(set), ignoreCase ? 'iu' : 'u');
  expect([...inside].filter((each) => !written.test(each))).toEqual([]);
  expect([...outside].filter((each) => written.test(each))).toEqual([]);
});

it('writes the same set in the same way, and others in others', () => {
  const written = [
    setOf([[97, 97]]),
    setOf([[97, 98]]),
    setOf([], ['L']),
    setOf([]),
    setOf([[97, 97]], ['L']),
  ];
  const both = written.flatMap((set) => [writtenSet(set), writtenSet({ ...set, negated: true })]);
  expect(new Set(both).size).toBe(both.length);
  expect(writtenSet(setOf([[97, 97]]))).toBe(writtenSet(setOf([[97, 97]])));
});

/** The characters that an example begins with, and its length. */
const short = (text: string) => (text.length > 40 ? `${text.slice(0, 4)}… ${text.length}` : text);

it.each<[string, readonly string[]]>([
  ['a+', ['a']],
  ['^a*$', ['', 'a', 'aa', 'aaaaa', 'aaaaaaaaaa', 'aaaaaaaaaaaaaaaaaaaa']],
  ['^a{2,4}$', ['aa', 'aaa', 'aaaa']],
  ['^(?:ab|cd)+x?$', ['ab', 'ababx', 'abababx', `${'ab'.repeat(6)}x`, `${'ab'.repeat(11)}x`, 'abab… 43']],
  [
    '^(?:a+b){1,2}$',
    ['ab', 'aabaab', 'aaabaaab', `${'aaaaaab'.repeat(2)}`, `${'aaaaaaaaaaab'.repeat(2)}`, 'aaaa… 44'],
  ],
  ['\\bfoo\\B', ['foo']],
  ['[^a]', ['1']],
  ['[^a1]', ['A']],
  ['[^\\w]', ['-']],
  ['[^\\w-]', ['.']],
  ['\\D', ['a']],
  ['\\s', [' ']],
  ['\\p{Lu}', ['A']],
  ['\\P{L}', ['1']],
  ['[:-;]', [':']],
  ['[!]', ['!']],
  ['[😀]', ['😀']],
  ['[ä-ü]', ['ä']],
  ['[\\n]', ['\n']],
  ['x[]', ['x']],
  ['a{999}b', ['aaaa… 1000']],
  ['a{1000}b?', ['aaaa… 1000']],
  ['a{1001}', []],
  ['(?:abc){400}', []],
  ['^(?:ab){499}a{3}$', []],
  ['^(?:[]){9}(?:a{9}){120}$', []],
  ['^(?:(?:a{500}){3}b)*$', ['']],
])('examples of %s: %j', (source, expected) => {
  expect([...new Set(examplesOf(source))].map(short)).toEqual(expected);
});

it.each<[string, number, readonly string[]]>([
  ['a+', 1, ['a']],
  ['ab', 2, ['ab']],
  ['ab', 3, ['ab', 'abb', 'aab']],
  ['a+', 5, ['a', 'aaaaa']],
  ['-', 3, ['-', '-aa', 'aa-']],
  ['^$', 3, ['', 'aaa']],
  ['(?:ab)+', 5, ['ab', 'abbbb', 'aaaab']],
  ['-x-', 5, ['-x-', '-x-aa', 'aa-x-']],
  ['Az9', 5, ['Az9', 'Az999', 'AAAz9']],
  [
    '^X-[0-9]+$',
    30,
    [
      'X-1',
      'X-11',
      'X-111',
      'X-111111',
      'X-11111111111',
      `X-${'1'.repeat(21)}`,
      `X-${'1'.repeat(28)}`,
      `${'X'.repeat(28)}-1`,
    ],
  ],
  [
    '^(?:ab)*$',
    45,
    ['', 'ab', 'abab', 'ab'.repeat(5), 'ab'.repeat(10), 'ab'.repeat(20), 'abab… 46', 'aaaa… 45'],
  ],
  ['^a{1,3}$', 9, ['a', 'aa', 'aaa', 'aaaaaaaaa']],
  ['^a+$', 2000, ['a', 'aa', 'aaa', 'aaaaaa', 'aaaaaaaaaaa', 'aaaaaaaaaaaaaaaaaaaaa', 'aaaa… 1000']],
])('examples of %s with at least %d characters: %j', (source, length, expected) => {
  expect([...new Set(examplesOf(source, length))].map(short)).toEqual(expected);
});

it.each<[string, readonly string[]]>([
  ['(', []],
  ['a+', ['a']],
  ['^$', ['']],
  ['\\bfoo\\b', ['foo']],
  ['^[a-z]+$', ['sample', 'sam', 's', 'samplewordss', 'samplewordssamplewordssa', 'samp… 48']],
  ['^[a-z]*$', ['sample', 'sam', 's', '', 'samplewordss', 'samplewordssamplewordssa', 'samp… 48']],
  ['^[a-z]{2,4}$', ['samp', 'sam', 'sa']],
  ['^[A-Z]{3}-\\d{4}$', ['SAM-2774']],
  ['[0-9a-f]{8}', ['3a9a2ec4']],
  ['[0-9A-F]{8}', ['3A9A2EC4']],
  ['[0-9]{10}', ['3899277410']],
  ['[가-힣]{2}', ['가가']],
  ['[^a-zA-Z0-9]{2}', ['--']],
  ['^(?:ab|cd)$', ['ab']],
  ['^(?:ab|cd)*$', ['ab', '']],
  ['^(?:[a-z]{3}){2,3}$', ['sample']],
  ['^(?:){5}a$', ['a']],
  ['^(?:[])*x$', ['x']],
  // White space without a bound is left out
  ['^\\s*[a-z]{3}\\s*$', ['sam']],
  ['^ +b$', [' b']],
  ['^ {0,5}b$', ['     b', '   b', ' b', 'b']],
  ['^(?: -)*b$', [' -b', 'b']],
  ['^[ a]*b$', ['aaaaaab', 'aaab', 'ab', 'b', `${'a'.repeat(12)}b`, `${'a'.repeat(24)}b`, 'aaaa… 49']],
  ['^[a-z]{1000}$', ['samp… 1000']],
  ['^[a-z]{1001}$', []],
  ['^(?:[a-z]{600}-){3}$', []],
])('likely texts of %s: %j', (source, expected) => {
  expect([...new Set(likelyTexts(source))].map(short)).toEqual(expected);
});

it('takes no longer for a likely text that is too long', () => {
  let made = 0;
  for (const source of ['^(?:(?:[a-z]{900}){900}){900}$', '^(?:(?:a{999}b{999}){999}){9}$']) {
    expect([...likelyTexts(source)]).toEqual([]);
    made += [...examplesOf(source)].length;
  }
  expect(made).toBe(0);
});
