import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import { requestOf } from '../../src/contract/example.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { entriesFormat } from '../../src/http/error-format.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { meanings } from '../../src/http/phrases.ts';
import { bugReply } from '../../src/http/reply.ts';
import { plainWords } from '../../src/http/validation-error.ts';
import { errorPage } from '../../src/page/errors.ts';
import { app as practice } from '../../src/practice/app.ts';
import { pageOf } from '../_page.ts';
import { bodyFields, practiceCore, practiceEndpoints } from '../_practice.ts';
import { sendRaw } from '../_raw.ts';

/** The error reference at /docs/errors covers every refusal, and shows real replies. */

const app = practiceCore();
const endpoints = practiceEndpoints.map(([, endpoint]) => endpoint).filter(({ tag }) => tag !== 'Service');
const page = (await pageOf(app, '/docs/errors')).body;

/** The text of the article about a status or a type. */
function entry(id: string): string {
  const [, markup = ''] = new RegExp(`<article [^>]*id="${id}">([\\s\\S]*?)</article>`).exec(page) ?? [];
  return textOf(markup);
}

/** A value as text; `String` throws for an object without a proper `toString`. */
function textOfValue(value: unknown): string {
  return typeof value === 'string' ? value : fc.stringify(value);
}

function textOf(markup: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return markup.replace(/<[^>]*>/g, '').replace(/&(.+?);/g, (_, name) => entities[name] ?? '');
}

/** The request of a curl command line. */
function requestIn(line: string) {
  const words = [...line.replace('"$ORIGIN"', '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const after = (option: string) => words.filter((_, at) => words[at - 1] === option);
  const [body] = after('-d');
  return {
    method: after('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
    target: words.find((word) => word.startsWith('/')) ?? '',
    headers: Object.fromEntries(after('-H').map((header) => header.split(': '))),
    body,
  };
}

it('is made in steps, one for each example', () => {
  const { contract } = practice[hosting];
  const names = { root: '../', docs: '../docs', errors: '', openapi: '', cases: '' };
  const addresses = { ...names, file: (name: string) => name };
  const cases = [...casesOf(subjectOf(practice[hosting]))];
  const making = errorPage({ contract, addresses, cases, errors: entriesFormat(plainWords), details: {} });
  let steps = 0;
  for (;;) {
    const { done, value } = making.next();
    if (done) {
      expect(steps).toBeGreaterThanOrEqual(String(value).split('<details>').length - 1);
      break;
    }
    steps++;
  }
  expect(steps).toBeGreaterThan(50);
});

const shown = [
  ...page.matchAll(/<summary>(.*?)<\/summary>\s*<pre>((?:(?!…).)*?)<\/pre>\s*<pre>([^<]*)<\/pre>/g),
].map(([, title = '', line = '', body = '']) => ({
  title: textOf(title),
  line: textOf(line),
  body: textOf(body),
}));

describe('the error reference', () => {
  it('shows examples', () => {
    expect(shown.length).toBeGreaterThan(10);
  });

  it.each(shown.filter(({ line }) => line.startsWith('curl')))(
    'shows the real reply to $title: $line',
    ({ line, body }) => {
      const reply = inject(app, requestIn(line));
      expect(reply.status).toBeGreaterThanOrEqual(400);
      expect(JSON.parse(reply.body)).toEqual(JSON.parse(body));
    },
  );

  it.each(Object.keys(meanings).filter((status) => Number(status) >= 400))(
    'shows a body for a %s',
    (status) => {
      expect(entry(`status-${status}`)).toMatch(/"detail": ?/);
    },
  );

  it('explains the refusal of a number that no double holds', () => {
    const request = { method: 'POST', target: '/products/', headers: {}, body: '{"quantity":1e400}' };
    expect(inject(app, request).body).toContain('"type":"finite_number","loc":["body","quantity"]');
    expect(entry('type-finite_number')).toContain('must be a finite number');
  });

  it('links every example to an existing case', () => {
    const links = [...page.matchAll(/<a href="\.\.\/docs#([^"]+)">Try it/g)].map(([, id = '']) => textOf(id));
    const ids = new Set([...casesOf(subjectOf(practice[hosting]))].map(({ id }) => id));
    expect(links.length).toBeGreaterThan(60);
    expect(links.filter((id) => !ids.has(decodeURIComponent(id)))).toEqual([]);
  });

  it('has every type that random requests get', () => {
    const junk = fc.anything({ withNullPrototype: false, maxDepth: 1 });
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), fc.infiniteStream(junk), (endpoint, values) => {
        const { body, query = {} } = endpoint;
        const drawn = (names: object) => Object.keys(names).map((name) => [name, values.next().value]);
        const texts = drawn(query).map(([name, value]) => [name, textOfValue(value)]);
        const request = requestOf(endpoint, {
          ...endpoint.examples[0],
          ...(typeof body === 'object' && {
            body: Object.fromEntries(drawn(bodyFields(endpoint))),
          }),
          query: Object.fromEntries(texts),
        });
        const { status, body: answered } = inject(app, request);
        const { detail } = JSON.parse(status === 422 ? answered : '{}');
        for (const { type, loc } of Array.isArray(detail) ? detail : []) {
          expect(entry(`type-${type}`), loc.join('.')).not.toBe('');
        }
      }),
    );
  });
});

it('shows the body of a 500 as the service sends it', () => {
  expect(entry('status-500')).toContain(JSON.stringify(JSON.parse(bugReply().body).detail));
});

it('shows the body of a stopping service as it sends it', () => {
  const stopping = practiceCore({ isReady: () => false });
  const { status, body } = inject(stopping, { method: 'GET', target: '/readyz', headers: {}, body: '' });
  expect(entry(`status-${status}`)).toContain(JSON.stringify(JSON.parse(body).detail));
});

describe('the Node host', () => {
  let server: Server;
  let port: number;
  beforeAll(async () => {
    const timeouts = { headersTimeout: 200, requestTimeout: 200 };
    server = createNodeServer(app, timeouts).listener.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    [408, 'GET / HTTP/1.1\r\nHost: a\r\n'],
    [414, `GET /${'a'.repeat(8192)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    [417, 'POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 0\r\n\r\n'],
    [431, `GET / HTTP/1.1\r\nHost: a\r\nX-Y: ${'z'.repeat(16_384)}\r\n\r\n`],
    [501, 'BREW / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [505, 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
  ])('refuses with %i as the reference says', async (status, request) => {
    const reply = await sendRaw(port, request);
    expect(reply.status).toBe(status);
    expect(entry(`status-${status}`)).toContain(JSON.stringify(JSON.parse(reply.body).detail));
  });
});
