import { describe, expect, it } from 'vitest';
import { linear } from '../../src/fields/pattern.ts';

/** The syntax of patterns, compared with the engine of JavaScript. */

const telling = [
  ...[
    '',
    'a',
    'b',
    'A',
    'Z',
    '_',
    '-',
    '5',
    ' ',
    '\n',
    '\t',
    '\0',
    '\b',
    '\x07',
    '\v',
    '\f',
    '\r',
    '.',
    ']',
    '^',
    '\\',
  ],
  ...[
    'é',
    'É',
    'ß',
    'ſ',
    'K',
    '\u212a',
    'α',
    'Ω',
    '٣',
    '\u00a0',
    '\u2028',
    '日',
    '💌',
    '\ud83d',
    'ab',
    'a b',
    'aé',
    'ba',
    'aa',
  ],
];

/** The pattern for the backtracking engine, and one that could backtrack forever, for the automaton. */
const written = (source: string) =>
  /^\^?\(\?/.test(source) ? [source] : [source, `(?:${source})|^(?:b|b)*c$`];

describe.each(['u', 'iu'])('in the syntax of JavaScript with the flags %s', (flags) => {
  it.each([
    ...[
      '[\\b]',
      '\\0',
      '\\t',
      '\\n',
      '\\v',
      '\\f',
      '\\r',
      '\\cJ',
      '[\\cJ\\cI]',
      '\\x41',
      '\\u0041',
      '\\u{1f48c}',
      '\\ud83d\\udc8c',
    ],
    ...[
      '\\d',
      '\\D',
      '\\s',
      '\\S',
      '\\w',
      '\\W',
      '[\\d]',
      '[^\\d]',
      '[\\D]',
      '[\\W]',
      '[^\\W]',
      '[\\S\\s]',
      '[\\w-]',
      '[a-cX-Z]',
    ],
    ...[
      '\\p{L}',
      '\\P{L}',
      '[\\p{Lu}\\p{Ll}]',
      '[^\\p{L}]',
      '[\\P{L}]',
      '\\p{Script=Greek}',
      '\\p{sc=Greek}',
      '\\p{gc=Lu}',
    ],
    ...[
      '\\p{General_Category=Nd}',
      '[]',
      '[^]',
      '.',
      '\\.',
      '\\\\',
      '\\^',
      '[\\]]',
      '[\\^a]',
      '[.]',
      '^$',
      '^a',
      'a$',
      '\\ba',
      'a\\B',
      '\\b',
      '\\b^a',
      'a\\b$',
      '(?:a|^)\\bb',
      '\\B$',
    ],
    ...[
      '^(?=a)a',
      '^(?!a)\\w',
      '^(?=a)(?!ab)',
      'a{0}',
      'a{0}b',
      '(?<name>a)',
      '(a)|(b)',
      'a{2}',
      'a{1,}',
      'a??',
      'a*?b',
      'a|',
      '|a',
      '(?:)',
    ],
  ])('%s matches the same texts', (source) => {
    const expected = new RegExp(source, flags);
    for (const each of written(source)) {
      const { test } = linear(new RegExp(each, flags));
      expect(telling.filter(test)).toEqual(telling.filter((text) => expected.test(text)));
    }
  });
});

describe('in the syntax of Rust', () => {
  it.each([
    ['[[:alpha:]]', 'aZ', '5_é'],
    ['[[:^alpha:]]', '5_é', 'aZ'],
    ['[[:alnum:]_]', 'a5_', '- é'],
    ['\\d', '5٣', 'aé'],
    ['\\D', 'aé', '5٣'],
    ['[\\D]', 'aé', '5٣'],
    ['\\w', 'a5_é日', '- '],
    ['\\W', '- ', 'a5_é日'],
    ['\\s', ' \n\u00a0', 'a_'],
    ['[\\S]', 'a_', ' \n\u00a0'],
    ['\\pL', 'aé日', '5'],
    ['\\PL', '5', 'aé日'],
    ['\\p{^L}', '5', 'aé日'],
    ['\\p{Greek}', 'αΩ', 'aé'],
    ['\\P{^Greek}', 'αΩ', 'aé'],
    ['[]a]', ']a', 'b'],
    ['[^]a]', 'b', ']a'],
    ['\\a', '\x07', 'a'],
    ['\\x{1f48c}', '💌', 'x'],
    ['\\U0001f48c', '💌', 'U'],
    ['(?i)\\p{Lu}', 'aA', '5'],
    ['\\Aa\\z', 'a', 'b'],
    ['(?P<letter>a)', 'a', 'b'],
    ['.', 'aé💌\r', '\n'],
  ])('%s matches each of %j, and none of %j', (source, matched, others) => {
    for (const each of written(source)) {
      const { test } = linear(each);
      expect([...matched].filter((character) => !test(character))).toEqual([]);
      expect([...others].filter(test)).toEqual([]);
    }
  });

  it.each([
    ['[\\W]', 'the opposite of \\w in a class, which is not supported'],
    ['\\U00110000', 'a character beyond all of Unicode'],
    ['\\p{Script=Nonsense}', 'an unknown property'],
    ['\\p{a=b=c}', 'an unknown property'],
    ['\\pX', 'an unknown property'],
    ['\\c1', 'an unknown escape, \\c'],
    ['^(?=a)b|c', 'a choice beside look-ahead, which is not supported'],
    ['^(?=a', 'an opening bracket that nothing closes'],
    ['^*', 'nothing to repeat'],
    ['\\b+', 'nothing to repeat'],
    ['(?~a)', 'an unknown kind of group'],
    ['[a-\\d]', 'a range out of order'],
    ['[\\w--b]', 'an operation on classes'],
    ['[[:nonsense:]]', 'a class within a class'],
    ['\\1', 'a reference to a group'],
  ])('%s is refused: %s', (source, mistake) => {
    expect(() => linear(source)).toThrow(mistake);
  });
});
