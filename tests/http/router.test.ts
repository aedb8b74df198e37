import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Method } from '../../src/contract/endpoint.ts';
import { createCore } from '../../src/http/core.ts';
import { PathMatcher, TreeNode } from '../../src/http/routing/matcher.ts';
import { checkRoutes, createRouter, routeTable } from '../../src/http/routing/router.ts';
import type { RouteKey } from '../../src/http/types.ts';
import { ask } from './_ask-router.ts';

/** Routing among many routes; matching.test.ts has those of the practice service. */

/** `GET /a` as a route of that name. */
function route(line: string): RouteKey {
  const [method, path] = line.split(' ') as [Method, string];
  return { method, path, name: line };
}

const routerOf = (...lines: string[]) => createRouter(routeTable(lines.map(route)));

/** A request and its result: a route and its parameters, or a status. */
type Row = readonly [asked: string, name: string, params?: Record<string, string>];

function expectRows(router: ReturnType<typeof routerOf>, rows: readonly Row[]): void {
  for (const [asked, name, params = {}] of rows) {
    const [method = '', target = ''] = asked.split(' ');
    expect(ask(router, method, target), asked).toEqual({ name, params });
  }
}

describe('a router', () => {
  it('prefers literal segments to parameters, in any order of routes', () => {
    const lines = ['GET /users/{id}', 'GET /users/me', 'GET /{any}/me', 'GET /users/m{rest}', 'GET /{a}/{b}'];
    for (const router of [routerOf(...lines), routerOf(...lines.toReversed())]) {
      expectRows(router, [
        ['GET /users/me', 'GET /users/me'],
        ['HEAD /users/me', 'GET /users/me'],
        ['GET /users/you', 'GET /users/{id}', { id: 'you' }],
        ['GET /users/my', 'GET /users/m{rest}', { rest: 'y' }],
        ['GET /lamps/me', 'GET /{any}/me', { any: 'lamps' }],
        ['GET /lamps/you', 'GET /{a}/{b}', { a: 'lamps', b: 'you' }],
      ]);
    }
  });

  it('decides by a later segment if earlier ones are equal', () => {
    const router = routerOf('GET /users/{id}/x', 'GET /users/me/y', 'GET /{a}/{b}/z', 'GET /users/me/{c}/d');
    expectRows(router, [
      ['GET /users/me/x', 'GET /users/{id}/x', { id: 'me' }],
      ['GET /users/me/y', 'GET /users/me/y'],
      ['GET /users/me/z', 'GET /{a}/{b}/z', { a: 'users', b: 'me' }],
      ['GET /users/me/x/d', 'GET /users/me/{c}/d', { c: 'x' }],
    ]);
    expect(ask(router, 'GET', '/users/me/w')).toEqual({ status: 404 });
    expect(ask(router, 'GET', '/users/me')).toEqual({ status: 404 });
  });

  it('reads several parameters in a segment greedily', () => {
    const router = routerOf(
      'GET /files/{name}.{extension}',
      'GET /{owner}:{repo}',
      'GET /v{n}',
      'GET /p/{a}{b}',
    );
    expectRows(router, [
      ['GET /files/lamp.png', 'GET /files/{name}.{extension}', { name: 'lamp', extension: 'png' }],
      ['GET /files/a.tar.gz', 'GET /files/{name}.{extension}', { name: 'a.tar', extension: 'gz' }],
      ['GET /files/...', 'GET /files/{name}.{extension}', { name: '.', extension: '.' }],
      ['GET /ada:lamps', 'GET /{owner}:{repo}', { owner: 'ada', repo: 'lamps' }],
      ['GET /v2', 'GET /v{n}', { n: '2' }],
      ['GET /p/abc', 'GET /p/{a}{b}', { a: 'ab', b: 'c' }],
    ]);
    for (const target of [
      '/files/lamp',
      '/files/.png',
      '/files/lamp.',
      '/files/.',
      '/ada:',
      '/:',
      '/v',
      '/p/a',
    ]) {
      expect(ask(router, 'GET', target), target).toEqual({ status: 404 });
    }
  });

  it('prefers segments with more text, then earlier routes', () => {
    const router = routerOf('GET /{a}-{b}', 'GET /{a}.{b}', 'GET /{a}.json', 'GET /lamp-{a}', 'GET /{a}');
    expectRows(router, [
      ['GET /lamp-1.json', 'GET /{a}.json', { a: 'lamp-1' }],
      ['GET /lamp-1.xml', 'GET /lamp-{a}', { a: '1.xml' }],
      ['GET /desk-1.xml', 'GET /{a}-{b}', { a: 'desk', b: '1.xml' }],
      ['GET /desk.xml', 'GET /{a}.{b}', { a: 'desk', b: 'xml' }],
      ['GET /desk', 'GET /{a}', { a: 'desk' }],
    ]);
    expectRows(routerOf('POST /{a}-{b}', 'GET /x{a}', 'GET /{a}.{b}'), [
      ['GET /x-.b', 'GET /x{a}', { a: '-.b' }],
      ['GET /y-.b', 'GET /{a}.{b}', { a: 'y-', b: 'b' }],
    ]);
  });

  it('gives the rest of a path to a path parameter', () => {
    const router = routerOf(
      'GET /files/{path:path}',
      'GET /files/readme',
      'GET /files/{a}/{b}/raw',
      'POST /{all:path}',
    );
    expectRows(router, [
      ['GET /files/', 'GET /files/{path:path}', { path: '' }],
      ['GET /files/a', 'GET /files/{path:path}', { path: 'a' }],
      ['GET /files/a//b/', 'GET /files/{path:path}', { path: 'a//b/' }],
      ['GET /files/a/b/raw', 'GET /files/{a}/{b}/raw', { a: 'a', b: 'b' }],
      ['GET /files/a/b/raw/', 'GET /files/{path:path}', { path: 'a/b/raw/' }],
      ['GET /files/readme', 'GET /files/readme'],
      ['POST /files/a/b/raw', 'POST /{all:path}', { all: 'files/a/b/raw' }],
      ['POST /', 'POST /{all:path}', { all: '' }],
    ]);
    expect(ask(router, 'GET', '/file')).toEqual({ status: 405, allow: ['OPTIONS', 'POST'] });
  });

  it('allows the methods of all matching paths', () => {
    const router = routerOf(
      'PUT /users/me',
      'GET /users/{id}',
      'DELETE /users/{name}',
      'PATCH /{a}/{b}',
      'GET /{a}/me',
    );
    expectRows(router, [
      ['PUT /users/me', 'PUT /users/me'],
      ['GET /users/me', 'GET /users/{id}', { id: 'me' }],
      ['DELETE /users/me', 'DELETE /users/{name}', { name: 'me' }],
      ['PATCH /users/me', 'PATCH /{a}/{b}', { a: 'users', b: 'me' }],
      ['GET /users/1', 'GET /users/{id}', { id: '1' }],
      ['DELETE /users/1', 'DELETE /users/{name}', { name: '1' }],
    ]);
    const allow = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'PUT'];
    expect(ask(router, 'POST', '/users/me')).toEqual({ status: 405, allow });
    expect(ask(router, 'OPTIONS', '/users/me')).toEqual({ status: 204, allow });
    expect(ask(router, 'PUT', '/users/1')).toEqual({ status: 405, allow: allow.slice(0, -1) });
    expect(ask(router, 'HEAD', '/lamps/1')).toEqual({ status: 405, allow: ['OPTIONS', 'PATCH'] });
  });

  it('knows each method', () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const router = routerOf(...methods.map((method) => `${method} /a/{b}`));
    expectRows(
      router,
      methods.map((method) => [`${method} /a/1`, `${method} /a/{b}`, { b: '1' }]),
    );
    expect(ask(router, 'TRACE', '/a/1')).toEqual({
      status: 405,
      allow: [...methods, 'HEAD', 'OPTIONS'].sort(),
    });
  });

  it('takes * for OPTIONS only', () => {
    const router = routerOf('GET /{any}', 'PUT /');
    expect(ask(router, 'OPTIONS', '*')).toEqual({ status: 204, allow: ['GET', 'HEAD', 'OPTIONS', 'PUT'] });
    expect(ask(router, 'GET', '*')).toEqual({ status: 400 });
    expect(ask(router, 'HEAD', '*?')).toEqual({ status: 400 });
    expect(ask(router, 'GET', '/*')).toEqual({ name: 'GET /{any}', params: { any: '*' } });
  });

  it.each([
    '',
    'a',
    '?',
    '/',
    '//',
    '/a//',
    '//a',
    '/b',
    '/x/',
    '/x//',
    '/A',
    '/%61',
    'http:',
    '/__proto__',
    '/a;x',
    'xx/1',
    '?x/1',
    'x/x/1',
  ])('answers 404 for %j', (target) => {
    expect(ask(routerOf('GET /a', 'GET /x/{b}', 'GET /x/{b}.{c}/d'), 'GET', target)).toEqual({ status: 404 });
  });

  it('compares paths byte by byte, and returns raw parameters', () => {
    const router = routerOf('GET /a%2fb', 'GET /{x}', 'GET /{x}.json');
    expectRows(router, [
      ['GET /a%2fb', 'GET /a%2fb'],
      ['GET /a%2Fb', 'GET /{x}', { x: 'a%2Fb' }],
      ['GET /A%2fb', 'GET /{x}', { x: 'A%2fb' }],
      ['GET /a%2Ejson', 'GET /{x}', { x: 'a%2Ejson' }],
      ['GET /a.JSON', 'GET /{x}', { x: 'a.JSON' }],
      ['GET /..', 'GET /{x}', { x: '..' }],
      ['GET /__proto__', 'GET /{x}', { x: '__proto__' }],
    ]);
  });

  it('finds the path of a target, for any method', () => {
    const lines = ['PUT /users/me', 'GET /users/{id}', 'POST /users/{name}', 'GET /files/{path:path}'];
    const router = createRouter(routeTable(lines.map(route)), { basePath: '/api' });
    expect(router.pathOf('/api/users/me')).toBe('/api/users/me');
    expect(router.pathOf('/api/users/1')).toBe('/api/users/{id}');
    expect(router.pathOf('/api/files/a/b')).toBe('/api/files/{path:path}');
    for (const path of ['/api/users/1/', '/users/1', '*', '', '/api'])
      expect(router.pathOf(path)).toBeUndefined();
  });
});

describe('a base path', () => {
  const router = createRouter(
    routeTable(['GET /', 'GET /users/{id}', 'POST /users/', 'GET /a/b'].map(route)),
    {
      basePath: '/a/b',
    },
  );

  it.each([
    ['GET', '/a/b/', { name: 'GET /', params: {} }],
    ['GET', '/a/b/users/1', { name: 'GET /users/{id}', params: { id: '1' } }],
    ['POST', '/a/b/users/', { name: 'POST /users/', params: {} }],
    ['GET', '/a/b/a/b', { name: 'GET /a/b', params: {} }],
    ['GET', '/a/b', { status: 307, location: './b/' }],
    ['GET', '/a/b?x=1', { status: 307, location: './b/?x=1' }],
    ['GET', '/a/b/users', { status: 307, location: './users/' }],
    ['GET', '/users/1', { status: 404 }],
    ['GET', '/a/b//', { status: 404 }],
    ['GET', '/a/bc/', { status: 404 }],
    ['GET', '/a/', { status: 404 }],
    ['GET', '/', { status: 404 }],
    ['GET', '/A/b/', { status: 404 }],
    ['GET', '//a/b/', { status: 404 }],
    ['OPTIONS', '*', { status: 204, allow: ['GET', 'HEAD', 'OPTIONS', 'POST'] }],
  ])('%s %s', (method, target, said) => {
    expect(ask(router, method, target)).toEqual(said);
  });
});

describe('a table of routes beside another', () => {
  const others = routeTable(['POST /docs', 'GET /x', 'PUT /{page}', 'DELETE /{page}'].map(route));
  const router = createRouter(routeTable(['GET /docs', 'PATCH /x', 'GET /{a}/{b}'].map(route), others));

  it('finds the routes of both', () => {
    expectRows(router, [
      ['PUT /docs', 'PUT /{page}', { page: 'docs' }],
      ['GET /docs', 'GET /docs'],
      ['POST /docs', 'POST /docs'],
      ['DELETE /docs', 'DELETE /{page}', { page: 'docs' }],
      ['GET /x', 'GET /x'],
      ['PATCH /x', 'PATCH /x'],
      ['DELETE /y', 'DELETE /{page}', { page: 'y' }],
      ['GET /y/z', 'GET /{a}/{b}', { a: 'y', b: 'z' }],
    ]);
    const allow = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
    expect(ask(router, 'PATCH', '/docs')).toEqual({ status: 405, allow });
    expect(ask(router, 'OPTIONS', '*')).toEqual({ status: 204, allow: [...allow, 'PATCH'].sort() });
  });

  it('leaves the other as it is', () => {
    const other = createRouter(others);
    expect(ask(other, 'GET', '/docs')).toEqual({
      status: 405,
      allow: ['DELETE', 'OPTIONS', 'POST', 'PUT'],
    });
  });

  it('is made once for all cores of a contract', () => {
    const paths = ['/a/{b}', '/c/{d}'].map((path) => [path, documented(path)]);
    const contract = { title: 'x', version: '1', endpoints: Object.fromEntries(paths) };
    const added = vi.spyOn(PathMatcher.prototype, 'add');
    for (const basePath of ['', '/v1', '/v2'])
      expect(createCore(contract, {}, { basePath }).routeOf(`${basePath}/a/1`)).toBe(`${basePath}/a/{b}`);
    expect(added).toHaveBeenCalledTimes(2);
    added.mockRestore();
  });
});

function documented(path: string) {
  return { method: 'GET', path, summary: path, reply: { status: 204 } } as const;
}

describe('invalid routes', () => {
  const named = (name: string, line: string) => ({ ...route(line), name });

  it.each([
    [
      [
        named('getLamp', 'GET /lamps/{id}'),
        named('putLamp', 'PUT /lamps/{id}'),
        named('findLamp', 'GET /lamps/{id}'),
      ],
      'The endpoints getLamp and findLamp both answer GET /lamps/{id}',
    ],
    [
      [named('getLamp', 'GET /lamps/{id}.{type}'), named('findLamp', 'GET /lamps/{lamp}.{kind}')],
      'The endpoints getLamp and findLamp both answer GET /lamps/{id}.{type}, of which /lamps/{lamp}.{kind} differs only in the names of parameters',
    ],
    [
      [named('getFile', 'GET /{path:path}'), named('findFile', 'GET /{file:path}')],
      'The endpoints getFile and findFile both answer GET /{path:path}, of which /{file:path} differs only in the names of parameters',
    ],
    [
      [named('getLive', 'GET /livez'), { method: 'GET', path: '/livez' } as const],
      'The endpoint getLive and a built-in route both answer GET /livez',
    ],
    [
      [named('getLamp', 'GET lamps')],
      'The endpoint getLamp has the path "lamps", which does not start with a slash',
    ],
    [
      [named('getLamp', 'GET /{id}/{id}')],
      'The endpoint getLamp has the path "/{id}/{id}", in which {id} occurs twice',
    ],
  ])('throw an error: %#', (routes: RouteKey[], message) => {
    expect(() => checkRoutes(routes)).toThrow(new Error(message));
  });

  it('may have the same path with another method or shape', () => {
    const lines = ['GET /a/{x}', 'PUT /a/{y}', 'GET /a/{x}/', 'GET /a/{x}.', 'GET /a/{x:path}', 'GET /a/x'];
    expect(() => checkRoutes(lines.map(route))).not.toThrow();
  });
});

describe('the cost of a path', () => {
  /** All paths of so many segments that are `a` or open, and end with `/end`. */
  const overlapping = (depth: number) =>
    Array.from({ length: 2 ** depth }, (_, bits) => {
      const segments = Array.from({ length: depth }, (_, at) => ((bits >> at) & 1 ? 'a' : `{p${at}}`));
      return `GET /${segments.join('/')}/end`;
    });

  it('depends only on its segments, however routes overlap', () => {
    const lines = overlapping(10);
    const router = routerOf(...lines);
    const path = '/a'.repeat(10);
    const open = Array.from({ length: 10 }, (_, at) => [`p${at}`, 'b']);
    expect(ask(router, 'GET', `${path}/end`)).toEqual({ name: `GET ${path}/end`, params: {} });
    expect(ask(router, 'GET', `${path}/nowhere`)).toEqual({ status: 404 });
    expect(ask(router, 'GET', `${'/b'.repeat(10)}/end`).params).toEqual(Object.fromEntries(open));
    const visits = vi.spyOn(TreeNode.prototype, 'next');
    expect(ask(router, 'GET', `${path}/nowhere/else`)).toEqual({ status: 404 });
    expect(ask(router, 'GET', `${'/c'.repeat(10)}/end`).params).toMatchObject({ p9: 'c' });
    expect(visits).not.toHaveBeenCalled();
    visits.mockRestore();
  });

  it('is at most one visit of each node, beyond the cached states', () => {
    const text = fc.constantFrom(...'abcdef');
    const path = (segment: fc.Arbitrary<string>) =>
      fc.tuple(...Array.from({ length: 7 }, () => segment)).map((segments) => `/${segments.join('/')}`);
    const shapes = new Set(fc.sample(path(fc.oneof(text, fc.constant('{}'))), { numRuns: 300, seed: 1 }));
    const lines = [...shapes].map((shape) => `GET ${shape.replace(/\{/g, (_, at) => `{p${at}`)}`);
    const router = routerOf(...lines);
    const visits = vi.spyOn(TreeNode.prototype, 'next');
    let most = 0;
    for (const [at, sent] of fc.sample(path(text), { numRuns: 20_000, seed: 2 }).entries()) {
      visits.mockClear();
      ask(router, 'GET', sent);
      if (at > 19_000) most = Math.max(most, visits.mock.calls.length);
    }
    // No state that comes now is cached: a path takes the same visits again.
    const again = fc.sample(path(text), { numRuns: 100, seed: 3 }).map((sent) => {
      const costs = [1, 2].map(() => {
        visits.mockClear();
        ask(router, 'GET', sent);
        return visits.mock.calls.length;
      });
      expect(costs[1]).toBe(costs[0]);
      return costs[0] ?? 0;
    });
    visits.mockRestore();
    expect(Math.max(...again)).toBeGreaterThan(0);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(lines.length * 7);
  });

  it('ends at the first segment without a match', () => {
    const router = routerOf('GET /a/{b}/c', 'GET /f/{path:path}');
    const visits = vi.spyOn(TreeNode.prototype, 'next');
    expect(ask(router, 'GET', `/a${'/b'.repeat(4000)}`)).toEqual({ status: 404 });
    expect(ask(router, 'GET', `/f${'/'.repeat(8000)}`).params).toEqual({ path: '/'.repeat(7999) });
    expect(visits.mock.calls.length).toBeLessThan(20);
    visits.mockRestore();
  });

  it('stays low for long text between parameters', () => {
    const text = 'a'.repeat(4000);
    const router = routerOf(`GET /{x}b${text}{y}`, `GET /{x}-${text}b-{y}`);
    expect(ask(router, 'GET', `/${'a'.repeat(8000)}`)).toEqual({ status: 404 });
    expect(ask(router, 'GET', `/xb${text}y`).params).toEqual({ x: 'x', y: 'y' });
    expect(ask(router, 'GET', `/x-${text}b-y`).params).toEqual({ x: 'x', y: 'y' });
  });
});
