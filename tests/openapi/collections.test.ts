import { describe, expect, it } from 'vitest';
import { idNameIn } from '../../src/documents/ids.ts';
import type { Asked } from '../../src/documents/memory/asked.ts';
import { pageOf } from '../../src/documents/memory/lists.ts';
import type { Item } from '../../src/documents/memory/store.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { documentOf } from './_document.ts';

/** What a memory makes of documents that declare their collections in other ways, or only in part. */

type Json = Readonly<Record<string, unknown>>;

const string = { type: 'string' };
const integer = { type: 'integer' };
const content = (schema: Json, more: Json = {}) => ({ content: { 'application/json': { schema, ...more } } });
const answers = (schema: Json, more: Json = {}) => ({
  responses: { 200: { description: 'x', ...content(schema, more) } },
});
const none = { responses: { 204: { description: 'x' } } };
const takes = (schema: Json) => ({ requestBody: content(schema) });
const listOf = (items: Json) => ({ type: 'array', items });
const objectOf = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more });
const idOf = (name: string, schema: Json = string) => [{ name, in: 'path', required: true, schema }];

const lamp = objectOf({ id: integer, name: string });

/** A client of a mock with these paths. */
function client(
  paths: Json,
  remember: Readonly<Record<string, readonly Json[]>> = {},
  more: DocumentOptions = {},
) {
  const app = fromDocument(documentOf(paths), { remember, ...more });
  return async (method: string, path: string, sent?: unknown, headers: Record<string, string> = {}) => {
    const isText = sent === undefined || sent instanceof FormData;
    const type: Record<string, string> = isText ? {} : { 'content-type': 'application/json' };
    const body = sent === undefined ? null : sent instanceof FormData ? sent : JSON.stringify(sent);
    const init = { method, headers: { ...type, ...headers }, body };
    const response = await app.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
  };
}

/** A collection `/lamps` whose list, item and made item have this schema. */
const lamps = (schema: Json, id: Json = integer): Json => ({
  '/lamps': { get: answers(listOf(schema)), post: { ...takes(schema), ...answers(schema) } },
  '/lamps/{id}': {
    parameters: idOf('id', id),
    get: answers(schema),
    put: { ...takes(schema), ...answers(schema) },
    patch: { ...takes(schema), ...answers(schema) },
    delete: none,
  },
});

describe('operations that are not about items', () => {
  const paths = {
    ...lamps(lamp),
    '/health': { get: answers(objectOf({ ok: { type: 'boolean', example: true } })) },
    '/lamps/names': { get: answers({ type: 'array', items: { type: 'string', example: 'a' } }) },
    '/lamps/import': { post: none },
    '/lamps/colors/{color}': { parameters: idOf('color'), get: answers({ ...string, example: 'red' }) },
    '/settings': { put: none },
    '/settings/{name}': { parameters: idOf('name'), get: answers({ ...string, example: 'dark' }) },
    '/colors': { get: answers({ ...string, example: 'red' }), delete: none },
    '/colors/{name}': { parameters: idOf('name'), post: none, head: none },
  };

  it.each([
    ['GET', '/health', 200, { ok: true }],
    ['GET', '/lamps/names', 200, ['a']],
    ['POST', '/lamps/import', 204, ''],
    ['GET', '/lamps/colors/red', 200, 'red'],
    ['PUT', '/settings', 204, ''],
    ['GET', '/settings/theme', 200, 'dark'],
    ['GET', '/colors', 200, 'red'],
    ['DELETE', '/colors', 204, ''],
    ['POST', '/colors/red', 404, { detail: 'There is nothing with the name "red"' }],
    ['HEAD', '/colors/red', 404, expect.anything()],
  ])('answer as without a memory: %s %s', async (method, path, status, body) => {
    const reply = await client(paths)(method, path);
    expect(reply.status).toBe(status);
    if (method !== 'HEAD') expect(reply.body).toEqual(body);
  });
});

it('a reply that is no list of a collection, below an item or with a POST, is a sample', async () => {
  const room = objectOf({ id: integer, title: string });
  const below = { parameters: idOf('room_id', integer) };
  const other = objectOf({ weight: integer });
  const ask = client(
    {
      ...lamps(lamp),
      '/rooms': { get: answers(listOf(room)), post: { ...takes(room), ...answers(room) } },
      '/rooms/{room_id}': { ...below, get: answers(room) },
      '/rooms/{room_id}/lamps': {
        ...below,
        get: answers(objectOf({ count: integer }), { example: { count: 7 } }),
      },
      '/lamps/{id}/rooms': {
        parameters: idOf('id', integer),
        get: answers(listOf(other), { example: [{ weight: 7 }] }),
      },
      '/status': { get: answers(string, { example: 'on' }), post: { ...takes(room), ...none } },
    },
    { '/rooms': [{ id: 1, title: 'Hall' }], '/lamps': [{ id: 1, name: 'Ada' }] },
  );
  expect((await ask('GET', '/rooms/1')).body).toEqual({ id: 1, title: 'Hall' });
  expect((await ask('GET', '/rooms/1/lamps')).body).toEqual({ count: 7 });
  expect((await ask('GET', '/lamps/1/rooms')).body).toEqual([{ weight: 7 }]);
  expect((await ask('GET', '/status')).body).toBe('on');
});

it.each<[what: string, shown: Json, taken: Json, sent: Json, item: Json]>([
  [
    'keeps what is not declared beside attributes that have no declared properties',
    objectOf({ id: integer, attributes: { type: 'object', additionalProperties: true } }),
    objectOf({}),
    { color: 'red' },
    { id: 1, attributes: {}, color: 'red' },
  ],
  [
    'keeps it among those that have some',
    objectOf({ id: integer, attributes: objectOf({ name: string }) }),
    objectOf({}),
    { color: 'red' },
    { id: 1, attributes: { name: expect.any(String), color: 'red' } },
  ],
  [
    'does not keep what the service decides, though a request sends it',
    objectOf({ id: integer, version: { ...integer, readOnly: true, example: 5 } }),
    objectOf({}),
    { version: 77 },
    { id: 1, version: 5 },
  ],
  [
    'does not keep what only requests have',
    objectOf({ id: integer, name: string }),
    objectOf({ name: string, password: string }),
    { name: 'Ada', password: 'x', color: 'red' },
    { id: 1, name: 'Ada', color: 'red' },
  ],
])('an item that is made %s', async (_, shown, taken, sent, item) => {
  const get = answers(shown);
  const ask = client({
    '/things': { get: answers(listOf(shown)), post: { ...takes(taken), ...answers(shown) } },
    '/things/{id}': { parameters: idOf('id', integer), get },
  });
  await ask('POST', '/things', sent);
  expect((await ask('GET', '/things')).body).toEqual([item]);
});

it('what is made of a file has its name, size and type', async () => {
  const file = objectOf({ id: integer, fileName: string, size: integer, content_type: string });
  const form = { 'multipart/form-data': { schema: objectOf({ file: { ...string, format: 'binary' } }) } };
  const post = { requestBody: { content: form }, ...answers(file) };
  const item = { parameters: idOf('id', integer), get: answers(file) };
  const paths = { '/files': { get: answers(listOf(file)), post }, '/files/{id}': item };
  const sent = new FormData();
  sent.append('file', new File(['abc'], 'a.csv', { type: 'text/csv' }));
  const facts = { fileName: 'a.csv', size: 3, content_type: 'text/csv' };
  const ask = client(paths);
  expect((await ask('POST', '/files', sent)).body).toEqual({ id: 1, ...facts });
  expect((await ask('GET', '/files/1')).body).toEqual({ id: 1, ...facts });
  const app = fromDocument(documentOf(paths));
  const reply = await app.fetch(new Request('http://localhost/files', { method: 'POST', body: sent }));
  expect(await reply.json()).toMatchObject(facts);
});

it('a file is looked for among the first hundred fields of a form', async () => {
  const numbered = Array.from({ length: 100 }, (_, at) => `field${at}`);
  const parts = Object.fromEntries(numbered.map((name) => [name, string]));
  const form = {
    'multipart/form-data': { schema: objectOf({ ...parts, file: { ...string, format: 'binary' } }) },
  };
  const shown = objectOf({ size: integer });
  const app = fromDocument(
    documentOf({ '/files': { post: { requestBody: { content: form }, ...answers(shown) } } }),
  );
  const sizeWith = async (names: readonly string[]) => {
    const body = new FormData();
    for (const name of names) body.append(name, 'a');
    body.append('file', new File(['abcde'], 'a.csv'));
    const reply = await app.fetch(new Request('http://localhost/files', { method: 'POST', body }));
    return Object(await reply.json()).size;
  };
  expect(await sizeWith(numbered.slice(1))).toBe(5);
  expect(await sizeWith(numbered)).not.toBe(5);
});

describe('a patch that makes an item invalid', () => {
  const named = objectOf(
    { id: integer, name: string, size: objectOf({ watts: integer }, { required: ['watts'] }) },
    { required: ['name'] },
  );
  const problem = objectOf({
    message: string,
    errors: listOf(objectOf({ field: string, message: string })),
  });

  it.each<[string, Json, number, unknown]>([
    ['422', { 400: problem, 422: problem }, 422, { field: 'name', message: 'Field required' }],
    ['400', { 400: problem }, 400, { field: 'name', message: 'Field required' }],
    ['default', { default: problem }, 400, { field: 'name', message: 'Field required' }],
  ])('gets the error that is declared: %s', async (_, declared, status, error) => {
    const errors = Object.entries(declared).map(([key, each]) => [
      key,
      { description: 'x', ...content(Object(each)) },
    ]);
    const patch = {
      ...takes(objectOf({ name: {} })),
      responses: { ...answers(named).responses, ...Object.fromEntries(errors) },
    };
    const paths = lamps(named);
    const ask = client({ ...paths, '/lamps/{id}': { ...Object(paths['/lamps/{id}']), patch } });
    await ask('POST', '/lamps', { name: 'desk', size: { watts: 5 } });
    const reply = await ask('PATCH', '/lamps/1', { name: null });
    expect(reply).toMatchObject({ status, body: { errors: [error] } });
    const inner = await ask('PATCH', '/lamps/1', { size: { watts: null } });
    expect(inner.body.errors).toEqual([{ field: 'size.watts', message: 'Field required' }]);
    expect((await ask('GET', '/lamps/1')).body).toMatchObject({ name: 'desk', size: { watts: 5 } });
  });

  it('has the place of the item in its envelope', async () => {
    const shown = answers(objectOf({ lamp: named }));
    const patch = { ...takes(objectOf({ lamp: objectOf({ name: {} }) })), ...shown };
    const paths = {
      '/lamps/{id}': { parameters: idOf('id', integer), get: shown, patch },
      '/lamps': { get: answers(listOf(named)) },
    };
    const ask = client(paths, { '/lamps': [{ id: 1, name: 'desk' }] }, { errors: 'fastapi' });
    const reply = await ask('PATCH', '/lamps/1', { lamp: { name: null } });
    const error = { loc: ['body', 'lamp', 'name'], input: { id: 1 } };
    expect(reply).toMatchObject({ status: 422, body: { detail: [error] } });
  });

  it.each<['fastapi' | 'problem', Json]>([
    [
      'fastapi',
      { detail: [{ type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: { id: 1 } }] },
    ],
    ['problem', { status: 422, errors: [{ pointer: '#/name', detail: 'Name: field required' }] }],
  ])('gets an error in the format that is chosen: %s', async (errors, body) => {
    const patch = { ...takes(objectOf({ name: {} })), ...answers(named) };
    const paths = {
      '/lamps/{id}': { parameters: idOf('id', integer), get: answers(named), patch },
      '/lamps': { get: answers(listOf(named)) },
    };
    const ask = client(paths, { '/lamps': [{ id: 1, name: 'desk' }] }, { errors });
    const reply = await ask(
      'PATCH',
      '/lamps/1',
      { name: null },
      { 'content-type': 'application/merge-patch+json' },
    );
    expect(reply).toMatchObject({ status: 422, body });
  });
});

describe('an id', () => {
  it.each<[string, Json, Json, unknown]>([
    ['a number', objectOf({ id: { type: 'number' } }), {}, 1],
    ['a text of digits', objectOf({ id: { type: 'string', pattern: '^[0-9]+$' } }), {}, '1'],
    [
      'a UUID without hyphens',
      objectOf({ id: { type: 'string', pattern: '^[0-9a-f]{32}$' } }),
      {},
      /^\w{32}$/,
    ],
    ['a prefix and a number', objectOf({ id: { type: 'string', pattern: '^id-[0-9]+$' } }), {}, 'id-1'],
    ['of its own kind', objectOf({ id: { type: 'string', pattern: '^x{40}$' } }), {}, /^x{40}$/],
    ['of no known kind', objectOf({ id: { type: 'string', not: {} } }), {}, /^[\w-]{36}$/],
    ['sent', lamp, { id: 5 }, 5],
    ['sent as null', objectOf({ id: { type: ['integer', 'null'] } }), { id: null }, 1],
    ['sent as text, of no type', objectOf({ id: {} }), { id: 'a' }, 'a'],
    ['its own choice, where no id was sent', objectOf({ id: {} }), { id: true }, /^[\w-]{36}$/],
    ['its own choice, where a list was sent', objectOf({ id: {} }), { id: ['a'] }, /^[\w-]{36}$/],
    [
      'its own choice, where it is readOnly',
      objectOf({ id: { type: 'integer', readOnly: true } }),
      { id: 5 },
      1,
    ],
  ])('is %s', async (_, schema, sent, id) => {
    const { body } = await client(lamps(schema, string))('POST', '/lamps', sent);
    if (id instanceof RegExp) expect(body.id).toMatch(id);
    else expect(body.id).toBe(id);
  });

  it('is the property that is named like the parameter, or else one of a usual name', async () => {
    expect(idNameIn(['id', 'code'], 'code')).toBe('code');
    expect(idNameIn(['id', 'code'], 'lamp_code')).toBe('code');
    expect(idNameIn(['code', 'lampCode'], 'lamp_code')).toBe('lampCode');
    expect(idNameIn(['lamp_code', 'lampCode'], 'lamp_code')).toBe('lamp_code');
    expect(idNameIn(['lampCode', 'lamp_code'], 'lampCode')).toBe('lampCode');
    expect(idNameIn(['name', 'slug', 'UUID'], 'lamp')).toBe('UUID');
    expect(idNameIn(['gid', 'name'], 'lamp_gid')).toBe('gid');
    expect(idNameIn(['watts'], 'lamp')).toBe(undefined);
  });

  it('may be only in the path', async () => {
    const ask = client(lamps(objectOf({ text: string }, { required: ['text'] }), integer), {
      '/lamps': [{ text: 'first' }],
    });
    expect((await ask('POST', '/lamps', { text: 'second' })).body).toEqual({ text: 'second' });
    expect((await ask('GET', '/lamps/2')).body).toEqual({ text: 'second' });
    expect((await ask('PUT', '/lamps/1', { text: 'new' })).body).toEqual({ text: 'new' });
    expect((await ask('PATCH', '/lamps/1', { text: 'newer' })).body).toEqual({ text: 'newer' });
    expect((await ask('GET', '/lamps')).body).toEqual([{ text: 'newer' }, { text: 'second' }]);
  });

  it('may be undeclared, and nothing else declared either', async () => {
    const post = {
      ...takes({}),
      responses: { 201: { description: 'x', content: { 'application/json': {} } } },
    };
    const get = { responses: { 200: { description: 'x', content: { 'application/json': {} } } } };
    const ask = client({ '/notes': { post, put: post }, '/notes/{noteId}': { get } });
    expect((await ask('POST', '/notes', { text: 'a' })).body).toEqual({ text: 'a' });
    expect((await ask('PUT', '/notes', { text: 'a' })).status).toBe(201);
  });

  it('is made of a title, and is another one for the same title', async () => {
    const ask = client({
      '/posts': {
        post: {
          ...takes(objectOf({ title: string })),
          ...answers(objectOf({ slug: string, title: string })),
        },
      },
      '/posts/{slug}': { parameters: idOf('slug'), get: answers(objectOf({ slug: string, title: string })) },
    });
    const slugs = [];
    for (const title of ['A lamp', 'A lamp', '!'])
      slugs.push((await ask('POST', '/posts', { title })).body.slug);
    expect(slugs).toEqual(['a-lamp', 'a-lamp-1', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });
});

describe('an item', () => {
  it('has times of the types that are declared, and those that change', async () => {
    const time = (schema: Json) => ({ ...schema, readOnly: true });
    const schema = objectOf({
      id: time(integer),
      name: string,
      created_at: time({ type: 'integer' }),
      birthDate: time({ type: 'string', format: 'date' }),
      updatedAt: time({ type: 'string', format: 'date-time' }),
      modified: time({ type: 'boolean' }),
      etag: time({ type: 'null' }),
      size: time({ type: 'integer', default: 4 }),
    });
    const old = '2001-02-03T04:05:06Z';
    const ask = client(lamps(schema), {
      '/lamps': [{ id: 1, updatedAt: old, created_at: 5, modified: true }],
    });
    const made = (await ask('POST', '/lamps', { name: 'desk' })).body;
    expect(made).toMatchObject({ id: 2, birthDate: new Date().toISOString().slice(0, 10), size: 4 });
    expect(made.created_at).toBeGreaterThan(1_700_000_000);
    expect(made.etag).toBe(null);
    const changed = (await ask('PATCH', '/lamps/1', { name: 'floor' })).body;
    expect(changed).toMatchObject({ id: 1, name: 'floor', created_at: 5, modified: true });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(old));
    expect((await ask('GET', '/lamps/1')).body).toEqual(changed);
  });

  it('is of any kind of a union', async () => {
    const union = {
      anyOf: [objectOf({ id: integer, volts: integer }), objectOf({ id: integer, oil: string })],
    };
    const ask = client(lamps(union));
    expect((await ask('POST', '/lamps', { oil: 'rape' })).body).toMatchObject({ id: 1, oil: 'rape' });
  });

  it('has what each kind of a union requires and no request sends', async () => {
    const time = { type: 'string', format: 'date-time', example: '2020-01-01T00:00:00Z' };
    const kind = (more: Json) => objectOf({ id: integer, at: time, ...more }, { required: ['at'] });
    const union = {
      anyOf: [kind({ volts: integer }), kind({ oil: string, tank: { ...integer, example: 7 } })],
    };
    const sent = { anyOf: [objectOf({ volts: integer }), objectOf({ oil: string })] };
    const paths = lamps(union) as Record<string, Json>;
    const ask = client({
      ...paths,
      '/lamps': { get: answers(listOf(union)), post: { ...takes(sent), ...answers(union) } },
    });
    const made = { id: 1, at: expect.any(String), oil: 'rape' };
    expect((await ask('POST', '/lamps', { oil: 'rape' })).body).toEqual(made);
    expect((await ask('GET', '/lamps/1')).body).toEqual(made);
  });

  it('is uploaded without its files', async () => {
    const form = {
      'multipart/form-data': {
        schema: objectOf({ name: string, photo: { type: 'string', format: 'binary' }, more: {} }),
      },
    };
    const paths = lamps(objectOf({ id: integer, name: string, photo: string })) as Record<string, Json>;
    const ask = client({
      ...paths,
      '/lamps': { get: answers(listOf(lamp)), post: { requestBody: { content: form }, ...answers(lamp) } },
    });
    const sent = new FormData();
    sent.append('name', 'desk');
    for (const name of ['photo', 'other']) sent.append(name, new File(['x'], 'x.png', { type: 'image/png' }));
    expect((await ask('POST', '/lamps', sent)).body).toEqual({ id: 1, name: 'desk' });
    expect((await ask('GET', '/lamps/1')).body).not.toHaveProperty('other');
  });

  it('has what another reply requires', async () => {
    const short = objectOf({ id: integer, link: { type: 'string', example: '/x' } }, { required: ['link'] });
    const ask = client({
      ...lamps(lamp),
      '/lamps': { get: answers(listOf(short)), post: { ...takes(lamp), ...answers(short) } },
    });
    expect((await ask('POST', '/lamps', { name: 'desk' })).body).toEqual({ id: 1, link: '/x' });
    expect((await ask('GET', '/lamps/1')).body).toEqual({ id: 1, name: 'desk' });
  });

  it('has an id for a reply that is no object, though it has no path', async () => {
    const named = objectOf({ name: string });
    const ask = client({
      '/lamps': { get: answers(listOf(named)), post: { ...takes(named), ...answers(string) } },
    });
    expect((await ask('POST', '/lamps', { name: 'desk' })).body).toMatch(/^[\da-f-]{36}$/);
    expect((await ask('GET', '/lamps')).body).toContainEqual({ name: 'desk' });
  });

  it.each<[string, unknown, Record<string, string>, number, unknown]>([
    ['nothing', undefined, {}, 200, 'desk'],
    ['a list of operations as JSON', [{ op: 'add', path: '/name', value: 'new' }], {}, 200, 'new'],
    ['an unknown property', { color: null }, {}, 200, 'desk'],
    ['what is no object', 5, {}, 422, 'desk'],
  ])('is changed by %s', async (_, patch, headers, status, name) => {
    const ask = client({
      ...lamps(lamp),
      '/lamps/{id}': {
        parameters: idOf('id'),
        get: answers(lamp),
        patch: { ...takes({}), ...answers(lamp) },
      },
    });
    await ask('POST', '/lamps', { name: 'desk' });
    expect((await ask('PATCH', '/lamps/1', patch, headers)).status).toBe(status);
    expect((await ask('GET', '/lamps/1')).body.name).toBe(name);
  });

  it('is not found if what it belongs to is not there', async () => {
    const inner = lamps(lamp);
    const paths = Object.entries(inner).map(([path, item]) => [`/houses/{houseId}${path}`, item]);
    const ask = client({
      '/houses': { get: answers(listOf(lamp)) },
      '/houses/{houseId}': { get: answers(lamp) },
      ...Object.fromEntries(paths),
    });
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const { status, body } = await ask(
        method,
        '/houses/3/lamps/1',
        method.startsWith('P') ? {} : undefined,
      );
      expect([status, body.detail]).toEqual([404, 'There is nothing with the houseId "3"']);
    }
  });

  it.each([
    ['lamp', 'lampId=7', 7],
    ['lampId', 'lamp_id=7', 7],
    ['lamp', 'lamp=7', 1],
    ['lamp', 'otherId=7', 1],
  ])('has the id that the query names: {%s} and %s', async (parameter, query, id) => {
    const [name = ''] = query.split('=');
    const paths = {
      '/lamps': {
        post: { parameters: [{ name, in: 'query', schema: integer }], ...takes(lamp), ...answers(lamp) },
      },
      [`/lamps/{${parameter}}`]: { parameters: idOf(parameter, integer), get: answers(lamp) },
    };
    const ask = client(paths);
    expect((await ask('POST', `/lamps?${query}`, { name: 'desk' })).body.id).toBe(id);
    expect((await ask('GET', `/lamps/${id}`)).body.name).toBe('desk');
  });

  it('may be of a collection in a single item', async () => {
    const settings = objectOf({ isDark: { type: 'boolean' } });
    const inner = Object.entries(lamps(lamp)).map(([path, item]) => [`/settings${path}`, item]);
    const ask = client({
      '/settings': { get: answers(settings), put: { ...takes(settings), ...answers(settings) } },
      ...Object.fromEntries(inner),
    });
    const made = { id: 1, name: 'desk' };
    expect((await ask('POST', '/settings/lamps', { name: 'desk' })).body).toEqual(made);
    expect((await ask('GET', '/settings/lamps')).body).toEqual([made]);
    expect((await ask('PUT', '/settings', { isDark: true })).body).toEqual({ isDark: true });
    expect((await ask('GET', '/settings')).body).toEqual({ isDark: true });
  });

  it('below another is none of a single item at a path with the same end', async () => {
    const one = objectOf({ lamps_id: integer, isDark: { type: 'boolean' } });
    const ask = client({
      ...lamps(lamp),
      '/dark': { get: answers(one), put: { ...takes(one), ...answers(one) } },
      '/lamps/{lamps_id}/dark': {
        parameters: idOf('lamps_id', integer),
        get: answers(listOf(one)),
        post: { ...takes(one), ...answers(one) },
      },
    });
    await ask('POST', '/lamps', { name: 'desk' });
    expect((await ask('PUT', '/dark', { lamps_id: 1, isDark: true })).status).toBe(200);
    const made = { lamps_id: 1, isDark: false };
    expect((await ask('POST', '/lamps/1/dark', { isDark: false })).body).toMatchObject(made);
    expect((await ask('GET', '/lamps/1/dark')).body).toMatchObject([made]);
    expect((await ask('GET', '/dark')).body).toEqual({ lamps_id: 1, isDark: true });
  });

  it('may be of no interest to a reply', async () => {
    const done = objectOf({ done: { type: 'boolean', example: true } });
    const ask = client({ ...lamps(lamp), '/lamps': { post: { ...takes(lamp), ...answers(done) } } });
    expect((await ask('POST', '/lamps')).body).toEqual({ done: true });
    expect((await ask('GET', '/lamps/1')).body.id).toBe(1);
  });

  it('that did not fit its schema before may be changed all the same', async () => {
    const ask = client(
      lamps(objectOf({ id: integer, watts: { type: 'integer', minimum: 3 }, name: string })),
      {
        '/lamps': [{ id: 1, watts: 1 }],
      },
    );
    expect((await ask('PATCH', '/lamps/1', { name: 'weak' })).body).toEqual({
      id: 1,
      watts: 1,
      name: 'weak',
    });
  });
});

describe('a collection', () => {
  it.each<[string, Json, Json, readonly unknown[]]>([
    ['the example of its item', {}, { example: { id: 4, name: 'one' } }, [{ id: 4, name: 'one' }]],
    [
      'the list in an envelope',
      { example: { items: [{ id: 5, name: 'two' }] } },
      {},
      [{ id: 5, name: 'two' }],
    ],
    ['nothing else', { example: { items: [5] } }, { example: 'x' }, []],
  ])('begins with %s', async (_, ofList, ofItem, expected) => {
    const list = objectOf({ items: { type: 'array' }, note: {} });
    const ask = client({
      '/lamps': { get: answers(list, ofList) },
      '/lamps/{id}': { parameters: idOf('id'), get: answers({}, ofItem) },
    });
    expect((await ask('GET', '/lamps')).body.items).toEqual(expected);
  });

  it('is listed in the media type that is asked for', async () => {
    const types = {
      'application/json': { schema: listOf(lamp) },
      'text/csv': { schema: string },
    };
    const ask = client(
      { ...lamps(lamp), '/lamps': { get: { responses: { 200: { description: 'x', content: types } } } } },
      { '/lamps': [{ id: 1, name: 'desk' }] },
    );
    expect((await ask('GET', '/lamps', undefined, { accept: 'text/csv' })).body).toBe(
      'id,name\r\n1,desk\r\n',
    );
  });
});

describe('a page', () => {
  const all = [
    { id: 1, name: 'b', size: 2, tags: ['x'] },
    { id: 2, name: 'a', size: 10, tags: ['y'] },
    { id: 3, name: 'b', size: 1, tags: [] },
  ];
  const resources = all.map(({ id, ...attributes }) => ({ id, attributes }));

  it.each<[Json, readonly number[]]>([
    [{}, [1, 2, 3]],
    [{ page: 2, size: 1 }, [3]],
    [{ page: 2, perPage: 2 }, [3]],
    [{ page: 0, limit: 2 }, []],
    [{ page_index: 1, limit: 2 }, [3]],
    [{ limit: -1, skip: 'x' }, [1, 2, 3]],
    [{ limit: null, offset: 1 }, [2, 3]],
    [{ name: ['a', 'c'] }, [2]],
    [{ name: [] }, [1, 2, 3]],
    [{ tags: 'y' }, [2]],
    [{ q: 'A' }, [2]],
    [{ sort: 'size' }, [3, 1, 2]],
    [{ sort: 'name' }, [2, 1, 3]],
    [{ sort: 'name', direction: 'DESC' }, [1, 3, 2]],
    [{ sort: 'name', descending: true }, [1, 3, 2]],
    [{ sort: 'Name,-size' }, [2, 1, 3]],
    [{ sort: ['name,desc', 'size,asc'] }, [3, 1, 2]],
    [{ sort: 'size_desc' }, [2, 1, 3]],
    [{ sort: 'unknown' }, [1, 2, 3]],
    [{ order: 'desc' }, [3, 2, 1]],
    [{ tag: 'y' }, [2]],
    [{ ids: ['1', '3'] }, [1, 3]],
    [{ NAME: 'a' }, [2]],
    [{ '': 'a' }, [1, 2, 3]],
    [{ minSize: 2 }, [1, 2]],
    [{ size_max: '2' }, [1, 3]],
    [{ 'size[gt]': 2 }, [2]],
    [{ size_lt: 2 }, [3]],
    [{ size__gte: 2 }, [1, 2]],
    [{ size_lte: 2 }, [1, 3]],
    [{ name_from: 'b' }, [1, 3]],
    [{ name_to: 'a' }, [2]],
    [{ SearchTerm: 'A' }, [2]],
    [{ starting_after: '1', limit: 1 }, [2]],
    [{ starting_after: '9', limit: 1 }, [1]],
    [{ ending_before: '3', limit: 1 }, [2]],
    [{ ending_before: '3' }, [1, 2]],
    [{ sort: '+id desc' }, [3, 2, 1]],
    [{ sort: '' }, [1, 2, 3]],
    [{ 'filter[name]': 'b' }, [1, 3]],
    [{ 'filter[id]': '1', 'filter[id][]': '3' }, [1, 3]],
    [{ 'sort[name]': 'desc', 'sort[name][]': 'desc' }, [1, 3, 2]],
    [{ filter: { name: 'b', size: 1 }, page: { number: 1, size: 5 } }, [3]],
    [{ page: { number: 2, size: 2 } }, [3]],
    [{ 'page[number]': 2, 'page[size]': 2 }, [3]],
    [{ 'pagination[start]': 1, 'pagination[limit]': 1 }, [2]],
    [{ 'page[after]': 2, 'page[size]': 2 }, [3]],
    [{ page: { color: 'x' } }, [1, 2, 3]],
    [{ _start: 1, _end: 2 }, [2]],
    [{ _start: 2, _end: 1 }, []],
    [{ range: '[1,2]' }, [2, 3]],
    [{ range: [0, 0] }, [1]],
    [{ range: 'items=1-1' }, [2]],
    [{ range: 'all' }, [1, 2, 3]],
    [{ sort: '["name","DESC"]' }, [1, 3, 2]],
    [{ sort: '{"name":-1,"size":1}' }, [3, 1, 2]],
    [{ 'sort[name]': 'asc', 'sort[size]': 'desc' }, [2, 1, 3]],
    [{ 'sort[0]': 'name,ASC', 'sort[1]': 'size,ASC' }, [2, 3, 1]],
    [{ order: 'name.desc.nullslast,size.asc' }, [3, 1, 2]],
    [{ _sort: 'name,size', _order: 'desc,asc' }, [3, 1, 2]],
    [{ name_ne: 'b' }, [2]],
    [{ name_like: 'A' }, [2]],
    [{ name__in: 'a,c' }, [2]],
    [{ name: '(a,"c")' }, [2]],
    [{ name__isnull: 'true' }, []],
    [{ name__isnull: false }, [1, 2, 3]],
    [{ tag_ne: 'x' }, [2, 3]],
    [{ 'size[between]': '2,9' }, [1]],
    [{ name: 'eq.a' }, [2]],
    [{ name: 'not.in.(a,c)' }, [1, 3]],
    [{ name: 'ilike.*A*' }, [2]],
    [{ size: 'gte:2' }, [1, 2]],
    [{ size: ['gte:2'] }, [1, 2]],
    [{ 'filters[name][$startsWith]': 'B' }, [1, 3]],
    [{ 'filters[name][$endsWith]': 'x' }, []],
    [{ 'filters[name][$odd]': 'x' }, [1, 2, 3]],
    [{ 'filters[id][$in][0]': '1', 'filters[id][$in][1]': '3' }, [1, 3]],
    [{ 'filters[$or][0][name][$eq]': 'a', 'filters[$or][1][size][$eq]': '1' }, [2, 3]],
    [{ 'where[size][gt]': 1, 'where[size][lt]': 9 }, [1]],
    [{ filter: '{"name":"b","q":"B"}' }, [1, 3]],
    [{ filter: '{"id":[1,2]}' }, [1, 2]],
    [{ filter: '{}' }, [1, 2, 3]],
    [{ filter: '{"name":' }, [1, 2, 3]],
    [{ filter: { odd: { odd: 5 } } }, [1, 2, 3]],
    [{ s: '{"$and":[{"name":{"$notcont":"A"}},{"size":{"$lt":2}}]}' }, [3]],
    [{ filter: '{"nor":[{"name":"a"}]}' }, [1, 3]],
    [{ filter: 'name||$eq||a' }, [2]],
    [{ filter: ['size:gt:1', 'name:b'] }, [1]],
    [{ $filter: "Name eq 'b' and size gt 1" }, [1]],
    [{ $filter: "contains(tolower(name),'A') or size lt 2" }, [2, 3]],
    [{ $filter: "not (name eq 'b')" }, [2]],
    [{ $filter: "name in ('a','it''s')" }, [2]],
    [{ filter: 'name = "b" AND size>=2' }, [1]],
    [{ filter: 'size != 2' }, [2, 3]],
    [{ filter: '(name eq a' }, [1, 2, 3]],
    [{ filter: 'name eq a b' }, [1, 2, 3]],
    [{ filter: 'odd' }, [1, 2, 3]],
    [{ filter: `${'('.repeat(300)}` }, [1, 2, 3]],
    [{ filter: `name eq '${'a'.repeat(2000)}'` }, [1, 2, 3]],
    [{ q: 'a', search: 'b' }, []],
    [{ name_like: 'B*' }, [1, 3]],
    [{ name_like: '*b' }, [1, 3]],
    [{ name_like: 'b*b' }, []],
    [{ name_endswith: '' }, [1, 2, 3]],
    [{ filter: '' }, [1, 2, 3]],
    [{ filter: 'f()' }, [1, 2, 3]],
    [{ filter: '[[[[[[[["name:b"]]]]]]]]' }, [1, 2, 3]],
    [{ filter: [...Array(300).fill('odd:1'), 'name:b'] }, [1, 2, 3]],
    [{ filter: 'a'.repeat(10_001) }, [1, 2, 3]],
    [{ filter: { and: Array(25).fill({ q: 'b' }) } }, [1, 3]],
    [
      {
        filter: {
          ...Object.fromEntries(
            Array(1100)
              .fill(0)
              .map((_, at) => [`odd${at}`, 1]),
          ),
          name: 'b',
        },
      },
      [1, 2, 3],
    ],
    [{ filter: { name: 'b' }, 'filter[name]': 'a' }, [2]],
    [{ 'filter[name]': 'a', 'filter[name][]': 'c' }, [2]],
    [{ [`filter${'[a]'.repeat(20)}`]: 1 }, [1, 2, 3]],
    [{ filter: { a: { a: { a: { a: { name: 'b' } } } } } }, [1, 2, 3]],
    [{ filter: { and: { and: { and: { and: { and: { and: { name: 'a' } } } } } } } }, [1, 2, 3]],
  ])('of %j', (query, ids) => {
    const minimum = 'page_index' in query ? 0 : undefined;
    const asked: Asked[] = Object.entries(query).map(([name, value]) => ({ name, value, minimum }));
    expect(pageOf(all, asked).items.map(({ id }) => id)).toEqual(ids);
    expect(pageOf(resources, asked).items.map(({ id }) => id)).toEqual(ids);
  });

  it.each<[sizes: readonly unknown[], ids: readonly number[]]>([
    [
      [10, 9],
      [2, 1],
    ],
    [
      ['b', 3],
      [2, 1],
    ],
    [
      [3, '20'],
      [2, 1],
    ],
    [
      [2, '2'],
      [1, 2],
    ],
    [
      [true, null, 'a'],
      [3, 2, 1],
    ],
  ])('of items with the sizes %j, sorted', (sizes, ids) => {
    const items = sizes.map((size, at) => ({ id: at + 1, size }));
    const asked: Asked = { name: 'sort', value: 'size', minimum: undefined };
    expect(pageOf(items, [asked]).items.map(({ id }) => id)).toEqual(ids);
  });

  it.each([
    ['limit per_page pageSize size max max-results $top first take count', 2, [1, 2]],
    ['offset skip start startIndex from cursor pageToken continuationToken next_token after', 2, [3, 4]],
    ['page pageNumber page_no pageIndex', 2, []],
    ['sort sortBy order_by order ordering', '-id', [4, 3, 2, 1]],
    ['q query search term', 'lamp 3', [3]],
  ])('is asked for by %s', (names, value, ids) => {
    const items = [1, 2, 3, 4].map((id) => ({ id, name: `Lamp ${id}` }));
    for (const name of names.split(' ')) {
      const limit = name.startsWith('page') && ids.length === 0 ? [{ name: 'limit', value: 4 }] : [];
      const asked = [{ name, value }, ...limit].map((each) => ({ ...each, minimum: undefined }));
      expect([name, pageOf(items, asked).items.map(({ id }) => id)]).toEqual([name, ids]);
    }
  });

  it.each(['sortOrder', 'direction', 'dir', 'sort_direction', 'order'])('is turned around by %s', (name) => {
    const asked = [
      { name: 'sortBy', value: 'id' },
      { name, value: 'desc' },
    ].map((each) => ({ ...each, minimum: undefined }));
    expect(pageOf(all, asked).items.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it.each<[Json, unknown, unknown]>([
    [{ limit: 1, offset: 0 }, ['offset', 1], undefined],
    [{ limit: 1, offset: 1 }, ['offset', 2], ['offset', 0]],
    [{ limit: 1, offset: 2 }, undefined, ['offset', 1]],
    [{ limit: 2, offset: 1 }, undefined, ['offset', 0]],
    [{ limit: 1, page: 2 }, ['page', 3], ['page', 1]],
    [{ limit: 1.5, offset: 0 }, undefined, undefined],
    [{ limit: 1 }, undefined, undefined],
  ])('of %j has others beside it', (query, next, previous) => {
    const asked = Object.entries(query).map(([name, value]) => ({ name, value, minimum: undefined }));
    const { pages } = pageOf(all, asked);
    expect([pages.next, pages.prev]).toEqual([next, previous]);
  });

  it.each<[Json]>([
    [{ cursor: { toString: 1 } }],
    [{ limit: { valueOf: 1 }, page: [{ toString: 1 }] }],
    [{ sort: [{ toString: 1 }], direction: { toString: 1 }, range: [{ toString: 1 }] }],
    [{ name: [{ toString: 1 }], id: 'gt:', filter: [[[{ toString: 1 }]]], q: { toString: 1 } }],
  ])('is whole if it is asked for by %j', (query) => {
    const asked = Object.entries(query).map(([name, value]) => ({ name, value, minimum: undefined }));
    expect(
      pageOf(
        all,
        asked.filter(({ name }) => name !== 'name'),
      ).total,
    ).toBe(3);
    expect(() => pageOf(all, asked)).not.toThrow();
  });

  it('compares only so many characters and values', () => {
    const tags = Array(100_000).fill('x');
    const name = 'a'.repeat(1_000_000);
    const many = Array.from({ length: 30 }, (_, id) => ({ id, tags, name }));
    const totalOf = (asked: string, value: string) =>
      pageOf(many, [{ name: asked, value, minimum: undefined }]).total;
    expect([totalOf('tags', 'x'), totalOf('name_like', 'a'), totalOf('q', 'a')]).toEqual([20, 10, 9]);
  });

  it('looks for a text in only so many properties', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => [`name${at}`, at]);
    const item = (id: number) => ({ id, ...Object.fromEntries(names), last: 'a' });
    const many = Array.from({ length: 10 }, (_, id) => item(id));
    const totalOf = (asked: string, value: string, items: readonly Item[] = many) =>
      pageOf(items, [{ name: asked, value, minimum: undefined }]).total;
    expect(totalOf('q', 'a')).toBe(4);
    expect(
      totalOf(
        'size',
        'a',
        many.map((each, id) => ({ id, size: each })),
      ),
    ).toBe(4);
    expect(
      totalOf(
        'q',
        'a',
        many.map((attributes, id) => ({ id, attributes })),
      ),
    ).toBe(4);
  });

  it('looks for the names of properties in only so many items', () => {
    let listed = 0;
    const names = Array.from({ length: 10_000 }, (_, at) => [`name${at}`, at]);
    const item = new Proxy(Object.fromEntries(names), {
      ownKeys(target) {
        listed++;
        return Reflect.ownKeys(target);
      },
    });
    expect(pageOf(Array(1000).fill({ attributes: item }), []).total).toBe(1000);
    expect(listed).toBeLessThan(50);
  });

  it('looks at the names of items once, and sets only some conditions', () => {
    let listed = 0;
    let read = 0;
    const item = new Proxy(
      { id: 1, name: 'a' },
      {
        ownKeys(target) {
          listed++;
          return Reflect.ownKeys(target);
        },
        get(target, name) {
          read++;
          return Reflect.get(target, name);
        },
      },
    );
    const names = Array.from({ length: 150 }, (_, at) => `name${'_'.repeat(at)}`);
    const long = `${'_'.repeat(100_000)}x`;
    const asked = [...names, long].map((name) => ({ name, value: 'a', minimum: undefined }));
    const sorting = { name: 'sort', value: names.join(), minimum: undefined };
    expect(pageOf([item, item], [...asked, sorting]).items).toHaveLength(2);
    expect(listed).toBeLessThan(5);
    expect(read).toBeLessThan(200);
  });

  it('sorts and filters values that are no text', () => {
    const odd = [
      { id: 1, a: { toString: 1 } },
      { id: 2, a: [[{ valueOf: 1 }], 'x'] },
      { id: 3, a: null },
    ];
    const asked = (name: string, value: unknown) => [{ name, value, minimum: undefined }];
    const ids = (name: string, value: unknown) => pageOf(odd, asked(name, value)).items.map(({ id }) => id);
    expect(ids('sort', '-a')).toEqual([3, 1, 2]);
    expect([ids('a', 'x'), ids('a', 'null')]).toEqual([[2], [3]]);
  });

  it.each<[string, Json, string, Json]>([
    ['an envelope without numbers', {}, '', { data: [{ id: 1 }, { id: 2 }, { id: 3 }] }],
    [
      'numbers of all of it',
      { total: integer, pages: integer, page_size: integer, skip: integer, hasNext: { type: 'boolean' } },
      '',
      { total: 3, pages: 1, page_size: 3, skip: 0, hasNext: false },
    ],
    [
      'numbers of a page',
      { totalPages: integer, limit: integer, offset: integer, count: string },
      '?limit=2',
      { totalPages: 2, limit: 2, offset: 0 },
    ],
    ['an empty page', { lastPage: integer }, '?limit=0', { lastPage: 1, data: [] }],
  ])('has %s', async (_, properties, query, expected) => {
    const list = { allOf: [objectOf({ ...properties, data: listOf(objectOf({ id: integer })) })] };
    const parameters = [{ name: 'limit', in: 'query', schema: integer }];
    const ask = client(
      { ...lamps(objectOf({ id: integer })), '/lamps': { get: { parameters, ...answers(list) } } },
      { '/lamps': [{ id: 1 }, { id: 2 }, { id: 3 }] },
    );
    expect((await ask('GET', `/lamps${query}`)).body).toMatchObject(expected);
  });

  it('has its list, whatever the example of its envelope is', async () => {
    const list = { properties: { rows: { type: 'array' }, data: { items: {} } } };
    const ask = client({ ...lamps(lamp), '/lamps': { get: answers(list, { example: 'x' }) } });
    expect((await ask('GET', '/lamps')).body).toEqual({ data: [] });
  });
});

describe('a collection in an item', () => {
  const bulb = objectOf({ id: integer });
  const nested: Json = {
    ...lamps(lamp),
    '/lamps/{id}/bulbs': {
      parameters: idOf('id', integer),
      get: answers(listOf(bulb), { example: [{ id: 9 }] }),
    },
    '/lamps/{id}/bulbs/{bulbId}': {
      parameters: [...idOf('id', integer), ...idOf('bulbId', integer)],
      get: answers(bulb),
    },
  };
  const given = { '/lamps': [{ id: 1, name: 'first' }] };

  it.each([
    ['after its path', nested],
    ['before its path', Object.fromEntries(Object.entries(nested).reverse())],
  ])('begins with the examples, and empty in a new item, if declared %s', async (_, paths) => {
    const ask = client(paths, given);
    expect((await ask('PATCH', '/lamps/1', { name: 'changed' })).status).toBe(200);
    expect((await ask('POST', '/lamps', { name: 'new' })).body.id).toBe(2);
    expect((await ask('GET', '/lamps/1/bulbs')).body).toEqual([{ id: 9 }]);
    expect((await ask('GET', '/lamps/2/bulbs')).body).toEqual([]);
  });

  it('is the same after a restart, although nobody has asked for it', async () => {
    const ask = client(nested, given);
    await ask('POST', '/lamps', { name: 'new' });
    const again = client(nested, (await ask('GET', '/__memory')).body);
    expect((await again('GET', '/lamps/1/bulbs')).body).toEqual([{ id: 9 }]);
    expect((await again('GET', '/lamps/2/bulbs')).body).toEqual([]);
  });
});
