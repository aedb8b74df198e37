import { describe, expect, it } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { References } from '../../src/documents/references.ts';
import { Issues } from '../../src/errors/issue.ts';
import { stepsOf, withSteps } from '../../src/fields/work.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { readJson } from '../../src/text/json/reader.ts';
import { documentWithBody, issuesOf } from './_document.ts';

/** Schemas that say several things at once: a value must meet all of them. */

type Row = readonly [what: string, schema: unknown, body: unknown, expected: readonly string[] | 200];

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const lamp = { type: 'object', properties: { kind: text, watts: { type: 'integer' } } };
const kind = { type: 'object', required: ['kind'], properties: { kind: text } };
const components = { schemas: { Lamp: lamp, Id: { type: 'integer' }, Cat: kind, Dog: kind } };
const tagged = { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } };
/** An object that has a value in it, so that this may be null. */
const held = (schema: unknown) => ({ required: ['a'], properties: { a: schema } });

/** A schema that requires another property if there is one. */
const onlyWith = JSON.parse('{"if":{"required":["kind"]},"then":{"required":["watts"]}}');

const parts: readonly Row[] = [
  ['if, broken', { allOf: [ref('Lamp'), onlyWith] }, { kind: 'a' }, ['body value_error if']],
  ['if, met', { allOf: [ref('Lamp'), onlyWith] }, { kind: 'a', watts: 1 }, 200],
  [
    'if, in a part of a part',
    { allOf: [{ allOf: [lamp, onlyWith] }, { type: 'object' }] },
    { kind: 'a' },
    ['body value_error if'],
  ],
  [
    'if, beside the parts',
    { allOf: [ref('Lamp'), lamp], ...onlyWith },
    { kind: 'a' },
    ['body value_error if'],
  ],
  [
    'dependentRequired',
    { allOf: [ref('Lamp'), { dependentRequired: { kind: ['watts'] } }] },
    { kind: 'a' },
    ['body value_error dependentRequired'],
  ],
  [
    'dependentSchemas',
    { allOf: [ref('Lamp'), { dependentSchemas: { kind: { required: ['watts'] } } }] },
    { kind: 'a' },
    ['body value_error dependentSchemas'],
  ],
  [
    'contains',
    { allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }] },
    [1],
    ['body value_error contains'],
  ],
  ['contains, twice', { allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }] }, [2, 1], 200],
  ['nothing', { allOf: [{}, { description: 'x' }] }, 7, 200],
  [
    'what is beside a reference',
    { allOf: [{ ...ref('Lamp'), required: ['watts'] }, { required: ['kind'] }] },
    {},
    ['body.kind missing', 'body.watts missing'],
  ],
  [
    'rules beside a reference',
    { allOf: [{ ...ref('Lamp'), ...onlyWith }, { type: 'object' }] },
    { kind: 'a' },
    ['body value_error if'],
  ],
  [
    'least properties, of which the first are more',
    { allOf: [{ ...lamp, minProperties: 2 }, { minProperties: 1 }] },
    { kind: 'a' },
    ['body value_error minProperties'],
  ],
  [
    'most properties, of which the first are less',
    { allOf: [{ ...lamp, maxProperties: 1 }, { maxProperties: 2 }] },
    { kind: 'a', watts: 1 },
    ['body value_error maxProperties'],
  ],
  [
    'least entries',
    { allOf: [{ type: 'object', minProperties: 2 }, { minProperties: 1 }] },
    { a: 1 },
    ['body too_short'],
  ],
  [
    'most entries',
    { allOf: [{ type: 'object', maxProperties: 1 }, { maxProperties: 2 }] },
    { a: 1, b: 2 },
    ['body too_long'],
  ],
];

const dayOrId = [{ format: 'date' }, { format: 'uuid' }];

const besideUnions: readonly Row[] = [
  ['a type', { type: 'string', anyOf: dayOrId }, [], ['body.date date_type', 'body.uuid uuid_type']],
  ['a type, met', { type: 'string', anyOf: dayOrId }, '2026-11-22', 200],
  [
    'a type and a length',
    { type: 'string', maxLength: 7, anyOf: dayOrId },
    '2026-11-22',
    ['body string_too_long'],
  ],
  [
    'a type that is narrower',
    { type: 'integer', anyOf: [{ maximum: 5 }, { minimum: 10 }] },
    1.5,
    ['body.constrained-int int_from_float', 'body.constrained-int int_from_float'],
  ],
  ['a type of what is referred to', { type: 'integer', anyOf: [ref('Id'), text] }, 7, 200],
  ['another type', { type: 'object', anyOf: [ref('Id'), lamp] }, 7, ['body dict_type']],
  ['the same type', { type: 'object', anyOf: [lamp, ref('Lamp')] }, { watts: 7 }, 200],
  ['several types', held({ type: ['string', 'null'], anyOf: dayOrId }), { a: null }, 200],
  ['a type that may be null', held({ type: 'string', nullable: true, anyOf: dayOrId }), { a: null }, 200],
  [
    'a type and members that are combined',
    { type: 'integer', anyOf: [{ allOf: [{ minimum: 2 }] }] },
    2.5,
    ['body int_from_float'],
  ],
  ['a type and true', { type: 'integer', anyOf: [true] }, 'x', ['body int_parsing']],
  [
    'required properties, and a discriminator',
    { ...tagged, required: ['id'], properties: { id: { type: 'integer' } } },
    { kind: 'Cat' },
    ['body.id missing'],
  ],
  [
    'required properties, all met',
    { ...tagged, required: ['id'], properties: { id: { type: 'integer' } } },
    { kind: 'Cat', id: 7 },
    200,
  ],
];

const long = readJson('{"enum":[7,9007199254740993],"minimum":8}', 2);

const besideChoices: readonly Row[] = [
  ['a length', { type: 'string', enum: ['a', 'bb'], minLength: 2 }, 'a', ['body string_too_short']],
  ['a length, met', { type: 'string', enum: ['a', 'bb'], minLength: 2 }, 'bb', 200],
  ['no other value', { type: 'string', enum: ['a', 'bb'], minLength: 2 }, 'c', ['body literal_error']],
  ['a bound', { type: 'integer', enum: [1, 5], maximum: 3 }, 5, ['body less_than_equal']],
  ['a format that says nothing more', { type: 'integer', format: 'int32', enum: [1] }, '1', 200],
  ['a bound, and more digits than a double holds', long, 7, ['body greater_than_equal']],
  ['a rule of a single value', { const: 'a', minLength: 2 }, 'a', ['body string_too_short']],
  ['a rule for other types', { enum: ['a', 1, true, [], {}], minLength: 2 }, 1, 200],
  ['a rule for this type', { enum: ['a', 'bb'], minLength: 2 }, 'a', ['body string_too_short']],
  ['a rule for objects', { enum: [{ a: 1 }, { b: 1 }], required: ['a'] }, { b: 1 }, ['body.a missing']],
  ['a rule, with null', held({ enum: ['aa', null], minLength: 2 }), { a: null }, 200],
  ['a rule, where it may be null', held({ enum: ['aa'], minLength: 2, nullable: true }), { a: null }, 200],
  ['an enum and a const', { enum: ['a', 'b'], const: 'b' }, 'a', ['body literal_error']],
  ['an enum and a union', { enum: ['a', 'b'], anyOf: [{ const: 'b' }] }, 'a', ['body literal_error']],
  ['a keyword that is no rule', { enum: ['a', 'b'], required: true }, 'a', 200],
];

describe('beside a union', () => {
  check(besideUnions);
});

describe('beside a choice', () => {
  check(besideChoices);
});

describe('the parts of an allOf', () => {
  check(parts);
});

function check(rows: readonly Row[]): void {
  it.each(rows)('%s', (_, schema, body, expected) => {
    expect(issuesOf(documentWithBody(schema, components), { path: '/lamps', body })).toEqual(expected);
  });

  it.each(rows)('%s: its cases get the expected reply', (_, schema) => {
    const app = fromDocument(documentWithBody(schema, components), { values: 'fastapi' })[hosting];
    const core = app.build();
    const [operation] = Object.keys(app.contract.endpoints);
    for (const { id, request, expected } of casesOf(wholeSubjectOf(app), operation))
      expect([id, inject(core, request).status]).toEqual([id, expected.status]);
  });
}

describe('a recursive schema', () => {
  const node = ref('Node');
  const inner = { type: 'object', properties: { child: node } };

  it.each([
    ['in both parts', { allOf: [inner, inner] }],
    ['in a property', { type: 'object', properties: { child: { allOf: [node, inner] } } }],
    ['in properties of both parts', { allOf: [inner, { type: 'object', properties: { child: inner } }] }],
    [
      'beside other rules',
      { allOf: [inner, { type: 'object', properties: { child: { ...node, maxProperties: 1 } } }] },
    ],
  ])('may combine itself, %s', (_, Node) => {
    const document = documentWithBody(node, { schemas: { Node } });
    expect(
      issuesOf(document, { path: '/lamps', body: { child: { child: { child: { child: 3 } } } } }),
    ).toEqual(['body.child.child.child.child model_attributes_type']);
  });
});

describe('a schema that asks another many times about the same object', () => {
  const names = Array.from({ length: 200 }, (_, at) => `name${at}`);
  const asked = { allOf: [ref('Lamp')] };
  const body = Object.fromEntries(names.map((name) => [name, 1]));

  it.each([
    [
      'dependentSchemas',
      1.5,
      { type: 'object', dependentSchemas: Object.fromEntries(names.map((name) => [name, asked])) },
    ],
    ['allOf', 3.5, { allOf: names.map(() => ({ not: { not: asked } })) }],
    ['oneOf', 5, { oneOf: names.map(() => ({ not: asked })) }],
  ])('looks it up in %s', (_, most, schema) => {
    const root = documentWithBody(schema, components);
    const references = new References({ root: '', byAddress: new Map([['', root]]) });
    const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
    const { parse } = reader.fieldOf({ value: schema, at: '#/schema' });
    const steps = 1_000_000;
    const { left } = withSteps(steps, () => parse(body));
    expect((steps - left) / names.length).toBeLessThan(most * stepsOf(body));
  });
});

describe('a keyword that asks many times about a value', () => {
  const names = Array.from({ length: 500 }, (_, at) => `name${at}`);
  const body = Object.fromEntries(names.map((name) => [name, 1]));

  it.each<[string, object, unknown, number]>([
    [
      'dependentSchemas',
      { dependentSchemas: Object.fromEntries(names.map((name) => [name, { minProperties: 1 }])) },
      body,
      names.length * stepsOf(body),
    ],
    ['contains', { contains: { type: 'integer' } }, names.map(() => 1), names.length * stepsOf(1)],
  ])('takes steps each time: %s', (_, schema, raw, least) => {
    const root = documentWithBody(schema);
    const references = new References({ root: '', byAddress: new Map([['', root]]) });
    const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
    const { parse } = reader.fieldOf({ value: schema, at: '#/schema' });
    const { result, left } = withSteps(least, () => parse(raw));
    expect(left).toBeLessThan(0);
    expect(result).toBeInstanceOf(Issues);
    expect(withSteps(3 * least, () => parse(raw)).result).toBe(raw);
  });
});
