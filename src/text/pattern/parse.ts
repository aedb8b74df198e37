import { beginningOf, codePointOf } from '../strings.ts';
import {
  between,
  type Classes,
  type Condition,
  classOf,
  complement,
  type Node,
  overlap,
  type Property,
  type Ranges,
  type SetNode,
  setOf,
  simplified,
  type WholePattern,
} from './sets.ts';

/**
 * Reads a regular expression in the syntax of JavaScript, and the notations that Rust has in addition. Throws at what no
 * engine matches in linear time: references to groups, and lookaround anywhere except at the start of the text.
 */
export function parsePattern(text: string, classes: Classes, isInsensitive = false): WholePattern {
  const source = new PatternSource(text, classes);
  const ignoreCase = source.skip('(?i)') || isInsensitive;
  source.ignoreCase = ignoreCase;
  const conditions = LOOKS_AHEAD.test(text) ? parseConditions(source, ignoreCase) : [];
  const node = parseChoice(source);
  if (!source.isAtEnd) source.fail('a closing bracket that nothing opens');
  if (conditions.length === 0) return { node: simplified(node), ignoreCase, conditions };
  if (node.type === 'choice') source.fail('a choice beside look-ahead, which is not supported');
  return { node: atStart(node), ignoreCase, conditions };
}

const LOOKS_AHEAD = /^(?:\(\?i\))?\^\(\?[=!]/;

/** Reads the conditions at the start of the text: other patterns, which are matched separately. */
function parseConditions(source: PatternSource, ignoreCase: boolean): Condition[] {
  const conditions: Condition[] = [];
  source.skip('^');
  for (let sign = source.take(/\(\?([=!])/y); sign; sign = source.take(/\(\?([=!])/y)) {
    const node = atStart(parseChoice(source));
    if (!source.skip(')')) source.fail('an opening bracket that nothing closes');
    conditions.push({ node, ignoreCase, negated: sign[1] === '!' });
  }
  return conditions;
}

function atStart(node: Node): Node {
  return { type: 'sequence', parts: [{ type: 'assertion', kind: 'start' }, node] };
}

const MAX_DEPTH = 100;

function parseChoice(source: PatternSource): Node {
  if (++source.depth > MAX_DEPTH) source.fail(`more than ${MAX_DEPTH} groups within one another`);
  const first = parseSequence(source);
  const options = [first];
  while (source.skip('|')) options.push(parseSequence(source));
  source.depth--;
  return options.length === 1 ? first : { type: 'choice', options };
}

function parseSequence(source: PatternSource): Node {
  const parts: Node[] = [];
  while (!source.isAtEnd && source.next !== '|' && source.next !== ')')
    parts.push(parseRepetition(source, parseAtom(source)));
  return { type: 'sequence', parts };
}

const QUANTIFIER = /(?:([*+?])|\{([0-9]{1,6})(,([0-9]{1,6})?)?\})/y;
const bounds: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['*', [0, Number.POSITIVE_INFINITY]],
  ['+', [1, Number.POSITIVE_INFINITY]],
  ['?', [0, 1]],
]);

/** Reads a quantifier. It makes no difference if it is lazy, since that changes the match, but not which texts match. */
function parseRepetition(source: PatternSource, node: Node): Node {
  const match = source.take(QUANTIFIER);
  if (!match) return node;
  const [, sign = '', least, comma, most] = match;
  const exactly = comma === undefined ? Number(least) : Number.POSITIVE_INFINITY;
  const [min, max] = bounds.get(sign) ?? [Number(least), most === undefined ? exactly : Number(most)];
  if (min > max) source.fail('numbers out of order');
  if (node.type === 'assertion') source.fail('nothing to repeat');
  source.skip('?');
  return { type: 'repeat', node, min, max };
}

function parseAtom(source: PatternSource): Node {
  if (source.take(QUANTIFIER)) source.fail('nothing to repeat');
  if (source.skip('(')) return parseGroup(source);
  if (source.skip('[')) return parseClass(source);
  if (source.skip('^')) return { type: 'assertion', kind: 'start' };
  if (source.skip('$')) return { type: 'assertion', kind: 'end' };
  if (source.skip('\\')) return parseAssertion(source) ?? parseEscape(source);
  const character = source.next;
  source.at += character.length;
  return (character === '.' && classOf('.', source.classes)) || literal(character);
}

function literal(character: string): Node {
  const code = codePointOf(character);
  return setOf([[code, code]]);
}

const NAME = /\?P?<[A-Za-z_]\w*>/y;
const FLAGS = /\?[a-zA-Z-]+[:)]/y;

function parseGroup(source: PatternSource): Node {
  if (source.take(/\?<?[=!]/y))
    source.fail("look-around, which can't be matched in linear time except at the start of the text");
  if (source.take(FLAGS)) source.fail('flags in a group, which are not supported');
  if (!source.skip('?:') && !source.take(NAME) && source.next === '?')
    source.fail('an unknown kind of group');
  const node = parseChoice(source);
  if (!source.skip(')')) source.fail('an opening bracket that nothing closes');
  return node;
}

const assertions = { b: 'boundary', B: 'noBoundary', A: 'start', z: 'end', Z: 'end' } as const;

/** Reads an assertion after its backslash. It matches no character. */
function parseAssertion(source: PatternSource): Node | undefined {
  if (source.take(/[1-9]|k</y)) source.fail('a reference to a group, which takes more than linear time');
  const [letter] = source.take(/[bBAzZ]/y) ?? [];
  const kind = letter === undefined ? undefined : assertions[letter as keyof typeof assertions];
  return kind && { type: 'assertion', kind };
}

/** The source of a pattern, and the position of the reader. */
class PatternSource {
  readonly text: string;
  readonly classes: Classes;
  at = 0;
  depth = 0;
  ignoreCase = false;

  constructor(text: string, classes: Classes) {
    this.text = text;
    this.classes = classes;
    if (text.length > MAX_LENGTH) this.fail(`more than ${MAX_LENGTH} characters`);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The next character, which may be two code units long. */
  get next(): string {
    return String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
  }

  /** Skips a text if it comes next. */
  skip(text: string): boolean {
    const isNext = this.text.startsWith(text, this.at);
    if (isNext) this.at += text.length;
    return isNext;
  }

  /** Returns the match of a sticky expression at this position, and skips it; undefined if there is none. */
  take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const match = expression.exec(this.text) ?? undefined;
    if (match) this.at = expression.lastIndex;
    return match;
  }

  /** Throws, because a mistake in a pattern is a mistake in the program. */
  fail(what: string): never {
    throw new TypeError(`The pattern ${beginningOf(this.text, MAX_SHOWN)} has ${what}, at ${this.at}`);
  }
}

const MAX_LENGTH = 10_000;
const MAX_SHOWN = 100;

const controls: ReadonlyMap<string, number> = new Map([
  ['0', 0x00],
  ['a', 0x07],
  ['t', 0x09],
  ['n', 0x0a],
  ['v', 0x0b],
  ['f', 0x0c],
  ['r', 0x0d],
]);

const PAIR = /u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})/y;
/** Escapes by number: `\u` takes four digits, `\U` eight. */
const NUMBER = /[xuU]\{([0-9a-fA-F]{1,6})\}|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})/y;
const CONTROL = /c([A-Za-z])/y;
const PROPERTY = /([pP])(?:\{(\^?)([\w=:]+)\}|([A-Z]))/y;

/** Reads an escape after its backslash, in a class or outside: the set of characters that it matches. */
function parseEscape(source: PatternSource): SetNode {
  if (source.isAtEnd) source.fail('nothing behind its last backslash');
  const code = parseNumber(source);
  if (code !== undefined) return setOf([[code, code]]);
  const property = source.take(PROPERTY);
  if (property) return propertyOf(source, property);
  const letter = source.next;
  source.at += letter.length;
  const control = controls.get(letter);
  if (control !== undefined) return setOf([[control, control]]);
  const known = /[dswDSW]/.test(letter) ? classOf(letter, source.classes) : undefined;
  if (!known && /[A-Za-z0-9]/.test(letter)) source.fail(`an unknown escape, \\${letter}`);
  const own = codePointOf(letter);
  return known ?? setOf([[own, own]]);
}

function parseNumber(source: PatternSource): number | undefined {
  const [, high, low] = source.take(PAIR) ?? [];
  if (high !== undefined && low !== undefined)
    return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0);
  const [, letter] = source.take(CONTROL) ?? [];
  if (letter !== undefined) return letter.charCodeAt(0) % 32;
  const digits = source
    .take(NUMBER)
    ?.slice(1)
    .find((each) => each !== undefined);
  const code = digits === undefined ? undefined : Number.parseInt(digits, 16);
  if (code !== undefined && code > 0x10ffff) source.fail('a character beyond all of Unicode');
  return code;
}

const SCRIPT = /^(?:(?:Script|sc)=)?(\w+)$/;
const VALUE = /^(?:General_Category|gc)=(\w+)$/;

/**
 * Reads a property by its name: a category, a script or a binary property. When case is ignored, `\P{Lu}` matches any letter in
 * JavaScript, and none in Rust.
 */
function propertyOf(source: PatternSource, [, sign, caret, long, short = '']: RegExpExecArray): SetNode {
  const written = (long ?? short).replace(VALUE, '$1');
  const [, name = ''] = SCRIPT.exec(written) ?? [];
  const isScript = !isKnown(name);
  if (isScript && !isKnown(`Script=${name}`)) source.fail(`an unknown property, ${written}`);
  const isOpposite = (sign === 'P') !== (caret === '^');
  return {
    type: 'set',
    ranges: [],
    properties: [{ name, isScript, negated: isOpposite && source.classes === 'javascript' }],
    negated: isOpposite && source.classes === 'unicode',
  };
}

function isKnown(name: string): boolean {
  try {
    return new RegExp(`\\p{${name}}`, 'u') !== undefined;
  } catch {
    return false;
  }
}

/** Reads a class of characters after its opening bracket. */
function parseClass(source: PatternSource): SetNode {
  const negated = source.skip('^');
  const items: SetNode[] = [];
  const isFirstLiteral = source.classes === 'unicode';
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
  const range = isRust ? /-[^\]-]/ : /-[^\]]/;
  if (from === undefined || !range.test(source.text.slice(source.at, source.at + 2))) return first;
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
  if (more.length > 0) source.fail('the opposite of \\w in a class, which is not supported');
  return { ...set, negated: false, properties: [opposite(property)] };
}

/** ASCII letters, and those that match them when case is ignored: `ſ` matches s, and the Kelvin sign k. */
const LETTERS_OF_BOTH_CASES = 'AZaz\u017f\u017f\u212a\u212a';
const LETTER_S = 'SSss';

/**
 * Returns all characters outside a class of ASCII. When case is ignored, it also excludes those that are in the class in another
 * case.
 */
function others({ ignoreCase }: PatternSource, ranges: Ranges): Ranges {
  const hasLetters = ignoreCase && overlap(ranges, between(LETTER_S));
  return complement(hasLetters ? [...ranges, ...between(LETTERS_OF_BOTH_CASES)] : ranges);
}

function opposite(property: Property): Property {
  return { ...property, negated: !property.negated };
}

function onlyCharacter({ ranges }: SetNode): number | undefined {
  const [[first, last] = [0, -1], ...others] = ranges;
  return first === last && others.length === 0 ? first : undefined;
}

const NAMED = /:(\^?)([a-z]+):\]/y;

/** The classes of POSIX, as pairs of characters. */
const names: ReadonlyMap<string, string> = new Map([
  ['alnum', '09AZaz'],
  ['alpha', 'AZaz'],
  ['ascii', '\0\x7f'],
  ['blank', '\t\t  '],
  ['cntrl', '\0\x1f\x7f\x7f'],
  ['digit', '09'],
  ['graph', '!~'],
  ['lower', 'az'],
  ['print', ' ~'],
  ['punct', '!/:@[`{~'],
  ['space', '\t\r  '],
  ['upper', 'AZ'],
  ['word', '09AZ__az'],
  ['xdigit', '09AFaf'],
]);

function namedClass(source: PatternSource): SetNode {
  const [, caret, name = ''] = source.take(NAMED) ?? [];
  const ranges = between(names.get(name) ?? source.fail('a class within a class, which is not supported'));
  return setOf(caret === '^' ? others(source, ranges) : ranges);
}
