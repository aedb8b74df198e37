import { codePointOf } from '../code-point.ts';
import { parseClass } from './class.ts';
import { parseEscape } from './escape.ts';
import { type Condition, type Node, simplified, type WholePattern } from './node.ts';
import { type Classes, classOf, setOf } from './sets.ts';
import { PatternSource } from './source.ts';

/**
 * Reads a regular expression in the syntax of JavaScript, and the spellings that Rust and RE2 have in addition. Throws at what no
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
  if (source.take(QUANTIFIER)) source.fail('nothing to repeat');
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
