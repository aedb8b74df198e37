/** Samples for the schemas of FastAPI's documents, made without the code under test. */

export type Json = unknown;
type Schema = Readonly<Record<string, unknown>>;

const texts: Readonly<Record<string, string>> = {
  date: '2026-11-22',
  'date-time': '2026-11-22T10:00:00Z',
  time: '10:00:00',
  duration: 'PT1H',
  email: 'ada@example.com',
  uuid: '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d',
  uuid4: '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d',
  uuid5: '6f1d3c52-9a57-5b0e-8d4c-2f7e0a9b1c3d',
  base64: 'YWJj',
  uri: 'https://example.com/',
  ipv4: '192.0.2.1',
  ipv6: '::1',
  binary: 'text',
  ipvanyaddress: '192.0.2.1',
  ipv4network: '192.0.2.0/24',
  ipv4interface: '192.0.2.1/24',
  uuid1: '6f1d3c52-9a57-1b0e-8d4c-2f7e0a9b1c3d',
  'name-email': 'Ada <ada@example.com>',
  'multi-host-uri': 'mongodb://localhost:27017',
  ipv6network: '2001:db8::/32',
  ipv6interface: '2001:db8::1/32',
  ipvanynetwork: '192.0.2.0/24',
  ipvanyinterface: '192.0.2.1/24',
};
const patterns: Readonly<Record<string, string>> = {
  '^[0-9]{5}$': '12345',
  '^\\+?[0-9 ]{5,15}$': '+49 1234',
  '^[a-z]+$': 'abc',
  '^[A-Z]{2}-[0-9]{3}$': 'AB-123',
  '^[a-z0-9-]+$': 'abc-1',
  '^[A-Z]{2}[0-9]{6}$': 'DE123456',
  '^[A-Z]{2}[0-9]+$': 'DE12',
  '^#[0-9a-fA-F]{6}$': '#a0B1c2',
  '^[A-Z]{3}$': 'BER',
  '^[A-Z]{2}\\d{1,4}$': 'LH400',
  '^([0-9A-F]{2}:){5}[0-9A-F]{2}$': '00:1A:2B:3C:4D:5E',
  '^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$': 'DE02ABC',
  '^\\d{4}$': '1234',
  '^\\d{4,6}$': '1234',
  '^(new|old|top)$': 'old',
  '^fixedquery$': 'fixedquery',
  '^password$': 'password',
  '^97[89]-\\d{10}$': '978-1234567890',
  '^\\d{16}$': '4242424242424242',
  '^[0-9a-f]+$': '0af9',
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

/** The depth and the index of a sample. */
export interface Making {
  readonly depth: number;
  readonly kind: number;
}

/** A simple value of a schema, with all its properties. */
export function sample(document: Json, given: unknown, making: Making = { depth: 0, kind: 0 }): Json {
  const schema = follow(document, given);
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    const members = Array.isArray(schema[keyword]) ? schema[keyword] : [];
    if (members.length > 0)
      return sample(document, members[making.depth > 5 ? 0 : making.kind % members.length], making);
  }
  switch (schema.type) {
    case 'object':
      return sampleObject(document, schema, making);
    case 'array':
      return sampleArray(document, schema, making);
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

function sampleObject(document: Json, schema: Schema, { depth, kind }: Making): Json {
  const inner = { depth: depth + 1, kind };
  const { properties, required = [] } = schema;
  if (!isObject(properties)) return sampleDictionary(document, schema, inner);
  const names = Object.keys(properties).filter(
    (name) => depth < 3 || (Array.isArray(required) && required.includes(name)),
  );
  return Object.fromEntries(names.map((name) => [name, sample(document, properties[name], inner)]));
}

function sampleDictionary(document: Json, schema: Schema, inner: Making): Json {
  const { additionalProperties, patternProperties, propertyNames } = schema;
  const [matched] = Object.values(isObject(patternProperties) ? patternProperties : {});
  const values = matched ?? additionalProperties;
  if (!isObject(values) || inner.depth > 4) return isObject(values) ? {} : { any: 1 };
  const name = isObject(propertyNames)
    ? String(sample(document, { type: 'string', ...propertyNames }))
    : '12';
  return { [name]: sample(document, values, inner) };
}

function sampleArray(document: Json, schema: Schema, { depth, kind }: Making): Json {
  const inner = { depth: depth + 1, kind };
  if (Array.isArray(schema.prefixItems))
    return schema.prefixItems.map((each) => sample(document, each, inner));
  if (depth > 3 && !schema.minItems) return [];
  const count = Math.max(Number(schema.minItems ?? 1), 1);
  return Array.from({ length: count }, () => sample(document, schema.items, inner));
}

function sampleText({ format, pattern, contentMediaType, minLength = 0 }: Schema): string {
  if (typeof format === 'string' && texts[format] !== undefined) return texts[format];
  if (contentMediaType === 'application/json') return '[1]';
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
