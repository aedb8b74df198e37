/** The ASCII characters of ordinary addresses, by their use. */

export const PERIOD = 0x2e;
export const HYPHEN = 0x2d;
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
export function isOfLabel(code: number): boolean {
  return ((uses[code] ?? 0) & LABEL) !== 0;
}

/** Returns the end of atoms separated by periods, which is the end of the text or an @; 0 if there is anything else. */
export function endOfAtoms(text: string): number {
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
