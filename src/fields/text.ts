import { wrong } from '../issues/issue.ts';
import { quote } from '../text/quote.ts';
import { type Field, field } from './field.ts';

/** Any string, as it is. */
export function text(): Field<string> {
  return field({
    parse: (raw) => (typeof raw === 'string' ? raw : wrong('string_type', raw)),
    write: quote,
    describe: () => ({ type: 'string' }),
    takesAnyText: true,
  });
}
