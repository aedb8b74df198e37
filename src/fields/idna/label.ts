import { idnaStatus, leadingMark } from './characters.ts';
import { contextFault } from './context.ts';
import { directionFault } from './direction.ts';
import { characterFault, Fault } from './fault.ts';
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
