import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';

/** A document of Swagger 2.0 with something of each kind, and the document of OpenAPI 3.0 that is served in its place. */

const given = {
  swagger: '2.0',
  info: { title: 'Tags', version: '1' },
  host: 'tags.example',
  basePath: '/v1',
  schemes: ['https', 'http'],
  consumes: ['application/json'],
  produces: ['application/json', 'text/csv'],
  securityDefinitions: {
    login: { type: 'basic' },
    key: { type: 'apiKey', in: 'query', name: 'k' },
    web: {
      type: 'oauth2',
      flow: 'accessCode',
      authorizationUrl: 'https://a.example',
      tokenUrl: 'https://b.example',
      scopes: { read: 'Reads' },
    },
    app: { type: 'oauth2', flow: 'application', tokenUrl: 'https://b.example' },
    own: { type: 'oauth2', flow: 'implicit', authorizationUrl: 'https://a.example' },
    pass: { type: 'oauth2', flow: 'password', tokenUrl: 'https://b.example' },
  },
  paths: {
    '/tags': {
      post: {
        operationId: 'addTags',
        summary: 'Add',
        tags: ['t'],
        deprecated: true,
        consumes: ['multipart/form-data'],
        parameters: [
          {
            name: 'name',
            in: 'formData',
            type: 'string',
            required: true,
            maxLength: 3,
            description: 'A name',
          },
          { name: 'ids', in: 'formData', type: 'array', items: { type: 'integer' } },
          {
            name: 'all',
            in: 'formData',
            type: 'array',
            items: { type: 'string' },
            collectionFormat: 'multi',
          },
          { name: 'tabs', in: 'formData', type: 'array', items: { type: 'string' }, collectionFormat: 'tsv' },
          { name: 'file', in: 'formData', type: 'file' },
        ],
        responses: {
          '201': {
            description: 'Made',
            schema: { $ref: '#/definitions/Tag' },
            headers: { 'X-Left': { type: 'integer', description: 'How many' } },
            examples: { 'application/json': { name: 'a' } },
          },
          default: { $ref: '#/responses/Bad' },
        },
      },
      get: {
        parameters: [
          {
            name: 'q',
            in: 'query',
            type: 'array',
            items: { type: 'string' },
            collectionFormat: 'pipes',
            'x-example': ['a'],
          },
          { name: 's', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'ssv' },
          { name: 'm', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
          { name: 'X-Ids', in: 'header', type: 'array', items: { type: 'integer' } },
          { $ref: '#/parameters/Page' },
        ],
        responses: { '200': { description: 'All' } },
      },
      put: {
        parameters: [
          {
            name: 'tag',
            in: 'body',
            required: true,
            description: 'A tag',
            schema: { $ref: '#/definitions/Tag' },
          },
        ],
        responses: { '204': { description: 'Done' } },
      },
    },
  },
  parameters: { Page: { name: 'page', in: 'query', type: 'integer', minimum: 1, default: 1 } },
  responses: { Bad: { description: 'Bad', schema: { type: 'string' } } },
  definitions: {
    Tag: {
      type: 'object',
      discriminator: 'kind',
      required: ['kind'],
      properties: { kind: { type: 'string' }, name: { type: 'string', 'x-nullable': true } },
    },
  },
};

const served = {
  openapi: '3.0.3',
  info: { title: 'Tags', version: '1' },
  servers: [{ url: 'https://tags.example/v1' }],
  paths: {
    '/tags': {
      post: {
        operationId: 'addTags',
        summary: 'Add',
        tags: ['t'],
        deprecated: true,
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: 'string', maxLength: 3, description: 'A name' },
                  ids: { type: 'array', items: { type: 'integer' } },
                  all: { type: 'array', items: { type: 'string' } },
                  tabs: { type: 'array', items: { type: 'string' } },
                  file: { type: 'string', format: 'binary' },
                },
                required: ['name'],
              },
              encoding: {
                ids: { style: 'form', explode: false },
                tabs: { style: 'form', explode: false, 'x-collection-format': 'tsv' },
              },
            },
          },
          required: true,
        },
        responses: {
          '201': {
            description: 'Made',
            headers: { 'X-Left': { description: 'How many', schema: { type: 'integer' } } },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Tag' }, example: { name: 'a' } },
              'text/csv': { schema: { $ref: '#/components/schemas/Tag' } },
            },
          },
          default: { $ref: '#/components/responses/Bad' },
        },
      },
      get: {
        parameters: [
          {
            name: 'q',
            in: 'query',
            schema: { type: 'array', items: { type: 'string' }, example: ['a'] },
            style: 'pipeDelimited',
            explode: false,
          },
          {
            name: 's',
            in: 'query',
            schema: { type: 'array', items: { type: 'string' } },
            style: 'spaceDelimited',
            explode: false,
          },
          {
            name: 'm',
            in: 'query',
            schema: { type: 'array', items: { type: 'string' } },
            style: 'form',
            explode: true,
          },
          {
            name: 'X-Ids',
            in: 'header',
            schema: { type: 'array', items: { type: 'integer' } },
            style: 'simple',
            explode: false,
          },
          { $ref: '#/components/parameters/Page' },
        ],
        responses: { '200': { description: 'All' } },
      },
      put: {
        requestBody: {
          description: 'A tag',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Tag' } } },
          required: true,
        },
        responses: { '204': { description: 'Done' } },
      },
    },
  },
  components: {
    schemas: {
      Tag: {
        type: 'object',
        discriminator: { propertyName: 'kind' },
        required: ['kind'],
        properties: {
          kind: { type: 'string' },
          name: { type: 'string', 'x-nullable': true, nullable: true },
        },
      },
    },
    parameters: { Page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } } },
    requestBodies: {},
    responses: {
      Bad: {
        description: 'Bad',
        content: {
          'application/json': { schema: { type: 'string' } },
          'text/csv': { schema: { type: 'string' } },
        },
      },
    },
    securitySchemes: {
      login: { type: 'http', scheme: 'basic' },
      key: { type: 'apiKey', in: 'query', name: 'k' },
      web: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://a.example',
            tokenUrl: 'https://b.example',
            scopes: { read: 'Reads' },
          },
        },
      },
      app: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://b.example', scopes: {} } } },
      own: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a.example', scopes: {} } } },
      pass: { type: 'oauth2', flows: { password: { tokenUrl: 'https://b.example', scopes: {} } } },
    },
  },
};

it('a document of Swagger 2.0 is served as one of OpenAPI 3.0, with all that it says', () => {
  expect(fromDocument(given).contract.document).toEqual(served);
});
