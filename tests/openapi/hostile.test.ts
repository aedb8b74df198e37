import { describe, expect, it, vi } from 'vitest';
import { operationsOf, subjectOf } from '../../src/cases/cases.ts';
import { apiKey } from '../../src/contract/credential.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { readContract } from '../../src/documents/contract.ts';
import { References } from '../../src/documents/references.ts';
import { compilePattern as compileExactly } from '../../src/documents/schema/scalars.ts';
import { compilePattern, objectsIn } from '../../src/documents/schema.ts';
import { Issues } from '../../src/errors/issue.ts';
import type { AnyField } from '../../src/fields/field.ts';
import { withSteps } from '../../src/fields/work.ts';
import { fromDocument } from '../../src/from-document.ts';
import { problemFormat } from '../../src/http/error-format.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { pairsOf } from '../../src/http/reply.ts';
import { dryApp } from '../../src/inject.ts';
import { automaticResponses, Schemas } from '../../src/openapi/responses.ts';
import { defined } from '../../src/text/guards.ts';
import { readJsonInSteps } from '../../src/text/json/reader.ts';
import { atOnce } from '../../src/text/turns.ts';
import { counted, mostInStep } from '../_counted.ts';
import { ask, documentOf, documentWithBody, issuesOf } from './_document.ts';

/** Hostile documents, which try to cost much time or memory. */

const ok = { responses: { 200: { description: 'x' } } };

function entriesOf<Value>(count: number, prefix: string, value: Value): Record<string, Value> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${prefix}${at}`, value]));
}

/** A map that counts its look-ups. */
class CountedMap extends Map<string, unknown> {
  looks = 0;

  override get(name: string): unknown {
    this.looks++;
    return super.get(name);
  }
}

describe('a document with many references', () => {
  const $ref = '#/components/schemas/Lamp';
  const components = {
    schemas: { Lamp: { type: 'string' }, All: { properties: entriesOf(100_000, 'p', { $ref }) } },
  };

  it('resolves each of them once', () => {
    const document = documentWithBody({ $ref: '#/components/schemas/All' }, components);
    const byAddress = new CountedMap([['document:', document]]);
    readContract({ root: 'document:', byAddress }, 'fastapi');
    expect(byAddress.looks).toBeLessThan(10);
  });

  it('resolves each target of a mapping once, and also that no component has its name', () => {
    const mapping = entriesOf(100, 'm', $ref);
    const schema = { oneOf: [{ $ref }], discriminator: { propertyName: 'kind', mapping } };
    const document = documentWithBody(schema, { schemas: { Lamp: components.schemas.Lamp } });
    const byAddress = new CountedMap([['document:', document]]);
    readContract({ root: 'document:', byAddress }, 'schema');
    expect(byAddress.looks).toBeLessThan(20);
  });

  it('checks requests against all of them', () => {
    const document = documentWithBody({ $ref: '#/components/schemas/All' }, components);
    expect(issuesOf(document, { path: '/lamps', body: { p99999: 1 } })).toEqual(['body.p99999 string_type']);
  });

  it.each([
    [1000, 200],
    [10_001, 422],
  ])('reads an object of %i properties exactly only if fields for them would cost much', (count, status) => {
    const properties = entriesOf(count, 'p', { type: 'integer' });
    const document = documentWithBody({ type: 'object', properties, required: ['p0'] });
    expect(ask(document, { path: '/lamps', body: { p0: '1' } }).status).toBe(status);
    expect(issuesOf(document, { path: '/lamps', body: { p1: 1 } })).toEqual(['body.p0 missing']);
  });

  it('tries not too many of them for a value that is in no request', () => {
    const schemas = { ...components.schemas, Lamps: { type: 'array', items: { $ref } } };
    const document = documentWithBody({ $ref: '#/components/schemas/Lamps' }, { schemas });
    const app = fromDocument(document, { values: 'fastapi' })[hosting];
    const { body } = defined(Object.values(app.contract.endpoints)[0]);
    const parse = (count: number) => Object(body).parse(new Array(count).fill('a'));
    expect(parse(1000)).toHaveLength(1000);
    expect(parse(300_000).all[0].type).toBe('too_complex');
  });

  it('may have more kinds of one value than a call has arguments', () => {
    const document = documentWithBody({ anyOf: new Array(150_000).fill({ $ref }) }, components);
    expect(ask(document, { path: '/lamps', body: 1 }).status).toBe(422);
  });
});

it('finds samples of models that require each other in a long chain', async () => {
  const $ref = (at: number) => ({ $ref: `#/components/schemas/Lamp${at % 2000}` });
  const schemas = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [
      `Lamp${at}`,
      { type: 'object', required: ['next'], properties: { next: $ref(at + 1) } },
    ]),
  );
  const error = { type: 'object', required: ['lamp'], properties: { lamp: $ref(0) } };
  const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
  const responses = { 400: { description: 'x', content: { 'application/json': { schema: error } } } };
  const bugs: unknown[] = [];
  const app = fromDocument(
    documentOf({ '/lamps': { post: { requestBody: body, responses } } }, { schemas }),
    { values: 'schema', onBug: (bug) => bugs.push(bug) },
  );
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://localhost/lamps', { method: 'POST', headers, body: '7' });
  expect((await app.fetch(request)).status).toBe(400);
  expect(bugs).toEqual([]);
});

it('looks at few parts of a large document to refuse a value', () => {
  const inner = { type: 'object', properties: entriesOf(3, 'q', { type: 'string' }) };
  const schema = { type: 'object', properties: entriesOf(2000, 'p', inner) };
  const { document, read } = counted(documentWithBody(schema));
  const app = fromDocument(document, { values: 'schema' });
  const core = app[hosting].build();
  const before = read();
  const headers = { 'content-type': 'application/json' };
  expect(inject(core, { method: 'POST', target: '/lamps', headers, body: '{"p7": 1}' }).status).toBe(422);
  expect(read() - before).toBeLessThan(5000);
});

describe('forms', () => {
  const many = 400;
  const form = { type: 'object', properties: entriesOf(many, 'f', { type: 'integer' }) };
  const appWith = (
    schemaAt: (at: number) => object,
    declared: object = form,
    type = 'application/x-www-form-urlencoded',
  ) => {
    const paths = Object.fromEntries(
      Array.from({ length: many }, (_, at) => [
        `/p${at}`,
        { post: { ...ok, requestBody: { content: { [type]: { schema: schemaAt(at) } } } } },
      ]),
    );
    const { document, read } = counted(documentOf(paths, { schemas: { Form: declared } }));
    return { app: fromDocument(document, { values: 'schema' }), read };
  };

  it('are read once if they have the same schema', () => {
    const { app, read } = appWith(() => ({ $ref: '#/components/schemas/Form' }));
    expect(app.unsupported).toEqual([]);
    expect(read()).toBeLessThan(200 * many);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', target: '/p7', headers, body: 'f1=x' };
    expect(inject(app[hosting].build(), sent).status).toBe(422);
  });

  it('are hardly looked at before the first request if their fields are sent as usual', () => {
    const { read } = appWith(() => ({
      type: 'object',
      properties: entriesOf(100, 'f', { type: 'integer' }),
    }));
    expect(read()).toBeLessThan(10 * many * 100);
  });

  it('are read at the first request, and not for the test cases of others', () => {
    const { app, read } = appWith((at) => ({ $ref: '#/components/schemas/Form', title: `${at}` }));
    const before = read();
    operationsOf(subjectOf(app[hosting]));
    expect(read()).toBe(before);
  });

  it.each([
    ['fields', { properties: entriesOf(1300, 'f', { type: 'integer' }) }],
    ['required fields', { required: Object.keys(entriesOf(1300, 'f', 0)) }],
    ['fields beside patterns', { required: ['a', 'b'], patternProperties: entriesOf(650, 'p', {}) }],
  ])('of more than 500,000 %s together are not checked', (_, declared) => {
    const { app, read } = appWith((at) => ({ $ref: '#/components/schemas/Form', title: `${at}` }), {
      type: 'object',
      ...declared,
    });
    expect(app.unsupported.at(-1)).toEqual({
      place: `#/paths/~1p${many - 1}/post/requestBody`,
      what: 'is not checked: the forms of the document have more than 500000 fields together',
    });
    expect(read()).toBeLessThan(3_000_000);
  });

  it('of more than 10,000 fields are not checked', () => {
    const required = Object.keys(entriesOf(30, 'f', 0));
    const { app } = appWith(() => ({ $ref: '#/components/schemas/Form' }), {
      type: 'object',
      required,
      patternProperties: entriesOf(334, 'p', {}),
    });
    expect(app.unsupported.map(({ what }) => what)).toContain(
      'is not checked: it has more than 10000 fields',
    );
  });

  it('are counted, and no JSON', () => {
    const { app } = appWith(
      (at) => ({ $ref: '#/components/schemas/Form', title: `${at}` }),
      form,
      'application/json',
    );
    expect(app.unsupported).toEqual([]);
  });
});

it('reads the mapping of a discriminator once', () => {
  const many = 1000;
  const Kind = { type: 'object', required: ['tag'], properties: { tag: { type: 'string' } } };
  const mapping = entriesOf(many, 'tag', '#/components/schemas/Kind');
  const oneOf = [{ $ref: '#/components/schemas/Kind' }];
  const schemas = { Kind, Value: { oneOf, discriminator: { propertyName: 'tag', mapping } } };
  const { document, read } = counted(documentWithBody({ $ref: '#/components/schemas/Value' }, { schemas }));
  const app = fromDocument(document, { values: 'schema' });
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', target: '/lamps', headers, body: '{"tag":"tag7"}' };
  const server = app[hosting].build();
  const reads = [1, 2].map(() => {
    const before = read();
    expect(inject(server, sent).status).toBe(200);
    return Math.round((read() - before) / many);
  });
  expect(reads).toEqual([1, 0]);
});

it('looks once for the types of a schema that many media types have', () => {
  const many = 300;
  const parts = Array.from({ length: many }, (_, at) => ({ minLength: at }));
  const content = entriesOf(many, 'text/x', { schema: { $ref: '#/components/schemas/Text' } });
  const paths = { '/p': { post: { ...ok, requestBody: { content } } } };
  const { document, read } = counted(documentOf(paths, { schemas: { Text: { allOf: parts } } }));
  fromDocument(document, { values: 'schema' });
  expect(read()).toBeLessThan(100 * many);
});

describe('what many operations share is read once', () => {
  const many = 300;
  const parameters = Array.from({ length: many }, (_, at) => ({ name: `q${at}`, in: 'query' }));
  const content = entriesOf(many, 'application/x', { schema: { type: 'string' } });
  const security = Array.from({ length: many }, (_, at) => ({ [`s${at}`]: [] }));
  const pathItems = { All: { parameters, get: ok } };
  const requestBodies = { All: { content } };
  const securitySchemes = entriesOf(many, 's', { type: 'apiKey', in: 'header', name: 'key' });

  it.each([
    ['parameters', { $ref: '#/components/pathItems/All' }, { pathItems }, {}],
    [
      'bodies',
      { post: { ...ok, requestBody: { $ref: '#/components/requestBodies/All' } } },
      { requestBodies },
      {},
    ],
    ['security requirements', { get: ok }, { securitySchemes }, { security }],
  ])('%s', (_, item, components, others) => {
    const paths = entriesOf(many, '/p', item);
    const { document, read } = counted({ ...documentOf(paths, components), ...others });
    const app = fromDocument(document, { values: 'schema' });
    expect(Object.keys(app[hosting].contract.endpoints)).toHaveLength(many);
    expect(read()).toBeLessThan(200 * many);
  });
});

it.each(['schema', 'fastapi'] as const)(
  'makes the fields of parameters once for all operations that refer to them, read as %s',
  (values) => {
    const shared = ['query', 'header', 'cookie'].map((part) => [part, { name: 'p', in: part }]);
    const parameters = shared.map(([part]) => ({ $ref: `#/components/parameters/${part}` }));
    const paths = {
      '/a': { get: { ...ok, parameters } },
      '/b': { get: { ...ok, parameters: [...parameters] } },
    };
    const app = fromDocument(documentOf(paths, { parameters: Object.fromEntries(shared) }), { values });
    const [one, other] = Object.values(app.contract.endpoints);
    for (const part of ['query', 'headers', 'cookies'] as const)
      expect(defined(one?.[part]?.p)).toBe(other?.[part]?.p);
  },
);

it.each(['constructor', 'toString', 'hasOwnProperty'])(
  'the path parameter %s, which nobody declares, is a text',
  async (name) => {
    const app = fromDocument(documentOf({ [`/lamps/{${name}}`]: { get: ok } }));
    const statuses = ['/lamps/7', '/docs', '/docs/errors', '/openapi.json'].map(async (path) => {
      const { status } = await app.fetch(new Request(`http://localhost${path}`));
      return status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
  },
);

it('makes the credential that all operations share once to list their test cases', () => {
  let read = 0;
  const credential = {
    ...apiKey({ in: 'header', name: 'key', challenge: 'APIKey', check: 'any' }),
    get and() {
      read++;
      return [];
    },
  };
  const endpoint: Endpoint = { method: 'GET', path: '/', summary: 'x', reply: { status: 204 }, credential };
  const paths = Array.from({ length: 300 }, (_, at) => `/p${at}` as const);
  const endpoints = Object.fromEntries(paths.map((path) => [path, { ...endpoint, path }]));
  const { inject } = dryApp({ title: 'x', version: '1', endpoints }, {});
  expect(inject({ method: 'GET', target: '/p0', headers: {} })?.status).toBe(401);
  expect(read).toBeLessThan(20);
});

it('makes a credential once that hundreds of operations have among others', () => {
  let read = 0;
  const shared = {
    ...apiKey({ in: 'header', name: 'key', challenge: 'APIKey', check: 'any' }),
    get and() {
      read++;
      return [];
    },
  };
  const endpoints = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => {
      const path = `/p${at}` as const;
      const credential = { ...apiKey({ in: 'header', name: 'own', check: 'any' }), or: [shared] };
      return [path, { method: 'GET', path, summary: 'x', reply: { status: 204 }, credential } as const];
    }),
  );
  const { inject } = dryApp({ title: 'x', version: '1', endpoints }, {});
  expect(inject({ method: 'GET', target: '/p0', headers: {} })?.status).toBe(401);
  expect(read).toBeLessThan(20);
});

it('looks at no field of an operation of very many parameters to say whether it has a 422', async () => {
  const parameters = Array.from({ length: 5000 }, (_, at) => ({ name: `q${at}`, in: 'query' }));
  const { document, read } = counted(documentOf({ '/': { get: { ...ok, parameters } } }));
  const { contract } = fromDocument(document, { values: 'schema' })[hosting];
  const before = read();
  const schemas = new Schemas();
  const responses = automaticResponses('GET /', defined(contract.endpoints['GET /']), {
    errors: problemFormat,
    schemas,
  });
  expect(Array.from(responses, ([status]) => status)).toContain(422);
  expect(read() - before).toBe(0);
});

describe('in the document that is served, parts that many refer to are copied until it is large', () => {
  const description = 'x'.repeat(3_000_000);

  it.each([
    [
      'path items',
      { $ref: '#/components/pathItems/All' },
      { pathItems: { All: { get: { ...ok, description, parameters: [{ name: 'q', in: 'query' }] } } } },
      (item: object) => item,
    ],
    [
      'responses',
      {
        get: {
          parameters: [{ name: 'q', in: 'query', required: true }],
          responses: { ...ok.responses, 422: { $ref: '#/components/responses/All' } },
        },
      },
      { responses: { All: { description } } },
      (item: object) => Object(item).get.responses[422],
    ],
  ])('%s', async (_, item, components, partIn) => {
    const document = documentOf(entriesOf(10, '/p', item), components);
    const app = fromDocument(document, { errors: 'problem' });
    const reply = await app.fetch(new Request('http://localhost/openapi.json'));
    const paths = Object(await reply.json()).paths;
    const isCopied = Object.values(paths).map((each) => !('$ref' in partIn(Object(each))));
    expect(isCopied).toEqual([...new Array(6).fill(true), ...new Array(4).fill(false)]);
  });
});

describe('a document of Swagger 2.0', () => {
  const swagger = (count: number, operation: object, others: object = {}) => ({
    swagger: '2.0',
    info: { title: 'x', version: '1' },
    paths: entriesOf(count, '/p', { post: operation }),
    ...others,
  });

  it('is refused if it lists media types for very many bodies', () => {
    const consumes = Array.from({ length: 1000 }, (_, at) => `application/x${at}`);
    const parameters = [{ name: 'b', in: 'body', schema: { type: 'string' } }];
    const document = swagger(201, { parameters, responses: {} }, { consumes });
    expect(() => fromDocument(document)).toThrow('The document has more than 200000 media types');
  });

  it('looks up each shared parameter once', () => {
    const parameters = entriesOf(300, 'q', { name: 'q', in: 'query', type: 'string' });
    const operation = { parameters: [{ $ref: '#/parameters/q7' }], responses: { 200: { description: 'x' } } };
    const { document, read } = counted(swagger(300, operation, { parameters }));
    fromDocument(document);
    expect(read()).toBeLessThan(30_000);
  });
});

it('reads the rules of a schema once for a sample, however many others have it in an allOf', () => {
  const ref = (at: number) => ({ $ref: `#/components/schemas/M${at % 30}` });
  const models = Array.from({ length: 30 }, (_, at) => {
    const own = { required: [`q${at}`], properties: { [`q${at}`]: { type: 'integer' }, next: ref(at + 3) } };
    return [`M${at}`, { allOf: [ref(at + 1), ref(at + 7), { type: 'object', ...own }] }];
  });
  const content = { 'application/json': { schema: ref(0) } };
  const paths = { '/': { get: { responses: { 200: { description: 'x', content } } } } };
  const { document, read } = counted(documentOf(paths, { schemas: Object.fromEntries(models) }));
  const core = fromDocument(document, { values: 'schema' })[hosting].build();
  const before = read();
  expect(inject(core, { method: 'GET', target: '/', headers: {} }).status).toBe(200);
  expect(read() - before).toBeLessThan(200_000);
});

it('follows no chain of schemas for what they say of objects, if the first also has a union', () => {
  const ref = (at: number) => ({ $ref: `#/components/schemas/M${at}` });
  const models = Array.from({ length: 100 }, (_, at) => [
    `M${at}`,
    { allOf: [ref(at + 1)], anyOf: [{ required: ['a'] }], type: 'object' },
  ]);
  const document = documentOf({}, { schemas: Object.fromEntries([...models, ['M100', {}]]) });
  const references = new References({ root: 'd:', byAddress: new Map([['d:', document]]) });
  const found = vi.spyOn(references, 'find');
  expect(objectsIn([{ value: ref(0), at: 'd:#' }], references)).toBe(undefined);
  expect(found).toHaveBeenCalledTimes(1);
});

describe('thirty models, each of which consists of all of them', () => {
  const names = Array.from({ length: 30 }, (_, at) => `q${at}`);
  const ref = (at: number) => ({ $ref: `#/components/schemas/M${at}` });
  const own = (name: string) => ({ required: [name], properties: { [name]: { type: 'integer' } } });
  const models = names.map((name, at) => [
    `M${at}`,
    { type: 'object', allOf: names.map((_, other) => (other === at ? own(name) : ref(other))) },
  ]);
  const content = { 'application/json': { schema: ref(0) } };
  const paths = {
    '/': { post: { requestBody: { content }, responses: { 200: { description: 'x', content } } } },
  };
  const { document, read } = counted(documentOf(paths, { schemas: Object.fromEntries(models) }));
  const core = fromDocument(document, { values: 'schema' })[hosting].build();
  const headers = { 'content-type': 'application/json' };
  const whole = Object.fromEntries(names.map((name) => [name, 1]));
  const send = (body: unknown) =>
    inject(core, { method: 'POST', target: '/', headers, body: JSON.stringify(body) });

  it('are looked at once for a value', () => {
    const before = read();
    expect(send({}).status).toBe(422);
    expect(read() - before).toBeLessThan(600_000);
  });

  it('are looked at once for a sample, which has the properties of all', () => {
    const before = read();
    expect(Object.keys(JSON.parse(send(whole).body)).sort()).toEqual(names.toSorted());
    expect(read() - before).toBeLessThan(600_000);
  });
});

it('follows no references of properties that the shortest request leaves out', () => {
  const ref = (at: number) => ({ $ref: `#/components/schemas/M${at}` });
  const chain = Array.from({ length: 50 }, (_, at) => [`M${at}`, ref(at + 1)]);
  const model = { type: 'object', properties: entriesOf(300, 'p', ref(0)) };
  const { document, read } = counted(
    documentWithBody(ref(0), { schemas: { ...Object.fromEntries(chain), M50: model } }),
  );
  const app = fromDocument(document, { values: 'schema' })[hosting];
  const body = Object(Object.values(app.contract.endpoints)[0]).body;
  const before = read();
  for (const _ of body.samples().accepted) break;
  expect(read() - before).toBeLessThan(1_000_000);
});

it('makes the fields of the models that a value needs', () => {
  const property = (at: number) => ({ $ref: `#/components/schemas/M${at % 3000}` });
  const models = Array.from({ length: 3000 }, (_, at) => [
    `M${at}`,
    { type: 'object', properties: { a: property(2 * at + 1), b: property(2 * at + 2) } },
  ]);
  const { document, read } = counted(documentWithBody(property(0), { schemas: Object.fromEntries(models) }));
  const core = fromDocument(document, { values: 'fastapi' })[hosting].build();
  const before = read();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ a: { b: { a: 7 } } });
  expect(inject(core, { method: 'POST', target: '/lamps', headers, body }).status).toBe(422);
  expect(read() - before).toBeLessThan(20_000);
});

describe('schemas that combine each other at each level of a value', () => {
  const $ = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const items = $('All');
  const schemas = {
    All: { allOf: [$('One'), $('Other')] },
    One: { type: 'array', items },
    Other: { type: 'array', items, maxItems: 5 },
    Loop: { allOf: [$('Back'), $('Back'), $('All')] },
    Back: { allOf: [$('Loop'), { type: 'array', items: $('Loop') }] },
  };
  const nested = (levels: number, inner: unknown): unknown =>
    levels === 0 ? inner : [nested(levels - 1, inner)];
  const place = `body${'.0'.repeat(30)}`;

  it.each([
    ['a valid value', $('All'), nested(30, []), 200],
    ['an invalid value', $('All'), nested(30, 1), [`${place} list_type`]],
    ['a valid value, in a union', { anyOf: [{ type: 'string' }, $('All')] }, nested(30, []), 200],
    [
      'an invalid value, in a union',
      { anyOf: [{ type: 'integer' }, $('All')] },
      nested(30, 'x'),
      expect.arrayContaining([expect.stringContaining('int_type')]),
    ],
    ['a value of schemas that lead back to themselves', $('Loop'), nested(3, []), 200],
    [
      'a value with a mistake behind others that all schemas find',
      { type: 'array', items: $('All') },
      [nested(40, 1), nested(1, []), 2],
      [`body.0${'.0'.repeat(40)} list_type`, 'body.2 list_type'],
    ],
  ])('are applied once to each part of %s', (_, schema, body, expected) => {
    const document = documentWithBody(schema, { schemas });
    expect(issuesOf(document, { path: '/lamps', body })).toEqual(expected);
  });
});

it('takes as many schemas for the parts of a large value as its size allows', () => {
  const content = {
    'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Lamp' } } },
  };
  const post = { requestBody: { required: true, content }, ...ok };
  const document = documentOf({ '/lamps': { post } }, { schemas: { Lamp: { type: 'integer' } } });
  expect(issuesOf(document, { path: '/lamps', body: new Array(250_000).fill(1) })).toBe(200);
});

it('writes a value that fits no kind of unions which lead to each other', () => {
  const kinds = (name: string) => ({
    anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'integer' }],
  });
  const schemas = { One: kinds('Other'), Other: kinds('One') };
  const document = documentWithBody({ $ref: '#/components/schemas/One' }, { schemas });
  const app = fromDocument(document, { values: 'fastapi' })[hosting];
  const { body } = defined(Object.values(app.contract.endpoints)[0]);
  expect(Object(body).write(['lamp'])).toBe('["lamp"]');
});

it('refuses a value of many parts, for each of which many schemas are tried', () => {
  const kinds = entriesOf(30, 'Kind', { type: 'string' });
  const anyOf = Object.keys(kinds).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const schemas = { ...kinds, All: { type: 'array', items: { anyOf: [...anyOf, { type: 'boolean' }] } } };
  const document = documentWithBody({ $ref: '#/components/schemas/All' }, { schemas });
  const issues = (length: number) =>
    issuesOf(document, { path: '/lamps', body: new Array(length).fill(true) });
  expect(issues(100)).toBe(200);
  expect(issues(10_000)).toContainEqual(expect.stringContaining('too_complex'));
});

describe('for a body of 64 KB, no more steps are taken than a tenth of a second has', () => {
  const names = entriesOf(4000, 'k', 1);
  const lists = (items: unknown) => ({ type: 'array', items });
  const condition = (levels: number): object =>
    levels === 0 ? {} : { if: { required: ['q'] }, else: condition(levels - 1) };
  const excluded = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { not: excluded(levels - 1) };

  const longText = 'a'.repeat(60_000);
  const patterns = Array.from({ length: 1000 }, (_, at) => ({ pattern: `^a+$|b${at}` }));

  it.each<[string, object, unknown]>([
    [
      'as many kinds of a union, for an object of many properties',
      {
        anyOf: Array.from({ length: 1000 }, (_, at) => ({ properties: { [`p${at}`]: {} }, required: ['z'] })),
      },
      { ...names, z: 1, p0: 1 },
    ],
    [
      'as many patterns, for an object of many properties',
      { type: 'object', patternProperties: entriesOf(2000, '^a.*b', { type: 'integer' }) },
      names,
    ],
    ['as many conditions, for many items', lists(condition(150)), new Array(20_000).fill({})],
    ['as many exclusions, for many items', lists(excluded(151)), new Array(20_000).fill(1)],
    [
      'as many members of an allOf, for an object of many properties',
      { allOf: new Array(2000).fill({ anyOf: [{ type: 'object' }] }) },
      names,
    ],
    [
      'as many unions, for an object of many properties',
      { allOf: new Array(50).fill({ oneOf: [{ type: 'object' }, { type: 'string' }] }) },
      entriesOf(40_000, 'k', 1),
    ],
    [
      'as many kinds of a union, for a long list',
      { anyOf: Array.from({ length: 500 }, (_, at) => ({ type: 'array', items: {}, maxItems: at })) },
      new Array(30_000).fill(1),
    ],
    [
      'as many values, for what contains a long list',
      { allOf: Array.from({ length: 50 }, (_, at) => ({ not: { enum: [{ a: [at] }] } })) },
      { a: new Array(30_000).fill(1) },
    ],
    [
      'as many kinds of lists, whose items contain long ones',
      { allOf: new Array(50).fill({ type: 'array', items: {}, uniqueItems: true }) },
      [new Array(30_000).fill(1), 2],
    ],
    [
      'as many kinds of a union, for a long text',
      { anyOf: patterns.map((each) => ({ type: 'string', minLength: 70_000, ...each })) },
      longText,
    ],
    [
      'as many patterns of names, for a long name',
      { type: 'object', patternProperties: Object.fromEntries(patterns.map(({ pattern }) => [pattern, {}])) },
      { [longText]: 1 },
    ],
    [
      'as many schemas of names, for a long name',
      { allOf: patterns.map((propertyNames) => ({ type: 'object', propertyNames })) },
      { [longText]: 1 },
    ],
  ])('%s', (_, schema, body) => {
    const issues = issuesOf(documentWithBody(schema), { path: '/lamps', body });
    expect(issues).toContainEqual(expect.stringContaining('too_complex'));
  });

  it('as many members of an allOf, for a long number', () => {
    const document = documentWithBody({ allOf: new Array(1000).fill({ type: 'number', minimum: 1 }) });
    const issues = issuesOf(document, { path: '/lamps', json: `1.${'0'.repeat(60_000)}1` });
    expect(issues).toEqual(['body too_complex']);
  });
});

it('counts the properties that objects lack, beyond those that are listed', () => {
  const required = Array.from({ length: 100 }, (_, at) => `n${at}`);
  const document = documentWithBody({ type: 'array', items: { type: 'object', required } });
  const body = [...new Array(50).fill({}), { n0: 1 }, Object.fromEntries(required.map((name) => [name, 1]))];
  const reply = ask(document, { path: '/lamps', body });
  const { msg } = JSON.parse(reply.body).detail.at(-1);
  expect(msg).toBe('4099 more errors, not listed here');
});

describe('a list that is longer than the arguments of a call', () => {
  const many = 130_000;
  const names = Array.from({ length: many }, (_, at) => `n${at}`);
  const strings = names.map(() => ({ type: 'string' }));

  it.each<[string, unknown, unknown]>([
    ['places of a tuple', { prefixItems: strings, minItems: many, maxItems: many }, []],
    ['members of an allOf', { allOf: names.map(() => ({ minLength: 3 })), type: 'string' }, ''],
    ['labels of a host', { type: 'string', format: 'uri' }, `http://${'é'.repeat(many)}.x y`],
  ])('is no problem: %s', (_, schema, body) => {
    const document = documentWithBody(schema);
    expect(ask(document, { path: '/lamps', body }).status).toBe(422);
  });

  it('is no problem: prefixes of the paths', () => {
    const servers = names.map((name) => ({ url: `/${name}` }));
    expect(ask({ ...documentOf({ '/lamps': { get: ok } }), servers }, { path: '/n9/lamps' }).status).toBe(
      200,
    );
  });
});

describe('twenty thousand ways to authenticate', () => {
  const securitySchemes = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, at) => [`k${at}`, { type: 'apiKey', in: 'header', name: `x-${at}` }]),
  );
  const names = Object.keys(securitySchemes);
  const statusFor = (security: readonly unknown[], headers: Readonly<Record<string, string>>) => {
    const document = documentOf({ '/lamps': { get: ok } });
    return ask({ ...document, components: { securitySchemes }, security }, { path: '/lamps', headers })
      .status;
  };

  it('may each be enough', () => {
    const each = names.map((name) => ({ [name]: [] }));
    expect(statusFor(each, {})).toBe(401);
    expect(statusFor(each, { 'x-19999': 'key' })).toBe(200);
  });

  it('may all be required', () => {
    const all = [Object.fromEntries(names.map((name) => [name, []]))];
    expect(statusFor(all, { 'x-0': 'key' })).toBe(401);
    expect(statusFor(all, Object.fromEntries(names.map((_, at) => [`x-${at}`, 'key'])))).toBe(200);
  });
});

describe('security requirements of many operations', () => {
  const names = Array.from({ length: 300 }, (_, at) => `s${at}`);
  const securitySchemes = entriesOf(300, 's', { type: 'apiKey', in: 'cookie', name: 'key' });
  const paths = entriesOf(300, '/p', { get: { ...ok, security: names.map((name) => ({ [name]: [] })) } });

  it('share the credential of each scheme', () => {
    const { contract } = fromDocument(documentOf(paths, { securitySchemes }), { values: 'schema' })[hosting];
    const all = Object.values(contract.endpoints).flatMap(({ credential }) => credential?.or ?? []);
    expect(all).toHaveLength(300 * 299);
    expect(new Set(all).size).toBe(299);
  });

  it('name so many schemes at most', () => {
    const security = Array.from({ length: 20_001 }, (_, at) => ({ [`s${at % 300}`]: [] }));
    const app = fromDocument(documentOf({ '/p': { get: { ...ok, security } } }, { securitySchemes }));
    expect(app.unsupported).toEqual([
      { place: '#/paths/~1p/get/security', what: 'has more than 20000 schemes; the others are ignored' },
    ]);
    const { credential } = defined(Object.values(app[hosting].contract.endpoints)[0]);
    expect(credential?.or).toHaveLength(19_999);
  });
});

describe('objects in parameters that refer to the same model', () => {
  const schemas = { Filter: { type: 'object', properties: entriesOf(1000, 'p', { type: 'integer' }) } };
  const parameter = (at: number) => ({
    ...{ name: `o${at}`, in: 'query', schema: { $ref: '#/components/schemas/Filter' } },
  });
  const plain = { name: 'page', in: 'query', schema: { type: 'integer' } };

  /** Reads a document; returns the number of parameters of each operation, and the places of those that are not read. */
  function read(paths: Readonly<Record<string, unknown>>, values: 'schema' | 'fastapi') {
    const byAddress = new Map([['document:', documentOf(paths, { schemas })]]);
    const { contract, unsupported } = readContract({ root: 'document:', byAddress }, values);
    const what = 'is not read: the objects in parameters have too many properties';
    return {
      counts: Object.values(contract.endpoints).map(({ query }) => Object.keys(query ?? {}).length),
      unread: unsupported.filter((each) => each.what === what).map(({ place }) => place),
    };
  }

  it.each(['schema', 'fastapi'] as const)('are some in one operation, by %s', (values) => {
    const parameters = [
      ...Array.from({ length: 12 }, (_, at) => ({ ...parameter(at), style: 'deepObject' })),
      plain,
    ];
    const { counts, unread } = read({ '/lamps': { get: { parameters, ...ok } } }, values);
    expect(counts).toEqual([10_001]);
    expect(unread).toEqual(['#/paths/~1lamps/get/parameters/10', '#/paths/~1lamps/get/parameters/11']);
  });

  it('leave values of a union that are no objects as they are', () => {
    const schema = { anyOf: [{ type: 'integer' }, { type: 'null' }] };
    const parameters = Array.from({ length: 5000 }, (_, at) => ({ name: `p${at}`, in: 'query', schema }));
    const { counts, unread } = read({ '/lamps': { get: { parameters, ...ok } } }, 'fastapi');
    expect([counts, unread]).toEqual([[5000], []]);
  });

  it('are more in all operations', () => {
    const paths = Array.from({ length: 102 }, (_, at) => [
      `/lamps${at}`,
      { get: { parameters: [parameter(0), plain], ...ok } },
    ]);
    const { counts, unread } = read(Object.fromEntries(paths), 'schema');
    expect(counts.slice(98)).toEqual([1001, 1001, 1, 1]);
    expect(unread).toHaveLength(2);
  });
});

describe('a document over the limits', () => {
  const chain = Array.from({ length: 150 }, (_, at) => [
    `S${at}`,
    { $ref: `#/components/schemas/S${at + 1}` },
  ]);
  const schemas = { ...Object.fromEntries(chain), S150: { type: 'string' } };

  it.each([
    [
      'operations',
      documentOf(entriesOf(50_001, '/p', { get: ok })),
      'The document has more than 50000 operations',
    ],
    [
      'values',
      documentOf({}, { schemas: { Lamp: { enum: new Array(1_500_001).fill(1) } } }),
      'The document has more than 1500000 values',
    ],
    [
      'references from one to the next',
      documentWithBody({ $ref: '#/components/schemas/S0' }, { schemas }),
      'The reference at #/paths/~1lamps/post/requestBody/content/application~1json/schema leads in a circle, or through more than 100 others',
    ],
  ])('of %s is refused in a line', (_, document, line) => {
    expect(() => ask(document, { path: '/' })).toThrow(line);
  });
});

describe('hostile names and patterns', () => {
  it('treats __proto__ and constructor as ordinary names', () => {
    const properties = JSON.parse('{"__proto__":{"type":"integer"},"constructor":{"type":"integer"}}');
    const document = documentWithBody({ properties, required: ['__proto__'] });
    expect(issuesOf(document, { path: '/lamps', body: { constructor: 'x' } })).toContain(
      'body.constructor int_parsing',
    );
    expect(Object.hasOwn(Object.prototype, 'type')).toBe(false);
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(.*a){25}', '^([a-z]+)*1$'])(
    'matches %s in linear time',
    (pattern) => {
      const document = documentWithBody({ type: 'string', pattern });
      expect(issuesOf(document, { path: '/lamps', body: `${'a'.repeat(20)}!`.repeat(2000) })).toEqual(
        pattern.startsWith('^') ? ['body string_pattern_mismatch'] : 200,
      );
    },
  );
});

it.each([
  ['fastapi', compilePattern],
  ['schema', compileExactly],
])('compiles each of 300 patterns once: %s', (_, compile) => {
  const sources = Array.from({ length: 300 }, (_, at) => `^(a+)+${at}$`);
  const compiled = sources.map((source) => compile(source));
  expect(compiled).not.toContain(undefined);
  for (const [at, source] of sources.entries()) expect(compile(source)).toBe(compiled[at]);
});

describe.each(['fastapi', 'schema'] as const)('patterns that take long: %s', (values) => {
  const pattern = '^.*a.{999}$';
  // Letters in an order that does not repeat.
  const letters = Array.from({ length: 20_000 }, (_, at) =>
    (Math.imul(at, 0x9e3779b1) >>> 15) & 1 ? 'a' : 'b',
  );
  const long = letters.join('');
  it.each<[string, object, unknown]>([
    ['a text', { type: 'string', pattern }, long],
    ['a text that must not match', { type: 'string', not: { pattern } }, long],
    [
      'the name of a property',
      { type: 'object', patternProperties: { [pattern]: { type: 'integer' } } },
      { [long]: 1 },
    ],
    ['names that must match', { type: 'object', propertyNames: { pattern } }, { [long]: 1, [`${long}b`]: 2 }],
    [
      'many patterns',
      { allOf: Array.from({ length: 300 }, (_, at) => ({ type: 'string', pattern: `[ab]{60}${at}` })) },
      long,
    ],
  ])('gives up on %s', (_, schema, body) => {
    const document = documentWithBody(schema);
    const { status, body: reply } = ask(document, { path: '/lamps', body }, { values });
    expect(status).toBe(422);
    expect(reply).toContain('too_complex');
    expect(ask(document, { path: '/lamps', body: 'c' }, { values }).body).not.toContain('too_complex');
  });
});

it.each([
  ['minItems', 'items'],
  ['minContains', 'contains'],
])('repeats the items of lists in lists up to a megabyte: %s', (least, items) => {
  const lists = (levels: number): object =>
    levels === 0 ? { type: 'boolean' } : { type: 'array', [least]: 20, [items]: lists(levels - 1) };
  const bodyOf = (levels: number) => {
    const content = { 'application/json': { schema: lists(levels) } };
    const responses = { 200: { description: 'x', content } };
    const core = fromDocument(documentOf({ '/': { get: { responses } } }), { values: 'schema' })[
      hosting
    ].build();
    return inject(core, { method: 'GET', target: '/', headers: {} }).body;
  };
  expect(bodyOf(2).match(/true/g)).toHaveLength(400);
  expect(bodyOf(8).length).toBeLessThan(1024 * 1024);
});

describe.each(['fastapi', 'schema'] as const)('a long value of a union: %s', (values) => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Json: {
      anyOf: [
        { type: 'object', additionalProperties: ref('Json') },
        { type: 'array', items: ref('Json') },
        ...['string', 'boolean', 'integer', 'number', 'null'].map((type) => ({ type })),
      ],
    },
    Items: { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] },
    Loop: { type: 'array', anyOf: [ref('Other')] },
    Other: { type: 'array', anyOf: [ref('Loop')] },
    Same: {
      oneOf: [{ type: 'array', items: ref('Json') }, { items: { type: 'integer' } }, { type: 'string' }],
    },
    Part: { anyOf: [{ type: 'array', items: ref('Part') }, { type: 'integer' }] },
    Kinds: {
      anyOf: ['k1', 'k2'].map((kind) => ({
        type: 'object',
        required: [kind],
        properties: { v: ref('Part') },
      })),
    },
    Item: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
    Flag: { type: 'object', required: ['a'], properties: { a: { type: 'boolean' } } },
    Lists: { anyOf: ['Item', 'Flag'].map((name) => ({ type: 'array', items: ref(name) })) },
  };
  const read = (name: string, raw: unknown, length = 0) => {
    const app = fromDocument(documentWithBody(ref(name), { schemas }), { values })[hosting];
    const body: AnyField = Object(defined(Object.values(app.contract.endpoints)[0]).body);
    const value = atOnce(readJsonInSteps(JSON.stringify(raw), 10, length));
    const steps = defined(body.parseInSteps)(value);
    let count = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return { result: step.value, count, atOnce: body.parse(value) };
      count++;
    }
  };
  const many = <Item>(item: Item) => Array.from({ length: 20_000 }, () => item);

  it.each<[string, unknown]>([
    ['Json', many([])],
    ['Json', entriesOf(20_000, 'a', {})],
    ['Items', many(1)],
  ])('is read in steps if one kind takes its type: %s %#', (name, raw) => {
    const { result, count } = read(name, raw);
    expect(count).toBeGreaterThan(10);
    expect(result).toEqual(raw);
  });

  it.each<[string, unknown, number]>([
    ['Items', [...many(1), 'x'], 1000],
    ['Loop', many(1), 0],
    ['Same', many(1), 100],
    ['Same', many('x'), 100],
    ['Items', entriesOf(3000, 'a', 1), 0],
    ['Kinds', { k2: 1, v: many([1]) }, 1000],
    ['Kinds', { k1: 1, k2: 1, v: many([null]) }, 1000],
    ['Kinds', { k3: 1, v: many([null]) }, 1000],
    ['Kinds', { k3: 1, v: [...many([1]), null] }, 1000],
    ['Kinds', { k1: 1, v: [[many([1]), null], 'x'] }, 1000],
    ['Lists', many({ a: 1 }), 1000],
    ['Lists', many({ a: 'x' }), 1000],
    ['Lists', many({ a: [] }), 1000],
    ['Lists', [...many({ a: 1 }), {}], 1000],
  ])('is read as it is at once: %s %#', (name, raw, least) => {
    const { result, atOnce, count } = read(name, raw);
    const shown = (read: unknown) => (read instanceof Issues ? read.atMost(1000).all : read);
    expect(shown(result)).toEqual(shown(atOnce));
    expect(count).toBeGreaterThanOrEqual(values === 'fastapi' ? least : Math.min(least, 2));
  });

  it.skipIf(values === 'schema')(
    'of a hundred thousand parts is remembered, and further ones are read again',
    () => {
      const stepsOf = (length: number) => {
        const raw = { k1: 1, v: Array.from({ length }, () => [1]) };
        return 1e9 - withSteps(1e9, () => read('Kinds', raw, 10_000)).left;
      };
      const once = stepsOf(4000) - stepsOf(2000);
      const again = stepsOf(104_000) - stepsOf(102_000);
      expect(again).toBeGreaterThan(once + 2000);
    },
  );
});

describe('a model of many properties', () => {
  const bodyOf = (schema: object): AnyField => {
    const app = fromDocument(documentWithBody(schema), { values: 'fastapi' })[hosting];
    return Object(defined(Object.values(app.contract.endpoints)[0]).body);
  };
  const shown = (read: unknown) => (read instanceof Issues ? read.atMost(10).all : read);
  const union = { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] };
  const properties = {
    ...entriesOf(2000, 'p', union),
    ...{ b: { type: 'boolean' }, d: { type: 'integer', default: 3 } },
  };
  const closed = { additionalProperties: false };

  it.each<[string, object, unknown, number]>([
    ['a value of each', {}, entriesOf(2000, 'p', 1), 200],
    ['a wrong value of each', {}, entriesOf(2000, 'p', 'x'), 200],
    ['others', {}, { ...entriesOf(2000, 'p', 1), a: 1 }, 200],
    ['others that are forbidden', closed, { ...entriesOf(2000, 'p', 1), ...entriesOf(400, 'a', 1) }, 300],
    ['others of a type', { additionalProperties: { type: 'integer' } }, entriesOf(2500, 'p', 1), 300],
    ['names that are missing', { required: ['p1', 'p1999'] }, entriesOf(1000, 'p', 1), 100],
    ['a long value', {}, { p1: Array.from({ length: 500 }, () => 1) }, 8],
    ['a long value of another type', {}, { b: Array.from({ length: 500 }, () => 1) }, 1],
    ['a default', {}, { p1: 1 }, 1],
    ['a name of every object', { ...closed, minProperties: 1 }, JSON.parse('{"__proto__":1}'), 0],
    ['a list', {}, Array.from({ length: 500 }, () => 1), 0],
  ])('reads %s in steps as at once', (_, rules, raw, least) => {
    const body = bodyOf({ type: 'object', properties, ...rules });
    const value = atOnce(readJsonInSteps(JSON.stringify(raw), 10, 0));
    const steps = defined(body.parseInSteps)(value);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count++;
    expect(count).toBeGreaterThanOrEqual(least);
    expect(shown(step.value)).toEqual(shown(body.parse(value)));
  });

  it('takes steps for those that an object lacks', () => {
    const body = bodyOf({ type: 'array', items: { type: 'object', properties } });
    const raw = Array.from({ length: 100 }, () => ({}));
    const read = Array.from({ length: 100 }, () => ({ d: 3 }));
    expect(withSteps(100_000, () => body.parse(raw)).result).toEqual(read);
    const { result } = withSteps(10_000, () => body.parse(raw));
    expect(result instanceof Issues && result.atMost(1).all.map(({ type }) => type)).toEqual(['too_complex']);
  });

  it('is not read in steps without any that are left', () => {
    const body = bodyOf({ type: 'object', properties });
    const value = atOnce(readJsonInSteps(JSON.stringify(entriesOf(2000, 'p', 1)), 10, 0));
    const { result } = withSteps(100, () => atOnce(defined(body.parseInSteps)(value)));
    expect(result instanceof Issues && result.all.map(({ type }) => type)).toEqual(['too_complex']);
  });
});

it('gives way while the names of an object are compared with patterns', () => {
  const schema = { type: 'object', patternProperties: { '^a': { type: 'integer' }, '^b': {} } };
  const app = fromDocument(documentWithBody(schema), { values: 'fastapi' })[hosting];
  const body: AnyField = Object(defined(Object.values(app.contract.endpoints)[0]).body);
  const value = atOnce(readJsonInSteps(JSON.stringify(entriesOf(100, 'a1', 'x')), 10, 0));
  expect([...(body.parseInSteps?.(value) ?? [])].length).toBeGreaterThan(10);
  expect(body.parse(value)).toMatchObject({ count: 100 });
});

it.each([4000, 2000])('makes no fields of the kinds of a union of thousands: %d', (length) => {
  const kinds = Array.from({ length }, (_, at) => ({
    type: 'object',
    properties: { [`p${at}`]: { type: 'integer' } },
    required: [`p${at}`],
  }));
  const { document, read } = counted(documentWithBody({ anyOf: kinds }));
  const core = fromDocument(document, { values: 'fastapi' })[hosting].build();
  const headers = { 'content-type': 'application/json' };
  const before = read();
  expect(inject(core, { method: 'POST', target: '/lamps', headers, body: '{"p0": 1}' }).status).toBe(200);
  expect(read() - before).toBeLessThan(40 * kinds.length);
  expect(inject(core, { method: 'POST', target: '/lamps', headers, body: '{"p0": "a"}' }).status).toBe(422);
});

it('makes the fields of a union of many kinds in steps, where properties are of it', () => {
  const kinds = Array.from({ length: 300 }, (_, at) => ({
    type: 'object',
    properties: { [`p${at}`]: { type: 'integer' } },
    required: [`p${at}`],
  }));
  const properties = entriesOf(200, 'a', { $ref: '#/components/schemas/Kind' });
  const { document, read } = counted(
    documentWithBody({ type: 'object', properties }, { schemas: { Kind: { oneOf: kinds } } }),
  );
  const app = fromDocument(document, { values: 'fastapi' });
  const body: AnyField = Object(defined(Object.values(app.contract.endpoints)[0]).body);
  const { most } = mostInStep(defined(body.parseInSteps)(undefined), read);
  expect(most).toBeLessThan(5000);
  const before = read();
  expect(body.parse({ a1: { p299: 1 } })).toEqual({ a1: { p299: 1 } });
  expect(read() - before).toBeLessThan(100);
});

it('looks once for the tags of a kind that a union lists thousands of times', () => {
  const kind = { type: 'object', allOf: new Array(1000).fill({ properties: { kind: {} } }) };
  const union = {
    oneOf: new Array(1000).fill({ $ref: '#/components/schemas/Kind' }),
    discriminator: { propertyName: 'kind', mapping: { a: '#/components/schemas/Kind' } },
  };
  const { document, read } = counted(documentWithBody(union, { schemas: { Kind: kind } }));
  const core = fromDocument(document, { values: 'schema' })[hosting].build();
  const headers = { 'content-type': 'application/json' };
  expect(inject(core, { method: 'POST', target: '/lamps', headers, body: '{}' }).status).toBe(422);
  expect(read()).toBeLessThan(200_000);
});

it('takes the samples of a union of very many kinds from the first', () => {
  const anyOf = Array.from({ length: 2000 }, (_, at) => ({
    type: 'object',
    properties: { [`p${at}`]: { type: 'integer' } },
    required: [`p${at}`],
  }));
  const app = fromDocument(documentWithBody({ anyOf }), { values: 'fastapi' });
  const body: AnyField = Object(defined(Object.values(app.contract.endpoints)[0]).body);
  const [sample] = body.samples().accepted;
  expect(sample).toEqual({ p0: expect.any(Number) });
  expect(body.parse({ p1999: 'a' })).toMatchObject({ count: 1 });
});

it('leaves out what would repeat more than a megabyte', () => {
  const wide = { type: 'string', example: 'x'.repeat(30_000) };
  const list = { type: 'array', minItems: 20, items: wide };
  const properties = Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [name, { type: 'object', properties: { list } }]),
  );
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const document = documentOf({ '/': { get: { responses: { 200: { description: 'x', content } } } } });
  const core = fromDocument(document, { values: 'schema' })[hosting].build();
  const { body } = inject(core, { method: 'GET', target: '/', headers: {} });
  expect(body.length).toBeLessThan(1.5 * 1024 * 1024);
  expect(Object.keys(JSON.parse(body))).toEqual(['a', 'b', 'c']);
});

it('leaves out what is optional beyond the values of a sample', () => {
  const names = Array.from({ length: 6000 }, (_, at) => `part${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const schema = { type: 'object', required: ['part0'], properties };
  const content = { 'application/json': { schema } };
  const document = documentOf({ '/': { get: { responses: { 200: { description: 'x', content } } } } });
  const core = fromDocument(document, { values: 'schema' })[hosting].build();
  const sample = JSON.parse(inject(core, { method: 'GET', target: '/', headers: {} }).body);
  expect(Object.keys(sample)).toHaveLength(4999);
  expect(Object.values(sample)).not.toContain(null);
});

describe('the headers of a reply', () => {
  const headersWith = (schemas: readonly unknown[], models = {}) => {
    const headers = Object.fromEntries(schemas.map((schema, at) => [`x-${at}`, { schema }]));
    const paths = { '/': { get: { responses: { 200: { description: 'x', headers } } } } };
    const { document, read } = counted(documentOf(paths, { schemas: models }));
    const core = fromDocument(document)[hosting].build();
    const before = read();
    const { headers: lines } = inject(core, { method: 'GET', target: '/', headers: {} });
    const sent = pairsOf(lines).filter(
      ([name]) => name.startsWith('x-') && name !== 'x-content-type-options',
    );
    return { sent, reads: read() - before };
  };

  it('are only so many', () => {
    expect(headersWith(new Array(300).fill({ type: 'string' })).sent).toHaveLength(100);
  });

  it('are only so long', () => {
    const long = { type: 'string', example: 'a'.repeat(3000) };
    const { sent } = headersWith([long, long, long, { type: 'string', example: 'b' }]);
    expect(sent.map(([name]) => name)).toEqual(['x-0', 'x-1', 'x-3']);
  });

  it('have samples only as long as that takes little work', () => {
    const names = Array.from({ length: 20 }, (_, at) => `m${at}`);
    const refs = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const properties = Object.fromEntries(names.map((name, at) => [name, refs[at]]));
    const models = names.map((name) => [name, { type: 'object', required: names, properties }]);
    const { sent, reads } = headersWith(refs, Object.fromEntries(models));
    expect(sent.map(([, value]) => value)).toEqual(new Array(19).fill(''));
    expect(reads).toBeLessThan(60_000);
  });
});

it.each(['if', 'not', 'allOf'])('a chain of a thousand references by %s is too complex', (keyword) => {
  const schemas = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => {
      const next = at < 999 ? { $ref: `#/components/schemas/S${at + 1}` } : {};
      const chain = {
        if: { if: { required: ['a'] }, else: next },
        not: { not: next },
        allOf: { allOf: [next, {}] },
      };
      return [`S${at}`, { type: 'object', ...Object(chain)[keyword] }];
    }),
  );
  const document = documentWithBody({ $ref: '#/components/schemas/S0' }, { schemas });
  expect(issuesOf(document, { path: '/lamps', body: { b: 1 } })).toEqual(['body too_complex']);
  const app = fromDocument(document, { values: 'fastapi' });
  const body: AnyField = Object(defined(Object.values(app.contract.endpoints)[0]).body);
  expect(() => body.parse({ b: 1 })).not.toThrow();
});

const key = [{ key: [] }];

it.each([
  ['alone', [null], undefined, 200, ['#/paths/~1lamps/get/security/0 is not enforced: it is not an object']],
  [
    'beside one that asks for a key',
    ['key', { key: [] }],
    undefined,
    401,
    ['#/paths/~1lamps/get/security/0 is not enforced: it is not an object'],
  ],
  ['in place of all', 'key', key, 401, ['#/paths/~1lamps/get/security is not enforced: it is not a list']],
  ['for all', undefined, { key: [] }, 200, ['#/security is not enforced: it is not a list']],
  ['nowhere', [], key, 200, []],
])('what is no security requirement opens nothing: %s', (_, own, ofAll, status, reports) => {
  const get = { ...ok, ...(own !== undefined && { security: own }) };
  const document = {
    ...documentOf({ '/lamps': { get } }),
    ...(ofAll !== undefined && { security: ofAll }),
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  };
  expect(ask(document, { path: '/lamps' }).status).toBe(status);
  const { unsupported } = fromDocument(document);
  expect(unsupported.map(({ place, what }) => `${place} ${what}`)).toEqual(reports);
});

describe.each(['fastapi', 'strict'] as const)(
  'a list of which all items are looked at is read in steps in %s',
  (values) => {
    const numbers = Array.from({ length: 20_000 }, (_, at) => at);

    it.each<[schema: object, other: readonly number[]]>([
      [{ uniqueItems: true, maxItems: 20_000 }, [...numbers, 7]],
      [{ uniqueItems: true, maxItems: 20_000 }, [...numbers, 20_000]],
      [{ contains: { minimum: 19_999 } }, numbers.slice(0, -1)],
      [{ contains: { maximum: 5 }, minContains: 2, maxContains: 6 }, [...numbers, 3]],
    ])('%j', (schema, other) => {
      const document = documentWithBody({ type: 'array', items: { type: 'integer' }, ...schema });
      const app = fromDocument(document, { values })[hosting];
      const body: AnyField = Object(defined(Object.values(app.contract.endpoints)[0]).body);
      const counted = (sent: unknown) => {
        const value = atOnce(readJsonInSteps(JSON.stringify(sent), 10, 0));
        const steps = defined(body.parseInSteps)(value);
        let count = 0;
        for (let step = steps.next(); ; step = steps.next(), count++)
          if (step.done) return { count, result: step.value, same: body.parse(value) };
      };
      const { count, result } = counted(numbers);
      expect(result).toEqual(numbers);
      expect(count).toBeGreaterThan(1000);
      const { result: found, same } = counted(other);
      expect(told(found)).toEqual(told(same));
      if (values === 'strict') expect(found).toBeInstanceOf(Issues);
    });
  },
);

function told(result: unknown): unknown {
  return result instanceof Issues ? result.all.map(({ path, type }) => [...path, type].join('.')) : result;
}
