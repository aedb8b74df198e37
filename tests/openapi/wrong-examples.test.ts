import { expect, it } from 'vitest';
import { MAX_EXAMPLES } from '../../src/documents/examples.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { documentOf } from './_document.ts';

/** Examples that don't fit their schemas. */

const integer = { type: 'integer' };
const text = { type: 'string' };

/** The places of wrong examples. */
function wrongIn(document: ReturnType<typeof documentOf>, options: DocumentOptions = {}): string[] {
  const { checkExamples } = fromDocument(document, { values: 'schema', ...options })[hosting];
  return [...(checkExamples?.() ?? [])].flatMap((each) => each?.place ?? []);
}

/** A document with an operation. */
function withOperation(operation: Readonly<Record<string, unknown>>) {
  const responses = { 200: { description: 'x' }, ...Object(operation.responses) };
  return documentOf({ '/lamps': { post: { ...operation, responses } } });
}

const at = (place: string) => `#/paths/~1lamps/post/${place}`;

it.each<[string, Readonly<Record<string, unknown>>, string[]]>([
  ['nothing', {}, []],
  [
    'a media type',
    { requestBody: { content: { 'application/json': { schema: integer, example: 'a' } } } },
    [at('requestBody/content/application~1json/example')],
  ],
  [
    'a named example',
    {
      responses: {
        201: {
          description: 'x',
          content: {
            'application/json': {
              schema: integer,
              examples: { right: { value: 7 }, wrong: { value: 'a' }, none: { summary: 'x' } },
            },
          },
        },
      },
    },
    [at('responses/201/content/application~1json/examples/wrong/value')],
  ],
  [
    'text of another type, which stands for a value',
    { requestBody: { content: { 'application/xml': { schema: integer, example: '<a/>' } } } },
    [],
  ],
  [
    'a value of another type',
    { requestBody: { content: { 'application/xml': { schema: integer, example: {} } } } },
    [at('requestBody/content/application~1xml/example')],
  ],
  [
    'parameters',
    {
      parameters: [
        { name: 'a', in: 'query', schema: integer, example: '5' },
        { name: 'b', in: 'query', schema: integer, example: 'x' },
        { name: 'c', in: 'query', schema: { ...integer, example: 'y' } },
      ],
    },
    [at('parameters/1/example'), at('parameters/2/schema/example')],
  ],
  [
    'a header',
    { responses: { 201: { description: 'x', headers: { 'X-A': { schema: integer, example: 'x' } } } } },
    [at('responses/201/headers/X-A/example')],
  ],
  [
    'the schema of a property, and a whole schema',
    {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['content'],
              properties: { content: { ...integer, example: 'x' }, example: { ...integer, example: 7 } },
              examples: [{ content: 7 }, {}],
            },
          },
        },
      },
    },
    ['examples/1', 'properties/content/example'].map((place) =>
      at(`requestBody/content/application~1json/schema/${place}`),
    ),
  ],
  [
    'the items of a list, and a part of a combination',
    {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              anyOf: [
                { type: 'array', items: { ...integer, example: 'x' } },
                { ...text, example: 7 },
              ],
            },
          },
        },
      },
    },
    ['anyOf/0/items/example', 'anyOf/1/example'].map((place) =>
      at(`requestBody/content/application~1json/schema/${place}`),
    ),
  ],
])('are found in %s', (_, operation, places) => {
  expect(wrongIn(withOperation(operation))).toEqual(places);
});

it('are found where they are declared, once', () => {
  const components = {
    schemas: { Lamp: { type: 'object', properties: { id: { ...integer, example: 'x' } } }, Same: true },
    examples: { lamp: { value: { id: 'y' } } },
  };
  const schema = { $ref: '#/components/schemas/Lamp', example: 7 };
  const media = { schema, examples: { lamp: { $ref: '#/components/examples/lamp' } } };
  const requestBody = { content: { 'application/json': media } };
  const operation = { requestBody, responses: { 204: { description: 'x' } } };
  expect(wrongIn(documentOf({ '/a': { post: operation } }, components))).toEqual([
    '#/components/examples/lamp/value',
    '#/components/schemas/Lamp/properties/id/example',
  ]);
});

it('may be right for a request only, or for a reply only', () => {
  const properties = { id: { ...integer, readOnly: true }, password: { ...text, writeOnly: true } };
  const Lamp = { type: 'object', required: ['id', 'password'], properties };
  const schemas = {
    A: { ...Lamp, example: { id: 7 } },
    B: { ...Lamp, example: { password: 'x' } },
    C: { ...Lamp, example: {} },
  };
  expect(wrongIn(documentOf({}, { schemas }))).toEqual(['#/components/schemas/C/example']);
});

it('are found in other files', () => {
  const files = new Map([['file:///parts.json', { Lamp: { ...integer, example: 'x' } }]]);
  const schema = { oneOf: [{ $ref: 'parts.json#/Lamp' }, { $ref: 'parts.json#/Lamp' }] };
  const document = withOperation({ requestBody: { content: { 'application/json': { schema } } } });
  expect(wrongIn(document, { address: 'file:///lamps.json', files })).toEqual([
    'file:///parts.json#/Lamp/example',
  ]);
  const schemas = { Lamp: { ...integer, example: 'x' } };
  const parts = new Map([['file:///parts.json', { components: { schemas } }]]);
  const ref = { $ref: 'parts.json#/components/schemas/Lamp' };
  const other = withOperation({ requestBody: { content: { 'application/json': { schema: ref } } } });
  expect(wrongIn(other, { address: 'file:///lamps.json', files: parts })).toEqual([
    'file:///parts.json#/components/schemas/Lamp/example',
  ]);
});

it('are not checked by a schema that is wrong itself', () => {
  const schema = { $ref: '#/x-schemas/Lamp' };
  const responses = { 201: { description: 'x', content: { 'application/json': { schema, example: {} } } } };
  const Lamp = { properties: { watts: { $ref: '#nowhere' } } };
  const document = { ...withOperation({ responses }), 'x-schemas': { Lamp } };
  const { checkExamples } = fromDocument(document, { values: 'schema' })[hosting];
  expect([...(checkExamples?.() ?? [])].filter(Boolean)).toEqual([
    {
      place: at('responses/201/content/application~1json/example'),
      what: 'is not checked: The reference "#nowhere" at #/x-schemas/Lamp/properties/watts leads nowhere',
    },
  ]);
});

it('are not looked for without end', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: MAX_EXAMPLES + 5 }, (_, each) => [`Lamp${each}`, { ...integer, example: 'x' }]),
  );
  expect(wrongIn(documentOf({}, { schemas }))).toHaveLength(MAX_EXAMPLES);
});

it('are not sent if they are too large for a schema that leads back to itself', () => {
  const schema = { $ref: '#/components/schemas/Tree' };
  const Tree = { properties: { branches: { type: 'array', items: schema } } };
  const media = (length: number) => ({ schema, example: { branches: Array.from({ length }, () => ({})) } });
  const content = { 'application/json': media(250_000), 'application/x+json': media(100) };
  const document = { ...withOperation({ requestBody: { content } }), components: { schemas: { Tree } } };
  expect(wrongIn(document, { values: 'fastapi' })).toEqual([
    at('requestBody/content/application~1json/example'),
  ]);
});

it('looks through as many schemas as a document has', () => {
  const anyOf = Array.from({ length: 150_000 }, () => ({}));
  const schema = { anyOf: [...anyOf, { type: 'integer', example: 'a' }] };
  const content = { 'application/json': { schema } };
  expect(wrongIn(withOperation({ requestBody: { content } }))).toEqual([
    at('requestBody/content/application~1json/schema/anyOf/150000/example'),
  ]);
});

it('looks at few members in a step: a list may have a million', () => {
  const Lamp = { type: 'object', required: new Array(100_000).fill('watts') };
  const { checkExamples } = fromDocument({ ...withOperation({}), components: { schemas: { Lamp } } })[
    hosting
  ];
  expect([...(checkExamples?.() ?? [])].length).toBeGreaterThan(90);
});
