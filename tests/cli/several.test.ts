import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { together } from '../../src/cli/several.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { runService, startService } from '../_service.ts';

/** Several documents in one process. */

const folder = mkdtempSync(join(tmpdir(), 'assay-several-'));
afterAll(() => rmSync(folder, { recursive: true }));

function documentOf(title: string, servers: readonly string[], version = '1.0.0') {
  const schema = { type: 'string', const: title };
  const reply = { 200: { description: 'x', content: { 'application/json': { schema } } } };
  const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: servers.map((url) => ({ url })),
    paths: { '/items': { get: { operationId: `list${title}`, parameters, responses: reply } } },
  };
}

function write(title: string, servers: readonly string[], version?: string): string {
  const file = join(folder, `${title}.json`);
  writeFileSync(file, JSON.stringify(documentOf(title, servers, version)));
  return file;
}

const pets = write('Pets', ['https://example.com', 'https://example.com/pets']);
const shops = write('Shops', ['/shops', '/others']);
const deep = write('Deep', ['/shops/deep']);

async function get(origin: string, path: string) {
  const reply = await fetch(origin + path);
  return { status: reply.status, text: await reply.text() };
}

describe('several documents', () => {
  it.each([1, 2])('are served by %i processes, each under its base path', async (workers) => {
    const service = await startService({ METRICS: 'true' }, [
      pets,
      shops,
      deep,
      '--workers',
      String(workers),
    ]);
    const { origin } = service;
    expect(await get(origin, '/pets/items')).toEqual({ status: 200, text: '"Pets"' });
    expect(await get(origin, '/shops/items')).toEqual({ status: 200, text: '"Shops"' });
    expect(await get(origin, '/shops/deep/items')).toEqual({ status: 200, text: '"Deep"' });
    expect((await get(origin, '/shops/items?limit=x')).status).toBe(422);
    for (const path of ['/items', '/others/items', '/petsitems', '/openapi.json', '/pets', '/pets/livez'])
      expect((await get(origin, path)).status).toBe(404);
    expect((await get(origin, '/livez')).status).toBe(200);
    const { servers, info } = JSON.parse((await get(origin, '/pets/openapi.json')).text);
    expect([servers, info.title]).toEqual([[{ url: '/pets' }], 'Pets']);
    expect((await get(origin, '/shops/docs')).text).toContain('<title>Shops');
    const index = (await get(origin, '/docs')).text;
    expect(index.match(/href="([^"]+)">[^<]+/g)).toEqual([
      'href="pets/docs">Pets 1.0.0',
      'href="shops/docs">Shops 1.0.0',
      'href="shops/deep/docs">Deep 1.0.0',
    ]);
    const metrics = (await get(origin, '/metrics')).text;
    for (const route of ['/pets/items', '/shops/items', '/shops/deep/items'])
      expect(metrics).toContain(`route="${route}"`);
    expect(service.output()).toContain(`${pets} is served under /pets"`);
    expect(service.output()).toContain(
      `Pets and Shops and Deep 1.0.0 and 1.0.0 and 1.0.0 listens on ${origin}${
        workers === 1 ? '' : ' with 2 workers'
      }, documentation at ${origin}/docs`,
    );
    expect(await service.stop()).toBe(0);
  });

  it('are reloaded one by one', async () => {
    const first = write('First', ['/first']);
    const second = write('Second', ['/second']);
    const service = await startService({}, [first, second, '--watch']);
    write('Second', ['/moved'], '2.0.0');
    await service.waitForOutput(/Second 2\.0\.0 has been reloaded/);
    expect((await get(service.origin, '/second/items')).status).toBe(404);
    expect(await get(service.origin, '/moved/items')).toEqual({ status: 200, text: '"Second"' });
    write('First', ['/first'], '3.0.0');
    await service.waitForOutput(/First 3\.0\.0 has been reloaded/);
    expect(await service.stop()).toBe(0);
  });

  it.each([
    [
      'a document without base path',
      [pets, write('Bare', ['https://example.com'])],
      /Bare\.json can't be served: none of its servers has a base path/,
    ],
    [
      'a clash',
      [pets, write('Others', ['/pets'])],
      /Pets\.json and \S+Others\.json have the same base path \/pets;/,
    ],
    [
      'a module',
      [pets, './examples/start/lamps.js'],
      /^Only documents can be served together, and \.\/examples\/start\/lamps\.js is none/,
    ],
    ['a base path', [pets, shops, '--base-path', '/api'], /^--base-path can't be one for several documents/],
    ['a document that is missing', [pets, shops, 'none.yaml', '--watch'], /none\.yaml/],
    [
      'workers that are watched',
      [pets, shops, '--watch', '--workers', '2'],
      /^--watch works for several documents in one process only/,
    ],
  ])('are refused with %s', async (_, args, line) => {
    const { code, stderr } = await runService({}, args);
    expect(stderr.trim().split('\n').at(-1)).toMatch(line);
    expect(code).toBe(2);
  });
});

describe('an app of several', () => {
  const apps = ['Pets', 'Shops'].map((title) => {
    const app = fromDocument(documentOf(title, [`/${title}`]), { basePath: 'servers' });
    return app[hosting];
  });
  const core = together(apps).build();

  it('knows the endpoints of each', () => {
    const head = { method: 'GET', target: '/Shops/items', header: () => undefined };
    expect(core.endpointOf(head)).toBe('listShops');
    expect(core.endpointOf({})).toBeUndefined();
    expect(core.routeOf('/Pets/items')).toBe('/Pets/items');
    expect(core.routeOf('/livez')).toBe('/livez');
    expect(core.routeOf('/Pets/nothing')).toBeUndefined();
  });

  it('finishes the replies of a host, whose target may not be known', () => {
    const reply = { kind: 'reply', status: 408, headers: '', body: '' } as const;
    expect(core.finish(reply)).toMatchObject({ status: 408 });
    expect(core.finish(reply, { target: '/Pets/items' })).toMatchObject({ status: 408 });
    expect(core.fail(new Error('x'), 'id', { target: '/Pets/items' })).toMatchObject({
      status: 500,
      id: 'id',
    });
  });

  it('leads to a document without a page by its base path', () => {
    const bare = fromDocument(documentOf('Bare', ['/bare']), {
      basePath: 'servers',
      routes: { docs: false },
    });
    const { body } = inject(together([bare[hosting]]).build(), {
      method: 'GET',
      target: '/docs',
      headers: {},
    });
    expect(body).toContain('href="bare"');
  });

  it('needs a base path of each', () => {
    expect(() => fromDocument(documentOf('Bare', []), { basePath: 'servers' })).toThrow('base path');
    expect(() => fromDocument(documentOf('Bare', []), { basePath: 'server' })).toThrow('basePath');
  });
});
