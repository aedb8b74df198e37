import { Issue, Issues, wrong } from '../errors/issue.ts';
import { once } from '../text/memo.ts';
import { aCount, aString, checkNoMore, checkOptions, type Rules, rule } from '../text/options.ts';
import { isLinear } from '../text/pattern/linear.ts';
import { examplesOf, nativeTester, testerOf } from '../text/pattern/match.ts';
import { parsePattern } from '../text/pattern/parse.ts';
import type { WholePattern } from '../text/pattern/sets.ts';
import { trim } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import {
  checkFields,
  checkLabelOption,
  checkLengths,
  derive,
  type Field,
  field,
  type LabelOption,
  type Lengths,
  missing,
  type OptionalField,
  type Shape,
} from './field.ts';
import type { ObjectField } from './object.ts';
import { writeInput } from './optional.ts';
import { MAX_REPEATED, type Samples } from './samples.ts';

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
  return pattern.test(text) ? text : wrong('string_pattern_mismatch', text, { pattern: pattern.source });
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
function describePattern({ source, ignoreCase = false }: Pattern): { readonly pattern?: string } {
  return ignoreCase ? {} : { pattern: source };
}

const DIGITS = /^[0-9a-fA-F]+$/;

/**
 * One or more hexadecimal digits, unchanged.
 *
 * @example
 * hex().parse('9f86d081') // '9f86d081'
 */
export function hex(options: LabelOption = {}): Field<string> {
  checkLabelOption('hex()', options);
  checkNoMore('hex()', arguments, 1);
  const { label } = options;
  return field({
    label,
    parse(raw) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return DIGITS.test(raw) ? raw : wrong('hex', raw);
    },
    write: quote,
    typeName: () => 'str',
    describe: () => ({ type: 'string', pattern: DIGITS.source }),
    samples: () => ({ accepted: ['9f86d081', 'A0'], refused: ['0x9f'] }),
  });
}

const SCHEME = 'Bearer ';

/**
 * A bearer credential: the scheme exactly as written here, then a token, which may be surrounded by white space.
 *
 * @example
 * bearerToken(text()).parse('Bearer abc') // 'abc'
 */
export function bearerToken<Token>(token: Field<Token>): Field<Token> {
  checkNoMore('bearerToken()', arguments, 1);
  checkFields('bearerToken', [token]);
  return field<Token>({
    parse(raw, fit) {
      if (fit?.isReply) return token.parse(raw, fit);
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return raw.startsWith(SCHEME)
        ? token.parse(trim(raw.slice(SCHEME.length)), fit)
        : wrong('bearer_scheme', raw);
    },
    label: token.label,
    write: (value) => token.write(value),
    describe: (side, definitions) =>
      side === 'output' ? token.describe(side, definitions) : { type: 'string', pattern: `^${SCHEME}` },
    samples(_, open) {
      const { accepted, refused } = token.samples(undefined, open);
      return { accepted: prefixed(accepted), refused: ['Basic YWRhOmFkYQ==', ...prefixed(refused)] };
    },
  });
}

function prefixed(tokens: Iterable<unknown>): string[] {
  return [...tokens].filter((token) => typeof token === 'string').map((token) => SCHEME + token);
}

/** A type for all issues, or other names for some types. */
type Types = string | Readonly<Record<string, string>>;

/**
 * A field whose issues show another type than pydantic's: `withType(url(), 'value_error')` renames all of them, `withType(user, {
 * model_attributes_type: 'dict_type' })` only those listed, at any depth.
 *
 * @example
 * withType(url(), 'value_error').parse('ada').all[0].publicType // 'value_error'
 */
export function withType<S extends Shape>(inner: ObjectField<S>, publicType: Types): ObjectField<S>;
export function withType<Value, Given>(
  inner: OptionalField<Value, Given>,
  publicType: Types,
): OptionalField<Value, Given>;
export function withType<Value, Given>(inner: Field<Value, Given>, publicType: Types): Field<Value, Given>;
export function withType<Value>(inner: Field<Value>, publicType: Types): Field<Value> {
  checkNoMore('withType()', arguments, 2);
  checkFields('withType', [inner]);
  const renamed = new Map(typeof publicType === 'string' ? [] : Object.entries(publicType));
  const nameOf = (issue: Issue) =>
    typeof publicType === 'string' ? publicType : renamed.get(issue.publicType);
  const renamedIssue = (issue: Issue) => {
    const shownType = nameOf(issue);
    return shownType === undefined ? issue : issue.with({ shownType });
  };
  const rename = (result: Value | Issues) => (result instanceof Issues ? result.map(renamedIssue) : result);
  return field<Value>(
    { ...inner, parse: (raw, fit) => rename(inner.parse(raw, fit)) },
    { parseAt: (raw, place) => rename(inner.parseAt(raw, place)) },
  );
}

/**
 * A field whose invalid values don't reject the request: the handler gets the value or the first issue, and decides what to
 * reply. If nothing is sent, `unsent` is checked in its place. A reply may have a valid value or an issue there.
 *
 * @example
 * safe(integer()).parse('ten') instanceof Issue // true
 */
export function safe<Value>(inner: OptionalField<Value>): OptionalField<Value | Issue>;
export function safe<Value>(inner: Field<Value>, unsent?: unknown): Field<Value | Issue>;
export function safe<Value>(inner: Field<Value>, unsent?: unknown): Field<Value | Issue> {
  checkFields('safe', [inner]);
  checkNoMore('safe()', arguments, 2);
  const first = (result: Value | Issues) => (result instanceof Issues ? result.all[0] : result);
  return field<Value | Issue>({
    parse(raw, fit) {
      if (!fit?.isReply) return first(inner.parse(raw, fit));
      return raw instanceof Issue ? raw : inner.parse(raw, fit);
    },
    write: (value) => (value instanceof Issue ? writeInput(value) : inner.write(value)),
    describe: inner.describe,
    typeName: inner.typeName,
    samples: inner.samples,
    absent(enclosing) {
      if (unsent !== undefined) return first(inner.parse(unsent));
      return inner.absent ? first(inner.absent(enclosing)) : missing(inner, enclosing).all[0];
    },
    label: inner.label,
    required: inner.required,
    takesAnyText: true,
  });
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
