import { once } from '../text/memo.ts';
import { automatonTester } from '../text/pattern/automaton.ts';
import { backtracking, sizeOf } from '../text/pattern/linear.ts';
import { nativeTester, type Tester, testerOf } from '../text/pattern/match.ts';
import { parsePattern } from '../text/pattern/parse.ts';
import type { ParsedPattern } from '../text/pattern/sets.ts';
import { type Pattern, parseExpression } from './text.ts';
import { maySpend } from './work.ts';

/** Patterns of any kind, exported as `assay/pattern`: apart from the other fields, since few need its engine. */
export type { Pattern } from './text.ts';

/**
 * A pattern that is matched in linear time: `text({ pattern: linear(/(a+)+$/) })`. An automaton matches it if the engine of
 * JavaScript might take longer. A pattern in a string has the syntax of Rust, as in FastAPI: its `\d`, `\w` and `\s` match
 * characters of all scripts.
 *
 * @example
 * text({ pattern: linear(/^(a+)+$/) }).parse('aaa') // 'aaa'
 */
export function linear(pattern: RegExp | string): Pattern {
  const source = typeof pattern === 'string' ? pattern : pattern.source;
  const parsed = typeof pattern === 'string' ? parsePattern(pattern, 'unicode') : parseExpression(pattern);
  const test = testerOf(parsed, (part) => engineFor(part, source));
  // Without steps left, the test may have come out wrong.
  return { source, ignoreCase: parsed.ignoreCase, test: (text) => test(text) && maySpend(0) };
}

/** The most places of a pattern, with all its repetitions. */
const MAX_PLACES = 10_000;

/** The characters that JavaScript's own engine looks at in a step, and those that an automaton reads in the same time. */
const LOOKS_PER_STEP = 128;
const READ_PER_STEP = 16;

/**
 * Both engines are needed: of 679 patterns in public documents, V8 matches 528, and 139 of the others are linear only in an automaton,
 * which takes several times as long.
 */
function engineFor(pattern: ParsedPattern, source: string): Tester {
  const looks = backtracking(pattern);
  const automaton = once(() => counted(automatonTester(pattern, maySpend), 1 / READ_PER_STEP));
  if (looks !== undefined) {
    const native = counted(nativeTester(pattern), looks / LOOKS_PER_STEP);
    return (text) => (text.length > MAX_NATIVE ? automaton() : native)(text);
  }
  if (sizeOf(pattern.node) > MAX_PLACES) throw new TypeError(`The pattern ${source} repeats too much`);
  return automaton();
}

/**
 * The longest text for JavaScript's own engine. It remembers at each repetition of a group where else it could continue, and throws an
 * error when that takes more than 64 MiB.
 */
const MAX_NATIVE = 100_000;

/** Counts the steps of a test by the length of the text. */
function counted(test: Tester, stepsPerCharacter: number): Tester {
  return (text) => maySpend(1 + text.length * stepsPerCharacter) && test(text);
}
