import { expect, it } from 'vitest';
import { endpoint } from '../../src/contract/endpoint.ts';
import { Description, modelOf, valuesOf } from '../../src/page/description.ts';
import { PageBudget } from '../../src/page/html.ts';
import { servers } from '../../src/page/reference.ts';
import { atOnce } from '../../src/text/turns.ts';
import { counted } from '../_counted.ts';

/** What the page reads from a document. */

it('the parameters of an operation replace those of its path that have the same name and part', () => {
  const shared = [
    { name: 'a', in: 'query' },
    { name: 'b', in: 'query' },
  ];
  const own = [
    { name: 'a', in: 'query', required: true },
    { name: 'b', in: 'header' },
  ];
  const description = new Description({ paths: { '/a': { parameters: shared, get: { parameters: own } } } });
  const listed = endpoint({ method: 'GET', path: '/a', summary: 'Lists.', reply: { status: 204 } });
  expect(description.operation(listed)).toEqual({ parameters: [shared[1], ...own] });
});

it.each<[path: `/${string}`, documented: string]>([
  ['/a', '/a'],
  ['/{rest:path}', '/{rest}'],
  ['/caf%C3%A9', '/café'],
  ['/caf%C3%A9', '/caf%C3%A9'],
])('the operation of %s is at %s', (path, documented) => {
  const get = { description: 'Found.' };
  const listed = endpoint({ method: 'GET', path, summary: 'Lists.', reply: { status: 204 } });
  const description = new Description({ paths: { [documented]: { get } } });
  expect(description.operation(listed)).toMatchObject(get);
});

it.each<[declared: object, schema: unknown]>([
  [{ schema: { type: 'integer' } }, { type: 'integer' }],
  [{ content: { 'application/json': { schema: { type: 'integer' } } } }, { type: 'integer' }],
  [{ content: { 'application/json': {} } }, {}],
  [{}, {}],
])('a parameter with %j has the schema %j', (declared, schema) => {
  expect(new Description({}).parameter({ name: 'a', in: 'query', ...declared }).schema).toEqual(schema);
});

it.each([
  ['#/components/schemas/Lamp', 'Lamp'],
  ['#/components/schemas/a~1b%20c', 'a/b c'],
  ['#/components/schemas/%zz', '%zz'],
  ['#/components/schemas/Lamp/properties/a', undefined],
  ['#/components/responses/Lamp', undefined],
])('%s refers to the model %s', ($ref, name) => {
  expect(modelOf({ $ref })).toBe(name);
});

it.each<[value: unknown, found: unknown]>([
  [{ $ref: '#/tags/0' }, { name: 'a' }],
  [{ $ref: '#/tags/7' }, {}],
  [{ $ref: '#/tags/0/name/length' }, {}],
  [{ $ref: '#/toString' }, {}],
  [{ $ref: '#/loop' }, { $ref: '#/loop' }],
  ['a', {}],
])('%j leads to %j', (value, found) => {
  const document = { tags: [{ name: 'a' }], loop: { $ref: '#/loop' } };
  expect(new Description(document).follow(value)).toEqual(found);
});

it('endpoints are in the order of the document; those that it does not list come last', () => {
  const entry = (path: `/${string}`) => ({
    endpoint: endpoint({ method: 'GET', path, summary: 'Lists.', reply: { status: 204 } }),
  });
  const [none, b, a] = (['/none', '/b', '/a'] as const).map(entry);
  const others = { parameters: [], post: {} };
  const description = new Description({ paths: { '/a': { ...others, get: {} }, '/b': { get: {} } } });
  expect(atOnce(description.inOrder([none, b, a].flatMap((each) => each ?? [])))).toEqual([a, b, none]);
});

it('a model of which all others consist is read once for each', () => {
  const names = Array.from({ length: 60 }, (_, at) => `q${at}`);
  const ref = (at: number) => ({ $ref: `#/components/schemas/M${at}` });
  const schemas = Object.fromEntries(
    names.map((name, at) => {
      const own = { required: [name], properties: { [name]: { type: 'integer' } } };
      return [`M${at}`, { allOf: names.map((_, other) => (other === at ? own : ref(other))) }];
    }),
  );
  const { document, read } = counted({ components: { schemas } });
  const description = new Description({ ...document });
  const before = read();
  for (const at of [0, 1, 0]) {
    const { required, properties } = description.read(ref(at));
    expect(required).toEqual(expect.arrayContaining(names));
    expect(Object.keys(Object(properties))).toHaveLength(names.length);
  }
  expect(read() - before).toBeLessThan(100_000);
});

it('a model that many others combine alone is read once', () => {
  const names = Array.from({ length: 300 }, (_, at) => `q${at}`);
  const Small = { properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])) };
  const Large = { allOf: names.map(() => ({ $ref: '#/Small' })), description: 'Large.' };
  const places = names.map((title) => ({ title, allOf: [{ $ref: '#/Large' }] }));
  const { document, read } = counted({ Small, Large, places });
  const description = new Description({ ...document });
  const before = read();
  for (const [at, place] of document.places.entries()) {
    const { title, description: about, properties } = description.read(place);
    expect([title, about]).toEqual([names[at], 'Large.']);
    expect(Object.keys(Object(properties))).toHaveLength(names.length);
  }
  expect(read() - before).toBeLessThan(50 * names.length);
});

it('a schema that combines itself alone is read', () => {
  const description = new Description({ a: { title: 'A', allOf: [{ $ref: '#/a' }] } });
  expect(description.read({ $ref: '#/a' })).toEqual({ title: 'A' });
});

it('more than a hundred schemas that consist of others are read', () => {
  const schemas = Array.from({ length: 150 }, (_, at) => ({ allOf: [{ title: `T${at}` }, {}] }));
  const description = new Description({});
  expect(schemas.map((each) => description.read(each).title)).toEqual(schemas.map((_, at) => `T${at}`));
});

it.each([
  [
    { $ref: '#/a', description: 'Here.' },
    { type: 'string', description: 'Here.' },
  ],
  [
    { $ref: '#/a', deprecated: true },
    { type: 'string', description: 'There.', deprecated: true },
  ],
  [
    { allOf: [{ $ref: '#/a', description: 'Here.' }, { title: 'A' }] },
    { type: 'string', description: 'Here.', title: 'A' },
  ],
])('%j is read with what stands beside its references', (schema, read) => {
  expect(new Description({ a: { type: 'string', description: 'There.' } }).read(schema)).toEqual(read);
});

it('examples are read as they are asked for', () => {
  const examples = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`e${at}`, { value: at }]));
  const { document, read } = counted({ content: { 'text/plain': { examples } } });
  const [media] = new Description({}).media(Object(document));
  const [first] = media?.examples ?? [];
  expect(first).toEqual({ title: 'e0', value: 0 });
  expect(read()).toBeLessThan(50);
});

it('the first values of an enum are read without the others', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `v${at}`);
  const meanings = Object.fromEntries(names.map((name) => [name, 'A value.']));
  const { document, read } = counted({ enum: names, 'x-enumDescriptions': meanings });
  expect(valuesOf(Object(document), 2).map(({ value }) => value)).toEqual(['v0', 'v1']);
  expect(read()).toBeLessThan(50);
});

it('servers are shown in a step for each', () => {
  const given = Array.from({ length: 1000 }, (_, at) => ({ url: `https://${at}.example` }));
  const steps = servers(given, { description: new Description({}), budget: new PageBudget() });
  expect([...steps].length).toBeGreaterThanOrEqual(given.length);
});

it('servers that a page has no room for are counted as another fact of the list', () => {
  const path = 'x'.repeat(9000);
  const given = Array.from({ length: 1000 }, (_, at) => ({ url: `https://${at}.example/${path}` }));
  const shown = atOnce(servers(given, { description: new Description({}), budget: new PageBudget() }));
  expect(shown.length).toBeLessThan(given.length);
  expect(shown.at(-1)?.markup).toBe(
    `<div class="quiet"><dt>Others</dt> <dd>${given.length - shown.length + 1} more, left out here</dd></div>`,
  );
});
