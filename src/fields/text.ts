import { type Issues, wrong } from '../issues/issue.ts';
import { quote } from '../text/quote.ts';
import { type Field, field } from './field.ts';
import { checkLengths, type Lengths } from './lengths.ts';
import { textSamples } from './samples/text.ts';

/** How many characters a text may have. They are counted as Python counts them: 💌 is one. */
export type TextOptions = Lengths;

/** A string, as it is. */
export function text(options: TextOptions = {}): Field<string> {
  const { minLength, maxLength } = options;
  checkLengths(options);
  const isBounded = minLength !== undefined || maxLength !== undefined;
  return field({
    parse(raw) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return isBounded ? bounded(raw, options) : raw;
    },
    write: quote,
    describe: () => ({ type: 'string', ...options }),
    samples: () => textSamples(options),
    typeName: () => (isBounded ? 'constrained-str' : 'str'),
    takesAnyText: !isBounded,
  });
}

function bounded(text: string, options: TextOptions): string | Issues {
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
