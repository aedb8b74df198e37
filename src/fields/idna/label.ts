import { latePattern } from '../../text/memo.ts';
import { characterFault, Fault, idnaStatus, leadingMark, memoizePerCharacter } from './characters.ts';
import { decodePunycode, encodePunycode } from './punycode.ts';

/** A domain name or label, in Unicode for people and in ASCII for the wire. */
export interface Name {
  readonly unicode: string;
  readonly ascii: string;
}

/** Reads a label of a mapped domain name. */
export function readLabel(label: string) {
  return ASCII.test(label) ? readAscii(label) : readUnicode(label);
}

function readAscii(ascii: string) {
  const tooLong = lengthFault('label_too_long', ascii);
  if (tooLong) return tooLong;
  const unicode = ascii.startsWith(PREFIX) ? decodePunycode(ascii.slice(PREFIX.length)) : ascii;
  if (unicode === undefined) return new Fault('label_punycode');
  if (unicode.normalize('NFC') !== unicode) return new Fault('label_normal_form');
  return labelFault(unicode) ?? { unicode, ascii };
}

function readUnicode(unicode: string) {
  const ascii = PREFIX + encodePunycode(unicode);
  return labelFault(unicode) ?? lengthFault('label_too_long_encoded', ascii) ?? { unicode, ascii };
}

function lengthFault<Type extends string>(type: Type, ascii: string): Fault<Type> | undefined {
  const excess = ascii.length - MAX_LABEL;
  return excess > 0 ? new Fault(type, { excess }) : undefined;
}

/** Labels that need no check of their characters. */
const PLAIN = /^[a-z0-9-]*$/;
const ASCII = /^[!-~]*$/;
const PREFIX = 'xn--';
/** The limit for a label on the wire: https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
export const MAX_LABEL = 63;

/**
 * Returns the fault of a mapped or decoded label by the registration rules of IDNA 2008, if there is one. The two joiners are not
 * supported: they are invisible, so no address may contain them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5891#section-4.2
 */
function labelFault(label: string) {
  const characters = [...label];
  const [first = '', , third, fourth] = characters;
  if (third === '-' && fourth === '-') return new Fault('label_hyphens');
  if (first === '-' || characters.at(-1) === '-') return new Fault('label_hyphen_edge');
  if (leadingMark().test(first)) return characterFault('label_combining', first);
  if (PLAIN.test(label)) return undefined;
  const statuses = characters.map(idnaStatus);
  const disallowed = characters[statuses.indexOf('never')];
  if (disallowed !== undefined) return characterFault('domain_character', disallowed);
  const misplaced = statuses.includes('in context') ? contextFault(characters) : undefined;
  return misplaced ?? directionFault(characters);
}

type ContextFault = 'label_digits' | 'label_context';

/**
 * Returns the fault of a character that is not in a context that allows it, if there is one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5892#appendix-A
 */
function contextFault(characters: readonly string[]): Fault<ContextFault> | undefined {
  if (mixesDigits(characters)) return new Fault('label_digits');
  const misplaced = characters.find((character, at) => rules.get(character)?.(characters, at) === false);
  return misplaced === undefined ? undefined : characterFault('label_context', misplaced);
}

type Rule = (characters: readonly string[], at: number) => boolean;

const greek = latePattern(String.raw`\p{Script=Greek}`);
const hebrew = latePattern(String.raw`\p{Script=Hebrew}`);
const afterHebrew: Rule = (characters, at) => hebrew().test(characters[at - 1] ?? '');
const japanese = latePattern(String.raw`[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]`);

const rules = new Map<string, Rule>([
  ['·', (characters, at) => characters[at - 1] === 'l' && characters[at + 1] === 'l'],
  ['\u0375', (characters, at) => greek().test(characters[at + 1] ?? '')],
  ['\u05f3', afterHebrew],
  ['\u05f4', afterHebrew],
  ['・', (characters) => characters.some((character) => japanese().test(character))],
]);

/** Checks for Arabic digits together with their Persian counterparts, most of which look the same. */
function mixesDigits(characters: readonly string[]): boolean {
  return (
    characters.some((it) => /[\u0660-\u0669]/.test(it)) && characters.some((it) => /[\u06f0-\u06f9]/.test(it))
  );
}

type DirectionFault = 'label_digits' | 'label_direction' | 'label_direction_start' | 'label_direction_end';

/**
 * Applies the bidi rule, which ensures that a label with right-to-left letters or digits can be read in only one way. Such a
 * label must begin with a right-to-left letter, so conditions 5 and 6 never apply.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5893#section-2
 */
function directionFault(characters: readonly string[]): Fault<DirectionFault> | undefined {
  const [first = ''] = characters;
  const directions = characters.map(direction);
  if (!directions.includes('right') && !directions.includes('arabic digit')) return undefined;
  if (directions.includes('left')) return new Fault('label_direction');
  if (directions[0] !== 'right') return characterFault('label_direction_start', first);
  if (directions.includes('digit') && directions.includes('arabic digit')) return new Fault('label_digits');
  const [last = ''] = characters.slice(directions.findLastIndex((it) => it !== 'mark'));
  return direction(last) === 'neutral' ? characterFault('label_direction_end', last) : undefined;
}

/**
 * Returns the Bidi_Class of a character allowed in domain names, as far as the rule needs it. JavaScript does not have this
 * property, so right-to-left letters are found by their blocks (Unicode 17, DerivedBidiClass.txt).
 */
const direction = memoizePerCharacter(
  ['right', 'left', 'digit', 'arabic digit', 'mark', 'neutral'],
  (character) => {
    if (DIGIT.test(character)) return 'digit';
    if (ARABIC_DIGIT.test(character)) return 'arabic digit';
    if (NEUTRAL.test(character)) return 'neutral';
    if (mark().test(character)) return 'mark';
    return RIGHT.test(character) ? 'right' : 'left';
  },
);

const DIGIT = /[0-9\u06f0-\u06f9]/;
const ARABIC_DIGIT = /[\u0660-\u0669\u{10d30}-\u{10d39}\u{10d40}-\u{10d49}]/u;
const NEUTRAL = /[-\xb7\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788]/;
const RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Nonspacing marks, except for five whose Bidi_Class is left-to-right. */
const mark = latePattern(String.raw`(?![\u0cbf\u0cc6\u{11a07}\u{11a08}\u{11c3f}])\p{Mn}`);
