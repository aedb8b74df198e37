import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/contract/outcome.ts';
import { streamed, streamedJson } from '../../src/documents/media.ts';
import { jsonPatch, mergePatch, PatchMistake } from '../../src/documents/memory/patches.ts';
import { type Item, Items, Memory } from '../../src/documents/memory/store.ts';
import { weightOf } from '../../src/documents/weight.ts';
import { UploadedFile } from '../../src/fields/values.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { defined } from '../../src/text/guards.ts';
import { readJson } from '../../src/text/json/reader.ts';
import { documentOf } from './_document.ts';

/** A mock that remembers: what is posted is found, listed, changed and deleted. */

type Json = Readonly<Record<string, unknown>>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json, more: Json = {}) => ({ content: { 'application/json': { schema, ...more } } });
const reply = (schema: Json, more: Json = {}) => ({ description: 'x', ...json(schema), ...more });
const body = (schema: Json) => ({ requestBody: { required: true, ...json(schema) } });
const parameter = (name: string, place: string, schema: Json) => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});
const integer = { type: 'integer' };
const string = { type: 'string' };
const none = { description: 'x' };

const Lamp = {
  type: 'object',
  required: ['id', 'name', 'createdAt', 'color', 'watts'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: string,
    color: { type: 'string', default: 'white' },
    watts: { type: 'integer', minimum: 3 },
    note: { type: ['string', 'null'] },
    secret: { type: 'string', writeOnly: true },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
    updatedAt: { type: 'string', format: 'date-time', readOnly: true },
    version: { type: 'integer', readOnly: true },
  },
};
const NewLamp = {
  type: 'object',
  required: ['name'],
  properties: {
    name: string,
    color: string,
    watts: integer,
    note: { type: ['string', 'null'] },
    secret: string,
  },
};
/** The items of a collection for which there is room. */
function itemsIn(memory: Memory, path: string, start: readonly (readonly [string, Item])[] = []): Items {
  const items = memory.itemsOf(path, () => start);
  if (items instanceof Refusal) throw new TypeError(`there is no room for ${path}`);
  return items;
}

const errors = { 404: reply(ref('Problem')), 409: reply(ref('Problem')) };
const page = [
  parameter('limit', 'query', { type: 'integer' }),
  parameter('offset', 'query', { type: 'integer' }),
  parameter('color', 'query', string),
  parameter('sort', 'query', string),
  parameter('q', 'query', string),
];

const paths = {
  '/lamps': {
    get: {
      parameters: page,
      responses: {
        200: {
          ...reply({ type: 'array', items: ref('Lamp') }),
          headers: { 'X-Total-Count': { schema: integer, example: 42 } },
        },
      },
    },
    post: {
      ...body(ref('NewLamp')),
      responses: { 201: reply(ref('Lamp'), { headers: { Location: { schema: string } } }), ...errors },
    },
  },
  '/lamps/{lampId}': {
    parameters: [parameter('lampId', 'path', integer)],
    get: { responses: { 200: reply(ref('Lamp')), ...errors } },
    put: { ...body(ref('NewLamp')), responses: { 200: reply(ref('Lamp')), ...errors } },
    patch: {
      requestBody: {
        content: {
          'application/json': { schema: { type: 'object' } },
          'application/merge-patch+json': { schema: { type: 'object' } },
          'application/json-patch+json': { schema: { type: 'array' } },
        },
      },
      responses: { 200: reply(ref('Lamp')), ...errors },
    },
    delete: { responses: { 204: none, ...errors } },
  },
  '/lamps/{lampId}/bulbs': {
    parameters: [parameter('lampId', 'path', integer)],
    get: {
      parameters: [
        parameter('page', 'query', integer),
        parameter('per_page', 'query', { type: 'integer', default: 2 }),
      ],
      responses: {
        200: reply({
          type: 'object',
          properties: {
            results: { type: 'array', items: ref('Bulb') },
            meta: {
              type: 'object',
              properties: { total: integer, page: integer, total_pages: integer, per_page: integer },
            },
            hasMore: { type: 'boolean' },
          },
        }),
      },
    },
    post: {
      ...body(ref('Bulb')),
      responses: { 201: reply({ type: 'object', properties: { data: ref('Bulb') } }) },
    },
  },
  '/lamps/{lampId}/bulbs/{bulbId}': {
    parameters: [
      parameter('lampId', 'path', integer),
      parameter('bulbId', 'path', { type: 'string', format: 'uuid' }),
    ],
    get: { responses: { 200: reply(ref('Bulb')) } },
    delete: { responses: { 200: reply(ref('Bulb')) } },
  },
  '/lamps/{lampId}/on': {
    parameters: [parameter('lampId', 'path', integer)],
    post: { responses: { 204: none } },
  },
  '/posts': {
    get: {
      responses: {
        200: reply(
          { type: 'array', items: ref('Post') },
          json({ type: 'array', items: ref('Post') }, { example: [{ slug: 'first', title: 'First' }] }),
        ),
      },
    },
    post: { ...body(ref('Post')), responses: { 201: none } },
    put: { ...body(ref('Post')), responses: { 200: reply(ref('Post')) } },
  },
  '/posts/findByTitle': {
    get: {
      parameters: [parameter('title', 'query', string)],
      responses: { 200: reply({ type: 'array', items: ref('Post') }) },
    },
  },
  '/posts/{slug}': {
    parameters: [parameter('slug', 'path', string)],
    get: { responses: { 200: reply(ref('Post')) } },
    put: { ...body(ref('Post')), responses: { 200: reply(ref('Post')), 201: reply(ref('Post')) } },
  },
};
const document = documentOf(paths, {
  schemas: {
    Lamp,
    NewLamp,
    Bulb: { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, watts: integer } },
    Post: { type: 'object', required: ['title'], properties: { slug: string, title: string } },
    Problem: { type: 'object', required: ['code'], properties: { code: { type: 'integer', example: 5 } } },
  },
});

function client(options: DocumentOptions = {}) {
  const app = fromDocument(document, { remember: true, ...options });
  return async (
    method: string,
    path: string,
    sent?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const type = sent === undefined ? {} : { 'content-type': 'application/json' };
    const init = {
      method,
      headers: { ...type, ...headers },
      body: sent === undefined ? null : JSON.stringify(sent),
    };
    const response = await app.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
}

const desk = { name: 'desk', watts: 5, secret: 'x' };

describe('an item', () => {
  it('is made with what was sent, and with what the service adds', async () => {
    const ask = client();
    const made = await ask('POST', '/lamps', { ...desk, extra: 1 });
    expect(made).toMatchObject({
      status: 201,
      body: { id: 1, name: 'desk', watts: 5, color: 'white', extra: 1 },
    });
    expect(made.body).not.toHaveProperty('secret');
    expect(made.body).not.toHaveProperty('note');
    expect(Date.parse(made.body.createdAt)).toBeGreaterThan(0);
    expect(made.headers.get('location')).toBe('/lamps/1');
    expect((await ask('GET', '/lamps/1')).body).toEqual(made.body);
    expect((await ask('HEAD', '/lamps/1')).status).toBe(200);
    expect((await ask('POST', '/lamps', desk)).body.id).toBe(2);
  });

  it('is replaced as a whole, but for what is of the service', async () => {
    const ask = client();
    const { body: made } = await ask('POST', '/lamps', { ...desk, note: 'old' });
    const { status, body: replaced } = await ask('PUT', '/lamps/1', { name: 'floor', watts: 7 });
    expect(status).toBe(200);
    expect(replaced).toMatchObject({ id: 1, name: 'floor', watts: 7, createdAt: made.createdAt });
    expect(replaced).not.toHaveProperty('note');
    expect((await ask('GET', '/lamps/1')).body).toEqual(replaced);
  });

  it.each<[string, string, unknown, Json]>([
    [
      'JSON',
      'application/json',
      { watts: 9, note: null, id: 5 },
      { watts: 9, note: null, id: 1, name: 'desk' },
    ],
    ['a merge patch', 'application/merge-patch+json', { watts: 9, note: null }, { watts: 9, name: 'desk' }],
    [
      'a JSON patch',
      'application/json-patch+json',
      [{ op: 'replace', path: '/watts', value: 9 }],
      { watts: 9 },
    ],
  ])('is changed by %s', async (_, type, patch, expected) => {
    const ask = client();
    await ask('POST', '/lamps', { ...desk, note: 'a' });
    const changed = await ask('PATCH', '/lamps/1', patch, { 'content-type': type });
    expect(changed).toMatchObject({ status: 200, body: expected });
    if (type.includes('merge')) expect(changed.body).not.toHaveProperty('note');
    expect((await ask('GET', '/lamps/1')).body).toEqual(changed.body);
  });

  it.each<[string, unknown, number]>([
    ['application/json-patch+json', [{ op: 'test', path: '/name', value: 'other' }], 409],
    ['application/json-patch+json', [{ op: 'replace', path: '', value: 5 }], 422],
    ['application/json-patch+json', [{ op: 'remove', path: '/watts' }], 422],
    ['application/merge-patch+json', { watts: null }, 422],
    ['application/json', { name: null }, 422],
    ['application/json', { watts: 1 }, 422],
  ])('is not changed by a patch that does not fit: %s %j', async (type, patch, status) => {
    const ask = client();
    const { body: made } = await ask('POST', '/lamps', desk);
    expect((await ask('PATCH', '/lamps/1', patch, { 'content-type': type })).status).toBe(status);
    expect((await ask('GET', '/lamps/1')).body).toEqual(made);
  });

  it('is deleted, and what belongs to it', async () => {
    const ask = client();
    await ask('POST', '/lamps', desk);
    await ask('POST', '/lamps/1/bulbs', { watts: 1 });
    expect(await ask('DELETE', '/lamps/1')).toMatchObject({ status: 204, body: undefined });
    for (const method of ['GET', 'DELETE']) expect((await ask(method, '/lamps/1')).status).toBe(404);
    expect((await ask('PUT', '/lamps/1', desk)).status).toBe(404);
    expect((await ask('PATCH', '/lamps/1', {})).status).toBe(404);
    expect((await ask('GET', '/lamps/1/bulbs')).status).toBe(404);
    expect((await ask('GET', '/lamps')).body).toEqual([]);
  });

  it('has an id of its own choice, once', async () => {
    const ask = client();
    expect((await ask('POST', '/posts', { slug: 'a', title: 'A' })).status).toBe(201);
    expect((await ask('POST', '/posts', { slug: 'a', title: 'B' })).status).toBe(409);
    expect((await ask('GET', '/posts/a')).body).toEqual({ slug: 'a', title: 'A' });
    await ask('POST', '/posts', { title: 'Hello, World' });
    expect((await ask('GET', '/posts/hello-world')).body).toEqual({
      slug: 'hello-world',
      title: 'Hello, World',
    });
  });

  it('is made by PUT, where that is declared', async () => {
    const ask = client();
    expect(await ask('PUT', '/posts/new', { title: 'New' })).toMatchObject({
      status: 201,
      body: { slug: 'new' },
    });
    expect((await ask('PUT', '/posts/new', { title: 'Newer' })).status).toBe(200);
    expect((await ask('PUT', '/posts', { slug: 'new', title: 'Newest' })).body).toEqual({
      slug: 'new',
      title: 'Newest',
    });
    expect((await ask('PUT', '/posts', { title: 'None' })).status).toBe(404);
  });
});

describe('a list', () => {
  const filled = async () => {
    const ask = client();
    for (const [at, color] of ['red', 'blue', 'red', 'green', 'red'].entries())
      await ask('POST', '/lamps', { name: `lamp ${9 - at}`, watts: 3 + at, color });
    return ask;
  };
  const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);

  it.each([
    ['', [1, 2, 3, 4, 5], 5],
    ['?limit=2', [1, 2], 5],
    ['?limit=2&offset=3', [4, 5], 5],
    ['?color=red', [1, 3, 5], 3],
    ['?color=red&limit=1&offset=1', [3], 3],
    ['?color=pink', [], 0],
    ['?sort=-name', [1, 2, 3, 4, 5], 5],
    ['?sort=name', [5, 4, 3, 2, 1], 5],
    ['?sort=watts:desc', [5, 4, 3, 2, 1], 5],
    ['?sort=unknown', [1, 2, 3, 4, 5], 5],
    ['?q=LAMP%207', [3], 1],
    ['?undeclared=1', [1, 2, 3, 4, 5], 5],
  ])('has what is asked for: %s', async (query, expected, total) => {
    const { body: list, headers } = await (await filled())('GET', `/lamps${query}`);
    expect(ids(list)).toEqual(expected);
    expect(headers.get('x-total-count')).toBe(String(total));
  });

  it('may be in an envelope, with a page of a size by default', async () => {
    const ask = await filled();
    for (const watts of [1, 2, 3]) await ask('POST', '/lamps/2/bulbs', { watts });
    const first = await ask('GET', '/lamps/2/bulbs');
    expect(first.body.results).toHaveLength(2);
    expect(first.body).toMatchObject({
      meta: { total: 3, page: 1, total_pages: 2, per_page: 2 },
      hasMore: true,
    });
    const second = await ask('GET', '/lamps/2/bulbs?page=2');
    expect(second.body).toMatchObject({ results: [{ watts: 3 }], meta: { page: 2 }, hasMore: false });
    expect((await ask('GET', '/lamps/1/bulbs')).body.results).toEqual([]);
  });

  it('may have a path of its own', async () => {
    const ask = client();
    await ask('POST', '/posts', { slug: 'a', title: 'A' });
    expect((await ask('GET', '/posts/findByTitle?title=A')).body).toEqual([{ slug: 'a', title: 'A' }]);
  });

  it('begins with the example of the document', async () => {
    const ask = client();
    expect((await ask('GET', '/posts')).body).toEqual([{ slug: 'first', title: 'First' }]);
    expect((await ask('GET', '/posts/first')).status).toBe(200);
  });
});

describe('a nested collection', () => {
  it('has items with ids of their type, in an envelope', async () => {
    const ask = client();
    await ask('POST', '/lamps', desk);
    const { body: made } = await ask('POST', '/lamps/1/bulbs', { watts: 4 });
    expect(made.data.id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await ask('GET', `/lamps/1/bulbs/${made.data.id}`)).body).toEqual(made.data);
    expect(await ask('DELETE', `/lamps/1/bulbs/${made.data.id}`)).toMatchObject({
      status: 200,
      body: made.data,
    });
  });

  it('needs its parent, as does every path below an item', async () => {
    const ask = client();
    expect((await ask('POST', '/lamps/7/bulbs', { watts: 4 })).status).toBe(404);
    expect((await ask('POST', '/lamps/7/on')).status).toBe(404);
    await ask('POST', '/lamps', desk);
    expect((await ask('POST', '/lamps/1/on')).status).toBe(204);
  });
});

describe('the memory', () => {
  it('begins with given items, and again after a reset', async () => {
    const ask = client({ remember: { '/lamps': [{ id: 7, name: 'given' }], posts: [{ title: 'No slug' }] } });
    expect((await ask('GET', '/lamps')).body).toMatchObject([{ id: 7, name: 'given' }]);
    expect((await ask('GET', '/posts/no-slug')).status).toBe(200);
    expect((await ask('POST', '/lamps', desk)).body.id).toBe(8);
    expect((await ask('GET', '/__memory')).body).toMatchObject({
      '/lamps': [{ id: 7 }, { id: 8, secret: 'x' }],
    });
    expect((await ask('DELETE', '/__memory')).status).toBe(204);
    expect((await ask('GET', '/lamps')).body).toHaveLength(1);
  });

  it.each(['/__memory', '/lamps'])('is written piece by piece where it is much: %s', async (path) => {
    const lamps = Array.from({ length: 2000 }, (_, id) => ({ id, name: 'n'.repeat(100), note: undefined }));
    const app = fromDocument(document, { remember: { '/lamps': lamps, '/none': [] } });
    const response = await app.fetch(new Request(`http://localhost${path}`));
    const pieces: Uint8Array[] = [];
    for await (const piece of defined(response.body)) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(5);
    const written = JSON.parse(Buffer.concat(pieces).toString());
    const found = path === '/lamps' ? written : written['/lamps'];
    expect(found).toHaveLength(lamps.length);
    expect(found[1999]).toMatchObject({ id: 1999, name: 'n'.repeat(100) });
    if (path !== '/lamps') expect(written['/none']).toEqual([]);
  });

  it('is an empty object at first', async () => {
    expect((await client()('GET', '/__memory')).body).toEqual({});
  });

  it.each([5, { '/lamps': 5 }, { '/lamps': [5] }])('takes lists of objects only: %j', (remember) => {
    expect(() => fromDocument(document, { remember: remember as never })).toThrow('lists of objects');
  });

  it('is off by default', async () => {
    const ask = client({ remember: false });
    await ask('POST', '/lamps', desk);
    expect((await ask('DELETE', '/__memory')).status).toBe(404);
    expect((await ask('GET', '/lamps/99')).status).toBe(200);
  });

  it('shows and forgets what it was given, before anybody asks for it', () => {
    const given = new Map([
      ['/a', [{ id: 1 }]],
      ['/a/1/b', [{ id: 2 }]],
      ['/a/11/b', [{ id: 3 }]],
    ]);
    let changes = 0;
    const memory = new Memory(given, () => changes++);
    expect(memory.toJSON()).toEqual(Object.fromEntries(given));
    const items = itemsIn(memory, '/a', [['1', { id: 1 }]]);
    expect(changes).toBe(0);
    memory.delete(items, new Map([['/a/1', '1']]));
    expect(memory.toJSON()).toEqual({ '/a': [], '/a/11/b': [{ id: 3 }] });
    expect(memory.givenFor('/a/1/b')).toBeUndefined();
    expect(changes).toBe(1);
    memory.reset();
    expect(memory.toJSON()).toEqual(Object.fromEntries(given));
    expect(changes).toBe(2);
  });

  it('counts the numbers and the values that items have', () => {
    const items = new Items();
    expect([items.nextNumber, items.hasValue('email', 'a')]).toEqual([1, false]);
    items.set('7', { email: 'a' }).set('x', { email: 'a' });
    expect([items.nextNumber, items.hasValue('email', 'a'), items.hasValue('email', 'b')]).toEqual([
      8,
      true,
      false,
    ]);
    items.set('7', { email: 'b' });
    expect([items.hasValue('email', 'a'), items.hasValue('email', 'b')]).toEqual([true, true]);
    expect([items.delete('x'), items.delete('x')]).toEqual([true, false]);
    expect([items.nextNumber, items.hasValue('email', 'a'), items.hasValue('name', 'a')]).toEqual([
      8,
      false,
      false,
    ]);
  });

  it('has limits', () => {
    const memory = new Memory();
    const items = itemsIn(memory, '/a');
    for (let at = 0; at < 10_000; at++) expect(memory.set(items, String(at), { at }, [])).toBe(undefined);
    expect(memory.set(items, 'more', {}, [])).toMatchObject({ status: 507 });
    expect(memory.set(items, '1', { changed: true }, [])).toBe(undefined);
    memory.delete(items, new Map([['/a/1', '1']]));
    memory.delete(items, new Map([['/a/unknown', 'unknown']]));
    expect(memory.set(items, 'more', {}, [])).toBe(undefined);
    memory.reset();
    const large: Item = { text: 'x'.repeat(40 * 1024 * 1024) };
    const others = itemsIn(memory, '/a');
    expect(memory.set(others, 'a', large, [])).toBe(undefined);
    expect(memory.set(others, 'b', { ...large }, [])).toMatchObject({ status: 507 });
  });

  it('tells the size of an item that another request has deleted since it was found', () => {
    const memory = new Memory();
    const items = itemsIn(memory, '/a');
    const item: Item = { text: 'x'.repeat(1000) };
    memory.set(items, '1', item, []);
    const before = memory.sizeOf(item);
    memory.delete(items, new Map([['/a/1', '1']]));
    expect(before - memory.sizeOf(item)).toBeLessThanOrEqual('1'.length);
  });

  it('counts the memory that items take, not their length in JSON', () => {
    const memory = new Memory();
    const items = itemsIn(memory, '/a');
    const item = () => ({ list: Array.from({ length: 100_000 }, () => ({})) });
    const length = JSON.stringify(item()).length;
    let count = 0;
    while (memory.set(items, String(count), item(), []) === undefined) count++;
    expect(count * length).toBeLessThan(4 * 1024 * 1024);
  });

  it('counts collections, also those that requests only look at', () => {
    const memory = new Memory();
    const path = (at: number) => `/${'x'.repeat(8000)}${at}/a`;
    let count = 0;
    while (!(memory.itemsOf(path(count), () => []) instanceof Refusal)) count++;
    expect(count).toBeGreaterThan(7000);
    expect(count).toBeLessThan(9000);
    expect(memory.itemsOf(path(0), () => [])).not.toBeInstanceOf(Refusal);
    memory.reset();
    itemsIn(memory, path(count));
  });

  it('has room again for the collections of what was deleted', () => {
    const memory = new Memory();
    const items = itemsIn(memory, '/a');
    const large: Item = { text: 'x'.repeat(40 * 1024 * 1024) };
    for (let round = 0; round < 3; round++) {
      expect(memory.set(items, '1', { id: 1 }, ['/a/1/b'])).toBe(undefined);
      expect(memory.set(itemsIn(memory, '/a/1/b'), '2', large, ['/a/1/b/2/c'])).toBe(undefined);
      expect(memory.set(itemsIn(memory, '/a/1/b'), '3', large, [])).toMatchObject({ status: 507 });
      memory.delete(items, new Map([['/a/1', '1']]));
      expect(memory.toJSON()).toEqual({ '/a': [] });
    }
  });

  it('has room again for the paths of what was deleted', () => {
    const memory = new Memory();
    const items = itemsIn(memory, '/a');
    const inner = `/a/1/${'x'.repeat(20 * 1024 * 1024)}`;
    for (let round = 0; round < 3; round++) {
      expect(memory.set(items, '1', { id: 1 }, [inner])).toBe(undefined);
      memory.delete(items, new Map([['/a/1', '1']]));
    }
  });

  it.each([
    ['a number', 1, 8],
    ['a text', 'abc', 27],
    ['a text of two bytes for each character', 'abц', 30],
    ['an empty list', [], 56],
    ['a list', [1, []], 56 + 8 + 8 + 8 + 56],
    ['an object', { ab: null }, 56 + 26 + 8],
    [
      'a file, with the body that it is a view of',
      new UploadedFile('a', 'b', new Uint8Array(new ArrayBuffer(1000), 0, 1)),
      1056,
    ],
    ['what is too deep', Array.from({ length: 600 }).reduce((inner) => [inner]), Number.POSITIVE_INFINITY],
  ])('weighs %s', (_, value, weight) => {
    expect(weightOf(value)).toBe(weight);
  });

  it('refuses what does not fit', async () => {
    const ask = client({
      remember: { '/posts': Array.from({ length: 10_001 }, (_, at) => ({ slug: String(at), title: 'x' })) },
    });
    await ask('GET', '/posts');
    expect((await ask('POST', '/posts', { title: 'One more' })).status).toBe(507);
  });

  it('keeps nothing whose reply is not acceptable', async () => {
    const ask = client();
    expect((await ask('POST', '/lamps', desk, { accept: 'image/png' })).status).toBe(406);
    expect((await ask('GET', '/lamps', undefined, { accept: 'image/png' })).status).toBe(406);
    expect((await ask('GET', '/lamps')).body).toEqual([]);
    await ask('POST', '/lamps', desk);
    expect((await ask('GET', '/lamps/1', undefined, { accept: 'image/png' })).status).toBe(406);
  });
});

describe('a JSON patch', () => {
  const value = { a: [1, 2], b: { c: 3 }, 'd/e~': 4 };

  it.each<[Json, unknown]>([
    [
      { op: 'add', path: '/a/1', value: 9 },
      { ...value, a: [1, 9, 2] },
    ],
    [
      { op: 'add', path: '/a/-', value: 9 },
      { ...value, a: [1, 2, 9] },
    ],
    [
      { op: 'replace', path: '/a/0', value: 9 },
      { ...value, a: [9, 2] },
    ],
    [
      { op: 'remove', path: '/a/0' },
      { ...value, a: [2] },
    ],
    [
      { op: 'remove', path: '/b/c' },
      { ...value, b: {} },
    ],
    [
      { op: 'move', from: '/b/c', path: '/f' },
      { ...value, b: {}, f: 3 },
    ],
    [
      { op: 'move', from: '/b/c', path: '/a/1' },
      { ...value, a: [1, 3, 2], b: {} },
    ],
    [
      { op: 'copy', from: '/a', path: '/b/c' },
      { ...value, b: { c: [1, 2] } },
    ],
    [
      { op: 'replace', path: '/d~1e~0', value: 5 },
      { ...value, 'd/e~': 5 },
    ],
    [{ op: 'test', path: '/b', value: { c: 3 } }, value],
    [{ op: 'test', path: '/a', value: [1, 2] }, value],
  ])('%j', (operation, expected) => {
    expect(jsonPatch(value, [operation])).toEqual(expected);
  });

  it.each<[operation: unknown, why: string]>([
    [5, 'an operation is not an object'],
    [{ op: 'add', path: 'a' }, '"a" is not a JSON Pointer'],
    [{ op: 'add', path: 5 }, '5 is not a JSON Pointer'],
    [{ op: 'add', path: '/a/5', value: 1 }, 'there is nothing at "/a/5"'],
    [{ op: 'add', path: '/a/x', value: 1 }, 'there is nothing at "/a/x"'],
    [{ op: 'add', path: '/x/y', value: 1 }, 'there is nothing at "/x/y"'],
    [{ op: 'replace', path: '/x', value: 1 }, 'there is nothing at "/x"'],
    [{ op: 'remove', path: '/a/01' }, 'there is nothing at "/a/01"'],
    [{ op: 'remove', path: '' }, 'there is nothing at ""'],
    [{ op: 'move', from: '/x', path: '/y' }, 'there is nothing at "/x"'],
    [{ op: 'move', from: 'x', path: '/y' }, '"x" is not a JSON Pointer'],
    [{ op: 'copy', from: '/x', path: '/y' }, 'there is nothing at "/x"'],
    [{ op: 'copy', from: 5, path: '/y' }, '5 is not a JSON Pointer'],
    [{ op: 'test', path: '/x', value: 1 }, 'there is nothing at "/x"'],
    [{ op: 'test', path: '/b', value: { d: 3 } }, '"/b" has another value'],
    [{ op: 'test', path: '/b', value: { c: 3, d: 3 } }, '"/b" has another value'],
    [{ op: 'test', path: '/b', value: 3 }, '"/b" has another value'],
    [{ op: 'other', path: '/b' }, 'there is no operation "other"'],
  ])('that can not be applied: %j, because %s', (operation, why) => {
    expect(jsonPatch(value, operation)).toEqual(new PatchMistake(`The patch can't be applied: ${why}`));
  });

  it.each<[string, Json, readonly Json[]]>([
    [
      'copies of copies',
      { a: { text: 'x' } },
      Array.from({ length: 40 }, (_, at) => ({ op: 'copy', from: '', path: `/a/${at}` })),
    ],
    [
      'what is too deep to copy',
      { a: {} },
      Array.from({ length: 600 }, () => ({ op: 'copy', from: '/a', path: '/a/b' })),
    ],
    [
      'inserts before a million items',
      { a: Array.from({ length: 1_000_000 }) },
      Array.from({ length: 100 }, () => ({ op: 'add', path: '/a/0', value: 1 })),
    ],
    [
      'removals before a million items',
      { a: Array.from({ length: 1_000_000 }) },
      Array.from({ length: 100 }, () => ({ op: 'remove', path: '/a/0' })),
    ],
  ])('does not go on with %s', (_, before, operations) => {
    expect(jsonPatch(before, operations)).toEqual(
      new PatchMistake("The patch can't be applied: it copies or moves too much"),
    );
  });

  it('keeps numbers that JavaScript does not have', () => {
    const exact = readJson('[1e400]', 64);
    expect(jsonPatch({}, [{ op: 'add', path: '/a', value: exact }])).toEqual({ a: exact });
  });

  it('does not touch prototypes', () => {
    const patched = jsonPatch({}, [{ op: 'add', path: '/__proto__', value: { x: 1 } }]);
    expect(Object.getPrototypeOf(patched)).toBe(Object.prototype);
    expect(mergePatch({}, JSON.parse('{"__proto__":{"x":1}}'))).not.toHaveProperty('x');
  });
});

it('a patch may not let an item grow without bound', async () => {
  const ask = client();
  await ask('POST', '/lamps', desk);
  const grow = () => ask('PATCH', '/lamps/1', { [crypto.randomUUID()]: 'x'.repeat(500_000) });
  for (let count = 0; count < 4; count++) expect((await grow()).status).toBe(200);
  expect(await grow()).toMatchObject({
    status: 422,
    body: { detail: 'A change must leave an object of at most 2 MiB' },
  });
});

it('a merge patch changes what it names', () => {
  expect(mergePatch({ a: 1, b: { c: 2, d: 3 } }, { a: null, b: { c: 4 }, e: { f: null } })).toEqual({
    b: { c: 4, d: 3 },
    e: {},
  });
  expect(mergePatch({ a: 1 }, 5)).toBe(5);
});

it.each([
  [{ a: undefined, b: [1, undefined, { c: [new Date(0)] }], d: {} }],
  [[]],
  [{}],
  [[{ a: 'x' }, 'y', null]],
])('JSON that is streamed is what JSON.stringify writes: %j', async (value) => {
  let written = '';
  for await (const piece of streamedJson(value).pieces) written += piece;
  expect(written).toBe(JSON.stringify(value));
});

it.each<[what: string, isStreamed: boolean, type: string, value: unknown]>([
  ['a long list', true, 'application/json', new Array(1001).fill({})],
  ['a long list in an envelope', true, 'application/json', { total: 1001, items: new Array(1001).fill({}) }],
  ['a long list in XML', false, 'text/xml', { items: new Array(1001).fill({}) }],
  ['a shorter list', false, 'application/json', new Array(1000).fill({})],
  ['a long list of numbers', false, 'application/json', new Array(1001).fill(1)],
  ['an object', false, 'application/json', { total: 1001 }],
  ['a table', false, 'text/csv', new Array(1001).fill({})],
])('%s is streamed: %s', (_, isStreamed, type, value) => {
  expect(streamed(type, value) !== undefined).toBe(isStreamed);
});

it('is the reply itself if that has an id, also beside an object with more of its properties', async () => {
  const lamp = { type: 'object', properties: { id: string, name: string, color: string } };
  const twin = { type: 'object', properties: { name: string, color: string, watts: integer } };
  const made = { type: 'object', properties: { id: string, twin } };
  const app = fromDocument(
    documentOf({
      '/lamps': {
        get: { responses: { 200: reply({ type: 'array', items: lamp }) } },
        post: { ...body(lamp), responses: { 201: reply(made) } },
      },
      '/lamps/{id}': {
        parameters: [parameter('id', 'path', string)],
        get: { responses: { 200: reply(lamp) } },
      },
    }),
    { remember: true },
  );
  const sent = JSON.stringify({ id: 'a', name: 'b', color: 'c' });
  const headers = { 'content-type': 'application/json' };
  const answer = await app.fetch(
    new Request('http://localhost/lamps', { method: 'POST', headers, body: sent }),
  );
  expect(await answer.json()).toMatchObject({ id: 'a' });
});
