import { codePointOf } from '../../text/code-point.ts';

/**
 * Remembers what a rule says of each character: to ask for properties of Unicode takes ten times as long. There is a byte
 * for each, and memory only for pages that have been written to.
 */
export function memoizePerCharacter<const Verdict>(
  verdicts: readonly Verdict[],
  rule: (character: string) => NoInfer<Verdict>,
): (character: string) => Verdict {
  const places = new DataView(new ArrayBuffer(0x110000));
  return (character) => {
    const codePoint = codePointOf(character);
    const known = verdicts[places.getUint8(codePoint) - 1];
    if (known !== undefined) return known;
    const verdict = rule(character);
    places.setUint8(codePoint, verdicts.indexOf(verdict) + 1);
    return verdict;
  };
}
