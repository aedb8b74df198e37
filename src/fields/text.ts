import { type Issues, wrong } from '../errors/issue.ts';
import { once } from '../text/memo.ts';
import { aCount, aString, checkNoMore, checkOptions, type Rules, rule } from '../text/options.ts';
import { backtracking } from '../text/pattern/linear.ts';
import { examplesOf, nativeTester, testerOf } from '../text/pattern/match.ts';
import { parsePattern } from '../text/pattern/parse.ts';
import type { WholePattern } from '../text/pattern/sets.ts';
import { quote } from '../text/strings.ts';
import { derive, type Field, field, type LabelOption } from './field.ts';
import { checkLengths, type Lengths } from './lengths.ts';
import { MAX_REPEATED, type Samples } from './samples.ts';
import { maySpend } from './work.ts';

/** Bounds and pattern of a text. Characters are counted as in Python: 💌 is one. */
export interface TextOptions extends Lengths, LabelOption {
  /**
   * A pattern for a part of the text, or for all of it with `^` and `$`: a regular expression that takes linear time, or
   * `linear(…)` from `assay/pattern` for any other.
   */
  readonly pattern?: RegExp | Pattern;
}

/**
 * A string, unchanged.
 *
 * @example
 * text({ minLength: 1, maxLength: 40 }).parse('Ada') // 'Ada'
 * text({ pattern: /^[a-z]+$/ }).parse('Ada') // refused: Must match the pattern ^[a-z]+$
 */
export function text(options: TextOptions = {}): Field<string> {
  checkOptions('text()', options, textRules);
  checkNoMore('text()', arguments, 1);
  const { pattern, label, ...lengths } = options;
  checkLengths(lengths);
  const matcher = pattern && checkedPattern(pattern);
  const isBounded = lengths.minLength !== undefined || lengths.maxLength !== undefined;
  if (!isBounded && !matcher) return label === undefined ? anyText() : field({ ...anyText(), label });
  let samples: Samples | undefined;
  return field({
    label,
    parse(raw) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      const inside = isBounded ? bounded(raw, lengths) : raw;
      return typeof inside === 'string' && matcher ? matching(inside, matcher) : inside;
    },
    write: quote,
    describe: () => ({ type: 'string', ...lengths, ...(matcher && describePattern(matcher)) }),
    samples() {
      samples ??= textSamples(lengths, matcher && [...examplesOf(matcher.source, lengths.minLength)]);
      return samples;
    },
    typeName: () => 'constrained-str',
  });
}

const aPattern = rule(
  'a regular expression, or the result of linear() from assay/pattern',
  (value): value is RegExp | Pattern => value instanceof RegExp || typeof Object(value).test === 'function',
);
const textRules: Rules<TextOptions> = {
  minLength: aCount,
  maxLength: aCount,
  pattern: aPattern,
  label: aString,
};

function matching(text: string, pattern: Pattern): string | Issues {
  if (pattern.test(text)) return text;
  if (!maySpend(0)) return wrong('too_complex', text);
  return wrong('string_pattern_mismatch', text, { pattern: pattern.source });
}

function bounded(text: string, lengths: Lengths): string | Issues {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = lengths;
  if (!hasAtLeast(minLength, text)) return wrong('string_too_short', text, { ...lengths });
  return hasAtLeast(maxLength + 1, text) ? wrong('string_too_long', text, { ...lengths }) : text;
}

/** Checks for at least this many characters. Few texts need counting, since a character is one or two UTF-16 units. */
function hasAtLeast(number: number, text: string): boolean {
  if (text.length < number) return false;
  if (text.length >= number * 2) return true;
  let left = number;
  for (const _ of text) if (--left <= 0) return true;
  return left <= 0;
}

/** A string without rules. Most texts of a contract have none, and share this field. */
export const anyText = once(() =>
  field<string>({
    parse: (raw) => (typeof raw === 'string' ? raw : wrong('string_type', raw)),
    write: quote,
    describe: () => ({ type: 'string' }),
    samples: () => textSamples({}),
    typeName: () => 'str',
    takesAnyText: true,
  }),
);

/**
 * Text that is written as it is, not as JSON, such as a page.
 *
 * @example
 * rawText().write('<h1>Hello</h1>') // '<h1>Hello</h1>'
 */
export function rawText(): Field<string> {
  checkNoMore('rawText()', arguments, 0);
  return derive(anyText(), { write: (value) => value });
}

/** A pattern that a text must match. Messages and schemas show its source. */
export interface Pattern {
  readonly source: string;
  /** True if the pattern ignores case, which JSON Schema cannot express. */
  readonly ignoreCase?: boolean;
  test(text: string): boolean;
}

/** Accepts a regular expression that takes linear time, or the result of `linear` from `assay/pattern` for any other. */
function checkedPattern(pattern: RegExp | Pattern): Pattern {
  if (!(pattern instanceof RegExp)) return pattern;
  const parsed = parseExpression(pattern);
  if ([parsed, ...parsed.conditions].every((each) => backtracking(each) !== undefined))
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
function describePattern({ source, ignoreCase = false }: Pattern): { readonly pattern?: string } {
  return ignoreCase ? {} : { pattern: source };
}

/** Texts at the bounds of their length and just outside. If there is a pattern, also texts that match it and others that do not. */
function textSamples({ minLength = 0, maxLength }: Lengths, matching?: readonly string[]): Samples {
  const other = matching === undefined ? [] : [...matching.flatMap(malformed), 'text', '?'];
  const least = repeated(minLength);
  const most = repeated(maxLength ?? minLength);
  const tooLong = maxLength === undefined ? [] : repeated(maxLength + 1);
  return {
    accepted: ['text', ...(matching ?? []), ...least, ...most, ''],
    refused: [...repeated(minLength - 1), ...tooLong, ...other],
  };
}

/** Returns slightly different texts. */
function malformed(text: string): string[] {
  return [`${text}?`, `?${text}`, text.slice(0, -1), ''];
}

/** Returns a text of this length, unless that is negative or too large. */
function repeated(length: number): string[] {
  return length >= 0 && length <= MAX_REPEATED ? ['a'.repeat(length)] : [];
}
