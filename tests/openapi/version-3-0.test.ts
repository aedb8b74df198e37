import { describe, expect, it } from 'vitest';
import { toVersion30 } from '../../src/openapi/version-3-0.ts';
import { atOnce } from '../../src/text/turns.ts';
import { pageOf } from '../_page.ts';
import { practiceCore } from '../_practice.ts';

/** Conversion of a document from OpenAPI 3.1 to 3.0. */

const rewritten = (schema: unknown): unknown => {
  const { components } = atOnce(toVersion30({ openapi: '3.1.0', components: { schemas: { A: schema } } }));
  return JSON.parse(JSON.stringify(components)).schemas.A;
};

const nothing = { type: 'string', nullable: true, enum: [null] };
const ref = { $ref: '#/components/schemas/B' };

describe('a schema', () => {
  it.each<[what: string, schema: unknown, expected: object]>([
    ['a type', { type: 'string', minLength: 1 }, { type: 'string', minLength: 1 }],
    ['a type or null', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'several types',
      { type: ['string', 'integer'], minLength: 1 },
      { minLength: 1, anyOf: [{ type: 'string' }, { type: 'integer' }] },
    ],
    [
      'several types and a union',
      { type: ['string', 'integer'], anyOf: [{ minLength: 1 }] },
      { anyOf: [{ minLength: 1 }], allOf: [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }] },
    ],
    ['null', { type: 'null' }, nothing],
    ['null as a constant', { const: null }, nothing],
    [
      'a kind or null',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null },
      { type: 'integer', minimum: 1, default: null, nullable: true },
    ],
    ['a reference or null', { oneOf: [ref, { type: 'null' }] }, { oneOf: [ref, nothing] }],
    [
      'an enumeration or null',
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      { anyOf: [{ type: 'string', enum: ['a'] }, nothing] },
    ],
    ['a reference with words beside it', { ...ref, title: 'B' }, { title: 'B', allOf: [ref] }],
    ['a constant', { const: true }, { type: 'boolean', enum: [true] }],
    [
      'an enumeration with null',
      { enum: ['a', null] },
      { type: 'string', nullable: true, enum: ['a', null] },
    ],
    ['an enumeration of several types', { enum: ['a', 1] }, { enum: ['a', 1] }],
    ['an enumeration of lists', { enum: [[1]] }, { type: 'array', items: {}, enum: [[1]] }],
    ['an exclusive bound', { exclusiveMinimum: 1 }, { minimum: 1, exclusiveMinimum: true }],
    ['the stricter of two bounds', { maximum: 3, exclusiveMaximum: 4 }, { maximum: 3 }],
    ['two equal bounds', { minimum: 1, exclusiveMinimum: 1 }, { minimum: 1, exclusiveMinimum: true }],
    ['examples', { examples: ['a', 'b'] }, { example: 'a' }],
    ['no examples', { examples: [] }, {}],
    ['true and false', { properties: { a: true, b: false } }, { properties: { a: {}, b: { not: {} } } }],
    [
      'a list',
      { type: 'array', items: { const: 1 } },
      { type: 'array', items: { type: 'integer', enum: [1] } },
    ],
    [
      'a closed tuple',
      { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      { type: 'array', items: { anyOf: [{ type: 'string' }] }, maxItems: 1 },
    ],
    ['an open tuple', { type: 'array', prefixItems: [{ type: 'string' }] }, { type: 'array', items: {} }],
    [
      'a tuple and more',
      { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    ],
    [
      'properties by pattern',
      { type: 'object', patternProperties: { a: {} }, additionalProperties: false },
      { type: 'object' },
    ],
    [
      'other properties',
      { additionalProperties: { const: 'a' }, not: { const: 1 } },
      {
        additionalProperties: { type: 'string', enum: ['a'] },
        not: { type: 'integer', enum: [1] },
      },
    ],
    ['closed properties', { additionalProperties: false }, { additionalProperties: false }],
    ['base64', { type: 'string', contentEncoding: 'base64' }, { type: 'string', format: 'byte' }],
    ['a file', { type: 'string', contentMediaType: 'image/png' }, { type: 'string', format: 'binary' }],
    ['what 3.0 has no word for', { $comment: 'x', unevaluatedProperties: false, 'x-a': 1 }, { 'x-a': 1 }],
  ])('%s', (_, schema, expected) => {
    expect(rewritten(schema)).toEqual(expected);
  });
});

describe('a document', () => {
  it('is converted outside its schemas as well', () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'Lamps', version: '1', summary: 'x', license: { name: 'MIT', identifier: 'MIT' } },
      jsonSchemaDialect: 'x',
      webhooks: {},
      paths: { '/': { get: { parameters: [{ schema: { const: 1 }, example: { schema: { const: 1 } } }] } } },
      components: { pathItems: {}, parameters: { a: { schema: { const: 1 } } } },
    };
    const one = { type: 'integer', enum: [1] };
    expect(atOnce(toVersion30(document))).toEqual({
      openapi: '3.0.3',
      info: {
        title: 'Lamps',
        version: '1',
        license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
      },
      paths: { '/': { get: { parameters: [{ schema: one, example: { schema: { const: 1 } } }] } } },
      components: { parameters: { a: { schema: one } } },
    });
  });

  it.each([
    [{ openapi: '3.1.0' }, { openapi: '3.0.3', paths: {} }],
    [
      { openapi: '3.1.0', info: { license: { name: 'x', url: 'y' } } },
      { openapi: '3.0.3', info: { license: { name: 'x', url: 'y' } }, paths: {} },
    ],
    [
      { openapi: '3.1.0', paths: [] },
      { openapi: '3.0.3', paths: [] },
    ],
    [
      { openapi: '3.0.1', paths: { '/': {} } },
      { openapi: '3.0.1', paths: { '/': {} } },
    ],
  ])('may be minimal, or 3.0 already: %#', (document, expected) => {
    expect(atOnce(toVersion30(document))).toEqual(expected);
  });

  it('is served beside the one of 3.1', async () => {
    const get = async (target: string) => JSON.parse((await pageOf(practiceCore(), target)).body);
    const [old, latest] = [await get('/openapi-3.0.json'), await get('/openapi.json')];
    expect(old.openapi).toBe('3.0.3');
    expect(Object.keys(old.paths)).toEqual(Object.keys(latest.paths));
    expect(JSON.stringify(old)).not.toMatch(/"const":|"type":"null"|"type":\[/);
    expect(old.components.schemas.User.properties.website).toMatchObject({ type: 'string', nullable: true });
  });

  const many = new Array(1000).fill({ type: 'string' });

  it.each<[string, object]>([
    ['a union', { items: { anyOf: many } }],
    ['properties', { not: { properties: { ...many } } }],
    ['a tuple', { additionalProperties: { prefixItems: many } }],
  ])('is made in a step for each member of %s', (_, schema) => {
    const content = { 'application/json': { schema } };
    const post = { requestBody: { content }, responses: [] };
    const steps = toVersion30({ openapi: '3.1.0', paths: { '/': { post } } });
    expect([...steps].length).toBeGreaterThan(1000);
  });
});
