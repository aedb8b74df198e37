import { once } from '../memo.ts';
import { codePointOf } from '../strings.ts';

/** A property of characters, such as `\p{L}`. */
export interface Property {
  readonly name: string;
  readonly isScript: boolean;
  readonly negated: boolean;
}

/** A single character from a set. */
export interface SetNode {
  readonly type: 'set';
  readonly ranges: Ranges;
  readonly properties: readonly Property[];
  readonly negated: boolean;
}

export interface RepeatNode {
  readonly type: 'repeat';
  readonly node: Node;
  readonly min: number;
  /** Infinity if there is no bound. */
  readonly max: number;
}

/** A part of a pattern. Groups are replaced by their contents, because captures are not needed. */
export type Node =
  | SetNode
  | RepeatNode
  | { readonly type: 'sequence'; readonly parts: readonly Node[] }
  | { readonly type: 'choice'; readonly options: readonly Node[] }
  | { readonly type: 'assertion'; readonly kind: AssertionKind };

export type AssertionKind = 'start' | 'end' | 'boundary' | 'noBoundary';

export interface ParsedPattern {
  readonly node: Node;
  readonly ignoreCase: boolean;
}

/** A pattern, and further patterns that must or must not match at its beginning. */
export interface WholePattern extends ParsedPattern {
  readonly conditions: readonly Condition[];
}

export interface Condition extends ParsedPattern {
  readonly negated: boolean;
}

/**
 * Returns a pattern that is found in the same texts, but faster: repetitions at its open ends are reduced to the minimum.
 * `[0-9]+` is found wherever `[0-9]` is, which takes a fraction of the time.
 */
export function simplified(node: Node): Node {
  if (node.type === 'choice') return { ...node, options: node.options.map(simplified) };
  if (node.type !== 'sequence') return leastOf(node);
  const last = node.parts.length - 1;
  const parts = node.parts.map((part, at) => (at === 0 || at === last ? leastOf(part) : part));
  return { ...node, parts };
}

function leastOf(node: Node): Node {
  return node.type === 'repeat' ? { ...node, max: node.min } : node;
}

/** A set of characters, as ranges of code points. */
export type Ranges = readonly (readonly [first: number, last: number])[];

export const LAST_CODE_POINT = 0x10ffff;

/** Sorts the ranges of a set, and merges those that overlap or touch. */
export function normalized(ranges: Ranges): Ranges {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(ranges: Ranges): Ranges {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of normalized(ranges)) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}

/** Checks for a character that is in both sets. */
export function overlap(one: Ranges, other: Ranges): boolean {
  return one.some(([first, last]) => other.some(([begin, end]) => first <= end && begin <= last));
}

/** Checks that no character is in two of several sets. */
export function areDistinct(sets: readonly Ranges[]): boolean {
  const sorted = sets.flatMap(normalized).sort(([a], [b]) => a - b);
  return sorted.every(([, last], at) => last < (sorted[at + 1]?.[0] ?? Number.POSITIVE_INFINITY));
}

/** Makes ranges of pairs of characters: `between('09AF')` is from 0 to 9 and from A to F. */
export function between(pairs: string): Ranges {
  return Array.from(pairs.matchAll(/../gs), ([pair]) => [codePointOf(pair), codePointOf(pair.slice(1))]);
}

const digit = between('09');
const letter = between('AZaz');
const wordCharacter = between('09AZaz__');
const whiteSpace = between(
  '\t\r  \x85\x85\xa0\xa0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f\u205f\u205f\u3000\u3000',
);
/** JavaScript's white space includes the byte order mark, but not U+0085, the next line of EBCDIC. */
const javascriptSpace: Ranges = [...whiteSpace.filter(([first]) => first !== 0x85), [0xfeff, 0xfeff]];
const lineEnd = between('\n\n\r\r\u2028\u2029');

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
