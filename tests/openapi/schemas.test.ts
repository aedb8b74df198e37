import { describe, expect, it } from 'vitest';
import { ask, documentOf, documentWithBody, issuesOf } from './_document.ts';

/** Schemas as fields: the issues of a body. */

type Row = readonly [what: string, schema: unknown, body: unknown, expected: readonly string[] | 200];

const UUID_5 = '6f1d3c52-9a57-5b0e-8d4c-2f7e0a9b1c3d';
const jsonText = {
  type: 'string',
  contentMediaType: 'application/json',
  contentSchema: { type: 'array', items: { type: 'integer' } },
};
const size = {
  anyOf: [
    { type: 'string', pattern: '^\\s*(\\d*\\.?\\d+)\\s*(\\w+)?' },
    { type: 'integer', minimum: 0 },
  ],
};

const rows: readonly Row[] = [
  ['a type', { type: 'integer' }, 'x', ['body int_parsing']],
  [
    'several types',
    { type: ['integer', 'boolean'] },
    'x',
    ['body.int int_parsing', 'body.bool bool_parsing'],
  ],
  ['a type that may be null', { properties: { a: { type: ['integer', 'null'] } } }, { a: null }, 200],
  ['nullable', { properties: { a: { type: 'string', nullable: true } } }, { a: null }, 200],
  [
    'a required property that is not declared',
    { properties: { a: { type: 'integer' } }, required: ['a', 'b'] },
    { a: 1 },
    ['body.b missing'],
  ],
  [
    'one of the kind of all others',
    { properties: { a: {} }, required: ['b'], additionalProperties: { type: 'integer' } },
    { b: 'x' },
    ['body.b int_parsing'],
  ],
  ['null', { properties: { a: { type: 'null' } } }, { a: 1 }, ['body.a none_required']],
  ['an enumeration', { enum: ['a', 'b'] }, 'c', ['body literal_error']],
  ['an enumeration of objects', { enum: [{ a: 1 }] }, { a: 2 }, ['body value_error enum']],
  ['an enumeration of numbers', { type: 'integer', enum: [1, 2] }, 3, ['body enum']],
  ['numbers that are quoted', { type: 'integer', enum: ['1', '2'] }, 2, 200],
  ['texts that are not', { type: 'string', enum: [12, 'a', null] }, '12', 200],
  ['an enumeration of booleans', { type: 'boolean', enum: [true] }, false, ['body literal_error']],
  ['a boolean among them', { type: 'boolean', enum: [true] }, true, 200],
  ['no boolean', { type: 'boolean', enum: [true] }, 'x', ['body bool_parsing']],
  ['const', { const: 'a' }, 'b', ['body literal_error']],
  [
    'an exclusive bound of 3.0',
    { type: 'integer', minimum: 1, exclusiveMinimum: true },
    1,
    ['body greater_than'],
  ],
  ['an exclusive bound without a type', { exclusiveMaximum: 1 }, 1, ['body less_than']],
  ['an exclusive bound of 3.1', { type: 'integer', exclusiveMaximum: 1 }, 1, ['body less_than']],
  ['multipleOf', { type: 'integer', multipleOf: 3 }, 4, ['body multiple_of']],
  ['int32', { type: 'integer', format: 'int32' }, 2 ** 31, ['body less_than_equal']],
  ['lengths', { type: 'string', maxLength: 1 }, 'ab', ['body string_too_long']],
  ['a pattern', { type: 'string', pattern: '^[a-z]+$' }, 'A', ['body string_pattern_mismatch']],
  [
    'a pattern that would explode',
    { type: 'string', pattern: '^(a+)+$' },
    `${'a'.repeat(50_000)}b`,
    ['body string_pattern_mismatch'],
  ],
  ['an e-mail address', { type: 'string', format: 'email' }, 'ada', ['body value_error']],
  ['a UUID', { type: 'string', format: 'uuid' }, 'x', ['body uuid_parsing']],
  ['a URI', { type: 'string', format: 'uri' }, 'x', ['body url_parsing']],
  ['a date', { type: 'string', format: 'date' }, 'x', ['body date_from_datetime_parsing']],
  ['an IPv4 address', { type: 'string', format: 'ipv4' }, '1.2.3', ['body ip_v4_address']],
  ['an IPv6 address', { type: 'string', format: 'ipv6' }, '::1::', ['body ip_v6_address']],
  ['a host name', { type: 'string', format: 'hostname' }, 'a_b', ['body value_error format']],
  ['a UUID of a version', { type: 'string', format: 'uuid4' }, UUID_5, ['body uuid_version']],
  ['a UUID of its version', { type: 'string', format: 'uuid5' }, UUID_5, 200],
  ['bytes', { type: 'string', format: 'byte' }, 'YQ', ['body base64_decode']],
  ['bytes with their padding', { type: 'string', format: 'byte' }, 'YQ==', 200],
  ['bytes that are longer', { type: 'string', format: 'byte' }, 'YWJj', 200],
  ['bytes for a URL', { type: 'string', format: 'base64url' }, '-_-_', 200],
  ['bytes that are not text', { type: 'string', format: 'byte' }, 1, ['body string_type']],
  ['binary', { type: 'string', format: 'binary', minLength: 3 }, 'é', ['body bytes_too_short']],
  [
    'marked bytes',
    { type: 'string', contentMediaType: 'application/octet-stream', maxLength: 1 },
    'é',
    ['body bytes_too_long'],
  ],
  ['a password', { type: 'string', format: 'password', minLength: 2 }, 'x', ['body string_too_short']],
  [
    'a secret',
    { type: 'string', format: 'password', writeOnly: true, minLength: 2 },
    'x',
    ['body too_short'],
  ],
  ['a long secret', { type: 'string', format: 'password', writeOnly: true, maxLength: 2 }, '💌💌', 200],
  [
    'a secret that is too long',
    { type: 'string', format: 'password', writeOnly: true, maxLength: 2 },
    'abc',
    ['body too_long'],
  ],
  [
    'a secret that is not text',
    { type: 'string', format: 'password', writeOnly: true },
    1,
    ['body string_type'],
  ],
  ['a path', { type: 'string', format: 'path' }, 1, ['body path_type']],
  ['an invalid expression', { type: 'string', format: 'regex' }, '(', ['body pattern_regex']],
  ['an expression that is not text', { type: 'string', format: 'regex' }, 1, ['body pattern_type']],
  ['an expression', { type: 'string', format: 'regex' }, '(a)', 200],
  ['JSON in a text', jsonText, '[1,"x"]', ['body.1 int_parsing']],
  ['malformed JSON', jsonText, '[1', ['body json_invalid']],
  ['JSON that is not text', jsonText, [1], ['body json_type']],
  ['an amount of bytes', size, '1.5 XB', ['body byte_size_unit']],
  ['an amount without a number', size, 'MB', ['body byte_size']],
  ['an amount in a unit', size, '1.5 MiB', 200],
  ['an amount that is a number', size, -1, ['body byte_size']],
  ['an amount of no unit', size, 5, 200],
  [
    'a decimal or a word',
    { anyOf: [...decimal('\\d*$').anyOf, { const: 'free' }] },
    'x',
    ['body.decimal decimal_parsing', "body.literal['free'] literal_error"],
  ],
  [
    'an enumeration or a number',
    { anyOf: [{ $ref: '#/components/schemas/Color' }, { type: 'integer' }] },
    'x',
    ['body.str-enum[Color] enum', 'body.int int_parsing'],
  ],
  ['a decimal', decimal('\\d*\\.?\\d{0,2}0*$'), '1.234', ['body decimal_max_places']],
  ['items', { type: 'array', items: { type: 'integer' } }, [1, 'x'], ['body.1 int_parsing']],
  ['numbers of items', { type: 'array', minItems: 2 }, [1], ['body too_short']],
  ['places', { prefixItems: [{ type: 'integer' }], items: false }, [1, 2], ['body.1 value_error items']],
  ['unique items', { type: 'array', uniqueItems: true }, [1, 1], ['body value_error uniqueItems']],
  ['contains', { type: 'array', contains: { const: 1 } }, [2], ['body value_error contains']],
  ['properties', { properties: { a: { type: 'integer' } }, required: ['a', 'b'] }, {}, ['body.a missing']],
  ['no others', { properties: { a: {} }, additionalProperties: false }, { b: 1 }, ['body.b extra_forbidden']],
  [
    'certain others',
    { properties: {}, additionalProperties: { type: 'integer' } },
    { b: 'x' },
    ['body.b int_parsing'],
  ],
  [
    'a dictionary',
    { type: 'object', additionalProperties: { type: 'integer' } },
    { b: 'x' },
    ['body.b int_parsing'],
  ],
  [
    'names',
    { type: 'object', propertyNames: { maxLength: 1 } },
    { ab: 1 },
    ['body.ab.[key] string_too_long'],
  ],
  [
    'names by pattern',
    { properties: {}, patternProperties: { '^x': { type: 'integer' } } },
    { xa: 'x' },
    ['body.xa int_parsing'],
  ],
  [
    'names by two patterns',
    { type: 'object', patternProperties: { '^x': { type: 'integer' }, '^y': { type: 'string' } } },
    { xa: 'x', ya: 1, z: 'z' },
    ['body.xa int_parsing', 'body.ya string_type'],
  ],
  ['numbers of properties', { properties: {}, minProperties: 1 }, {}, ['body value_error minProperties']],
  ['readOnly', { properties: { a: { readOnly: true } }, required: ['a'] }, {}, 200],
  [
    'readOnly in one of several parts',
    { allOf: [{ properties: { a: {} }, required: ['a'] }, { properties: { a: { readOnly: true } } }] },
    {},
    200,
  ],
  [
    'allOf',
    { allOf: [{ required: ['a'], properties: { a: {} } }, { properties: { b: { type: 'integer' } } }] },
    { b: 'x' },
    ['body.a missing', 'body.b int_parsing'],
  ],
  [
    'allOf of texts',
    {
      allOf: [
        { type: 'string', minLength: 2 },
        { type: 'string', pattern: 'b' },
      ],
    },
    'a',
    ['body string_too_short', 'body string_pattern_mismatch'],
  ],
  ['not', { type: 'string', not: { enum: ['a'] } }, 'a', ['body value_error not']],
  [
    'not beside a rule for values of a type',
    { allOf: [{ type: 'integer' }, { minimum: 5, not: { const: 7 } }] },
    7,
    ['body value_error not'],
  ],
  [
    'not for values of another type than the rule beside it',
    { allOf: [{ type: ['integer', 'string'] }, { minimum: 5, not: { const: 'x' } }] },
    'x',
    ['body value_error not'],
  ],
  [
    'if',
    JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}'),
    { a: 1 },
    ['body value_error if'],
  ],
  [
    'dependentRequired',
    { type: 'object', dependentRequired: { a: ['b'] } },
    { a: 1 },
    ['body value_error dependentRequired'],
  ],
  ['bounds that nothing keeps', { type: 'integer', minimum: 5, maximum: 1 }, 3, ['body value_error minimum']],
  [
    'bounds beyond its format',
    { type: 'integer', format: 'int32', minimum: 3e9 },
    3e9,
    ['body value_error minimum'],
  ],
  [
    'lengths that nothing keeps',
    { type: 'string', minLength: 5, maxLength: 1 },
    'abc',
    ['body value_error minLength'],
  ],
  [
    'items that nothing keeps',
    { type: 'array', minItems: 2, maxItems: 1 },
    [],
    ['body value_error minItems'],
  ],
  [
    'sizes that nothing keeps',
    { type: 'object', minProperties: 2, maxProperties: 1 },
    {},
    ['body value_error minProperties'],
  ],
  [
    'a decimal that nothing is',
    { anyOf: [{ type: 'number', minimum: 2, maximum: 1 }, ...decimal('\\d*$').anyOf.slice(1)] },
    1,
    ['body value_error minimum'],
  ],
  ['a property without a schema', { properties: { a: null, b: 5 } }, { a: 1, b: 2 }, 200],
  ['true', true, { any: 'thing' }, 200],
  ['false', { properties: { a: false } }, { a: 1 }, ['body.a value_error false']],
  [
    '__proto__',
    { properties: { a: { type: 'integer' } }, required: ['a'] },
    JSON.parse('{"__proto__":{"a":1}}'),
    ['body.a missing'],
  ],
];

function decimal(rest: string) {
  return { anyOf: [{ type: 'number' }, { type: 'string', pattern: `^(?!^[-+.]*$)[+-]?0*${rest}` }] };
}

describe('a schema', () => {
  it.each(rows)('%s', (_, schema, body, expected) => {
    const found = issuesOf(documentWithBody(schema, { schemas: { Color: { enum: ['red'] } } }), {
      path: '/lamps',
      body,
    });
    if (expected === 200 || found === 200) expect(found).toBe(expected);
    else expect(found).toEqual(expect.arrayContaining([...expected]));
  });
});

describe('a referenced schema', () => {
  const tree = { properties: { value: { type: 'integer' }, left: { $ref: '#/components/schemas/Tree' } } };

  it('may be recursive', () => {
    const document = documentWithBody({ $ref: '#/components/schemas/Tree' }, { schemas: { Tree: tree } });
    const body = { left: { left: { value: 'x' } } };
    expect(issuesOf(document, { path: '/lamps', body })).toEqual(['body.left.left.value int_parsing']);
  });

  it('may be an enumeration, with its own issue type', () => {
    const document = documentWithBody(
      { $ref: '#/components/schemas/Color' },
      { schemas: { Color: { enum: ['red'] } } },
    );
    expect(issuesOf(document, { path: '/lamps', body: 'blue' })).toEqual(['body enum']);
  });

  it('may be one of several kinds with a discriminator', () => {
    const kind = (name: string) => ({ properties: { kind: { const: name }, a: { type: 'integer' } } });
    const oneOf = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const schema = { oneOf, discriminator: { propertyName: 'kind' } };
    const document = documentWithBody(schema, { schemas: { Cat: kind('cat'), Dog: kind('dog') } });
    expect(issuesOf(document, { path: '/lamps', body: { kind: 'dog', a: 'x' } })).toEqual([
      'body.dog.a int_parsing',
    ]);
    expect(issuesOf(document, { path: '/lamps', body: { kind: 'cow' } })).toEqual(['body union_tag_invalid']);
    expect(issuesOf(document, { path: '/lamps', body: {} })).toEqual(['body union_tag_not_found']);
  });

  it('may be in another file', () => {
    const files = new Map([
      ['https://example.com/lamp.json', { definitions: { Lamp: { type: 'integer' } } }],
    ]);
    const document = documentWithBody({ $ref: 'lamp.json#/definitions/Lamp' });
    const options = { address: 'https://example.com/openapi.json', files };
    expect(issuesOf(document, { path: '/lamps', body: 'x' }, options)).toEqual(['body int_parsing']);
  });

  const point = (name: string) => ({ type: 'object', properties: { [name]: { type: 'integer' } } });
  const lampOf = (reference: string) => ({ type: 'object', properties: { p: { $ref: reference } } });

  it.each<[what: string, bodyOfP: unknown, expected: readonly string[] | 200]>([
    ['of one', { x: 'a' }, ['body.p.x int_parsing']],
    ['of the other', { y: 'a' }, ['body.p.y int_parsing']],
    ['of neither', { x: 1, y: 2, z: 'a' }, 200],
  ])('may have parts of a property in several files: a mistake %s', (_, p, expected) => {
    const files = new Map([
      ['https://example.com/a.json', { A: lampOf('#/P'), P: point('x'), Q: point('z') }],
      ['https://example.com/b.json', { B: lampOf('#/Q'), Q: point('y') }],
    ]);
    const document = documentWithBody({ allOf: [{ $ref: 'a.json#/A' }, { $ref: 'b.json#/B' }] });
    const options = { address: 'https://example.com/openapi.json', files };
    expect(issuesOf(document, { path: '/lamps', body: { p } }, options)).toEqual(expected);
  });
});

describe('a reply', () => {
  it('echoes what was sent where names and types agree, and has samples of the rest', () => {
    const Lamp = {
      required: ['id', 'name', 'watts'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        name: { type: 'string' },
        watts: { type: 'integer', minimum: 5 },
        color: { type: 'string', default: 'white' },
        secret: { type: 'string', writeOnly: true },
      },
    };
    const content = (schema: unknown) => ({ 'application/json': { schema } });
    const requestBody = { content: content({ properties: { name: {}, watts: {} } }) };
    const responses = { 404: { description: 'x' }, 201: { description: 'x', content: content(Lamp) } };
    const document = {
      openapi: '3.0.0',
      info: { title: 'Lamps', version: '1' },
      paths: { '/lamps': { post: { requestBody, responses } } },
    };
    const { status, body } = ask(document, {
      path: '/lamps',
      body: { name: 'Lamp', watts: 'x', color: 'red' },
    });
    expect(status).toBe(201);
    expect(JSON.parse(body)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Lamp',
      watts: expect.any(Number),
      color: 'white',
    });
  });

  const User = {
    type: 'object',
    required: ['id', 'name', 'password'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string' },
      password: { type: 'string', writeOnly: true },
    },
  };
  const user = { $ref: '#/components/schemas/User' };
  const shared = {
    type: 'object',
    properties: { name: { type: 'string' }, secret: { $ref: '#/components/schemas/Secret' } },
  };
  const schemas = {
    User,
    Secret: { type: 'string', writeOnly: true },
    Shared: { ...shared, required: ['secret'], example: { name: 'Ada', secret: 's3cret' } },
    Tree: {
      properties: { key: { writeOnly: true }, next: { $ref: '#/components/schemas/Tree' } },
    },
  };
  const ada = { id: 7, name: 'Ada' };
  const sent = { name: 'Grace', password: 's3cret' };

  it.each<[what: string, media: Readonly<Record<string, unknown>>, body: unknown, reply: unknown]>([
    ['in the example of a reply', { schema: user, example: ada }, undefined, ada],
    [
      'in an example with one',
      { schema: user, example: { ...ada, ...sent } },
      undefined,
      { id: 7, name: 'Grace' },
    ],
    ['in a sample', { schema: user }, undefined, { id: 1042, name: 'Example name' }],
    [
      'in the example of a schema',
      { schema: { $ref: '#/components/schemas/Shared' } },
      undefined,
      { name: 'Ada' },
    ],
    ['that was sent', { schema: user, example: ada }, sent, { id: 7, name: 'Grace' }],
    [
      'that was sent within a property',
      { schema: { properties: { user } }, example: { user: ada } },
      { user: { id: 8, ...sent } },
      { user: { id: 8, name: 'Grace' } },
    ],
    [
      'that was sent in a list',
      { schema: { type: 'array', items: user }, example: [ada] },
      [{ id: 8, ...sent }],
      [{ id: 8, name: 'Grace' }],
    ],
    [
      'that was sent in a list without what a reply requires',
      { schema: { type: 'array', items: user }, example: [ada] },
      [sent],
      [ada],
    ],
    [
      'that was sent in one of several places',
      { schema: { type: 'array', prefixItems: [{}, user] }, example: [1, ada] },
      [2, { id: 8, ...sent }],
      [2, { id: 8, name: 'Grace' }],
    ],
    [
      'that was sent by any name',
      { schema: { type: 'object', additionalProperties: user }, example: {} },
      { grace: { id: 8, ...sent } },
      { grace: { id: 8, name: 'Grace' } },
    ],
    [
      'of one of several kinds',
      { schema: { type: 'array', items: { anyOf: [user, { type: 'integer' }] } }, example: [1] },
      [{ id: 8, ...sent }, 2],
      [{ id: 8, name: 'Grace' }, 2],
    ],
    [
      'of a recursive kind',
      { schema: { properties: { tree: { $ref: '#/components/schemas/Tree' } } }, example: { tree: 1 } },
      { tree: { key: 1, next: { key: 2, next: {} } } },
      { tree: { next: { next: {} } } },
    ],
  ])('has no writeOnly property %s', (_, media, body, reply) => {
    const responses = { 200: { description: 'x', content: { 'application/json': media } } };
    const requestBody = { content: { 'application/json': { schema: {} } } };
    const document = documentOf(
      { '/users': { get: { responses }, post: { requestBody, responses } } },
      { schemas },
    );
    expect(JSON.parse(ask(document, { path: '/users', body }).body)).toEqual(reply);
  });

  it.each([
    [{ id: 8, name: 'Grace' }, ['body.password missing']],
    [sent, 200],
  ])(
    'has other properties than a request, in which those that are writeOnly are required: %j',
    (body, expected) => {
      expect(issuesOf(documentWithBody(user, { schemas }), { path: '/lamps', body })).toEqual(expected);
    },
  );

  it('keeps every digit', () => {
    const document = documentWithBody({ properties: { a: { type: 'integer' } } });
    const sent = { path: '/lamps', method: 'POST', headers: { 'content-type': 'application/json' } };
    expect(ask(document, { ...sent, body: undefined }).status).toBe(422);
    expect(ask(document, { path: '/lamps', body: { a: 12 } }).body).toBe('{"a":12}');
  });
});
