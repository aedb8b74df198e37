import { Issue, Issues, sentence } from '../errors/issue.ts';
import { chooseAmong, type Scalar } from './choice.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { float } from './float.ts';
import { integer } from './integer.ts';
import { choiceSamples } from './samples/choice.ts';
import type { Values, ValuesOption } from './values.ts';

interface EnumerationOptions extends ValuesOption {
  /** The name of its class, which unions use. */
  readonly name?: string;
}

/**
 * One of a list of values, as in Python's enumerations. If all are numbers, one may also be sent as text, and is compared by
 * value.
 */
export function enumeration<const Value extends Scalar>(
  expected: readonly Value[],
  { values = 'strict', name, label }: EnumerationOptions = {},
): Field<Value> {
  const choose = chooseAmong(expected, 'enum', values);
  const number = numberFor(expected, values);
  const allowed = { enum: expected };
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      const read = number?.parse(raw);
      return choose(read === undefined || read instanceof Issues ? raw : read, raw);
    },
    write: (value) => (number && typeof value === 'number' ? number.write(value) : JSON.stringify(value)),
    typeName: () => (name === undefined ? 'enum' : `${kindOf(expected)}[${name}]`),
    samples: () => choiceSamples(expected),
    describe: (side) => (side !== 'input' || number === undefined ? allowed : orText(expected)),
  });
}

/** Returns the name of Python's enumerations of strings, integers or numbers. */
function kindOf(expected: readonly Scalar[]): string {
  if (expected.every((value) => typeof value === 'string')) return 'str-enum';
  if (expected.every(Number.isInteger)) return 'int-enum';
  return expected.every((value) => typeof value === 'number') ? 'float-enum' : 'enum';
}

/** Returns the field that reads the values if all are numbers. */
function numberFor(expected: readonly Scalar[], values: Values): Field<number | bigint> | undefined {
  if (!expected.every((value) => typeof value === 'number')) return undefined;
  return expected.every(Number.isSafeInteger) ? integer({ values }) : float({ values });
}

function orText(expected: readonly Scalar[]) {
  const description = sentence(new Issue('enum', undefined, { expected }));
  return { anyOf: [{ enum: expected }, { type: 'string', description }] };
}
