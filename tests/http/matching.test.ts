import { describe, expect, it } from 'vitest';
import { splitTarget } from '../../src/http/types.ts';
import { all } from '../../src/practice/app.ts';
import { onEveryHost, post } from '../_client.ts';

/** Routing of requests to endpoints. */

const ID = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';
const methodsOf = (allow: string | null) => new Set(allow?.split(', '));

onEveryHost((send) => {
  it.each([
    '/nowhere',
    '/Users/',
    '/users//',
    '//',
    '//users/',
    '/items/',
    '/items',
    '/items/a/b',
    '/items/a//',
    '/docs/errors/a',
    '/a'.repeat(4000),
    `/items${'/'.repeat(4000)}`,
    '/docs/nope',
    '/docs/nope/',
    '/protected%2F',
    '/%75sers/',
    '/users/;x',
  ])('knows no %s', async (target) => {
    const { status, json } = await send({ target });
    expect(status).toBe(404);
    expect(json).toEqual({ detail: 'Not Found' });
  });

  it('distinguishes /users from /users/, and /validate from /validate/', async () => {
    expect((await send(post('/users', { email: 'a@b.cc' }))).status).toBe(200);
    expect((await send(post('/users/', { email: 'a@b.cc' }))).status).toBe(422);
    expect((await send(post('/validate', { email: '' }))).status).toBe(422);
    expect((await send(post('/validate/', { email: '' }))).status).toBe(400);
  });

  it.each([
    ['GET', '/search?query=a%20b&page=2', './search/?query=a%20b&page=2'],
    ['GET', '/protected', './protected/'],
    ['GET', '/api/data/', '../data'],
    ['POST', '/webhook/', '../webhook'],
    ['GET', '/docs/', '../docs'],
    ['GET', '/openapi.json/', '../openapi.json'],
    ['GET', '/items/a%20b/?quantity=1', '../a%20b?quantity=1'],
    ['POST', '/search', './search/'],
    ['HEAD', '/search?', './search/?'],
  ])('redirects %s %s with a 307', async (method, target, location) => {
    const { status, headers, body } = await send({ method, target });
    expect(status).toBe(307);
    expect(headers.get('location')).toBe(location);
    expect(body).toBe('');
  });

  it.each([
    ['DELETE', '/users/', ['POST', 'GET', 'HEAD', 'OPTIONS']],
    ['GET', '/users', ['POST', 'OPTIONS']],
    ['HEAD', '/webhook', ['POST', 'OPTIONS']],
    ['POST', '/search/', ['GET', 'HEAD', 'OPTIONS']],
    ['PUT', '/items/1', ['GET', 'HEAD', 'OPTIONS']],
    ['PATCH', '/docs', ['GET', 'HEAD', 'OPTIONS']],
    ['POST', '/openapi.json', ['GET', 'HEAD', 'OPTIONS']],
  ])('refuses %s %s with a 405 that says what is allowed', async (method, target, allowed) => {
    const { status, headers, body } = await send({ method, target });
    expect(status).toBe(405);
    expect(methodsOf(headers.get('allow'))).toEqual(new Set(allowed));
    if (method !== 'HEAD') expect(body).toBe('{"detail":"Method Not Allowed"}');
  });

  it.each(Object.values(all).map(({ path }) => path))('answers OPTIONS %s with a 204', async (path) => {
    const { status, headers, body } = await send({ method: 'OPTIONS', target: path });
    expect(status).toBe(204);
    expect(methodsOf(headers.get('allow'))).toContain('OPTIONS');
    expect(body).toBe('');
  });

  it.each([
    ['/', {}],
    ['/docs', {}],
    ['/openapi.json', {}],
    ['/users/?page=2', {}],
    ['/users/?page=0', {}],
    ['/search/?query=x', {}],
    ['/products/?min_price=-1', {}],
    ['/items/1', {}],
    ['/protected/', { Authorization: `Bearer ${ID}` }],
    ['/api/data', {}],
  ])('answers HEAD %s as GET, without the body', async (target, headers) => {
    const get = await send({ target, headers });
    const head = await send({ method: 'HEAD', target, headers });
    expect(head.status).toBe(get.status);
    expect(head.body).toBe('');
    for (const name of ['content-type', 'cache-control', 'www-authenticate']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });
});

describe('a request target', () => {
  it.each([
    ['/users/', '/users/', undefined],
    ['/users/?', '/users/', ''],
    ['/search/?query=a?b', '/search/', 'query=a?b'],
    ['http://example.com/users/?page=1', '/users/', 'page=1'],
    ['HTTPS://example.com', '/', undefined],
    ['http://example.com?page=1', '/', 'page=1'],
    ['example.com:443', 'example.com:443', undefined],
    ['*', '*', undefined],
    ['//users/', '//users/', undefined],
  ])('%s is the path %s and the query %s', (raw, path, query) => {
    expect(splitTarget(raw)).toEqual({ path, query });
  });
});
