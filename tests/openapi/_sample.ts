/** Samples of what FastAPI's documents describe, made without the code under test. */

export type Json = unknown;
type Schema = Readonly<Record<string, unknown>>;

const texts: Readonly<Record<string, string>> = {
  date: '2026-11-22',
  'date-time': '2026-11-22T10:00:00Z',
  time: '10:00:00',
  duration: 'PT1H',
  email: 'ada@example.com',
  uuid: '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d',
  uri: 'https://example.com/',
  ipv4: '192.0.2.1',
  ipv6: '::1',
  binary: 'text',
};
const patterns: Readonly<Record<string, string>> = {
  '^[0-9]{5}$': '12345',
  '^\\+?[0-9 ]{5,15}$': '+49 1234',
  '^[a-z]+$': 'abc',
  '^[A-Z]{2}-[0-9]{3}$': 'AB-123',
  '^[a-z0-9-]+$': 'abc-1',
};

export function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema itself, or the one that it refers to. */
export function follow(document: Json, schema: unknown): Schema {
  if (!isObject(schema)) return {};
  if (typeof schema.$ref !== 'string') return schema;
  const steps = schema.$ref.split('/').slice(1);
  const found = steps.reduce<unknown>((value, step) => (isObject(value) ? value[step] : undefined), document);
  return follow(document, found);
}

/** The simplest value of a schema, with all that it may have. */
export function sample(document: Json, given: unknown, depth = 0): Json {
  const schema = follow(document, given);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    const [first] = Array.isArray(schema[keyword]) ? schema[keyword] : [];
    if (first !== undefined) return sample(document, first, depth);
  }
  switch (schema.type) {
    case 'object':
      return sampleObject(document, schema, depth);
    case 'array':
      return sampleArray(document, schema, depth);
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function sampleObject(document: Json, schema: Schema, depth: number): Json {
  const { properties, required = [], additionalProperties } = schema;
  if (!isObject(properties)) return isObject(additionalProperties) ? {} : { any: 1 };
  const names = Object.keys(properties).filter(
    (name) => depth < 3 || (Array.isArray(required) && required.includes(name)),
  );
  return Object.fromEntries(names.map((name) => [name, sample(document, properties[name], depth + 1)]));
}

function sampleArray(document: Json, schema: Schema, depth: number): Json {
  if (Array.isArray(schema.prefixItems))
    return schema.prefixItems.map((each) => sample(document, each, depth + 1));
  if (depth > 2 && !schema.minItems) return [];
  const count = Math.max(Number(schema.minItems ?? 1), 1);
  return Array.from({ length: count }, () => sample(document, schema.items, depth + 1));
}

function sampleText({ format, pattern, minLength = 0 }: Schema): string {
  if (typeof format === 'string' && texts[format] !== undefined) return texts[format];
  if (typeof pattern === 'string') return patterns[pattern] ?? '1';
  return 'x'.repeat(Math.max(Number(minLength), 1));
}

function sampleNumber({
  minimum,
  exclusiveMinimum,
  type,
  multipleOf,
  maximum,
  exclusiveMaximum,
}: Schema): number {
  const step = type === 'integer' ? 1 : 0.25;
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + step : Number(minimum ?? 0);
  if (typeof multipleOf === 'number') return multipleOf;
  const most = typeof exclusiveMaximum === 'number' ? exclusiveMaximum - step : Number(maximum ?? least + 1);
  return Math.min(Math.max(least, 1), most);
}
