import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endpoint } from '../../src/contract/endpoint.ts';
import { writeOnlyRemover } from '../../src/documents/combined.ts';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { answerer } from '../../src/documents/echo.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { References } from '../../src/documents/references.ts';
import { text } from '../../src/fields/text.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import type { StreamedContent } from '../../src/http/content.ts';
import { createCore } from '../../src/http/core.ts';
import type { DeclaredReplies } from '../../src/http/faults.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import type { AppCore, FinalReply, PendingBody, PendingReply } from '../../src/http/types.ts';
import { atOnce } from '../../src/text/turns.ts';
import { hurryClock } from '../_clock.ts';
import { counted, mostInStep } from '../_counted.ts';
import { documentOf } from './_document.ts';

/** Replies that take long to make the first time. */

beforeEach(hurryClock);

afterEach(() => {
  vi.restoreAllMocks();
});

const names = Array.from({ length: 50 }, (_, at) => `property${at}`);
const lamp = {
  type: 'object',
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 3 }])),
};
const content = { 'application/json': { schema: lamp } };
const get = {
  parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
  responses: { 200: { description: 'x', content }, 404: { description: 'x', content } },
};
const put = { requestBody: { content }, responses: get.responses };
const { document, read } = counted(documentOf({ '/lamps': { get, put } }));
const remembered = Object.fromEntries(names.map((name) => [name, 'Desk']));

function coreOf(options: DocumentOptions = {}): AppCore {
  return fromDocument(document, options)[hosting].build();
}

/** Asks for the lamps. */
function ask(core: AppCore, prefer?: string, target = '/lamps') {
  return core.receive({ method: 'GET', target, header: (name) => (name === 'prefer' ? prefer : undefined) });
}

const pending = expect.objectContaining({ kind: 'pending' });
const reply = expect.objectContaining({ kind: 'reply' });

describe.each([
  ['a success', undefined, 200, {}],
  ['a reply with a status that is preferred', 'code=404', 404, {}],
  ['a success to an invalid request', undefined, 200, { validate: 'off' }],
  ['an item that is remembered', undefined, 200, { remember: { '/lamps': [remembered] } }],
] as const)('%s', (_, prefer, status, options) => {
  const target = 'validate' in options ? '/lamps?limit=x' : '/lamps';

  it('is made in turns, once', async () => {
    const core = coreOf(options);
    const answer = ask(core, prefer, target);
    expect(answer).toEqual(pending);
    expect(ask(core, undefined, '/livez')).toEqual(reply);
    const made = await (answer as PendingReply).reply;
    expect(made.status).toBe(status);
    expect(Object.keys(JSON.parse(String(made.body)))).toEqual(names);
    const again = ask(core, prefer, target);
    const { body } = again.kind === 'pending' ? await again.reply : (again as FinalReply);
    expect(body).toBe(made.body);
  });

  it('is given up when its client has gone', async () => {
    const core = coreOf(options);
    const before = read();
    const answer = ask(core, prefer, target) as PendingReply;
    answer.abort();
    expect((await answer.reply).status).toBe(400);
    const given = read() - before;
    const { reply: made } = ask(core, prefer, target) as PendingReply;
    expect((await made).status).toBe(status);
    expect(read() - before).toBeGreaterThan(2 * given);
  });
});

it('random values are made in turns', async () => {
  const answer = ask(coreOf(), 'seed=a');
  expect(answer).toEqual(pending);
  const { body } = await (answer as PendingReply).reply;
  expect(body).toBe(
    inject(coreOf(), { method: 'GET', target: '/lamps', headers: { Prefer: 'seed=a' } }).body,
  );
});

describe('a list', () => {
  const items = {
    type: 'object',
    properties: { id: { type: 'integer' }, tags: { items: { type: 'string' } } },
  };
  const schema = { type: 'array', items };
  const lamps = Array.from({ length: 2000 }, (_, id) => ({ id, tags: ['a'] }));
  const documentIn = (type: string, length: number): Record<string, unknown> => {
    const content = { [type]: { schema, example: lamps.slice(0, length) } };
    const one = { responses: { 200: { description: 'x', content: { [type]: { schema: items } } } } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
    const responses = { 200: { description: 'x', content } };
    return documentOf({ '/lamps': { get: { responses } }, '/lamps/{id}': { parameters, get: one } });
  };
  const replyTo = async (core: AppCore) => {
    const answer = ask(core);
    return answer.kind === 'pending' ? await answer.reply : (answer as FinalReply);
  };

  it('is written as XML in turns, once', async () => {
    const core = fromDocument(documentIn('application/xml', 20))[hosting].build();
    expect(ask(core)).toEqual(pending);
    const { body } = await replyTo(core);
    expect(body).toContain('<item><id>19</id><tags>a</tags></item>');
    expect((await replyTo(core)).body).toBe(body);
  });

  it('is written as JSON while it is sent if the list is long', async () => {
    vi.restoreAllMocks();
    const options = { remember: { '/lamps': lamps } };
    const { body } = await replyTo(fromDocument(documentIn('application/json', 1), options)[hosting].build());
    let written = '';
    for await (const piece of (body as StreamedContent).pieces) written += piece;
    expect(written).toContain('{"id":1999,"tags":["a"]}]');
  });

  it.each([
    ['application/xml', '<item><id>1999</id><tags>a</tags></item>'],
    ['text/csv', '1999,'],
  ])('is written as %s before it is sent', async (type, last) => {
    const options = { remember: { '/lamps': lamps } };
    const { body } = await replyTo(fromDocument(documentIn(type, 1), options)[hosting].build());
    expect(body).toContain(last);
  });
});

it.each([
  ['at once', 'a', 'string'],
  ['while it is sent if it has more than two megabytes', 'a'.repeat(2000), 'object'],
])('a long list that a reply repeats is written %s', async (_, name, type) => {
  vi.restoreAllMocks();
  const items = { type: 'object', properties: { name: { type: 'string' } } };
  const content = { 'application/json': { schema: { type: 'array', items } } };
  const post = { requestBody: { content }, responses: { 200: { description: 'x', content } } };
  const core = fromDocument(documentOf({ '/lamps': { post } }))[hosting].build();
  const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
  const asked = core.receive({ method: 'POST', target: '/lamps', header }) as PendingBody;
  const sent = JSON.stringify(Array.from({ length: 1100 }, () => ({ name })));
  const answer = asked.complete(Buffer.from(sent));
  const { status, body } = answer.kind === 'pending' ? await answer.reply : (answer as FinalReply);
  expect(status).toBe(200);
  expect(typeof body).toBe(type);
});

it('a reply looks what of a long body is valid in it, and repeats it, in steps', async () => {
  const items = {
    anyOf: [{ type: 'integer' }, { type: 'object', additionalProperties: { type: 'string' } }],
  };
  const content = { 'application/json': { schema: { type: 'array', items } } };
  const post = {
    requestBody: { content: { 'application/json': { schema: {} } } },
    responses: { 200: { description: 'x', content } },
  };
  const core = fromDocument(documentOf({ '/lamps': { post } }))[hosting].build();
  const header = (name: string) => (name === 'content-type' ? 'application/json' : undefined);
  const asked = core.receive({ method: 'POST', target: '/lamps', header }) as PendingBody;
  const sent = JSON.stringify(new Array(1000).fill({ a: 'b' }));
  const answer = asked.complete(Buffer.from(sent)) as PendingReply;
  let isMade = false;
  const made = answer.reply.finally(() => {
    isMade = true;
  });
  let rounds = 0;
  for (; !isMade; rounds++) await immediate();
  expect((await made).body).toBe(sent);
  expect(rounds).toBeGreaterThan(5);
});

it('a reply is made at once for those who cannot wait', () => {
  expect(inject(coreOf(), { method: 'GET', target: '/lamps', headers: {} }).status).toBe(200);
});

it('a bug in a reply that is made in turns is reported, and answered with a 500', async () => {
  const declared: DeclaredReplies = function* () {
    yield;
    throw new Error('wrong');
  };
  const bugs: unknown[] = [];
  const getLamp = endpoint({
    method: 'GET',
    path: '/lamps',
    summary: '',
    reply: { status: 200, body: text() },
  });
  const contract = { title: '', version: '', endpoints: { getLamp } };
  const core = createCore(contract, { getLamp: () => '' }, { declared, onBug: (bug) => bugs.push(bug) });
  const answer = ask(core, 'code=200');
  expect(await (answer as PendingReply).reply).toMatchObject({ status: 500 });
  expect(bugs).toEqual([new Error('wrong')]);
});

it('a list in XML looks up the schemas that its items combine once', () => {
  const parts = Array.from({ length: 20 }, (_, at) => ({ properties: { [`p${at}`]: { type: 'string' } } }));
  const items = { allOf: [{ properties: { id: { xml: { attribute: true } } } }, ...parts] };
  const readsFor = (count: number): number => {
    const content = { 'application/xml': { schema: { type: 'array', items } } };
    const responses = { 200: { description: 'x', content } };
    const { document, read } = counted(documentOf({ '/': { get: { responses } } }));
    const example = Array.from({ length: count }, (_, id) => ({ id }));
    Object.assign(document.paths['/'].get.responses[200].content['application/xml'], { example });
    const core = fromDocument(document)[hosting].build();
    const before = read();
    const { body } = inject(core, { method: 'GET', target: '/', headers: {} });
    expect(body).toContain(`<item id="${count - 1}"/>`);
    return read() - before;
  };
  expect(readsFor(1020) - readsFor(20)).toBeLessThan(10_000);
});

describe('a union of many members', () => {
  const MANY = 1000;
  const member = (at: number) => ({
    properties: { a: { properties: { b: {} } }, [`p${at}`]: { writeOnly: true } },
  });
  const anyOf = Array.from({ length: MANY }, (_, at) => member(at));
  const root = { openapi: '3.1.0', schema: { anyOf } };

  it('is looked through in turns for what is writeOnly', () => {
    const { document, read } = counted(root);
    const references = new References({ root: '', byAddress: new Map([['', document]]) });
    const { replies } = new FieldReader(references, {
      values: 'strict',
      dialect: openApiDialect,
      isExact: true,
    });
    const show = writeOnlyRemover({ value: Object(document).schema, at: '#/schema' }, replies);
    const { result, most } = mostInStep(show({ a: { b: 1 }, p7: 1 }), read);
    expect(result).toEqual({ a: { b: 1 } });
    expect(most).toBeLessThan(MANY);
  });
});

it('the items of a long list are looked through in steps for what is writeOnly', () => {
  const items = { properties: { a: {}, b: { writeOnly: true } } };
  const references = new References({ root: '', byAddress: new Map() });
  const options = { values: 'strict', dialect: openApiDialect, isExact: true, hasSecrets: true } as const;
  const { replies } = new FieldReader(references, options);
  let read = 0;
  const item = () => ({
    get a() {
      read++;
      return 1;
    },
    b: 2,
  });
  const show = writeOnlyRemover({ value: { items }, at: '' }, replies);
  const { result, most } = mostInStep(show(Array.from({ length: 100 }, item)), () => read);
  expect(result).toEqual(Array.from({ length: 100 }, () => ({ a: 1 })));
  expect(most).toBeLessThan(10);
});

describe('a list whose many places combine the same large schema', () => {
  const MANY = 200;
  const root = {
    openapi: '3.1.0',
    schema: {
      prefixItems: Array.from({ length: MANY }, () => ({ title: 'x', allOf: [{ $ref: '#/Large' }] })),
    },
    Large: { allOf: Array.from({ length: MANY }, () => ({ $ref: '#/Small' })) },
    Small: { properties: { a: {}, b: { writeOnly: true } } },
  };
  const value = Array.from({ length: MANY }, () => ({ a: 1, b: 2 }));

  function shown(hasSecrets: boolean) {
    const { document, read } = counted(root);
    const references = new References({ root: '', byAddress: new Map([['', document]]) });
    const options = { values: 'strict', dialect: openApiDialect, isExact: true, hasSecrets } as const;
    const { replies } = new FieldReader(references, options);
    const schema = { value: Object(document).schema, at: '#/schema' };
    const before = read();
    return { value: atOnce(writeOnlyRemover(schema, replies)(value)), reads: read() - before };
  }

  it('has that schema looked through once for what is writeOnly', () => {
    const { value, reads } = shown(true);
    expect(value).toEqual(Array.from({ length: MANY }, () => ({ a: 1 })));
    expect(reads).toBeLessThan(50 * MANY);
  });

  it('is not looked through in a document without secrets', () => {
    expect(shown(false)).toEqual({ value, reads: 0 });
  });
});

it('a reply makes nothing of the properties that were not sent', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 2000 }, (_, at) => [`p${at}`, { type: 'object', properties: { a: {} } }]),
  );
  const { document, read } = counted({ openapi: '3.1.0', schema: { type: 'object', properties } });
  const references = new References({ root: '', byAddress: new Map([['', document]]) });
  const reader = new FieldReader(references, { values: 'strict', dialect: openApiDialect, isExact: true });
  const base = Object.fromEntries(Object.keys(properties).map((name) => [name, {}]));
  // Looks through the document, which is done once.
  const schema = references.find('#/schema', '#');
  const before = read();
  const parts = { params: {}, query: {}, headers: {}, cookies: {}, credential: undefined };
  const answer = answerer(schema, base, reader)({ ...parts, body: { p7: { a: 1 } } });
  expect(atOnce(answer)).toEqual({ ...base, p7: { a: 1 } });
  expect(read() - before).toBeLessThan(100);
});

describe('a reply looks what of a long list is valid in it', () => {
  const kinds = Array.from({ length: 40 }, (_, at) => ({ type: 'string', const: `kind${at}` }));
  const items = { anyOf: [...kinds, { type: 'integer' }] };
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const lists = (length: number) => {
    const post = { requestBody: json({}), responses: { 200: { description: 'x', ...json({ items }) } } };
    const core = fromDocument(documentOf({ '/lists': { post } }), { values: 'fastapi' })[hosting].build();
    const list = new Array(length).fill(5);
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', target: '/lists', headers, body: JSON.stringify(list) };
    return JSON.parse(inject(core, request).body).length;
  };

  it('and repeats it', () => {
    expect(lists(500)).toBe(500);
  });

  it('up to a number of steps, after which a sample is sent', () => {
    expect(lists(20_000)).toBe(1);
  });
});
