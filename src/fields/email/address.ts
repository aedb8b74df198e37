import { encodeUtf8 } from '../../text/bytes.ts';
import { characterFault, Fault } from '../idna/fault.ts';
import { readDomain } from './domain.ts';
import type { EmailFault } from './fault.ts';
import { readLocal } from './local.ts';

/** The length that SMTP allows for an address: https://www.rfc-editor.org/errata/eid1690 */
export const MAX_BYTES = 254;

/**
 * Returns the normal form of an address, or its fault. Accepts what Python's email-validator 2.3.0 accepts with its default
 * options. The length is checked first, so that nothing else processes more than 254 bytes.
 *
 * @see https://github.com/JoshData/python-email-validator
 */
export function readAddress(text: string): string | EmailFault {
  const fault = wholeFault(text);
  if (fault) return fault;
  const at = text.indexOf('@');
  const local = readLocal(text.slice(0, at));
  if (local instanceof Fault) return local;
  const domain = readDomain(text.slice(at + 1));
  if (domain instanceof Fault) return domain;
  const normal = `${local}@${domain.unicode}`;
  const encoded = `${local}@${domain.ascii}`;
  return lengthFault('too_long_normalized', normal) ?? lengthFault('too_long_encoded', encoded) ?? normal;
}

function wholeFault(text: string): EmailFault | undefined {
  if (text === '') return new Fault('empty');
  const tooLong = lengthFault(ASCII.test(text) ? 'too_long' : 'too_long_bytes', text);
  if (tooLong) return tooLong;
  if (!text.includes('@')) return atFault(text);
  return text.endsWith('>') && text.includes('<') ? new Fault('angle_brackets') : undefined;
}

/** Text with as many bytes as characters. */
const ASCII = /^[\0-\x7f]*$/;

function atFault(text: string): EmailFault {
  const [lookalike] = /[\uff20\ufe6b]/.exec(text) ?? [];
  return lookalike === undefined ? new Fault('no_at') : characterFault('no_at_lookalike', lookalike);
}

function lengthFault(type: EmailFault['type'], text: string): EmailFault | undefined {
  if (text.length * MAX_BYTES_PER_UNIT <= MAX_BYTES) return undefined;
  const excess = encodeUtf8(text).length - MAX_BYTES;
  return excess > 0 ? new Fault(type, { excess }) : undefined;
}

/** The most bytes that a UTF-16 unit takes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;
