import { describe, expect, it } from 'vitest';
import { pageOf } from '../../src/documents/memory/lists.ts';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** A memory of documents as the users of other frameworks write them. */

type Json = Readonly<Record<string, unknown>>;

const string = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const objectOf = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more });
const listOf = (items: Json) => ({ type: 'array', items });
const content = (schema: Json) => ({ content: { 'application/json': { schema } } });
const answers = (schema: Json, status = 200) => ({
  responses: { [status]: { description: 'x', ...content(schema) } },
});
const takes = (schema: Json) => ({ requestBody: content(schema) });
const none = (status = 204) => ({ responses: { [status]: { description: 'x' } } });
const inPath = (name: string, schema: Json = integer) => ({ name, in: 'path', required: true, schema });
const inQuery = (name: string, schema: Json, more: Json = {}) => ({ name, in: 'query', schema, ...more });

/** A client of a mock that remembers. A text in place of a body is a form. */
function client(paths: Json, components: Json = {}, remember: true | Json = true, more: Json = {}) {
  const app = fromDocument(documentOf(paths, components), {
    remember: remember as Readonly<Record<string, readonly Json[]>>,
  });
  return async (method: string, path: string, sent?: unknown) => {
    const isForm = typeof sent === 'string';
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const [headers, body] =
      sent === undefined ? [{}, null] : [{ 'content-type': type }, isForm ? sent : JSON.stringify(sent)];
    const init = { method, headers: { ...headers, ...more }, body } as RequestInit;
    const response = await app.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    const [location, tag] = ['location', 'etag'].map((name) => response.headers.get(name));
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), location, tag };
  };
}

const lamp = objectOf({ id: integer, name: string, watts: integer, state: string });
const bulb = objectOf({ id: integer, lampId: integer, label: string });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const components = { schemas: { Lamp: lamp, Bulb: bulb } };
const lamps: Json = {
  '/lamps': {
    get: answers(listOf(ref('Lamp'))),
    post: {
      ...takes(objectOf({ name: string, watts: integer, state: string })),
      ...answers(ref('Lamp'), 201),
    },
  },
  '/lamps/{id}': { parameters: [inPath('id')], get: answers(ref('Lamp')), delete: none() },
};

describe('a parameter that has another name in each path', () => {
  const ask = client(
    {
      ...lamps,
      '/lamps/{lampId}/bulbs': {
        parameters: [inPath('lampId')],
        get: answers(listOf(ref('Bulb'))),
        post: { ...takes(objectOf({ label: string })), ...answers(ref('Bulb')) },
      },
      '/lamps/{lampKey}/bulbs/{id}': {
        parameters: [inPath('lampKey'), inPath('id')],
        get: answers(ref('Bulb')),
      },
    },
    components,
  );

  it('is that of the same item', async () => {
    await ask('POST', '/lamps', { name: 'desk' });
    const made = await ask('POST', '/lamps/1/bulbs', { label: 'a' });
    expect(made.body).toEqual({ id: 1, lampId: 1, label: 'a' });
    expect((await ask('GET', '/lamps/1/bulbs/1')).body).toEqual(made.body);
    expect((await ask('POST', '/lamps/2/bulbs', { label: 'a' })).status).toBe(404);
    expect((await ask('GET', '/lamps/2/bulbs')).status).toBe(404);
    await ask('DELETE', '/lamps/1');
    expect((await ask('GET', '/lamps/1/bulbs/1')).status).toBe(404);
  });
});

describe('a list whose items have no path', () => {
  const paths = (post: Json) => ({
    '/notes': { get: answers(listOf(objectOf({ id: integer, text: string }))), post },
  });

  it('has what was posted', async () => {
    const note = objectOf({ id: integer, text: string });
    const ask = client(
      paths({
        ...takes(objectOf({ note: objectOf({ text: string }) })),
        ...answers(objectOf({ note }), 201),
      }),
    );
    const made = await ask('POST', '/notes', { note: { text: 'a' } });
    expect(made).toMatchObject({ body: { note: { id: 1, text: 'a' } }, location: null });
    await ask('POST', '/notes', { note: { text: 'b' } });
    expect((await ask('GET', '/notes')).body).toEqual([
      { id: 1, text: 'a' },
      { id: 2, text: 'b' },
    ]);
  });

  it.each<[string, Json]>([
    ['that answers with a list', { ...takes(objectOf({ text: string })), ...answers(listOf(integer)) }],
    ['that sends something else', { ...takes(objectOf({ query: string })), ...none() }],
  ])('does not have it of a POST %s', async (_, post) => {
    const ask = client(paths(post));
    await ask('POST', '/notes', { text: 'a' });
    expect((await ask('GET', '/__memory')).body).toEqual({});
  });

  it('is none if it has no objects', async () => {
    const post = { ...takes(objectOf({ tag: string })), ...none() };
    const ask = client({ '/tags': { get: answers(listOf(string)), post }, '/hooks': { post } });
    await ask('POST', '/tags', { tag: 'a' });
    await ask('POST', '/hooks', { tag: 'a' });
    expect((await ask('GET', '/__memory')).body).toEqual({});
  });
});

describe('an operation below an item', () => {
  const below = (name: string, item: Json, open = '/') => ({
    [`/lamps/{id}${open}${name}`]: { parameters: [inPath('id')], ...item },
  });
  const paths = {
    ...lamps,
    ...below('copy', {
      post: answers(objectOf({ id: integer, name: string, watts: integer, state: string })),
    }),
    ...below('details', { get: answers(ref('Lamp')) }),
    ...below('archive', { post: answers(objectOf({ lamp: ref('Lamp') })), delete: answers(ref('Lamp')) }),
    ...below(
      'repair',
      { post: { ...takes(objectOf({ state: string, id: integer })), ...answers(ref('Lamp')) } },
      ':',
    ),
    ...below('watts', { put: { ...takes(objectOf({ watts: integer })), ...none() } }),
    ...below('remind', { post: { ...takes(objectOf({ watts: integer })), ...none() } }),
    ...below('plug', {
      patch: { ...takes(objectOf({ volts: integer })), ...none() },
      get: answers(objectOf({ volts: integer })),
    }),
    ...below('users/{userId}', { put: none(), parameters: [inPath('id'), inPath('userId')] }),
  };
  const made = { id: 1, name: 'desk', watts: 5 };

  it.each<[string, string, unknown, Json | undefined, Json]>([
    ['GET', '/details', undefined, made, made],
    ['POST', '/copy', undefined, made, made],
    ['POST', '/archive', undefined, { lamp: made }, made],
    ['DELETE', '/archive', undefined, made, made],
    ['POST', ':repair', { state: 'new', id: 7 }, { ...made, state: 'new' }, { ...made, state: 'new' }],
    ['PUT', '/watts', { watts: 9 }, undefined, { ...made, watts: 9 }],
    ['POST', '/remind', { watts: 9 }, undefined, made],
    ['PATCH', '/plug', { volts: 9 }, undefined, made],
    ['GET', '/plug', undefined, { volts: 12 }, made],
    ['PUT', '/users/3', undefined, undefined, made],
  ])('shows and changes it: %s %s', async (method, path, sent, body, after) => {
    const ask = client(paths, components);
    await ask('POST', '/lamps', { name: 'desk', watts: 5 });
    expect((await ask(method, `/lamps/1${path}`, sent)).body).toEqual(body);
    expect((await ask('GET', '/lamps/1')).body).toEqual(after);
    expect((await ask(method, `/lamps/2${path}`, sent)).status).toBe(404);
  });

  it('changes nothing that would make it invalid', async () => {
    const weak = objectOf({ id: integer, watts: { ...integer, maximum: 5 } });
    const ask = client({
      '/lamps': { post: { ...takes(objectOf({ watts: integer })), ...answers(weak) } },
      '/lamps/{id}': { parameters: [inPath('id')], get: answers(weak) },
      '/lamps/{id}/watts': {
        parameters: [inPath('id')],
        put: { ...takes(objectOf({ watts: integer })), ...answers(weak) },
      },
    });
    await ask('POST', '/lamps', { watts: 4 });
    expect((await ask('PUT', '/lamps/1/watts', { watts: 50 })).body).toEqual({ id: 1, watts: 4 });
  });
});

describe('an action changes what the names of properties tell', () => {
  const when = { type: ['string', 'null'], format: 'date-time', readOnly: true };
  const yes = { type: 'boolean', readOnly: true };
  const one = (...values: string[]) => ({ status: { ...string, enum: values, readOnly: true } });
  const now = expect.stringMatching(/^20\d\d-.*Z$/);

  it.each<[string, string, Json, Json, Json]>([
    ['POST', '/archive', { archived: yes }, { archived: false }, { archived: true }],
    ['POST', ':archive', { isArchived: yes }, { isArchived: false }, { isArchived: true }],
    ['PUT', '/star', { starred: yes }, { starred: false }, { starred: true }],
    [
      'DELETE',
      '/star',
      { starred: yes, ...one('new', 'star') },
      { starred: true, status: 'new' },
      { starred: false, status: 'new' },
    ],
    [
      'POST',
      '/unarchive',
      { archived: yes, archivedAt: when },
      { archived: true, archivedAt: 'x' },
      { archived: false, archivedAt: null },
    ],
    ['POST', '/unarchive', one('draft', 'archived'), { status: 'archived' }, { status: 'draft' }],
    ['POST', '/unarchive', one('archived', 'open'), { status: 'archived' }, { status: 'open' }],
    ['POST', '/unpublish', one('new', 'draft', 'published'), { status: 'draft' }, { status: 'draft' }],
    ['DELETE', '/archive', one('open', 'archived'), { status: 'archived' }, { status: 'open' }],
    ['POST', '/restore', { deleted_at: when }, { deleted_at: 'x' }, { deleted_at: null }],
    [
      'POST',
      '/publish',
      { published_at: when, ...one('draft', 'published') },
      { published_at: null, status: 'draft' },
      { published_at: now, status: 'published' },
    ],
    ['POST', '/cancel', one('OPEN', 'CANCELLED'), { status: 'OPEN' }, { status: 'CANCELLED' }],
    ['POST', '/deny', one('open', 'denied'), { status: 'open' }, { status: 'denied' }],
    ['POST', '/pay', one('open', 'paid'), { status: 'open' }, { status: 'paid' }],
    ['POST', '/start', one('open', 'in_progress'), { status: 'open' }, { status: 'in_progress' }],
    ['POST', '/check-in', one('open', 'checked_in'), { status: 'open' }, { status: 'checked_in' }],
    ['POST', '/activate', { active: yes }, { active: false }, { active: true }],
    [
      'POST',
      '/deactivate',
      { isActive: yes, ...one('active', 'inactive') },
      { isActive: true, status: 'active' },
      { isActive: false, status: 'inactive' },
    ],
    ['POST', '/disable', { enabled: yes }, { enabled: true }, { enabled: false }],
    [
      'POST',
      '/mark-as-read',
      { read: yes, readAt: when },
      { read: false, readAt: null },
      { read: true, readAt: now },
    ],
    ['POST', '/toggleActive', { active: yes }, { active: true }, { active: false }],
    [
      'POST',
      '/toggle',
      { active: yes, date: when },
      { active: true, date: 'x' },
      { active: true, date: 'x' },
    ],
    [
      'POST',
      '/toggleArchived',
      { archived: yes, archivedAt: when },
      { archived: true, archivedAt: 'x' },
      { archived: false, archivedAt: 'x' },
    ],
    [
      'POST',
      '/repair',
      { open: yes, ...one('a', 'b') },
      { open: true, status: 'a' },
      { open: true, status: 'a' },
    ],
    [
      'POST',
      '/archive',
      { attributes: objectOf({ archived: yes }) },
      { attributes: { archived: false } },
      { attributes: { archived: true } },
    ],
  ])('%s %s %j', async (method, action, properties, before, after) => {
    const lamp = objectOf({ id: integer, ...properties });
    const parameters = [inPath('id')];
    const paths = (end: Json) => ({
      '/lamps': { get: answers(listOf(lamp)) },
      '/lamps/{id}': { parameters, get: answers(lamp) },
      [`/lamps/{id}${action}`]: { parameters, [method.toLowerCase()]: end },
    });
    for (const end of [answers(lamp), none()]) {
      const ask = client(paths(end), {}, { '/lamps': [{ id: 1, ...before }] });
      const { body } = await ask(method, `/lamps/1${action}`);
      if (body) expect(body).toEqual({ id: 1, ...after });
      expect((await ask('GET', '/lamps/1')).body).toEqual({ id: 1, ...after });
    }
  });
});

it('an action does not change what its request says', async () => {
  const lamp = objectOf({ id: integer, enabled: boolean });
  const parameters = [inPath('id')];
  const put = { ...takes(objectOf({ enabled: boolean })), ...answers(lamp) };
  const paths = {
    '/lamps': { get: answers(listOf(lamp)) },
    '/lamps/{id}': { parameters, get: answers(lamp) },
    '/lamps/{id}/enabled': { parameters, put },
  };
  const ask = client(paths, {}, { '/lamps': [{ id: 1, enabled: true }] });
  expect((await ask('PUT', '/lamps/1/enabled', { enabled: false })).body).toEqual({ id: 1, enabled: false });
});

describe('a list in an item', () => {
  const entry = (id: Json) => objectOf({ ...id, count: integer });
  const cart = (id: Json) => objectOf({ id: integer, name: string, items: listOf(entry(id)) });
  const paths = (id: Json, parameter?: string) => {
    const change = { ...takes(entry(id)), ...answers(cart(id)) };
    const one = {
      parameters: [inPath('id'), inPath(`${parameter}`, string)],
      put: change,
      patch: change,
      delete: answers(cart(id)),
    };
    return {
      '/carts': {
        get: answers(listOf(cart(id))),
        post: { ...takes(objectOf({ name: string })), ...answers(cart(id)) },
      },
      '/carts/{id}': { parameters: [inPath('id')], get: answers(cart(id)) },
      '/carts/{id}/items': { parameters: [inPath('id')], post: change, delete: answers(cart(id)) },
      ...(parameter ? { [`/carts/{id}/items/{${parameter}}`]: one } : {}),
    };
  };
  const begun = { id: 1, name: 'a', items: [] };

  it.each<[string, Json, string | undefined, readonly (readonly [string, string, unknown?])[], unknown]>([
    [
      'has what was added',
      { productId: string },
      'productId',
      [['POST', '', { productId: 'x', count: 2 }]],
      [{ productId: 'x', count: 2 }],
    ],
    [
      'has an id that is sent only once',
      { productId: string },
      'productId',
      [
        ['POST', '', { productId: 'x', count: 2 }],
        ['POST', '', { productId: 'y', count: 1 }],
        ['POST', '', { productId: 'x', count: 3 }],
      ],
      [
        { productId: 'x', count: 3 },
        { productId: 'y', count: 1 },
      ],
    ],
    [
      'has new ids',
      { id: integer },
      'itemId',
      [
        ['POST', '', { count: 2 }],
        ['POST', '', { count: 3 }],
      ],
      [
        { id: 1, count: 2 },
        { id: 2, count: 3 },
      ],
    ],
    ['has no ids', {}, undefined, [['POST', '', { count: 2, other: 1 }]], [{ count: 2 }]],
    [
      'is changed',
      { id: integer },
      'itemId',
      [
        ['POST', '', { count: 2 }],
        ['POST', '', { count: 3 }],
        ['PATCH', '/2', { count: 4 }],
        ['PUT', '/1', { count: 5 }],
      ],
      [
        { id: 1, count: 5 },
        { id: 2, count: 4 },
      ],
    ],
    [
      'has no longer what was deleted',
      { id: integer },
      'itemId',
      [
        ['POST', '', { count: 2 }],
        ['POST', '', { count: 3 }],
        ['DELETE', '/1'],
      ],
      [{ id: 2, count: 3 }],
    ],
    [
      'is empty again',
      { id: integer },
      'itemId',
      [
        ['POST', '', { count: 2 }],
        ['DELETE', ''],
      ],
      [],
    ],
  ])('%s', async (_, id, parameter, requests, items) => {
    const ask = client(paths(id, parameter));
    expect((await ask('POST', '/carts', { name: 'a' })).body).toEqual(begun);
    for (const [method, path, sent] of requests)
      expect((await ask(method, `/carts/1/items${path}`, sent)).status).toBe(200);
    expect((await ask('GET', '/carts/1')).body).toEqual({ ...begun, items });
    expect((await ask('POST', '/carts/2/items', { count: 1 })).status).toBe(404);
    if (parameter) expect((await ask('DELETE', '/carts/1/items/99')).status).toBe(404);
  });
});

it('other changes let an item grow only so much, too', async () => {
  const entry = objectOf({ id: integer, text: string });
  const names = Array.from({ length: 5 }, (_, at) => `p${at}`);
  const all = objectOf(Object.fromEntries(names.map((name) => [name, string])));
  const lamp = objectOf({ id: integer, items: listOf(entry), ...all.properties });
  const parameters = [inPath('id')];
  const paths = {
    '/lamps': { get: answers(listOf(lamp)) },
    '/lamps/{id}': { parameters, get: answers(lamp) },
    '/lamps/{id}/items': { parameters, post: { ...takes(entry), ...answers(lamp) } },
    '/lamps/{id}/names': { parameters, put: { ...takes(all), ...answers(lamp) } },
  };
  const text = 'x'.repeat(500_000);
  const ask = client(paths, {}, { '/lamps': [{ id: 1 }, { id: 2 }] });
  const changes = names.map((name) => [
    () => ask('POST', '/lamps/1/items', { text }),
    () => ask('PUT', '/lamps/2/names', { [name]: text }),
  ]);
  for (const change of changes.slice(0, -1).flat()) expect((await change()).status).toBe(200);
  for (const change of changes.slice(-1).flat())
    expect(await change()).toMatchObject({
      status: 422,
      body: { detail: 'A change must leave an object of at most 2 MiB' },
    });
});

it('a list in an item is not found where what the item belongs to is missing', async () => {
  const entry = objectOf({ id: integer, count: integer });
  const cart = objectOf({ id: integer, items: listOf(entry) });
  const shop = objectOf({ id: integer });
  const parameters = [inPath('shopId'), inPath('id')];
  const paths = {
    '/shops': { get: answers(listOf(shop)), post: { ...takes(objectOf({})), ...answers(shop) } },
    '/shops/{shopId}': { parameters: [inPath('shopId')], get: answers(shop) },
    '/shops/{shopId}/carts': { parameters: [inPath('shopId')], get: answers(listOf(cart)) },
    '/shops/{shopId}/carts/{id}': { parameters, get: answers(cart) },
    '/shops/{shopId}/carts/{id}/items': { parameters, post: { ...takes(entry), ...answers(cart) } },
  };
  expect((await client(paths)('POST', '/shops/7/carts/1/items', { count: 2 })).status).toBe(404);
});

it('a list in an item may be missing, and other methods leave it alone', async () => {
  const entry = objectOf({ id: integer, count: integer });
  const cart = objectOf({ id: integer, items: listOf(entry) });
  const change = { ...takes(entry), ...answers(cart) };
  const parameters = [inPath('id')];
  const paths = {
    '/carts': { get: answers(listOf(cart)) },
    '/carts/{id}': { parameters, get: answers(cart) },
    '/carts/{id}/items': { parameters, post: change, put: change },
    '/carts/{id}/items/{itemId}': { parameters: [...parameters, inPath('itemId')], post: change },
  };
  const ask = client(paths, {}, { '/carts': [{ id: 1 }] });
  const filled = { id: 1, items: [{ id: 1, count: 2 }] };
  expect((await ask('POST', '/carts/1/items', { count: 2 })).body).toEqual(filled);
  await ask('PUT', '/carts/1/items', { count: 3 });
  await ask('POST', '/carts/1/items/1', { count: 3 });
  expect((await ask('GET', '/carts/1')).body).toEqual(filled);
});

it('a POST to an item changes the properties that its query names', async () => {
  const post = { ...answers(ref('Lamp')), parameters: [inQuery('name', string), inQuery('force', string)] };
  const paths = { ...lamps, '/lamps/{id}': { ...Object(lamps['/lamps/{id}']), post } };
  const ask = client(paths, components);
  await ask('POST', '/lamps', { name: 'desk', watts: 5 });
  expect((await ask('POST', '/lamps/1?name=floor&force=yes')).body).toEqual({
    id: 1,
    name: 'floor',
    watts: 5,
  });
  expect((await ask('GET', '/lamps/1')).body).toMatchObject({ name: 'floor' });
  expect((await ask('POST', '/lamps/2?name=floor')).status).toBe(404);
});

it('a JSON:API document has links to itself, no made-up items beside its own, and what only one item may have', async () => {
  const item = objectOf({ type: string, id: string, attributes: objectOf({ name: string, sku: string }) });
  const links = objectOf({ self: string });
  const whole = objectOf({ data: item, included: listOf(objectOf({ id: string })), links });
  const clash = { 409: { description: 'x' } };
  const made = { responses: { ...answers(whole, 201).responses, ...clash } };
  const ask = client({
    '/lamps': {
      get: answers(objectOf({ data: listOf(item), included: listOf({ type: 'object' }) })),
      post: { ...takes(objectOf({ data: item })), ...made },
    },
    '/lamps/{id}': { parameters: [inPath('id', string)], get: answers(whole) },
    '/lamps/{id}/name': {
      parameters: [inPath('id', string)],
      post: { ...takes(objectOf({ name: string })), ...answers(whole) },
    },
  });
  const attributes = { name: 'desk', sku: 'A-1' };
  const { body, location } = await ask('POST', '/lamps', { data: { type: 'lamps', attributes } });
  const data = { type: 'lamps', id: body.data.id, attributes };
  expect(body).toEqual({ data, included: [], links: { self: location } });
  expect((await ask('GET', '/lamps')).body).toEqual({ data: [data], included: [] });
  expect((await ask('POST', '/lamps', { data: { type: 'lamps', attributes } })).status).toBe(409);
  const { body: renamed } = await ask('POST', `/lamps/${data.id}/name`, { name: 'floor' });
  expect(renamed.data.attributes).toEqual({ name: 'floor', sku: 'A-1' });
});

describe('resources as Google has them', () => {
  const lamp = objectOf({
    name: string,
    displayName: string,
    size: objectOf({ watts: integer, volts: integer }),
  });
  const query = (name: string) => ({ parameters: [inQuery(name, string)] });
  const paths = {
    '/v1/lamps': { post: { ...query('lampId'), ...takes(lamp), ...answers(lamp) } },
    '/v1/lamps/{lamp}': {
      parameters: [inPath('lamp', string)],
      get: answers(lamp),
      patch: { ...query('updateMask'), ...takes(lamp), ...answers(lamp) },
    },
  };
  const desk = { name: 'desk', displayName: 'Desk', size: { watts: 5, volts: 12 } };

  it.each<[string, Json, Json]>([
    ['', { size: { watts: 9 } }, { ...desk, size: { watts: 9, volts: 12 } }],
    ['?updateMask=*', { displayName: 'A' }, { ...desk, displayName: 'A' }],
    ['?updateMask=displayName', { displayName: 'A', size: { watts: 9 } }, { ...desk, displayName: 'A' }],
    ['?updateMask=color', { displayName: 'A' }, desk],
    ['?updateMask=size.watts', { displayName: 'A' }, desk],
    ['?updateMask=display_name', { size: { watts: 9 } }, { name: 'desk', size: desk.size }],
    [
      '?updateMask=size.watts,displayName',
      { displayName: 'A', size: { watts: 9 } },
      { name: 'desk', displayName: 'A', size: { watts: 9, volts: 12 } },
    ],
  ])('have the id of the query, and are changed as far as a mask says: %s', async (mask, sent, after) => {
    const ask = client(paths);
    const { size, displayName } = desk;
    expect((await ask('POST', '/v1/lamps?lampId=desk', { displayName, size })).body).toEqual(desk);
    expect((await ask('POST', '/v1/lamps?lampId=desk', { displayName, size })).status).toBe(409);
    expect((await ask('PATCH', `/v1/lamps/desk${mask}`, sent)).body).toEqual(after);
  });
});

describe('an operation beside the items', () => {
  const paths = {
    ...lamps,
    '/lamps/bulk': {
      post: {
        ...takes(objectOf({ lamps: listOf(objectOf({ id: integer, name: string })) })),
        ...answers(objectOf({ data: listOf(ref('Lamp')) })),
      },
    },
    '/lamps/search': {
      post: {
        ...takes(objectOf({ name: string, limit: integer })),
        ...answers(objectOf({ data: listOf(ref('Lamp')), total: integer })),
      },
      put: answers(listOf(ref('Lamp'))),
    },
  };

  it('makes several, or finds some', async () => {
    const ask = client(paths, components);
    const made = await ask('POST', '/lamps/bulk', { lamps: [{ name: 'a' }, { name: 'b' }] });
    expect(made.body).toEqual({
      data: [
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ],
    });
    expect((await ask('POST', '/lamps/bulk', { lamps: [{ id: 1, name: 'a' }] })).status).toBe(409);
    const found = await ask('POST', '/lamps/search', { name: 'b', limit: 1 });
    expect(found.body).toEqual({ data: [{ id: 2, name: 'b' }], total: 1 });
    expect((await ask('POST', '/lamps/search')).body.total).toBe(2);
    expect((await ask('PUT', '/lamps/search')).status).toBe(200);
  });

  it('needs what the items belong to', async () => {
    const ask = client(
      {
        ...lamps,
        '/lamps/{id}/bulbs': {
          parameters: [inPath('id')],
          get: answers(listOf(ref('Bulb'))),
          delete: none(),
        },
        '/lamps/{id}/bulbs/{bulbId}': {
          parameters: [inPath('id'), inPath('bulbId')],
          get: answers(ref('Bulb')),
        },
        '/lamps/{id}/bulbs/bulk': {
          parameters: [inPath('id')],
          post: { ...takes(listOf(objectOf({ label: string }))), ...answers(listOf(ref('Bulb'))) },
        },
      },
      components,
    );
    expect((await ask('POST', '/lamps/1/bulbs/bulk', [{ label: 'a' }])).status).toBe(404);
    expect((await ask('DELETE', '/lamps/1/bulbs')).status).toBe(404);
    await ask('POST', '/lamps', { name: 'a' });
    expect((await ask('POST', '/lamps/1/bulbs/bulk', [{ label: 'a' }])).body).toEqual([
      { id: 1, lampId: 1, label: 'a' },
    ]);
  });

  it('deletes those that it asks for, or all', async () => {
    const own = { ...Object(lamps['/lamps']), delete: { ...none(), parameters: [inQuery('name', string)] } };
    const ask = client({ ...lamps, '/lamps': own }, components);
    for (const name of ['a', 'b', 'c']) await ask('POST', '/lamps', { name });
    await ask('DELETE', '/lamps?name=b');
    expect((await ask('GET', '/lamps')).body).toHaveLength(2);
    await ask('DELETE', '/lamps');
    expect((await ask('GET', '/lamps')).body).toEqual([]);
  });
});

describe('an item that is changed by POST', () => {
  const customer = objectOf({ id: string, name: string, email: string }, { required: ['id'] });
  const deleted = objectOf(
    { id: string, deleted: { ...boolean, enum: [true] } },
    { required: ['id', 'deleted'] },
  );
  const form = (schema: Json) => ({
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } },
  });
  const sent = objectOf({ name: string, email: string });
  const list = objectOf({ object: string, data: listOf(ref('Customer')), has_more: boolean, url: string });
  const paths = {
    '/v1/customers': {
      get: {
        parameters: [
          inQuery('limit', integer),
          inQuery('starting_after', string),
          inQuery('ending_before', string),
          inQuery(
            'name',
            { anyOf: [objectOf({ gt: string }), string] },
            { style: 'deepObject', explode: true },
          ),
        ],
        responses: {
          200: { description: 'x', headers: { Link: { schema: string } }, ...content(list) },
        },
      },
      post: { ...form(sent), ...answers(ref('Customer')) },
    },
    '/v1/customers/{customer}': {
      parameters: [inPath('customer', string)],
      get: answers({ anyOf: [ref('Customer'), ref('Deleted')] }),
      post: { ...form(sent), ...answers(ref('Customer')) },
      delete: answers(ref('Deleted')),
    },
    '/v1/customers/{customer}/ping': { parameters: [inPath('customer', string)], post: none() },
  };
  const own = { schemas: { Customer: customer, Deleted: deleted } };

  it('keeps what was not sent, and is not deleted until it is', async () => {
    const ask = client(paths, own);
    const { id } = (await ask('POST', '/v1/customers', 'name=Ada&email=a')).body;
    const changed = await ask('POST', `/v1/customers/${id}`, 'name=Bob');
    expect(changed.body).toEqual({ id, name: 'Bob', email: 'a' });
    expect((await ask('GET', `/v1/customers/${id}`)).body).toEqual(changed.body);
    expect((await ask('POST', '/v1/customers/none', 'name=Bob')).status).toBe(404);
    expect((await ask('POST', `/v1/customers/${id}/ping`)).status).toBe(204);
    expect((await ask('DELETE', `/v1/customers/${id}`)).body).toEqual({ id, deleted: true });
    expect((await ask('GET', `/v1/customers/${id}`)).status).toBe(404);
  });

  it('is behind, or before, the item with an id', async () => {
    const ask = client(paths, own, {
      '/v1/customers': ['a', 'b', 'c'].map((name) => ({ id: `cus_${name}`, name })),
    });
    const names = async (query: string) => {
      const { data, has_more, url } = (await ask('GET', `/v1/customers?${query}`)).body;
      return [data.map((each: Json) => each.name).join(''), has_more, url];
    };
    expect(await names('limit=2')).toEqual(['ab', true, '/v1/customers']);
    expect(await names('limit=2&starting_after=cus_b')).toEqual(['c', false, '/v1/customers']);
    expect(await names('limit=1&ending_before=cus_c')).toEqual(['b', true, '/v1/customers']);
    expect(await names('limit=5&ending_before=cus_b')).toEqual(['a', true, '/v1/customers']);
    expect(await names('name[gt]=a')).toEqual(['bc', false, '/v1/customers']);
  });
});

describe('an id', () => {
  const paths = (
    schema: Json,
    parameter: Json = string,
    item: Json = objectOf({ _id: schema, title: string }),
  ) => ({
    '/tasks': { post: { ...takes(objectOf({ title: string })), ...answers(item, 201) } },
    '/tasks/{taskId}': { parameters: [inPath('taskId', parameter)], get: answers(item) },
  });

  it.each<[Json, Json, RegExp]>([
    [string, { ...string, pattern: '^[0-9a-f]{24}$' }, /^[0-9a-f]{24}$/],
    [string, { ...string, pattern: '^T-[0-9]{4}$' }, /^T-[0-9]{4}$/],
    [{ ...string, pattern: '^T-[0-9]{4}$' }, string, /^T-[0-9]{4}$/],
  ])('fits its property and its parameter: %j and %j', async (schema, parameter, expected) => {
    const ask = client(paths(schema, parameter));
    for (const title of ['Wash', 'Wash']) {
      const made = await ask('POST', '/tasks', { title });
      expect(made.body._id).toMatch(expected);
      expect(made.location).toBe(`/tasks/${made.body._id}`);
      expect((await ask('GET', `/tasks/${made.body._id}`)).body).toEqual(made.body);
    }
  });

  it('is the reply, if that is no object', async () => {
    const ask = client({
      '/tasks': {
        post: { ...takes(objectOf({ title: string })), ...answers(integer) },
        get: answers(listOf(integer)),
      },
      '/tasks/{id}': { parameters: [inPath('id')], get: answers(objectOf({ id: integer, title: string })) },
      '/notes': { post: { ...takes(objectOf({ text: string })), ...answers(string) } },
      '/notes/{noteId}': { parameters: [inPath('noteId', string)], get: answers(objectOf({ text: string })) },
      '/flags': {
        post: { ...takes(objectOf({ text: string })), ...answers({ type: 'boolean', example: true }) },
      },
      '/flags/{id}': { parameters: [inPath('id')], get: answers(objectOf({ id: integer, text: string })) },
    });
    expect((await ask('POST', '/tasks', { title: 'a' })).body).toBe(1);
    expect((await ask('GET', '/tasks')).body).toEqual([1]);
    const id = (await ask('POST', '/notes', { text: 'a' })).body;
    expect((await ask('GET', `/notes/${id}`)).body).toEqual({ text: 'a' });
    expect((await ask('POST', '/flags', { text: 'a' })).body).toBe(true);
  });

  it('is no name, though a path asks for an id and there is nothing else', async () => {
    const ask = client({
      '/cats': { post: { ...takes(objectOf({ name: string })), ...none(201) } },
      '/cats/{id}': { parameters: [inPath('id')], get: none(200) },
    });
    for (const location of ['/cats/1', '/cats/2'])
      expect((await ask('POST', '/cats', { name: 'Tom' })).location).toBe(location);
  });
});

it('an item with the address of another is a 409 if the document declares that', async () => {
  const user = objectOf({ id: integer, email: string, name: string });
  const post = { ...takes(objectOf({ email: string, name: string })) };
  const conflict = { 201: { description: 'x', ...content(user) }, 409: { description: 'x' } };
  const item = { parameters: [inPath('id')], get: answers(user) };
  const ask = client({
    '/users': { post: { ...post, responses: conflict } },
    '/users/{id}': item,
    '/guests': { post: { ...post, ...answers(user, 201) } },
    '/guests/{id}': item,
  });
  const statuses = [];
  for (const path of ['/users', '/guests'])
    for (const email of ['a@b.c', 'a@b.c', 'd@e.f'])
      statuses.push((await ask('POST', path, { email, name: 'Ada' })).status);
  expect(statuses).toEqual([201, 409, 201, 201, 201, 201]);
});

describe('a new item', () => {
  const time = { ...string, format: 'date-time' };
  const nullable = (type: string) => ({ type: [type, 'null'] });
  it.each<[string, Json, unknown]>([
    ['tags', listOf(string), []],
    ['tags', { ...listOf(string), example: ['a'] }, ['a']],
    ['tags', { ...listOf(string), minItems: 1 }, [expect.any(String)]],
    ['isDeleted', boolean, false],
    ['is_active', boolean, true],
    ['likesCount', integer, 0],
    ['__v', integer, 0],
    ['price', integer, expect.any(Number)],
    ['avatar', nullable('string'), null],
    ['createdUtc', time, expect.stringMatching(/^20/)],
    ['updatedAt', { type: ['string', 'null'], format: 'date-time' }, expect.stringMatching(/^20/)],
    ['created_by', { ...string, example: 'ada' }, 'ada'],
    ['odd', { not: {} }, undefined],
    ['deletedAt', time, undefined],
    ['deletedAt', { type: ['string', 'null'], format: 'date-time' }, null],
    ['placedAt', time, expect.stringMatching(/^20/)],
  ])('begins with what is likely: %s %j', async (name, schema, expected) => {
    const item = objectOf({ id: integer, title: string, [name]: schema });
    const ask = client({
      '/tasks': { post: { ...takes(objectOf({ title: string })), ...answers(item) } },
      '/tasks/{id}': {
        parameters: [inPath('id')],
        get: answers(item),
        put: { ...takes(objectOf({ title: string })), ...answers(item) },
      },
    });
    const made = (await ask('POST', '/tasks', { title: 'a' })).body;
    expect(made[name]).toEqual(expected);
    expect((await ask('PUT', '/tasks/1', { title: 'b' })).body[name]).toEqual(expected);
  });

  it('keeps what it must have if a PUT does not say it', async () => {
    const item = objectOf(
      { id: integer, title: string, price: integer, note: string },
      { required: ['title', 'price'] },
    );
    const sent = objectOf({ title: string, price: integer, note: string });
    const ask = client({
      '/books': { post: { ...takes(sent), ...answers(item) } },
      '/books/{id}': { parameters: [inPath('id')], put: { ...takes(sent), ...answers(item) } },
    });
    await ask('POST', '/books', { title: 'a', price: 5, note: 'x' });
    expect((await ask('PUT', '/books/1', { price: 6 })).body).toEqual({ id: 1, title: 'a', price: 6 });
  });
});

describe('a single resource in an envelope', () => {
  const user = objectOf({ email: string, token: string, bio: string }, { required: ['email', 'token'] });
  const paths = {
    '/user': {
      get: answers(objectOf({ user })),
      put: {
        ...takes(objectOf({ user: objectOf({ email: string, bio: string }) })),
        ...answers(objectOf({ user })),
      },
    },
  };

  it('is changed', async () => {
    const ask = client(paths);
    const { user: before } = (await ask('GET', '/user')).body;
    expect((await ask('PUT', '/user', { user: { bio: 'new' } })).body).toEqual({
      user: { ...before, bio: 'new' },
    });
    expect((await ask('GET', '/__memory')).body).toEqual({ '/user': [{ ...before, bio: 'new' }] });
  });

  it('is none if other properties are sent beside the object', async () => {
    const settings = objectOf({ theme: string, mail: objectOf({ on: boolean }) });
    const ask = client({
      '/settings': { get: answers(settings), put: { ...takes(settings), ...answers(settings) } },
    });
    const sent = { theme: 'dark', mail: { on: true } };
    expect((await ask('PUT', '/settings', sent)).body).toEqual(sent);
    expect((await ask('GET', '/__memory')).body).toEqual({ '/settings': [sent] });
  });

  it('may say more in its envelope', async () => {
    const whole = objectOf({ took: { ...integer, example: 5 }, user });
    const put = { ...takes(objectOf({ user: objectOf({ bio: string }) })), ...answers(whole) };
    const ask = client({ '/user': { get: answers(whole), put } });
    expect((await ask('PUT', '/user', { user: { bio: 'new' } })).body).toMatchObject({
      took: 5,
      user: { bio: 'new' },
    });
  });
});

describe('an envelope', () => {
  const code = { type: 'integer', example: 0 };
  const general = objectOf({ code, message: string, data: {} });
  const of = (data: Json) => ({ allOf: [general, objectOf({ data })] });

  it('may be one of all replies, with a code, that an operation says more of', async () => {
    const ask = client(
      {
        '/lamps': {
          get: answers(of(objectOf({ list: listOf(ref('Lamp')), total: integer }))),
          post: { ...takes(objectOf({ name: string })), ...answers(of(ref('Lamp'))) },
        },
        '/lamps/{id}': { parameters: [inPath('id')], get: answers(of(ref('Lamp'))) },
      },
      components,
    );
    const made = await ask('POST', '/lamps', { name: 'desk' });
    expect(made.body).toMatchObject({ code: 0, data: { id: 1, name: 'desk' } });
    expect((await ask('GET', '/lamps')).body).toMatchObject({ data: { list: [made.body.data], total: 1 } });
    expect((await ask('GET', '/lamps/1')).body).toEqual(made.body);
  });

  it('is known by the id in it, also without a list', async () => {
    const one = objectOf({ code, data: objectOf({ id: integer, name: string }) });
    const ask = client({
      '/lamps': { post: { ...takes(objectOf({ name: string })), ...answers(one) } },
      '/lamps/{lampId}': { parameters: [inPath('lampId')], get: answers(one) },
    });
    expect((await ask('POST', '/lamps', { name: 'desk' })).body).toEqual({
      code: 0,
      data: { id: 1, name: 'desk' },
    });
  });

  const link = objectOf({ href: string });
  const page = inQuery('page', { ...integer, minimum: 0, default: 0 });
  const size = inQuery('size', { ...integer, default: 2 });
  const pageable = inQuery(
    'pageable',
    objectOf({ page: { ...integer, minimum: 0 }, size: integer, sort: listOf(string) }),
  );
  const three = { '/lamps': ['b', 'c', 'a'].map((name, at) => ({ id: at + 1, name })) };
  const address = (query: string) => `http://localhost/lamps?${query}`;

  it.each<[string, Json, readonly Json[], string, Json]>([
    [
      'HAL',
      {
        _embedded: objectOf({ lampList: listOf(ref('Lamp')) }),
        _links: { type: 'object', additionalProperties: link },
      },
      [page, size],
      '?page=1',
      {
        _links: {
          self: { href: address('page=1') },
          prev: { href: address('page=0') },
          first: { href: address('page=0') },
          last: { href: address('page=1') },
        },
      },
    ],
    [
      'HAL, with links that are declared',
      { items: listOf(ref('Lamp')), _links: objectOf({ self: link, next: link, prev: link }) },
      [page, size],
      '',
      { _links: { self: { href: '/lamps' }, next: { href: '/lamps?page=1' } } },
    ],
    [
      'Spring',
      {
        content: listOf(ref('Lamp')),
        ...{
          first: boolean,
          last: boolean,
          empty: boolean,
          numberOfElements: integer,
          number: integer,
          hasPrevious: boolean,
        },
        pageable: objectOf({ offset: integer, pageSize: integer }),
      },
      [pageable],
      '?page=1&size=2&sort=name,desc',
      {
        first: false,
        last: true,
        empty: false,
        numberOfElements: 1,
        number: 1,
        hasPrevious: true,
        pageable: { offset: 2, pageSize: 2 },
      },
    ],
    [
      'Laravel',
      {
        data: listOf(ref('Lamp')),
        links: objectOf({ first: string, last: string, prev: { type: ['string', 'null'] } }),
        meta: objectOf({ from: { type: ['integer', 'null'] }, to: integer, path: string, total: integer }),
      },
      [inQuery('page', integer), inQuery('per_page', integer)],
      '?per_page=2',
      {
        links: { first: '/lamps?per_page=2&page=1', last: '/lamps?per_page=2&page=2', prev: null },
        meta: { from: 1, to: 2, path: '/lamps', total: 3 },
      },
    ],
    [
      'counts of the list',
      { lamps: listOf(ref('Lamp')), lampsCount: integer, meta: objectOf({ totalLamps: integer }) },
      [size],
      '',
      { lampsCount: 3, meta: { totalLamps: 3 } },
    ],
    [
      'a count beside a total',
      { data: listOf(ref('Lamp')), count: integer, meta: objectOf({ total: integer }) },
      [size],
      '',
      { count: 2, meta: { total: 3 } },
    ],
    [
      'the next page as an object',
      { data: listOf(ref('Lamp')), next: objectOf({ page: integer }), prev: objectOf({ page: integer }) },
      [inQuery('page', integer), size],
      '?page=1',
      { next: { page: 2 } },
    ],
    ['no page beside it', { data: listOf(ref('Lamp')), from: string }, [], '', { from: expect.any(String) }],
  ])('says what there is on the page: %s', async (_, properties, parameters, query, expected) => {
    const get = { parameters, ...answers(objectOf(properties)) };
    const ask = client({ ...lamps, '/lamps': { get } }, components, three);
    const { body } = await ask('GET', `/lamps${query}`);
    const lists = ['_embedded', 'items', 'content', 'data', 'lamps'];
    expect(Object.fromEntries(Object.entries(body).filter(([name]) => !lists.includes(name)))).toEqual(
      expected,
    );
    const shown = JSON.stringify(body).match(/"name":"(.)"/g);
    expect(shown).toHaveLength(
      parameters.length === 0 ? 3 : query.includes('page=1') && !('next' in properties) ? 1 : 2,
    );
  });
});

describe('a reply without a memory', () => {
  const ask = (paths: Json, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const request = new Request(`http://localhost${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return fromDocument(documentOf(paths)).fetch(request);
  };
  const user = objectOf(
    { id: { ...integer, example: 7 }, email: { ...string, example: 'x@y.z' } },
    { required: ['id'] },
  );

  it.each<[string, Json, Json, Json]>([
    [
      'in the envelope that was sent',
      objectOf({ user }),
      { user: { email: 'a@b.c' } },
      { user: { id: 7, email: 'a@b.c' } },
    ],
    [
      'in an envelope',
      objectOf({ ok: boolean, data: user }),
      { email: 'a@b.c' },
      { ok: true, data: { id: 7, email: 'a@b.c' } },
    ],
    [
      'not at all, if it is not valid',
      objectOf({ data: user }),
      { email: 5 },
      { data: { id: 7, email: 'x@y.z' } },
    ],
    [
      'not at all, if it is no object',
      objectOf({ data: user }),
      { data: 5 },
      { data: { id: 7, email: 'x@y.z' } },
    ],
    [
      'in none of two objects',
      objectOf({ a: user, b: user }),
      { email: 'q' },
      { a: { id: 7, email: 'x@y.z' }, b: { id: 7, email: 'x@y.z' } },
    ],
  ])('has what was sent %s', async (_, schema, sent, expected) => {
    const post = { ...takes({}), ...answers(schema) };
    expect(await (await ask({ '/users': { post } }, '/users', sent)).json()).toEqual(expected);
  });
});

describe('the address of what was made', () => {
  const post = (schema: Json) => ({
    ...takes(objectOf({ name: string })),
    responses: { 201: { description: 'x', headers: { Location: { schema } }, ...content(lamp) } },
  });
  const put = {
    ...takes(objectOf({ name: string })),
    responses: { 201: { description: 'x', headers: { Location: { schema: string } }, ...content(lamp) } },
  };

  it('is whole where it has to be, and that of the request for a PUT', async () => {
    const ask = client({
      '/lamps': { post: post({ ...string, format: 'uri' }) },
      '/lamps/{id}': { parameters: [inPath('id')], get: answers(lamp), put },
    });
    expect((await ask('POST', '/lamps', { name: 'a' })).location).toBe('http://localhost/lamps/1');
    expect((await ask('PUT', '/lamps/7', { name: 'a' })).location).toBe('/lamps/7');
  });

  it('is in parentheses in OData', async () => {
    const ask = client({
      '/Lamps': {
        get: answers(objectOf({ value: listOf(lamp), '@odata.count': integer })),
        post: post(string),
      },
      '/Lamps({id})': { parameters: [inPath('id')], get: answers(lamp), delete: none() },
    });
    const made = await ask('POST', '/Lamps', { name: 'a' });
    expect(made.location).toBe('/Lamps(1)');
    expect((await ask('GET', '/Lamps(1)')).body).toEqual(made.body);
    expect((await ask('GET', '/Lamps')).body).toEqual({ value: [made.body], '@odata.count': 1 });
    expect((await ask('DELETE', '/Lamps(1)')).status).toBe(204);
    expect((await ask('GET', '/Lamps(1)')).status).toBe(404);
  });
});

describe('a condition of a request', () => {
  const tagged = (schema: Json, status: number) => ({
    responses: {
      200: { description: 'x', headers: { ETag: { schema: string } }, ...content(schema) },
      [status]: { description: 'x' },
    },
  });
  const paths = {
    ...lamps,
    '/lamps/{id}': {
      parameters: [inPath('id')],
      get: tagged(lamp, 304),
      put: { ...takes(lamp), ...tagged(lamp, 412) },
      patch: { ...takes(lamp), ...tagged(lamp, 412) },
      delete: { responses: { 204: { description: 'x' }, 412: { description: 'x' } } },
    },
  };
  const first = { '/lamps': [{ id: 1, name: 'a' }] };
  const asking = (name: string, value: string) => client(paths, components, first, { [name]: value });

  it('is met by the tag of the item, or by any', async () => {
    const { tag } = await client(paths, components, first)('GET', '/lamps/1');
    const statuses = async (name: string, value: string, methods: readonly string[]) => {
      const found = [];
      for (const method of methods) {
        const body = method.startsWith('P') ? { name: 'b' } : undefined;
        found.push((await asking(name, value)(method, '/lamps/1', body)).status);
      }
      return found;
    };
    const changes = ['PUT', 'PATCH', 'DELETE'];
    expect(await statuses('if-match', `"other", W/${tag}`, changes)).toEqual([200, 200, 204]);
    expect(await statuses('if-match', '*', changes)).toEqual([200, 200, 204]);
    expect(await statuses('if-match', '"other"', changes)).toEqual([412, 412, 412]);
    expect(await statuses('if-none-match', String(tag), ['GET'])).toEqual([304]);
    expect(await statuses('if-none-match', '"other"', ['GET'])).toEqual([200]);
  });

  it('holds for an action and for a change of a list in the item, too', async () => {
    const withParts = objectOf({ id: integer, name: string, parts: listOf(objectOf({ id: integer })) });
    const own = {
      '/lamps': { get: answers(listOf(withParts)) },
      '/lamps/{id}': { parameters: [inPath('id')], get: tagged(withParts, 304) },
      '/lamps/{id}/repair': { parameters: [inPath('id')], post: tagged(withParts, 412) },
      '/lamps/{id}/parts': { parameters: [inPath('id')], delete: tagged(withParts, 412) },
    };
    for (const [tag, status] of [
      ['"other"', 412],
      ['*', 200],
    ] as const) {
      const ask = client(own, components, { '/lamps': [{ id: 1, parts: [] }] }, { 'if-match': tag });
      expect((await ask('POST', '/lamps/1/repair')).status).toBe(status);
      expect((await ask('DELETE', '/lamps/1/parts')).status).toBe(status);
    }
  });

  it('is not met where there is no tag', async () => {
    const put = { ...takes(lamp), ...tagged(lamp, 412) };
    const items: readonly Json[] = [{ put }, { put, get: none(200) }];
    for (const item of items) {
      const own = { ...lamps, '/lamps/{id}': { parameters: [inPath('id')], ...item } };
      const ask = client(own, components, first, { 'if-match': '"other"' });
      expect((await ask('PUT', '/lamps/1', { name: 'b' })).status).toBe(412);
    }
  });
});

describe('what nobody should be surprised by', () => {
  it('items of a list that extend others have all that they have', async () => {
    const base = objectOf({ id: integer });
    const whole = { allOf: [base, objectOf({ name: string })] };
    const page = { allOf: [objectOf({ data: listOf(listOf({})) }), objectOf({ data: listOf(whole) })] };
    const ask = client({
      '/lamps': { get: answers(page), post: { ...takes(objectOf({ name: string })), ...none(201) } },
      '/lamps/{id}': { parameters: [inPath('id')], get: answers(whole) },
    });
    await ask('POST', '/lamps', { name: 'a' });
    expect((await ask('GET', '/lamps')).body).toEqual({ data: [{ id: 1, name: 'a' }] });
  });

  it('a password is not kept if only the request has it', async () => {
    const user = objectOf({ id: integer, email: string });
    const ask = client({
      '/users': { post: { ...takes(objectOf({ email: string, password: string })), ...answers(user) } },
      '/users/{id}': { parameters: [inPath('id')], get: answers(user) },
    });
    const made = { id: 1, email: 'a' };
    expect((await ask('POST', '/users', { email: 'a', password: 'b' })).body).toEqual(made);
    expect((await ask('GET', '/__memory')).body).toEqual({ '/users': [made] });
  });

  it('a list is whole if all of it is asked for', async () => {
    const own = {
      ...Object(lamps['/lamps']),
      get: { ...answers(listOf(lamp)), parameters: [inQuery('state', string)] },
    };
    const ask = client({ ...lamps, '/lamps': own }, components);
    await ask('POST', '/lamps', { name: 'a', state: 'on' });
    expect((await ask('GET', '/lamps?state=all')).body).toHaveLength(1);
    expect((await ask('GET', '/lamps?state=off')).body).toHaveLength(0);
    await ask('POST', '/lamps', { name: 'b', state: 'all' });
    expect((await ask('GET', '/lamps?state=all')).body).toHaveLength(1);
  });

  it('the number of an issue is the one in its path', async () => {
    const issue = objectOf({ id: integer, number: integer, title: string });
    const ask = client({
      '/issues': { post: { ...takes(objectOf({ title: string })), ...answers(issue) } },
      '/issues/{issue_number}': { parameters: [inPath('issue_number')], get: answers(issue) },
    });
    for (const number of [1, 2]) {
      expect((await ask('POST', '/issues', { title: 'a' })).body.number).toBe(number);
      expect((await ask('GET', `/issues/${number}`)).body.number).toBe(number);
    }
  });
});

describe('a list below an item of another collection', () => {
  const book = objectOf({ id: integer, title: string, author_id: { ...integer, readOnly: true } });
  const post = (schema: Json) => ({ ...takes(objectOf({ title: string })), ...answers(schema) });
  const author = objectOf({ id: integer, name: string });
  const own = { schemas: { Book: book } };
  const authors = {
    '/authors': { post: { ...takes(objectOf({ name: string })), ...answers(author) } },
    '/authors/{authorId}': { parameters: [inPath('authorId')], get: answers(author) },
  };
  const below = (more: Json) => ({
    '/authors/{id}/books': {
      parameters: [inPath('id')],
      get: { ...answers(listOf(ref('Book'))), parameters: [inQuery('title', string)] },
      ...more,
    },
  });
  const books = {
    '/books/{bookId}': {
      parameters: [inPath('bookId')],
      get: answers(ref('Book')),
      patch: post(ref('Book')),
      delete: none(),
    },
  };

  it.each<[string, Json]>([
    [
      'also has the items of all',
      { '/books': { get: answers(listOf(ref('Book'))), post: post(ref('Book')) } },
    ],
    ['has items with a path of their own', {}],
  ])('%s', async (_, all) => {
    const ask = client(
      { ...authors, ...books, ...all, ...below({ post: post(ref('Book')), delete: none() }) },
      own,
    );
    for (const name of ['Ada', 'Bob']) await ask('POST', '/authors', { name });
    const made = await ask('POST', '/authors/2/books', { title: 'a' });
    expect(made.body).toEqual({ id: 1, title: 'a', author_id: 2 });
    await ask('POST', '/authors/1/books', { title: 'b' });
    expect((await ask('GET', '/authors/2/books')).body).toEqual([made.body]);
    expect((await ask('GET', '/authors/2/books?title=b')).body).toEqual([]);
    expect((await ask('GET', '/books/1')).body).toEqual(made.body);
    expect((await ask('PATCH', '/books/1', { title: 'c' })).body.title).toBe('c');
    expect((await ask('GET', '/authors/2/books')).body).toEqual([{ ...made.body, title: 'c' }]);
    expect((await ask('DELETE', '/books/1')).status).toBe(204);
    expect((await ask('GET', '/authors/2/books')).body).toEqual([]);
    expect((await ask('GET', '/authors/3/books')).status).toBe(404);
    expect((await ask('POST', '/authors/3/books', { title: 'a' })).status).toBe(404);
    expect((await ask('DELETE', '/authors/1/books')).status).toBe(204);
    expect((await ask('DELETE', '/authors/3/books')).status).toBe(404);
  });

  it('is one of its own if nothing says what its items belong to', async () => {
    const note = objectOf({ id: integer, title: string });
    const ask = client(
      { ...authors, ...books, ...below({ post: post(ref('Book')) }) },
      { schemas: { Book: note } },
    );
    await ask('POST', '/authors', { name: 'Ada' });
    const made = await ask('POST', '/authors/1/books', { title: 'a' });
    expect((await ask('GET', '/authors/1/books')).body).toEqual([made.body]);
    expect((await ask('GET', '/__memory')).body).toEqual({
      '/authors': [{ id: 1, name: 'Ada' }],
      '/authors/1/books': [made.body],
    });
  });
});

it.each([
  ['/authors/{id}', 'author_id'],
  ['/authors/{id}', 'authorId'],
  ['/authors/{authorKey}', 'authorKey'],
  ['/authors/{key}', 'author_key'],
  ['/libraries/{id}', 'libraryId'],
  ['/press/{id}', 'presId'],
])('what belongs to the item of %s has its id in %s', async (path, name) => {
  const book = objectOf({ id: integer, title: string, [name]: { ...integer, readOnly: true } });
  const [, collection = '', parameter = ''] = /^(.*)\/\{(.*)\}$/.exec(path) ?? [];
  const shop = objectOf({ id: integer, name: string });
  const ask = client({
    [collection]: { post: { ...takes(objectOf({ name: string })), ...answers(shop) } },
    [path]: { parameters: [inPath(parameter)], get: answers(shop) },
    [`${path}/books`]: {
      parameters: [inPath(parameter)],
      get: answers(listOf(book)),
      post: { ...takes(objectOf({ title: string })), ...answers(book) },
    },
    [`${path}/books/{bookId}`]: { parameters: [inPath(parameter), inPath('bookId')], get: answers(book) },
  });
  await ask('POST', collection, { name: 'Ada' });
  await ask('POST', collection, { name: 'Bob' });
  const made = await ask('POST', `${collection}/2/books`, { title: 'a' });
  expect(made.body).toEqual({ id: 1, title: 'a', [name]: 2 });
});

it('a bound may be one of a time', () => {
  const items = [
    { id: 1, madeAt: '2024-05-01' },
    { id: 2, madeAt: null },
    { id: 3, madeAt: '2026-05-01' },
  ];
  const asked = (name: string) => pageOf(items, [{ name, value: '2025', minimum: undefined }]).items;
  expect(asked('made_after')).toEqual([items[2]]);
  expect(asked('made_before')).toEqual([items[0]]);
  expect(asked('unmade_before')).toEqual(items);
});

it.each(['HEAD', 'OPTIONS', 'PATCH'])('other operations answer as without a memory: %s', async (method) => {
  const plain = { [method.toLowerCase()]: none() };
  const ask = client(
    {
      '/lamps': { ...Object(lamps['/lamps']), ...plain },
      '/lamps/{id}': { ...Object(lamps['/lamps/{id}']), options: none() },
    },
    components,
    { '/lamps': [{ id: 1 }] },
  );
  expect((await ask(method, '/lamps')).status).toBe(204);
  expect((await ask('OPTIONS', '/lamps/1')).status).toBe(204);
});

describe('what a request must not do', () => {
  it('is to make more items than there is room for', async () => {
    const bulk = { post: { ...takes(listOf(objectOf({ name: string }))), ...answers(listOf(ref('Lamp'))) } };
    const many = Array.from({ length: 10_000 }, (_, at) => ({ id: at + 1 }));
    const ask = client({ ...lamps, '/lamps/bulk': bulk }, components, { '/lamps': many });
    expect((await ask('POST', '/lamps/bulk', [{ name: 'a' }])).status).toBe(507);
  });

  it('answers others while it makes many', async () => {
    const bulk = { post: { ...takes(listOf(objectOf({ name: string }))), ...answers(listOf(ref('Lamp'))) } };
    const ask = client({ ...lamps, '/lamps/bulk': bulk }, components);
    const answered: string[] = [];
    const many = Array.from({ length: 5000 }, (_, at) => ({ name: `lamp ${at}` }));
    const making = ask('POST', '/lamps/bulk', many).then(({ body }) => answered.push(`${body.length} made`));
    await ask('GET', '/lamps/1').then(() => answered.push('shown'));
    await making;
    expect(answered).toEqual(['shown', '5000 made']);
  });

  it('is to delete an item though its reply is not acceptable', async () => {
    const item = { parameters: [inPath('id')], delete: answers(ref('Lamp')), get: none(200) };
    const first = { '/lamps': [{ id: 1 }] };
    const ask = client({ ...lamps, '/lamps/{id}': item }, components, first, { accept: 'image/png' });
    expect((await ask('DELETE', '/lamps/1')).status).toBe(406);
    expect((await ask('GET', '/lamps/1')).status).toBe(200);
  });

  it('is to change an item of what is not there', async () => {
    const parameters = [inPath('key', string), inPath('id')];
    const ask = client(
      {
        '/rooms': { post: { ...takes(objectOf({ key: string })), ...answers(objectOf({ key: string })) } },
        '/rooms/{key}': { parameters: [inPath('key', string)], get: answers(objectOf({ key: string })) },
        '/rooms/{key}/lamps': {
          parameters: [inPath('key', string)],
          post: {
            ...takes(objectOf({ name: string })),
            ...answers(objectOf({ id: integer, room_key: string })),
          },
        },
        '/rooms/{key}/lamps/{id}': { parameters, get: answers(objectOf({ id: integer, room_key: string })) },
        '/rooms/{key}/lamps/{id}/on': {
          parameters,
          post: answers(objectOf({ id: integer, room_key: string })),
        },
      },
      components,
    );
    expect((await ask('POST', '/rooms/hall/lamps/1/on')).status).toBe(404);
    await ask('POST', '/rooms', { key: 'hall' });
    const made = { id: 1, room_key: 'hall' };
    expect((await ask('POST', '/rooms/hall/lamps', {})).body).toEqual(made);
    expect((await ask('POST', '/rooms/hall/lamps/1/on')).body).toEqual(made);
  });
});

it('an envelope may have more in its example than it declares', async () => {
  const example = { data: [], total: 7, from: 5, meta: {}, note: 'x' };
  const list = objectOf({ data: listOf(lamp), from: { type: ['integer', 'null'] } }, { example });
  const ask = client({ ...lamps, '/lamps': { get: answers(list) } }, components);
  expect((await ask('GET', '/lamps')).body).toEqual({ ...example, total: 0, from: null });
});
