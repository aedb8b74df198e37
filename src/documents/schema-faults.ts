import { isRecord } from '../fields/values.ts';
import { rareFormats, SIZE } from './formats.ts';
import { DECIMAL } from './number.ts';
import { compilePattern } from './pattern.ts';
import { type Schema, typesOf } from './schema.ts';
import { textFormats } from './text.ts';

/** Lists what a schema says that is not validated exactly, each as the end of a sentence about its place. */
export function schemaFaults(schema: Schema): string[] {
  return [
    ...unknownTypes(schema),
    ...unknownFormats(schema),
    ...uncheckedPatterns(schema),
    ...ignoredKeywords(schema),
    ...kindFaults(schema),
  ];
}

const types: ReadonlySet<string> = new Set('null boolean integer number string array object'.split(' '));
/** Formats of numbers, and those that do not restrict values. */
const numberFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double', 'password']);

function unknownTypes(schema: Schema): string[] {
  const unknown = typesOf(schema).filter((type) => !types.has(type));
  return unknown.map((type) => `has an unknown type: ${JSON.stringify(type)}`);
}

function unknownFormats({ format, contentEncoding, type }: Schema): string[] {
  const faults: string[] = [];
  const isKnown =
    typeof format !== 'string' ||
    numberFormats.has(format) ||
    textFormats.has(format) ||
    rareFormats.has(format);
  if (!isKnown && (type === undefined || typeof type === 'string'))
    faults.push(`has a format that is not checked: ${JSON.stringify(format)}`);
  if (typeof contentEncoding === 'string' && !rareFormats.has(contentEncoding))
    faults.push(`has an encoding that is not checked: ${JSON.stringify(contentEncoding)}`);
  return faults;
}

function uncheckedPatterns({ pattern, patternProperties }: Schema): string[] {
  const named = isRecord(patternProperties) ? Object.keys(patternProperties) : [];
  return [...(typeof pattern === 'string' && !isOfPydantic(pattern) ? [pattern] : []), ...named]
    .filter((each) => !compilePattern(each))
    .map((each) => `has a pattern that is not checked: ${JSON.stringify(each)}`);
}

/** Recognizes pydantic's patterns of decimals and byte sizes, which have fields of their own. */
function isOfPydantic(pattern: string): boolean {
  return pattern.startsWith(DECIMAL) || pattern === SIZE;
}

const ignored: readonly (readonly [keyword: string, isSaid: (value: unknown) => boolean])[] = [
  ['$dynamicRef', (value) => typeof value === 'string'],
  ['$recursiveRef', (value) => typeof value === 'string'],
  ['unevaluatedProperties', (value) => value !== undefined && value !== true],
  ['unevaluatedItems', (value) => value !== undefined && value !== true],
  ['additionalItems', (value) => value !== undefined && value !== true],
  ['dependencies', isRecord],
  ...['items', 'additionalProperties', 'propertyNames', 'not', 'contains'].map(
    (keyword) => [keyword, isNoSchema] as const,
  ),
];

function isNoSchema(value: unknown): boolean {
  return value !== undefined && !isRecord(value) && typeof value !== 'boolean';
}

function ignoredKeywords(schema: Schema): string[] {
  return ignored
    .filter(([keyword, isSaid]) => isSaid(schema[keyword]))
    .map(([keyword]) => `has a keyword that is not checked: ${keyword}`);
}

function kindFaults({ oneOf, anyOf, discriminator }: Schema): string[] {
  if (discriminator === undefined)
    return Array.isArray(oneOf) && oneOf.length > 1 ? ['has a oneOf that is read as anyOf'] : [];
  return isRecord(discriminator) && oneOf === undefined && anyOf === undefined
    ? ['has a discriminator that is ignored, because there is no oneOf or anyOf']
    : [];
}
