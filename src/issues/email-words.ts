import { latePattern } from '../text/late-pattern.ts';
import { repr } from '../text/repr.ts';
import { type Context, count, hex } from './words.ts';

/** The parts of the sentences of Python's email-validator 2.3, which pydantic repeats. */

/** Says so many are too many: `(2 bytes too many)`. */
export function tooMany({ excess }: Context, unit: string): string {
  return `(${count(excess, unit)} too many)`;
}

/** Refuses characters that nobody sees, whatever stands beside them. */
export function unsafe({ codePoint }: Context): string {
  return `The email address contains unsafe characters: ${hex(codePoint)}.`;
}

/** Refuses what the part before the @ holds and no atom may. */
export function invalidBeforeAt(context: Context, address: string): string {
  const { codePoint = 0 } = context;
  if (codePoint > LAST_ASCII) return unsafe(context);
  const local = address.slice(0, address.indexOf('@'));
  return `The email address contains invalid characters before the @-sign: ${charactersIn(NO_ATOM, local)}.`;
}

/** Refuses what the part after the @ holds and no name may. */
export function invalidAfterAt(context: Context, address: string): string {
  const { codePoint = 0 } = context;
  if (codePoint <= LAST_ASCII)
    return `The part after the @-sign contains invalid characters: ${charactersIn(NO_NAME, domainOf(address))}.`;
  if (isInvisible(context)) return unsafe(context);
  return label(`Codepoint ${hex(codePoint)} ${placeOf(codePoint, address, 'of')} not allowed`);
}

/** Refuses a character where it stands. */
export function misplaced({ codePoint = 0 }: Context, address: string): string {
  return label(`Codepoint ${hex(codePoint)} not allowed ${placeOf(codePoint, address, 'in')}`);
}

/** Refuses a name as Python's idna does. */
export function label(reason: string): string {
  return `The part after the @-sign is invalid (${reason}).`;
}

/** The same for a name that came in ASCII. */
export function encodedLabel(reason: string): string {
  return `The part after the @-sign is not valid IDNA (${reason}).`;
}

const LAST_ASCII = 0x7f;
/** ASCII that no atom holds, and that no domain name holds. */
const NO_ATOM = /[\0- "(),:;<>@[-\]\x7f]/g;
const NO_NAME = /[\0-,/:-@[-`{-\x7f]/g;
const visible = latePattern(String.raw`[\p{L}\p{N}\p{P}\p{S} ]`);

function isInvisible({ codePoint = 0 }: Context): boolean {
  return !visible().test(String.fromCodePoint(codePoint));
}

/** Each of the characters once, in order, as Python shows them. */
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

/** Says in which name a character stands, and as which of its characters. */
function placeOf(codePoint: number, address: string, preposition: string): string {
  const character = String.fromCodePoint(codePoint);
  const [name = ''] = domainOf(address)
    .split('.')
    .filter((each) => each.includes(character));
  return `at position ${[...name].indexOf(character) + 1} ${preposition} ${repr(name)}`;
}
