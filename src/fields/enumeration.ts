import { Issue, Issues, sentence, wrong } from '../issues/issue.ts';
import { choices, choose, type Scalar } from './choice.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { float } from './float.ts';
import { integer } from './integer.ts';
import { choiceSamples } from './samples/choice.ts';
import type { ValuesOption } from './values.ts';

/**
 * One of a list of values, as Python's enumerations have them: where all are numbers, one may also be spelt in text, and stands
 * for the value that it equals.
 */
export function enumeration<const Value extends Scalar>(
  expected: readonly Value[],
  { values = 'strict' }: ValuesOption = {},
): Field<Value> {
  const known = choices(expected);
  const number = numberFor(expected);
  const allowed = { enum: expected };
  return field({
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      const read = number?.parse(raw);
      const value = choose(known, read === undefined || read instanceof Issues ? raw : read, values);
      return value === undefined ? wrong('enum', raw, { expected }) : value;
    },
    write: (value) => (number && typeof value === 'number' ? number.write(value) : JSON.stringify(value)),
    typeName: () => 'enum',
    samples: () => choiceSamples(expected),
    describe: (side) => (side === 'output' || number === undefined ? allowed : orText(expected)),
  });
}

/** The field that reads a value where all are numbers. */
function numberFor(expected: readonly Scalar[]): Field<number> | undefined {
  if (!expected.every((value) => typeof value === 'number')) return undefined;
  return expected.every(Number.isSafeInteger) ? integer() : float();
}

function orText(expected: readonly Scalar[]) {
  const description = sentence(new Issue('enum', undefined, { expected }));
  return { anyOf: [{ enum: expected }, { type: 'string', description }] };
}
