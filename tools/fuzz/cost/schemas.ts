import type { Random } from '../random.ts';

/** Random schemas with every keyword. */

export type Schema = { readonly [keyword: string]: unknown };

/** Makes schemas that may refer to so many models, and have so many levels. */
export type SchemaMaker = (random: Random, models: number, levels: number) => Schema;

export const NAMES = ['a', 'b', 'c', 'd'] as const;
const MANY = 60;
const LONG = 500;

/** Up to so many of something, and sometimes many more. */
export function some<Made>(random: Random, few: number, make: (at: number) => Made): Made[] {
  const length = random.oneIn(8) ? 1 + random.below(MANY) : 1 + random.below(few);
  return Array.from({ length }, (_, at) => make(at));
}

export const PATTERNS = [
  '^(a|b)*c$',
  '^[a-z]+$',
  'b{2,200}$',
  '^(?:a?){30}a{30}$',
  '(x+x+)+y',
  '^\\p{L}[\\w.-]{0,1000}$',
  '^(?!b)a*$',
] as const;

const FORMATS = [
  ...[
    'uuid',
    'email',
    'idn-email',
    'hostname',
    'idn-hostname',
    'ipv4',
    'ipv6',
    'uri',
    'uri-reference',
    'iri',
  ],
  ...['uri-template', 'json-pointer', 'regex', 'date', 'time', 'date-time', 'duration', 'byte', 'binary'],
  ...['password', 'decimal', 'int32', 'int64'],
] as const;

const scalars: readonly [(random: Random) => Schema, ...((random: Random) => Schema)[]] = [
  () => ({ type: 'integer', minimum: 5 }),
  () => ({ type: 'string', minLength: 3 }),
  (random) => ({ type: 'string', pattern: random.pick(PATTERNS) }),
  () => ({ type: 'boolean' }),
  () => ({ type: 'null' }),
  () => ({}),
  (random) => ({ type: 'string', format: random.pick(FORMATS) }),
  (random) => ({ type: random.pick(['number', 'integer']), multipleOf: random.pick([0.01, 3, 1e-9]) }),
  (random) => ({ type: 'number', exclusiveMinimum: 1, maximum: random.pick([1e300, 3]) }),
  (random) => ({ type: ['string', 'integer', 'null'], maxLength: 1 + random.below(50) }),
  (random) => ({ type: 'string', nullable: true, minLength: random.below(1000) }),
  (random) => ({ enum: Array.from({ length: 1 + random.below(LONG) }, (_, at) => `value ${at}`) }),
  (random) => ({
    enum: Array.from({ length: 1 + random.below(LONG) }, (_, at) => ({ a: 'p', b: [at, { c: at }] })),
  }),
  () => ({ const: { a: [1, 2, { b: 'x' }], c: null } }),
  (random) => ({
    type: 'string',
    default: 'x',
    examples: ['abc'],
    description: '*'.repeat(random.below(LONG)),
  }),
];

const containers: readonly [SchemaMaker, ...SchemaMaker[]] = [
  objectOf,
  (...given) => ({ ...objectOf(...given), additionalProperties: schemaOf(...given) }),
  (...given) => ({ ...objectOf(...given), additionalProperties: false }),
  (...given) => ({ type: 'array', items: schemaOf(...given) }),
  (...given) => ({ type: 'array', items: schemaOf(...given), uniqueItems: true }),
  (random, ...given) => ({
    type: 'array',
    prefixItems: some(random, 4, () => schemaOf(random, ...given)),
    items: random.oneIn(2) ? schemaOf(random, ...given) : false,
  }),
  (random, ...given) => ({
    type: 'array',
    contains: schemaOf(random, ...given),
    minContains: random.below(4),
    maxContains: 4 + random.below(LONG),
  }),
  (random, ...given) => ({
    allOf: [{ prefixItems: [schemaOf(random, ...given)] }, { contains: schemaOf(random, ...given) }],
    unevaluatedItems: schemaOf(random, ...given),
  }),
  (...given) => ({ type: 'object', additionalProperties: schemaOf(...given) }),
  (random, ...given) => ({
    type: 'object',
    patternProperties: Object.fromEntries(
      some(random, 3, (at) => [`${random.pick(PATTERNS)}|${at}`, schemaOf(random, ...given)]),
    ),
    additionalProperties: random.oneIn(2) ? schemaOf(random, ...given) : false,
  }),
  (random, ...given) => ({
    type: 'object',
    propertyNames: { anyOf: [{ pattern: random.pick(PATTERNS) }, { enum: NAMES }] },
    additionalProperties: schemaOf(random, ...given),
    maxProperties: 1 + random.below(2000),
  }),
  (random, ...given) => ({
    ...objectOf(random, ...given),
    dependentRequired: { a: ['b', 'c'], [random.pick(NAMES)]: ['a'] },
    dependentSchemas: { [random.pick(NAMES)]: schemaOf(random, ...given) },
  }),
  (random, ...given) => ({
    allOf: some(random, 3, () => objectOf(random, ...given)),
    unevaluatedProperties: random.oneIn(2) ? false : schemaOf(random, ...given),
  }),
  (random, ...given) => ({ anyOf: some(random, 5, () => schemaOf(random, ...given)) }),
  (random, ...given) => ({ oneOf: some(random, 5, () => schemaOf(random, ...given)) }),
  (random, ...given) => ({ allOf: some(random, 5, () => schemaOf(random, ...given)) }),
  (...given) => ({ not: schemaOf(...given) }),
  (random, ...given) => ({
    ...objectOf(random, ...given),
    if: { properties: { a: schemaOf(random, ...given) }, required: ['a'] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword
    then: schemaOf(random, ...given),
    else: schemaOf(random, ...given),
  }),
  (random, ...given) =>
    some(random, 30, () => ({ if: { minProperties: 1 }, else: {} })).reduce<Schema>(
      (inner, condition) => ({ ...condition, else: inner }),
      schemaOf(random, ...given),
    ),
  (random, ...given) =>
    some(random, 30, (at) => ({ required: [`r${at % 3}`] })).reduce<Schema>(
      (inner, outer) => ({ allOf: [inner, outer] }),
      schemaOf(random, ...given),
    ),
  (random, models, levels) => ({
    $dynamicAnchor: 'node',
    type: 'object',
    properties: { a: { $dynamicRef: '#node' }, b: schemaOf(random, models, levels) },
  }),
  (random, ...given) => ({
    $defs: { Local: schemaOf(random, ...given) },
    type: 'array',
    items: schemaOf(random, ...given),
  }),
  (...given) => ({ ...objectOf(...given), nullable: true }),
  taggedOf,
];

export function schemaOf(random: Random, models: number, levels: number): Schema {
  if (random.oneIn(3)) return reference(random, models);
  return levels > 0 && !random.oneIn(4)
    ? random.pick(containers)(random, models, levels - 1)
    : scalarOf(random);
}

/** Makes a schema that other schemas are in. */
export function containerOf(random: Random, models: number, levels: number): Schema {
  return random.pick(containers)(random, models, levels);
}

export function scalarOf(random: Random): Schema {
  return random.pick(scalars)(random);
}

export function reference(random: Random, models: number): Schema {
  return { $ref: `#/components/schemas/M${random.below(models)}` };
}

function objectOf(random: Random, ...given: readonly [number, number]): Schema {
  const declared = NAMES.filter(() => random.oneIn(2));
  const required = declared.filter(() => random.oneIn(2));
  const access = random.oneIn(6) ? { [random.pick(['readOnly', 'writeOnly', 'deprecated'])]: true } : {};
  const properties = declared.map((name) => [name, { ...schemaOf(random, ...given), ...access }]);
  return { type: 'object', properties: Object.fromEntries(properties), required };
}

/** Makes objects that a property tells apart, with or without a `discriminator`, inside or by name. */
function taggedOf(random: Random, models: number, levels: number): Schema {
  const tags = random.oneIn(4) ? Array.from({ length: random.below(LONG) }, (_, at) => `t${at}`) : [];
  const kinds = ['p', 'q', ...tags].map((tag) => {
    const { properties, ...others } = objectOf(random, models, tags.length > 0 ? 0 : levels);
    return { ...others, properties: { ...Object(properties), a: { const: tag } }, required: ['a'] };
  });
  if (random.oneIn(4)) return { oneOf: kinds };
  const mapping = Object.fromEntries(NAMES.map((name) => [name, String(reference(random, models).$ref)]));
  return random.oneIn(4)
    ? { discriminator: { propertyName: 'a', mapping } }
    : { oneOf: kinds, discriminator: { propertyName: 'a' } };
}
