import { describe, expect, it } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import type { AnySuccess } from '../../src/contract/success.ts';
import { isField } from '../../src/fields/field.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { ask, documentOf, documentWithBody, issuesOf } from './_document.ts';

/** Kinds of values that only documents have, not contracts in code. */

type Row = readonly [what: string, schema: unknown, body: unknown, expected: readonly string[] | 200];

const integer = { type: 'integer' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = (format: string, rules = {}) => ({ type: 'string', format, ...rules });
/** An object that has a value in it, so that this may be null. */
const held = (schema: unknown) => ({ required: ['a'], properties: { a: schema } });
const json = (schema: unknown) => ({
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: schema,
});

const components = {
  schemas: {
    Alias: ref('Level'),
    Anything: true,
    Level: { type: 'integer', enum: [1, 2] },
    Color: { enum: ['red', null] },
    Null: { enum: [null] },
    Named: { properties: { name: {} } },
    'a/b': integer,
  },
};

const rows: readonly Row[] = [
  ['places', { prefixItems: [integer], minItems: 1 }, [1, 'more'], 200],
  ['places of which one is wrong', { prefixItems: [integer, {}] }, ['x'], ['body.0 int_parsing']],
  ['fewer items than places', { prefixItems: [integer], minItems: 1 }, [], ['body too_short']],
  ['no list where there are places', { type: 'array', prefixItems: [integer] }, 'x', ['body tuple_type']],
  [
    'places or a number',
    { anyOf: [{ type: 'array', prefixItems: [integer] }, integer] },
    'x',
    ['body.tuple tuple_type', 'body.int int_parsing'],
  ],
  ['as many places as items', { prefixItems: [integer], minItems: 1, maxItems: 1 }, [1], 200],
  ['no properties', { type: 'object', additionalProperties: false }, {}, 200],
  [
    'no properties, but there is one',
    { type: 'object', additionalProperties: false },
    { a: 1 },
    ['body.a extra_forbidden'],
  ],
  [
    'names beside declared ones',
    { type: 'object', properties: { lamp: integer }, propertyNames: { maxLength: 2 } },
    { lamp: 1 },
    ['body value_error propertyNames'],
  ],
  [
    'names in several parts',
    {
      allOf: [
        { properties: { a: integer }, propertyNames: { maxLength: 2 } },
        { properties: {}, propertyNames: { pattern: '^a' } },
      ],
    },
    { a: 1, b: 2 },
    ['body value_error propertyNames'],
  ],
  [
    'names that are not one',
    { type: 'object', propertyNames: { not: { const: 'b' } } },
    { b: 2 },
    ['body.b.[key] value_error not'],
  ],
  [
    'names of a rare format',
    { type: 'object', propertyNames: { format: 'hostname' } },
    { '-': 2 },
    ['body.-.[key] value_error format'],
  ],
  [
    'names in several parts, none of them declared',
    {
      allOf: [
        { type: 'object', propertyNames: { maxLength: 2 } },
        { type: 'object', propertyNames: { pattern: '^a' } },
      ],
    },
    { b: 2 },
    ['body.b.[key] string_pattern_mismatch'],
  ],
  [
    'other properties in several parts',
    { allOf: [{ additionalProperties: integer }, { additionalProperties: { minimum: 3 } }] },
    { a: 1 },
    ['body.a greater_than_equal'],
  ],
  [
    'other properties in several parts, beside declared ones',
    { allOf: [{ properties: {}, additionalProperties: integer }, { additionalProperties: { minimum: 3 } }] },
    { a: 1 },
    ['body.a greater_than_equal'],
  ],
  [
    'names beside declared ones, all valid',
    { type: 'object', properties: { lamp: integer }, propertyNames: { maxLength: 4 } },
    { lamp: 1, b: 2 },
    200,
  ],
  [
    'a name that several patterns match',
    {
      type: 'object',
      properties: {},
      patternProperties: { '^a': integer, b$: { type: 'number', minimum: 3 } },
    },
    { ab: 1 },
    ['body.ab greater_than_equal'],
  ],
  [
    'a declared name that a pattern matches',
    {
      type: 'object',
      properties: { ab: { type: 'number', minimum: 3 } },
      patternProperties: { '^a': integer },
    },
    { ab: 3.5 },
    ['body.ab int_from_float'],
  ],
  [
    'a required name that a pattern matches',
    { properties: {}, required: ['ab'], patternProperties: { '^a': integer }, additionalProperties: false },
    { ab: 'x' },
    ['body.ab int_parsing'],
  ],
  [
    'a required name that is forbidden',
    { properties: {}, required: ['ab'], additionalProperties: false },
    { ab: 1 },
    ['body.ab value_error false'],
  ],
  ['unique items', { type: 'array', uniqueItems: true }, 'x', ['body list_type']],
  ['an enum of null alone', held(ref('Null')), { a: null }, 200],
  ['an enum of null alone, and something else', held(ref('Null')), { a: '' }, ['body.a literal_error']],
  [
    'an enum or an enum of null alone',
    held({ oneOf: [ref('Level'), ref('Null')] }),
    { a: 3 },
    ['body.a.int-enum[Level] enum', 'body.a.literal[None] literal_error'],
  ],
  ['nothing but null', held({ anyOf: [{ type: 'null' }] }), { a: 1 }, ['body.a none_required']],
  [
    'nulls or a number',
    { anyOf: [{ type: 'array', items: { type: 'null' } }, integer] },
    'x',
    ['body.list[none] list_type', 'body.int int_parsing'],
  ],
  [
    'false or a number',
    { anyOf: [false, integer] },
    'x',
    ['body.never value_error false', 'body.int int_parsing'],
  ],
  [
    'bytes or a number',
    { anyOf: [text('binary'), integer] },
    [],
    ['body.bytes bytes_type', 'body.int int_type'],
  ],
  [
    'so many bytes or a number',
    { anyOf: [text('binary', { maxLength: 2 }), integer] },
    'xyz',
    ['body.constrained-bytes bytes_too_long', 'body.int int_parsing'],
  ],
  [
    'JSON in a text or a number',
    { anyOf: [json({ type: 'array', items: integer }), integer] },
    'x',
    ['body.json[list[int]] json_invalid', 'body.int int_parsing'],
  ],
  ['JSON of an object in a text', json(held(integer)), '{"a":"x"}', ['body.a int_parsing']],
  [
    'an amount of bytes or a list',
    {
      anyOf: [
        { type: 'string', pattern: '^\\s*(\\d*\\.?\\d+)\\s*(\\w+)?' },
        { type: 'integer', minimum: 0 },
        { type: 'array' },
      ],
    },
    'MB',
    [
      'body.function-after[_validate(), union[constrained-str,constrained-int]] byte_size',
      'body.list[any] list_type',
    ],
  ],
  [
    'a number or a text that is not a decimal',
    { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^a' }] },
    'x',
    ['body.float float_parsing', 'body.constrained-str string_pattern_mismatch'],
  ],
  [
    'the first version of a UUID',
    text('uuid1'),
    '6f1d3c52-9a57-2b0e-8d4c-2f7e0a9b1c3d',
    ['body uuid_version'],
  ],
  ['an e-mail address in any script', text('idn-email'), 'ada', ['body value_error']],
  ['a host name that is too long', text('hostname'), `${'a.'.repeat(126)}ab`, ['body value_error format']],
  ['a host name', text('hostname'), 'lamps.example', 200],
  ['a database', text('multi-host-uri'), 'postgres://one:5432,two:5432/lamps', 200],
  ['a database without a scheme', text('multi-host-uri'), 'one,two', ['body url_parsing']],
  ['a database that is a number', text('multi-host-uri'), 1, ['body url_type']],
  [
    'an exclusive bound of OpenAPI 3.0',
    { ...integer, maximum: 3, exclusiveMaximum: true },
    3,
    ['body less_than'],
  ],
  [
    'a value above an exclusive bound of OpenAPI 3.0',
    { ...integer, maximum: 3, exclusiveMaximum: true },
    4,
    ['body less_than'],
  ],
  ['a component that is another', ref('Alias'), 3, ['body enum']],
  ['a component of anything', held(ref('Anything')), { a: null }, 200],
  ['a component with a slash in its name', ref('a~1b'), 'x', ['body int_parsing']],
  ['a component that may be null', held(ref('Color')), { a: null }, 200],
  ['a component that may be null, and is something else', held(ref('Color')), { a: 'blue' }, ['body.a enum']],
  [
    'a dictionary that has to have a name',
    { type: 'object', required: ['a', 'b'], additionalProperties: integer },
    { a: 1 },
    ['body.b missing'],
  ],
  ['a dictionary that has it', { type: 'object', required: ['a'] }, { a: 1 }, 200],
  ['others than the named', { properties: {}, additionalProperties: integer }, { a: 1 }, 200],
  [
    'no object beside the named',
    { properties: {}, additionalProperties: integer },
    7,
    ['body model_attributes_type'],
  ],
  ['if, and what then', { ...integer, if: { minimum: 3 }, ...JSON.parse('{"then":{"maximum":5}}') }, 1, 200],
  [
    'an object of one of several kinds',
    { properties: { a: integer }, anyOf: [{ required: ['b'], properties: { b: integer } }] },
    { a: 'x' },
    ['body.a int_parsing', 'body.b missing'],
  ],
  ['if, without more', { ...integer, if: { minimum: 3 } }, 4, 200],
  [
    'contains, at most',
    { type: 'array', contains: integer, maxContains: 1 },
    [1, 2],
    ['body value_error contains'],
  ],
  ['contains, in something that is not a list', { type: ['array', 'integer'], contains: integer }, 1, 200],
  [
    'dependentSchemas',
    { type: 'object', dependentSchemas: { a: { required: ['b'] } } },
    { a: 1 },
    ['body value_error dependentSchemas'],
  ],
  ['dependentSchemas of what is not there', { type: 'object', dependentSchemas: { a: false } }, {}, 200],
  ['dependentSchemas of no object', { type: ['object', 'integer'], dependentSchemas: { a: false } }, 1, 200],
  [
    'kinds of which a property is not said to tell',
    { oneOf: [held(integer), held(text('date'))], discriminator: { propertyName: 'a' } },
    { a: 7 },
    200,
  ],
  [
    'kinds by their names, which tell nothing else',
    { oneOf: [ref('Named')], discriminator: { propertyName: 'kind' } },
    { kind: 'Lamp' },
    ['body union_tag_invalid'],
  ],
  [
    'kinds by the names that a mapping gives',
    { oneOf: [ref('Named')], discriminator: { propertyName: 'kind', mapping: { lamp: 'Named' } } },
    { kind: 'Named' },
    ['body union_tag_invalid'],
  ],
];

/** Schemas as FastAPI writes them. */
const fastapi: readonly Row[] = [
  ['a network', text('ipv4network'), '192.0.2.0/24', 200],
  ['a network whose first address it is not', text('ipv4network'), '192.0.2.1/24', ['body ip_v4_network']],
  ['a network by its mask', text('ipv4network'), '192.0.2.0/255.255.255.0', 200],
  ['a network of one address, by its mask', text('ipv4network'), '192.0.2.1/255.255.255.255', 200],
  ['a network by the mask of its hosts', text('ipv4network'), '192.0.2.0/0.0.0.255', 200],
  ['a network of IPv6', text('ipv6network'), '2001:db8:8000::/33', 200],
  ['a network of IPv6 in a part', text('ipv6network'), '2001:db8::/33', 200],
  [
    'a network of IPv6 whose first address it is not',
    text('ipv6network'),
    '2001:db8:8000::/32',
    ['body ip_v6_network'],
  ],
  ['a network by no mask', text('ipv4network'), '192.0.2.0/255.0.255.0', ['body ip_v4_network']],
  ['a network by no address', text('ipv4network'), '192.0.2.0/x', ['body ip_v4_network']],
  ['a network with two lengths', text('ipv4network'), '192.0.2.0/24/24', ['body ip_v4_network']],
  ['a network of 33 bits', text('ipv4network'), '192.0.2.0/33', ['body ip_v4_network']],
  ['a network that is a number', text('ipv4network'), 3221225984, 200],
  ['a network that is not a number', text('ipv4network'), [], ['body ip_v4_network']],
  ['a network of IPv6', text('ipv6network'), '2001:db8::/32', 200],
  ['a network of IPv6 in full', text('ipv6network'), '1:2:3:4:5:6:7:8', 200],
  ['a network of IPv6 that ends as IPv4', text('ipv6network'), '::ffff:192.0.2.0/120', 200],
  ['a network of IPv6 in a zone', text('ipv6network'), 'fe80::%1/64', 200],
  ['a network of IPv6 by a mask', text('ipv6network'), '2001:db8::/ffff::', ['body ip_v6_network']],
  ['an address in a network', text('ipv6interface'), '2001:db8::1/32', 200],
  ['an address in any network', text('ipvanyinterface'), '192.0.2.1/24', 200],
  ['any network', text('ipvanynetwork'), 'x', ['body ip_any_network']],
  [
    'a network or a number',
    { anyOf: [text('ipvanynetwork'), { type: 'boolean' }] },
    'x',
    ['body.function-plain[_validate()] ip_any_network', 'body.bool bool_parsing'],
  ],
  ['a set', { type: 'array', uniqueItems: true, items: integer }, [1, 'x'], ['body.1 int_parsing']],
  [
    'a set of lists',
    { type: 'array', uniqueItems: true, items: {} },
    [[1]],
    ['body.0 set_item_not_hashable'],
  ],
  ['a named tuple', ref('Point'), [1, 2], 200],
  ['a named tuple by the names that it needs', ref('Point'), { x: 1 }, 200],
  ['a named tuple that needs nothing', ref('Origin'), [], 200],
  ['a named tuple by its names', ref('Point'), { x: 1, y_axis: 'b' }, ['body.y_axis int_parsing']],
  [
    'a named tuple with names that it has not',
    ref('Point'),
    { x: 1, z: 2 },
    ['body.z unexpected_keyword_argument'],
  ],
  ['a named tuple that is too short', ref('Point'), [], ['body.x missing_argument']],
  ['a named tuple that is too long', ref('Point'), [1, 2, 1, 4], ['body.3 unexpected_positional_argument']],
  ['a named tuple that is neither', ref('Point'), 'x', ['body arguments_type']],
  [
    'a named tuple or a number',
    { anyOf: [ref('Point'), integer] },
    'x',
    ['body.call[Point] arguments_type', 'body.int int_parsing'],
  ],
  ['a component with null among its values', held(ref('Color')), { a: null }, 200],
];

const ofFastapi = {
  schemas: {
    ...components.schemas,
    HTTPValidationError: { type: 'object' },
    ValidationError: { type: 'object' },
    Origin: { type: 'array', prefixItems: [{ title: 'X', default: 0, ...integer }], maxItems: 1 },
    Point: {
      type: 'array',
      prefixItems: [{ title: 'X', ...integer }, { title: 'Y Axis', default: 0, ...integer }, ref('Level')],
      minItems: 1,
      maxItems: 3,
    },
  },
};

const all = [
  ...rows.map((row) => [row, components] as const),
  ...fastapi.map((row) => [row, ofFastapi] as const),
].map(([[what, schema, body, expected], parts]) => ({
  what,
  body,
  expected,
  document: documentWithBody(schema, parts),
  inQuery: documentOf(
    { '/lamps': { get: { parameters: [{ name: 'q', in: 'query', schema }], responses: {} } } },
    parts,
  ),
}));

describe('a schema of', () => {
  it.each(all)('$what', ({ document, body, expected }) => {
    expect(issuesOf(document, { path: '/lamps', body })).toEqual(expected);
  });

  it.each(all)('$what has cases that get the expected reply', ({ document, inQuery }) => {
    for (const each of [document, inQuery]) {
      const app = fromDocument(each, { values: 'fastapi' })[hosting];
      const core = app.build();
      const [operation] = Object.keys(app.contract.endpoints);
      for (const { id, request, expected } of casesOf(wholeSubjectOf(app), operation))
        expect([id, inject(core, request).status]).toEqual([id, expected.status]);
    }
  });
});

describe('an int64', () => {
  it.each<[json: string, expected: readonly string[] | 200]>([
    ['9223372036854775807', 200],
    ['9223372036854775808', ['body less_than']],
    ['-9223372036854775808', 200],
    ['-9223372036854775809', ['body greater_than_equal']],
  ])('%s', (json, expected) => {
    const int64 = { type: 'integer', format: 'int64' };
    expect(issuesOf(documentWithBody(int64), { path: '/lamps', json })).toEqual(expected);
    expect(issuesOf(documentWithBody({ ...int64, maximum: 2 ** 63 }), { path: '/lamps', json })).toEqual(
      expected,
    );
    expect(issuesOf(documentWithBody({ ...int64, maximum: 5 }), { path: '/lamps', body: 6 })).toEqual([
      'body less_than_equal',
    ]);
  });
});

describe('a body of several parameters', () => {
  const Body_post = {
    title: 'Body_post',
    required: ['a'],
    properties: { a: integer, b: { ...integer, default: 2 } },
  };
  const document = documentWithBody(ref('Body_post'), { schemas: { ...ofFastapi.schemas, Body_post } });

  it.each<[unknown, readonly string[] | number]>([
    [{ a: 1 }, 200],
    [{ a: null }, ['body.a missing']],
    [{ a: 'x' }, ['body.a int_parsing']],
    ['x', ['body.a missing', 'body.b missing']],
    [null, ['body.a missing']],
  ])('%j', (body, expected) => {
    expect(issuesOf(document, { path: '/lamps', body })).toEqual(expected);
  });

  it('has cases that get the expected reply', () => {
    const app = fromDocument(document, { values: 'fastapi' })[hosting];
    const core = app.build();
    const all = [...casesOf(wholeSubjectOf(app), Object.keys(app.contract.endpoints)[0])];
    expect(all.map(({ request }) => inject(core, request).status)).toEqual(
      all.map(({ expected }) => expected.status),
    );
  });
});

interface Parameter {
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly style?: string;
  readonly explode?: boolean;
  readonly required?: boolean;
  readonly schema?: unknown;
  readonly content?: unknown;
}

const numbers = { type: 'array', items: integer, minItems: 1 };
const lamp = { type: 'object', required: ['watts'], properties: { watts: integer, on: { type: 'boolean' } } };

const parameters: readonly [what: string, Parameter, sent: string, expected: readonly string[] | 200][] = [
  ['a list', { in: 'path', schema: numbers }, '1,x', ['path.q.1 int_parsing']],
  ['a list behind dots', { in: 'path', style: 'label', explode: true, schema: numbers }, '.1.2', 200],
  ['a list behind dots, without the first', { in: 'path', style: 'label', schema: numbers }, '1,2', 200],
  [
    'a list in a matrix',
    { in: 'path', style: 'matrix', schema: numbers },
    ';q=1,x',
    ['path.q.1 int_parsing'],
  ],
  ['a matrix of each', { in: 'path', style: 'matrix', explode: true, schema: numbers }, ';q=1;q=2', 200],
  ['one number behind a dot', { in: 'path', style: 'label', schema: integer }, '.x', ['path.q int_parsing']],
  ['one number in a matrix', { in: 'path', style: 'matrix', schema: integer }, ';q=5', 200],
  [
    'one text in a matrix',
    { in: 'path', style: 'matrix', schema: { type: 'string', minLength: 2 } },
    ';q=5',
    ['path.q string_too_short'],
  ],
  ['an object', { in: 'path', schema: lamp }, 'watts,x,on,true', ['path.q.watts int_parsing']],
  ['an object that breaks off', { in: 'path', schema: lamp }, 'watts', ['path.q.watts int_parsing']],
  [
    'an object with signs',
    { in: 'path', explode: true, schema: lamp },
    'watts=5,on=x',
    ['path.q.on bool_parsing'],
  ],
  [
    'an object in a matrix',
    { in: 'path', style: 'matrix', explode: true, schema: lamp },
    ';watts=5;on=no',
    200,
  ],
  ['an object in a matrix, as a list', { in: 'path', style: 'matrix', schema: lamp }, ';q=watts,5', 200],
  [
    'a list between pipes',
    { in: 'query', style: 'pipeDelimited', explode: false, schema: numbers },
    'q=1|x',
    ['query.q.1 int_parsing'],
  ],
  [
    'a list between spaces',
    { in: 'query', style: 'spaceDelimited', explode: false, schema: numbers },
    'q=1%20x',
    ['query.q.1 int_parsing'],
  ],
  [
    'a required object as parameters',
    { in: 'query', required: true, schema: lamp },
    'on=true',
    ['query.watts missing'],
  ],
  ['an object as parameters', { in: 'query', schema: lamp }, 'on=x', ['query.on bool_parsing']],
  [
    'an object in brackets',
    { in: 'query', style: 'deepObject', schema: lamp },
    'q[watts]=x',
    ['query.q[watts] int_parsing'],
  ],
  ['a schema that is just true', { in: 'query', schema: true }, 'q=x', 200],
  [
    'JSON',
    { in: 'query', content: { 'application/json': { schema: numbers } } },
    'q=[1,"x"]',
    ['query.q.1 int_parsing'],
  ],
  ['text', { in: 'query', content: { 'text/plain': { schema: integer } } }, 'q=x', ['query.q int_parsing']],
];

describe('a parameter has', () => {
  const parameterised = parameters.map(([what, parameter, sent, expected]) => {
    const path = parameter.in === 'path' ? '/lamps/{q}' : '/lamps';
    const operation = {
      parameters: [{ name: 'q', required: parameter.in === 'path', ...parameter }],
      responses: {},
    };
    return {
      what,
      expected,
      path: parameter.in === 'path' ? `/lamps/${sent}` : `/lamps?${sent}`,
      document: documentOf({ [path]: { get: operation } }),
    };
  });

  it.each(parameterised)('$what', ({ document, path, expected }) => {
    expect(issuesOf(document, { path })).toEqual(expected);
  });

  it.each(parameterised)('$what, with cases that get the expected reply', ({ document }) => {
    const app = fromDocument(document, { values: 'fastapi' })[hosting];
    const core = app.build();
    for (const { id, request, expected } of casesOf(
      wholeSubjectOf(app),
      Object.keys(app.contract.endpoints)[0],
    ))
      expect([id, inject(core, request).status]).toEqual([id, expected.status]);
  });
});

describe('a reply', () => {
  const replying = (content: unknown, parts = {}) =>
    documentOf({ '/lamps': { get: { responses: { 200: { description: 'x', content } } } } }, parts);

  it('is the example of a text', () => {
    const document = replying({ 'text/plain': { schema: { type: 'string' }, example: 'A lamp' } });
    expect(ask(document, { path: '/lamps' }).body).toBe('A lamp');
  });

  it('is JSON where the schema of a text is an object', () => {
    const content = { 'text/plain': { schema: { type: 'object' } } };
    expect(ask(replying(content), { path: '/lamps' }).body).toBe('{}');
  });

  it('has one media type where a range is declared', () => {
    const { headers } = ask(replying({ 'image/*': { schema: { type: 'string' } } }), { path: '/lamps' });
    expect(headers).toContain('Content-Type: image/png\r\n');
  });

  it.each([
    [integer, integer],
    [true, {}],
  ])('is described as its schema says: %j', (schema, described) => {
    const { endpoints } = fromDocument(replying({ 'application/json': { schema } })).contract;
    const reply: Partial<AnySuccess> = endpoints['GET /lamps']?.reply ?? {};
    expect(isField(reply.body) && reply.body.describe('output')).toEqual(described);
  });

  it('ends where its schema is recursive', () => {
    const Tree = {
      required: ['inner', 'all'],
      properties: {
        inner: { anyOf: [ref('Tree'), { type: 'null' }] },
        all: { type: 'array', items: ref('Tree') },
      },
    };
    const { status, body } = ask(
      replying({ 'application/json': { schema: ref('Tree') } }, { schemas: { Tree } }),
      { path: '/lamps' },
    );
    expect(status).toBe(200);
    expect(body.length).toBeLessThan(100_000);
  });
});

describe('a credential', () => {
  const asking = (scheme: unknown, parts = {}) => ({
    ...documentOf(
      { '/lamps': { get: { security: [{ it: [] }], responses: {} } } },
      {
        ...parts,
        securitySchemes: { it: scheme },
      },
    ),
  });

  it.each([
    ['of OpenID Connect', { type: 'openIdConnect' }, 'Bearer abc', 200],
    ['of OpenID Connect, in another scheme', { type: 'openIdConnect' }, 'Basic abc', 401],
    ['of a scheme that few know', { type: 'http', scheme: 'hoba' }, 'HOBA abc', 200],
    ['of a scheme that few know, in another', { type: 'http', scheme: 'hoba' }, 'Bearer abc', 401],
  ])('%s', (_, scheme, authorization, status) => {
    expect(ask(asking(scheme), { path: '/lamps', headers: { authorization } }).status).toBe(status);
  });

  it.each([
    ['of OpenID Connect may be anything', { type: 'openIdConnect' }, 'abc'],
    ['of a scheme that few know may be of any', { type: 'http', scheme: 'hoba' }, 'Bearer abc'],
  ])('%s, where FastAPI reads it', (_, scheme, authorization) => {
    const document = asking(scheme, { schemas: ofFastapi.schemas });
    expect(ask(document, { path: '/lamps', headers: { authorization } }).status).toBe(200);
  });
});

describe('a document', () => {
  it('may have an empty info', () => {
    const { title, version } = fromDocument({ openapi: '3.1.0', paths: {} }).contract;
    expect([title, version]).toEqual(['API', '0']);
  });

  it('has its title and summaries', () => {
    const info = { title: 'Lamps', version: '2', description: 'All about lamps.' };
    const paths = { '/lamps': { get: { description: 'Lists lamps.', responses: {} } } };
    const { contract } = fromDocument({ openapi: '3.1.0', info, paths });
    expect(contract.description).toBe('All about lamps.');
    expect(contract.endpoints['GET /lamps']?.description).toBe('Lists lamps.');
  });

  it('is served unchanged, but for the Prefer header if faults are enabled', async () => {
    const paths = { 'x-notes': 7, '/lamps': { get: { responses: {} } } };
    const serve = async (document: object) => {
      const { fetch } = fromDocument(document, { faults: true });
      return JSON.parse(await (await fetch(new Request('http://a/openapi.json'))).text());
    };
    const served = await serve(documentOf(paths));
    expect(served.paths['x-notes']).toBe(7);
    expect(served.paths['/lamps'].get.parameters).toMatchObject([{ name: 'Prefer', in: 'header' }]);
    const empty = { openapi: '3.1.0', info: { title: 'Lamps', version: '1' }, components: {} };
    expect(await serve(empty)).toEqual(empty);
  });

  it('reports what is unsupported in another file', () => {
    const files = new Map([
      ['https://example.com/lamps.json', { post: { responses: { 200: { description: 'x' } } }, trace: {} }],
    ]);
    const { unsupported } = fromDocument(documentOf({ '/lamps': { $ref: 'lamps.json' } }), {
      address: 'https://example.com/openapi.json',
      files,
    });
    expect(unsupported).toEqual([{ place: 'https://example.com/lamps.json#/trace', what: 'is not routed' }]);
  });
});
