import { expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf, documentWithBody } from './_document.ts';

/** What is said at the start of documents that can't be served. */

const ok = { responses: { 200: { description: 'x' } } };
const ref = ($ref: string) => ({ $ref });
const body = (schema: unknown) => documentWithBody(schema, { schemas: { A: ref('#/components/schemas/A') } });

const SCHEMA = '#/paths/~1lamps/post/requestBody/content/application~1json/schema';
const SUPPORTED = 'only OpenAPI 3.0 to 3.2 and Swagger 2.0 are supported';

it.each<[what: string, document: unknown, sentence: string]>([
  ['nothing', null, 'The document is empty'],
  ['a list', [], 'The document is not an object'],
  ['a text', 'openapi: 3.1.0', 'The document is not an object'],
  ['no version', { info: {} }, 'The document has no property "openapi", so it is not OpenAPI'],
  [
    'other letters',
    { OpenAPI: '3.1.0' },
    'The document has no property "openapi", so it is not OpenAPI; it seems to be OpenAPI with its property "openapi" in other letters',
  ],
  [
    'a number',
    { openapi: 3.1 },
    'The version of OpenAPI must be a string with three numbers, such as "3.0.3"',
  ],
  ['another version', { openapi: '2.9.0' }, `The document is OpenAPI 2.9.0; ${SUPPORTED}`],
  ['a later version', { openapi: '3.3.0' }, `The document is OpenAPI 3.3.0; ${SUPPORTED}`],
  ['a version like one', { openapi: '3.10' }, `The document is OpenAPI 3.10; ${SUPPORTED}`],
  ['a version in words', { openapi: 'v3.1.0' }, `The document is OpenAPI v3.1.0; ${SUPPORTED}`],
  ['an old Swagger', { swagger: '1.2' }, `The document is Swagger 1.2; ${SUPPORTED}`],
  ['paths in a list', { openapi: '3.1.0', paths: [] }, 'The paths at #/paths are not an object'],
  [
    'a reference to nothing',
    body(ref('#/components/schemas/B')),
    `The reference "#/components/schemas/B" at ${SCHEMA} leads nowhere`,
  ],
  [
    'a reference to itself',
    body(ref('#/components/schemas/A')),
    `The reference at ${SCHEMA} leads in a circle, or through more than 100 others`,
  ],
  ['a reference to a file', body(ref('b.json#/B')), `The reference "b.json#/B" at ${SCHEMA} leads nowhere`],
  [
    'a reference without a slash',
    body(ref('#!info/title')),
    `The reference "#!info/title" at ${SCHEMA} leads nowhere`,
  ],
  [
    'a member of a union that is nowhere',
    body({ oneOf: [ref('#/components/schemas/B')] }),
    `The reference "#/components/schemas/B" at ${SCHEMA}/oneOf/0 leads nowhere`,
  ],
  [
    'a dynamic reference to nothing',
    documentWithBody({ items: { $dynamicRef: '#lamp' } }),
    `The reference "#lamp" at ${SCHEMA}/items leads nowhere`,
  ],
  [
    'a dynamic reference that leads somewhere only from another schema',
    documentWithBody({
      prefixItems: [
        { $id: 'https://example.com/a', $dynamicRef: '#lamp', $defs: { lamp: { $dynamicAnchor: 'lamp' } } },
        { $id: 'https://example.com/b', $dynamicRef: '#lamp' },
      ],
    }),
    `The reference "#lamp" at ${SCHEMA}/prefixItems/1 leads nowhere`,
  ],
])('a document with %s', (_, document, sentence) => {
  expect(() => fromDocument(document as never)).toThrow(
    expect.objectContaining({ name: 'DocumentError', message: sentence }),
  );
});

it.each(['3.0.0', '3.0', '3.1.1', '3.2.0'])('a document of version %s is served', (version) => {
  expect(fromDocument(documentOf({ '/a': { get: ok } }, {}, version)).contract.title).toBe('Lamps');
});
