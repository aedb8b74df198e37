import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/hosts/node/place.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { createRouter, routeTable } from '../../src/http/routing/router.ts';
import { practiceCore } from '../_practice.ts';
import { resolve } from '../_rfc3986.ts';
import { startProxy } from '../browser/_proxy.ts';
import { ask } from './_ask-router.ts';

/** Redirects to a path with or without its trailing slash, also behind a prefix. */

const paths = ['/', '/search/', '/users/me', '/x/{id}', '/y/{id}/', '/{a}:{b}/', '/a//b/', '/a//c'];
const router = createRouter(routeTable(paths.map((path) => ({ method: 'GET', path }) as const)));
const locationOf = (target: string) => ask(router, 'GET', target).location;

describe('the redirect of a path', () => {
  it.each([
    ['/search', './search/'],
    ['/users/me/', '../me'],
    ['/search?q=a/b&q=//c', './search/?q=a/b&q=//c'],
    ['/users/me/?', '../me?'],
    ['/users/me/??%zz', '../me??%zz'],
    ['http://elsewhere.example/users/me/', '../me'],
    ['/x/a:b/', '../a:b'],
    ['/y/http:', './http:/'],
    ['/a:b', './a:b/'],
    ['/x/%2e./', undefined],
    ['/x/%2E%2e/', undefined],
    ['/x/../', undefined],
    ['/x/./', undefined],
    ['/y/.', undefined],
    ['/y/%2e', undefined],
    ['/x/.../', '../...'],
    ['/y/%2e%2e%2e', './%2e%2e%2e/'],
    ['/x/%2F/', '../%2F'],
    ['/x/a#b/', undefined],
    [String.raw`/x/a\b/`, undefined],
    ['/a//b', './b/'],
    ['/a//c/', '../c'],
    ['/users/me//', undefined],
    ['//search', undefined],
  ])('%s goes to %s', (target, location) => {
    const said = ask(router, 'GET', target);
    expect(said).toEqual(location === undefined ? { status: 404 } : { status: 307, location });
  });

  it('resolves to the right path behind every prefix', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'a:b',
        'http:',
        '%2f',
        '%C3%A9',
        '...',
        '..a',
        '~',
        '@',
        ';v=1',
        '%2e%2e%2e',
        '-',
        '$&',
        "'",
      ),
      fc.string({ unit: fc.constantFrom(...'ab.:%2eEcC/'), minLength: 1, maxLength: 6 }).map(encodeURI),
    );
    const prefix = fc.constantFrom('', '/p', '/p/q', '/p:q/r', '/p//q', '/%2f');
    const query = fc.constantFrom('', '?', '?a=b', '?a=/../b&c=http://d/', '?%zz?');
    const shape = fc.constantFrom('/x/*/', '/y/*', '/*:b', '/search', '/users/me/', '/a//b', '/a//c/');
    fc.assert(
      fc.property(prefix, shape, segment, query, (before, pattern, id, search) => {
        const path = pattern.replace('*', () => id);
        const location = locationOf(path + search);
        if (location === undefined) return;
        const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
        const base = `http://assay.test${before}${path}${search}`;
        expect(resolve(location, base)).toBe(before + other + search);
        const { pathname, href, origin } = new URL(location, base);
        expect([origin, pathname]).toEqual(['http://assay.test', before + other]);
        expect(href).toBe(origin + before + other + search);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a client that follows', () => {
  const { listener } = createNodeServer(practiceCore());
  const proxies: Awaited<ReturnType<typeof startProxy>>[] = [];
  const prefixes = ['/some/prefix', '/a:b'];
  const places = ['', ...prefixes];
  let origin = '';
  beforeAll(async () => {
    origin = await listen(listener, { port: 0, host: '127.0.0.1' });
    for (const prefix of prefixes) proxies.push(await startProxy(prefix, origin));
  });
  afterAll(() => {
    for (const { close } of proxies) close();
    listener.close();
  });
  const addressOf = (prefix: string) => (prefix === '' ? origin : proxies[prefixes.indexOf(prefix)]?.address);

  const rows: [from: string, to: string][] = [
    ['/search?query=a%20b%2F', '/search/?query=a%20b%2F'],
    ['/items/a:b/?quantity=1', '/items/a:b?quantity=1'],
    ['/items/%C3%A9%2F/', '/items/%C3%A9%2F'],
    ['/items/.../', '/items/...'],
    ['/docs/', '/docs'],
    ['/api/data/', '/api/data'],
  ];
  const everywhere = places.flatMap((prefix) => rows.map(([from, to]) => [prefix, from, to] as const));

  it.each(everywhere)('with fetch, behind "%s", comes from %s to %s', async (prefix, from, to) => {
    const response = await fetch(addressOf(prefix) + from);
    expect(response.redirected).toBe(true);
    expect(response.url).toBe(addressOf(prefix) + to);
    expect([200, 401]).toContain(response.status);
  });

  it.each(everywhere)('with curl, behind "%s", comes from %s to %s', async (prefix, from, to) => {
    const options = ['--silent', '--location', '--max-redirs', '1', '--output', '/dev/null'];
    const written = '%{url_effective} %{http_code} %{num_redirects}';
    const command = [...options, '--write-out', written, addressOf(prefix) + from];
    const { stdout } = await promisify(execFile)('curl', command);
    expect(stdout).toMatch(/ (?:200|401) 1$/);
    expect(stdout.split(' ')[0]).toBe(addressOf(prefix) + to);
  });

  it('keeps method and body', async () => {
    const body = '{"email":"ada@example.com"}';
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${addressOf('/a:b')}/products`, { method: 'POST', body, headers });
    expect(response.redirected).toBe(false);
    const signed = { 'X-Webhook-Signature': 'abc' };
    const followed = await fetch(`${addressOf('/a:b')}/webhook/`, { method: 'POST', body, headers: signed });
    expect([followed.redirected, followed.status]).toEqual([true, 200]);
  });
});
