import { isRecord } from '../../fields/values.ts';
import { defined } from '../../text/guards.ts';
import type { Schema } from '../schema.ts';
import { isNumber, isWhole } from './decimal.ts';
import type { Mistake } from './failures.ts';
import type { SchemaIssueType } from './issues.ts';

/** The version of JSON Schema in a document: that of OpenAPI 3.0, or draft 2020-12. */
export type Version = '3.0' | '2020-12';

type Test = (value: unknown) => boolean;

const testsByType: ReadonlyMap<unknown, Test> = new Map<unknown, Test>([
  ['null', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['integer', (value) => isNumber(value) && isWhole(value)],
  ['number', isNumber],
  ['string', (value) => typeof value === 'string'],
  ['array', Array.isArray],
  ['object', isRecord],
]);

/** The types that a schema allows, and their test. */
interface Types {
  readonly names: readonly string[];
  readonly test: Test;
}

/** Reads the types that a schema allows; undefined if it allows all. In OpenAPI 3.0, `nullable` adds one to a type, and only then. */
export function typesIn({ type, nullable }: Schema, version: Version): Types | undefined {
  const written: readonly unknown[] = Array.isArray(type) ? type : [type];
  const isNullable = version === '3.0' && nullable === true;
  const names = new Set(
    written.filter((each) => typeof each === 'string' && testsByType.has(each)).map(String),
  );
  if (names.size === 0) return undefined;
  if (isNullable) names.add('null');
  const tests = Array.from(names, (name) => defined(testsByType.get(name)));
  const [only] = tests;
  return {
    names: [...names],
    test: only && tests.length === 1 ? only : (value) => tests.some((test) => test(value)),
  };
}

const typeIssues: ReadonlyMap<string, SchemaIssueType> = new Map<string, SchemaIssueType>([
  ['null', 'none_required'],
  ['boolean', 'bool_type'],
  ['integer', 'int_type'],
  ['number', 'float_type'],
  ['string', 'string_type'],
  ['array', 'list_type'],
  ['object', 'dict_type'],
]);

/** The mistake of a value of another type. A type beside null is named alone, as elsewhere. */
export function typeMistake(names: readonly string[], input: unknown): Mistake {
  const others = names.filter((name) => name !== 'null');
  const [only = 'null'] = others;
  if (others.length > 1) return { type: 'type_mismatch', input, context: { types: names } };
  if (typeof input === 'number' && !Number.isFinite(input) && (only === 'integer' || only === 'number'))
    return { type: 'finite_number', input };
  if (only === 'integer' && isNumber(input)) return { type: 'int_from_float', input };
  return { type: defined(typeIssues.get(only)), input, context: { types: names } };
}
