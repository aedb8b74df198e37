import { Fault } from '../../fields/idna/characters.ts';
import { MAX_LABEL, readLabel } from '../../fields/idna/label.ts';
import { isV4, isV6 } from '../../fields/ip.ts';
import { encodeUtf8 } from '../../text/bytes.ts';

const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;
const MAX_NAME = 253;
const PREFIX = /^xn--/i;

/** Accepts a host name of [RFC 1123](https://www.rfc-editor.org/rfc/rfc1123#section-2.1). */
export function isHostname(text: string): boolean {
  return text.length <= MAX_NAME && text.split('.').every(isAsciiLabel);
}

function isAsciiLabel(label: string): boolean {
  if (label.length > MAX_LABEL || !LABEL.test(label)) return false;
  const isReserved = label.slice(2, 4) === '--';
  return isReserved ? PREFIX.test(label) && isLabel(label.toLowerCase()) : true;
}

/** Accepts a label by the rules of registration. Punycode has to be that of its own text. */
function isLabel(label: string): boolean {
  const read = readLabel(label);
  if (read instanceof Fault) return false;
  const encoded = readLabel(read.unicode);
  return !(encoded instanceof Fault) && encoded.ascii === read.ascii;
}

const FULL_STOPS = /[.\u3002\uff0e\uff61]/;
const ASCII = /^[!-~]*$/;

/** Accepts a host name with labels in any script, by [RFC 5891](https://www.rfc-editor.org/rfc/rfc5891). */
export function isIdnHostname(text: string): boolean {
  if (text.length > MAX_NAME) return false;
  return text.split(FULL_STOPS).every((label) => (ASCII.test(label) ? isAsciiLabel(label) : isLabel(label)));
}

const ATOM = String.raw`[\w!#$%&'*+/=?^\x60{|}~-]`;
const DOTTED = new RegExp(`^${ATOM}+(?:\\.${ATOM}+)*$`);
const QUOTED = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const MAX_LOCAL = 64;

/** Accepts a mailbox of [RFC 5321](https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2). */
export function isEmail(text: string): boolean {
  return isMailbox(text, isHostname, (local) => DOTTED.test(local) || QUOTED.test(local));
}

/** Accepts a mailbox of [RFC 6531](https://www.rfc-editor.org/rfc/rfc6531#section-3.3), which may have characters of any script. */
export function isIdnEmail(text: string): boolean {
  return isMailbox(text, isIdnHostname, (local) => {
    const plain = local.replace(OTHER, 'x');
    return DOTTED.test(plain) || QUOTED.test(plain);
  });
}

const OTHER = /[^\0-\x7f]/gu;

function isMailbox(
  text: string,
  isDomain: (text: string) => boolean,
  isLocal: (text: string) => boolean,
): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1);
  if (local === '' || local.length > MAX_LOCAL || encodeUtf8(local).length > MAX_LOCAL) return false;
  return isLocal(local) && (isDomain(domain) || isAddress(domain));
}

/** Accepts an IP address in brackets. */
function isAddress(domain: string): boolean {
  if (!domain.startsWith('[') || !domain.endsWith(']')) return false;
  const address = domain.slice(1, -1);
  return isV4(address) || (/^IPv6:/i.test(address) && !address.includes('%') && isV6(address.slice(5)));
}
