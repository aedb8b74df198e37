import { RE2JS } from 're2js';
import { isLinear } from '../text/pattern/linear.ts';
import type { ParsedPattern } from '../text/pattern/node.ts';
import { parsePattern } from '../text/pattern/parse.ts';
import { nativeTester, type Tester, testerOf } from '../text/pattern/tester.ts';
import { toRe2 } from '../text/pattern/write.ts';
import { type Pattern, parseExpression } from './text-pattern.ts';

/** Patterns of any kind: the package's `assay/pattern`, apart from the other fields since it loads an engine. */
export type { Pattern } from './text-pattern.ts';

/**
 * A pattern that is matched in linear time, whatever it is: `text({ pattern: linear(/(a|b)*c/) })`. Where JavaScript's own
 * engine might take longer, RE2 matches it. A pattern in a text is in the syntax of Rust, as in FastAPI: `\d`, `\w` and
 * `\s` stand for characters of all scripts there.
 */
export function linear(pattern: RegExp | string): Pattern {
  const source = typeof pattern === 'string' ? pattern : pattern.source;
  const parsed = typeof pattern === 'string' ? parsePattern(pattern, 'unicode') : parseExpression(pattern);
  const isOtherInRe2 = typeof pattern !== 'string' && parsed.ignoreCase && OPPOSITE.test(source);
  // Both engines earn their place: of 679 patterns of public documents, 528 are V8's, which takes 37 ns for one where RE2
  // takes 823, and 139 of the others are matched in linear time by RE2 only.
  const engine = (part: ParsedPattern) => {
    if (isLinear(part)) return nativeTester(part);
    if (isOtherInRe2)
      throw new TypeError(`The pattern ${source} has a \\P, which RE2 reads otherwise in both cases`);
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
    throw new TypeError(`The pattern ${source} repeats too much, or names what RE2 does not know`, { cause });
  }
}
