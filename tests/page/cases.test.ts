import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { caseJson } from '../../src/cases/case.ts';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import { hosting } from '../../src/http/hosting.ts';
import { contract, handlers, app as practice } from '../../src/practice/app.ts';
import { byFetch } from '../_client.ts';

/** Miniflare requests compressed replies where the client does not. */
const uncompressed = { 'Accept-Encoding': 'identity' };

const lines = (operation?: string) => [...casesOf(subjectOf(practice[hosting]), operation)].map(caseJson);

byFetch((send) => {
  it('serves every case as JSON, one on each line', async () => {
    const { status, headers, body, json } = await send({
      target: '/docs/cases.json',
      headers: uncompressed,
    });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(body).toBe(`[\n${lines().join(',\n')}\n]\n`);
    expect(json).toHaveLength(lines().length);
  });

  it('serves the cases of one operation, and 304 to a client that has them', async () => {
    const first = await send({ target: '/docs/cases.json?operation=listUsers', headers: uncompressed });
    expect(first.body).toBe(`[\n${lines('listUsers').join(',\n')}\n]\n`);
    const again = await send({ target: '/docs/cases.json?operation=listUsers', headers: uncompressed });
    expect(again.body).toBe(first.body);
    const headers = { ...uncompressed, 'If-None-Match': again.headers.get('etag') ?? '' };
    expect((await send({ target: '/docs/cases.json?operation=listUsers', headers })).status).toBe(304);
  });

  it('serves the cases that belong to no operation', async () => {
    const { json } = await send({ target: '/docs/cases.json?operation=' });
    const ids = json.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(['path/not_found', 'target/too_long', 'headers/too_many', 'headers/too_large']);
  });

  it.each(['nothing', 'toString', '__proto__'])('answers 404 for the unknown operation %s', async (name) => {
    const { status, json } = await send({ target: `/docs/cases.json?operation=${name}` });
    expect([status, json.detail]).toEqual([404, 'There is no such operation']);
  });

  it('answers concurrent requests', async () => {
    const asked = Array.from({ length: 5 }, () =>
      send({ target: '/docs/cases.json?operation=search', headers: uncompressed }),
    );
    const bodies = (await Promise.all(asked)).map(({ body }) => body);
    expect(new Set(bodies)).toEqual(new Set([`[\n${lines('search').join(',\n')}\n]\n`]));
  });
});

it('serves all cases to a second client while the first still reads them', async () => {
  const app = createApp(contract, handlers);
  const ask = () => app.fetch(new Request('http://a/docs/cases.json', { headers: uncompressed }));
  const first = (await ask()).body?.getReader();
  await first?.read();
  expect(await (await ask()).json()).toHaveLength([...casesOf(subjectOf(app[hosting]))].length);
  await first?.cancel();
});

it('serves cases that are too many to be kept', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `n${at}`);
  const long = (at: number) =>
    endpoint({
      method: 'POST',
      path: `/${at}`,
      summary: 'An operation.',
      query: Object.fromEntries(names.map((name) => [name, integer({ min: 0 })])),
      body: object({ text: text() }),
      reply: { status: 204 },
      examples: [
        {
          title: 'Long',
          status: 204,
          query: Object.fromEntries(names.map((name) => [name, '1'])),
          body: { text: 'a'.repeat(250_000) },
        },
      ],
    });
  const all = Array.from({ length: 10 }, (_, at) => [`long${at}`, long(at)] as const);
  const handlers = Object.fromEntries(all.map(([name]) => [name, () => undefined]));
  const app = createApp({ title: 'Long', version: '1', endpoints: Object.fromEntries(all) }, handlers, {
    limits: { body: 1_000_000 },
  });
  const ask = async () => {
    const response = await app.fetch(new Request('http://a/docs/cases.json'));
    return (await response.text()).length;
  };
  const length = await ask();
  expect(length).toBeGreaterThan(32 * 1024 * 1024);
  expect(await ask()).toBe(length);
});

describe('the cases of a thousand operations', () => {
  const body = object(
    Object.fromEntries(Array.from({ length: 2 }, (_, at) => [`n${at}`, integer({ min: 0, max: at })])),
  );
  const row = (at: number) =>
    endpoint({
      method: 'POST',
      path: `/operations/${at}`,
      summary: 'An operation.',
      query: { page: integer({ min: 1 }) },
      body,
      reply: { status: 200, body: object({ name: text() }) },
    });
  const names = Array.from({ length: 1000 }, (_, at) => `operation${at}`);
  const endpoints = Object.fromEntries(names.map((name, at) => [name, row(at)]));
  const handlers = Object.fromEntries(names.map((name) => [name, () => ({ name })]));
  const app = createApp({ title: 'Many', version: '1', endpoints }, handlers);

  it('are made while other requests are answered', async () => {
    const server = await app.listen();
    let isMade = false;
    const made = fetch(`${server.origin}/docs/cases.json`)
      .then((response) => response.json())
      .finally(() => {
        isMade = true;
      });
    let others = 0;
    while (!isMade) {
      expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
      others++;
    }
    expect(others).toBeGreaterThan(10);
    expect(Object(await made).length).toBeGreaterThan(20_000);
    await server.close();
  });
});
