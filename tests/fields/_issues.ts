import { Issues } from '../../src/errors/issue.ts';
import type { Field } from '../../src/fields/field.ts';

/** The outcome for a value: the JSON text of the parsed value, or the path and the type of each issue. */
export function outcomeOf<Value>(
  field: Field<Value>,
  input: unknown,
): string | (readonly [string, string])[] {
  const outcome = field.parse(input);
  if (!(outcome instanceof Issues)) return field.write(outcome);
  return outcome.all.map(({ path, publicType }) => [path.join('.'), publicType] as const);
}
