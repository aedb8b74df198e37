import { describe, expect, it } from 'vitest';
import { linked, pageOf } from '../../src/documents/memory/lists.ts';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** A memory of items that requests and replies have in an envelope, and of resources without an id. */

type Json = Readonly<Record<string, unknown>>;

const string = { type: 'string' };
const integer = { type: 'integer' };
const ofService = (schema: Json) => ({ ...schema, readOnly: true });
const objectOf = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more });
const content = (schema: Json, more: Json = {}) => ({ content: { 'application/json': { schema, ...more } } });
const answers = (schema: Json, more: Json = {}) => ({
  responses: { 200: { description: 'x', ...content(schema, more) } },
});
const takes = (schema: Json) => ({ requestBody: content(schema) });
const none = { responses: { 204: { description: 'x' } } };

function client(paths: Json, remember: Readonly<Record<string, readonly Json[]>> | true = true) {
  const app = fromDocument(documentOf(paths), { remember });
  return async (method: string, path: string, sent?: unknown, type = 'application/json') => {
    const [headers, body] =
      sent === undefined ? [{}, null] : [{ 'content-type': type }, JSON.stringify(sent)];
    const response = await app.fetch(new Request(`http://localhost${path}`, { method, headers, body }));
    const text = await response.text();
    const location = response.headers.get('location');
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), location };
  };
}

const lamp = objectOf(
  { id: ofService(integer), name: string, color: string, code: { ...string, writeOnly: true } },
  { required: ['id', 'name'] },
);
const change = objectOf({ name: string, color: { type: ['string', 'null'] }, code: string });
const MERGE = 'application/merge-patch+json';
const PATCH = 'application/json-patch+json';

/** A collection whose items are sent in one envelope, and come back in another. */
function lamps(sent: (schema: Json) => Json, replied: (schema: Json) => Json, listed: Json): Json {
  const made = { ...content(replied(lamp)), headers: { Location: { schema: string } }, description: 'x' };
  const patches = { [MERGE]: { schema: sent(change) }, [PATCH]: { schema: { type: 'array' } } };
  return {
    '/lamps': {
      get: answers(listed),
      post: { ...takes(sent(change)), responses: { 201: made } },
    },
    '/lamps/{lampId}': {
      parameters: [{ name: 'lampId', in: 'path', required: true, schema: integer }],
      get: answers(replied(lamp)),
      put: { ...takes(sent(change)), ...answers(replied(lamp)) },
      patch: { requestBody: { content: patches }, ...answers(replied(lamp)) },
      delete: none,
    },
  };
}

const inside =
  (name: string, more: Json = {}) =>
  (schema: Json) =>
    objectOf({ ...more, [name]: schema });
const bare = (schema: Json) => schema;
const wrap = (name: string | undefined, value: unknown) => (name === undefined ? value : { [name]: value });
const listOf = (items: Json) => ({ type: 'array', items });

describe.each<[string, Json, string | undefined, string | undefined]>([
  ['the same', lamps(inside('data'), inside('data'), inside('data')(listOf(lamp))), 'data', 'data'],
  ['their names', lamps(inside('lamp'), inside('lamp'), inside('lamps')(listOf(lamp))), 'lamp', 'lamp'],
  ['of the reply', lamps(bare, inside('lamp'), listOf(lamp)), undefined, 'lamp'],
  ['of the request', lamps(inside('lamp'), bare, listOf(lamp)), 'lamp', undefined],
  [
    'with a code',
    lamps(bare, inside('data', { code: integer, message: string }), listOf(lamp)),
    undefined,
    'data',
  ],
  [
    'with a list two levels down',
    lamps(inside('data'), inside('data'), inside('data')(inside('rows', { total: integer })(listOf(lamp)))),
    'data',
    'data',
  ],
])('an envelope: %s', (_, paths, sent, replied) => {
  const one = (body: Json) => (replied === undefined ? body : body[replied]);

  it('has an item that is made, changed and deleted', async () => {
    const ask = client(paths);
    const made = await ask('POST', '/lamps', wrap(sent, { name: 'Ada', code: 'x' }));
    expect(made).toMatchObject({ status: 201, location: '/lamps/1' });
    expect(one(made.body)).toEqual({ id: 1, name: 'Ada' });
    await ask('POST', '/lamps', wrap(sent, { name: 'Bob' }));
    const put = await ask('PUT', '/lamps/1', wrap(sent, { name: 'Eve', color: 'red' }));
    expect(one(put.body)).toEqual({ id: 1, name: 'Eve', color: 'red' });
    const merged = await ask('PATCH', '/lamps/1', wrap(sent, { color: null }), MERGE);
    expect(one(merged.body)).toEqual({ id: 1, name: 'Eve' });
    const path = replied === undefined ? '/name' : `/${replied}/name`;
    const patched = await ask('PATCH', '/lamps/1', [{ op: 'replace', path, value: 'Zoe' }], PATCH);
    expect(one(patched.body)).toEqual({ id: 1, name: 'Zoe' });
    const test = [{ op: 'test', path: '/name', value: 'Zoe' }];
    expect((await ask('PATCH', '/lamps/1', test, PATCH)).status).toBe(200);
    expect(one((await ask('GET', '/lamps/1')).body)).toEqual({ id: 1, name: 'Zoe' });
    const lists = JSON.stringify((await ask('GET', '/lamps')).body);
    expect(lists).toContain('[{"id":1,"name":"Zoe"},{"id":2,"name":"Bob"}]');
    expect((await ask('DELETE', '/lamps/1')).status).toBe(204);
    expect((await ask('GET', '/lamps/1')).status).toBe(404);
  });
});

it('an envelope is known without a list, too, and may be left out or refused', async () => {
  const paths = lamps(inside('data'), inside('lamp', { took: integer }), listOf(lamp));
  const { post } = paths['/lamps'] as { post: Json };
  const ask = client({ ...paths, '/lamps': { post } });
  expect((await ask('POST', '/lamps', {})).body.lamp).toMatchObject({ id: 1 });
  expect((await ask('POST', '/lamps', { data: { name: 'Ada' } })).body.lamp).toEqual({ id: 2, name: 'Ada' });
  const wrong = [{ op: 'test', path: '/lamp/name', value: 'Bob' }];
  expect((await ask('PATCH', '/lamps/2', wrong, PATCH)).status).toBe(409);
});

it('a body that is no object makes an item all the same', async () => {
  const paths = lamps(() => integer, bare, listOf(lamp));
  expect((await client(paths)('POST', '/lamps', 5)).body).toMatchObject({ id: 1 });
});

it('a list may be in two envelopes, but not in three', async () => {
  const paths = lamps(bare, bare, inside('a')(inside('b')(inside('c')(listOf(lamp)))));
  const ask = client(paths);
  await ask('POST', '/lamps', { name: 'Ada' });
  expect(JSON.stringify((await ask('GET', '/lamps')).body)).not.toContain('Ada');
});

it('a list may be of a union that has itself among its kinds', async () => {
  const place = '#/paths/~1lamps/get/responses/200/content/application~1json/schema';
  const paths = lamps(bare, bare, { anyOf: [{ $ref: place }, objectOf({ items: listOf(lamp) })] });
  const ask = client(paths);
  await ask('POST', '/lamps', { name: 'Ada' });
  expect((await ask('GET', '/lamps')).body).toMatchObject({ items: [{ name: 'Ada' }] });
});

it('an example of an item may be in an envelope', async () => {
  const paths = lamps(bare, inside('lamp'), listOf(lamp)) as Readonly<Record<string, Json>>;
  const example = { lamp: { id: 7, name: 'first' } };
  const get = answers(inside('lamp')(lamp), { example });
  const ask = client({ ...paths, '/lamps/{lampId}': { ...paths['/lamps/{lampId}'], get } });
  expect((await ask('GET', '/lamps')).body).toEqual([{ id: 7, name: 'first' }]);
  expect((await ask('GET', '/lamps/7')).body).toEqual(example);
});

it.each([
  [{ lamps: [{ id: 7, name: 'first' }] }, 7],
  [{ data: { total: 1, names: ['a'], lamps: [{ id: 7, name: 'first' }] } }, 7],
  [{ more: { lamps: [{ id: 5, name: 'other' }] }, lamps: [{ id: 7, name: 'first' }] }, 7],
  [{ a: { b: { lamps: [{ id: 7, name: 'first' }] } } }, undefined],
])('an example of a list may be in two envelopes, but not in three: %j', async (example, id) => {
  const paths = lamps(bare, bare, {}) as Readonly<Record<string, Json>>;
  const get = answers({}, { example });
  const ask = client({ ...paths, '/lamps': { ...paths['/lamps'], get } });
  expect((await ask('GET', '/lamps/7')).body.name).toBe(id === undefined ? undefined : 'first');
  expect((await ask('GET', '/lamps/5')).status).toBe(404);
});

it('an object in an item is no envelope', async () => {
  const author = objectOf({ id: integer, name: string });
  const book = objectOf({ id: integer, title: string, author });
  const post = { ...takes(objectOf({ author })), ...answers(book) };
  const item = {
    parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
    get: answers(book),
  };
  const ask = client({ '/books': { post }, '/books/{id}': item });
  expect((await ask('POST', '/books', { author: { id: 5, name: 'Ada' } })).body).toEqual({
    id: 1,
    title: expect.any(String),
    author: { id: 5, name: 'Ada' },
  });
});

it('an object in an item is no envelope if only some requests have properties beside it', async () => {
  const sent = objectOf({ name: string });
  const book = objectOf({ title: string, author: objectOf({ id: integer, name: string }) });
  const ask = client({
    '/books': { post: { ...takes(objectOf({ title: string, author: sent })), ...answers(book) } },
    '/books/{bookId}': {
      parameters: [{ name: 'bookId', in: 'path', required: true, schema: integer }],
      get: answers(book),
      patch: { ...takes(objectOf({ author: sent })), ...answers(book) },
    },
  });
  const made = { title: 'A', author: { name: 'Ada' } };
  expect((await ask('POST', '/books', made)).body).toMatchObject(made);
  expect((await ask('GET', '/books/1')).body).toMatchObject(made);
});

it.each<[string, Json, Json, Json]>([
  [
    'has an object with what is sent',
    objectOf({ id: ofService(integer), size: objectOf({ watts: integer }) }),
    { size: { watts: 5 } },
    { id: 7, size: { watts: 5 } },
  ],
  [
    'is in an envelope, without its id',
    objectOf({ data: objectOf({ name: string }) }),
    { name: 'desk' },
    { data: { name: 'desk' } },
  ],
])('an item that %s is what was put', async (_, replied, sent, shown) => {
  const schema = objectOf({ name: string, size: objectOf({ watts: integer }) });
  const ask = client({
    '/lamps': { get: answers({ type: 'array', items: { type: 'object' } }) },
    '/lamps/{lampId}': {
      parameters: [{ name: 'lampId', in: 'path', required: true, schema: integer }],
      get: answers(replied),
      put: { ...takes(schema), responses: { 201: { description: 'x', ...content(replied) } } },
    },
  });
  expect((await ask('PUT', '/lamps/7', sent)).body).toEqual(shown);
  expect((await ask('GET', '/lamps/7')).body).toEqual(shown);
});

describe('a resource without an id', () => {
  const settings = objectOf(
    { theme: { type: 'string', enum: ['dark', 'light'] }, size: { type: 'integer', default: 20 } },
    { required: ['theme'] },
  );
  const one = {
    get: answers(settings),
    put: { ...takes(settings), ...answers(settings) },
    patch: { ...takes(objectOf({ size: integer })), ...answers(settings) },
  };
  const users = {
    '/users': { post: { ...takes(objectOf({ name: string })), ...answers(objectOf({ id: integer })) } },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      get: answers(objectOf({ id: integer })),
    },
    '/users/{id}/settings': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
      ...one,
      delete: none,
    },
  };

  it('is what was put last, and begins as without a memory', async () => {
    const ask = client({ '/settings': one });
    expect((await ask('GET', '/settings')).body).toEqual({ theme: 'dark', size: 20 });
    expect((await ask('PUT', '/settings', { theme: 'light', size: 5 })).body).toEqual({
      theme: 'light',
      size: 5,
    });
    expect((await ask('PATCH', '/settings', { size: 6 })).body).toEqual({ theme: 'light', size: 6 });
    expect((await ask('GET', '/settings')).body).toEqual({ theme: 'light', size: 6 });
    expect((await ask('GET', '/__memory')).body).toEqual({ '/settings': [{ theme: 'light', size: 6 }] });
    await ask('DELETE', '/__memory');
    expect((await ask('GET', '/settings')).body).toEqual({ theme: 'dark', size: 20 });
  });

  it('begins with what the file has', async () => {
    const ask = client({ '/settings': one }, { '/settings': [{ theme: 'light', size: 7 }] });
    expect((await ask('GET', '/settings')).body).toEqual({ theme: 'light', size: 7 });
  });

  it('has no parameter of its own', async () => {
    const parameters = [{ name: 'key', in: 'path', required: true, schema: string }];
    const ask = client({ '/settings/{key}': { parameters, ...one } });
    await ask('PUT', '/settings/a', { theme: 'light' });
    expect((await ask('GET', '/settings/a')).body).toMatchObject({ theme: 'dark' });
    expect((await ask('GET', '/__memory')).body).toEqual({});
  });

  it('belongs to an item', async () => {
    const ask = client(users);
    expect((await ask('GET', '/users/1/settings')).status).toBe(404);
    await ask('POST', '/users', { name: 'Ada' });
    await ask('POST', '/users', { name: 'Bob' });
    await ask('PUT', '/users/1/settings', { theme: 'light' });
    expect((await ask('GET', '/users/1/settings')).body).toMatchObject({ theme: 'light' });
    expect((await ask('GET', '/users/2/settings')).body).toMatchObject({ theme: 'dark' });
    expect((await ask('DELETE', '/users/1/settings')).status).toBe(204);
    expect((await ask('GET', '/users/1/settings')).status).toBe(404);
    expect((await ask('PUT', '/users/1/settings', { theme: 'light' })).status).toBe(200);
    expect((await ask('GET', '/users/1/settings')).body).toMatchObject({ theme: 'light' });
  });
});

it('the paths of a collection may end with a slash', async () => {
  const { '/lamps': all, '/lamps/{lampId}': one } = lamps(bare, bare, listOf(lamp));
  const ask = client({ '/lamps/': all, '/lamps/{lampId}/': one });
  const made = await ask('POST', '/lamps/', { name: 'Ada' });
  expect(made).toMatchObject({ location: '/lamps/1/', body: { id: 1, name: 'Ada' } });
  expect((await ask('GET', '/lamps/1/')).body).toEqual(made.body);
  expect((await ask('GET', '/lamps/')).body).toEqual([made.body]);
  expect((await ask('GET', '/lamps/2/')).status).toBe(404);
});

describe('a made item', () => {
  const sent = objectOf({
    title: string,
    genre: { ...string, default: 'prose' },
    secret: { ...string, writeOnly: true },
  });
  const book = objectOf(
    { id: integer, title: string, genre: string, author_id: integer },
    { required: ['id', 'title', 'author_id'] },
  );
  const parameter = (name: string) => ({ name, in: 'path', required: true, schema: integer });
  const authorsBy = (name: string, own = book): Json => ({
    '/authors': { post: { ...takes(objectOf({ name: string })), ...answers(objectOf({ id: integer })) } },
    [`/authors/{${name}}`]: { parameters: [parameter(name)], get: answers(objectOf({ id: integer })) },
    [`/authors/{${name}}/books`]: {
      parameters: [parameter(name)],
      get: answers(listOf(own)),
      post: { ...takes(sent), ...answers(own) },
    },
    [`/authors/{${name}}/books/{bookId}`]: {
      parameters: [parameter(name), parameter('bookId')],
      get: answers(own),
      put: { ...takes(sent), ...answers(own) },
    },
  });

  it.each([
    ['authorId', 'author_id'],
    ['author_id', 'author_id'],
    ['id', 'author_id'],
    ['id', 'authorId'],
  ])('has the id of what it belongs to, which is {%s} in the path, as its %s', async (name, property) => {
    const own = objectOf({ id: integer, title: string, [property]: integer }, { required: [property] });
    const ask = client(authorsBy(name, own));
    for (const _ of [1, 2]) await ask('POST', '/authors', { name: 'Ada' });
    const made = await ask('POST', '/authors/2/books', { title: 'A' });
    expect(made.body).toEqual({ id: 1, title: 'A', [property]: 2 });
    expect((await ask('PUT', '/authors/2/books/1', { title: 'B' })).body).toEqual({
      ...made.body,
      title: 'B',
    });
  });

  it('has the defaults of its request, and nothing that is writeOnly there', async () => {
    const ask = client(authorsBy('authorId'));
    await ask('POST', '/authors', { name: 'Ada' });
    const made = { id: 1, title: 'A', genre: 'prose', author_id: 1 };
    expect((await ask('POST', '/authors/1/books', { title: 'A', secret: 'x' })).body).toEqual(made);
    expect((await ask('GET', '/authors/1/books/1')).body).toEqual(made);
  });
});

describe('a page links to those beside it', () => {
  const page = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } };
  const size = { name: 'per_page', in: 'query', schema: { type: 'integer', default: 2 } };
  const offset = { name: 'offset', in: 'query', schema: integer };
  const cursor = { name: 'cursor', in: 'query', schema: string };
  const link = { type: ['string', 'null'], format: 'uri' };
  const three = { '/lamps': [1, 2, 3].map((id) => ({ id, name: 'a' })) };
  const ids = (all: readonly Json[]) => all.map(({ id }) => id);

  async function pages(parameters: readonly Json[], envelope: Json, queries: readonly string[]) {
    const own = lamps(bare, bare, envelope) as Readonly<Record<string, Json>>;
    const headers = { Link: { schema: string } };
    const responses = { 200: { description: 'x', headers, ...content(envelope) } };
    const paths = { ...own, '/lamps': { ...own['/lamps'], get: { parameters, responses } } };
    const app = fromDocument(documentOf(paths), { remember: three });
    return Promise.all(
      queries.map(async (query) => {
        const init = query === '' ? {} : { headers: { host: 'localhost' } };
        const request = new Request(`http://localhost/lamps${query}`, init);
        const response = await app.fetch(request);
        return { link: response.headers.get('link'), body: (await response.json()) as Json };
      }),
    );
  }

  it('in the header Link', async () => {
    const [first, last] = await pages([page, size], listOf(lamp), ['?color=&x=1', '?page=2']);
    const next = '</lamps?color=&x=1&page=2>';
    expect(first?.link).toBe(`${next}; rel="next", ${next}; rel="last"`);
    expect(last?.link).toBe('</lamps?page=1>; rel="prev", </lamps?page=1>; rel="first"');
  });

  it.each<[string, Json, readonly Json[], readonly string[], readonly Json[]]>([
    [
      'whole addresses, or null',
      { count: integer, next: link, previous: link, results: listOf(lamp) },
      [page, size],
      ['', '?page=2'],
      [
        { count: 3, next: 'http://localhost/lamps?page=2', previous: null, results: expect.anything() },
        { count: 3, next: null, previous: 'http://localhost/lamps?page=1', results: expect.anything() },
      ],
    ],
    [
      'paths, or nothing',
      { links: objectOf({ next: string, prev: string }), data: listOf(lamp) },
      [offset, size],
      ['', '?offset=2'],
      [
        { links: { next: '/lamps?offset=2' }, data: expect.anything() },
        { links: { prev: '/lamps?offset=0' }, data: expect.anything() },
      ],
    ],
    [
      'cursors',
      { next_cursor: { type: ['string', 'null'] }, items: listOf(lamp) },
      [cursor, size],
      ['', '?cursor=2'],
      [
        { next_cursor: '2', items: expect.anything() },
        { next_cursor: null, items: expect.anything() },
      ],
    ],
    [
      'numbers of pages',
      { meta: objectOf({ next_page: { type: ['integer', 'null'] } }), items: listOf(lamp) },
      [page, size],
      ['', '?page=2'],
      [
        { meta: { next_page: 2 }, items: expect.anything() },
        { meta: { next_page: null }, items: expect.anything() },
      ],
    ],
  ])('in an envelope, by %s', async (_, properties, parameters, queries, expected) => {
    const replies = await pages(parameters, objectOf(properties), queries);
    expect(replies.map(({ body }) => body)).toEqual(expected);
    const [list] = ['results', 'data', 'items'].filter((name) => name in properties);
    expect(replies.map(({ body }) => ids(body[list ?? ''] as readonly Json[]))).toEqual([[1, 2], [3]]);
  });

  it('in an envelope that requires a link in a part of it, also without such a page', async () => {
    const envelope = { allOf: [objectOf({ next: string, data: listOf(lamp) }), { required: ['next'] }] };
    const [first, last] = await pages([offset, size], envelope, ['', '?offset=2']);
    expect(first?.body).toMatchObject({ next: '/lamps?offset=2' });
    expect(last?.body).toMatchObject({ next: expect.any(String) });
  });

  it.each<[names: string, schema: Json, value: unknown]>([
    ['total totalCount total_items totalElements totalResults totalRecords @odata.count', integer, 7],
    ['lampsCount lampCount totalLamps', integer, 7],
    ['count itemCount numberOfElements numberOfItems currentItemCount', integer, 2],
    ['limit perPage pageSize size take itemsPerPage maxResults', integer, 2],
    ['offset skip startAt startIndex', integer, 2],
    ['from', integer, 3],
    ['to', integer, 4],
    ['page pageNumber currentPage number', integer, 2],
    ['pages totalPages pageCount lastPage', integer, 4],
    ['hasMore hasNext hasNextPage', { type: 'boolean' }, true],
    ['hasPrevious hasPrev hasPrevPage hasPreviousPage', { type: 'boolean' }, true],
    ['first isFirst isFirstPage last isLast isLastPage empty', { type: 'boolean' }, false],
    ['self', string, '/lamps?page=2'],
    ['url path', string, '/lamps'],
    [
      'next nextPage nextPageUrl next_uri nextLink nextHref nextPath @odata.nextLink',
      string,
      '/lamps?page=3',
    ],
    ['prev previous prevUrl previousPage', string, '/lamps?page=1'],
    ['first firstPageUrl', string, '/lamps?page=1'],
    ['last lastUrl', string, '/lamps?page=4'],
    ['nextCursor nextToken nextMarker continuationToken nextContinuationToken', string, '3'],
    ['endCursor cursor after marker', string, '3'],
    ['prevCursor startCursor before', string, '1'],
    ['nextPage next', integer, 3],
    ['beforehand preLast afterwards nextPages lastly totals hasMoreLamps cursors', string, 'x'],
  ])('by the names %s, on the second page of four', async (names, schema, value) => {
    const properties = Object.fromEntries(
      names.split(' ').map((name) => [name, { ...schema, ...(value === 'x' && { example: 'x' }) }]),
    );
    const envelope = objectOf({ total: integer, page: integer, ...properties, lamps: listOf(lamp) });
    const given = { '/lamps': Array.from({ length: 7 }, (_, at) => ({ id: at + 1, name: 'a' })) };
    const own = lamps(bare, bare, envelope) as Readonly<Record<string, Json>>;
    const get = { parameters: [page, size], ...answers(envelope) };
    const ask = client({ ...own, '/lamps': { ...own['/lamps'], get } }, given);
    const { body } = await ask('GET', '/lamps?page=2');
    const { total, lamps: items } = body;
    expect([total, items.length]).toEqual([7, 2]);
    expect(Object.fromEntries(names.split(' ').map((name) => [name, body[name]]))).toEqual(
      Object.fromEntries(names.split(' ').map((name) => [name, value])),
    );
  });

  it('but keeps what must be there and has no other value', async () => {
    const properties = { next: { type: 'string', enum: ['none'] }, items: listOf(lamp) };
    const [whole] = await pages([], objectOf(properties, { required: ['next'] }), ['']);
    expect(whole).toMatchObject({ link: '</lamps>; rel="self"', body: { next: 'none' } });
  });
});

it('a page of a service with TLS has an address with https', () => {
  const page = pageOf([{ id: 1 }, { id: 2 }], [{ name: 'limit', value: 1, minimum: 0 }]);
  const head = { method: 'GET', target: '/lamps', header: () => undefined, isSecure: true };
  expect(page).toMatchObject({ total: 2, pages: {} });
  const address = ['/lamps?page=2', 'https://localhost/lamps?page=2'];
  expect(linked(page, head).addressOf(['page', 2])).toEqual(address);
});
