import { expect, it, onTestFinished, vi } from 'vitest';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { LateList, streamedJson } from '../../src/documents/media.ts';
import { listFormInSteps } from '../../src/documents/memory/envelopes.ts';
import { References } from '../../src/documents/references.ts';
import { fromDocument } from '../../src/from-document.ts';
import { defined } from '../../src/text/guards.ts';
import { counted, mostInStep } from '../_counted.ts';
import { documentOf } from './_document.ts';

/** What a mock that remembers may take for a request, whatever the document says and clients send. */

type Json = Readonly<Record<string, unknown>>;

function entriesOf(count: number, make: (at: number) => unknown): Json {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, make(at)]));
}

/** A document whose items have this schema, with a list of a form, which takes them one by one and several at once. */
function collectionOf(item: Json, list: Json = { type: 'array', items: item }, type = 'application/json') {
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const several = json({ type: 'array', items: item });
  const listed = { description: 'x', content: { [type]: { schema: list } } };
  const one = { description: 'x', ...json(item) };
  return documentOf({
    '/lamps': {
      get: { responses: { 200: listed } },
      post: { requestBody: json(item), responses: { 201: one } },
    },
    '/lamps/several': {
      post: { requestBody: several, responses: { 200: { description: 'x', ...several } } },
    },
    '/lamps/{id}': { parameters: [id], get: { responses: { 200: one } } },
  });
}

function serving(document: object, remember: true | Json = true) {
  const app = fromDocument(document, { remember: remember as true, values: 'schema' });
  const send = (method: string, path: string, body?: string, signal?: AbortSignal) =>
    app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        ...(signal && { signal }),
        ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
      }),
    );
  return { send };
}

const string = { type: 'string' };

it('looks at each kind of a union once, however many there are', async () => {
  const kind = (at: number) => ({
    type: 'object',
    required: [`p${at}`],
    properties: { id: string, common: string, [`p${at}`]: string },
  });
  const union = { oneOf: Array.from({ length: 500 }, (_, at) => kind(at)) };
  const { document, read } = counted(collectionOf(union));
  const { send } = serving(document);
  const before = read();
  expect((await send('POST', '/lamps', '{"p7":"a"}')).status).toBe(201);
  expect(await (await send('GET', '/lamps')).json()).toMatchObject([{ p7: 'a' }]);
  expect(read() - before).toBeLessThan(400_000);
});

it('looks at a property that only refers to a union once, however many do', async () => {
  const readOnly = {
    oneOf: Array.from({ length: 500 }, () => ({ type: 'string', maxLength: 9, readOnly: true })),
  };
  const item = {
    type: 'object',
    properties: { id: string, ...entriesOf(500, () => ({ $ref: '#/components/schemas/Many' })) },
  };
  const { document, read } = counted({ ...collectionOf(item), components: { schemas: { Many: readOnly } } });
  const { send } = serving(document);
  const before = read();
  expect((await send('GET', '/lamps')).status).toBe(200);
  expect(read() - before).toBeLessThan(400_000);
});

it('looks only at the properties of a new item that it may have', async () => {
  const text = { $ref: '#/components/schemas/Text' };
  const item = { type: 'object', properties: { id: string, ...entriesOf(2000, () => text) } };
  const { document, read } = counted({ ...collectionOf(item), components: { schemas: { Text: string } } });
  const { send } = serving(document);
  await send('POST', '/lamps/several', '[{}]');
  const before = read();
  const made: unknown = await (
    await send('POST', '/lamps/several', `[${Array(500).fill('{"p9":"a","p3":"b"}')}]`)
  ).json();
  expect(made).toHaveLength(500);
  expect(Object.keys(Object(made)[0])).toEqual(['id', 'p3', 'p9']);
  expect(read() - before).toBeLessThan(100_000);
});

it('makes only as much of what a request sends as it is worth', async () => {
  const own = entriesOf(500, () => ({ type: 'string', readOnly: true, default: 'x'.repeat(50) }));
  const { send } = serving(collectionOf({ type: 'object', properties: { id: string, ...own } }));
  const reply = await send('POST', '/lamps/several', `[${Array(1000).fill('{}')}]`);
  expect([reply.status, Object(await reply.json()).detail]).toEqual([
    422,
    expect.stringMatching('more in them than was sent'),
  ]);
  expect(Object(await (await send('GET', '/lamps')).json()).length).toBeLessThan(150);
});

const heavy = {
  '/lamps': Array.from({ length: 3 }, (_, id) => ({ id: String(id), text: 'x'.repeat(500_000) })),
};
const lamp = { type: 'object', properties: { id: string, text: string } };
const inObject = (name: string, schema: Json) => ({
  type: 'object',
  required: [name],
  properties: { [name]: schema },
});
const lamps = { type: 'array', items: lamp };

it.each([
  ['alone', lamps, (list: unknown) => list],
  ['in an envelope', inObject('items', lamps), (list: unknown) => ({ items: list })],
  ['in two', inObject('data', inObject('items', lamps)), (list: unknown) => ({ data: { items: list } })],
])('writes a list of large items while it is sent: %s', async (_, form, expected) => {
  const { send } = serving(collectionOf(lamp, form), heavy);
  const { body } = await send('GET', '/lamps');
  const chunks: Uint8Array[] = [];
  for await (const chunk of defined(body ?? undefined)) chunks.push(chunk);
  expect(chunks.length).toBeGreaterThan(2);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual(expected(heavy['/lamps']));
});

it('makes the items of such a list one by one', async () => {
  let made = 0;
  const list = new LateList(function* () {
    for (; made < 100; made++) yield { text: 'x'.repeat(100_000) };
  });
  for await (const piece of streamedJson({ a: { list } }).pieces) {
    expect(piece.length).toBeLessThan(200_000);
    break;
  }
  expect(made).toBeLessThan(5);
  expect(JSON.stringify(new LateList(() => [1, 2]))).toBe('[1,2]');
});

it('sends a list of very large items only as JSON', async () => {
  const many = Array.from({ length: 20 }, (_, id) => ({ id: String(id), text: 'x'.repeat(500_000) }));
  const { send } = serving(collectionOf(lamp, lamps, 'text/csv'), { '/lamps': many });
  expect((await send('GET', '/lamps')).status).toBe(406);
});

it('writes only so many cells of a table', async () => {
  const many = Array.from({ length: 2000 }, (_, id) => ({ id: String(id), [`a${id}`]: 1 }));
  const { send } = serving(collectionOf(lamp, lamps, 'text/csv'), { '/lamps': many });
  const [head = ''] = (await (await send('GET', '/lamps')).text()).split('\r\n');
  expect(head.split(',')).toHaveLength(500);
});

it('has an item with an id that no address can have as it is', async () => {
  const { send } = serving(collectionOf(lamp));
  expect((await send('POST', '/lamps', String.raw`{"id":"\ud800"}`)).status).toBe(201);
  expect((await send('POST', '/lamps', String.raw`{"id":"\ud800"}`)).status).toBe(409);
});

it('says no address that is too long for any client', async () => {
  const { send } = serving(collectionOf(lamp));
  const locationOf = async (length: number) => {
    const reply = await send('POST', '/lamps', JSON.stringify({ id: 'x'.repeat(length) }));
    return [reply.status, reply.headers.get('location')];
  };
  expect(await locationOf(8000)).toEqual([201, `/lamps/${'x'.repeat(8000)}`]);
  expect(await locationOf(60_000)).toEqual([201, null]);
});

it('compares few paths to find the collections of a document', async () => {
  const json = { content: { 'application/json': { schema: lamps } } };
  const get = { responses: { 200: { description: 'x', ...json } } };
  const id = { name: 'id', in: 'path', required: true, schema: string };
  const paths = Array.from({ length: 300 }, (_, at): [string, Json][] => [
    [`/a${at}`, { get }],
    [`/a${at}/{id}`, { parameters: [id], get }],
    [`/a${at}/{id}/a${at + 1}`, { parameters: [id], get }],
  ]);
  const { send } = serving(documentOf(Object.fromEntries(paths.flat())));
  const begun = vi.spyOn(String.prototype, 'startsWith');
  onTestFinished(() => begun.mockRestore());
  expect((await send('GET', '/a7')).status).toBe(200);
  expect(begun.mock.calls.length).toBeLessThan(20_000);
});

it('leaves time between the lists that many ask for at once', async () => {
  let now = 0;
  const attributes = new Proxy(
    { name: 'a' },
    {
      ownKeys(target) {
        now++;
        return Reflect.ownKeys(target);
      },
    },
  );
  const many = Array.from({ length: 100 }, (_, id) => ({ id: String(id), attributes }));
  const { send } = serving(collectionOf({ type: 'object', properties: { id: string } }), { '/lamps': many });
  const list = () => send('GET', '/lamps');
  await list();
  const start = now;
  await list();
  const time = now - start;
  // By this clock, only lists take time, and no timer fires before others have had their turn.
  const { setTimeout: wait } = globalThis;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const held: Parameters<typeof setTimeout>[] = [];
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((...args) => Object(held.push(args)));
  onTestFinished(() => {
    clock.mockRestore();
    timers.mockRestore();
  });
  await new Promise((resolve) => setImmediate(resolve));
  const before = now;
  const all = Array.from({ length: 100 }, list);
  await new Promise((resolve) => setImmediate(resolve));
  expect(now - before).toBeLessThan(2 * time);
  clock.mockRestore();
  timers.mockRestore();
  for (const each of held) wait(...each);
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200));
});

it('reads what a request needs, and nothing of the parameters of other lists', async () => {
  const $ref = '#/components/pathItems/Lamps';
  const parameters = Array.from({ length: 100 }, (_, at) => ({ name: `q${at}`, in: 'query' }));
  const { get, post } = Object(collectionOf(lamp).paths)['/lamps'];
  const components = { pathItems: { Lamps: { parameters, get, post } } };
  const names = Array.from({ length: 100 }, (_, at) => `/lamps${at}`);
  const item = Object(collectionOf(lamp).paths)['/lamps/{id}'];
  const paths = names.flatMap((name) => [[name, { $ref }] as const, [`${name}/{id}`, item] as const]);
  const { document, read } = counted({ ...collectionOf(lamp), paths: Object.fromEntries(paths), components });
  const { send } = serving(document);
  const before = read();
  expect((await send('GET', '/lamps7')).status).toBe(200);
  expect(read() - before).toBeLessThan(15_000);
});

it('makes nothing more for a client that has left', async () => {
  const { send } = serving(collectionOf(lamp));
  const controller = new AbortController();
  const reply = send('POST', '/lamps/several', `[${Array(9000).fill('{}')}]`, controller.signal);
  const countOf = async () => Object(await (await send('GET', '/lamps')).json()).length;
  while ((await countOf()) === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  await Promise.allSettled([reply]);
  expect(await countOf()).toBeLessThan(9000);
});

it('parses the query of a request once, however many parameters are objects', async () => {
  const of = { in: 'query', style: 'deepObject', schema: { type: 'object' } };
  const parameters = Array.from({ length: 200 }, (_, at) => ({ ...of, name: `q${at}` }));
  const { '/lamps': own, ...others } = Object(collectionOf(lamp).paths);
  const paths = { ...others, '/lamps': { ...own, get: { ...own.get, parameters } } };
  const { send } = serving({ ...collectionOf(lamp), paths });
  const parsed = vi.spyOn(URLSearchParams.prototype, Symbol.iterator);
  onTestFinished(() => parsed.mockRestore());
  expect((await send('GET', '/lamps?q7[a]=1&q8[b]=2')).status).toBe(200);
  expect(parsed.mock.calls.length).toBeLessThan(10);
});

it('reads the schema of an id once for all new items', async () => {
  const item = { type: 'object', properties: { id: { type: 'string', format: 'uuid' }, text: string } };
  const { document, read } = counted(collectionOf(item));
  const { send } = serving(document);
  await send('POST', '/lamps/several', '[{}]');
  const before = read();
  expect((await send('POST', '/lamps/several', `[${Array(500).fill('{}')}]`)).status).toBe(200);
  expect(read() - before).toBeLessThan(500);
});

it.each([
  ['application/xml', 10],
  ['text/csv', 90],
])('writes large items as %s in turns', async (type, length) => {
  const few = Array.from({ length }, (_, id) => ({ id: String(id), ...entriesOf(500, () => 1) }));
  const { send } = serving(collectionOf({ ...lamp, additionalProperties: true }, lamps, type), {
    '/lamps': few,
  });
  await send('GET', '/lamps/1');
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 4));
  const turns = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => {
    clock.mockRestore();
    turns.mockRestore();
  });
  const reply = await send('GET', '/lamps');
  expect(turns.mock.calls.length).toBeGreaterThan(50);
  expect(await reply.text()).toMatch('p499');
});

/** The most that is read of a document in one turn of the event loop while something is done. */
async function mostInTurn(read: () => number, run: () => Promise<unknown>): Promise<number> {
  const counts = [read()];
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  const { setTimeout: wait } = globalThis;
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((...args) => {
    counts.push(read());
    return wait(...args);
  });
  try {
    await run();
  } finally {
    clock.mockRestore();
    timers.mockRestore();
  }
  counts.push(read());
  return Math.max(...counts.slice(1).map((count, at) => count - defined(counts[at])));
}

it('finds what the first item begins with in turns', async () => {
  const readOnly = entriesOf(100, () => ({ type: 'string', maxLength: 5, readOnly: true }));
  const item = { type: 'object', properties: { id: string, ...readOnly } };
  const attributes = { type: 'object', properties: { ...item.properties, name: string } };
  for (const each of [item, { type: 'object', properties: { id: string, attributes } }]) {
    const { document, read } = counted(collectionOf(each));
    const { send } = serving(document);
    await send('GET', '/lamps');
    const most = await mostInTurn(read, async () => {
      expect((await send('POST', '/lamps', '{}')).status).toBe(201);
    });
    expect(most).toBeLessThan(1000);
  }
});

it('finds what the items are in turns', async () => {
  const properties = {
    id: string,
    ...entriesOf(200, () => ({ type: 'object', properties: { name: string } })),
  };
  const { document, read } = counted(collectionOf({ type: 'object', properties }));
  const { send } = serving(document);
  const most = await mostInTurn(read, async () => {
    expect((await send('POST', '/lamps', '{}')).status).toBe(201);
  });
  expect(most).toBeLessThan(1000);
});

it('sends the tag of a list of large items without writing it for that', async () => {
  const document = Object(collectionOf(lamp));
  document.paths['/lamps'].get.responses[200].headers = { ETag: { schema: string } };
  const { send } = serving(document, heavy);
  const written = vi.spyOn(LateList.prototype, 'toJSON');
  onTestFinished(() => written.mockRestore());
  const tagOf = async () => (await send('GET', '/lamps')).headers.get('etag');
  const first = await tagOf();
  expect([first, await tagOf()]).toEqual([expect.stringMatching(/^"[\w-]+"$/), first]);
  await send('POST', '/lamps', '{}');
  expect(await tagOf()).not.toBe(first);
  expect(written).not.toHaveBeenCalled();
});

it('shows what is remembered while it is looked for', async () => {
  const given = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`/lamps${at}`, [{ id: 'a' }]]));
  const { send } = serving(collectionOf(lamp), { ...given, '/lamps': [{ id: 'a' }] });
  await send('GET', '/lamps');
  const entries = vi.spyOn(Object, 'fromEntries');
  onTestFinished(() => entries.mockRestore());
  const all: unknown = await (await send('GET', '/__memory')).json();
  expect(Object.keys(Object(all))).toHaveLength(5001);
  const longest = Math.max(...entries.mock.results.map(({ value }) => Object.keys(Object(value)).length));
  expect(longest).toBeLessThan(100);
});

it('keeps what a request makes after another one has deleted everything', async () => {
  const { send } = serving(collectionOf({ type: 'object', properties: { id: string, name: string } }));
  const lengthOf = async () => JSON.parse(await (await send('GET', '/lamps')).text()).length;
  const before = await lengthOf();
  const items = JSON.stringify(Array.from({ length: 9000 }, (_, at) => ({ name: `${at}` })));
  const made = send('POST', '/lamps/several', items);
  while ((await lengthOf()) <= before);
  await send('DELETE', '/__memory');
  expect((await made).status).toBe(200);
  expect(await lengthOf()).toBeGreaterThan(before);
});

it('gives no address to an item that has no path', async () => {
  const item = {
    type: 'object',
    required: ['self'],
    properties: { id: string, self: { ...string, readOnly: true } },
  };
  const paths = Object(collectionOf(item)).paths;
  const { send } = serving(documentOf({ '/lamps': paths['/lamps'] }));
  const made = await (await send('POST', '/lamps', '{}')).json();
  expect(made).toEqual({ id: expect.any(String), self: expect.not.stringContaining('/lamps') });
  const { send: sendWithPath } = serving(collectionOf(item));
  expect(await (await sendWithPath('POST', '/lamps', '{}')).json()).toMatchObject({
    self: expect.stringContaining('/lamps/'),
  });
});

/** A document whose items have thousands of properties, and a mock with one of them. */
async function servingLarge() {
  const own = entriesOf(3000, () => ({ type: 'string', readOnly: true, default: 'a' }));
  const item = { type: 'object', properties: { id: string, name: string, ...own } };
  const body = { content: { 'application/json': { schema: item } } };
  const one = { responses: { 200: { description: 'x', ...body } } };
  const document = collectionOf(item);
  const paths = Object(document.paths);
  Object.assign(paths['/lamps/{id}'], {
    patch: { requestBody: body, ...one },
    put: { requestBody: body, ...one },
  });
  const { send } = serving(document);
  const { id } = Object(await (await send('POST', '/lamps', '{"name":"a"}')).json());
  return { send, path: `/lamps/${id}` };
}

it.each(['PATCH', 'PUT'])('%s changes an item with thousands of properties as before', async (method) => {
  const { send, path } = await servingLarge();
  const reply = await send(method, path, '{"name":"b"}');
  const changed = Object(await reply.json());
  expect([reply.status, changed.name, changed.p2999, Object.keys(changed).length]).toEqual([
    200,
    'b',
    'a',
    3002,
  ]);
  expect(Object.keys(changed).slice(0, 3)).toEqual(['id', 'name', 'p0']);
});

it('patches of the same item all count, also if each is made while others pause', async () => {
  let reads = 0;
  const attributes = new Proxy(
    { name: 'a' },
    {
      ownKeys(target) {
        reads++;
        // Longer than a step of the work may take.
        for (const end = performance.now() + 15; performance.now() < end; );
        return Reflect.ownKeys(target);
      },
    },
  );
  const item = { type: 'object', properties: { id: string } };
  const body = { content: { 'application/json': { schema: item } } };
  const document = collectionOf(item);
  const change = { patch: { requestBody: body, responses: { 200: { description: 'x', ...body } } } };
  Object.assign(Object(document.paths)['/lamps/{id}'], change);
  const { send } = serving(document, { '/lamps': [{ id: '1', attributes }] });
  await (await send('GET', '/lamps/1')).text();
  const before = reads;
  const patches = Array.from({ length: 4 }, (_, at) => send('PATCH', '/lamps/1', `{"extra${at}":${at}}`));
  expect((await Promise.all(patches)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(reads).toBeGreaterThan(before);
  expect(await (await send('GET', '/lamps/1')).json()).toMatchObject({
    extra0: 0,
    extra1: 1,
    extra2: 2,
    extra3: 3,
  });
});

it('looks in steps through the properties of an envelope that might have the list', () => {
  const found = { type: 'array', items: string };
  const schema = { type: 'object', properties: { ...entriesOf(300, () => string), found } };
  const { document, read } = counted({ openapi: '3.1.0', schema });
  const references = new References({ root: '', byAddress: new Map([['', document]]) });
  const reader = new FieldReader(references, { values: 'strict', dialect: openApiDialect, isExact: true });
  const { result, most } = mostInStep(listFormInSteps(references.find('#/schema', '#'), reader), read);
  expect(result?.item.map(({ at }) => at)).toEqual(['#/schema/properties/found/items']);
  expect(most).toBeLessThan(100);
});

/** How many turns of the event loop a request takes if nearly each look at the clock finds the turn over. */
async function turnsOf(request: () => Promise<unknown>): Promise<number> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 4));
  const turns = vi.spyOn(globalThis, 'setTimeout');
  try {
    await request();
    return turns.mock.calls.length;
  } finally {
    clock.mockRestore();
    turns.mockRestore();
  }
}

/** A mock with an item that has this schema. Replies to other requests than for the item have only its id. */
async function servingWithShortReplies(item: Json) {
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
  const document = collectionOf(item);
  const { '/lamps': all, '/lamps/{id}': one } = Object(document.paths);
  const short = { description: 'x', ...json({ type: 'object', properties: { id: string } }) };
  const change = { requestBody: json({ type: 'object' }), responses: { 200: short } };
  all.post.responses = { 201: short };
  Object.assign(one, { patch: change, put: change, delete: one.get });
  const { send } = serving(document);
  const { id } = Object(await (await send('POST', '/lamps', '{"name":"a"}')).json());
  return { send, path: `/lamps/${id}` };
}

const readOnly = { type: 'string', readOnly: true, default: 'a' };
const filledIn = {
  type: 'object',
  properties: { id: string, name: string, ...entriesOf(900, () => readOnly) },
};

it.each(['POST', 'PATCH', 'PUT'])('%s makes an item with many properties in turns', async (method) => {
  const { send, path } = await servingWithShortReplies(filledIn);
  const request = () => send(method, method === 'POST' ? '/lamps' : path, '{"name":"b"}');
  await request();
  expect(await turnsOf(request)).toBeGreaterThan(200);
});

it.each(['GET', 'DELETE'])('%s shows an item with many objects in turns', async (method) => {
  const secret = { type: 'object', properties: { a: string, b: { ...string, writeOnly: true } } };
  const objects = entriesOf(900, () => ({ ...secret, readOnly: true, default: { a: 'c', b: 'd' } }));
  const { send, path } = await servingWithShortReplies({
    type: 'object',
    properties: { id: string, ...objects },
  });
  expect(Object(await (await send('GET', path)).json()).p7).toEqual({ a: 'c' });
  expect(await turnsOf(() => send(method, path))).toBeGreaterThan(200);
});

it.each([
  ['POST', '/lamps', '{"id":"a"}', [201, 409]],
  ['PUT', '/lamps/a', '{"name":"b"}', [200, 200]],
  ['DELETE', '/lamps/a', undefined, [200, 404]],
] as const)('%s is done once if two do it in turns', async (method, path, body, statuses) => {
  const { send } = await servingWithShortReplies(filledIn);
  if (method !== 'POST') await send('POST', '/lamps', '{"id":"a"}');
  const both: Response[] = [];
  const ask = async () => {
    both.push(await send(method, path, body));
  };
  await turnsOf(() => Promise.all([ask(), ask()]));
  expect(both.map(({ status }) => status).sort()).toEqual(statuses);
});
