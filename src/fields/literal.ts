import { repr } from '../text/strings.ts';
import { chooseAmong, type Scalar } from './choice.ts';
import { type Field, field } from './field.ts';
import { choiceSamples } from './samples/choice.ts';
import type { ValuesOption } from './values.ts';

/** One of the given values, without conversion: `literal('asc', 'desc')`. */
export function literal<const Values extends readonly [Scalar, ...Scalar[]]>(
  ...expected: Values
): Field<Values[number]> {
  return literalOf<Values[number]>(expected);
}

/** The same, from an array of values. */
export function literalOf<const Value extends Scalar>(
  expected: readonly Value[],
  { values = 'strict' }: ValuesOption = {},
): Field<Value> {
  const choose = chooseAmong(expected, 'literal_error', values);
  const schema = expected.length === 1 ? { const: expected[0] } : { enum: expected };
  return field({
    parse: (raw) => choose(raw, raw),
    write: (value) => JSON.stringify(value),
    typeName: () => `literal[${expected.map(repr).join(',')}]`,
    describe: () => schema,
    samples: () => choiceSamples(expected),
  });
}
