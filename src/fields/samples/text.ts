import type { Lengths } from '../lengths.ts';
import { MAX_REPEATED, type Samples } from '../samples.ts';

/** Texts at the bounds of their length and just outside. If there is a pattern, also texts that match it and others that do not. */
export function textSamples({ minLength = 0, maxLength }: Lengths, matching?: readonly string[]): Samples {
  const other = matching === undefined ? [] : [...matching.flatMap(malformed), 'text', '?'];
  const least = repeated(minLength);
  const most = repeated(maxLength ?? minLength);
  const tooLong = maxLength === undefined ? [] : repeated(maxLength + 1);
  return {
    accepted: ['text', ...(matching ?? []), ...least, ...most, ''],
    refused: [...repeated(minLength - 1), ...tooLong, ...other],
  };
}

/** Returns slightly different texts. */
function malformed(text: string): string[] {
  return [`${text}?`, `?${text}`, text.slice(0, -1), ''];
}

/** Returns a text of this length, unless that is negative or too large. */
function repeated(length: number): string[] {
  return length >= 0 && length <= MAX_REPEATED ? ['a'.repeat(length)] : [];
}
