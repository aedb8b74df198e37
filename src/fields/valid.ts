import { Issues } from '../errors/issue.ts';
import type { Field } from './field.ts';

/** The value that a field reads, or undefined if the field refuses it: `valid(uuid(), token)`. */
export function valid<Value>(field: Field<Value>, raw: unknown): Value | undefined {
  const result = field.parse(raw);
  return result instanceof Issues ? undefined : result;
}
