/** Fields that hold other fields, and bounded texts and numbers, as Assay, zod, valibot and Ajv describe them. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { z } from 'zod';
import { Issues } from '../../build/errors/issue.js';
import {
  dictionary,
  discriminatedUnion,
  float,
  integer,
  lazy,
  list,
  literal,
  nullable,
  object,
  optional,
  text,
  tuple,
  union,
} from '../../build/fields/index.js';

const ajv = new Ajv2020({ allErrors: true, strictTypes: false, strictTuples: false, discriminator: true });

/** Validators of the same values in four libraries, all of which report every issue. */
function validators({ assay, zod, valibot, schema }) {
  return {
    assay: (value) => !(assay.parse(value) instanceof Issues),
    zod: (value) => zod.safeParse(value).success,
    valibot: (value) => v.safeParse(valibot, value).success,
    ajv: ajv.compile(schema),
  };
}

const vInteger = v.pipe(v.number(), v.integer());
const vRange = (min, max) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const vText = (min, max) => v.pipe(v.string(), v.minLength(min), v.maxLength(max));

const ada = {
  name: 'Ada',
  age: 36,
  address: { street: 'St James Square', city: 'London' },
  tags: ['math', 'poetry'],
};
const address = {
  assay: object({ street: text(), city: text() }),
  zod: z.object({ street: z.string(), city: z.string() }),
  valibot: v.object({ street: v.string(), city: v.string() }),
  schema: {
    type: 'object',
    properties: { street: { type: 'string' }, city: { type: 'string' } },
    required: ['street', 'city'],
  },
};

const circle = { kind: 'circle', radius: 1.5 };
const box = { kind: 'box', width: 2.5, height: 3.5 };

const tree = {
  value: 1,
  children: [
    { value: 2, children: [] },
    { value: 3, children: [{ value: 4, children: [] }] },
  ],
};
const assayTree = object({ value: integer(), children: list(lazy(() => assayTree)) }, { name: 'Tree' });
const zodTree = z.object({
  value: z.int(),
  get children() {
    return z.array(zodTree);
  },
});
const valibotTree = v.object({ value: vInteger, children: v.array(v.lazy(() => valibotTree)) });

export const collections = {
  'text of 3 to 20': {
    plain: ['Ada', 'Grace Hopper', 'lamp', 'four words of text'],
    hard: ['', 'ab', 'x'.repeat(21), 5, null, ['abc']],
    validators: validators({
      assay: text({ minLength: 3, maxLength: 20 }),
      zod: z.string().min(3).max(20),
      valibot: vText(3, 20),
      schema: { type: 'string', minLength: 3, maxLength: 20 },
    }),
  },
  'text with a pattern': {
    plain: ['AB-1234', 'XY-0001', 'QQ-9876'],
    hard: ['', 'ab-1234', 'AB-123', 'AB-12345', ' AB-1234', 'AB-1234\n', 5],
    validators: validators({
      assay: text({ pattern: /^[A-Z]{2}-[0-9]{4}$/ }),
      zod: z.string().regex(/^[A-Z]{2}-[0-9]{4}$/),
      valibot: v.pipe(v.string(), v.regex(/^[A-Z]{2}-[0-9]{4}$/)),
      schema: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4}$' },
    }),
  },
  'float between 0 and 1': {
    plain: [0.5, 0.25, 0.999, 0.001],
    hard: [0, 1, -0.5, 1.5, Number.NaN, null, true],
    validators: validators({
      assay: float({ exclusiveMin: 0, exclusiveMax: 1 }),
      zod: z.number().gt(0).lt(1),
      valibot: v.pipe(v.number(), v.gtValue(0), v.ltValue(1)),
      schema: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    }),
  },
  'multiple of 5': {
    plain: [0, 5, 100, 1_000_000],
    hard: [1, 4, 7.5, null, true, 2 ** 53],
    validators: validators({
      assay: integer({ multipleOf: 5 }),
      zod: z.int().multipleOf(5),
      valibot: v.pipe(v.number(), v.integer(), v.multipleOf(5)),
      schema: { type: 'integer', multipleOf: 5 },
    }),
  },
  'one of three': {
    plain: ['red', 'green', 'blue'],
    hard: ['Red', '', null, 0, ['red']],
    validators: validators({
      assay: literal('red', 'green', 'blue'),
      zod: z.enum(['red', 'green', 'blue']),
      valibot: v.picklist(['red', 'green', 'blue']),
      schema: { enum: ['red', 'green', 'blue'] },
    }),
  },
  'list of integers': {
    plain: [[1], [1, 2, 3, 4, 5], [10, 20, 30]],
    hard: [[], [1, 2, 3, 4, 5, 6], [1, null], [1.5], {}, null],
    validators: validators({
      assay: list(integer({ min: 0, max: 100 }), { minItems: 1, maxItems: 5 }),
      zod: z.array(z.int().min(0).max(100)).min(1).max(5),
      valibot: v.pipe(v.array(vRange(0, 100)), v.minLength(1), v.maxLength(5)),
      schema: {
        type: 'array',
        items: { type: 'integer', minimum: 0, maximum: 100 },
        minItems: 1,
        maxItems: 5,
      },
    }),
  },
  tuple: {
    plain: [
      ['a', 1, true],
      ['b', 2, true],
    ],
    hard: [[], ['a'], ['a', 1, true, 1], [1, 'a', true], {}, null],
    validators: validators({
      assay: tuple(text(), integer(), literal(true)),
      zod: z.tuple([z.string(), z.int(), z.literal(true)]),
      valibot: v.strictTuple([v.string(), vInteger, v.literal(true)]),
      schema: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'integer' }, { const: true }],
        minItems: 3,
        maxItems: 3,
      },
    }),
  },
  dictionary: {
    plain: [{ a: 1, b: 2 }, { x: 10 }, { one: 1, two: 2, three: 3, four: 4 }],
    hard: [[], null, { a: null }, { a: 1, b: 1.5 }],
    validators: validators({
      assay: dictionary(integer()),
      zod: z.record(z.string(), z.int()),
      valibot: v.record(v.string(), vInteger),
      schema: { type: 'object', additionalProperties: { type: 'integer' } },
    }),
  },
  'nested object': {
    plain: [ada, { ...ada, tags: [] }, { ...ada, nickname: null }, { ...ada, nickname: 'A' }],
    hard: [{}, { ...ada, age: null }, { ...ada, address: {} }, { ...ada, tags: [1, 2] }, [], null],
    validators: validators({
      assay: object({
        name: text({ minLength: 1 }),
        age: integer({ min: 0, max: 120 }),
        address: address.assay,
        tags: list(text()),
        nickname: optional(nullable(text())),
      }),
      zod: z.object({
        name: z.string().min(1),
        age: z.int().min(0).max(120),
        address: address.zod,
        tags: z.array(z.string()),
        nickname: z.string().nullable().default(null),
      }),
      valibot: v.object({
        name: v.pipe(v.string(), v.minLength(1)),
        age: vRange(0, 120),
        address: address.valibot,
        tags: v.array(v.string()),
        nickname: v.optional(v.nullable(v.string()), null),
      }),
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1 },
          age: { type: 'integer', minimum: 0, maximum: 120 },
          address: address.schema,
          tags: { type: 'array', items: { type: 'string' } },
          nickname: { type: ['string', 'null'] },
        },
        required: ['name', 'age', 'address', 'tags'],
      },
    }),
  },
  'object, no others': {
    plain: [{ a: 'x', b: 1 }],
    hard: [{ a: 'x', b: 1, c: 1 }, { a: 'x' }, { c: 1 }],
    validators: validators({
      assay: object({ a: text(), b: integer() }, { unknown: 'forbid' }),
      zod: z.strictObject({ a: z.string(), b: z.int() }),
      valibot: v.strictObject({ a: v.string(), b: vInteger }),
      schema: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    }),
  },
  'union of scalars': {
    plain: [1, 'text', 2, 'more'],
    hard: [null, true, [], {}, 1.5],
    validators: validators({
      assay: union(integer(), text()),
      zod: z.union([z.int(), z.string()]),
      valibot: v.union([vInteger, v.string()]),
      schema: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    }),
  },
  'union of objects': {
    plain: [{ radius: 1.5 }, { width: 2.5, height: 3.5 }],
    hard: [{}, null, { width: 2.5 }, { radius: 'x' }],
    validators: validators({
      assay: union(object({ radius: float() }), object({ width: float(), height: float() })),
      zod: z.union([z.object({ radius: z.number() }), z.object({ width: z.number(), height: z.number() })]),
      valibot: v.union([
        v.object({ radius: v.number() }),
        v.object({ width: v.number(), height: v.number() }),
      ]),
      schema: {
        anyOf: [
          { type: 'object', properties: { radius: { type: 'number' } }, required: ['radius'] },
          {
            type: 'object',
            properties: { width: { type: 'number' }, height: { type: 'number' } },
            required: ['width', 'height'],
          },
        ],
      },
    }),
  },
  'discriminated union': {
    plain: [circle, box],
    hard: [{}, null, { ...circle, radius: 'x' }, { kind: 'line' }],
    validators: validators({
      assay: discriminatedUnion('kind', {
        circle: object({ kind: literal('circle'), radius: float() }),
        box: object({ kind: literal('box'), width: float(), height: float() }),
      }),
      zod: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('circle'), radius: z.number() }),
        z.object({ kind: z.literal('box'), width: z.number(), height: z.number() }),
      ]),
      valibot: v.variant('kind', [
        v.object({ kind: v.literal('circle'), radius: v.number() }),
        v.object({ kind: v.literal('box'), width: v.number(), height: v.number() }),
      ]),
      schema: {
        type: 'object',
        discriminator: { propertyName: 'kind' },
        required: ['kind'],
        oneOf: [
          {
            properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
            required: ['kind', 'radius'],
          },
          {
            properties: { kind: { const: 'box' }, width: { type: 'number' }, height: { type: 'number' } },
            required: ['kind', 'width', 'height'],
          },
        ],
      },
    }),
  },
  'tree of itself': {
    plain: [tree],
    hard: [{}, { value: 1 }, { value: 1, children: [{ value: 'x', children: [] }] }],
    validators: validators({
      assay: assayTree,
      zod: zodTree,
      valibot: valibotTree,
      schema: {
        $id: 'tree',
        type: 'object',
        properties: { value: { type: 'integer' }, children: { type: 'array', items: { $ref: 'tree' } } },
        required: ['value', 'children'],
      },
    }),
  },
};
