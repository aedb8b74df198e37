import { idnaStatus } from './characters.ts';
import { contextFault } from './context.ts';
import { directionFault } from './direction.ts';
import { characterFault, Fault } from './fault.ts';
import { decodePunycode, encodePunycode } from './punycode.ts';

/** A domain name, or one label of it, for people and for the wire. */
export interface Name {
  readonly unicode: string;
  readonly ascii: string;
}

/** Reads one label of a mapped domain name. */
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

/** Characters that names may hold beside any other. */
const PLAIN = /^[a-z0-9-]*$/;
const ASCII = /^[!-~]*$/;
const PREFIX = 'xn--';
/** Of a label on the wire: https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
export const MAX_LABEL = 63;

/**
 * The fault that keeps a label, mapped or decoded, from being a part of a domain name: the registration rules of
 * IDNA 2008, less the two joiners, which nobody sees and no address may therefore hold.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5891#section-4.2
 */
function labelFault(label: string) {
  const characters = [...label];
  const [first = '', , third, fourth] = characters;
  if (third === '-' && fourth === '-') return new Fault('label_hyphens');
  if (first === '-' || characters.at(-1) === '-') return new Fault('label_hyphen_edge');
  if (/\p{M}/u.test(first)) return characterFault('label_combining', first);
  if (PLAIN.test(label)) return undefined;
  const statuses = characters.map(idnaStatus);
  const stranger = characters[statuses.indexOf('never')];
  if (stranger !== undefined) return characterFault('domain_character', stranger);
  const misplaced = statuses.includes('in context') ? contextFault(characters) : undefined;
  return misplaced ?? directionFault(characters);
}
