import { Issues } from '../errors/issue.ts';
import type { Scalar } from '../fields/choice.ts';
import { boolean, enumeration, literalOf } from '../fields/choice.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { nullable, unknown } from '../fields/optional.ts';
import type { Values } from '../fields/values.ts';
import { canonical } from './canonical.ts';
import { matching } from './checks.ts';
import { wrong } from './issues.ts';
import { type Schema, typesOf } from './schema.ts';

interface ChoiceOptions {
  readonly values: Values;
  readonly isFastapi: boolean;
}

/** Makes the field of an `enum` or `const`. As in pydantic, a component is an enumeration, and an inline one a literal. */
export function choiceField(
  all: readonly unknown[],
  schema: Schema,
  { values, isFastapi }: ChoiceOptions,
  name: string | undefined,
): AnyField {
  const expected = isFastapi ? scalarsOf(all) : scalarsOf(all, schema);
  if (expected === undefined) return choiceOfAny(all);
  if (!isFastapi && expected.every((each) => typeof each === 'boolean'))
    return choiceOfBooleans(expected, values);
  const isRead = !isFastapi && expected.every((each) => typeof each === 'number');
  if (isRead) return enumeration(expected, { values, ...(name !== undefined && { name }) });
  const others = expected.filter((each) => each !== null);
  if (name === undefined || others.length === 0) return literalOf(expected, { values });
  const made = enumeration(others, { values, name });
  return expected.includes(null) ? nullable(made) : made;
}

/** The values of a choice, converted to the type of its schema; undefined if there are none, or one is an object or a list. */
function scalarsOf(all: readonly unknown[], schema: Schema = {}): readonly Scalar[] | undefined {
  const types = typesOf(schema);
  return all.length > 0 && all.every(isScalar) ? all.map((value) => ofType(value, types)) : undefined;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** A choice between values that include objects or lists. */
function choiceOfAny(all: readonly unknown[]): AnyField {
  const known = new Set(all.map(canonical));
  return matching(unknown(), 'enum', (raw) => known.has(canonical(raw)));
}

/** Converts a value to the type of its schema: YAML reads an unquoted `12` as a number, and people quote numbers. */
function ofType(value: Scalar, types: readonly string[]): Scalar {
  if (types.length !== 1 || value === null) return value;
  if (types[0] === 'string') return String(value);
  const isNumber = types[0] === 'integer' || types[0] === 'number';
  return isNumber && typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
}

const NUMBER = /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

/** A choice of booleans, also read from text. */
function choiceOfBooleans(expected: readonly boolean[], values: Values): AnyField {
  const inner = boolean({ values });
  return derive(literalOf(expected), {
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      if (value instanceof Issues || expected.includes(value)) return value;
      return wrong('literal_error', raw, { expected });
    },
  });
}
