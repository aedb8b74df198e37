import { isLinear } from '../text/pattern/linear.ts';
import { nativeTester, testerOf } from '../text/pattern/match.ts';
import { parsePattern } from '../text/pattern/parse.ts';
import type { WholePattern } from '../text/pattern/sets.ts';

/** A pattern that a text must match. Messages and schemas show its source. */
export interface Pattern {
  readonly source: string;
  /** True if the pattern ignores case, which JSON Schema cannot express. */
  readonly ignoreCase?: boolean;
  test(text: string): boolean;
}

/** Accepts a regular expression that takes linear time, or the result of `linear` from `assay/pattern` for any other. */
export function checkedPattern(pattern: RegExp | Pattern): Pattern {
  if (!(pattern instanceof RegExp)) {
    if (typeof pattern.test !== 'function')
      throw new TypeError(`The pattern ${JSON.stringify(pattern)} is not a regular expression`);
    return pattern;
  }
  const parsed = parseExpression(pattern);
  if ([parsed, ...parsed.conditions].every(isLinear))
    return { source: pattern.source, ignoreCase: pattern.ignoreCase, test: testerOf(parsed, nativeTester) };
  throw new TypeError(
    `The pattern ${pattern} might take more than linear time: write linear(${pattern}), from assay/pattern`,
  );
}

/** Parses a regular expression. Only the flags `i` and `u` are supported. */
export function parseExpression(expression: RegExp): WholePattern {
  const flags = expression.flags.replace(/[iu]/g, '');
  if (flags !== '')
    throw new TypeError(`The pattern ${expression} has flags that are not supported: ${flags}`);
  return parsePattern(expression.source, 'javascript', expression.ignoreCase);
}

/** Describes the pattern as JSON Schema, which cannot express one that ignores case. */
export function describePattern({ source, ignoreCase = false }: Pattern): { readonly pattern?: string } {
  return ignoreCase ? {} : { pattern: source };
}
