import { Refusal } from '../../contract/refusal.ts';

/** Patterns and refusals that all readers of requests share. Patterns look at one place of a text and have no repetition within another. */

/** The refusal of what is no request. */
export const malformed = new Refusal(400, 'The request is not well-formed HTTP/1.1');

/** Matches a sticky pattern at a place in a text. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
