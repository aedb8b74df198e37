import { defined } from '../../text/guards.ts';
import { codePointOf } from '../../text/strings.ts';

const PAGE_BITS = 12;
const PAGE_SIZE = 2 ** PAGE_BITS;

/**
 * Caches the verdicts of a rule: testing Unicode properties takes ten times as long. Each character has a byte, in pages that are
 * allocated when first needed, because clearing a megabyte takes longer than loading all fields.
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
    const known = verdicts[defined(page[at]) - 1];
    if (known !== undefined) return known;
    const verdict = rule(character);
    page[at] = verdicts.indexOf(verdict) + 1;
    return verdict;
  };
}
