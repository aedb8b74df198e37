import { type Field, field } from './field.ts';
import { text } from './text.ts';

/** Text that is written as it is, not as JSON, such as a page. */
export function rawText(): Field<string> {
  return field({ ...text(), write: (value) => value });
}
