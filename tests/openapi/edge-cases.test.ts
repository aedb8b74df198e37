import { describe, expect, it } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { ask, documentOf, documentWithBody, issuesOf } from './_document.ts';

/** Rare features of documents. */

type Row = readonly [what: string, schema: unknown, body: unknown, expected: readonly string[] | 200];

const components = {
  schemas: {
    Id: { type: 'integer' },
    Named: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    Aged: {
      type: 'object',
      properties: { name: { maxLength: 3 }, age: { $ref: '#/components/schemas/Id' } },
    },
    Same: { type: 'object', properties: { name: {} } },
    Tree: {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      additionalProperties: { type: 'integer' },
    },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const rows: readonly Row[] = [
  ['a reference with rules beside it', { ...ref('Id'), minimum: 3 }, 2, ['body greater_than_equal']],
  ['a reference with rules beside it, both met', { ...ref('Id'), minimum: 3 }, 3, 200],
  ['a reference with words beside it', { ...ref('Id'), description: 'x' }, 'x', ['body int_parsing']],
  ['an unknown type', { type: 'date' }, 'anything', 200],
  ['false', { properties: { a: false } }, { a: 1 }, ['body.a value_error false']],
  ['an allOf of one, with rules beside it', { allOf: [ref('Id')], maximum: 1 }, 2, ['body less_than_equal']],
  [
    'a rule and a not beside a reference',
    { ...ref('Id'), maximum: 50, not: { const: 7 } },
    7,
    ['body value_error not'],
  ],
  ['an allOf of something that is not a schema', { allOf: [true, ref('Id')] }, 'x', ['body int_parsing']],
  [
    'an allOf of an allOf of no object',
    { allOf: [{ allOf: [ref('Id')] }, { maximum: 1 }] },
    2,
    ['body less_than_equal'],
  ],
  [
    'a property that two parts of an allOf have',
    { allOf: [ref('Named'), ref('Aged')] },
    { name: 'Augusta' },
    ['body.name string_too_long'],
  ],
  [
    'a property of which one part says nothing',
    { allOf: [ref('Same'), ref('Named')] },
    { name: 1 },
    ['body.name string_type'],
  ],
  [
    'a property of which the other part says nothing',
    { allOf: [ref('Named'), ref('Same')] },
    { name: 1 },
    ['body.name string_type'],
  ],
  ['a part that is there twice', { allOf: [ref('Named'), ref('Named')] }, {}, ['body.name missing']],
  [
    'others of a kind',
    ref('Tree'),
    { a: 'x', children: [{ b: 'y' }] },
    ['body.children.0.b int_parsing', 'body.a int_parsing'],
  ],
  [
    'others of a kind, where there is no object',
    { properties: { a: {} }, additionalProperties: ref('Id') },
    7,
    ['body model_attributes_type'],
  ],
  [
    'most properties beside named ones',
    { properties: { a: {} }, maxProperties: 1 },
    { a: 1, b: 2 },
    ['body value_error maxProperties'],
  ],
  [
    'least and most properties beside named ones',
    { properties: { a: {} }, minProperties: 1, maxProperties: 2 },
    {},
    ['body value_error minProperties'],
  ],
  [
    'patterns beside named ones, and nothing else',
    { properties: { a: {} }, patternProperties: { '^x-': ref('Id') }, additionalProperties: false },
    { a: 1, 'x-b': 'y', c: 1 },
    ['body.x-b int_parsing', 'body.c extra_forbidden'],
  ],
  [
    'patterns beside named ones, and others of a kind',
    {
      properties: { a: {} },
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: ref('Id'),
    },
    { a: 1, 'x-b': 2, c: 'y' },
    ['body.x-b string_type', 'body.c int_parsing'],
  ],
  [
    'one pattern of names',
    { type: 'object', patternProperties: { '^x-': ref('Id') } },
    { 'x-a': 'y', y: 'z' },
    ['body.x-a int_parsing'],
  ],
  [
    'one pattern of names, and no others',
    { type: 'object', patternProperties: { '^x-': {} }, additionalProperties: false, maxProperties: 2 },
    { 'x-a': 1, y: 1 },
    ['body.y extra_forbidden'],
  ],
  [
    'more names of one pattern than there may be',
    { type: 'object', patternProperties: { '^x-': {} }, maxProperties: 1 },
    { 'x-a': 1, 'x-b': 1 },
    ['body too_long'],
  ],
  [
    'one pattern of names, and others of a kind',
    { type: 'object', patternProperties: { '^x-': {} }, additionalProperties: ref('Id') },
    { 'x-a': 'y', y: 'z' },
    ['body.y int_parsing'],
  ],
  [
    'something other than a dictionary with patterns',
    { type: 'object', patternProperties: { '^x-': {} }, required: ['x-a'] },
    7,
    ['body dict_type'],
  ],
  [
    'names that an object has to have',
    { required: ['a', 'b'], type: 'object' },
    { b: 1 },
    ['body.a missing'],
  ],
  [
    'names that no pattern finds',
    { type: 'object', patternProperties: { '^x-': ref('Id'), '^y-': {} } },
    { z: 1 },
    200,
  ],
  [
    'an empty enumeration of names',
    { type: 'object', propertyNames: { maxLength: 1 } },
    { ab: 1 },
    ['body.ab.[key] string_too_long'],
  ],
];

describe('a schema', () => {
  it.each(rows)('%s', (_, schema, body, expected) => {
    expect(issuesOf(documentWithBody(schema, components), { path: '/lamps', body })).toEqual(expected);
  });

  it.each(rows)('has cases that get the expected reply: %s', (_, schema) => {
    const app = fromDocument(documentWithBody(schema, components), { values: 'fastapi' })[hosting];
    const core = app.build();
    const [operation] = Object.keys(app.contract.endpoints);
    for (const { id, request, expected } of casesOf(wholeSubjectOf(app), operation))
      expect([id, inject(core, request).status]).toEqual([id, expected.status]);
  });
});

const ok = { responses: { 200: { description: 'x' } } };

describe('a document', () => {
  it('has paths beside extensions', () => {
    const document = documentOf({ 'x-notes': 7, '/lamp': { get: ok } });
    expect(ask(document, { path: '/lamp' }).status).toBe(200);
    expect(fromDocument(document).unsupported).toEqual([]);
  });

  it('has percent-encoded paths', () => {
    expect(ask(documentOf({ '/lämpchen': { get: ok } }), { path: '/l%C3%A4mpchen' }).status).toBe(200);
    expect(ask(documentOf({ lamp: { get: ok } }), { path: '/lamp' }).status).toBe(200);
  });

  it.each([
    [
      'is not routed: #/paths/~1a~1{b}/get has the same path',
      { '/a/{b}': { get: ok }, '/a/{c}': { get: ok } },
    ],
    ['is not read: it is the body of a GET', { '/a': { get: { ...ok, requestBody: { content: {} } } } }],
  ])('reports what is unsupported: %s', (what, paths) => {
    expect(fromDocument(documentOf(paths)).unsupported.map((each) => each.what)).toEqual([what]);
  });

  it('gets unique names for operations with the same id', () => {
    const named = { ...ok, operationId: 'lamp' };
    const { contract } = fromDocument(documentOf({ '/a': { get: named }, '/b': { get: named } }));
    expect(Object.keys(contract.endpoints)).toEqual(['lamp', 'lamp 2']);
  });

  it('ignores a body without a media type', () => {
    const post = { ...ok, requestBody: { content: {} } };
    expect(ask(documentOf({ '/a': { post } }), { path: '/a', method: 'POST' }).status).toBe(200);
  });

  it.each<[what: string, media: Readonly<Record<string, unknown>>]>([
    ['an example', { example: { $ref: 'nowhere.json#/a' } }],
    ['the value of a named example', { examples: { lamp: { value: { $ref: 'nowhere.json' } } } }],
    [
      'an extension of a schema',
      { schema: { type: 'object', 'x-code': { $ref: 'lamp.sh', pattern: '(?=a)b' } } },
    ],
  ])('may have what looks like a reference in its data: %s', (_, media) => {
    const content = { 'application/json': media };
    const post = { requestBody: { content }, responses: { 200: { description: 'x', content } } };
    const document = documentOf({ '/lamp': { post } });
    expect(ask(document, { path: '/lamp', body: {} }).status).toBe(200);
    expect(fromDocument(document).unsupported).toEqual([]);
  });

  it('sends a named example of another file', () => {
    const files = new Map([['https://example.com/lamp.json', { Desk: { value: { watts: 7 } } }]]);
    const content = { 'application/json': { examples: { desk: { $ref: 'lamp.json#/Desk' } } } };
    const document = documentOf({ '/lamp': { get: { responses: { 200: { description: 'x', content } } } } });
    const options = { address: 'https://example.com/openapi.json', files };
    expect(ask(document, { path: '/lamp' }, options).body).toBe('{"watts":7}');
  });

  it.each([
    ['leads nowhere', documentOf({}, { examples: { lamp: { $ref: '#/components/examples/none' } } })],
    ['The paths at #/paths are not an object', { openapi: '3.1.0', info: {}, paths: [] }],
    ['leads nowhere', documentOf({ '/a': { $ref: '#nowhere' } })],
    ['leads nowhere', documentOf({ '/a': { $ref: '#/%zz' } })],
    ['leads nowhere', documentOf({ '/a': { $ref: 'b.json' } })],
  ])('can’t be served: %s', (sentence, document) => {
    expect(() => ask(document, { path: '/a' })).toThrow(sentence);
  });
});

it.each([
  ['asyncapi', 'AsyncAPI'],
  ['swaggerVersion', 'Swagger 1'],
  ['item', 'a Postman collection'],
  ['log', 'a HAR file'],
  ['arazzo', 'Arazzo'],
  ['overlay', 'an OpenAPI overlay'],
  ['dependencies', 'a package.json'],
  ['devDependencies', 'a package.json'],
  ['$defs', 'a JSON Schema'],
  ['definitions', 'a JSON Schema'],
])('a document with %s at its top is taken for %s', (name, kind) => {
  expect(() => fromDocument({ info: {}, [name]: {} } as never)).toThrow(`; it seems to be ${kind}`);
  for (const other of [`x${name}`, `${name}s`])
    expect(() => fromDocument({ info: {}, [other]: {} } as never)).toThrow(/so it is not OpenAPI$/);
});

it('ignores a dynamic reference in a document of OpenAPI 3.0, which has none', () => {
  const schema = { $dynamicAnchor: 'node', type: 'object', properties: { a: { $dynamicRef: '#node' } } };
  const document = { ...documentWithBody(schema), openapi: '3.0.3' };
  const core = fromDocument(document, { values: 'schema' })[hosting].build();
  const headers = { 'content-type': 'application/json' };
  const send = (body: string) => inject(core, { method: 'POST', target: '/lamps', headers, body }).status;
  expect([send('{"a": 1}'), send('[]')]).toEqual([200, 422]);
});
