import type { Context } from '../../errors/words.ts';
import { linear } from '../../fields/pattern.ts';
import { maySpend } from '../../fields/work.ts';
import { InexactNumber } from '../../text/json/reader.ts';
import { remembering } from '../../text/memo.ts';
import { codePoints } from '../../text/strings.ts';
import { MAX_PATTERNS, numberIn, type Schema } from '../schema.ts';
import { compare, isMultiple, isNumber, type JsonNumber } from './decimal.ts';
import { numberFormat, textFormat } from './formats.ts';
import type { SchemaIssueType } from './issues.ts';
import { type Checks, fail, type Run } from './run.ts';
import type { Version } from './types.ts';

/** Reads the keywords of numbers and strings. Of several mistakes in one value, the first is reported. */
export function scalarKeywords(schema: Schema, version: Version, checks: Checks): void {
  numberKeywords(schema, version, checks);
  stringKeywords(schema, checks);
}

type Bound = readonly [type: SchemaIssueType, isWithin: (order: number) => boolean, bound: JsonNumber];

function numberKeywords(schema: Schema, version: Version, { number }: Checks): void {
  const { multipleOf, format } = schema;
  const bounds = boundsIn(schema, version);
  const context = contextOf(bounds);
  if (isNumber(multipleOf) && compare(multipleOf, 0) > 0) {
    const facts = { multipleOf: doubleOf(multipleOf) };
    number.push((value, frame) => {
      if (!isMultiple(value, multipleOf)) fail(frame, { type: 'multiple_of', input: value, context: facts });
    });
  }
  for (const [type, isWithin, bound] of bounds)
    number.push((value, frame) => {
      if (!isWithin(compare(value, bound))) fail(frame, { type, input: value, context });
    });
  const isOfFormat = typeof format === 'string' ? numberFormat(format) : undefined;
  if (isOfFormat && typeof format === 'string')
    number.push((value, frame) => {
      if (!isOfFormat(value)) fail(frame, { type: 'format', input: value, context: { format } });
    });
}

const atMost = (order: number) => order <= 0;
const atLeast = (order: number) => order >= 0;
const below = (order: number) => order < 0;
const above = (order: number) => order > 0;

/** Reads the bounds of a number. In OpenAPI 3.0, `exclusiveMinimum: true` makes `minimum` exclusive. */
function boundsIn(schema: Schema, version: Version): readonly Bound[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const isOpenBelow = version === '3.0' && exclusiveMinimum === true;
  const isOpenAbove = version === '3.0' && exclusiveMaximum === true;
  const bounds: Bound[] = [];
  if (isNumber(maximum))
    bounds.push(isOpenAbove ? ['less_than', below, maximum] : ['less_than_equal', atMost, maximum]);
  if (isNumber(exclusiveMaximum)) bounds.push(['less_than', below, exclusiveMaximum]);
  if (isNumber(minimum))
    bounds.push(isOpenBelow ? ['greater_than', above, minimum] : ['greater_than_equal', atLeast, minimum]);
  if (isNumber(exclusiveMinimum)) bounds.push(['greater_than', above, exclusiveMinimum]);
  return bounds;
}

const boundNames: Readonly<Record<string, 'min' | 'max' | 'exclusiveMin' | 'exclusiveMax'>> = {
  less_than: 'exclusiveMax',
  less_than_equal: 'max',
  greater_than: 'exclusiveMin',
  greater_than_equal: 'min',
};

function contextOf(bounds: readonly Bound[]): Context {
  return Object.fromEntries(bounds.map(([type, , bound]) => [boundNames[type], doubleOf(bound)]));
}

function doubleOf(value: JsonNumber): number {
  return value instanceof InexactNumber ? value.double : value;
}

function stringKeywords(schema: Schema, { string }: Checks): void {
  const { pattern, format } = schema;
  lengthKeywords(schema, { string });
  const test = typeof pattern === 'string' ? compilePattern(pattern) : undefined;
  if (test && typeof pattern === 'string')
    string.push((text, frame) => {
      if (!test(text, frame.run))
        fail(frame, { type: 'string_pattern_mismatch', input: text, context: { pattern } });
    });
  const isOfFormat = typeof format === 'string' ? textFormat(format) : undefined;
  if (isOfFormat && typeof format === 'string')
    string.push((text, frame) => {
      if (isOfFormat(text)) return;
      fail(frame, { type: 'format', input: text, context: { format } });
      giveUpWithoutSteps(frame.run);
    });
}

/** Gives up if no steps are left: what was tested last may have come out wrong. */
function giveUpWithoutSteps(run: Run): void {
  if (!maySpend(0)) run.steps = Number.POSITIVE_INFINITY;
}

function lengthKeywords(schema: Schema, { string }: Pick<Checks, 'string'>): void {
  const minLength = countIn(schema, 'minLength');
  const maxLength = countIn(schema, 'maxLength');
  if (minLength === undefined && maxLength === undefined) return;
  const context = {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
  const [least, most] = [minLength ?? 0, maxLength ?? Number.POSITIVE_INFINITY];
  string.push((text, frame) => {
    const length = codePoints(text);
    if (length < least) fail(frame, { type: 'string_too_short', input: text, context });
    else if (length > most) fail(frame, { type: 'string_too_long', input: text, context });
  });
}

/** The value of a keyword that counts something. */
export function countIn(schema: Schema, keyword: string): number | undefined {
  const value = numberIn(schema, keyword);
  return value !== undefined && value >= 0 ? value : undefined;
}

/** Compiles patterns. A document has the same in many places, and a check and a sample need it too. */
const compiled = remembering((source) => ({ test: compiledPattern(source) }), MAX_PATTERNS);

/** Tells whether a text matches a pattern. Without steps left for that, the evaluation gives up. */
export type PatternTest = (text: string, run: Run) => boolean;

/** Compiles a pattern of ECMAScript; undefined if it is invalid, or if no engine matches it in linear time. */
export function compilePattern(source: string): PatternTest | undefined {
  return compiled(source).test;
}

/** The steps in whose time a text may be matched: automata count theirs apart. */
const STEPS_OF_MATCHING = 10;

function compiledPattern(source: string): PatternTest | undefined {
  for (const flags of ['u', '']) {
    try {
      const { test } = linear(new RegExp(source, flags));
      return (text, run) => {
        const matches = test(text);
        run.pause -= STEPS_OF_MATCHING;
        if (!matches) giveUpWithoutSteps(run);
        return matches;
      };
    } catch {
      // Without the flag, more is allowed, such as escapes of characters that mean nothing else.
    }
  }
  return undefined;
}
