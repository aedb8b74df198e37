import type { Random } from './random.ts';

/** Mutates a text: inserts, removes, repeats, swaps or flips a few pieces. */
export function mutate(text: string, random: Random, pieces: readonly string[]): string {
  let mutant = text;
  for (let left = 1 + random.below(3); left > 0; left--) mutant = mutateOnce(mutant, random, pieces);
  return mutant;
}

function mutateOnce(text: string, random: Random, pieces: readonly string[]): string {
  const at = random.below(text.length + 1);
  switch (random.below(8)) {
    case 0:
      return put(text, at, 1 + random.below(12), '');
    case 1:
      return put(text, at, 1, flipped(text.charCodeAt(at), random));
    case 2:
      return put(text, at, 0, sliceOf(text, random));
    case 3:
      return put(text, at, 0, repeated(random.text(pieces), random));
    case 4:
      return put(text, at, 1 + random.below(2), sliceOf(text, random));
    default:
      return put(text, at, random.below(3), random.text(pieces));
  }
}

function put(text: string, at: number, length: number, instead: string): string {
  return text.slice(0, at) + instead + text.slice(at + length);
}

function flipped(code: number, random: Random): string {
  return String.fromCharCode((code || 0) ^ (1 << random.below(8)));
}

function sliceOf(text: string, random: Random): string {
  const from = random.below(text.length + 1);
  return text.slice(from, from + 1 + random.below(40));
}

function repeated(piece: string, random: Random): string {
  return random.oneIn(8) ? piece.repeat(random.below(200)) : piece + piece;
}
