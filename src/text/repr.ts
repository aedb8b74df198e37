import { codePointOf } from './code-point.ts';
import { latePattern } from './late-pattern.ts';

/** Writes a scalar as Python's `repr` does: `'it'`, `"it's"`, `True`, `None`, `1e-05`. */
export function repr(value: string | number | boolean | null): string {
  if (typeof value === 'string') return reprText(value);
  if (typeof value === 'number') return reprNumber(value);
  if (value === null) return 'None';
  return value ? 'True' : 'False';
}

function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + text.replace(escapedCharacter(), (character) => escaped(character, quote)) + quote;
}

/** Quotes, backslashes, and all that Python does not call printable: everything invisible except the plain space. */
const escapedCharacter = latePattern(String.raw`['"\\]|(?! )[\p{C}\p{Z}]`, 'gu');

function escaped(character: string, quote: string): string {
  const short = shortEscapes.get(character);
  if (short !== undefined) return short;
  if (character === "'" || character === '"') return character === quote ? `\\${quote}` : character;
  const code = codePointOf(character).toString(16);
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`;
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`;
}

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

/** Writes a number as Python does. Whole ones are integers, of any length. */
function reprNumber(number: number): string {
  if (Number.isInteger(number)) return String(BigInt(number));
  if (Math.abs(number) >= LEAST_WITHOUT_EXPONENT) return String(number);
  return number.toExponential().replace(ONE_DIGIT_EXPONENT, '-0$1');
}

const LEAST_WITHOUT_EXPONENT = 1e-4;
const ONE_DIGIT_EXPONENT = /-([0-9])$/;
