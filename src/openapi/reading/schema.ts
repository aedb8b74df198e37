/** A schema as a document has it. */
export type Schema = Readonly<Record<string, unknown>>;

/** The number that a keyword has; undefined where it has none. */
export function numberIn(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The length that a keyword has; undefined where it has none. */
export function lengthIn(schema: Schema, keyword: string): number | undefined {
  const value = numberIn(schema, keyword);
  return value !== undefined && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Tells whether there is anything between two bounds, of which either may be open. */
export function isOrdered(least: number | undefined, most: number | undefined): boolean {
  return least === undefined || most === undefined || least <= most;
}

/** The types that a schema names, or else those that its keywords imply. */
export function typesOf(schema: Schema): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === 'string');
  for (const [implied, keywords] of implications)
    if (keywords.some((keyword) => schema[keyword] !== undefined)) return [implied];
  return [];
}

const implications: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'additionalProperties', 'required', 'patternProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Says nothing of what a value has to be. */
const annotations: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['xml', 'externalDocs', '$schema', '$id', '$comment', '$defs', 'definitions', '$anchor'],
]);

const plainTypes: ReadonlySet<unknown> = new Set(['boolean', 'integer', 'number', 'string']);

/** All that a schema of texts, numbers or booleans says of them, as a text to compare; undefined where it says more. */
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

/** Tells whether a schema, but for some keywords, says anything of what a value has to be. */
export function isFree(schema: Schema, ...except: readonly string[]): boolean {
  return Object.keys(schema).every((key) => isAnnotation(key) || except.includes(key));
}
