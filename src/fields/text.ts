import { type Issues, wrong } from '../issues/issue.ts';
import { quote } from '../text/quote.ts';
import { type Field, field } from './field.ts';
import { checkLengths, type Lengths } from './lengths.ts';
import { textSamples } from './samples/text.ts';

/** How many characters a text may have. They are counted as Python counts them: 💌 is one. */
export interface TextOptions extends Lengths {
  /** A pattern that a part of it has to match. It must take linear time: a `RegExp` is for those who know that theirs does. */
  readonly pattern?: Pattern;
}

/** A regular expression, of whichever engine. */
export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
}

/** A string, as it is. */
export function text({ pattern, ...options }: TextOptions = {}): Field<string> {
  const { minLength, maxLength } = options;
  checkLengths(options);
  const isBounded = minLength !== undefined || maxLength !== undefined;
  const isFree = !isBounded && pattern === undefined;
  return field({
    parse(raw) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      if (isFree) return raw;
      const inside = isBounded ? bounded(raw, options) : raw;
      return typeof inside === 'string' && pattern ? matching(inside, pattern) : inside;
    },
    write: quote,
    describe: () => ({ type: 'string', ...options, ...(pattern && { pattern: pattern.source }) }),
    samples: () => textSamples(options),
    typeName: () => (isFree ? 'str' : 'constrained-str'),
    takesAnyText: isFree,
  });
}

function matching(text: string, pattern: Pattern): string | Issues {
  return pattern.test(text) ? text : wrong('string_pattern_mismatch', text, { pattern: pattern.source });
}

function bounded(text: string, options: Lengths): string | Issues {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = options;
  if (!hasAtLeast(minLength, text)) return wrong('string_too_short', text, { ...options });
  return hasAtLeast(maxLength + 1, text) ? wrong('string_too_long', text, { ...options }) : text;
}

/** Whether a text has so many characters. Most texts need no counting: a character is one or two UTF-16 units. */
function hasAtLeast(number: number, text: string): boolean {
  if (text.length < number) return false;
  if (text.length >= number * 2) return true;
  let left = number;
  for (const _ of text) if (--left <= 0) return true;
  return left <= 0;
}
