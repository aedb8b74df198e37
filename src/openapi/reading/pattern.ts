import { linear } from '../../fields/pattern.ts';
import type { Pattern } from '../../fields/text-pattern.ts';

/** Compiles the pattern of a document as pydantic reads it; undefined where no engine matches it in linear time. */
export function compilePattern(source: string): Pattern | undefined {
  try {
    return linear(source);
  } catch {
    return undefined;
  }
}
