import { codePointOf } from '../code-point.ts';
import { parseEscape } from './escape.ts';
import type { Property, SetNode } from './node.ts';
import { complement, overlap, type Ranges } from './ranges.ts';
import { setOf } from './sets.ts';
import type { PatternSource } from './source.ts';

/** Reads a class of characters after its opening bracket. */
export function parseClass(source: PatternSource): SetNode {
  const negated = source.skip('^');
  const items: SetNode[] = [];
  const isFirstLiteral = source.classes === 'unicode' && source.next === ']';
  while (source.next !== ']' || (isFirstLiteral && items.length === 0)) {
    if (source.isAtEnd) source.fail('a class that nothing closes');
    items.push(parseItem(source));
  }
  source.skip(']');
  return {
    type: 'set',
    ranges: items.flatMap((item) => item.ranges),
    properties: items.flatMap((item) => item.properties),
    negated,
  };
}

const OPERATION = /&&|--|~~/y;

/** Reads a character, a range, or a named class. */
function parseItem(source: PatternSource): SetNode {
  const isRust = source.classes === 'unicode';
  if (isRust && source.take(OPERATION)) source.fail('an operation on classes, which is not supported');
  if (isRust && source.skip('[')) return namedClass(source);
  const first = parseMember(source);
  const from = onlyCharacter(first);
  if (from === undefined || !/^-[^\]]/.test(source.text.slice(source.at, source.at + 2))) return first;
  source.skip('-');
  const to = onlyCharacter(parseMember(source));
  if (to === undefined || to < from) source.fail('a range out of order');
  return setOf([[from, to]]);
}

function parseMember(source: PatternSource): SetNode {
  if (source.skip('\\'))
    return source.skip('b') ? setOf([[0x08, 0x08]]) : positive(source, parseEscape(source));
  const character = source.next;
  source.at += character.length;
  const code = codePointOf(character);
  return setOf([[code, code]]);
}

/** Returns the same set without a negation, so that it can be part of another. */
function positive(source: PatternSource, set: SetNode): SetNode {
  if (!set.negated) return set;
  const [property, ...more] = set.properties;
  if (!property) return setOf(others(source, set.ranges));
  if (more.length > 0 || set.ranges.length > 0)
    source.fail('the opposite of \\w in a class, which is not supported');
  return { ...set, negated: false, properties: [opposite(property)] };
}

/** Non-ASCII letters that match ASCII ones when case is ignored: `ſ` matches s, and the Kelvin sign k. */
const lettersBeyondAscii: Ranges = [
  [0x17f, 0x17f],
  [0x212a, 0x212a],
];
const letterS: Ranges = [[0x73, 0x73]];

/**
 * Returns all characters outside a class of ASCII. When case is ignored, it also excludes those that are in the class in another
 * case.
 */
function others({ ignoreCase }: PatternSource, ranges: Ranges): Ranges {
  const hasLetters = ignoreCase && overlap(ranges, letterS);
  return complement(hasLetters ? [...ranges, ...lettersBeyondAscii] : ranges);
}

function opposite(property: Property): Property {
  return { ...property, negated: !property.negated };
}

function onlyCharacter({ ranges, properties }: SetNode): number | undefined {
  const [[first, last] = [0, -1], ...others] = ranges;
  return first === last && others.length === 0 && properties.length === 0 ? first : undefined;
}

const NAMED = /:(\^?)([a-z]+):\]/y;

/** The classes of POSIX. */
const names: ReadonlyMap<string, Ranges> = new Map<string, Ranges>([
  [
    'alnum',
    [
      [0x30, 0x39],
      [0x41, 0x5a],
      [0x61, 0x7a],
    ],
  ],
  [
    'alpha',
    [
      [0x41, 0x5a],
      [0x61, 0x7a],
    ],
  ],
  ['ascii', [[0x00, 0x7f]]],
  [
    'blank',
    [
      [0x09, 0x09],
      [0x20, 0x20],
    ],
  ],
  [
    'cntrl',
    [
      [0x00, 0x1f],
      [0x7f, 0x7f],
    ],
  ],
  ['digit', [[0x30, 0x39]]],
  ['graph', [[0x21, 0x7e]]],
  ['lower', [[0x61, 0x7a]]],
  ['print', [[0x20, 0x7e]]],
  [
    'punct',
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  [
    'space',
    [
      [0x09, 0x0d],
      [0x20, 0x20],
    ],
  ],
  ['upper', [[0x41, 0x5a]]],
  [
    'word',
    [
      [0x30, 0x39],
      [0x41, 0x5a],
      [0x5f, 0x5f],
      [0x61, 0x7a],
    ],
  ],
  [
    'xdigit',
    [
      [0x30, 0x39],
      [0x41, 0x46],
      [0x61, 0x66],
    ],
  ],
]);

function namedClass(source: PatternSource): SetNode {
  const [, caret, name = ''] = source.take(NAMED) ?? [];
  const ranges = names.get(name) ?? source.fail('a class within a class, which is not supported');
  return setOf(caret === '^' ? others(source, ranges) : ranges);
}
