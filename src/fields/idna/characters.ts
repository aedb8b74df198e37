import type { Context } from '../../errors/words.ts';
import { defined } from '../../text/guards.ts';
import { latePattern } from '../../text/memo.ts';
import { codePointOf } from '../../text/strings.ts';

/** The fault of a part of an address. The type of the issue is derived from its type. */
export class Fault<Type extends string> {
  readonly type: Type;
  readonly numbers: Context;

  constructor(type: Type, numbers: Context = {}) {
    this.type = type;
    this.numbers = numbers;
  }
}

/** Returns the fault of a single character. */
export function characterFault<Type extends string>(type: Type, character: string): Fault<Type> {
  return new Fault(type, { codePoint: codePointOf(character) });
}

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

/**
 * The status of a character in domain names: allowed, allowed in some contexts, or never allowed. It is derived from the Unicode
 * data of the runtime as IDNA 2008 prescribes, so characters newer than the runtime are not allowed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5892
 */
export const idnaStatus = memoizePerCharacter(['allowed', 'in context', 'never'], (character) => {
  if (EXCEPTION.test(character)) return 'allowed';
  if (CONTEXT.test(character)) return 'in context';
  const isUnfit = unstable().test(character) || EXCLUDED.test(character) || !letterOrDigit().test(character);
  return isUnfit ? 'never' : 'allowed';
});

/** Section 2.6, and the hyphen. */
const EXCEPTION = /[-\xdf\u03c2\u06fd\u06fe\u0f0b\u3007]/;
const letterOrDigit = latePattern(String.raw`[\p{L}\p{Mn}\p{Mc}\p{Nd}]`);
const unstable = latePattern(String.raw`[\p{Changes_When_NFKC_Casefolded}\p{Default_Ignorable_Code_Point}]`);
/** Section 2.6, combining marks for symbols and music (2.4), letters of old Hangul (2.9). */
const EXCLUDED =
  /[\u20d0-\u20ff\u{1d100}-\u{1d24f}\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb\u302e\u302f\u0640\u07fa\u3031-\u3035\u303b]/u;
const CONTEXT = /[\u00b7\u0375\u05f3\u05f4\u30fb\u0660-\u0669\u06f0-\u06f9]/;

/** A combining mark at the start of a text, where it has nothing to combine with. */
export const leadingMark = latePattern(String.raw`^\p{M}`);
