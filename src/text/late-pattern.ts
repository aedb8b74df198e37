/**
 * A pattern that is compiled when it is first used, for properties of Unicode: to look up which characters have them takes as
 * long as to load a hundred functions, and most texts are ASCII.
 */
export function latePattern(source: string, flags = 'u'): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source, flags);
    return pattern;
  };
}
