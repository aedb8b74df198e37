import { Issues } from '../errors/issue.ts';
import { aFlag, anything, aString, checkNoMore, checkOptions, type Rules } from '../text/options.ts';
import type { JsonSchema } from './definitions.ts';
import { checkFields, derive, type Field, type FieldDefinition, type OptionalField } from './field.ts';
import type { ObjectField, Shape } from './object.ts';
import { text } from './text.ts';

/** What people read about a field. */
export interface Description {
  readonly title?: string;
  readonly description?: string;
  /** A value that the field accepts, as it would be sent. */
  readonly example?: unknown;
  /** True if clients should no longer send or read it. */
  readonly deprecated?: boolean;
}

const rules: Rules<Description> = {
  title: aString,
  description: aString,
  example: anything,
  deprecated: aFlag,
};

/**
 * The same field, with words about it for the OpenAPI document and the documentation.
 *
 * @example
 * described(integer(), { description: 'In years.', example: 36 }).describe('output').description // 'In years.'
 */
export function described<S extends Shape>(inner: ObjectField<S>, about: Description): ObjectField<S>;
export function described<Value, Given>(
  inner: OptionalField<Value, Given>,
  about: Description,
): OptionalField<Value, Given>;
export function described<Value, Given>(inner: Field<Value, Given>, about: Description): Field<Value, Given>;
export function described<Value>(inner: Field<Value>, about: Description): Field<Value> {
  checkFields('described', [inner]);
  checkOptions('described()', about, rules);
  checkNoMore('described()', arguments, 2);
  const { title, description, example, deprecated } = about;
  if (example !== undefined && inner.parse(example) instanceof Issues)
    throw new TypeError(
      `The example of described(), ${JSON.stringify(example)}, is none that its field accepts`,
    );
  return redescribed(inner, {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
    ...(deprecated && { deprecated }),
  });
}

/** Adds keywords to the schema of a field. */
export function redescribed<Value>(inner: Field<Value>, keywords: JsonSchema): Field<Value> {
  const describe: FieldDefinition<Value>['describe'] = (side, definitions) => ({
    ...inner.describe(side, definitions),
    ...keywords,
  });
  return derive(inner, { describe });
}

/** What is shown of a secret. */
export const MASK = '**********';

/**
 * A field for a secret, such as a password. Errors, logs and replies do not repeat it: wherever it would be shown, there are ten
 * asterisks.
 *
 * @example
 * secret(text({ minLength: 12 })).parse('hunter2').all[0].input // '**********'
 */
export function secret(): Field<string>;
export function secret<Value, Given>(inner: OptionalField<Value, Given>): OptionalField<Value, Given>;
export function secret<Value, Given>(inner: Field<Value, Given>): Field<Value, Given>;
export function secret(inner: Field<unknown> = text()): Field<unknown> {
  checkFields('secret', [inner]);
  checkNoMore('secret()', arguments, 1);
  const hide = (result: unknown) =>
    result instanceof Issues ? result.map((issue) => issue.withInput(MASK)) : result;
  return redescribed(
    derive(inner, {
      parse: (raw, fit) => hide(inner.parse(raw, fit)),
      write: () => JSON.stringify(MASK),
    }),
    { format: 'password', writeOnly: true },
  );
}
