import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { text } from '../../src/fields/text.ts';
import { fromDocument } from '../../src/from-document.ts';

/** What an app replies with where requests prefer a reply, whether or not it declares one. */

const getLamp = endpoint({
  method: 'GET',
  path: '/lamp',
  summary: 'Get the lamp',
  reply: { status: 200, body: text() },
  refusals: { 409: text() },
  examples: [{ title: 'Taken', status: 409 }],
});
const own = createApp(
  { title: 'Lamps', version: '1', endpoints: { getLamp } },
  { getLamp: () => 'on' },
  { faults: true },
);
const schema = { type: 'string', examples: ['on'] };
const content = { 'application/json': { schema } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1' },
  paths: { '/lamp': { get: { responses: { 200: { description: '', content } } } } },
};
const mock = fromDocument(document);
const faulty = fromDocument(document, { faults: true });

describe('prefers', () => {
  it.each([
    ['an app with faults', own, 'code=409', 409, 'code=409'],
    ['an app with faults', own, 'code=409, example=few', 409, 'code=409'],
    ['an app with faults', own, 'example=few', 200, null],
    ['an app with faults', own, 'dynamic=true', 200, null],
    ['an app with faults', own, 'code=418', 418, 'code=418'],
    ['a mock', mock, 'code=200', 200, 'code=200'],
    ['a mock', mock, 'code=418', 404, null],
    ['a mock with faults', faulty, 'code=200', 200, 'code=200'],
    ['a mock with faults', faulty, 'code=418', 418, 'code=418'],
    ['a mock with faults', faulty, 'code=418, example=few', 418, 'code=418'],
  ])('%s: %$', async (_, app, prefer, status, applied) => {
    const response = await app.fetch(new Request('http://a/lamp', { headers: { Prefer: prefer } }));
    expect([response.status, response.headers.get('preference-applied')]).toEqual([status, applied]);
  });
});
