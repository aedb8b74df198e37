import { latePattern } from '../../text/late-pattern.ts';
import { characterFault, Fault } from '../idna/fault.ts';
import { type EmailFault, periodFault } from './fault.ts';

/**
 * The normal form of what stands before the @: atoms of RFC 5322, or of RFC 6531 outside ASCII, in NFC.
 * Quoted strings are no part of the language.
 */
export function readLocal(local: string): string | EmailFault {
  const normal = local.normalize('NFC');
  return localFault(local) ?? localFault(normal) ?? (normal === local ? normalizeRole(local) : normal);
}

/**
 * In lower case where the mailbox is one that everybody has; the case of any other is its owner's affair. As in
 * email-validator, a role that takes normalization to be one (with a Kelvin sign for its K) is none.
 */
export function normalizeRole(local: string): string {
  if (local.length > LONGEST_ROLE) return local;
  const lower = local.toLowerCase();
  return roles.has(lower) ? lower : local;
}

/** Mailboxes for common services, in whatever case: https://www.rfc-editor.org/rfc/rfc2142 */
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
  if (combining().test(local)) return characterFault('local_combining', local);
  return periodFault('local', local);
}

/** Characters that RFC 5322 has other uses for, spaces, and those that are invisible or unassigned. */
const disallowed = latePattern(String.raw`["(),:;<>@[\\\]\p{Z}\p{C}]`);
const combining = latePattern(String.raw`^\p{M}`);
