import { describe, expect, test } from 'vitest';
import { exactFaults } from '../../src/documents/schema/unchecked.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { expectTrueCases } from '../openapi/_cases.ts';
import { documentOf } from '../openapi/_document.ts';

type Json = Readonly<Record<string, unknown>>;

/** Serves an operation with these parameters, or with a body of this schema. */
function serve(operation: Json, components: Json = {}, options: DocumentOptions = {}) {
  const paths = { '/lamps': { post: { responses: {}, ...operation } } };
  return fromDocument(documentOf(paths, components), options)[hosting];
}

function bodyOf(schema: unknown, type = 'application/json'): Json {
  return { requestBody: { required: true, content: { [type]: { schema } } } };
}

/** What is wrong with a request, as `query.size int_parsing "x"`; nothing if it is accepted. */
function issues(
  app: ReturnType<typeof serve>,
  { query = '', body = '', type = 'application/json' }: { query?: string; body?: string; type?: string },
): readonly string[] {
  const headers: Record<string, string> = body === '' ? {} : { 'content-type': type };
  const reply = inject(app.build(), { method: 'POST', target: `/lamps${query}`, headers, body });
  if (reply.status === 200) return [];
  const { detail }: { detail: { loc: unknown[]; type: string; input: unknown }[] } = JSON.parse(reply.body);
  return detail.map(({ loc, type, input }) => `${loc.join('.')} ${type} ${JSON.stringify(input)}`);
}

const validationErrors = { schemas: { HTTPValidationError: {}, ValidationError: {} } };
const entry = { properties: { loc: {}, msg: {}, type: {} } };

test.each([10, 3000])('as many as %d errors are listed if the settings say so', (errors) => {
  const limits = { errors, errorBytes: 10_000_000 };
  const app = serve(bodyOf({ type: 'array', items: { type: 'integer' } }), {}, { limits });
  const found = issues(app, { body: JSON.stringify(new Array(4000).fill('x')) });
  expect(found).toHaveLength(errors + 1);
  expect(found.at(-1)).toBe('body more_errors null');
});

test('a text that may stand for several values, none of which is valid', () => {
  const schema = { type: ['integer', 'string'], maximum: 5, maxLength: 2 };
  const app = serve({ parameters: [{ name: 'size', in: 'query', schema }] });
  expect(issues(app, { query: '?size=123' })).toEqual(['query.size less_than_equal "123"']);
  expect(issues(app, { query: '?size=12' })).toEqual([]);
});

test('names that a map lacks, as one of several kinds', () => {
  const additionalProperties = { type: 'integer' };
  const map = { type: 'object', additionalProperties, required: ['a'] };
  const app = serve(bodyOf({ anyOf: [map, { type: 'boolean' }] }), {}, { values: 'fastapi' });
  expect(issues(app, { body: '{"b": "x"}' })).toContainEqual(expect.stringContaining('missing'));
  expect(issues(app, { body: '{"a": 1}' })).toEqual([]);
});

test('an object that lacks a property beside another is shown as it was sent', () => {
  const app = serve(bodyOf({ type: 'object', dependentRequired: { a: ['b'] } }));
  const sent = { method: 'POST', target: '/lamps', headers: { 'content-type': 'application/json' } };
  const reply = inject(app.build(), { ...sent, body: '{"z": 1.50, "a": 1e2}' });
  expect(reply.body).toContain('"loc":["body","b"]');
  expect(reply.body).toContain('"input":{"z": 1.50, "a": 1e2}');
});

const nullable = { type: ['object', 'null'] };
const plain = { type: 'object' };

test.each<[what: string, schema: Json, isRequired: boolean, body: string, refused: readonly string[]]>([
  ['null where it is allowed', nullable, true, 'null', []],
  ['null where it is not', plain, true, 'null', ['body dict_type null']],
  ['nothing, though null is allowed', nullable, true, '', ['body missing null']],
  ['null for a body that may be left out', plain, false, 'null', ['body dict_type null']],
  ['nothing for a body that may be left out', plain, false, '', []],
])('a body may be %s', (_, schema, required, body, refused) => {
  const operation = { requestBody: { required, content: { 'application/json': { schema } } } };
  expect(issues(serve(operation), { body })).toEqual(refused);
  expectTrueCases(documentOf({ '/lamps': { post: { responses: {}, ...operation } } }), 'schema');
});

describe('the dialect', () => {
  const text = JSON.stringify({ size: '5' });
  const sized = bodyOf({ type: 'object', properties: { size: { type: 'integer' } } });

  test.each<[name: string, components: Json, options: DocumentOptions, refused: readonly string[]]>([
    ['schema', {}, {}, ['body.size int_type "5"']],
    ['fastapi', validationErrors, {}, []],
    ['fastapi', { schemas: { ValidationError: entry } }, {}, []],
    ['schema', { schemas: { ValidationError: { properties: { loc: {} } } } }, {}, ['body.size int_type "5"']],
    ['schema', validationErrors, { values: 'schema' }, ['body.size int_type "5"']],
    ['fastapi', {}, { values: 'fastapi' }, []],
    ['strict', {}, { values: 'strict' }, []],
  ])('is %s for %j and %j', (name, components, options, refused) => {
    const paths = { '/lamps': { post: { responses: {}, ...sized } } };
    expect(fromDocument(documentOf(paths, components), options).values).toBe(name);
    expect(issues(serve(sized, components, options), { body: text })).toEqual(refused);
  });

  test.each(['schema', 'fastapi'] as const)('decides in %s which requests are cases', (values) => {
    const cases = expectTrueCases(documentOf({ '/lamps': { post: { responses: {}, ...sized } } }), values);
    const quoted = cases.filter(({ request }) => /"size":"-?[0-9]+"/.test(String(request.body)));
    expect(quoted.length > 0).toBe(values === 'schema');
  });

  test('makes true cases of schemas that only it can check', () => {
    const lamp = {
      type: 'object',
      required: ['kind', 'sizes'],
      properties: {
        kind: { oneOf: [{ const: 'desk' }, { const: 'floor' }] },
        sizes: { type: 'array', uniqueItems: true, items: { type: 'integer', multipleOf: 3 } },
        price: { $ref: '#/components/schemas/Price' },
      },
      unevaluatedProperties: false,
    };
    const price = { type: 'number', exclusiveMinimum: 0, not: { const: 13 } };
    const parameters = [{ name: 'at', in: 'query', schema: { format: 'date-time' } }];
    const post = { parameters, responses: {}, ...bodyOf(lamp) };
    const document = documentOf({ '/lamps': { post } }, { schemas: { Price: price } });
    const kinds = new Set(expectTrueCases(document, 'schema').map(({ kind }) => kind));
    expect(kinds).toContain('refused');
    expect(kinds).toContain('accepted');
  });
});

describe('text is read by the declared type', () => {
  const parameter = (schema: unknown, more: Json = {}): Json => ({
    parameters: [{ name: 'size', in: 'query', schema, ...more }],
  });

  test.each<[schema: unknown, query: string, expected: readonly string[]]>([
    [{ type: 'integer' }, '5', []],
    [{ type: 'integer' }, '1.0', []],
    [{ type: 'integer' }, '05', ['query.size int_parsing "05"']],
    [{ type: 'integer' }, '%205', ['query.size int_parsing " 5"']],
    [{ type: 'integer', minimum: 6 }, '5', ['query.size greater_than_equal "5"']],
    [{ type: 'number' }, 'x', ['query.size float_parsing "x"']],
    [{ type: 'boolean' }, 'true', []],
    [{ type: 'boolean' }, 'yes', ['query.size bool_parsing "yes"']],
    [{ type: 'string', maxLength: 1 }, '5', []],
    [{ maxLength: 1 }, '5', []],
    [{ minimum: 6 }, '5', []],
    [{ enum: [1, 2] }, '2', []],
    [{ enum: [1, 2] }, '3', ['query.size literal_error "3"']],
    [{ const: 5 }, '5', []],
    [{ type: 'array' }, '5&size=x', []],
    [{ type: 'array', prefixItems: [{ type: 'integer' }] }, '5&size=x', []],
    [{ type: 'array', prefixItems: [{ type: 'integer' }] }, 'x', ['query.size.0 int_parsing "x"']],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] }, '5', []],
    [{ anyOf: [{ type: 'integer' }, { type: 'string', minLength: 2 }] }, 'ab', []],
    [{ type: 'array', items: { type: 'integer' } }, '1&size=x', ['query.size.1 int_parsing "x"']],
    [
      { type: 'array', items: { type: 'integer' }, uniqueItems: true },
      '1&size=1.0',
      ['query.size unique_items ["1","1.0"]'],
    ],
  ])('%j: %s', (schema, value, expected) => {
    expect(issues(serve(parameter(schema)), { query: `?size=${value}` })).toEqual(expected);
  });

  test('in a list in one parameter, an object, and a form', () => {
    const list = { type: 'array', items: { type: 'integer' } };
    expect(issues(serve(parameter(list, { explode: false })), { query: '?size=1,x' })).toEqual([
      'query.size.1 int_parsing "x"',
    ]);
    const object = { type: 'object', properties: { width: { type: 'integer' } } };
    expect(issues(serve(parameter(object, { explode: false })), { query: '?size=width,x' })).toEqual([
      'query.size.width int_parsing "x"',
    ]);
    const type = 'application/x-www-form-urlencoded';
    expect(issues(serve(bodyOf(object, type)), { body: 'width=x', type })).toEqual([
      'body.width int_parsing "x"',
    ]);
    expect(issues(serve(bodyOf(object, type)), { body: 'width=5', type })).toEqual([]);
  });

  test('in JSON it is text', () => {
    const content = { 'application/json': { schema: { type: 'integer' } } };
    const app = serve({ parameters: [{ name: 'size', in: 'query', content }] });
    expect(issues(app, { query: '?size=5' })).toEqual([]);
    expect(issues(app, { query: '?size=%225%22' })).toEqual(['query.size int_type "5"']);
  });
});

test('whatever the schema says is not reported as unsupported', () => {
  const schema = {
    type: 'object',
    unevaluatedProperties: false,
    properties: { a: { oneOf: [{ type: 'string' }, { format: 'idn-hostname' }] }, b: { format: 'lamp' } },
  };
  const paths = { '/lamps': { post: { responses: { 200: { description: '' } }, ...bodyOf(schema) } } };
  expect(fromDocument(documentOf(paths)).unsupported.map(({ what }) => what)).toEqual([
    'has a format that is not checked: "lamp"',
  ]);
});

test.each<[Json, string[]]>([
  [{ type: 'lamp' }, ['has an unknown type: "lamp"']],
  [{ type: ['string', 'lamp', 7] }, ['has an unknown type: "lamp"', 'has an unknown type: 7']],
  ...['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'].map((type): [Json, string[]] => [
    { type },
    [],
  ]),
  [{ format: 7 }, []],
  [{ pattern: '(' }, ['has a pattern that is not checked: "("']],
  [{ patternProperties: { '(': {}, a: {} } }, ['has a pattern that is not checked: "("']],
  ...['additionalItems', '$recursiveRef'].map((keyword): [Json, string[]] => [
    { [keyword]: true },
    [`has a keyword that is not checked: ${keyword}`],
  ]),
  ...'items additionalProperties propertyNames not contains if then else unevaluatedProperties unevaluatedItems'
    .split(' ')
    .flatMap((keyword): [Json, string[]][] => [
      [{ [keyword]: [{}] }, [`has a keyword that is not checked: ${keyword}`]],
      [{ [keyword]: true }, []],
      [{ [keyword]: { type: 'string' } }, []],
    ]),
])('of %j this is reported as unsupported: %j', (schema, what) => {
  expect(exactFaults(schema)).toEqual(what);
});
