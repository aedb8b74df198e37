/** Runs of characters, of which hostile texts have very long ones: an expression finds the end of those in a third of the time. */

/** Runs that are no longer are followed character by character, which takes less than to call an expression. */
export const INLINE_LIMIT = 32;

/**
 * Tells whether a sticky expression that can match in one way only matches the whole of a text. One that ends with `$` would go
 * back through the run to see whether less of it does.
 */
export function matchesWhole(run: RegExp, text: string): boolean {
  run.lastIndex = 0;
  return run.test(text) && run.lastIndex === text.length;
}

/** The end of what a sticky expression matches at a place in a text. */
export function matchEnd(run: RegExp, text: string, at: number): number {
  run.lastIndex = at;
  run.test(text);
  return run.lastIndex;
}
