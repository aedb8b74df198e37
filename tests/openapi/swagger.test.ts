import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { expectTrueCases } from './_cases.ts';
import { ask } from './_document.ts';

/** Documents of Swagger 2.0. */

type Json = Readonly<Record<string, unknown>>;

const pet = {
  type: 'object',
  required: ['name', 'kind'],
  discriminator: 'kind',
  properties: {
    name: { type: 'string', maxLength: 5, 'x-nullable': true },
    kind: { type: 'string' },
    photo: { type: 'file' },
  },
};
const list = { type: 'array', items: { type: 'integer' } };

const document = {
  swagger: '2.0',
  info: { title: 'Pets', version: '1' },
  host: 'pets.example',
  basePath: '/v1',
  schemes: ['http'],
  consumes: ['application/json'],
  produces: ['application/json'],
  definitions: {
    Pet: pet,
    Cat: { allOf: [{ $ref: '#/definitions/Pet' }, { properties: { lives: { type: 'integer' } } }] },
    Size: { type: 'object', enum: [{ type: 'file' }] },
  },
  parameters: {
    Page: { name: 'page', in: 'query', type: 'integer', minimum: 1 },
    NewPet: { name: 'pet', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } },
    'a/b': { name: 'token', in: 'formData', type: 'string', required: true },
  },
  responses: { NotFound: { description: 'None', schema: { $ref: '#/definitions/Pet' } } },
  securityDefinitions: {
    login: { type: 'basic' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    web: {
      type: 'oauth2',
      flow: 'accessCode',
      authorizationUrl: 'https://a.example',
      tokenUrl: 'https://b.example',
      scopes: { read: 'Reads' },
    },
    own: { type: 'oauth2', flow: 'implicit', authorizationUrl: 'https://a.example' },
  },
  'x-owner': { $ref: 'kept' },
  paths: {
    'x-note': 1,
    '/pets': {
      summary: 'Pets',
      parameters: [{ $ref: '#/parameters/Page' }],
      get: {
        parameters: [
          { name: 'ids', in: 'query', ...list, collectionFormat: 'multi', required: true },
          { name: 'joined', in: 'query', ...list },
          { name: 'piped', in: 'query', ...list, collectionFormat: 'pipes' },
          { name: 'X-Ids', in: 'header', ...list, description: 'Ids', 'x-example': [7] },
        ],
        responses: {
          200: {
            description: 'All pets',
            schema: { type: 'array', items: { $ref: '#/definitions/Pet' } },
            examples: { 'application/json': [{ name: 'Tom', kind: 'Cat' }] },
            headers: {
              'X-Total': { type: 'integer', description: 'How many' },
              'X-Rest': { type: 'integer' },
            },
          },
          404: { $ref: '#/responses/NotFound' },
        },
      },
      post: {
        parameters: [{ $ref: '#/parameters/NewPet' }],
        responses: { 201: { description: 'Made', schema: { $ref: '#/definitions/Cat' } } },
      },
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
      put: {
        consumes: ['application/xml', 'application/json'],
        produces: ['text/plain'],
        parameters: [
          { name: 'id', in: 'path', required: true, type: 'string', maxLength: 2 },
          { name: 'pet', in: 'body', description: 'A pet', schema: { type: 'integer' } },
        ],
        responses: { 200: { description: 'ok', schema: { type: 'string' } } },
      },
      delete: {},
    },
    '/files': {
      post: {
        parameters: [
          { name: 'file', in: 'formData', type: 'file', required: true },
          { name: 'tags', in: 'formData', ...list },
        ],
        responses: { 204: { description: 'ok' } },
      },
    },
    '/tags': {
      post: {
        parameters: [
          { name: 'ids', in: 'formData', ...list },
          { name: 'piped', in: 'formData', ...list, collectionFormat: 'pipes' },
          { name: 'tabbed', in: 'formData', ...list, collectionFormat: 'tsv' },
        ],
        responses: { 204: { description: 'ok' } },
      },
    },
    '/photos': {
      post: {
        consumes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
        parameters: [{ name: 'photo', in: 'formData', type: 'file' }],
        responses: { 204: { description: 'ok' } },
      },
    },
    '/search': {
      post: {
        parameters: [{ name: 'page', in: 'formData', type: 'integer' }],
        responses: { 204: { description: 'ok' } },
      },
    },
    '/notes': {
      post: {
        parameters: [{ name: 'note', in: 'body' }],
        responses: { 204: { description: 'ok' } },
      },
    },
    '/login': {
      post: {
        consumes: ['application/x-www-form-urlencoded', 'text/plain'],
        parameters: [{ $ref: '#/parameters/a~1b' }, { name: 'count', in: 'formData', type: 'integer' }],
        responses: { 204: { description: 'ok' } },
      },
    },
  },
};

function send(path: string, method = 'GET', body = '', type = 'application/json'): unknown[] {
  const core = fromDocument(document)[hosting].build();
  const headers: Record<string, string> = body === '' ? {} : { 'content-type': type };
  const { status, body: reply } = inject(core, { method, target: path, headers, body });
  return status === 422
    ? JSON.parse(reply).detail.map(
        (each: { loc: string[]; type: string }) => `${each.loc.join('.')} ${each.type}`,
      )
    : [status];
}

describe('a document of Swagger 2.0', () => {
  it.each([
    [['/v1/pets?ids=1&ids=x'], ['query.ids.1 int_parsing']],
    [['/v1/pets?ids=1&joined=1,x'], ['query.joined.1 int_parsing']],
    [['/v1/pets?ids=1&piped=1|x'], ['query.piped.1 int_parsing']],
    [['/v1/pets?ids=1&page=0'], ['query.page greater_than_equal']],
    [['/v1/pets?ids=1&joined=1,2&piped=1|2&page=1'], [200]],
    [
      ['/v1/tags', 'POST', 'ids=1,x&piped=1|2', 'application/x-www-form-urlencoded'],
      ['body.ids.1 int_parsing'],
    ],
    [
      ['/v1/tags', 'POST', 'ids=1,2&piped=1|x', 'application/x-www-form-urlencoded'],
      ['body.piped.1 int_parsing'],
    ],
    [
      ['/v1/tags', 'POST', 'ids=1&tabbed=1%09x', 'application/x-www-form-urlencoded'],
      ['body.tabbed.1 int_parsing'],
    ],
    [['/v1/tags', 'POST', 'ids=1,2&piped=1|2&tabbed=1%092', 'application/x-www-form-urlencoded'], [204]],
    [['/v1/pets', 'POST', '{"name":"Tommy!","kind":"Cat"}'], ['body.name string_too_long']],
    [['/v1/pets', 'POST', '{"name":null,"kind":"Cat"}'], [201]],
    [['/v1/pets', 'POST'], ['body missing']],
    [['/v1/pets/abc', 'PUT', '1'], ['path.id string_too_long']],
    [['/v1/pets/ab', 'PUT', '"x"'], ['body int_type']],
    [['/v1/pets/ab', 'PUT', '1'], [200]],
    [
      ['/v1/login', 'POST', 'count=x', 'application/x-www-form-urlencoded'],
      ['body.token missing', 'body.count int_parsing'],
    ],
    [['/v1/login', 'POST', 'token=a&count=1', 'application/x-www-form-urlencoded'], [204]],
    [
      [
        '/v1/files',
        'POST',
        '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n--b--',
        'multipart/form-data; boundary=b',
      ],
      ['body.file missing'],
    ],
    [['/v1/notes', 'POST', '[1]'], [204]],
    [['/v1/search', 'POST', 'page=x', 'application/x-www-form-urlencoded'], ['body.page int_parsing']],
  ] as const)('is served: %j', ([path, method, body, type], expected) => {
    expect(send(path, method, body, type)).toEqual(expected);
  });

  it('is described as OpenAPI 3.0', () => {
    expect(fromDocument(document)[hosting].contract.document).toMatchObject({
      openapi: '3.0.3',
      'x-owner': { $ref: 'kept' },
      components: {
        schemas: {
          Pet: {
            discriminator: { propertyName: 'kind' },
            properties: { name: { nullable: true }, photo: { type: 'string', format: 'binary' } },
          },
          Size: { enum: [{ type: 'file' }] },
        },
        securitySchemes: {
          login: { type: 'http', scheme: 'basic' },
          key: { type: 'apiKey' },
          web: { flows: { authorizationCode: { tokenUrl: 'https://b.example', scopes: { read: 'Reads' } } } },
          own: { flows: { implicit: { scopes: {} } } },
        },
        requestBodies: { NewPet: { required: true } },
        parameters: { Page: { name: 'page', schema: { minimum: 1 } } },
        responses: { NotFound: { content: { 'application/json': {} } } },
      },
      paths: {
        'x-note': 1,
        '/pets': {
          summary: 'Pets',
          get: {
            parameters: [
              { $ref: '#/components/parameters/Page' },
              { name: 'ids', style: 'form', explode: true },
              { name: 'joined', style: 'form', explode: false },
              { name: 'piped', style: 'pipeDelimited', explode: false },
              { name: 'X-Ids', description: 'Ids', style: 'simple', schema: { example: [7] } },
            ],
            responses: {
              200: {
                headers: {
                  'X-Total': { description: 'How many', schema: { type: 'integer' } },
                  'X-Rest': { schema: { type: 'integer' } },
                },
                content: { 'application/json': { example: [{ name: 'Tom', kind: 'Cat' }] } },
              },
              404: { $ref: '#/components/responses/NotFound' },
            },
          },
          post: { requestBody: { $ref: '#/components/requestBodies/NewPet' } },
        },
        '/pets/{id}': {
          put: { requestBody: { content: { 'application/xml': {} } } },
          delete: { responses: {} },
        },
        '/files': {
          post: {
            requestBody: { content: { 'multipart/form-data': { encoding: { tags: { explode: false } } } } },
          },
        },
        '/photos': { post: { requestBody: { content: { 'multipart/form-data': {} } } } },
        '/notes': { post: { requestBody: { content: { 'application/json': { schema: {} } } } } },
      },
    });
  });

  it.each([
    [{ basePath: '/v1' }, '/v1'],
    [{ host: 'a.example' }, 'https://a.example'],
    [{}, '/'],
  ])('has the server %j', (given, url) => {
    const app = fromDocument({ swagger: 2, info: {}, ...given, paths: {} });
    expect(app[hosting].contract.document).toMatchObject({ servers: [{ url }], paths: {} });
  });

  it('may have its parts in several files', () => {
    const get = {
      parameters: [{ name: 'a', in: 'query', type: 'integer' }],
      responses: { default: { description: 'x' } },
    };
    const files = new Map<string, unknown>([
      ['file:///path.json', { get }],
      ['file:///shared.json', { swagger: '2.0', definitions: { A: { type: 'integer' } }, paths: {} }],
      ['file:///schemas.json', { definitions: { B: { $ref: 'shared.json#/definitions/A' } } }],
      ['file:///list.json', [1]],
    ]);
    const body = (schema: Json) => ({
      post: {
        parameters: [{ name: 'b', in: 'body', schema }, { $ref: 'parameters.json#/P' }],
        responses: { 200: { $ref: 'responses.json#/R' } },
      },
    });
    const all = new Map([
      ...files,
      ['file:///parameters.json', { P: { name: 'p', in: 'query', required: true, type: 'integer' } }],
      ['file:///responses.json', { R: { description: 'x' } }],
    ]);
    const paths = {
      '/path': { $ref: 'path.json' },
      '/schema': body({ $ref: 'schemas.json#/definitions/B' }),
    };
    const root = { swagger: '2.0', info: {}, paths };
    const app = fromDocument(root, { address: 'file:///root.json', files: all });
    const core = app[hosting].build();
    const headers = { 'content-type': 'application/json' };
    expect(inject(core, { method: 'GET', target: '/path?a=x', headers: {} }).status).toBe(422);
    expect(inject(core, { method: 'POST', target: '/schema?p=1', headers, body: '"x"' }).status).toBe(422);
    expect(inject(core, { method: 'POST', target: '/schema?p=1', headers, body: '7' }).status).toBe(200);
  });

  it('is refused if its paths are a list', () => {
    expect(() => fromDocument({ swagger: '2.0', paths: [] })).toThrow(
      'The paths at #/paths are not an object',
    );
  });

  it('keeps a reference that is no text', () => {
    const paths = { '/a': { $ref: 7, get: { responses: { 200: { $ref: 8 } } } } };
    const app = fromDocument({ swagger: '2.0', info: {}, paths })[hosting];
    expect(app.contract.document).toMatchObject({ paths });
    expect(inject(app.build(), { method: 'GET', target: '/a', headers: {} }).status).toBe(200);
  });

  it('is refused if a reference leads nowhere', () => {
    const post = { parameters: [{ name: 'a', in: 'body', schema: { $ref: '#/definitions/A' } }] };
    expect(() => fromDocument({ swagger: '2.0', paths: { '/a': { post } } })).toThrow(
      'The reference "#/definitions/A" at #/paths/~1a/post/parameters/0/schema leads nowhere',
    );
  });
});

describe('a reference to what stands in an operation', () => {
  const one = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };
  const reply = { 200: { description: 'x', schema: one } };
  const body = { in: 'body', name: 'body', schema: one };
  const page = { in: 'query', name: 'page', type: 'integer' };
  const own = { consumes: ['application/vnd.own+json'], produces: ['application/vnd.own+json'] };
  const referringTo = ($ref: string, others: Json = {}) => ({
    swagger: '2.0',
    info: { title: 'x', version: '1' },
    parameters: { Body: body, Page: page },
    responses: { Own: { description: 'x', schema: one } },
    paths: {
      '/plain/{id}': {
        parameters: [{ in: 'path', name: 'id', type: 'string', required: true }, body, page],
        get: { responses: reply },
        post: { parameters: [body], responses: reply },
      },
      '/own': { post: { ...own, parameters: [page, body, { $ref: '#/parameters/Page' }], responses: reply } },
      '/referring': {
        post: {
          parameters: [{ in: 'body', name: 'body', required: true, schema: { $ref } }],
          responses: { 204: { description: 'x' } },
        },
      },
    },
    ...others,
  });
  const types = { consumes: ['application/vnd.all+json'], produces: ['application/vnd.all+json'] };

  it.each([
    ['a reply', '#/paths/~1plain~1%7Bid%7D/get/responses/200/schema'],
    ['a reply of another type', '#/paths/~1own/post/responses/200/schema'],
    ['a shared reply', '#/responses/Own/schema'],
    ['a body', '#/paths/~1plain~1{id}/post/parameters/0/schema'],
    ['a body of another type', '#/paths/~1own/post/parameters/1/schema'],
    ['a shared body', '#/parameters/Body/schema'],
  ])('leads to the schema of %s', (_, $ref) => {
    for (const [pointer, value, wrong] of [
      [$ref, '{"a":1}', '{"a":"x"}'],
      [`${$ref}/properties/a`, '1', '"x"'],
    ] as const)
      for (const [type, others] of [
        ['application/json', {}],
        ['application/vnd.all+json', types],
      ] as const) {
        const asked = { method: 'POST', path: '/referring', headers: { 'content-type': type } };
        const send = (json: string) => ask(referringTo(pointer, others), { ...asked, json }).status;
        expect([send(value), send(wrong)]).toEqual([204, 422]);
      }
  });

  it.each([
    ['of a path', '#/paths/~1plain~1{id}/parameters/2'],
    ['before a body', '#/paths/~1own/post/parameters/0'],
    ['that is a reference itself', '#/paths/~1own/post/parameters/2'],
  ])('leads to a parameter %s', (_, $ref) => {
    const whole = referringTo('#/responses/Own/schema');
    const get = { parameters: [{ $ref }], responses: { 204: { description: 'x' } } };
    const paths = { ...whole.paths, '/referring': { get } };
    const send = (page: string) => ask({ ...whole, paths }, { path: `/referring?page=${page}` }).status;
    expect([send('1'), send('x')]).toEqual([204, 422]);
  });
});

it('has no case of a header that HTTP itself reads', () => {
  const integer = { type: 'integer' };
  const parameters = ['Content-Length', 'X-Count'].map((name) => ({ name, in: 'header', schema: integer }));
  const cases = expectTrueCases({
    openapi: '3.1.0',
    info: {},
    paths: { '/a': { post: { parameters, responses: {} } } },
  });
  expect(cases.some(({ request }) => request.headers['Content-Length'] !== undefined)).toBe(false);
  expect(cases.some(({ request }) => request.headers['X-Count'] !== undefined)).toBe(true);
});

it.each([
  ['tsv', '1%092', 200],
  ['tsv', '1%09x', 422],
  ['tsv', '1,2', 422],
  ['ssv', '1%202', 200],
])('a list whose format is %s is read: %s', (collectionFormat, sent, status) => {
  const p = { name: 'p', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat };
  const paths = { '/lamps': { get: { parameters: [p], responses: { 200: { description: 'x' } } } } };
  const document = { swagger: '2.0', info: { title: 'Lamps', version: '1' }, paths };
  expect(ask(document, { path: `/lamps?p=${sent}` }, { values: 'schema' }).status).toBe(status);
  expectTrueCases(document, 'schema');
});
