import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** A memory as the clients of other services use it: data providers of admin panels, clients of JSON:API and OData, and such. */

type Json = Readonly<Record<string, unknown>>;

const string = { type: 'string' };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const nullable = { type: ['string', 'null'] };
const objectOf = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more });
const listOf = (items: Json) => ({ type: 'array', items });
const content = (schema: Json) => ({ content: { 'application/json': { schema } } });
const answers = (schema: Json, status = 200, headers: Json = {}) => ({
  responses: { [status]: { description: 'x', headers, ...content(schema) } },
});
const takes = (schema: Json) => ({ requestBody: content(schema) });
const inPath = (name: string, schema: Json = integer) => ({ name, in: 'path', required: true, schema });
const inQuery = (name: string, schema: Json = string) => ({ name, in: 'query', schema });
const deep = (name: string, schema: Json) => ({ name, in: 'query', style: 'deepObject', schema });

const lamp = objectOf({ id: integer, name: string });
const five = { '/lamps': ['e', 'd', 'c', 'b', 'a'].map((name, at) => ({ id: at + 1, name })) };

function client(paths: Json, remember: true | Readonly<Record<string, readonly Json[]>> = true) {
  const app = fromDocument(documentOf(paths), { remember });
  return async (method: string, path: string, sent?: unknown, more: Record<string, string> = {}) => {
    const headers = { ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...more };
    const body = sent === undefined ? null : JSON.stringify(sent);
    const response = await app.fetch(new Request(`http://localhost${path}`, { method, headers, body }));
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      header: (name: string) => response.headers.get(name),
    };
  };
}

const listing = (parameters: readonly Json[], list: Json, headers: Json = {}) => ({
  '/lamps': { get: { parameters, ...answers(list, 200, headers) } },
  '/lamps/{id}': { parameters: [inPath('id')], get: answers(lamp) },
});

describe('a client that follows a list', () => {
  const data = listOf(lamp);
  it.each<[string, readonly Json[], Json, string]>([
    [
      'endCursor',
      [inQuery('after'), inQuery('first', integer)],
      { edges: data, pageInfo: objectOf({ hasNextPage: boolean, endCursor: nullable }) },
      'pageInfo.endCursor',
    ],
    [
      'a cursor in an object of cursors',
      [inQuery('after'), inQuery('limit', integer)],
      { data, paging: objectOf({ cursors: objectOf({ before: string, after: string }) }) },
      'paging.cursors.after',
    ],
    [
      'a cursor in an object about the next page',
      [inQuery('after'), inQuery('limit', integer)],
      { data, paging: objectOf({ next: objectOf({ after: string, link: string, note: string }) }) },
      'paging.next.after',
    ],
    [
      'an address in an object about the next page',
      [inQuery('offset', integer), inQuery('limit', integer)],
      { data, next_page: { oneOf: [objectOf({ offset: integer, uri: string }), { type: 'null' }] } },
      'next_page.uri',
    ],
    [
      'a cursor in an object of parameters',
      [deep('page', objectOf({ after: string, size: integer }))],
      { data, links: objectOf({ next: nullable }) },
      'links.next',
    ],
    [
      'a number in an object of parameters',
      [deep('page', objectOf({ number: integer, size: integer }))],
      { data, links: objectOf({ next: nullable }) },
      'links.next',
    ],
    [
      'a marker',
      [inQuery('marker'), inQuery('limit', integer)],
      { lamps: data, next_marker: string },
      'next_marker',
    ],
    [
      'a URI',
      [inQuery('Page', { ...integer, minimum: 0 }), inQuery('PageSize', integer)],
      { lamps: data, next_page_uri: nullable },
      'next_page_uri',
    ],
    [
      'its place',
      [inQuery('startAt', integer), inQuery('maxResults', integer)],
      { values: data, startAt: integer, isLast: boolean, nextPage: { ...string, format: 'uri' } },
      'nextPage',
    ],
  ])('by %s sees each item once', async (_, parameters, envelope, next) => {
    const ask = client(listing(parameters, objectOf(envelope)), five);
    const own = parameters.flatMap(({ name, style }) =>
      style ? [`${name}[after]`, `${name}[size]`] : [name],
    );
    const [position, size] = own as string[];
    const seen: string[] = [];
    let path = `/lamps?${size}=2`;
    let pages = 0;
    for (let at: unknown = path; at && pages < 9; pages++) {
      const { body } = await ask('GET', path);
      seen.push(...(JSON.stringify(body).match(/(?<="name":")./g) ?? []));
      at = next.split('.').reduce((value, name) => Object(value)[name], body);
      path = /^(?:http|\/)/.test(String(at))
        ? new URL(String(at), 'http://localhost').href.slice('http://localhost'.length)
        : `/lamps?${size}=2&${position}=${at}`;
    }
    expect([seen.join(''), pages]).toEqual(['edcba', 3]);
  });
});

it.each([
  ['?_start=1&_end=3', 'lamps 1-2/5'],
  ['?_start=9&_end=12', 'lamps */5'],
  ['', 'lamps 0-4/5'],
])('a list says which of its items are on a page: %s', async (query, expected) => {
  const headers = { 'Content-Range': { schema: string } };
  const parameters = [inQuery('_start', integer), inQuery('_end', integer)];
  const ask = client(listing(parameters, listOf(lamp), headers), five);
  expect((await ask('GET', `/lamps${query}`)).header('content-range')).toBe(expected);
  expect((await ask('GET', '/lamps/1')).header('content-range')).toBe(null);
});

it.each([
  ['/lamps/', 'lamps', 'items 0-4/5'],
  ['/house/lamps', 'house/lamps', 'lamps 0-4/5'],
])('the unit of a page is the end of the path, if it has a name: %s', async (path, remembered, expected) => {
  const headers = { 'Content-Range': { schema: string } };
  const paths = {
    [path]: { get: answers(listOf(lamp), 200, headers), post: { ...takes(lamp), ...answers(lamp, 201) } },
  };
  const ask = client(paths, { [`/${remembered}`]: five['/lamps'] });
  expect((await ask('GET', path)).header('content-range')).toBe(expected);
});

it('a Content-Range is that of the document where nothing is remembered', async () => {
  const headers = { 'Content-Range': { schema: { ...string, example: 'lamps 0-1/7' } } };
  const app = fromDocument(documentOf(listing([], listOf(lamp), headers)));
  const response = await app.fetch(new Request('http://localhost/lamps'));
  expect(response.headers.get('content-range')).toBe('lamps 0-1/7');
});

it('of a union, the envelope is what a list is in', async () => {
  const page = objectOf({ data: listOf(lamp), total: integer });
  const union = { oneOf: [objectOf({ error: string }), page, listOf(lamp)] };
  const ask = client(listing([inQuery('limit', integer)], union), five);
  expect((await ask('GET', '/lamps?limit=1')).body).toEqual({ data: [{ id: 1, name: 'e' }], total: 5 });
});

describe('the number of items', () => {
  it.each<[string, Json, unknown]>([
    ['/lamps/count', integer, 2],
    ['/lamps/$count', integer, 2],
    ['/lamps/count', objectOf({ count: integer }), { count: 2 }],
    ['/lamps/count', objectOf({ data: objectOf({ total: integer }) }), { data: { total: 2 } }],
  ])('is told at %s as %j', async (path, schema, expected) => {
    const get = { parameters: [inQuery('name', listOf(string))], ...answers(schema) };
    const ask = client({ ...listing([], listOf(lamp)), [path]: { get } }, five);
    expect((await ask('GET', `${path}?name=a&name=b`)).body).toEqual(expected);
  });

  it('needs what the items belong to', async () => {
    const parameters = [inPath('id')];
    const ask = client({
      ...listing([], listOf(lamp)),
      '/lamps/{id}/bulbs': { parameters, get: answers(listOf(lamp)) },
      '/lamps/{id}/bulbs/{bulb}': { parameters: [...parameters, inPath('bulb')], get: answers(lamp) },
      '/lamps/{id}/bulbs/count': { parameters, get: answers(integer) },
    });
    expect((await ask('GET', '/lamps/1/bulbs/count')).status).toBe(404);
  });
});

describe('the properties that a request asks for', () => {
  const whole = objectOf({ id: integer, name: string, watts: integer }, { required: ['id'] });
  const select = [inQuery('fields', listOf(string)), inQuery('$select'), inQuery('opt_fields')];
  const paths = {
    '/lamps': { get: { parameters: select, ...answers(objectOf({ items: listOf(whole), more: string })) } },
    '/lamps/{id}': { parameters: [inPath('id'), ...select], get: answers(objectOf({ lamp: whole })) },
  };
  const one = { id: 1, name: 'a', watts: 5 };

  it.each<[string, Json]>([
    ['?fields=name', { id: 1, name: 'a' }],
    ['?fields=name&fields=watts', one],
    ['?$select=watts, odd', { id: 1, watts: 5 }],
    ['?opt_fields=name', { id: 1, name: 'a' }],
    ['?fields=all', one],
  ])('are those that it gets, and what is required: %s', async (query, expected) => {
    const ask = client(paths, { '/lamps': [one] });
    expect((await ask('GET', `/lamps${query}`)).body.items).toEqual([expected]);
    expect((await ask('GET', `/lamps/1${query}`)).body).toEqual({ lamp: expected });
  });
});

describe('an item with its properties in attributes', () => {
  const time = { ...string, format: 'date-time' };
  const attributes = objectOf({ name: string, watts: { type: ['integer', 'null'] }, createdAt: time });
  const item = objectOf({
    id: string,
    type: { ...string, enum: ['lamps'] },
    attributes,
    links: objectOf({ self: string }),
  });
  const sent = objectOf({ name: { ...string, minLength: 1 }, watts: { type: ['integer', 'null'] } });
  const paths = (body: Json) => ({
    '/lamps': {
      get: {
        parameters: [
          deep('fields', { type: 'object', additionalProperties: string }),
          deep('filter', objectOf({ name: string })),
        ],
        ...answers(objectOf({ data: listOf(item) })),
      },
      post: { ...takes(objectOf({ data: body })), ...answers(objectOf({ data: item }), 201) },
    },
    '/lamps/{id}': {
      parameters: [inPath('id', string)],
      get: answers(objectOf({ data: item })),
      put: { ...takes(objectOf({ data: body })), ...answers(objectOf({ data: item })) },
      patch: { ...takes(objectOf({ data: body })), ...answers(objectOf({ data: item })) },
    },
  });

  it.each<[string, Json, (own: Json) => Json]>([
    ['as they are', sent, (own) => own],
    [
      'in attributes, too',
      objectOf({ type: string, attributes: sent }),
      (own) => ({ type: 'lamps', attributes: own }),
    ],
  ])('is made and changed by a request that has them %s', async (_, body, of) => {
    const ask = client(paths(body));
    const made = (await ask('POST', '/lamps', { data: of({ name: 'a', watts: 5 }) })).body.data;
    const { id } = made;
    const createdAt = expect.stringMatching(/^20/);
    expect(made).toEqual({
      ...{ id, type: 'lamps', links: { self: `/lamps/${id}` } },
      attributes: { name: 'a', watts: 5, createdAt },
    });
    const patched = (await ask('PATCH', `/lamps/${id}`, { data: of({ watts: null }) })).body.data;
    expect(patched).toEqual({ ...made, attributes: { ...made.attributes, watts: null } });
    const put = (await ask('PUT', `/lamps/${id}`, { data: of({ name: 'b', watts: 6 }) })).body.data;
    expect(put).toEqual({ ...made, attributes: { ...made.attributes, name: 'b', watts: 6 } });
    const list = (await ask('GET', '/lamps?fields[lamps]=name&filter[name]=a,b')).body.data;
    expect(list).toEqual([{ ...made, attributes: { name: 'b' } }]);
  });
});

describe('the address that an item says of itself', () => {
  const href = objectOf({ href: string, templated: boolean });
  it.each<[string, Json, unknown]>([
    ['self', string, '/api/lamps/1/'],
    ['url', { ...string, format: 'uri' }, 'http://localhost/api/lamps/1/'],
    ['_links', objectOf({ self: href }), { self: { href: '/api/lamps/1/' } }],
    ['_links', { type: 'object', additionalProperties: href }, { self: { href: '/api/lamps/1/' } }],
    ['links', objectOf({ next: string }), { next: expect.any(String) }],
    ['self', integer, expect.any(Number)],
  ])('is the one that leads to it: %s %j', async (name, schema, expected) => {
    const item = objectOf({ id: integer, name: string, [name]: schema }, { required: [name] });
    const own = { ...takes(objectOf({ name: string })), ...answers(item, 201) };
    const document = {
      ...documentOf({
        '/lamps/': { post: own },
        '/lamps/{id}/': { parameters: [inPath('id')], get: answers(item), put: own },
      }),
      servers: [{ url: 'http://example.com/api' }],
    };
    const app = fromDocument(document, { remember: true });
    const ask = async (method: string, path: string) => {
      const init = { method, headers: { 'content-type': 'application/json' }, body: '{"name":"a"}' };
      return app.fetch(new Request(`http://localhost${path}`, init));
    };
    const made = await ask('POST', '/api/lamps/');
    expect(made.headers.get('location')).toBe('/api/lamps/1/');
    expect(((await made.json()) as Json)[name]).toEqual(expected);
    const put = await ask('PUT', '/api/lamps/1/');
    expect(((await put.json()) as Json)[name]).toEqual(expected);
  });

  it('is the path of its own, if it is made below another item', async () => {
    const bulb = objectOf({ id: integer, lampId: integer, label: string });
    const ask = client(
      {
        ...listing([], listOf(lamp)),
        '/lamps/{lampId}/bulbs': {
          parameters: [inPath('lampId')],
          get: answers(listOf(bulb)),
          post: { ...takes(objectOf({ label: string })), ...answers(bulb, 201) },
        },
        '/bulbs/{id}': { parameters: [inPath('id')], get: answers(bulb) },
      },
      five,
    );
    const made = await ask('POST', '/lamps/2/bulbs', { label: 'a' });
    expect([made.body, made.header('location')]).toEqual([{ id: 1, lampId: 2, label: 'a' }, '/bulbs/1']);
  });

  it('is that of what a PUT to the list has made', async () => {
    const paths = listing([], listOf(lamp));
    const put = { ...takes(lamp), ...answers(lamp, 201) };
    const ask = client({ ...paths, '/lamps': { ...paths['/lamps'], put } }, five);
    const made = await ask('PUT', '/lamps', { name: 'f' });
    expect([made.body, made.header('location')]).toEqual([{ id: 6, name: 'f' }, '/lamps/6']);
  });
});

it.each([
  ['/lamps.json', '/lamps/{id}.json', '/lamps/1.json'],
  ['/rooms/{room}/lamps', '/rooms/{room}/lamps/{id}', '/rooms/a,b/lamps/1'],
])('the path of an item ends as that of its collection: %s', async (path, item, expected) => {
  const parameters = path.includes('{') ? [inPath('room', string)] : [];
  const ask = client({
    [path]: { parameters, get: answers(listOf(lamp)), post: { ...takes(lamp), ...answers(lamp, 201) } },
    [item]: { parameters: [...parameters, inPath('id')], get: answers(lamp), delete: answers(lamp) },
  });
  const made = await ask('POST', path.replace('{room}', 'a,b'), { name: 'a' });
  expect(decodeURIComponent(String(made.header('location')))).toBe(expected);
  expect((await ask('GET', expected)).body).toEqual({ id: 1, name: 'a' });
  expect((await ask('GET', path.replace('{room}', 'a,b'))).body).toEqual([{ id: 1, name: 'a' }]);
  expect([(await ask('DELETE', expected)).status, (await ask('GET', expected)).status]).toEqual([200, 404]);
});

it('a list has what is made for it, though that has lists in it and is in an envelope', async () => {
  const bulb = objectOf({ gid: string, label: string, tags: listOf(lamp) });
  const short = objectOf({ gid: string, label: string });
  const paths = {
    ...listing([], listOf(lamp)),
    '/lamps/{id}/bulbs': {
      parameters: [inPath('id')],
      get: answers(objectOf({ data: listOf(short) })),
      post: {
        ...takes(objectOf({ data: objectOf({ label: string }) })),
        ...answers(objectOf({ data: bulb }), 201),
      },
    },
  };
  const ask = client(paths, five);
  const { label } = (await ask('POST', '/lamps/1/bulbs', { data: { label: 'a' } })).body.data;
  const [listed] = (await ask('GET', '/lamps/1/bulbs')).body.data;
  expect([label, listed.label]).toEqual(['a', 'a']);
  expect((await ask('GET', '/lamps/2/bulbs')).body).toEqual({ data: [] });
});

it('several items may be made by a request that is not answered with them', async () => {
  const post = { ...takes(listOf(lamp)), ...answers(objectOf({ done: { ...boolean, example: true } })) };
  const other = { ...takes(listOf(objectOf({ text: string }))), ...answers(boolean) };
  const ask = client({
    ...listing([], listOf(lamp)),
    '/lamps/import': { post },
    '/lamps/notes': { post: other, put: post },
  });
  expect((await ask('POST', '/lamps/import', [{ name: 'a' }, { name: 'b' }])).body).toEqual({ done: true });
  expect((await ask('POST', '/lamps/notes', [{ text: 'a' }])).status).toBe(200);
  expect((await ask('POST', '/lamps/import')).body).toEqual({ done: true });
  expect((await ask('GET', '/lamps')).body).toEqual([
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ]);
});

it('a search may have a name of its own, below a path for searches', async () => {
  const get = { parameters: [inQuery('name')], ...answers(objectOf({ items: listOf(lamp) })) };
  const ask = client({ ...listing([], listOf(lamp)), '/lamps/search/findByName': { get } }, five);
  expect((await ask('GET', '/lamps/search/findByName?name=a')).body).toEqual({
    items: [{ id: 5, name: 'a' }],
  });
});
