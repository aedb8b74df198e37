import { anyText } from './any-text.ts';
import { derive, type Field } from './field.ts';

/** Text that is written as it is, not as JSON, such as a page. */
export function rawText(): Field<string> {
  return derive(anyText(), { write: (value) => value });
}
