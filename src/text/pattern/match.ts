import { remembering } from '../memo.ts';
import { codePointOf } from '../strings.ts';
import { parsePattern } from './parse.ts';
import type { Node, ParsedPattern, Property, RepeatNode, SetNode, WholePattern } from './sets.ts';

/** Returns true if a text matches. */
export type Tester = (text: string) => boolean;

/** Makes a tester with JavaScript's own engine, for a pattern that it matches in linear time. */
export function nativeTester(pattern: ParsedPattern): Tester {
  const expression = new RegExp(written(pattern.node), pattern.ignoreCase ? 'iu' : 'u');
  return (text) => expression.test(text);
}

/** Makes a tester for a pattern and its conditions, each with the engine that `engine` chooses. */
export function testerOf(pattern: WholePattern, engine: (pattern: ParsedPattern) => Tester): Tester {
  const test = engine(pattern);
  const conditions = pattern.conditions.map((each) => ({ expected: !each.negated, test: engine(each) }));
  if (conditions.length === 0) return test;
  return (text) => conditions.every((condition) => condition.test(text) === condition.expected) && test(text);
}

const assertions = { start: '^', end: '$', boundary: '\\b', noBoundary: '\\B' } as const;

/** Writes a pattern for JavaScript's own engine, with the flag `u`. */
function written(node: Node): string {
  switch (node.type) {
    case 'set':
      return writtenSet(node);
    case 'assertion':
      return assertions[node.kind];
    case 'sequence':
      return node.parts.map(written).join('');
    case 'choice':
      return `(?:${node.options.map(written).join('|')})`;
    case 'repeat':
      return `(?:${written(node.node)})${quantifier(node.min, node.max)}`;
  }
}

function quantifier(min: number, max: number): string {
  return `{${min},${max === Number.POSITIVE_INFINITY ? '' : max}}`;
}

/** Writes a set. An empty one is written as the opposite of all characters. */
export function writtenSet({ ranges, properties, negated }: SetNode): string {
  const items = [
    ...ranges.map(([first, last]) =>
      first === last ? writtenCharacter(first) : `${writtenCharacter(first)}-${writtenCharacter(last)}`,
    ),
    ...properties.map(writtenProperty),
  ];
  if (items.length > 0) return `[${negated ? '^' : ''}${items.join('')}]`;
  return negated ? '[^]' : '[]';
}

function writtenCharacter(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

function writtenProperty({ name, isScript, negated }: Property): string {
  return `\\${negated ? 'P' : 'p'}{${isScript ? 'Script=' : ''}${name}}`;
}

/** Makes a tester for a set, of texts that are a single character. */
export function setTester(set: SetNode, ignoreCase: boolean): Tester {
  if (!ignoreCase && set.properties.length === 0) return (character) => isIn(set, character);
  const expression = new RegExp(writtenSet(set), ignoreCase ? 'iu' : 'u');
  return (character) => expression.test(character);
}

/** The most characters of an example. */
const MAX_LENGTH = 1000;

/**
 * Makes texts that a pattern might match, short ones first. Each takes the first option of every choice, and repeats more than
 * the one before; the last ones have at least `minLength` characters. The caller has to check that they match.
 */
export function* examplesOf(source: string, minLength = 0): Iterable<string> {
  const node = parsed(source);
  if (!node) return;
  const of = (extra: number) => exampleOf(node, extra, MAX_LENGTH);
  const made = [0, 1, 2, 5, 10, 20].map(of);
  for (const example of [...made, ...lengthened(of, minLength)])
    if (example.length <= MAX_LENGTH) yield example;
}

/** Repeats more until a text is long enough, and adds characters at its end and start, where the pattern may allow any. */
function lengthened(of: (extra: number) => string, minLength: number): string[] {
  const shortest = of(0);
  const length = Math.min(minLength, MAX_LENGTH);
  if (shortest.length >= length) return [];
  let repeated = shortest;
  for (let extra = 1; repeated.length < length && extra <= length; extra++) repeated = of(extra);
  const [first = 'a'] = /^[0-9a-z]/i.exec(shortest) ?? [];
  const [last = 'a'] = /[0-9a-z]$/i.exec(shortest) ?? [];
  return [repeated, shortest.padEnd(length, last), shortest.padStart(length, first)];
}

/**
 * Yields texts for people to read that may match a pattern: of different characters, of a usual length first. Whoever takes one
 * has to check it, since assertions and bounds are not regarded.
 */
export function* likelyTexts(source: string): Iterable<string> {
  const node = parsed(source);
  if (!node) return;
  for (const times of [6, 3, 1, 0, 12, 24, 48]) {
    const text = new LikelyText(times).of(node);
    if (text.length <= MAX_LENGTH) yield text;
  }
}

/** A text that is made of different characters. */
class LikelyText {
  /** How often a character is repeated, if a pattern leaves it open. */
  readonly #times: number;
  #count = 0;

  constructor(times: number) {
    this.#times = times;
  }

  of(node: Node): string {
    switch (node.type) {
      case 'set':
        return this.#character(node);
      case 'choice':
        return node.options
          .slice(0, 1)
          .map((option) => this.of(option))
          .join('');
      case 'sequence':
        return node.parts.map((part) => this.of(part)).join('');
      case 'repeat':
        return this.#repeated(node);
      case 'assertion':
        return '';
    }
  }

  #repeated({ node, min, max }: RepeatNode): string {
    const isPadding = max === Number.POSITIVE_INFINITY && node.type === 'set' && characterOf(node) === ' ';
    const wanted = isPadding ? 0 : node.type === 'set' ? this.#times : Math.min(this.#times, 1);
    const times = Math.min(Math.max(min, wanted), max);
    let text = '';
    for (let time = 0; time < times && this.#count <= MAX_LENGTH; time++) {
      const piece = this.of(node);
      if (piece === '') break;
      text += piece;
    }
    return text;
  }

  #character(set: SetNode): string {
    const at = this.#count++;
    const found = likelyCharacters.map((all) => all.charAt(at % all.length)).find((each) => isIn(set, each));
    return found ?? characterOf(set);
  }
}

/** Characters for the places of a text, the likeliest first: letters, then those of numbers in base 16, then digits. */
const likelyCharacters: readonly string[] = [
  'samplewords',
  'SAMPLEWORDS',
  '3f9a27c41e58b06d',
  '3F9A27C41E58B06D',
  '4829137560',
];

/** Thousands of properties may refer to the same long pattern. */
const parsed = remembering((source): Node | undefined => {
  try {
    return parsePattern(source, 'javascript').node;
  } catch {
    return undefined;
  }
}, 2);

/** Makes no more than about `most` characters, whatever the pattern repeats. */
function exampleOf(node: Node, extra: number, most: number): string {
  switch (node.type) {
    case 'set':
      return characterOf(node);
    case 'choice':
      return joined(node.options.slice(0, 1), extra, most);
    case 'sequence':
      return joined(node.parts, extra, most);
    case 'repeat':
      return repeated(exampleOf(node.node, extra, most), Math.min(node.min + extra, node.max), most);
    case 'assertion':
      return '';
  }
}

function joined(parts: readonly Node[], extra: number, most: number): string {
  let text = '';
  for (const part of parts) {
    if (text.length > most) return text;
    text += exampleOf(part, extra, most - text.length);
  }
  return text;
}

/** Repeats a text until it is just longer than `most`, so that the excess is noticed. */
function repeated(text: string, times: number, most: number): string {
  return text === '' ? '' : text.repeat(Math.min(times, Math.ceil((most + 1) / text.length)));
}

/** Readable characters, the plainest first. */
const PLAIN = 'a1A-_. /:@,+#x!';

function characterOf(set: SetNode): string {
  const firsts = set.ranges.map(([start]) => String.fromCodePoint(start));
  return [...PLAIN, ...firsts].find((character) => isIn(set, character)) ?? '';
}

function isIn({ ranges, properties, negated }: SetNode, character: string): boolean {
  const code = codePointOf(character);
  const inRanges = ranges.some(([start, end]) => code >= start && code <= end);
  return (inRanges || properties.some((property) => hasProperty(property, character))) !== negated;
}

function hasProperty(property: Property, character: string): boolean {
  const pattern = new RegExp(writtenProperty(property), 'u');
  return pattern.test(character);
}
