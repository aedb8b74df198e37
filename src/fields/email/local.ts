import { latePattern } from '../../text/memo.ts';
import { leadingMark } from '../idna/characters.ts';
import { characterFault, Fault } from '../idna/fault.ts';
import { endOfAtoms } from './atoms.ts';
import { type EmailFault, periodFault } from './fault.ts';

/**
 * Returns the normal form of the part before the @: atoms of RFC 5322, or of RFC 6531 outside ASCII, in NFC. Quoted strings are
 * not supported.
 */
export function readLocal(local: string): string | EmailFault {
  if (local !== '' && endOfAtoms(local) === local.length) return normalizeRole(local);
  const normal = local.normalize('NFC');
  if (normal === local) return localFault(local) ?? normalizeRole(local);
  return localFault(local) ?? localFault(normal) ?? normal;
}

/**
 * Converts the names of well-known mailboxes to lower case; the case of other names is left to their owners. As in
 * email-validator, a name that only NFC turns into one of these (with a Kelvin sign for its K) is not one.
 */
export function normalizeRole(local: string): string {
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
