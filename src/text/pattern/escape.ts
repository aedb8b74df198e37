import { codePointOf } from '../code-point.ts';
import type { SetNode } from './node.ts';
import { classOf, setOf } from './sets.ts';
import type { PatternSource } from './source.ts';

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
export function parseEscape(source: PatternSource): SetNode {
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
  if (name === '' || (isScript && !isKnown(`Script=${name}`))) source.fail(`an unknown property, ${written}`);
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
