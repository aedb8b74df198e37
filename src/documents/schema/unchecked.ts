import { isRecord } from '../../fields/values.ts';
import type { Schema } from '../schema.ts';
import { isKnownFormat } from './formats.ts';
import { compilePattern } from './scalars.ts';

/** Lists what a schema says that is not checked although it is valid JSON Schema, or that means nothing in its draft. */
export function exactFaults(schema: Schema): string[] {
  return [...unknownTypes(schema), ...unknownFormats(schema), ...patterns(schema), ...keywords(schema)];
}

const types: ReadonlySet<unknown> = new Set('null boolean integer number string array object'.split(' '));

function unknownTypes({ type }: Schema): string[] {
  const named: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return named
    .filter((each) => !types.has(each))
    .map((each) => `has an unknown type: ${JSON.stringify(each)}`);
}

function unknownFormats({ format }: Schema): string[] {
  if (typeof format !== 'string' || isKnownFormat(format)) return [];
  return [`has a format that is not checked: ${JSON.stringify(format)}`];
}

function patterns({ pattern, patternProperties }: Schema): string[] {
  const all = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  if (typeof pattern === 'string') all.unshift(pattern);
  return all
    .filter((source) => !compilePattern(source))
    .map((source) => `has a pattern that is not checked: ${JSON.stringify(source)}`);
}

/** Keywords of other drafts, and whatever should be a schema and is none. */
function keywords(schema: Schema): string[] {
  const others = ['additionalItems', '$recursiveRef'].filter((keyword) => schema[keyword] !== undefined);
  const noSchemas = schemaKeywords.filter((keyword) => {
    const value = schema[keyword];
    return value !== undefined && typeof value !== 'boolean' && !isRecord(value);
  });
  return [...others, ...noSchemas].map((keyword) => `has a keyword that is not checked: ${keyword}`);
}

const schemaKeywords: readonly string[] = [
  ...['items', 'additionalProperties', 'propertyNames', 'not', 'contains', 'if', 'then', 'else'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
];
