import { Issues } from '../errors/issue.ts';
import { boolean, enumeration, isScalar, literalOf, type Scalar } from '../fields/choice.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { nullable, unknown } from '../fields/optional.ts';
import { isRecord, type Values } from '../fields/values.ts';
import { maySpend } from '../fields/work.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { once } from '../text/memo.ts';
import { matching, wrong } from './checks.ts';
import type { Dialect } from './dialect.ts';
import { Equals } from './equals.ts';
import { type Schema, typesOf } from './schema.ts';

interface ChoiceOptions {
  readonly values: Values;
  readonly dialect: Dialect;
}

/** Makes the field of an `enum` or `const`. As in pydantic, a component is an enumeration, and an inline one a literal. */
export function choiceField(
  all: readonly unknown[],
  schema: Schema,
  { values, dialect }: ChoiceOptions,
  name: string | undefined,
): AnyField {
  const expected = dialect.hasPlainChoices ? scalarsOf(all) : scalarsOf(all, schema);
  if (expected === undefined) return choiceOfAny(all);
  if (!dialect.hasPlainChoices && expected.every((each) => typeof each === 'boolean'))
    return choiceOfBooleans(expected, values);
  const isRead = !dialect.hasPlainChoices && expected.every((each) => typeof each === 'number');
  if (isRead) return enumeration(expected, { values, ...(name !== undefined && { name }) });
  const others = expected.includes(null) ? expected.filter((each) => each !== null) : expected;
  if (name === undefined || others.length === 0) return literalOf(expected, { values });
  const made = enumeration(others, { values, name });
  return expected.includes(null) ? nullable(made) : made;
}

/** The values of a choice, converted to the type of its schema; undefined if there are none, or one is an object or a list. */
function scalarsOf(all: readonly unknown[], schema: Schema = {}): readonly Scalar[] | undefined {
  if (all.length === 0 || !all.every(isScalar)) return undefined;
  const types = typesOf(schema);
  const read = all.map((value) => ofType(value, types));
  // A long list is sorted as it is written.
  return read.every((value, at) => value === all[at]) ? all : read;
}

/** A choice between values that include objects or lists. */
function choiceOfAny(all: readonly unknown[]): AnyField {
  const known = once(() => new Equals(all, canonical));
  return matching(unknown(), 'enum', (raw) => known().include(raw, () => comparable(raw)));
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

/** Writes a JSON value so that equal values have the same text: with names in order, and each number in one notation. */
export function canonical(value: unknown): string {
  const pieces: string[] = [];
  write(value, pieces);
  return pieces.join('');
}

/** Writes a value of a request in that way, which takes steps. */
export function comparable(value: unknown): string {
  const text = canonical(value);
  maySpend(text.length / CHARACTERS_PER_STEP);
  return text;
}

/** The characters that are written in a step. */
const CHARACTERS_PER_STEP = 8;

/** Adds the text of a value to the pieces. To join them at each level would take time for each level. */
function write(value: unknown, pieces: string[]): void {
  if (Array.isArray(value)) {
    pieces.push('[');
    for (const item of value) {
      write(item, pieces);
      pieces.push(',');
    }
    pieces.push(']');
  } else if (isRecord(value)) {
    pieces.push('{');
    for (const name of Object.keys(value).sort()) {
      pieces.push(JSON.stringify(name), ':');
      write(value[name], pieces);
      pieces.push(',');
    }
    pieces.push('}');
  } else pieces.push(scalar(value));
}

/** Writes a value that is neither an object nor a list. */
export function scalar(value: unknown): string {
  // Most numbers are whole, and are written as they are.
  if (Number.isSafeInteger(value) && Number(value) % BASE !== 0) return `${value}e0`;
  if (value instanceof InexactNumber) return decimal(value.text);
  return typeof value === 'number' || typeof value === 'bigint'
    ? decimal(String(value))
    : JSON.stringify(value);
}

const BASE = 10;

/** Writes a number as its significant digits and a power of ten. It never writes out the power, which may be huge. */
function decimal(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(LEADING_ZEROS, '$1');
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end--;
  const power = Number(exponent) - fraction.length + digits.length - end;
  return `${digits.slice(0, end)}e${power}`;
}

const LEADING_ZEROS = /^(-?)0+/;
