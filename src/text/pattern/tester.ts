import type { ParsedPattern, WholePattern } from './node.ts';
import { toJavascript } from './write.ts';

/** Returns true if a text matches. */
export type Tester = (text: string) => boolean;

/** Makes a tester with JavaScript's own engine, for a pattern that it matches in linear time. */
export function nativeTester(pattern: ParsedPattern): Tester {
  const expression = new RegExp(toJavascript(pattern), pattern.ignoreCase ? 'iu' : 'u');
  return (text) => expression.test(text);
}

/** Makes a tester for a pattern and its conditions, each with the engine that `engine` chooses. */
export function testerOf(pattern: WholePattern, engine: (pattern: ParsedPattern) => Tester): Tester {
  const test = engine(pattern);
  const conditions = pattern.conditions.map((each) => ({ expected: !each.negated, test: engine(each) }));
  if (conditions.length === 0) return test;
  return (text) => conditions.every((condition) => condition.test(text) === condition.expected) && test(text);
}
