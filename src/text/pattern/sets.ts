import { once } from '../once.ts';
import type { Property, SetNode } from './node.ts';
import { complement, LAST_CODE_POINT, normalized, overlap, type Ranges } from './ranges.ts';

const digit: Ranges = [[0x30, 0x39]];
const letter: Ranges = [
  [0x41, 0x5a],
  [0x61, 0x7a],
];
const wordCharacter: Ranges = [...digit, ...letter, [0x5f, 0x5f]];
const whiteSpace: Ranges = [
  ...([
    [0x09, 0x0d],
    [0x20, 0x20],
    [0x85, 0x85],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
  ] as const),
  ...([
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
  ] as const),
];
/** JavaScript's white space includes the byte order mark, but not U+0085, the next line of EBCDIC. */
const javascriptSpace: Ranges = [...whiteSpace.filter(([first]) => first !== 0x85), [0xfeff, 0xfeff]];
const lineEnd: Ranges = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** The characters that `\d`, `\w`, `\s` and `.` match: those of JavaScript, or those of Unicode, as in Rust and pydantic. */
export type Classes = 'javascript' | 'unicode';

const classes = once(allClasses);

function allClasses(): Readonly<Record<Classes, ReadonlyMap<string, SetNode>>> {
  return {
    javascript: new Map([
      ['d', setOf(digit)],
      ['w', setOf(wordCharacter)],
      ['s', setOf(javascriptSpace)],
      ['.', inverted(setOf(lineEnd))],
    ]),
    unicode: new Map([
      ['d', setOf([], ['Nd'])],
      ['w', setOf([], ['Alphabetic', 'M', 'Nd', 'Pc', 'Join_Control'])],
      ['s', setOf(whiteSpace)],
      ['.', inverted(setOf([[0x0a, 0x0a]]))],
    ]),
  };
}

/** Returns the class of a letter such as `d` or `W`, or of a full stop, if it has one. */
export function classOf(letter: string, of: Classes): SetNode | undefined {
  const set = classes()[of].get(letter);
  if (set) return set;
  const opposite = classes()[of].get(letter.toLowerCase());
  return opposite && inverted(opposite);
}

export function setOf(ranges: Ranges, names: readonly string[] = []): SetNode {
  const properties = names.map((name) => ({ name, isScript: false, negated: false }));
  return { type: 'set', ranges, properties, negated: false };
}

/** Returns the set of all other characters. */
function inverted(set: SetNode): SetNode {
  return { ...set, negated: !set.negated };
}

/** Returns all characters outside ASCII that are not white space. */
function beyondAscii(): Ranges {
  return complement([[0, 0x7f], ...whiteSpace]);
}

/** The ASCII characters with a property. For any other property, all of ASCII is assumed. */
const asciiOf = once(propertiesOfAscii);

function propertiesOfAscii(): ReadonlyMap<string, Ranges> {
  return new Map<string, Ranges>([
    ...['Nd', 'N', 'Decimal_Number', 'Number'].map((name) => [name, digit] as const),
    ...['L', 'Letter', 'Alphabetic', 'Alpha', 'Latin', 'Lu', 'Ll', 'Uppercase', 'Lowercase'].map(
      (name) => [name, letter] as const,
    ),
    ...[
      'M',
      'Mark',
      'Greek',
      'Cyrillic',
      'Han',
      'Hiragana',
      'Katakana',
      'Arabic',
      'Hebrew',
      'Join_Control',
    ].map((name) => [name, []] as const),
    ['Pc', [[0x5f, 0x5f]]],
  ]);
}

function rangesOfProperty({ name, negated }: Property): Ranges {
  const ascii = negated ? undefined : asciiOf().get(name);
  return ascii ? [...ascii, ...beyondAscii()] : [[0, LAST_CODE_POINT]];
}

/** Returns all characters that may match a set, and perhaps more. */
export function rangesOf(set: SetNode, ignoreCase: boolean): Ranges {
  if (set.negated && set.properties.length > 0) return [[0, LAST_CODE_POINT]];
  const ranges = [...set.ranges, ...set.properties.flatMap(rangesOfProperty)];
  if (!ignoreCase) return set.negated ? complement(ranges) : normalized(ranges);
  return inBothCases(set.negated ? complement(ranges) : ranges);
}

/** Adds other cases. One letter adds all of them, since the Kelvin sign is a k in lower case, and `ſ` an S in upper case. */
function inBothCases(ranges: Ranges): Ranges {
  const isCased = overlap(ranges, letter) || ranges.some(([, last]) => last > 0x7f);
  return normalized(isCased ? [...ranges, ...letter, ...beyondAscii()] : ranges);
}
