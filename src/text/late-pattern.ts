/**
 * Makes a pattern that is compiled on first use, for properties of Unicode. Looking up which characters have them takes as long
 * as loading a hundred functions, and most texts are ASCII.
 */
export function latePattern(source: string, flags = 'u'): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source, flags);
    return pattern;
  };
}
