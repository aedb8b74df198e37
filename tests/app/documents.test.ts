import { setImmediate as immediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { subjectOf } from '../../src/cases/cases.ts';
import { type Contract, endpoint } from '../../src/contract/endpoint.ts';
import { integer } from '../../src/fields/number.ts';
import { webCompression } from '../../src/http/document.ts';
import { problemFormat } from '../../src/http/error-format.ts';
import { hosting } from '../../src/http/hosting.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { LazyContext } from '../../src/http/request.ts';
import type { RouteInput } from '../../src/http/types.ts';
import { pathsOf } from '../../src/options.ts';
import { docsAnswers as madeAnswers } from '../../src/page/answers.ts';
import { app as practice } from '../../src/practice/app.ts';
import { documentsOf, withDocuments } from '../../src/prepared-docs.ts';
import { hurryClock } from '../_clock.ts';
import { shop } from '../cases/_apps.ts';

/** Documentation that is prepared before an app is served. */

const paths = ['/docs', '/docs/errors', '/openapi.json', '/openapi-3.0.json', '/docs/cases.json'];
const others = [
  '/docs?operation=',
  '/docs/cases.json?operation=nothing',
  '/docs/cases.json?operation=',
  '/openapi.json?operation=a',
  '/livez',
];

/** An app with so many endpoints that each gets a page of its own. */
const names = Array.from({ length: 61 }, (_, at) => `operation${at}`);
const row = (path: `/${string}`) =>
  endpoint({
    method: 'GET',
    path,
    summary: 'An operation.',
    query: { page: integer({ min: 1 }) },
    reply: { status: 204 },
  });
const handlers = Object.fromEntries(names.map((name) => [name, () => undefined]));
const wide = createApp(
  {
    title: 'Wide',
    version: '1',
    endpoints: Object.fromEntries(names.map((name) => [name, row(`/${name}`)])),
  },
  handlers,
);

type Asked = Pick<App, 'fetch'>;

function ask({ fetch }: Asked, target: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new Request(`http://a${target}`, { headers: { 'X-Request-Id': 'mine', ...headers } }));
}

async function settled(response: Response) {
  const body = Buffer.from(await response.arrayBuffer());
  const isGzip = response.headers.get('content-encoding') === 'gzip';
  return {
    status: response.status,
    headers: [...response.headers],
    text: String(isGzip ? gunzipSync(body) : body),
  };
}

/** Expects the same replies from prepared documentation as from documentation made on request. */
async function expectSame<C extends Contract>(app: App<C>, targets: readonly string[], prefix = '') {
  const documents = await documentsOf(app);
  expect(Object.keys(documents)).toEqual(targets);
  const prepared = withDocuments(app, JSON.parse(JSON.stringify(documents)));
  for (const target of [...targets, ...others].map((each) => prefix + each))
    for (const coding of ['identity', 'gzip']) {
      const headers = { 'Accept-Encoding': coding };
      // The first reply with a table of refusals is streamed; later ones are cached.
      for (const each of [app, prepared]) await (await ask(each, target, headers)).arrayBuffer();
      const expected = await settled(await ask(app, target, headers));
      expect(await settled(await ask(prepared, target, headers)), `${target} ${coding}`).toEqual(expected);
    }
}

it('prepared documentation of the practice service is the same as made on request', () =>
  expectSame(practice, paths));

it('prepared documentation of an app with a base path is the same as made on request', () =>
  expectSame(shop, paths, '/api/v1'));

it('prepared documentation of an app with a page for each endpoint is the same as made on request', () => {
  const parts = ['/docs', '/docs/cases.json'].flatMap((path) =>
    names.map((name) => `${path}?operation=${name}`),
  );
  return expectSame(wide, [...paths, ...parts]);
});

it('prepared documentation is not sent again to a client that has it, in any coding', async () => {
  const prepared = withDocuments(practice, await documentsOf(practice));
  for (const coding of ['identity', 'gzip']) {
    const headers = { 'Accept-Encoding': coding };
    const etag = (await ask(prepared, '/docs', headers)).headers.get('etag') ?? '';
    expect((await ask(prepared, '/docs', { ...headers, 'If-None-Match': etag })).status, coding).toBe(304);
  }
});

it('a bug in making documentation is reported, and answered with 500', async () => {
  const bugs: unknown[] = [];
  const broken = {
    ...integer(),
    describe: () => {
      throw new Error('no description');
    },
  };
  const endpoints = { get: { ...row('/'), query: { page: broken } } };
  const options = { onBug: (bug: unknown) => bugs.push(bug) };
  const app = createApp({ title: 'Broken', version: '1', endpoints }, { get: () => undefined }, options);
  const [first, second] = [await ask(app, '/openapi.json'), await ask(app, '/openapi.json')];
  expect([first.status, second.status]).toEqual([500, 500]);
  expect(bugs.map(String)).toEqual(['Error: no description', 'Error: no description']);
});

const subject = () => subjectOf(practice[hosting]);
const surroundings = { limits: defaultLimits, paths: pathsOf({}), basePath: '', compression: webCompression };
const options = { ...surroundings, inject: () => undefined, errors: problemFormat, subject, onBug: () => {} };

const services = { endpointOf: () => undefined, log: () => {} };

function inputOf(path: string, query?: string): RouteInput {
  const head = { method: 'GET', target: path, header: () => undefined };
  return { head, segments: {}, query, context: new LazyContext('mine', head, services) };
}

describe('while documentation is made', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each(['/docs', '/openapi-3.0.json', '/docs/cases.json', '/docs?view=search'])(
    'other requests are answered: %s',
    async (path) => {
      const app = createApp(wide.contract, handlers);
      await (await ask(app, '/docs/app.js')).text();
      hurryClock();
      let isMade = false;
      const made = ask(app, path)
        .then((response) => response.text())
        .finally(() => {
          isMade = true;
        });
      let others = 0;
      for (; !isMade; others++) {
        expect((await ask(app, '/livez')).status).toBe(200);
        await immediate();
      }
      expect(others).toBeGreaterThan(5);
      expect(await made).toBe(await (await ask(app, path)).text());
    },
  );

  it('the page of an endpoint is abandoned with its client, and made for the next', async () => {
    const app = createApp(wide.contract, handlers);
    await (await ask(app, '/openapi.json')).text();
    hurryClock();
    const controller = new AbortController();
    const request = new Request('http://a/docs?operation=operation0', { signal: controller.signal });
    const abandoned = app.fetch(request);
    controller.abort();
    expect(await (await abandoned).json()).toEqual({ detail: 'The client stopped waiting' });
    expect((await ask(app, '/docs?operation=operation0')).status).toBe(200);
  });
});

it('the page of an endpoint stays cached, however many unknown names are requested', () => {
  let made = 0;
  const counted = () => {
    made++;
    return subjectOf(wide[hosting]);
  };
  const answer = madeAnswers(wide.contract, { ...options, subject: counted })('/docs');
  const ask = (name: string) => answer?.(inputOf('/docs', `operation=${name}`));
  for (let at = 0; at < 100; at++) ask(`unknown${at}`);
  expect(made).toBe(0);
  ask('operation0');
  const once = made;
  ask('operation0');
  expect(made).toBe(once);
  expect(made).toBeGreaterThan(0);
});
