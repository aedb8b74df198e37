import { latePattern } from '../../text/memo.ts';
import { characterFault, type Fault, memoizePerCharacter } from './characters.ts';

/** Returns the normal form of a domain name: in lower case, composed, with plain full stops. */
export function mapDomain(domain: string): string | Fault<'domain_character'> {
  if (PLAIN.test(domain)) return domain.toLowerCase();
  for (const character of domain)
    if (mappingStatus(character) === 'refused') return characterFault('domain_character', character);
  return mapText(domain);
}

/** Returns the normal form of a text. Refuses no characters. */
export function mapText(text: string): string {
  let mapped = '';
  for (const character of text)
    mapped += mappingStatus(character) === 'kept' ? character : mappedCharacter(character);
  return mapped.normalize('NFC');
}

const mappingStatus = memoizePerCharacter(['kept', 'mapped', 'refused'], (character) => {
  const mapped = mapCharacter(character);
  if (!FULL_STOP.test(character) && disallowed().test(character + mapped)) return 'refused';
  return mapped === character ? 'kept' : 'mapped';
});

/** Maps each character once. Some ten thousand characters become another. */
function mappedCharacter(character: string): string {
  const known = mappedCharacters.get(character);
  if (known !== undefined) return known;
  const mapped = mapCharacter(character);
  if (mapped !== character) mappedCharacters.set(character, mapped);
  return mapped;
}

const mappedCharacters = new Map<string, string>();

/** Names that need only lower case. Mapping each character takes many times as long. */
const PLAIN = /^[a-z0-9.-]*$/i;
const FULL_STOP = /[.\u3002\uff0e\uff61]/;
/**
 * Characters that no label contains: full stops, ASCII other than letters, digits and hyphens, invisible and unassigned
 * characters.
 */
const disallowed = latePattern(String.raw`[\u3002!-,./:-@[-\x60{-~\p{Z}\p{C}]`);

/**
 * Maps a visible character by UTS #46, non-transitional. Its table of nine thousand rows amounts to NFKC case folding with the
 * exceptions below, so the Unicode data of the runtime can replace it.
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
/** Letters that IDNA 2003 folded (to `ss` and `σ`) and IDNA 2008 distinguishes. */
const DEVIATION = /[\xdf\u03c2]/;

function foldCase(character: string): string {
  if (!changing().test(character)) return character;
  const upper = character.toUpperCase();
  return cherokee().test(character) ? upper : upper.toLowerCase();
}

/** The only script that folds to upper case. */
const cherokee = latePattern(String.raw`\p{Script=Cherokee}`);
