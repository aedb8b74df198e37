import type { Lengths } from '../lengths.ts';
import { MOST_REPEATED, type Samples } from './samples.ts';

/** Texts at the bounds of their length and beside them. */
export function textSamples({ minLength = 0, maxLength }: Lengths): Samples {
  const least = repeated(minLength);
  const most = repeated(maxLength ?? minLength);
  const tooLong = maxLength === undefined ? [] : repeated(maxLength + 1);
  return { accepted: ['text', ...least, ...most, ''], refused: [...repeated(minLength - 1), ...tooLong] };
}

/** A text of so many characters, unless they are too many or fewer than none. */
function repeated(length: number): string[] {
  return length >= 0 && length <= MOST_REPEATED ? ['a'.repeat(length)] : [];
}
