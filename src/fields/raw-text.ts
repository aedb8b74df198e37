import { anyText } from './any-text.ts';
import { type Field, field } from './field.ts';

/** Text that is written as it is, not as JSON, such as a page. */
export function rawText(): Field<string> {
  return field({ ...anyText(), write: (value) => value });
}
