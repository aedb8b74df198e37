import { RE2JS } from 're2js';
import type { Pattern } from '../../fields/text.ts';

/**
 * Compiles the pattern of a document, which matches in linear time whatever it is; undefined where that can't be done, as
 * it looks ahead or back.
 */
export function compilePattern(source: string): Pattern | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  try {
    const compiled = RE2JS.compile(source.replaceAll('\\/', '/').replace(NAMED, '(?P<'));
    return { source, test: (text) => compiled.matcher(text).find() };
  } catch {
    return undefined;
  }
}

const MAX_LENGTH = 2000;
/** A named group as JavaScript writes it. */
const NAMED = /\(\?<(?![=!])/g;
