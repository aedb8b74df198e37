import { wrong } from '../issues/issue.ts';
import { type Field, field } from './field.ts';
import { quote } from '../text/quote.ts';

const digits = /^[0-9a-fA-F]+$/;

/** One or more hexadecimal digits, as they were sent. */
export function hex(): Field<string> {
  return field({
    parse(raw) {
      if (typeof raw !== 'string') return wrong('string_type', raw);
      return digits.test(raw) ? raw : wrong('hex', raw);
    },
    write: quote,
    describe: () => ({ type: 'string', pattern: digits.source }),
  });
}
