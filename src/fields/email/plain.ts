import { reservedNames } from '../../errors/email.ts';
import { MAX_LABEL } from '../idna/label.ts';
import { MAX_BYTES } from './address.ts';
import { endOfAtoms, HYPHEN, isOfLabel, PERIOD } from './atoms.ts';
import { normalizeRole } from './local.ts';

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
