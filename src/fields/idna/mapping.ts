import { latePattern } from '../../text/late-pattern.ts';
import { characterFault, type Fault } from './fault.ts';
import { memoizePerCharacter } from './memoize.ts';

/** The spelling under which a domain name is known: in lower case, composed, with plain full stops. */
export function mapDomain(domain: string): string | Fault<'domain_character'> {
  if (PLAIN.test(domain)) return domain.toLowerCase();
  for (const character of domain)
    if (mappingStatus(character) === 'refused') return characterFault('domain_character', character);
  return mapText(domain);
}

/** The spelling of a text, whatever it holds. */
export function mapText(text: string): string {
  let mapped = '';
  for (const character of text)
    mapped += mappingStatus(character) === 'kept' ? character : spellingOf(character);
  return mapped.normalize('NFC');
}

const mappingStatus = memoizePerCharacter(['kept', 'mapped', 'refused'], (character) => {
  const spelling = mapCharacter(character);
  if (!FULL_STOP.test(character) && disallowed().test(character + spelling)) return 'refused';
  return spelling === character ? 'kept' : 'mapped';
});

/** There are some ten thousand characters with another spelling, so each is looked for once. */
function spellingOf(character: string): string {
  const known = spellings.get(character);
  if (known !== undefined) return known;
  const spelling = mapCharacter(character);
  if (spelling !== character) spellings.set(character, spelling);
  return spelling;
}

const spellings = new Map<string, string>();

/** Names that only lose their capitals; a look at each character takes many times as long. */
const PLAIN = /^[a-z0-9.-]*$/i;
const FULL_STOP = /[.。．｡]/;
/** Characters that no label holds: full stops, other ASCII than letters, digits and hyphens, the invisible, the unassigned. */
const disallowed = latePattern(String.raw`[。!-,./:-@[-\x60{-~\p{Z}\p{C}]`);

/**
 * The mapping of UTS #46, non-transitional, for visible characters. Its table of nine thousand rows comes down
 * to NFKC case folding and the exceptions below, so that the runtime's own Unicode data can stand in for it.
 *
 * @see https://www.unicode.org/reports/tr46/
 */
function mapCharacter(character: string): string {
  if (FULL_STOP.test(character)) return '.';
  if (ignored().test(character)) return '';
  if (!changing().test(character) || DEVIATION.test(character)) return character;
  return Array.from(character.normalize('NFKC'), foldCase).join('').normalize('NFKC');
}

const ignored = latePattern(String.raw`\p{Default_Ignorable_Code_Point}`);
const changing = latePattern(String.raw`\p{Changes_When_NFKC_Casefolded}`);
/** Letters that IDNA 2003 folded away (`ss`, `σ`) and IDNA 2008 tells apart. */
const DEVIATION = /[ßς]/;

function foldCase(character: string): string {
  if (!changing().test(character)) return character;
  const upper = character.toUpperCase();
  return cherokee().test(character) ? upper : upper.toLowerCase();
}

/** Alone among the scripts, Cherokee folds to upper case. */
const cherokee = latePattern(String.raw`\p{Script=Cherokee}`);
