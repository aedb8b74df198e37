import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf, documentWithBody } from './_document.ts';

/** Reports of what is unsupported in a document, with its place. */

type Json = Readonly<Record<string, unknown>>;

function told(document: Json): string[] {
  return fromDocument(document, { values: 'fastapi' }).unsupported.map(
    ({ place, what }) => `${place} ${what}`,
  );
}

const SCHEMA = '#/paths/~1lamps/post/requestBody/content/application~1json/schema';
const tight = { type: 'object', unevaluatedProperties: false };

describe('of a schema', () => {
  it.each<[schema: Json, what: string]>([
    [{ type: 'file' }, 'has an unknown type: "file"'],
    [{ type: 'string', format: 'iban' }, 'has a format that is not checked: "iban"'],
    [{ type: 'integer', format: 'uint8' }, 'has a format that is not checked: "uint8"'],
    [
      { type: 'string', contentEncoding: 'quoted-printable' },
      'has an encoding that is not checked: "quoted-printable"',
    ],
    [{ type: 'string', pattern: '(?=a)' }, 'has a pattern that is not checked: "(?=a)"'],
    [{ pattern: '(' }, 'has a pattern that is not checked: "("'],
    [{ type: 'object', patternProperties: { '(?!x)': {} } }, 'has a pattern that is not checked: "(?!x)"'],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'has a oneOf that is read as anyOf'],
    [
      { type: 'object', discriminator: { propertyName: 'a' } },
      'has a discriminator that is ignored, because there is no oneOf or anyOf',
    ],
    [tight, 'has a keyword that is not checked: unevaluatedProperties'],
    [
      { type: 'array', unevaluatedItems: { type: 'string' } },
      'has a keyword that is not checked: unevaluatedItems',
    ],
    [{ type: 'array', items: [{ type: 'string' }] }, 'has a keyword that is not checked: items'],
    [{ type: 'array', additionalItems: false }, 'has a keyword that is not checked: additionalItems'],
    [{ type: 'object', dependencies: { a: ['b'] } }, 'has a keyword that is not checked: dependencies'],
    [{ $dynamicRef: '#x' }, 'has a keyword that is not checked: $dynamicRef'],
    [{ $recursiveRef: '#' }, 'has a keyword that is not checked: $recursiveRef'],
    [
      { type: 'object', additionalProperties: null },
      'has a keyword that is not checked: additionalProperties',
    ],
    [{ type: 'object', propertyNames: 'a' }, 'has a keyword that is not checked: propertyNames'],
    [{ type: 'string', not: 7 }, 'has a keyword that is not checked: not'],
    [{ type: 'array', contains: 'a' }, 'has a keyword that is not checked: contains'],
    [
      { type: 'object', unevaluatedProperties: {} },
      'has a keyword that is not checked: unevaluatedProperties',
    ],
    [{ type: ['string', 'lamp'] }, 'has an unknown type: "lamp"'],
    [{ format: 'iban' }, 'has a format that is not checked: "iban"'],
  ])('%j', (schema, what) => {
    expect(told(documentWithBody(schema))).toEqual([`${SCHEMA} ${what}`]);
  });

  it.each<[schema: Json]>([
    [{ type: 'string', format: 'date-time' }],
    [{ type: 'string', format: 'byte' }],
    [{ type: 'string', format: 'password' }],
    [{ type: 'integer', format: 'int64' }],
    [{ type: 'string', contentEncoding: 'base64' }],
    [{ type: 'string', pattern: '^(a+)+$' }],
    [{ oneOf: [{ type: 'string' }] }],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ type: ['string', 'null'], format: 'iban' }],
    [{ type: 'string', format: 7, contentEncoding: 7, pattern: 7 }],
    [{ type: 'string', pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$' }],
    [{ type: 'number', format: 'float' }],
    [{ type: 'number', format: 'double' }],
    [{ type: 'integer', format: 'int32' }],
    [{ type: 'array', unevaluatedItems: true, additionalItems: true, items: true, contains: {} }],
    [{ $dynamicRef: 7, $recursiveRef: {}, dependencies: [] }],
    [{ type: 'object', propertyNames: {}, not: false, additionalProperties: { type: 'string' } }],
    [{ type: 'object', discriminator: 'kind', patternProperties: { '^x': {} } }],
    [{ properties: { dependencies: { type: 'object' }, additionalItems: {}, default: { type: 'string' } } }],
    [{ type: 'object', unevaluatedProperties: true, example: { format: 'iban' } }],
  ])('nothing of %j', (schema) => {
    expect(told(documentWithBody(schema))).toEqual([]);
  });
});

const content = { 'application/json': { schema: {} } };
const ok = { responses: { 200: { description: 'x', content } } };

/** A document with these operations at `/a`. */
function at(item: Json, components: Json = {}, others: Json = {}): Json {
  return { ...documentOf({ '/a': item }, components), ...others };
}

const FORM = '#/paths/~1a/post/requestBody/content/multipart~1form-data/schema';
const asForm = (schema: Json) =>
  at({ post: { ...ok, requestBody: { content: { 'multipart/form-data': { schema } } } } });
const ENCODING = '#/paths/~1a/post/requestBody/content/multipart~1form-data/encoding/a';
const encoded = (a: Json, encoding?: Json) => {
  const media = { schema: { properties: { a } }, ...(encoding && { encoding: { a: encoding } }) };
  return at({ post: { ...ok, requestBody: { content: { 'multipart/form-data': media } } } });
};
const asQuery = (schema: Json) => at({ get: { ...ok, parameters: [{ name: 'q', in: 'query', schema }] } });
const secured = (name: string, scheme?: Json) =>
  at({ get: { ...ok, security: [{ [name]: [] }] } }, { securitySchemes: scheme ? { [name]: scheme } : {} });

it('of a property that has no schema', () => {
  expect(told(documentWithBody({ properties: { a: null, b: true, c: {} } }))).toEqual([
    `${SCHEMA}/properties/a is not a schema, so it is not checked`,
  ]);
});

it('of a property that is called like a keyword', () => {
  const place = `${SCHEMA}/properties/default has an unknown type: "file"`;
  expect(told(documentWithBody({ properties: { default: { type: 'file' } } }))).toEqual([place]);
});

describe('of an operation', () => {
  it.each<[what: string, document: Json, line: string]>([
    ['TRACE', at({ trace: ok }), '#/paths/~1a/trace is not routed'],
    [
      'JSON and other types',
      at({ post: { ...ok, requestBody: { content: { ...content, 'text/xml': {} } } } }),
      '#/paths/~1a/post/requestBody is not checked when sent as text/xml',
    ],
    [
      'a form and other types',
      at({
        post: { ...ok, requestBody: { content: { 'multipart/form-data': { schema: {} }, 'text/csv': {} } } },
      }),
      '#/paths/~1a/post/requestBody is not checked when sent as text/csv',
    ],
    [
      'other types alone',
      at({ post: { ...ok, requestBody: { content: { 'text/csv': {} } } } }),
      '#/paths/~1a/post/requestBody is not checked: it is neither JSON nor a form',
    ],
    [
      'rules for a whole form',
      asForm({ allOf: [{ type: 'object', maxProperties: 2 }] }),
      `${FORM}/allOf/0 has a keyword that is not checked in a form: maxProperties`,
    ],
    ['a form of no object', asForm({ type: 'string' }), `${FORM} is not checked: a form is an object`],
    [
      'the headers of a file in a form',
      encoded({ type: 'string', format: 'binary' }, { contentType: 'image/png', headers: { 'X-A': {} } }),
      `${ENCODING} is ignored`,
    ],
    [
      'the type of a text in a form',
      encoded({ type: 'string' }, { contentType: 'text/csv' }),
      `${ENCODING} is ignored`,
    ],
    [
      'the style of an object in a form',
      encoded({ type: 'object' }, { style: 'deepObject', explode: true }),
      `${ENCODING} is not supported, so its field is not read`,
    ],
    [
      'an object or a text in a form',
      encoded({ type: ['object', 'string'] }),
      `${FORM}/properties/a is not read as an object`,
    ],
    ['callbacks', at({ get: { ...ok, callbacks: { a: {} } } }), '#/paths/~1a/get/callbacks are not called'],
    ['webhooks', at({}, {}, { webhooks: { a: {} } }), '#/webhooks are not sent'],
    [
      'a parameter elsewhere',
      at({ get: { ...ok, parameters: [{ name: 'q', in: 'querystring' }] } }),
      '#/paths/~1a/get/parameters/0 is not read: it is in "querystring"',
    ],
    [
      'a parameter nowhere',
      at({ get: { ...ok, parameters: [{ name: 'q' }] } }),
      '#/paths/~1a/get/parameters/0 is not read: it is in null',
    ],
    [
      'a parameter without a name',
      at({ get: { ...ok, parameters: [{ in: 'query' }] } }),
      '#/paths/~1a/get/parameters/0 is not read: it has no name',
    ],
    [
      'a header of the body',
      at({ get: { ...ok, parameters: [{ in: 'header', name: 'Content-Type', required: true }] } }),
      '#/paths/~1a/get/parameters/0 is not read: OpenAPI ignores parameters of this name',
    ],
    [
      'an object of free names in a query',
      asQuery({ type: 'object' }),
      '#/paths/~1a/get/parameters/0 is not read: it names no properties',
    ],
    [
      'further properties in a query',
      asQuery({ properties: { a: {} }, additionalProperties: false }),
      '#/paths/~1a/get/parameters/0/schema/additionalProperties is not checked in a query',
    ],
    [
      'rules for an object in a query',
      asQuery({ allOf: [{ properties: { a: {} }, additionalProperties: true, minProperties: 1 }] }),
      '#/paths/~1a/get/parameters/0/schema/allOf/0 has a keyword that is not checked in a query: minProperties',
    ],
    [
      'an object or a number in a query',
      asQuery({ anyOf: [{ properties: { a: {} } }, { type: 'integer' }] }),
      '#/paths/~1a/get/parameters/0 is not read as an object',
    ],
    [
      'certificates',
      secured('tls', { type: 'mutualTLS' }),
      '#/components/securitySchemes/tls is not enforced: mutualTLS',
    ],
    [
      'a scheme of no kind',
      secured('none', { type: 'http' }),
      '#/components/securitySchemes/none is not enforced: it names no scheme',
    ],
    [
      'a scheme without a type',
      secured('none', {}),
      '#/components/securitySchemes/none is not enforced: no type',
    ],
    [
      'a key without a place',
      secured('key', { type: 'apiKey', name: 'k' }),
      '#/components/securitySchemes/key is not enforced: it has no place or no name',
    ],
    [
      'a scheme that is not there',
      secured('lost'),
      '#/paths/~1a/get/security/0/lost is not enforced: there is no such scheme',
    ],
  ])('%s', (_, document, line) => {
    expect(told(document)).toEqual([line]);
  });

  it('once, where several refer to it', () => {
    const requestBody = { $ref: '#/components/requestBodies/Body' };
    const item = { put: { ...ok, requestBody }, post: { ...ok, requestBody } };
    const document = at(item, { requestBodies: { Body: { content: { ...content, 'text/xml': {} } } } });
    expect(told(document)).toEqual(['#/components/requestBodies/Body is not checked when sent as text/xml']);
  });
});

describe('failOnUnsupported', () => {
  it('throws an error with the first line', () => {
    const document = documentWithBody({ type: 'string', format: 'iban' });
    expect(() => fromDocument(document, { failOnUnsupported: true })).toThrow(
      `${SCHEMA} has a format that is not checked: "iban"`,
    );
  });
});
