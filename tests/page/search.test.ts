import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { Description } from '../../src/page/description.ts';
import { entriesOf } from '../../src/page/endpoints.ts';
import { searchJson } from '../../src/page/search.ts';
import { atOnce } from '../../src/text/turns.ts';
import { counted } from '../_counted.ts';
import { pageOf } from '../_page.ts';

/** What the page's search looks through. */

const listed = endpoint({ method: 'GET', path: '/lamps', summary: 'Lists `lamps`.', reply: { status: 204 } });
const contract = { title: 'Lamps', version: '1', endpoints: { list: listed } };

const schemas = {
  Lamp: { properties: { watt: {}, next: { $ref: '#/components/schemas/Lamp' } } },
};
const lamp = { $ref: '#/components/schemas/Lamp' };
const body = (schema: unknown) => ({ requestBody: { content: { 'application/json': { schema } } } });

/** An object in an object, of as many levels. */
function nested(levels: number): object {
  return levels === 0 ? {} : { properties: { [`at${levels}`]: nested(levels - 1) } };
}

/** The line about the endpoint, by a document that says this of it. */
function lineOf(operation: object): string[] {
  const document = { paths: { '/lamps': { get: operation } }, components: { schemas } };
  const [line] = JSON.parse(atOnce(searchJson(entriesOf(contract), new Description(document))));
  return line;
}

describe('the line of an endpoint', () => {
  it('has its name, title, route and words', () => {
    const line = lineOf({ description: 'All *lamps*.' });
    expect(line).toEqual(['#list/', 'Lists lamps.', 'GET /lamps', 'All lamps.', '', '']);
  });

  it.each<[operation: object, names: string]>([
    [{ parameters: [{ name: 'page', in: 'query' }] }, 'page'],
    [body(lamp), 'watt next'],
    [{ requestBody: { content: { 'text/plain': true } } }, ''],
    [body({ items: lamp }), 'watt next'],
    [body({ additionalProperties: lamp }), 'watt next'],
    [body({ allOf: [lamp, { properties: { a: {} } }], oneOf: true }), 'watt next a'],
    [body({ anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }), 'a b'],
    [{ responses: { 200: { content: { 'application/json': { schema: lamp } } } } }, 'watt next'],
    [body(nested(9)), 'at9 at8 at7 at6 at5 at4 at3'],
  ])('of %j names %j', (operation, names) => {
    expect(lineOf(operation)[4]).toBe(names);
  });

  it('has what is said about parameters and properties, each sentence once and the first of them', () => {
    const parameters = [{ name: 'page', in: 'query', description: 'From *one*.' }];
    const properties = { watt: { description: 'In watts.' }, volt: { description: 'In watts.' } };
    const operation = { description: 'All.', parameters, ...body({ properties }) };
    expect(lineOf(operation)[3]).toBe('All. From one. In watts.');
    const long = { parameters: ['a', 'b'].map((name) => ({ name, description: name.repeat(500) })) };
    expect(lineOf(long)[3]).toBe(`${'a'.repeat(300)}`);
  });

  it('names only the first of many', () => {
    const properties = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`n${at}`, {}]));
    expect(lineOf(body({ properties }))[4]?.split(' ')).toHaveLength(301);
  });
});

it('the line of an endpoint looks at few of the places where models refer to one another', () => {
  const names = Array.from({ length: 100 }, (_, at) => `M${at}`);
  const properties = Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
  );
  const models = Object.fromEntries(names.map((name) => [name, { type: 'object', properties }]));
  const { document, read } = counted({
    paths: { '/lamps': { get: body(properties.M0) } },
    components: { schemas: models },
  });
  // The line of each model is made when it is asked for.
  const steps = searchJson(entriesOf(contract), new Description({ ...document }));
  steps.next();
  expect(read()).toBeLessThan(5000);
});

it('an endpoint is found by its tag', () => {
  const tagged = { ...contract, endpoints: { list: { ...listed, tag: 'Light' } } };
  const [line] = JSON.parse(atOnce(searchJson(entriesOf(tagged), new Description({}))));
  expect(line[3]).toBe('Light');
});

it('webhooks and models have lines of their own, which lead to their pages', () => {
  const document = {
    webhooks: {
      'broke/off': { post: { summary: 'A *lamp* broke', description: 'Sent once.', ...body(lamp) } },
      fixed: { post: {} },
    },
    components: { schemas: { ...schemas, Text: { type: 'string', description: 'Any *text*.' } } },
  };
  expect(JSON.parse(atOnce(searchJson([], new Description(document))))).toEqual([
    ['?webhook=broke%2Foff', 'A lamp broke', 'POST broke/off', 'Sent once.', 'watt next', ''],
    ['?webhook=fixed', 'fixed', 'POST fixed', '', '', ''],
    ['?model=Lamp', 'Lamp', 'Model', '', 'watt next', ''],
    ['?model=Text', 'Text', 'Model', 'Any text.', '', ''],
  ]);
});

describe('the errors of an endpoint', () => {
  it.each<[operation: object, errors: string]>([
    [
      { parameters: [{ name: 'page', schema: { type: 'integer', minimum: 1 } }] },
      'greater_than_equal int_type int_parsing int_from_float',
    ],
    [{ parameters: [{ name: 'page', required: true, schema: {} }] }, 'missing'],
    [body({ type: ['string', 'null'], enum: ['a'] }), 'literal_error string_type'],
    [
      body({ properties: { a: { type: 'array', items: { pattern: 'a' } } }, required: ['a'] }),
      'missing list_type string_pattern_mismatch',
    ],
    [{ requestBody: { required: true } }, 'missing'],
    [{ responses: { 204: {}, 409: {}, default: {}, '5XX': {} } }, '409 5XX'],
    [{ responses: { 200: { content: { 'application/json': { schema: { type: 'string' } } } } } }, ''],
  ])('of %j are %j', (operation, errors) => {
    expect(lineOf(operation)[5]).toBe(errors);
  });

  it('include those of its cases', () => {
    const keywords = {
      minLength: 2,
      maxLength: 5,
      pattern: '^a+$',
      minimum: 1,
      maximum: 9,
      multipleOf: 2,
      minItems: 1,
      maxItems: 3,
    };
    const types = ['string', 'integer', 'number', 'boolean', 'array', 'object'];
    const properties = Object.fromEntries(types.map((type) => [type, { ...keywords, type }]));
    const schema = {
      type: 'object',
      properties: { ...properties, choice: { enum: ['a', 'b'] } },
      required: types,
    };
    const document = {
      openapi: '3.1.0',
      info: { title: 'Lamps', version: '1' },
      paths: {
        '/lamps': { post: { operationId: 'add', ...body(schema), responses: { 204: { description: '' } } } },
      },
    };
    const app = fromDocument(document);
    const { contract } = app[hosting];
    const cases = [...casesOf(subjectOf(app[hosting]))];
    const found = new Set(cases.flatMap(({ expected }) => expected.entries?.map(({ type }) => type) ?? []));
    const [line] = JSON.parse(atOnce(searchJson(entriesOf(contract), new Description(document))));
    expect(found.size).toBeGreaterThan(10);
    expect(line[5].split(' ')).toEqual(expect.arrayContaining([...found]));
  });
});

it('the page has a line for each endpoint, with the types of its errors', async () => {
  const add = endpoint({
    method: 'POST',
    path: '/lamps',
    summary: 'Adds a lamp.',
    body: object({ watt: integer() }),
    reply: { status: 204 },
  });
  const endpoints = { list: listed, add } as const;
  const app = createApp({ ...contract, endpoints }, { list: () => undefined, add: () => undefined });
  const reply = await pageOf(app[hosting].build(), '/docs?view=search');
  expect(reply.status).toBe(200);
  const lines: string[][] = JSON.parse(reply.body ?? '');
  expect(lines.map(([address]) => address).slice(0, 2)).toEqual(['#list/', '#add/']);
  expect(lines[1]?.[4]).toMatch(/^watt\b/);
  expect(lines[1]?.[5]?.split(' ')).toEqual(expect.arrayContaining(['422', 'int_parsing', 'missing']));
});
