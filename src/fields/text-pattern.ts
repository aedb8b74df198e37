import { isLinear } from '../text/pattern/linear.ts';
import type { WholePattern } from '../text/pattern/node.ts';
import { parsePattern } from '../text/pattern/parse.ts';
import { nativeTester, testerOf } from '../text/pattern/tester.ts';

/** A pattern that a text has to match, and that shows itself in messages and schemas. */
export interface Pattern {
  readonly source: string;
  /** Tells whether the pattern leaves the case of letters aside, which JSON Schema can't say. */
  readonly ignoreCase?: boolean;
  test(text: string): boolean;
}

/** A regular expression whose time is linear, or what `linear` of `assay/pattern` makes of any other. */
export function checkedPattern(pattern: RegExp | Pattern): Pattern {
  if (!(pattern instanceof RegExp)) return pattern;
  const parsed = parseExpression(pattern);
  if ([parsed, ...parsed.conditions].every(isLinear))
    return { source: pattern.source, ignoreCase: pattern.ignoreCase, test: testerOf(parsed, nativeTester) };
  throw new TypeError(
    `The pattern ${pattern} might take more than linear time: write linear(${pattern}), from assay/pattern`,
  );
}

/** The pattern of a regular expression. Others of its flags ask for more than whether a text matches. */
export function parseExpression(expression: RegExp): WholePattern {
  const flags = expression.flags.replace(/[iu]/g, '');
  if (flags !== '')
    throw new TypeError(`The pattern ${expression} has flags that are not supported: ${flags}`);
  return parsePattern(expression.source, 'javascript', expression.ignoreCase);
}

/** The pattern in JSON Schema, where that can tell it. */
export function describePattern({ source, ignoreCase = false }: Pattern): { readonly pattern?: string } {
  return ignoreCase ? {} : { pattern: source };
}
