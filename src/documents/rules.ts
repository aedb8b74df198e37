import { Issues } from '../errors/issue.ts';
import { type Bounds, within as inBounds } from '../fields/bounds.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { partsInSteps } from '../fields/list.ts';
import { decimal, float, integer } from '../fields/number.ts';
import { isRecord, type Values } from '../fields/values.ts';
import { maySpend, stepsOf } from '../fields/work.ts';
import { matching, never, type Test, testInSteps } from './checks.ts';
import type { Dialect } from './dialect.ts';
import { measured } from './formats.ts';
import { itemsOf, type Located, partsOf, within } from './located.ts';
import { type FieldOf, isOrdered, type LocatedSchema, lengthIn, numberIn, type Schema } from './schema.ts';

type Rule = (schema: LocatedSchema, fieldOf: FieldOf) => Test;

/** Adds the keywords of a schema that pydantic has no error types for. */
export function withRules(
  inner: AnyField,
  schema: LocatedSchema,
  fieldOf: FieldOf,
  dialect: Dialect,
): AnyField {
  const { type } = schema.value;
  if (dialect.hasPydanticKeywords)
    return bounded(type === undefined ? measured(inner, schema.value) : inner, schema.value);
  return withTests(inner, schema, fieldOf);
}

/** Adds the keywords that concern values of any type, such as `not`. */
export function withTests(inner: AnyField, schema: LocatedSchema, fieldOf: FieldOf): AnyField {
  return [...rules].reduce(
    (made, [keyword, rule]) =>
      schema.value[keyword] === undefined ? made : matching(made, keyword, rule(schema, fieldOf)),
    inner,
  );
}

/** Adds the bounds of a union, which pydantic writes under names that JSON Schema does not define. */
function bounded(inner: AnyField, { ge, gt, le, lt, multiple_of }: Schema): AnyField {
  const bounds = boundsOf({
    minimum: ge,
    exclusiveMinimum: gt,
    maximum: le,
    exclusiveMaximum: lt,
    multipleOf: multiple_of,
  });
  if (Object.keys(bounds).length === 0) return inner;
  return derive(inner, {
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      return typeof value === 'number' || typeof value === 'bigint' ? inBounds(bounds, value, raw) : value;
    },
  });
}

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'not',
    (schema, fieldOf) => {
      const isExcluded = takes(schema, 'not', fieldOf);
      return (raw) => !isExcluded(raw);
    },
  ],
  [
    'if',
    (schema, fieldOf) => {
      const is = takes(schema, 'if', fieldOf);
      const then = takes(schema, 'then', fieldOf);
      const otherwise = takes(schema, 'else', fieldOf);
      return (raw) => (is(raw) ? then : otherwise)(raw);
    },
  ],
  [
    'contains',
    (schema, fieldOf) => {
      const item = fieldOf(within(schema, 'contains'));
      const least = lengthIn(schema.value, 'minContains') ?? 1;
      const most = lengthIn(schema.value, 'maxContains') ?? Number.POSITIVE_INFINITY;
      return testInSteps(function* (raw) {
        if (!Array.isArray(raw)) return true;
        let found = 0;
        const addAt = (result: unknown, at: number) => {
          if (!(result instanceof Issues)) found++;
          return !maySpend(stepsOf(raw[at])) || found > most;
        };
        yield* partsInSteps(item, raw.keys(), { raw, addAt });
        return found >= least && found <= most;
      });
    },
  ],
  [
    'dependentRequired',
    (schema) => {
      const parts = partsOf(within(schema, 'dependentRequired'));
      const lists = new Map(parts.map(([name, part]) => [name, itemsOf(part)]));
      const hasAll = (raw: object, names: readonly Located[] = []) =>
        names.every(({ value }) => Object.hasOwn(raw, String(value)));
      return (raw) => !isRecord(raw) || Object.keys(raw).every((name) => hasAll(raw, lists.get(name)));
    },
  ],
  [
    'dependentSchemas',
    (schema, fieldOf) => {
      const schemas = partsOf(within(schema, 'dependentSchemas'));
      const tests = new Map(schemas.map(([name, part]) => [name, counted(accepts(fieldOf(part)))]));
      return (raw) => !isRecord(raw) || Object.keys(raw).every((name) => tests.get(name)?.(raw) !== false);
    },
  ],
]);

function allows(): boolean {
  return true;
}

function takes(schema: LocatedSchema, keyword: string, fieldOf: FieldOf): Test {
  return schema.value[keyword] === undefined ? allows : accepts(fieldOf(within(schema, keyword)));
}

function accepts(field: AnyField): Test {
  return (raw) => !(field.parse(raw) instanceof Issues);
}

/** Makes a test that takes steps each time: a keyword may have thousands of them for one value. */
function counted(test: Test): Test {
  return (raw) => maySpend(stepsOf(raw)) && test(raw);
}

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
function boundsOf(schema: Schema): Bounds {
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
