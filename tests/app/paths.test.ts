import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/outcome.ts';
import { text } from '../../src/fields/text.ts';
import { hosting } from '../../src/http/hosting.ts';
import { replyTo } from '../../src/http/reply.ts';
import type { Route } from '../../src/http/types.ts';
import { apps } from '../_apps.ts';
import { byFetch } from '../_client.ts';
import { getLamp, listLamps } from './_prefixed.ts';

/** Paths with a base path, and paths that can't be told apart. */

byFetch(
  (send) => {
    it.each([
      ['/api/v1/', { id: 'all' }],
      ['/api/v1/lamps/1%2F2', { id: '1/2' }],
      ['/api/v1/lamps/mine', { id: 'mine' }],
      ['/api/v1/lamps/1/a.b%2Ec.png', { id: '1', name: 'a.b.c', extension: 'png' }],
    ])('answers %s', async (target, expected) => {
      expect(await send({ target })).toMatchObject({ status: 200, json: expected });
    });

    it.each(['/', '/lamps/1', '/api', '/api/', '/api/v1x', '/api/v1/lamps', '/openapi.json', '/API/v1/'])(
      'answers 404 for %s',
      async (target) => {
        expect(await send({ target })).toMatchObject({ status: 404, json: { detail: 'Not Found' } });
      },
    );

    it.each([
      ['/api/v1', './v1/'],
      ['/api/v1/lamps/1/?x', '../1?x'],
      ['/api/v1/docs/', '../docs'],
    ])('redirects %s to %s', async (target, location) => {
      const { status, headers } = await send({ target });
      expect([status, headers.get('location')]).toEqual([307, location]);
    });

    it('serves the built-in routes below the base path', async () => {
      for (const target of ['/docs', '/docs/errors', '/openapi.json', '/livez', '/readyz']) {
        expect((await send({ target: `/api/v1${target}` })).status, target).toBe(200);
      }
    });
  },
  apps.prefixed,
  '/api/v1',
);

describe('createApp', () => {
  const endpoints = { getLamp, listLamps };
  const handlers = { getLamp: () => ({ id: '' }), listLamps: () => ({ id: '' }) };
  const contract = { title: 'Lamps', version: '1.0.0' };

  it.each([
    [
      '/lamps/{lamp}',
      'The endpoints getLamp and findLamp both answer GET /lamps/{id}, of which /lamps/{lamp} differs',
    ],
    ['/', 'The endpoints listLamps and findLamp both answer GET /'],
    ['/livez', 'The endpoint findLamp and a built-in route both answer GET /livez'],
    ['/docs/errors', 'The endpoint findLamp and a built-in route both answer GET /docs/errors'],
    ['/{lamp', 'The endpoint findLamp has the path "/{lamp", in which a brace is unmatched or nested'],
    ['/{lamp}/{lamp}', 'The endpoint findLamp has the path "/{lamp}/{lamp}", in which {lamp} occurs twice'],
  ] as const)('refuses an endpoint at %s', (path, sentence) => {
    const wanted = path.includes('{') ? { lamp: text() } : {};
    const findLamp = endpoint({
      method: 'GET',
      path,
      summary: 'Find a lamp',
      params: wanted,
      reply: getLamp.reply,
    });
    const make = () =>
      createApp(
        { ...contract, endpoints: { ...endpoints, findLamp } },
        { ...handlers, findLamp: () => ({ id: '' }) },
      );
    expect(make).toThrow(sentence);
  });
});

it('refuses an endpoint at the path of a route that the host adds', () => {
  const app = createApp(
    { title: 'Lamps', version: '1.0.0', endpoints: { listLamps } },
    { listLamps: () => ({ id: '' }) },
  );
  const added: Route = {
    method: 'GET',
    path: listLamps.path,
    answer: () => replyTo(refuse(404, 'Not Found')),
  };
  expect(() => app[hosting].build({ hostRoutes: [added] })).toThrow(
    'The endpoint listLamps and a built-in route both answer GET /',
  );
});
