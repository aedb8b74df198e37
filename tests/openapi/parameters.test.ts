import { describe, expect, it } from 'vitest';
import { expectTrueCases } from './_cases.ts';
import { ask, documentOf, issuesOf } from './_document.ts';

/** Parameters that are lists or objects: how they are sent, and what of them is checked. */

type Json = Readonly<Record<string, unknown>>;

/** A document with an operation that takes a parameter named `p`. */
function withParameter(parameter: Json, components: Json = {}): Json {
  const get = { parameters: [{ name: 'p', ...parameter }], responses: { 200: { description: 'x' } } };
  return documentOf({ '/lamps': { get } }, components);
}

const letters = { type: 'array', items: { enum: ['a', 'b'] } };
const watts = { type: 'object', required: ['watts'], properties: { watts: { type: 'integer' } } };

describe('a header', () => {
  const rows: readonly (readonly [schema: Json, explode: boolean, sent: string, expected: unknown])[] = [
    [letters, false, 'a,b', 200],
    [letters, false, 'a, b', 200],
    [letters, false, 'a \t,\tb', 200],
    [letters, false, 'a, c', ['header.p.1 literal_error']],
    [watts, false, 'watts, 5', 200],
    [watts, true, 'watts=5, on=no', 200],
    [watts, true, 'on=no, watts=x', ['header.p.watts int_parsing']],
  ];

  it.each(rows)('may have white space around its items: %j, explode %j, %j', (...row) => {
    const [schema, explode, p, expected] = row;
    const document = withParameter({ in: 'header', required: true, explode, schema });
    expect(issuesOf(document, { path: '/lamps', headers: { p } })).toEqual(expected);
    expectTrueCases(document);
  });
});

const components = {
  schemas: {
    Ids: { type: 'array', items: { type: 'integer' } },
    Small: { allOf: [{ $ref: '#/components/schemas/Ids' }], maxItems: 2 },
    Base: { type: 'object', required: ['kind'], properties: { kind: { enum: ['a', 'b'] } } },
    Loop: { anyOf: [{ $ref: '#/components/schemas/Loop' }, { $ref: '#/components/schemas/Ids' }] },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('a parameter with commas', () => {
  const union = { anyOf: [{ type: 'string', minLength: 4 }, ref('Ids')] };
  const rows: readonly (readonly [what: string, schema: Json, sent: string, expected: unknown])[] = [
    ['a list behind a reference', ref('Ids'), '1,2', 200],
    ['a list in an allOf', { allOf: [ref('Ids')] }, '1,2', 200],
    ['a list in an allOf, with a wrong item', { allOf: [ref('Ids')] }, '1,x', ['query.p.1 int_parsing']],
    ['a list in an allOf of an allOf', { allOf: [ref('Small')] }, '1,2,3', ['query.p too_long']],
    ['a list behind a reference with rules', { ...ref('Ids'), maxItems: 1 }, '1,2', ['query.p too_long']],
    ['a list in a union', { oneOf: [{ type: 'boolean' }, ref('Ids')] }, '1,2', 200],
    ['a text in a union with a list', union, 'one,two', 200],
    ['a list in a union with a text', union, '1,2', 200],
    [
      'neither of a union',
      union,
      'x',
      ['query.p.constrained-str string_type', 'query.p.list[int].0 int_parsing'],
    ],
  ];

  it.each(rows)('may be %s', (_, schema, sent, expected) => {
    const document = withParameter({ in: 'query', required: true, explode: false, schema }, components);
    expect(issuesOf(document, { path: `/lamps?p=${sent}` })).toEqual(expected);
    expectTrueCases(document);
  });

  it('may be a list in a union with itself', () => {
    const document = withParameter({ in: 'query', explode: false, schema: ref('Loop') }, components);
    expect(issuesOf(document, { path: '/lamps?p=1,2' })).toBe(200);
  });
});

describe('an object in a query', () => {
  const free = { type: 'object', additionalProperties: { type: 'integer' } };
  const lamp = { allOf: [ref('Base')], properties: { kind: { type: 'string' }, watts: { type: 'integer' } } };
  const either = { oneOf: [ref('Base'), watts] };
  const readOnly = { required: ['id'], properties: { id: { readOnly: true, type: 'integer' } } };
  const rows: readonly (readonly [
    what: string,
    style: string,
    schema: Json,
    sent: string,
    expected: unknown,
  ])[] = [
    ['in an allOf, in brackets', 'deepObject', { allOf: [ref('Base')] }, 'p[kind]=a', 200],
    [
      'in an allOf, in brackets, with another value',
      'deepObject',
      lamp,
      'p[kind]=c',
      ['query.p[kind] literal_error'],
    ],
    ['in an allOf', 'form', lamp, 'kind=a&watts=x', ['query.watts int_parsing']],
    ['in an allOf, without a required property', 'form', lamp, 'watts=5', ['query.kind missing']],
    [
      'behind a reference with rules',
      'form',
      { ...ref('Base'), required: ['on'] },
      'kind=a',
      ['query.on missing'],
    ],
    [
      'with a required property of any name',
      'form',
      { ...free, required: ['on'] },
      'on=x',
      ['query.on int_parsing'],
    ],
    ['whose required property may not be sent', 'form', readOnly, '', 200],
    [
      'or null',
      'form',
      { type: ['object', 'null'], properties: watts.properties },
      'watts=x',
      ['query.watts int_parsing'],
    ],
    ['with free names, in brackets', 'deepObject', free, 'p[a]=1', 200],
    ['with free names', 'form', free, 'a=1', 200],
    [
      'with free names, or a number, in brackets',
      'deepObject',
      { anyOf: [free, { type: 'integer' }] },
      'p[a]=1',
      200,
    ],
    ['of one of two kinds', 'form', either, 'watts=5', 200],
    [
      'or a number',
      'form',
      { anyOf: [watts, { type: 'integer' }] },
      'p=x',
      ['query.p.object model_attributes_type', 'query.p.int int_parsing'],
    ],
  ];

  it.each(rows)('may be %s', (_, style, schema, sent, expected) => {
    const document = withParameter({ in: 'query', required: true, style, explode: true, schema }, components);
    expect(issuesOf(document, { path: `/lamps?${sent}` })).toEqual(expected);
    expectTrueCases(document);
  });
});

it('a parameter of a path may have a name of any script', () => {
  const parameters = [{ name: 'größe', in: 'path', required: true, schema: { type: 'integer' } }];
  const document = documentOf({ '/maß/{größe}': { get: { parameters, responses: { 200: {} } } } });
  expect(issuesOf(document, { path: '/ma%C3%9F/5' })).toBe(200);
  expect(issuesOf(document, { path: '/ma%C3%9F/x' })).toEqual(['path.größe int_parsing']);
  expectTrueCases(document);
});

describe('a secret in a parameter is not shown', () => {
  const secret = { type: 'string', format: 'password', minLength: 9 };
  const $ref = '#/components/schemas/Secret';
  const object = { type: 'object', properties: { pin: { $ref }, page: { type: 'integer' } } };
  const q = { name: 'q', in: 'query' };
  const rows: readonly (readonly [what: string, parameter: Json, sent: Json])[] = [
    ['a text', { ...q, schema: secret }, { path: '/lamps?q=hunter2' }],
    [
      'a text that only requests have',
      { ...q, schema: { minLength: 9, writeOnly: true } },
      { path: '/lamps?q=hunter2' },
    ],
    ['behind a reference', { ...q, schema: { $ref } }, { path: '/lamps?q=hunter2' }],
    ['a list', { ...q, schema: { type: 'array', items: { $ref } } }, { path: '/lamps?q=hunter2&q=hunter2' }],
    [
      'JSON',
      { ...q, content: { 'application/json': { schema: object } } },
      { path: '/lamps?q={"pin":"hunter2"}' },
    ],
    [
      'an object in brackets',
      { ...q, style: 'deepObject', schema: object },
      { path: '/lamps?q[pin]=hunter2' },
    ],
    ['an object that is spread', { ...q, schema: object }, { path: '/lamps?pin=hunter2' }],
    [
      'a header',
      { name: 'x-pin', in: 'header', schema: { $ref } },
      { path: '/lamps', headers: { 'x-pin': 'hunter2' } },
    ],
    [
      'an object in a header',
      { name: 'x-pin', in: 'header', explode: true, schema: object },
      { path: '/lamps', headers: { 'x-pin': 'pin=hunter2' } },
    ],
  ];
  const cases = rows.flatMap((row) => [[...row, 'schema'] as const, [...row, 'fastapi'] as const]);

  it.each(cases)('%s', (_, parameter, sent, values) => {
    const number = { name: 'n', in: 'query', schema: { type: 'integer' } };
    const get = { parameters: [parameter, number], responses: { 200: { description: 'x' } } };
    const document = documentOf({ '/lamps': { get } }, { schemas: { Secret: secret } });
    const path = `${sent.path}${String(sent.path).includes('?') ? '&' : '?'}n=shown`;
    const { status, body } = ask(document, { ...sent, path }, { values });
    expect([status, body.includes('hunter2'), body.includes('shown')]).toEqual([422, false, true]);
    expect(body).toContain('**********');
  });

  it('a header of a model of FastAPI', () => {
    const schema = { type: 'object', properties: { x_pin: { $ref } } };
    const get = {
      parameters: [{ name: 'model', in: 'header', schema }],
      responses: { 200: { description: 'x' } },
    };
    const schemas = { Secret: secret, HTTPValidationError: {}, ValidationError: {} };
    const document = documentOf({ '/lamps': { get } }, { schemas });
    const { body } = ask(
      document,
      { path: '/lamps', headers: { 'x-pin': 'hunter2' } },
      { values: 'fastapi' },
    );
    expect(JSON.parse(body)).toMatchObject({ detail: [{ loc: ['header', 'x_pin'], input: '**********' }] });
  });
});
