import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf, documentWithBody, issuesOf } from './_document.ts';

/** The document that is served for one in several files: it has to be complete by itself. */

type Json = ReturnType<typeof JSON.parse>;

const BASE = 'https://example.com/';

function textOf(document: Json, files: Readonly<Record<string, unknown>> = {}): string {
  const byAddress = new Map(Object.entries(files).map(([name, value]) => [BASE + name, value]));
  const app = fromDocument(document, { address: `${BASE}openapi.json`, files: byAddress, values: 'fastapi' });
  return JSON.stringify(app.contract.document);
}

function bundleOf(document: Json, files: Readonly<Record<string, unknown>>): Json {
  return JSON.parse(textOf(document, files));
}

const ref = ($ref: string) => ({ $ref });
const ok = { responses: { 200: { description: 'x' } } };
const integer = { type: 'integer' };
const text = { type: 'string' };

describe('a document in one file', () => {
  it.each([
    ['with references', documentWithBody(ref('#/components/schemas/A'), { schemas: { A: integer } })],
    [
      'that names itself',
      documentWithBody(ref('openapi.json#/components/schemas/A'), { schemas: { A: integer } }),
    ],
  ])('is served as it is: %s', async (_, document) => {
    expect(textOf(document)).toBe(JSON.stringify(document));
  });
});

describe('a document in several files', () => {
  /** Schemas of a body, the components beside them, and what both become. */
  const rows: [what: string, schema: unknown, own: Json, expected: unknown, schemas: Json][] = [
    ['a part of a file', ref('a.json#/Id'), {}, ref('#/components/schemas/Id'), { Id: integer }],
    ['a whole file', ref('name.json'), {}, ref('#/components/schemas/name'), { name: text }],
    [
      'a name that is no name of a component',
      ref('a.json#/a b'),
      {},
      ref('#/components/schemas/a_b'),
      { a_b: text },
    ],
    ['an empty name', ref('a.json#/'), {}, ref('#/components/schemas/_'), { _: text }],
    [
      'a name like a prototype',
      ref('a.json#/__proto__'),
      {},
      ref('#/components/schemas/__proto__'),
      JSON.parse('{"__proto__":{"type":"string"}}'),
    ],
    [
      'names that are taken',
      { anyOf: [ref('a.json#/Id'), ref('b.json#/Id'), ref('b.json#/Id_2'), ref('a.json#/Id')] },
      { Id: {} },
      {
        anyOf: [
          ref('#/components/schemas/Id_2'),
          ref('#/components/schemas/Id_3'),
          ref('#/components/schemas/Id_2_2'),
          ref('#/components/schemas/Id_2'),
        ],
      },
      { Id: {}, Id_2: integer, Id_3: text, Id_2_2: text },
    ],
    [
      'references within a file, and back to the document',
      ref('tree.json#/Tree'),
      { Id: integer },
      ref('#/components/schemas/Tree'),
      {
        Id: integer,
        Tree: { properties: { id: ref('#/components/schemas/Id'), next: ref('#/components/schemas/Tree') } },
      },
    ],
    [
      'a component that is nothing but a reference',
      { anyOf: [ref('#/components/schemas/Lamp'), ref('a.json#/Id'), ref('a.json#/Same')] },
      {
        Lamp: ref('a.json#/Id'),
        Alias: ref('#/components/schemas/Lamp'),
        Light: ref('a.json#/Id'),
        Other: { ...ref('a.json#/Same'), title: 'Other' },
      },
      {
        anyOf: [
          ref('#/components/schemas/Lamp'),
          ref('#/components/schemas/Lamp'),
          ref('#/components/schemas/Same'),
        ],
      },
      {
        Lamp: integer,
        Alias: ref('#/components/schemas/Lamp'),
        Light: ref('#/components/schemas/Lamp'),
        Other: { ...ref('#/components/schemas/Same'), title: 'Other' },
        Same: ref('#/components/schemas/Lamp'),
      },
    ],
    [
      'a discriminator',
      {
        oneOf: [ref('kinds.json#/Cat'), ref('#/components/schemas/Dog')],
        discriminator: {
          propertyName: 'kind',
          mapping: { cat: 'kinds.json#/Cat', dog: 'Dog', cow: 'unread.json#/Cow' },
        },
      },
      { Dog: {} },
      {
        oneOf: [ref('#/components/schemas/Cat'), ref('#/components/schemas/Dog')],
        discriminator: {
          propertyName: 'kind',
          mapping: {
            cat: '#/components/schemas/Cat',
            dog: '#/components/schemas/Dog',
            cow: 'unread.json#/Cow',
          },
        },
      },
      { Dog: {}, Cat: {} },
    ],
    [
      'data that looks like a reference',
      {
        ...integer,
        'x-code': ref('a.json#/Id'),
        default: [ref('a.json#/Id')],
        properties: { $ref: ref('a.json#/Id') },
      },
      {},
      {
        ...integer,
        'x-code': ref('a.json#/Id'),
        default: [ref('a.json#/Id')],
        properties: { $ref: ref('#/components/schemas/Id') },
      },
      { Id: integer },
    ],
  ];
  const files = {
    'a.json': {
      Id: integer,
      Same: ref('#/Id'),
      'a b': text,
      '': text,
      ...JSON.parse('{"__proto__":{"type":"string"}}'),
    },
    'b.json': { Id: text, Id_2: text },
    'kinds.json': { Cat: {} },
    'name.json': text,
    'tree.json': {
      Tree: { properties: { id: ref('openapi.json#/components/schemas/Id'), next: ref('tree.json#/Tree') } },
    },
  };

  it.each(rows)('is served as one: %s', async (_, schema, own, expected, schemas) => {
    const { paths, components } = bundleOf(
      documentWithBody(schema, { schemas: own }),
      Object.fromEntries(
        Object.entries(files).filter(([name]) => JSON.stringify([schema, own]).includes(name)),
      ),
    );
    expect(paths['/lamps'].post.requestBody.content['application/json'].schema).toEqual(expected);
    expect(JSON.stringify(components.schemas)).toBe(JSON.stringify(schemas));
  });

  const parts = {
    Parameter: { name: 'id', in: 'path', required: true, schema: ref('#/Id') },
    Id: integer,
    Body: { content: { 'application/json': { examples: { one: ref('#/Example') } } } },
    Example: { value: ref('#/Id') },
    Response: { description: 'x', headers: { 'X-Id': ref('#/Header') }, links: { self: ref('#/Link') } },
    Header: { schema: ref('#/Id') },
    Link: { operationId: 'get' },
    Callback: { '{$request.body#/url}': ref('#/Item') },
    Item: { post: { ...ok, callbacks: { again: ref('#/Callback') } } },
    Key: { type: 'http', scheme: 'bearer' },
    Path: {
      parameters: [ref('#/Parameter')],
      post: {
        requestBody: ref('#/Body'),
        responses: { 200: ref('#/Response') },
        callbacks: { done: ref('#/Callback') },
      },
    },
  };
  const whole = (openapi: string) =>
    documentOf(
      { '/lamps/{id}': ref('parts.json#/Path'), '/lights/{id}': ref('parts.json#/Path') },
      { securitySchemes: { key: ref('parts.json#/Key') } },
      openapi,
    );

  it.each([
    ['3.1.0', 'pathItems'],
    ['3.0.3', 'x-pathItems'],
  ])('has every kind of component in its section, in %s', async (openapi, pathItems) => {
    const { paths, components } = bundleOf(whole(openapi), { 'parts.json': parts });
    const to = (section: string, name: string) => ref(`#/components/${section}/${name}`);
    expect(paths['/lamps/{id}']).toEqual({
      parameters: [to('parameters', 'Parameter')],
      post: {
        requestBody: to('requestBodies', 'Body'),
        responses: { 200: to('responses', 'Response') },
        callbacks: { done: to('callbacks', 'Callback') },
      },
    });
    expect(paths['/lights/{id}']).toEqual(paths['/lamps/{id}']);
    expect(components).toEqual({
      securitySchemes: { key: parts.Key },
      parameters: { Parameter: { ...parts.Parameter, schema: to('schemas', 'Id') } },
      schemas: { Id: integer },
      requestBodies: {
        Body: { content: { 'application/json': { examples: { one: to('examples', 'Example') } } } },
      },
      examples: { Example: parts.Example },
      responses: {
        Response: {
          description: 'x',
          headers: { 'X-Id': to('headers', 'Header') },
          links: { self: to('links', 'Link') },
        },
      },
      headers: { Header: { schema: to('schemas', 'Id') } },
      links: { Link: parts.Link },
      callbacks: { Callback: { '{$request.body#/url}': to(pathItems, 'Item') } },
      [pathItems]: { Item: { post: { ...ok, callbacks: { again: to('callbacks', 'Callback') } } } },
    });
  });

  it.each([
    ['schemas', 'Id'],
    ['parameters', 'Parameter'],
    ['requestBodies', 'Body'],
    ['responses', 'Response'],
    ['headers', 'Header'],
    ['examples', 'Example'],
    ['links', 'Link'],
    ['callbacks', 'Callback'],
    ['securitySchemes', 'Key'],
    ['pathItems', 'Item'],
  ])('has what a component describes in another way in the same section: %s', (section, name) => {
    const own = { [section]: { Own: { ...ref(`parts.json#/${name}`), description: 'mine' } } };
    const { components } = bundleOf(documentOf({}, own), { 'parts.json': parts });
    expect(components[section]).toMatchObject({
      Own: { ...ref(`#/components/${section}/${name}`), description: 'mine' },
      [name]: expect.anything(),
    });
  });

  it('is valid, and means the same', async () => {
    const schema = JSON.parse(
      readFileSync(new URL('../data/openapi-3.1.schema.json', import.meta.url), 'utf8'),
    );
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const one = bundleOf(whole('3.1.0'), { 'parts.json': parts });
    expect(validate(one) ? [] : validate.errors).toEqual([]);
    expect(issuesOf(one, { path: '/lamps/x', method: 'POST' })).toEqual(['path.id int_parsing']);
  });

  it('has the kinds that errors name', async () => {
    const kind = (name: string) => ({ type: 'object', required: [name], properties: { [name]: integer } });
    const kinds = {
      'cat.json': kind('lives'),
      'dog.json': { Dog: kind('legs'), Bird: kind('tail') },
      'bird.json': { Bird: kind('wings') },
    };
    const members = [
      ref('cat.json'),
      ref('#/components/schemas/Hound'),
      ref('dog.json#/Bird'),
      ref('bird.json#/Bird'),
    ];
    const body = (schema: unknown) => ({
      post: { ...ok, requestBody: { required: true, content: { 'application/json': { schema } } } },
    });
    const document = documentOf(
      {
        '/any': body({ anyOf: members }),
        '/one': body({ oneOf: members, discriminator: { propertyName: 'kind' } }),
      },
      { schemas: { Hound: ref('dog.json#/Dog') } },
    );
    const files = new Map(Object.entries(kinds).map(([name, value]) => [BASE + name, value]));
    const options = { address: `${BASE}openapi.json`, files };
    const one = bundleOf(document, kinds);
    for (const [path, expected] of [
      [
        '/any',
        [
          'body.cat.lives missing',
          'body.Hound.legs missing',
          'body.Bird.tail missing',
          'body.Bird_2.wings missing',
        ],
      ],
      ['/one', ['body.Bird_2.wings missing']],
    ] as const) {
      const asked = { path, body: { kind: 'Bird_2' } };
      expect(issuesOf(document, asked, options)).toEqual(expected);
      expect(issuesOf(one, asked)).toEqual(expected);
    }
  });

  it('may have no components', async () => {
    const item = { parameters: [ref('parts.json#/Parameter')], get: ok };
    const document = { openapi: '3.1.0', paths: { '/lamps/{id}': item, 'x-notes': 7 } };
    const { paths, components } = bundleOf(document, { 'parts.json': parts });
    expect(paths).toEqual({
      '/lamps/{id}': { parameters: [ref('#/components/parameters/Parameter')], get: ok },
      'x-notes': 7,
    });
    expect(Object.keys(components)).toEqual(['parameters', 'schemas']);
  });

  it.each(['paths', 'webhooks'])(
    'has what an item of another file leads on to in its section: %s',
    (name) => {
      const document = { openapi: '3.1.0', [name]: { '/lamps': ref('more.json#/Path') } };
      const more = { Path: ref('parts.json#/Item') };
      const parts = { Item: { get: ok } };
      expect(bundleOf(document, { 'more.json': more, 'parts.json': parts })).toEqual({
        openapi: '3.1.0',
        [name]: { '/lamps': ref('#/components/pathItems/Item') },
        components: { pathItems: parts },
      });
    },
  );

  it('is served unchanged where no other file is needed', async () => {
    const document = documentOf({ '/lamps': { get: ok } });
    expect(textOf(document, { 'name.json': text })).toBe(JSON.stringify(document));
  });
});

it('an $anchor is the name of a schema in OpenAPI 3.1, and means nothing in 3.0', () => {
  const schema = { properties: { watts: { $anchor: 'watts', type: 'integer' }, most: { $ref: '#watts' } } };
  const issues = (openapi: string) =>
    issuesOf(documentWithBody(schema, {}, openapi), { path: '/lamps', body: { most: 'x' } });
  expect(issues('3.1.0')).toEqual(['body.most int_parsing']);
  expect(() => issues('3.0.3')).toThrow('#watts');
});
