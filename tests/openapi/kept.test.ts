import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoint, type FormBody } from '../../src/contract/endpoint.ts';
import { readContract } from '../../src/documents/contract.ts';
import type { Means } from '../../src/documents/error-schemas.ts';
import { readErrors } from '../../src/documents/errors.ts';
import { keeper, kept, routeKeeper, whileUsed, whileUsedInSteps } from '../../src/documents/kept.ts';
import { itemsOf, type Located } from '../../src/documents/located.ts';
import { FoundOnce, MAX_FOUND } from '../../src/documents/memory/found.ts';
import { References } from '../../src/documents/references.ts';
import type { OperationReplies } from '../../src/documents/replies.ts';
import { MAX_OF_ALL, schemaCompiler } from '../../src/documents/schema/compile.ts';
import { possibleTypes } from '../../src/documents/schema.ts';
import { integer } from '../../src/fields/number.ts';
import { fromDocument } from '../../src/from-document.ts';
import { createCore } from '../../src/http/core.ts';
import { inject } from '../../src/http/inject.ts';
import { defined } from '../../src/text/guards.ts';
import { atOnce, type Steps } from '../../src/text/turns.ts';
import { counted } from '../_counted.ts';
import { collectGarbage } from '../_garbage.ts';
import { documentOf } from './_document.ts';

/** What stays in memory of the operations that have been asked for. */

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Collects garbage once the current task is over. */
async function collectLater(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
}

const shapeOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, integer()]));
const manyFields = { form: shapeOf(9000) };
const common = { path: '/', summary: 'x', reply: { status: 204 } } as const;

describe('what weighs too much together', () => {
  it.each([
    ['none that weigh as much as may be', [40, 60], []],
    ['the first', [40, 61], [40]],
    ['only those that leave enough', [50, 51, 49], [50]],
    ['all before one that weighs too much alone', [1, 2, 1000], [1, 2]],
    ['also one that weighed too much alone', [1000, 1], [1000]],
  ])('is forgotten: %s', (_, weights, expected) => {
    const forgotten: number[] = [];
    const keep = keeper(100);
    for (const weight of weights) keep(weight, () => forgotten.push(weight));
    expect(forgotten).toEqual(expected);
  });
});

describe('routes that are compiled', () => {
  it.each([
    ['none, of two that are small', { a: { query: shapeOf(10) }, b: {} }, []],
    [
      'the first, of two with many parameters',
      { a: { query: shapeOf(9000) }, b: { headers: shapeOf(9000) } },
      ['a'],
    ],
    [
      'the first, of two with large forms',
      { a: { body: { form: shapeOf(9000) } }, b: { cookies: shapeOf(9000) } },
      ['a'],
    ],
    ['none, of two that are large together', { a: { body: manyFields }, b: { query: shapeOf(2900) } }, []],
    [
      'the first, of three',
      { a: { params: shapeOf(5000) }, b: { query: shapeOf(5000) }, c: { query: shapeOf(5000) } },
      ['a'],
    ],
  ])('are forgotten: %s', (_, parts, expected) => {
    const forgotten: string[] = [];
    const keep = routeKeeper();
    for (const [name, part] of Object.entries(parts))
      keep({ method: 'POST', ...common, ...part }, () => forgotten.push(name));
    expect(forgotten).toEqual(expected);
  });

  it.each([{}, { prefer: 'code=200' }])(
    'answer as before once they are compiled again: %j',
    async (headers) => {
      const many = Array.from({ length: 5000 }, (_, at) => ({
        name: `q${at}`,
        in: 'query',
        schema: { type: 'integer' },
      }));
      const content = { 'application/json': { schema: { type: 'object', example: { id: 7 } } } };
      const get = { parameters: many, responses: { 200: { description: 'x', content } } };
      const { document, read } = counted(documentOf({ '/a': { get }, '/b': { get }, '/c': { get } }));
      const app = fromDocument(document, { remember: true });
      const ask = async (path: string) => {
        // Fields stay as long as a route has them.
        await collectLater();
        const before = read();
        const replies = ['', '?q1=x'].map((query) =>
          app.fetch(new Request(`http://localhost${path}${query}`, { headers })),
        );
        const texts = (await Promise.all(replies)).map(async (reply) => [reply.status, await reply.text()]);
        return { told: await Promise.all(texts), reads: read() - before };
      };
      const first = await ask('/a');
      expect(first.told.map(([status]) => status)).toEqual([200, 422]);
      const second = await ask('/a');
      expect(second.told).toEqual(first.told);
      await ask('/b');
      await ask('/c');
      const third = await ask('/a');
      expect(third.told).toEqual(first.told);
      expect(third.reads).toBeGreaterThan(second.reads + 5000);
    },
  );
});

describe('the form of an operation', () => {
  const schema = {
    type: 'object',
    properties: { size: { type: 'integer' } },
    additionalProperties: { type: 'integer' },
  };
  const content = { 'application/x-www-form-urlencoded': { schema } };
  const post = { requestBody: { content }, responses: { 200: { description: 'x' } } };
  const bodyOf = () => {
    const sent = { root: '', byAddress: new Map([['', documentOf({ '/a': { post } })]]) };
    return defined(readContract(sent, 'schema').contract.endpoints['POST /a']?.body) as FormBody;
  };

  it('is let go when nothing uses it', async () => {
    const body = bodyOf();
    const form = new WeakRef(body.form);
    expect(form.deref()).toBeDefined();
    await collectLater();
    expect(form.deref()).toBeUndefined();
    expect(Object.keys(body.form)).toEqual(['size']);
  });

  it('stays as it is while something does, with what reads other fields', async () => {
    const body = bodyOf();
    const { form, others } = body;
    await collectLater();
    expect(body.form).toBe(form);
    expect(body.others).toBe(others);
    expect(others).toBeDefined();
  });

  it('is used by the route of its operation', async () => {
    const { document, read } = counted(documentOf({ '/a': { post } }));
    const app = fromDocument(document);
    const ask = async () => {
      await collectLater();
      const before = read();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = { method: 'POST', headers, body: 'size=1&other=2' };
      expect((await app.fetch(new Request('http://localhost/a', sent))).status).toBe(200);
      return read() - before;
    };
    expect(await ask()).toBeGreaterThan(10);
    expect(await ask()).toBe(0);
  });
});

it('the types that a schema may have are found again when those of many others have been', () => {
  const { document, read } = counted({
    a: { type: 'string' },
    others: Array.from({ length: 20_000 }, () => ({})),
  });
  const references = new References({ root: '', byAddress: new Map([['', document]]) });
  const [a, all] = [references.find('#/a', '#'), references.find('#/others', '#')];
  const readsOf = (schemas: readonly Located[]) => {
    const before = read();
    for (const each of schemas) possibleTypes(each, references);
    return read() - before;
  };
  const first = readsOf([a]);
  expect(readsOf([a])).toBeLessThan(first);
  readsOf(itemsOf(all));
  expect(readsOf([a])).toBe(first);
});

describe('a response that two operations refer to', () => {
  const names = Array.from({ length: 1000 }, (_, at) => `p${at}`);
  const schema = { properties: Object.fromEntries(names.map((name, at) => [name, { example: at }])) };
  const content = { 'application/json': { schema } };
  const $ref = '#/components/responses/Lamp';
  const operation = { responses: { 200: { $ref } } };
  const asked = async (paths: object, headers = {}) => {
    const components = {
      responses: { Lamp: { description: 'x', content, headers: { Location: {} } } },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    };
    const { document, read } = counted(documentOf({ ...paths }, components));
    const app = fromDocument(document);
    const replies = [];
    for (const path of Object.keys(paths).filter((each) => !each.includes('{'))) {
      const before = read();
      const reply = await app.fetch(new Request(`http://localhost${path}`, { headers }));
      const [cacheControl, location] = ['cache-control', 'location'].map((name) => reply.headers.get(name));
      replies.push({ text: await reply.text(), reads: read() - before, cacheControl, location });
    }
    return replies;
  };

  it('is made ready once', async () => {
    const [first, second] = await asked({ '/a': { get: operation }, '/b': { get: operation } });
    expect(JSON.parse(defined(first).text)).toMatchObject({ p0: 0, p999: 999 });
    expect(second?.text).toBe(first?.text);
    expect(first?.reads).toBeGreaterThan(1000);
    expect(second?.reads).toBeLessThan(100);
    expect([first?.location, second?.location]).toEqual(['/a', '/b']);
  });

  it('is made ready for each if only one of them needs a credential', async () => {
    const secured = { ...operation, security: [{ key: [] }] };
    const headers = { authorization: 'Bearer x' };
    const replies = await asked({ '/a': { get: operation }, '/b': { get: secured } }, headers);
    expect(replies.map(({ cacheControl }) => cacheControl)).toEqual([null, 'no-store']);
  });

  it('is made ready for each if the paths of their items name other parameters', async () => {
    const paths = { '/a': { get: operation }, '/b': { get: operation }, '/a/{p1}': {}, '/b/{p2}': {} };
    const replies = await asked(paths);
    expect(replies.map(({ location }) => location)).toEqual(['/a/1', '/b/2']);
  });
});

it.each([false, true])(
  'replies are made again when others take too much: remembering %s',
  async (remember) => {
    const replyWith = (media: object) => ({
      get: { responses: { 200: { description: 'x', content: { 'application/json': media } } } },
    });
    const names = Array.from({ length: 1000 }, (_, at) => `p${at}`);
    const schema = {
      properties: Object.fromEntries(names.map((name) => [name, { minimum: 7 }])),
      required: names,
    };
    const large = replyWith({ schema: {}, example: 'x'.repeat(7_000_000) });
    const { document, read } = counted(documentOf({ '/a': replyWith({ schema }), '/b': large, '/c': large }));
    const app = fromDocument(document, { remember });
    const ask = async (path: string) => {
      const before = read();
      const reply = await app.fetch(new Request(`http://localhost${path}`));
      return { text: await reply.text(), reads: read() - before };
    };
    const first = await ask('/a');
    const second = await ask('/a');
    for (const path of ['/b', '/c']) expect((await ask(path)).text).toHaveLength(7_000_002);
    const third = await ask('/a');
    expect([second.text, third.text]).toEqual([first.text, first.text]);
    expect(second.reads).toBeLessThan(100);
    expect(third.reads).toBeGreaterThan(1000);
  },
);

it('what is known of collections is found out again when that of others takes too much, and no item is lost', async () => {
  const names = Array.from({ length: 7000 }, (_, at) => `p${at}`);
  const schema = () => ({
    type: 'object',
    properties: Object.fromEntries([...names, 'id'].map((name) => [name, { default: 'x' }])),
  });
  const json = () => ({ content: { 'application/json': { schema: schema() } } });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const collectionAt = (path: string) => ({
    [path]: { post: { requestBody: json(), responses: { 201: { description: 'x' } } } },
    [`${path}/{id}`]: { parameters: [id], get: { responses: { 200: { description: 'x', ...json() } } } },
  });
  const { document, read } = counted(documentOf({ ...collectionAt('/lamps'), ...collectionAt('/fans') }));
  const app = fromDocument(document, { remember: true, values: 'schema' });
  const send = async (method: string, path: string, body?: object) => {
    const before = read();
    const headers = { 'content-type': 'application/json' };
    const reply = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        ...(body && { headers, body: JSON.stringify(body) }),
      }),
    );
    return { status: reply.status, text: await reply.text(), reads: read() - before };
  };
  const made: number[] = [];
  for (const path of ['/lamps', '/lamps', '/fans', '/lamps', '/lamps']) {
    const { status, reads } = await send('POST', path, { id: `a${made.length}`, p5: 'bright' });
    expect(status).toBe(201);
    made.push(reads);
  }
  const [, again, , later, last] = made;
  expect(Math.max(Number(again), Number(last))).toBeLessThan(1000);
  expect(later).toBeGreaterThan(names.length);
  for (const at of [0, 1, 3, 4]) {
    const item = JSON.parse((await send('GET', `/lamps/a${at}`)).text);
    expect(item).toMatchObject({ id: `a${at}`, p5: 'bright', p6: 'x' });
  }
});

describe('what is found out about schemas', () => {
  const schemas = { a: {}, b: {}, c: {} };
  const references = new References({ root: '', byAddress: new Map([['', schemas]]) });
  it.each([
    ['once, while all of it weighs as much as may be', { a: 1, b: MAX_FOUND - 1 }, 'abab', 'ab'],
    ['again when it weighs too much, but for the last', { a: 2, b: MAX_FOUND - 1 }, 'abba', 'aba'],
    ['once, if it weighs too much alone', { a: MAX_FOUND + 1, b: 1 }, 'aaaba', 'ab'],
    ['again after as much of others', { a: MAX_FOUND + 1, b: MAX_FOUND, c: 1 }, 'abaca', 'abca'],
  ])('is found %s', (_, weights, asked, expected) => {
    const found = new FoundOnce<number>((weight) => weight);
    const looked: string[] = [];
    for (const name of asked) {
      const find = function* (): Steps<number> {
        yield;
        looked.push(name);
        return Number(Object(weights)[name]);
      };
      const schema = references.find(`#/${name}`, '#');
      expect(atOnce(found.of(schema, references, find))).toBe(Object(weights)[name]);
    }
    expect(looked.join('')).toBe(expected);
  });
});

it('a route that was forgotten is compiled by the next request', () => {
  const told: string[] = [];
  let forget = () => {};
  const a = endpoint({ method: 'GET', ...common });
  const contract = { title: '', version: '', endpoints: { a } };
  const core = createCore(
    contract,
    { a: () => undefined },
    {
      keepRoute({ method }, how) {
        told.push(method);
        forget = how;
      },
    },
  );
  const ask = () => inject(core, { method: 'GET', target: '/', headers: {} }).status;
  expect([ask(), ask(), told]).toEqual([204, 204, ['GET']]);
  forget();
  expect([ask(), told]).toEqual([204, ['GET', 'GET']]);
});

it('a route is compiled once for each body, also if it is asked for again in the meantime', () => {
  const told: unknown[] = [];
  const a = {
    method: 'POST',
    ...common,
    body: 'bytes',
    otherBody: (type: string) => (type === 'text/plain' ? 'unread' : undefined),
  } as const;
  const core = createCore(
    { title: '', version: '', endpoints: { a } },
    { a: () => undefined },
    {
      keepRoute: ({ body, otherBody }) => told.push([body, otherBody]),
      answerLate({ compile }, input) {
        compile();
        return compile()(input);
      },
    },
  );
  for (const type of ['a/b', 'text/plain', 'c/d', 'text/plain'])
    expect(
      inject(core, { method: 'POST', target: '/', headers: { 'content-type': type }, body: 'x' }).status,
    ).toBe(204);
  expect(told).toEqual([
    ['bytes', undefined],
    ['unread', undefined],
  ]);
});

it('the errors that an operation declares are read again when nothing uses them', async () => {
  const { document, read } = counted({ 200: { description: 'x' }, 404: { description: 'y' } });
  const replies = { responses: { value: document, at: '#' } } as unknown as OperationReplies;
  const means = { reader: { references: { root: { value: {}, at: '#' } } } } as unknown as Means;
  const { format } = readErrors('document', [{ name: 'a', endpoint: { path: '/' }, replies }], means);
  const ask = () => {
    const before = read();
    const isDeclared = ['a', 'b'].map((name) => format.isDeclared?.(name, 404));
    expect(isDeclared).toEqual([true, false]);
    return read() - before;
  };
  const first = ask();
  expect([first > 0, ask()]).toEqual([true, 0]);
  await collectLater();
  expect(ask()).toBe(first);
});

it('what callbacks send is made again when nothing uses it', async () => {
  const body = { content: { 'application/json': { example: { a: { b: { c: 1 } } } } } };
  const onDone = { 'http://localhost/done': { post: { requestBody: body, responses: {} } } };
  const post = { callbacks: { onDone }, responses: { 200: { description: 'x' } } };
  const { document, read } = counted(documentOf({ '/a': { post } }));
  const onCallback = vi.fn();
  const app = fromDocument(document, { onCallback });
  const reads: number[] = [];
  for (const at of [0, 1, 2]) {
    const before = read();
    if (at === 2) await collectLater();
    await app.fetch(new Request('http://localhost/a', { method: 'POST' }));
    await vi.waitFor(() => expect(onCallback).toHaveBeenCalledTimes(1));
    expect(onCallback.mock.lastCall?.[0]).toMatchObject({ body: '{"a":{"b":{"c":1}}}' });
    onCallback.mockClear();
    reads.push(read() - before);
  }
  expect(reads[2]).toBeGreaterThan(Number(reads[1]));
});

describe('what is made again if nothing else uses it', () => {
  let count = 0;
  beforeEach(() => {
    count = 0;
  });
  const make = () => ({ count: ++count });

  it('is made once while something does', async () => {
    const get = whileUsed(make);
    const used = get();
    await collectLater();
    expect(get()).toBe(used);
    expect(count).toBe(1);
  });

  it('is collected as garbage when nothing does', async () => {
    const get = whileUsed(make);
    expect(get().count).toBe(1);
    await collectLater();
    expect(get().count).toBe(2);
  });

  it('is made in steps, and of two at a time, both get the first', async () => {
    const get = whileUsedInSteps(function* (): Steps<{ readonly count: number }> {
      yield;
      return make();
    });
    const [first, second] = [get(), get()];
    for (const each of [first, second]) expect(each.next().done).toBe(false);
    const used = first.next().value;
    expect(second.next().value).toBe(used);
    await collectLater();
    expect(atOnce(get())).toBe(used);
    expect(count).toBe(2);
  });

  it('stays where there are no weak references', async () => {
    vi.stubGlobal('WeakRef', undefined);
    const get = whileUsed(make);
    expect(get().count).toBe(1);
    await collectLater();
    expect(get().count).toBe(1);
  });
});

it('values of the same kind are forgotten when there are too many', () => {
  const all = new Map<number, string>();
  for (let key = 0; key < 5000; key++) expect(kept(all, key, 'a')).toBe('a');
  expect(all.size).toBe(5000);
  kept(all, -1, 'b');
  expect([...all]).toEqual([[-1, 'b']]);
});

it('schemas are compiled anew when too many have been', async () => {
  const few = { prefixItems: Array.from({ length: 100 }, () => ({ minimum: 1 })) };
  const many = { prefixItems: Array.from({ length: MAX_OF_ALL }, () => ({ minimum: 1 })) };
  const { document, read } = counted({ few, many, last: { minimum: 1 } });
  const references = new References({ root: '', byAddress: new Map([['', document]]) });
  const compile = schemaCompiler({ references, version: '2020-12', isForeign: () => false });
  const [validate, fill, last] = ['few', 'many', 'last'].map((name) =>
    compile(references.find(`#/${name}`, '#')),
  );
  const readsOf = (value: unknown) => {
    const before = read();
    expect(validate?.(value)).toBe(undefined);
    return read() - before;
  };
  const numbers = Array.from({ length: 100 }, () => 1);
  expect(readsOf(numbers)).toBeGreaterThan(100);
  expect(readsOf(numbers)).toBe(0);
  expect(fill?.(Array.from({ length: MAX_OF_ALL }, () => 1))).toBe(undefined);
  // Nothing is lost until the next schema is compiled.
  expect(last?.(1)).toBe(undefined);
  await collectLater();
  expect(readsOf(numbers)).toBeGreaterThan(100);
});
