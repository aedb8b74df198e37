import { latePattern } from '../text/memo.ts';
import { repr } from '../text/strings.ts';
import { type Context, count, hex } from './words.ts';

/** The parts of the messages of Python's email-validator 2.3, which pydantic repeats. */

/** Writes an excess: `(2 bytes too many)`. */
export function tooMany({ excess }: Context, unit: string): string {
  return `(${count(excess, unit)} too many)`;
}

/** Refuses invisible characters in any context. */
export function unsafe({ codePoint }: Context): string {
  return `The email address contains unsafe characters: ${hex(codePoint)}.`;
}

/** Refuses characters before the @ that are not allowed in atoms. */
export function invalidBeforeAt(context: Context, address: string): string {
  const { codePoint = 0 } = context;
  if (codePoint > LAST_ASCII) return unsafe(context);
  const local = address.slice(0, address.indexOf('@'));
  return `The email address contains invalid characters before the @-sign: ${charactersIn(NO_ATOM, local)}.`;
}

/** Refuses characters after the @ that are not allowed in names. */
export function invalidAfterAt(context: Context, address: string): string {
  const { codePoint = 0 } = context;
  if (codePoint <= LAST_ASCII)
    return `The part after the @-sign contains invalid characters: ${charactersIn(NO_NAME, domainOf(address))}.`;
  if (isInvisible(context)) return unsafe(context);
  return label(`Codepoint ${hex(codePoint)} ${placeOf(codePoint, address, 'of')} not allowed`);
}

/** Refuses a character at its position. */
export function misplaced({ codePoint = 0 }: Context, address: string): string {
  return label(`Codepoint ${hex(codePoint)} not allowed ${placeOf(codePoint, address, 'in')}`);
}

/** Refuses a name in the words of Python's idna. */
export function label(reason: string): string {
  return `The part after the @-sign is invalid (${reason}).`;
}

/** The same for a name that was sent in ASCII. */
export function encodedLabel(reason: string): string {
  return `The part after the @-sign is not valid IDNA (${reason}).`;
}

const LAST_ASCII = 0x7f;
/** ASCII that is not allowed in atoms, and in domain names. */
const NO_ATOM = /[\0- "(),:;<>@[-\]\x7f]/g;
const NO_NAME = /[\0-,/:-@[-`{-\x7f]/g;
const visible = latePattern(String.raw`[\p{L}\p{N}\p{P}\p{S} ]`);

function isInvisible({ codePoint = 0 }: Context): boolean {
  return !visible().test(String.fromCodePoint(codePoint));
}

/** Lists each of the characters once, sorted, as Python shows them. */
function charactersIn(pattern: RegExp, text: string): string {
  const shown = Array.from(text.matchAll(pattern), ([character]) => display(character));
  return [...new Set(shown)].sort().join(', ');
}

function display(character: string): string {
  if (character === ' ') return 'SPACE';
  if (!visible().test(character)) return hex(character.codePointAt(0));
  return character === "'" || character === '\\' ? `"${character}"` : `'${character}'`;
}

function domainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}

/** Describes the position of a character and the name that contains it. */
function placeOf(codePoint: number, address: string, preposition: string): string {
  const character = String.fromCodePoint(codePoint);
  const [name = ''] = domainOf(address)
    .split('.')
    .filter((each) => each.includes(character));
  return `at position ${[...name].indexOf(character) + 1} ${preposition} ${repr(name)}`;
}
