import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { type Client, createClient, fieldErrors } from '../../src/client/index.ts';
import practice, { type contract } from '../../src/entries/practice.ts';
import type { Listening } from '../../src/http/types.ts';

/** The client that a contract types, against the practice service. */

let server: Listening;
let client: Client<(typeof contract)['endpoints']>;
beforeAll(async () => {
  server = await practice.listen();
  client = createClient<typeof contract>(server.origin);
});
afterAll(() => server.close());

const ada = { name: 'Ada', email: 'ada@example.com', age: 36 };

describe('a client', () => {
  it('sends a body, and types the reply by its status', async () => {
    const reply = await client.POST('/users/', { body: ada });
    switch (reply.status) {
      case 201:
        expectTypeOf(reply.body.website).toEqualTypeOf<string | null>();
        expect(reply.body).toEqual({ ...ada, website: null });
        break;
      case 422:
        expectTypeOf(reply.body.detail[0]?.loc).toEqualTypeOf<readonly (string | number)[] | undefined>();
        break;
      default:
        expectTypeOf(reply.body.detail).toEqualTypeOf<string>();
    }
    expect(reply.status).toBe(201);
    expect(reply.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  });

  it('returns a refusal, and does not throw it', async () => {
    const reply = await client.POST('/users/', { body: { ...ada, age: 150 } });
    expect(reply.status).toBe(422);
    expect({ ...fieldErrors(reply.body) }).toEqual({ age: ['Age: must be between 0 and 120'] });
  });

  it('fills in parameters with a hyphen or a full stop in their names', async () => {
    const requests: string[] = [];
    const fetch = async (request: Request) => {
      requests.push(new URL(request.url).pathname);
      return Response.json({});
    };
    const any = createClient<{ readonly endpoints: Record<string, never> }>('http://localhost', { fetch });
    const get = Reflect.get(any, 'GET');
    await Reflect.apply(get, any, [
      '/a/{user-id}/{file.name}',
      { params: { 'user-id': 5, 'file.name': 'x' } },
    ]);
    expect(requests).toEqual(['/a/5/x']);
  });

  it('fills in paths and queries', async () => {
    const item = await client.GET('/items/{item_id}', {
      params: { item_id: 'a/b ä' },
      query: { quantity: 2 },
    });
    expect(item.body).toEqual({ item_id: 'a/b ä', quantity: 2 });
    const page = await client.GET('/users/', { query: { page: 2, email: null } });
    expect(page.body).toMatchObject({ page: 2, limit: 10, email_filter: null });
    expect((await client.GET('/users/')).status).toBe(200);
  });

  it('sends headers that are given as Headers, or in other case', async () => {
    const sent: Headers[] = [];
    const headers = new Headers({ 'X-Request-Id': 'mine', Accept: 'text/csv' });
    const fetch = async (request: Request) => {
      sent.push(request.headers);
      return new Response('{}');
    };
    const own = createClient<typeof contract>('http://lamps.test', { headers, fetch } as never);
    await own.POST('/users/' as never, { body: {}, headers: { accept: 5, 'content-type': 'a/b' } } as never);
    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      accept: '5',
      'content-type': 'a/b',
      'x-request-id': 'mine',
    });
  });

  it('sends headers: its own, those of the request, and those of a credential', async () => {
    const id = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';
    const own = createClient<typeof contract>(`${server.origin}/`, { headers: { 'X-Request-Id': 'mine' } });
    const reply = await own.GET('/protected/', { headers: { Authorization: `Bearer ${id}` } });
    expect(reply.body).toEqual({ authenticated: true, token: '6f1d3c52...' });
    expect(reply.headers.get('x-request-id')).toBe('mine');
    expect((await own.GET('/protected/')).status).toBe(401);
  });

  it.each([
    ['/lamps/{lamp-id}', { 'lamp-id': 5 }, '/lamps/5'],
    ['/lamps/{lamp.id}/{_part}', { 'lamp.id': 'a b', _part: 'c' }, '/lamps/a%20b/c'],
    ['/files/{owner}:{file-name:path}', { owner: 'ada', 'file-name': 'a.b' }, '/files/ada:a.b'],
  ] as const)('fills in every name that a path may have: %s', async (path, params, expected) => {
    const get = (of: typeof path) =>
      ({ method: 'GET', path: of, params: {}, summary: '', reply: { status: 204 } }) as const;
    const asked: string[] = [];
    const record = async ({ url }: Request) => {
      asked.push(url);
      return new Response(null, { status: 204 });
    };
    const named = createClient<{ endpoints: { get: ReturnType<typeof get> } }>('http://lamps.test', {
      fetch: record,
    });
    await named.GET(path, { params });
    expect(asked).toEqual([`http://lamps.test${expected}`]);
  });

  it('uses the given fetch', async () => {
    const inside = createClient<typeof contract>('http://inside.test', { fetch: practice.fetch });
    expect((await inside.GET('/search/', { query: { query: 'lamp' } })).body).toEqual({
      query: 'lamp',
      sort_by: 'relevance',
      page: 1,
    });
  });

  it('returns a body that is not JSON as text', async () => {
    const page = async () =>
      new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } });
    const behind = createClient<typeof contract>('http://gateway.test', { fetch: page });
    const reply: { status: number; body: unknown } = await behind.GET('/');
    expect([reply.status, reply.body]).toEqual([502, '<h1>Bad Gateway</h1>']);
  });

  it.each([
    ['truncated JSON', '{"detail":', { 'Content-Type': 'application/json' }],
    ['a body without a content type', new TextEncoder().encode('none'), {}],
  ])('returns %s as text', async (_, body, headers) => {
    const behind = createClient<typeof contract>('http://gateway.test', {
      fetch: async () => new Response(body, { headers }),
    });
    const reply: { body: unknown } = await behind.GET('/');
    expect(reply.body).toBe(typeof body === 'string' ? body : 'none');
  });

  it('aborts after its timeout, or on a signal', async () => {
    const never = (request: Request) =>
      new Promise<Response>((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      );
    const slow = createClient<typeof contract>('http://slow.test', { fetch: never, timeout: 5 });
    await expect(slow.GET('/')).rejects.toMatchObject({ name: 'TimeoutError' });
    const controller = new AbortController();
    const reply = slow.GET('/', { signal: controller.signal, timeout: 60_000 });
    controller.abort();
    await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
  });
});
