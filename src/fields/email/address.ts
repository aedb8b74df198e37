import { type emailIssues, reservedNames } from '../../errors/email.ts';
import { utf8Length } from '../../text/bytes.ts';
import { ensure, latePattern } from '../../text/memo.ts';
import { characterFault, Fault, leadingMark } from '../idna/characters.ts';
import { MAX_LABEL, type Name, readLabel } from '../idna/label.ts';
import { mapDomain } from '../idna/mapping.ts';

/** The length that SMTP allows for an address: https://www.rfc-editor.org/errata/eid1690 */
export const MAX_BYTES = 254;

/**
 * Returns the normal form of an address, or its fault. Accepts what Python's email-validator 2.3.0 accepts with its default
 * options. The length is checked first, so that nothing else processes more than 254 bytes, or last, as email-validator does.
 *
 * @see https://github.com/JoshData/python-email-validator
 */
export function readAddress(text: string, isLengthLast = false): string | EmailFault {
  const tooLong = lengthFault(ASCII.test(text) ? 'too_long' : 'too_long_bytes', text);
  if (tooLong && !isLengthLast) return tooLong;
  const fault = wholeFault(text);
  if (fault) return fault;
  const at = text.indexOf('@');
  const local = readLocal(text.slice(0, at));
  if (local instanceof Fault) return local;
  const domain = readDomain(text.slice(at + 1));
  if (domain instanceof Fault) return domain;
  if (tooLong) return tooLong;
  const normal = `${local}@${domain.unicode}`;
  const encoded = `${local}@${domain.ascii}`;
  return lengthFault('too_long_normalized', normal) ?? lengthFault('too_long_encoded', encoded) ?? normal;
}

function wholeFault(text: string): EmailFault | undefined {
  if (text === '') return new Fault('empty');
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
  const excess = utf8Length(text) - MAX_BYTES;
  return excess > 0 ? new Fault(type, { excess }) : undefined;
}

/** The most bytes that a UTF-16 unit takes in UTF-8. */
const MAX_BYTES_PER_UNIT = 3;

/** Reads the part after the @: a domain name by IDNA 2008 that can receive mail over the internet. */
function readDomain(domain: string): Name | EmailFault {
  if (domain.includes('@')) return new Fault('second_at');
  if (domain.startsWith('[') && domain.endsWith(']')) return new Fault('domain_brackets');
  if (leadingMark().test(domain)) return characterFault('domain_combining', domain);
  const mapped = mapDomain(domain);
  if (mapped instanceof Fault) return mapped;
  return shapeFault(mapped) ?? readLabels(mapped);
}

function readLabels(domain: string): Name | EmailFault {
  const labels: Name[] = [];
  for (const text of domain.split('.')) {
    const label = readLabel(text);
    if (label instanceof Fault) return label;
    labels.push(label);
  }
  const name = { unicode: join(labels, 'unicode'), ascii: join(labels, 'ascii') };
  return deliveryFault(name) ?? name;
}

function join(labels: readonly Name[], form: keyof Name): string {
  return labels.map((label) => label[form]).join('.');
}

function shapeFault(domain: string): EmailFault | undefined {
  if (domain === '') return new Fault('domain_empty');
  if (domain.startsWith('-')) return new Fault('domain_hyphen_start');
  if (domain.endsWith('-')) return new Fault('domain_hyphen_end');
  if (domain.includes('.-') || domain.includes('-.')) return new Fault('domain_hyphen_period');
  return periodFault('domain', domain);
}

function deliveryFault({ ascii }: Name): EmailFault | undefined {
  const excess = ascii.length - MAX_LENGTH;
  if (excess > 0) return new Fault('domain_too_long', { excess });
  if (!ascii.includes('.')) return new Fault('domain_no_period');
  if (!/[a-z]$/.test(ascii)) return new Fault('domain_last');
  const name = reservedNames.indexOf(ascii.slice(ascii.lastIndexOf('.') + 1));
  return name < 0 ? undefined : new Fault('domain_reserved', { name });
}

const MAX_LENGTH = 253;

/**
 * Returns the normal form of the part before the @: atoms of RFC 5322, or of RFC 6531 outside ASCII, in NFC. Quoted strings are
 * not supported.
 */
function readLocal(local: string): string | EmailFault {
  if (local !== '' && endOfAtoms(local) === local.length) return normalizeRole(local);
  const normal = local.normalize('NFC');
  if (normal === local) return localFault(local) ?? normalizeRole(local);
  return localFault(local) ?? localFault(normal) ?? normal;
}

/**
 * Converts the names of well-known mailboxes to lower case; the case of other names is left to their owners. As in
 * email-validator, a name that only NFC turns into one of these (with a Kelvin sign for its K) is not one.
 */
function normalizeRole(local: string): string {
  if (local.length > LONGEST_ROLE) return local;
  const lower = local.toLowerCase();
  return roles.has(lower) ? lower : local;
}

/** Mailboxes for common services, case-insensitive: https://www.rfc-editor.org/rfc/rfc2142 */
const roles: ReadonlySet<string> = new Set(
  'info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp'.split(
    ' ',
  ),
);

const LONGEST_ROLE = Math.max(...Array.from(roles, (role) => role.length));

function localFault(local: string): EmailFault | undefined {
  if (local === '') return new Fault('local_empty');
  if (local.includes('"')) return new Fault('quoted');
  const [found] = disallowed().exec(local) ?? [];
  if (found !== undefined) return characterFault('local_character', found);
  if (leadingMark().test(local)) return characterFault('local_combining', local);
  return periodFault('local', local);
}

/** Characters with another use in RFC 5322, spaces, and invisible or unassigned characters. */
const disallowed = latePattern(String.raw`["(),:;<>@[\\\]\p{Z}\p{C}]`);

/**
 * Returns the normal form of an ordinary address: ASCII, without Punycode, without faults. Gives the same result as
 * `readAddress`, but faster; everything else is left to it.
 */
export function readPlainAddress(text: string): string | undefined {
  if (text.length > MAX_BYTES) return undefined;
  const at = endOfAtoms(text);
  const top = at > 0 ? startOfLastLabel(text, at + 1) : 0;
  if (top === 0) return undefined;
  const lower = text.toLowerCase();
  if (lower.length - top >= SHORTEST_RESERVED && reserved.has(lower.slice(top))) return undefined;
  return lower === text ? text : normalizeRole(text.slice(0, at)) + lower.slice(at);
}

const reserved: ReadonlySet<string> = new Set(reservedNames);
const SHORTEST_RESERVED = Math.min(...reservedNames.map((name) => name.length));

/** Returns the start of the last label, or 0 if there is only one or if one is not plain. */
function startOfLastLabel(text: string, first: number): number {
  let start = first;
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isOfLabel(code)) continue;
    if (code !== PERIOD || !isPlainLabel(text, start, at)) return 0;
    start = at + 1;
  }
  const endsInLetter = text.charCodeAt(text.length - 1) >= LETTER_A;
  return endsInLetter && start > first && isPlainLabel(text, start, text.length) ? start : 0;
}

/** Checks that letters, digits and hyphens form a label. Hyphens in third and fourth place are reserved for Punycode. */
function isPlainLabel(text: string, start: number, end: number): boolean {
  if (end === start || end - start > MAX_LABEL) return false;
  if (text.charCodeAt(start) === HYPHEN || text.charCodeAt(end - 1) === HYPHEN) return false;
  return text.charCodeAt(start + 2) !== HYPHEN || text.charCodeAt(start + 3) !== HYPHEN;
}

/** The first letter of ASCII. The digits and the hyphen come before it. */
const LETTER_A = 0x41;

/** The ASCII characters of ordinary addresses, by their use. */

const PERIOD = 0x2e;
const HYPHEN = 0x2d;
const AT = 0x40;

const ATOM = 1;
const LABEL = 2;
const BOTH = ATOM | LABEL;
/** The parts in which each ASCII character may be used. */
const uses = usesOfAscii();

function usesOfAscii(): Uint8Array {
  const found = new Uint8Array(128);
  for (const character of "!#$%&'*+/=?^_`{|}~") found[character.charCodeAt(0)] = ATOM;
  found[HYPHEN] = BOTH;
  // Digits, capital and small letters.
  return found.fill(BOTH, 0x30, 0x3a).fill(BOTH, 0x41, 0x5b).fill(BOTH, 0x61, 0x7b);
}

/** Checks for a character of a domain name: a letter, a digit or a hyphen. */
function isOfLabel(code: number): boolean {
  return ((uses[code] ?? 0) & LABEL) !== 0;
}

/** Returns the end of atoms separated by periods, which is the end of the text or an @; 0 if there is anything else. */
function endOfAtoms(text: string): number {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((uses[code] ?? 0) & ATOM) continue;
    if (at === start) return 0;
    if (code !== PERIOD) return code === AT ? at : 0;
    start = at + 1;
  }
  return start === text.length ? 0 : text.length;
}

type EmailIssue = keyof ReturnType<typeof emailIssues>;
type Unprefixed<Type> = Type extends `email_${infer Rest}` ? Rest : never;

/** The fault of an address: the type of its issue without the prefix `email_`, and its numbers. */
type EmailFault = Fault<Unprefixed<EmailIssue>>;

/** A cache: looking up a newly concatenated string takes as long as reading an address. */
const issueTypes = new Map<EmailFault['type'], EmailIssue>();

/** Returns the type of issue of a fault. */
export function issueType({ type }: EmailFault): EmailIssue {
  return ensure(issueTypes, type, () => `email_${type}` as const);
}

type Part = 'local' | 'domain';

/** Returns the fault of the periods in the part before or after the @, if there is one. */
function periodFault(part: Part, text: string): EmailFault | undefined {
  if (text.startsWith('.')) return new Fault(`${part}_period_start`);
  if (text.endsWith('.')) return new Fault(`${part}_period_end`);
  if (text.includes('..')) return new Fault(`${part}_period_doubled`);
  return undefined;
}
