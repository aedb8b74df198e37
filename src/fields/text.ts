import { type Issues, wrong } from '../errors/issue.ts';
import { examplesOf } from '../text/pattern/match.ts';
import { quote } from '../text/strings.ts';
import { anyText } from './any-text.ts';
import { type Field, field } from './field.ts';
import type { LabelOption } from './label.ts';
import { checkLengths, type Lengths } from './lengths.ts';
import { textSamples } from './samples/text.ts';
import type { Samples } from './samples.ts';
import { checkedPattern, describePattern, type Pattern } from './text-pattern.ts';

/** Bounds and pattern of a text. Characters are counted as in Python: 💌 is one. */
export interface TextOptions extends Lengths, LabelOption {
  /**
   * A pattern for a part of the text, or for all of it with `^` and `$`: a regular expression that takes linear time, or
   * `linear(…)` from `assay/pattern` for any other.
   */
  readonly pattern?: RegExp | Pattern;
}

/** A string, unchanged. */
export function text({ pattern, label, ...lengths }: TextOptions = {}): Field<string> {
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
