import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A document with what people's documents have: tags, Markdown, unions, recursion, examples, credentials. */
const lamps = {
  openapi: '3.1.0',
  info: {
    title: 'Lamp house',
    version: '2.1.0',
    description:
      'Keeps **every lamp** of a house. See [the guide](https://docs.example/guide).\n\n# Getting started\n\n| verb | means |\n|---|---|\n| GET | read |\n\n![plan](https://evil.example/plan.png)\n\n<script>window.hacked = true</script><iframe src="https://evil.example"></iframe><b onclick="hacked = true" style="color:red">bold</b>',
    contact: { name: 'Lamp team', email: 'lamps@docs.example' },
    license: { name: 'MIT', url: 'https://docs.example/mit' },
  },
  servers: [{ url: 'https://lamps.example/v2', description: 'Production' }],
  externalDocs: { url: 'https://docs.example/more', description: 'More to read' },
  tags: [
    { name: 'lamps', description: 'Everything about *lamps*.' },
    { name: 'rooms', description: 'Where lamps stand.' },
  ],
  security: [{ key: [] }],
  paths: {
    '/lamps': {
      post: {
        operationId: 'registerLamp',
        tags: ['lamps'],
        summary: 'Register a lamp',
        description: 'Adds a lamp **to the house**.',
        externalDocs: { url: 'https://docs.example/register' },
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/NewLamp' },
              examples: {
                desk: { summary: 'A desk lamp', value: { name: 'Desk lamp', watt: 40, color: 'white' } },
                ceiling: { value: { name: 'Ceiling lamp', watt: 60, color: 'warm' } },
              },
            },
          },
        },
        responses: {
          201: {
            description: 'The lamp as it is kept.',
            headers: { Location: { description: 'Where the lamp is.', schema: { type: 'string' } } },
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Lamp' },
                example: { id: '3fa85f64-5717-4562-b3fc-2c963f66afa6', name: 'Desk lamp', watt: 40 },
              },
            },
          },
          409: { description: 'There is a lamp of this name.' },
        },
      },
      get: {
        operationId: 'listLamps',
        tags: ['lamps'],
        summary: 'List lamps',
        deprecated: true,
        security: [],
        parameters: [
          {
            name: 'room',
            in: 'query',
            description: 'Only lamps of this room.',
            schema: { type: 'string', enum: ['kitchen', 'hall', 'attic'] },
          },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          { name: 'since', in: 'query', schema: { type: 'string', format: 'date' } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'All lamps.',
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Lamp' } },
              },
            },
          },
        },
      },
    },
    '/lamps/{lampId}/settings/with-a-rather-long-path': {
      put: {
        operationId: 'changeSettings',
        tags: ['lamps'],
        summary: 'تغيير إعدادات المصباح',
        security: [{ basic: [] }, { bearer: [] }, { key: [] }],
        parameters: [
          { name: 'lampId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  on: { type: 'boolean' },
                  password: { type: 'string' },
                  لون: { type: 'integer' },
                  steps: { type: 'array', items: { type: 'integer' } },
                  schedule: { properties: { beginning_of_the_evening_in_winter: { type: 'integer' } } },
                },
              },
            },
          },
        },
        responses: { 204: { description: 'Done.' } },
      },
    },
    '/rooms': {
      get: {
        operationId: 'listRooms',
        tags: ['rooms'],
        summary: 'List rooms',
        responses: {
          200: {
            description: 'All rooms.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Room' } } },
          },
        },
      },
    },
  },
  webhooks: {
    broke: {
      post: {
        summary: 'A lamp broke',
        requestBody: {
          content: {
            'application/json': {
              schema: { properties: { lamp: { type: 'string', description: 'The lamp that broke.' } } },
            },
          },
        },
        responses: { 204: { description: 'Heard.' } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Ask the *lamp team*.' },
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer' },
    },
    schemas: {
      NewLamp: {
        type: 'object',
        required: ['name', 'watt'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 40, description: 'What people **call** it.' },
          watt: { type: 'integer', minimum: 1, maximum: 200, description: 'The power it draws.' },
          color: { type: 'string', enum: ['white', 'warm', 'red'], default: 'white' },
          installed: { type: 'string', format: 'date' },
          serial: { type: 'string', pattern: '^[A-Z]{3}\\d{4}$', example: 'ABC1234' },
          note: { type: ['string', 'null'], deprecated: true },
          secret: { type: 'string', writeOnly: true },
        },
      },
      Lamp: {
        allOf: [
          { $ref: '#/components/schemas/NewLamp' },
          {
            type: 'object',
            required: ['id'],
            properties: {
              id: { type: 'string', format: 'uuid', readOnly: true },
              room: { $ref: '#/components/schemas/Room' },
            },
          },
        ],
      },
      Room: {
        type: 'object',
        description: 'A room of the house.',
        properties: {
          name: { type: 'string' },
          parent: { $ref: '#/components/schemas/Room' },
          lamps: { type: 'array', items: { $ref: '#/components/schemas/Lamp' } },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          owner: { oneOf: [{ $ref: '#/components/schemas/Person' }, { type: 'string' }] },
        },
      },
      Person: { type: 'object', properties: { nickname: { type: 'string', examples: ['Ada'] } } },
    },
  },
};

/** Writes the document, or the one given, into a file for the tests of a test file. */
export function writeDocument(document: object = lamps): string {
  const folder = mkdtempSync(join(tmpdir(), 'lamps-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'lamps.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}
