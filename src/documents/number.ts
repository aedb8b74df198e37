import type { Bounds } from '../fields/bounds.ts';
import type { AnyField } from '../fields/field.ts';
import { decimal, float, integer } from '../fields/number.ts';
import type { Values } from '../fields/values.ts';
import { never } from './checks.ts';
import { isOrdered, numberIn, type Schema } from './schema.ts';

/** Makes the field of a number. */
export function numberField(schema: Schema, type: 'integer' | 'number', values: Values): AnyField {
  const { format } = schema;
  const range = type === 'integer' && typeof format === 'string' ? ranges.get(format) : undefined;
  const bounds = { ...range, ...boundsOf(schema) };
  if (!areOrdered(bounds)) return never('minimum');
  return type === 'number' ? float({ ...bounds, values }) : integer({ ...bounds, values });
}

function areOrdered({ min, max, exclusiveMin, exclusiveMax }: Bounds): boolean {
  return isOrdered(min ?? exclusiveMin, max ?? exclusiveMax);
}

const ranges: ReadonlyMap<string, Bounds> = new Map([
  ['int32', { min: -(2 ** 31), max: 2 ** 31 - 1 }],
  ['int64', { min: -(2 ** 63), exclusiveMax: 2 ** 63 }],
]);

/** Reads the bounds of a number. Before OpenAPI 3.1, `exclusiveMinimum: true` made `minimum` exclusive. */
export function boundsOf(schema: Schema): Bounds {
  const min = numberIn(schema, 'minimum');
  const max = numberIn(schema, 'maximum');
  const exclusiveMin = schema.exclusiveMinimum === true ? min : numberIn(schema, 'exclusiveMinimum');
  const exclusiveMax = schema.exclusiveMaximum === true ? max : numberIn(schema, 'exclusiveMaximum');
  const multipleOf = numberIn(schema, 'multipleOf');
  return {
    ...(min !== undefined && schema.exclusiveMinimum !== true && { min }),
    ...(max !== undefined && schema.exclusiveMaximum !== true && { max }),
    ...(exclusiveMin !== undefined && { exclusiveMin }),
    ...(exclusiveMax !== undefined && { exclusiveMax }),
    ...(multipleOf !== undefined && multipleOf > 0 && { multipleOf }),
  };
}

/** The start of the pattern in pydantic's schema of a decimal. */
export const DECIMAL = '^(?!^[-+.]*$)[+-]?0*';
const ALL_DIGITS = /\(\?=\[\\d\.\]\{1,([0-9]{1,4})\}/;
const WHOLE_DIGITS = /^\(\?:\\d\{0,([0-9]{1,4})\}\|/;
const PLACES = /\\\.\??\\d\{0,([0-9]{1,4})\}/;

/** Makes the field of a decimal from pydantic's two schemas for it; undefined if they describe something else. */
export function decimalField(number: Schema, { pattern }: Schema): AnyField | undefined {
  if (number.type !== 'number' || typeof pattern !== 'string') return undefined;
  if (!pattern.startsWith(DECIMAL)) return undefined;
  const bounds = boundsOf(number);
  if (!areOrdered(bounds)) return never('minimum');
  const rest = pattern.slice(DECIMAL.length);
  const [, all] = ALL_DIGITS.exec(rest) ?? [];
  const [, places] = PLACES.exec(rest) ?? [];
  const isCounted = WHOLE_DIGITS.test(rest) && all !== undefined;
  return decimal({
    ...bounds,
    ...(isCounted && { maxDigits: Number(all) - 1 }),
    ...(places !== undefined && { maxPlaces: Number(places) }),
  });
}
