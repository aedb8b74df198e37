import { describe, expect, it, vi } from 'vitest';
import type { CallbackRequest } from '../../src/documents/callbacks.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { hurryClock } from '../_clock.ts';
import { counted } from '../_counted.ts';
import { documentOf } from './_document.ts';

/** The callbacks that the operations of a document declare. */

const event = {
  type: 'object',
  properties: { type: { type: 'string', const: 'done' }, secret: { type: 'string', writeOnly: true } },
};
const post = { requestBody: { content: { 'application/json': { schema: event } } }, responses: {} };
const body = {
  'application/json': {
    schema: {
      type: 'object',
      properties: { url: { type: 'string' }, deep: { type: 'object' }, 'a/b': {}, list: { type: 'array' } },
    },
  },
};

/** A document whose operation declares these callbacks. */
function documentWith(callbacks: unknown, components: Readonly<Record<string, unknown>> = {}) {
  const headers = { 'X-Url': { schema: { type: 'string', const: 'http://localhost/header' } } };
  const json = { 'application/json': { example: { links: [{ href: 'http://localhost/reply' }] } } };
  const operation = {
    callbacks,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: { content: body },
    responses: {
      202: { description: 'x', headers, content: json },
      404: { description: 'x' },
    },
  };
  return documentOf({ '/jobs/{id}': { post: operation } }, components);
}

interface Sent {
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The callbacks that a request leads to. */
async function callbacksOf(
  document: ReturnType<typeof documentWith>,
  { target = '/jobs/7', headers = {}, body: sent }: Sent = {},
  options: DocumentOptions = {},
): Promise<CallbackRequest[]> {
  vi.useFakeTimers();
  const found: CallbackRequest[] = [];
  const onCallback = (callback: CallbackRequest) => void found.push(callback);
  const core = fromDocument(document, { values: 'schema', onCallback, ...options })[hosting].build();
  const json = sent === undefined ? '' : JSON.stringify(sent);
  const type = sent === undefined ? {} : { 'content-type': 'application/json' };
  inject(core, { method: 'POST', target, headers: { host: 'here', ...type, ...headers }, body: json });
  expect(found).toEqual([]);
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  return found;
}

const urlsOf = async (address: string, sent: Sent = {}) =>
  (await callbacksOf(documentWith({ event: { [address]: { post } } }), sent)).map(({ url }) => url);

describe('the address of a callback', () => {
  it.each<[string, Sent, string]>([
    ['{$request.body#/url}', { body: { url: 'http://localhost/a' } }, 'http://localhost/a'],
    ['$request.body#/url', { body: { url: 'http://localhost/a' } }, 'http://localhost/a'],
    ['{$request.body#/deep/0/x~1y~0}', { body: { deep: { 0: { 'x/y~': 'http://a' } } } }, 'http://a'],
    ['http://localhost/{$request.body#/list/1}', { body: { list: [7, 8] } }, 'http://localhost/8'],
    [
      '{$request.query.to}/x?id={$request.path.id}',
      { target: '/jobs/9?to=http%3A%2F%2Fa' },
      'http://a/x?id=9',
    ],
    ['{$request.header.X-To}', { headers: { 'x-to': 'http://a' } }, 'http://a'],
    ['{$response.header.x-url}', {}, 'http://localhost/header'],
    ['{$response.body#/links/0/href}', {}, 'http://localhost/reply'],
    ['{$url}/{$method}/{$statusCode}', {}, 'http://here/jobs/7/POST/202'],
    ['http://localhost/fixed', {}, 'http://localhost/fixed'],
  ])('is found by %s', async (address, sent, url) => {
    expect(await urlsOf(address, sent)).toEqual([url]);
  });

  it.each([
    '{$request.body#/url}',
    '{$request.body#/deep}',
    '{$request.body#/list}',
    '{$request.query.to}',
    '{$request.header.x-to}',
    '{$request.path.other}',
    '{$response.header.other}',
    '{$response.body#/links/1/href}',
    '{$unknown}',
    '$request.unknown',
  ])('may be left out: %s', async (address) => {
    expect(await urlsOf(address, { body: { deep: {}, list: [] } })).toEqual([]);
  });

  it('may be in a reply that is not JSON, which it is not found in', async () => {
    const document = documentWith({ event: { '{$response.body#/a}': { post } } });
    const paths: Record<string, { post: Record<string, unknown> }> = structuredClone(document.paths as never);
    Object.assign(paths['/jobs/{id}']?.post ?? {}, { responses: { 204: { description: 'x' } } });
    expect(await callbacksOf({ ...document, paths })).toEqual([]);
  });
});

describe('a callback', () => {
  const address = 'http://localhost/events';

  it('has a method, a body and the headers that it requires', async () => {
    const parameters = [
      { name: 'X-Signature', in: 'header', required: true, schema: { type: 'string', example: 'abc' } },
      { name: 'X-Odd', in: 'header', required: true, example: 'a\nb', schema: { type: 'string' } },
      { name: 'X-Optional', in: 'header', schema: { type: 'string' } },
      { name: 'Content-Length', in: 'header', required: true, schema: { type: 'string' } },
      { in: 'header', required: true },
      { name: 'page', in: 'query', required: true, schema: { type: 'string' } },
    ];
    const put = { ...post, parameters };
    const made = await callbacksOf(documentWith({ 'on event': { [address]: { put, summary: 'x' } } }));
    expect(made).toEqual([
      {
        name: 'on event',
        method: 'PUT',
        url: address,
        headers: {
          'X-Signature': 'abc',
          'Content-Type': 'application/json',
          'Assay-Callback': 'on%20event',
        },
        body: '{"type":"done"}',
      },
    ]);
  });

  it('may have no body, or a file', async () => {
    const put = { requestBody: { content: { 'image/png': {} } } };
    const [first, second] = await callbacksOf(documentWith({ event: { [address]: { get: {}, put } } }));
    expect(first).toEqual({
      name: 'event',
      method: 'GET',
      url: address,
      headers: { 'Assay-Callback': 'event' },
    });
    expect(second?.body).toBeInstanceOf(Uint8Array);
  });

  it('may be declared elsewhere', async () => {
    const components = {
      callbacks: { Event: { [address]: { $ref: '#/components/pathItems/Event' } } },
      pathItems: { Event: { post: { requestBody: { $ref: '#/components/requestBodies/Event' } } } },
      requestBodies: { Event: post.requestBody },
    };
    const made = await callbacksOf(
      documentWith({ event: { $ref: '#/components/callbacks/Event' } }, components),
    );
    expect(made).toMatchObject([{ method: 'POST', body: '{"type":"done"}' }]);
  });

  it('is one of at most ten', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`a${at}`, { [address]: { post } }]),
    );
    expect(await callbacksOf(documentWith(many))).toHaveLength(10);
  });

  it('follows only a success, and no other callback', async () => {
    const document = documentWith({ event: { [address]: { post } } });
    expect(await callbacksOf(document)).toHaveLength(1);
    expect(await callbacksOf(document, { body: { url: 7 } })).toEqual([]);
    expect(await callbacksOf(document, { headers: { accept: 'image/png' } })).toEqual([]);
    expect(await callbacksOf(document, { headers: { 'assay-callback': 'event' } })).toEqual([]);
    expect(await callbacksOf(document, { target: '/jobs/7?__code=404' })).toEqual([]);
  });

  it('follows a success that the request chooses, which it may refer to', async () => {
    const document = documentWith({ event: { '{$response.body#/to}': { post } } });
    const chosen = { 'application/json': { example: { to: 'http://localhost/chosen' } } };
    const paths: Record<string, { post: { responses: object } }> = structuredClone(document.paths as never);
    Object.assign(paths['/jobs/{id}']?.post.responses ?? {}, { 201: { description: 'x', content: chosen } });
    const target = '/jobs/7?__code=201';
    const found = await callbacksOf({ ...document, paths }, { target });
    expect(found.map(({ url }) => url)).toEqual(['http://localhost/chosen']);
    expect(await callbacksOf({ ...document, paths }, { target, body: { url: 7 } })).toEqual([]);
  });

  it('follows what is answered in spite of errors', async () => {
    const document = documentWith({ event: { [address]: { post } } });
    expect(await callbacksOf(document, { body: { url: 7 } }, { validate: 'off' })).toHaveLength(1);
  });

  it('follows what a memory makes in turns', async () => {
    const lamp = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } };
    const lamps = { 'application/json': { schema: { type: 'array', items: lamp } } };
    const answer = { 200: { description: 'x', content: lamps } };
    const one = { 'application/json': { schema: lamp } };
    const create = { requestBody: { content: one }, responses: { 201: { description: 'x', content: one } } };
    const many = { requestBody: { content: lamps }, responses: answer };
    const document = documentOf({
      '/lamps': { get: { responses: answer }, post: create },
      '/lamps/bulk': { post: { ...many, callbacks: { made: { 'http://localhost/made': { post } } } } },
    });
    const found: string[] = [];
    const onCallback = ({ url }: CallbackRequest) => void found.push(url);
    const app = fromDocument(document, { values: 'schema', remember: true, onCallback });
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: '[{"name":"a"},{"name":"b"}]' };
    const reply = await app.fetch(new Request('http://here/lamps/bulk', request));
    expect(await reply.json()).toHaveLength(2);
    await vi.waitFor(() => expect(found).toEqual(['http://localhost/made']));
  });

  it('is prepared only if it is sent', async () => {
    vi.useFakeTimers();
    const names = Array.from({ length: 100 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
    const large = {
      requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
    };
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`c${at}`, { [address]: { post: large } }]),
    );
    const { document, read } = counted(documentWith(many));
    const found: CallbackRequest[] = [];
    const onCallback = (callback: CallbackRequest) => void found.push(callback);
    const core = fromDocument(document, { values: 'schema', onCallback })[hosting].build();
    const before = read();
    inject(core, { method: 'POST', target: '/jobs/7', headers: {} });
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(found).toHaveLength(10);
    expect(read() - before).toBeLessThan(300 * names.length);
  });

  it('is reported if nobody sends it', () => {
    const document = documentWith({ event: { [address]: { post } } });
    const places = (options: DocumentOptions) =>
      fromDocument(document, options).unsupported.map(({ what }) => what);
    expect(places({})).toEqual(['are not called']);
    expect(places({ onCallback: () => {} })).toEqual([]);
  });

  it('is a bug if it can’t be passed on, which is reported', async () => {
    vi.useFakeTimers();
    const bugs: unknown[] = [];
    const onCallback = () => {
      throw new Error('no');
    };
    const options = { onCallback, onBug: (bug: unknown) => void bugs.push(bug) };
    const core = fromDocument(documentWith({ event: { [address]: { post } } }), options)[hosting].build();
    expect(inject(core, { method: 'POST', target: '/jobs/7', headers: {} }).status).toBe(202);
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(bugs).toEqual([new Error('no')]);
  });
});

it('the body of a callback is made in turns', async () => {
  const names = Array.from({ length: 400 }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 7 }]));
  const content = { 'application/json': { schema: { type: 'object', properties, required: names } } };
  const post = { requestBody: { content }, responses: {} };
  const callbacks = { event: { 'http://localhost/done': { post } } };
  const operation = { post: { callbacks, responses: { 200: { description: 'x' } } } };
  const { document, read } = counted(documentOf({ '/lamps': operation }));
  const onCallback = vi.fn();
  const core = fromDocument(document, { values: 'schema', onCallback })[hosting].build();
  hurryClock();
  inject(core, { method: 'POST', target: '/lamps', headers: {} });
  const start = read();
  let before = start;
  let most = 0;
  while (onCallback.mock.calls.length === 0) {
    await new Promise((resolve) => setTimeout(resolve));
    most = Math.max(most, read() - before);
    before = read();
  }
  vi.restoreAllMocks();
  expect(JSON.parse(onCallback.mock.lastCall?.[0].body)).toMatchObject({ p0: 12, p399: 12 });
  expect(read() - start).toBeGreaterThan(2 * names.length);
  expect(most).toBeLessThan((read() - start) / 2);
});
