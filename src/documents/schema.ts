import { InexactNumber } from '../text/json/reader.ts';

/** A schema, as written in a document. */
export type Schema = Readonly<Record<string, unknown>>;

/** The value of a keyword if it is a finite number. */
export function numberIn(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The value of a keyword if it is a whole number of at least 0. */
export function lengthIn(schema: Schema, keyword: string): number | undefined {
  const value = numberIn(schema, keyword);
  return value !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Tells whether any value is within two bounds, either of which may be missing. */
export function isOrdered(least: number | undefined, most: number | undefined): boolean {
  return least === undefined || most === undefined || least <= most;
}

/** The types that a schema names; if none, the one that its keywords imply. */
export function typesOf(schema: Schema): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string');
  for (const [implied, keywords] of implications)
    if (keywords.some((keyword) => schema[keyword] !== undefined)) return [implied];
  return [];
}

/** The type of a value, as schemas name it. */
export function typeNamed(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return value instanceof InexactNumber ? 'number' : typeof value;
}

const implications: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'required', 'patternProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Keywords that do not restrict values. */
const annotations: ReadonlySet<string> = new Set(
  `title description default example examples deprecated readOnly writeOnly
    xml externalDocs $schema $id $comment $defs definitions $anchor`.split(/\s+/),
);

const plainTypes: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'string']);

/** The rules of a schema of texts, numbers or booleans as a key to compare; undefined if it has nested values. */
export function plainRules(schema: Schema): string | undefined {
  if (!plainTypes.has(schema.type)) return undefined;
  let rules = '';
  for (const key of Object.keys(schema)) {
    if (isAnnotation(key)) continue;
    const value = schema[key];
    if (typeof value === 'object') return undefined;
    rules += `${key} ${JSON.stringify(value)}\n`;
  }
  return rules;
}

function isAnnotation(key: string): boolean {
  return annotations.has(key) || key.startsWith('x-');
}

/** Tells whether a schema, apart from some keywords, leaves values unrestricted. */
export function isFree(schema: Schema, ...except: readonly string[]): boolean {
  return Object.keys(schema).every((key) => isAnnotation(key) || except.includes(key));
}
