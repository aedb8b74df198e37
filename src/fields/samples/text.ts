import type { Lengths } from '../lengths.ts';
import { MOST_REPEATED, type Samples } from './samples.ts';

/** Texts at the bounds of their length and beside them. */
export function textSamples({ minLength, maxLength }: Lengths): Samples {
  const bounds = [minLength, maxLength].filter((bound) => bound !== undefined);
  const texts = bounds
    .flatMap((bound) => [bound, bound - 1, bound + 1])
    .filter((length) => length >= 0 && length <= MOST_REPEATED)
    .map((length) => 'a'.repeat(length));
  return { accepted: ['text', ...texts, ''], refused: texts };
}
