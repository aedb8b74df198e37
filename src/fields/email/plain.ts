import { reservedNames } from '../../issues/reserved.ts';
import { characterTable } from '../../text/character-table.ts';
import { MAX_LABEL } from '../idna/label.ts';
import { MAX_BYTES } from './address.ts';
import { normalizeRole } from './local.ts';

/**
 * The normal form of an address as nearly all are: ASCII, without Punycode and without fault. `readAddress`
 * gives the same answer to these, only later; the rest is left to it.
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

/** The place of the @ after a row of atoms; 0 where there is none. */
function endOfAtoms(text: string): number {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((uses[code] ?? 0) & ATOM) continue;
    if (at === start) return 0;
    if (code === AT) return at;
    if (code !== PERIOD) return 0;
    start = at + 1;
  }
  return 0;
}

/** The start of the last of several plain labels; 0 where there is only one, or one that is not plain. */
function startOfLastLabel(text: string, first: number): number {
  let start = first;
  for (let at = first; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((uses[code] ?? 0) & LABEL) continue;
    if (code !== PERIOD || !isPlainLabel(text, start, at)) return 0;
    start = at + 1;
  }
  const endsInLetter = text.charCodeAt(text.length - 1) >= LETTER_A;
  return endsInLetter && start > first && isPlainLabel(text, start, text.length) ? start : 0;
}

/** Tells whether letters, digits and hyphens make a label. Hyphens in third and fourth place are for Punycode. */
function isPlainLabel(text: string, start: number, end: number): boolean {
  if (end === start || end - start > MAX_LABEL) return false;
  if (text.charCodeAt(start) === HYPHEN || text.charCodeAt(end - 1) === HYPHEN) return false;
  return text.charCodeAt(start + 2) !== HYPHEN || text.charCodeAt(start + 3) !== HYPHEN;
}

const HYPHEN = 0x2d;
const PERIOD = 0x2e;
const AT = 0x40;
/** The first letter of ASCII; all that a label may hold besides comes before. */
const LETTER_A = 0x41;

const ATOM = 1;
const LABEL = 2;
const LABEL_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-';
/** The uses of each character of ASCII. */
const uses = characterTable([LABEL_CHARACTERS, ATOM | LABEL], ["!#$%&'*+/=?^_`{|}~", ATOM]);
