import { Issues } from '../errors/issue.ts';
import { within as inBounds } from '../fields/bounds.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { matching } from './checks.ts';
import { boundsOf } from './number.ts';
import type { FieldOf, LocatedSchema } from './object-schema.ts';
import { partsOf, within } from './references.ts';
import { lengthIn, type Schema } from './schema.ts';

type Test = (raw: unknown) => boolean;
type Rule = (schema: LocatedSchema, fieldOf: FieldOf) => Test;

/** Adds the keywords of a schema that pydantic has no error types for. */
export function withRules(
  inner: AnyField,
  schema: LocatedSchema,
  fieldOf: FieldOf,
  isFastapi: boolean,
): AnyField {
  if (isFastapi) return bounded(inner, schema.value);
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
      const isOne = takes(schema, 'contains', fieldOf);
      const least = lengthIn(schema.value, 'minContains') ?? 1;
      const most = lengthIn(schema.value, 'maxContains') ?? Number.POSITIVE_INFINITY;
      return (raw) => {
        const found = Array.isArray(raw) ? raw.filter(isOne).length : least;
        return found >= least && found <= most;
      };
    },
  ],
  [
    'dependentRequired',
    (schema) => {
      const lists = partsOf(within(schema, 'dependentRequired'));
      return (raw) =>
        !isRecord(raw) ||
        lists.every(
          ([name, { value }]) =>
            !Object.hasOwn(raw, name) ||
            !Array.isArray(value) ||
            value.every((each) => Object.hasOwn(raw, String(each))),
        );
    },
  ],
  [
    'dependentSchemas',
    (schema, fieldOf) => {
      const schemas = partsOf(within(schema, 'dependentSchemas'));
      const tests = schemas.map(([name, part]) => [name, accepts(fieldOf(part))] as const);
      return (raw) => !isRecord(raw) || tests.every(([name, test]) => !Object.hasOwn(raw, name) || test(raw));
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
