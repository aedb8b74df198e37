import { expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { fromDocument } from '../../src/from-document.ts';

/** The reply that the page expects of a request, of which no handler is called. */

const contract = {
  title: 'Lamps',
  version: '1',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/lamps',
      summary: 'Lists lamps.',
      query: { page: integer({ min: 1 }) },
      reply: { status: 204 },
    }),
    add: endpoint({
      method: 'POST',
      path: '/lamps',
      summary: 'Adds a lamp.',
      body: object({ watt: integer() }),
      reply: { status: 204 },
    }),
  },
} as const;
const app = createApp(contract, { list: () => undefined, add: () => undefined });

async function ask(body: string): Promise<{ status: number; text: string }> {
  const request = new Request('http://a/docs/cases.json', { method: 'POST', body });
  const response = await app.fetch(request);
  return { status: response.status, text: await response.text() };
}

const get = { method: 'GET', target: '/lamps?page=1', headers: {} };
const post = { method: 'POST', target: '/lamps', headers: { 'Content-Type': 'application/json' } };

it.each([
  [get, undefined],
  [{ ...get, target: '/lamps?page=0' }, 'query.page'],
  [{ ...get, target: '/lamps?page=0', headers: { Prefer: 'code=503' } }, 'query.page'],
  [{ ...post, body: '{"watt":"a"}' }, 'body.watt'],
  [{ ...post, bodyBase64: btoa('{"watt":"a"}') }, 'body.watt'],
  [{ ...post, body: '{"watt":1}' }, undefined],
])('%j is wrong in %s', async (request, place) => {
  const { status, text } = await ask(JSON.stringify(request));
  const { expected } = JSON.parse(text);
  expect([status, expected?.errors?.[0].place]).toEqual([200, place]);
});

it.each(['auto', 'fastapi', 'problem'] as const)(
  'a value is blamed in the words of the reply: the format %s',
  async (errors) => {
    const schema = { type: 'object', properties: { message: { type: 'string' } } };
    const declared = { description: 'Wrong.', content: { 'application/json': { schema } } };
    const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }];
    const lamps = { get: { parameters, responses: { 204: { description: '' }, 422: declared } } };
    const info = { title: 'Lamps', version: '1' };
    const mock = fromDocument({ openapi: '3.1.0', info, paths: { '/lamps': lamps } }, { errors });
    const body = JSON.stringify({ ...get, target: '/lamps?page=0' });
    const response = await mock.fetch(new Request('http://a/docs/cases.json', { method: 'POST', body }));
    const { expected } = JSON.parse(await response.text());
    expect(expected.body.toLowerCase()).toContain(expected.errors[0].message.toLowerCase());
  },
);

it('a reply that no value is blamed for has no errors', async () => {
  const { expected } = JSON.parse((await ask(JSON.stringify({ ...get, target: '/nowhere' }))).text);
  expect([expected.status, expected.errors]).toEqual([404, undefined]);
});

it.each([
  '',
  '[]',
  'null',
  JSON.stringify({ ...get, method: 'G T' }),
  JSON.stringify({ ...get, target: 'lamps' }),
  JSON.stringify({ ...get, headers: [] }),
  JSON.stringify({ ...get, headers: { 'a b': 'c' } }),
  JSON.stringify({ ...get, headers: { a: 'b\n' } }),
  JSON.stringify({ ...get, bodyBase64: '*' }),
])('%j is not a request', async (body) => {
  expect((await ask(body)).status).toBe(400);
});

it('a request that breaks off is refused', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{'));
      controller.error(new Error('The client left'));
    },
  });
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
  const response = await app.fetch(new Request('http://a/docs/cases.json', init));
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: 'The request is not complete' });
});

const ofLength = (length: number) =>
  JSON.stringify({ ...get, body: 'a'.repeat(length - 100) }).padEnd(length);

it.each([
  ['a service', app],
  ['a mock', fromDocument({ openapi: '3.1.0', info: { title: 'Lamps', version: '1' }, paths: {} })],
])('a request to %s may have 128 KiB, whatever its own bodies may have', async (_, { fetch }) => {
  const status = async (body: string) => {
    const headers = { 'Content-Length': String(body.length) };
    return (await fetch(new Request('http://a/docs/cases.json', { method: 'POST', headers, body }))).status;
  };
  expect(await status(ofLength(128 * 1024))).toBe(200);
  expect(await status(ofLength(128 * 1024 + 1))).toBe(413);
});
