import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** The reply of a mock to an operation that declares a schema and no example: valid, likely, and always the same. */

const rows: readonly (readonly [schema: object, reply: unknown])[] = [
  [{ type: 'string', minLength: 20 }, 'Example and more words'],
  [{ type: 'string', maxLength: 2 }, 'Ex'],
  [{ type: 'string', minLength: 3, maxLength: 3 }, 'Exa'],
  [{ type: 'string', pattern: '^[A-Z]{2}-[0-9]{3}$' }, 'SA-927'],
  [{ type: 'string', pattern: '^a+$', minLength: 5 }, 'aaaaaa'],
  [{ type: 'string', enum: ['x', 'y'] }, 'x'],
  [{ type: 'string', const: 'only' }, 'only'],
  [{ type: 'string', default: 'd' }, 'd'],
  [{ type: 'string', example: 'e', default: 'd' }, 'e'],
  [{ type: 'string', examples: ['f', 'g'] }, 'f'],
  [{ type: 'string', example: 7 }, 'Example'],
  [{ type: ['string', 'null'] }, 'Example'],
  [{ type: ['null', 'integer'] }, 12],
  [{ anyOf: [{ type: 'null' }, { type: 'integer' }] }, 12],
  [{ oneOf: [{ type: 'null' }, { type: 'object', properties: { a: { type: 'integer' } } }] }, { a: 12 }],
  [{ anyOf: [{ type: 'null' }] }, null],
  [{ type: 'null' }, null],
  [{ type: 'integer', minimum: 50 }, 50],
  [{ type: 'integer', maximum: -5 }, -5],
  [{ type: 'integer', exclusiveMinimum: 99 }, 100],
  [{ type: 'integer', exclusiveMaximum: 5 }, 4],
  [{ type: 'integer', minimum: 3, maximum: 4 }, 4],
  [{ type: 'integer', multipleOf: 7 }, 14],
  [{ type: 'integer', minimum: 50, multipleOf: 7 }, 56],
  [{ type: 'number', minimum: 0.5, maximum: 0.75 }, 0.625],
  [{ type: 'number', multipleOf: 0.25, minimum: 20.1 }, 20.25],
  [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  [{ type: 'integer', format: 'int64' }, 12],
  [{ type: 'boolean' }, true],
  [{ type: 'boolean', const: false }, false],
  [{ type: 'array', items: { type: 'integer' } }, [12]],
  [{ type: 'array', items: { type: 'integer' }, minItems: 3 }, [12, 12, 12]],
  [{ type: 'array', items: { type: 'integer' }, minItems: 1.5 }, [12, 12]],
  [{ type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true }, [1, 0, 2]],
  [
    { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 2, uniqueItems: true },
    ['a', 'b'],
  ],
  [{ type: 'array', maxItems: 0, items: { type: 'string' } }, []],
  [{ type: 'array', prefixItems: [{ type: 'integer' }, { type: 'string' }], items: false }, [12, 'Example']],
  [
    { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'boolean' }, minItems: 3 },
    [12, true, true],
  ],
  [
    { type: 'array', prefixItems: [{ type: 'integer' }], items: { type: 'boolean' }, minItems: 2 },
    [12, true],
  ],
  [{ type: 'array', items: { type: 'integer' }, contains: { minimum: 50 } }, [50]],
  [
    {
      type: 'array',
      contains: { type: 'array', contains: { type: 'integer' }, minContains: 3 },
      minContains: 2,
    },
    [
      [12, 12, 12],
      [12, 12, 12],
    ],
  ],
  [
    { type: 'array', items: { type: 'integer' }, contains: { minimum: 50 }, minContains: 2, minItems: 4 },
    [50, 50, 12, 12],
  ],
  [{ type: 'array', items: { type: 'integer' }, contains: { minimum: 50 }, minContains: 0 }, [12]],
  [{ type: 'array', contains: { type: 'string' } }, ['Example']],
  [{ type: 'array', prefixItems: [{ type: 'integer' }], contains: { type: 'string' } }, [12, 'Example']],
  [{ type: 'string', format: 'iri' }, 'https://example.com/items'],
  [{ type: 'string', format: 'iri-reference' }, '/items/7'],
  [{ type: 'string', format: 'uri-template' }, '/items/{id}'],
  [{ type: 'string', format: 'relative-json-pointer' }, '1/items'],
  [{ type: 'string', format: 'char' }, 'a'],
  [{ type: 'string', format: 'idn-hostname' }, 'www.example.com'],
  [
    {
      type: 'object',
      properties: { a: { type: 'integer' }, b: false, c: { minimum: 2, maximum: 1, type: 'integer' } },
    },
    { a: 12 },
  ],
  [{ type: 'array' }, [null]],
  [{ type: 'array', minItems: 1 }, [null]],
  [{ type: 'object' }, {}],
  [
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } },
    { a: 'Example a', b: 12 },
  ],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, {}],
  // What a field repeats may be too much for a reply.
  [{ type: 'object', additionalProperties: { const: 'x'.repeat(600_000) }, minProperties: 2 }, {}],
  [
    { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 },
    { text: 1, text2: 1 },
  ],
  [
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['b'],
      maxProperties: 1,
    },
    { b: 'Example b' },
  ],
  [
    {
      type: 'object',
      properties: { a: { type: 'string', readOnly: true }, b: { type: 'string', writeOnly: true } },
    },
    { a: 'Example a' },
  ],
  [{ oneOf: [{ type: 'integer' }, { type: 'string' }] }, 12],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'Example'],
  [{ anyOf: [{ type: 'null' }, { type: 'integer' }] }, 12],
  [
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
      ],
    },
    { a: 'Example a', b: 12 },
  ],
  [{ allOf: [{ type: 'integer', minimum: 5 }, { maximum: 7 }, { multipleOf: 3 }] }, 6],
  [
    {
      type: 'object',
      properties: { kind: { type: 'string' } },
      oneOf: [
        { properties: { kind: { const: 'cat' }, lives: { type: 'integer' } }, required: ['kind'] },
        { properties: { kind: { const: 'dog' } }, required: ['kind'] },
      ],
    },
    { kind: 'cat', lives: 12 },
  ],
  [{ type: 'string', not: { const: 'Example' } }, 'text'],
  [{ const: { a: [1] } }, { a: [1] }],
  [{ enum: [null, 1] }, null],
  [{ type: 'string', minLength: 3, maxLength: 2 }, null],
  [
    {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        name: { type: 'string' },
        email: { type: 'string' },
        createdAt: { type: 'string', format: 'date-time' },
        tags: { type: 'array', items: { type: 'string' } },
        owner: { type: 'object', properties: { name: { type: 'string' } } },
        price: { type: 'number' },
      },
    },
    {
      id: 1042,
      name: 'Example name',
      email: 'ada@example.com',
      createdAt: '2026-03-14T09:26:53Z',
      tags: ['Example tag'],
      owner: { name: 'Example name' },
      price: 19.99,
    },
  ],
  [{ type: 'string', format: 'date' }, '2026-03-14'],
  [{ type: 'string', format: 'time' }, '09:26:53Z'],
  [{ type: 'string', format: 'date-time' }, '2026-03-14T09:26:53Z'],
  [{ type: 'string', format: 'duration' }, 'P3DT4H'],
  [{ type: 'string', format: 'email' }, 'ada@example.com'],
  [{ type: 'string', format: 'hostname' }, 'www.example.com'],
  [{ type: 'string', format: 'ipv4' }, '192.0.2.44'],
  [{ type: 'string', format: 'ipv6' }, '2001:db8::2c'],
  [{ type: 'string', format: 'uri' }, 'https://example.com/items'],
  [{ type: 'string', format: 'uri-reference' }, '/items/7'],
  [{ type: 'string', format: 'uuid' }, '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d'],
  [{ type: 'string', format: 'byte' }, 'aGVsbG8='],
  [{ type: 'string', format: 'password' }, 'correct-horse-7-Battery'],
  [{ type: 'string', format: 'json-pointer' }, '/items/7'],
  [{ type: 'string', format: 'regex' }, '^[a-z]+$'],
];

it.each(['schema', 'fastapi', 'strict'] as const)(
  'a schema has its sample in a reply, read as %s',
  async (values) => {
    const paths = rows.map(([schema], at) => {
      const content = { 'application/json': { schema } };
      return [`/${at}/lamp`, { get: { responses: { 200: { description: 'x', content } } } }];
    });
    const app = fromDocument(documentOf(Object.fromEntries(paths)), { values });
    const sampled: unknown[] = [];
    for (const [at, [schema]] of rows.entries()) {
      const response = await app.fetch(new Request(`http://localhost/${at}/lamp`));
      sampled.push([schema, await response.json()]);
    }
    expect(sampled).toEqual(rows);
  },
);
