import { characterFault, type Fault } from './fault.ts';

/** The spelling under which a domain name is known: in lower case, composed, with plain full stops. */
export function mapDomain(domain: string): string | Fault<'domain_character'> {
  if (PLAIN.test(domain)) return domain.toLowerCase();
  let mapped = '';
  for (const character of domain) {
    const spelling = mapCharacter(character);
    const isDot = FULL_STOP.test(character);
    if (!isDot && STRANGE.test(character + spelling)) return characterFault('domain_character', character);
    mapped += isDot ? '.' : spelling;
  }
  return mapped.normalize('NFC');
}

/** What only loses its capitals; a look at each character takes many times as long. */
const PLAIN = /^[a-z0-9.-]*$/i;
const FULL_STOP = /[.。．｡]/;
/** What no label holds: full stops, other ASCII than letters, digits and hyphens, the invisible, the unassigned. */
const STRANGE = /[。!-,./:-@[-`{-~\p{Z}\p{C}]/u;

/**
 * The mapping of UTS #46, non-transitional, for visible characters. Its table of nine thousand rows comes down
 * to NFKC case folding and the exceptions below, so that the runtime's own Unicode data can stand in for it.
 *
 * @see https://www.unicode.org/reports/tr46/
 */
function mapCharacter(character: string): string {
  if (IGNORED.test(character)) return '';
  if (!CHANGES.test(character) || DEVIATION.test(character)) return character;
  return Array.from(character.normalize('NFKC'), foldCase).join('').normalize('NFKC');
}

const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const CHANGES = /\p{Changes_When_NFKC_Casefolded}/u;
/** Letters that IDNA 2003 folded away (`ss`, `σ`) and IDNA 2008 tells apart. */
const DEVIATION = /[ßς]/;

function foldCase(character: string): string {
  if (!CHANGES.test(character)) return character;
  const upper = character.toUpperCase();
  return CHEROKEE.test(character) ? upper : upper.toLowerCase();
}

/** Alone among the scripts, Cherokee folds to upper case. */
const CHEROKEE = /\p{Script=Cherokee}/u;
