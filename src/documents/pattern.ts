import { linear } from '../fields/pattern.ts';
import type { Pattern } from '../fields/text.ts';

/** Compiles a pattern as pydantic reads it; undefined if it is invalid, or if no engine matches it in linear time. */
export function compilePattern(source: string): Pattern | undefined {
  try {
    return linear(source);
  } catch {
    return undefined;
  }
}
