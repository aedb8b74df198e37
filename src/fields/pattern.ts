import { RE2JS } from 're2js';
import { isLinear } from '../text/pattern/linear.ts';
import { nativeTester, type Tester, testerOf, toRe2 } from '../text/pattern/match.ts';
import { parsePattern } from '../text/pattern/parse.ts';
import type { ParsedPattern } from '../text/pattern/sets.ts';
import { type Pattern, parseExpression } from './text.ts';

/**
 * Patterns of any kind, exported as `assay/pattern`: apart from the other fields, because it loads a regular expression engine.
 */
export type { Pattern } from './text.ts';

/**
 * A pattern that is matched in linear time: `text({ pattern: linear(/(a+)+$/) })`. RE2 matches it if the engine of JavaScript
 * might take longer. A pattern in a string has the syntax of Rust, as in FastAPI: its `\d`, `\w` and `\s` match characters of all
 * scripts.
 *
 * @example
 * text({ pattern: linear(/^(a+)+$/) }).parse('aaa') // 'aaa'
 */
export function linear(pattern: RegExp | string): Pattern {
  const source = typeof pattern === 'string' ? pattern : pattern.source;
  const parsed = typeof pattern === 'string' ? parsePattern(pattern, 'unicode') : parseExpression(pattern);
  const isOtherInRe2 = typeof pattern !== 'string' && parsed.ignoreCase && OPPOSITE.test(source);
  // Both engines are needed: of 679 patterns in public documents, V8 matches 528, in 37 ns where RE2 takes 823, and 139 of the
  // others are linear only in RE2.
  const engine = (part: ParsedPattern) => {
    if (isLinear(part)) return nativeTester(part);
    if (isOtherInRe2)
      throw new TypeError(`The pattern ${source} has a \\P and ignores case, which RE2 reads differently`);
    return re2Tester(part, source);
  };
  return { source, ignoreCase: parsed.ignoreCase, test: testerOf(parsed, engine) };
}

const OPPOSITE = /\\P/;

function re2Tester(pattern: ParsedPattern, source: string): Tester {
  try {
    const expression = RE2JS.compile(toRe2(pattern));
    return (text) => expression.test(text);
  } catch (cause) {
    throw new TypeError(`The pattern ${source} repeats too much, or uses a name unknown to RE2`, { cause });
  }
}
