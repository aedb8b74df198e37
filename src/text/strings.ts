import { latePattern } from './memo.ts';

/** Writes a text as a JSON string. */
export function quote(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

const PLAIN = /^[ !#-[\]-~]*$/;

/** The beginning of a text, with a mark if there is more of it. */
export function beginningOf(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** Begins a sentence, unless with a name: of a function, or of a field. */
export function sentenceStart(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Makes a name from a title, to be used as an identifier: `three-fields-are-wrong`. */
export function slug(title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-');
}

/** Words that may be wider than a narrow column, and where they may break: after a sign, or before a capital letter. */
const LONG_WORD = /[\w/{}.:-]{20,}/g;
const BREAK = /(?<=[/_-])(?=[\w{])|(?<=[a-z\d])(?=[A-Z])/g;

/** Splits a text within its long words, such as paths and names of operations, where a line may break. */
export function breakable(text: string): string[] {
  return text.replace(LONG_WORD, (word) => word.replace(BREAK, '\0')).split('\0');
}

/** Returns the code point of the first character; 0 for an empty text. */
export function codePointOf(text: string): number {
  return text.codePointAt(0) ?? 0;
}

/** Writes a JSON pointer as the fragment of a URL (RFC 6901, 6): `#/items/0`. */
export function fragmentPointer(path: readonly (string | number)[]): string {
  return `#${path.map((step) => `/${escapedStep(String(step))}`).join('')}`;
}

function escapedStep(step: string): string {
  // A lone surrogate cannot be percent-encoded.
  return encodeURIComponent(step.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Writes a scalar as Python's `repr` does: `'it'`, `"it's"`, `True`, `None`, `1e-05`. */
export function repr(value: string | number | boolean | null): string {
  if (typeof value === 'string') return reprText(value);
  if (typeof value === 'number') return reprNumber(value);
  if (value === null) return 'None';
  return value ? 'True' : 'False';
}

function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return (
    quote + text.replace(escapedCharacter(), (character) => escapedCharacterOf(character, quote)) + quote
  );
}

/** Quotes, backslashes, and all that Python does not call printable: everything invisible except the plain space. */
const escapedCharacter = latePattern(String.raw`['"\\]|(?! )[\p{C}\p{Z}]`, 'gu');

function escapedCharacterOf(character: string, quote: string): string {
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

/** The syntax of header fields: https://www.rfc-editor.org/rfc/rfc9110#section-5. */

/** A character of a token, such as a name or a method, as the source of an expression. */
export const TOKEN_CHARACTER = "[!#$%&'*+.^`|~\\w-]";

const token = new RegExp(`^${TOKEN_CHARACTER}+$`);

export function isFieldName(text: string): boolean {
  return token.test(text);
}

export function isFieldValue(text: string): boolean {
  return /^[\t -~\x80-\xff]*$/.test(text);
}

/** Tells whether a host writes the field itself. A second one could end a reply too early. */
export function isOfHost(name: string): boolean {
  return /^(?:connection|content-length|content-type|keep-alive|transfer-encoding)$/i.test(name);
}

/** Counts the characters of a text: a pair of surrogates is one. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++)
    if (Number(text.codePointAt(at)) > LAST_OF_PLANE) {
      count--;
      at++;
    }
  return count;
}

/** The last character that takes a single unit. */
const LAST_OF_PLANE = 0xffff;
