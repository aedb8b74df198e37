import { codePointOf } from '../../text/code-point.ts';

const PAGE_BITS = 12;
const PAGE_SIZE = 2 ** PAGE_BITS;

/**
 * Remembers what a rule says of each character: to ask for properties of Unicode takes ten times as long. There is a byte
 * for each, in pages that are made when they are first needed: to clear a megabyte takes longer than to load all fields.
 */
export function memoizePerCharacter<const Verdict>(
  verdicts: readonly Verdict[],
  rule: (character: string) => NoInfer<Verdict>,
): (character: string) => Verdict {
  const pages: Uint8Array[] = [];
  return (character) => {
    const codePoint = codePointOf(character);
    const number = codePoint >> PAGE_BITS;
    const page = pages[number] ?? new Uint8Array(PAGE_SIZE);
    pages[number] = page;
    const at = codePoint % PAGE_SIZE;
    const known = verdicts[(page[at] ?? 0) - 1];
    if (known !== undefined) return known;
    const verdict = rule(character);
    page[at] = verdicts.indexOf(verdict) + 1;
    return verdict;
  };
}
