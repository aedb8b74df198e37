import { describe, expect, it } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { ask, documentOf } from './_document.ts';

/** Which operation a request reaches: by the base paths of servers, by its method, and by the media type of its body. */

const ok = { responses: { 204: { description: 'x' } } };
const exact = { values: 'schema' } as const;

function served(url: string, path: string, variables = {}) {
  const document = { ...documentOf({ '/lamps': { get: ok } }), servers: [{ url, variables }] };
  return ask(document, { path }).status;
}

describe('the base path of a server', () => {
  it.each([
    ['https://example.com/v1', '/v1/lamps'],
    ['https://example.com/v1/', '/v1/lamps'],
    ['https://example.com/v1/', '/lamps'],
    ['https://example.com', '/lamps'],
    ['/api/v1', '/api/v1/lamps'],
    ['api/v1', '/api/v1/lamps'],
    ['./v1', '/v1/lamps'],
    ['..', '/lamps'],
    ['..v1', '/..v1/lamps'],
    ['https://example.com/a b?x#y', '/a%20b/lamps'],
    ['https://example.com/a%20b', '/a%20b/lamps'],
  ])('%s: %s', (url, path) => {
    expect(served(url, path)).toBe(204);
  });

  it.each([
    ['https://example.com/v1', '/v2/lamps'],
    ['https://example.com/v1', '/v1'],
    ['https://example.com/v1', '/v1lamps'],
    ['https://example.com/v1', '/v1/v1/lamps'],
  ])('not of %s: %s', (url, path) => {
    expect(served(url, path)).toBe(404);
  });

  it.each([
    ['{scheme}://{host}:{port}/{base}', { base: { default: 'v3' } }, '/v3/lamps'],
    ['{root}/v1', { root: { default: 'https://example.com/api' } }, '/api/v1/lamps'],
    ['https://example.com/{unknown}/v1', {}, '/v1/lamps'],
  ])('has the defaults of its variables: %s', (url, variables, path) => {
    expect(served(url, path, variables)).toBe(204);
  });

  it('is empty where the server has no URL', () => {
    const document = { ...documentOf({ '/lamps': { get: ok } }), servers: [{ description: 'x' }] };
    expect(ask(document, { path: '/lamps' }).status).toBe(204);
  });

  it('is that of any server, also of a path or an operation', () => {
    const item = { servers: [{ url: '/paths' }], get: { ...ok, servers: [{ url: '/operations' }] } };
    const document = { ...documentOf({ '/lamps': item }), servers: [{ url: '/v1' }, { url: '/v1/beta' }] };
    const paths = ['/v1/lamps', '/v1/beta/lamps', '/paths/lamps', '/operations/lamps', '/lamps'];
    expect(paths.map((path) => ask(document, { path }).status)).toEqual(paths.map(() => 204));
  });

  it('precedes a path that would take it for a parameter', () => {
    const created = { responses: { 201: { description: 'x' } } };
    const document = {
      ...documentOf({ '/{any}/lamps': { get: created }, '/lamps': { get: ok } }),
      servers: [{ url: '/v1' }],
    };
    expect(ask(document, { path: '/v1/lamps' }).status).toBe(204);
    expect(ask(document, { path: '/v2/lamps' }).status).toBe(201);
  });

  it('is kept by a redirect to the path with its slash', () => {
    const document = { ...documentOf({ '/lamps/': { get: ok } }), servers: [{ url: '/v1' }] };
    expect(ask(document, { path: '/v1/lamps' })).toMatchObject({ status: 307 });
  });

  it('gives way to a base path of our own', () => {
    const document = { ...documentOf({ '/lamps': { get: ok } }), servers: [{ url: '/v1' }] };
    expect(ask(document, { path: '/v1/lamps' }, { basePath: '/api' }).status).toBe(404);
    expect(ask(document, { path: '/api/lamps' }, { basePath: '/api' }).status).toBe(204);
  });
});

describe('a method', () => {
  const options = { responses: { 200: { description: 'x', headers: {} } } };
  const document = documentOf({
    '/lamps': { get: ok, options },
    '/head': { head: { parameters: [{ in: 'query', name: 'n', required: true }], ...ok } },
    '/plain': { get: ok },
  });
  const status = (method: string, path: string, headers = {}) =>
    ask(document, { method, path, headers }, exact).status;

  it('is HEAD or OPTIONS, if it is declared', () => {
    expect(status('OPTIONS', '/lamps')).toBe(200);
    expect(status('HEAD', '/head?n=1')).toBe(204);
    expect(status('HEAD', '/head')).toBe(422);
    expect(ask(document, { method: 'GET', path: '/head' }).headers).toContain('Allow: HEAD, OPTIONS\r\n');
  });

  it('is HEAD or OPTIONS on every path', () => {
    expect(status('OPTIONS', '/plain')).toBe(204);
    expect(status('HEAD', '/plain')).toBe(204);
  });

  it.each(['/lamps', '/plain'])('is asked for by browsers before they send a request: %s', (path) => {
    const headers = { 'access-control-request-method': 'GET' };
    const reply = ask(document, { method: 'OPTIONS', path, headers });
    expect(reply).toMatchObject({ status: 204 });
    expect(reply.headers).toContain('Access-Control-Allow-Methods: GET, HEAD, OPTIONS\r\n');
  });

  it('is asked for of a path that there is not', () => {
    const headers = { 'access-control-request-method': 'GET' };
    expect(status('OPTIONS', '/nothing', headers)).toBe(404);
  });

  it('has no cases if it is HEAD, whose errors have no body', () => {
    const subject = wholeSubjectOf(fromDocument(document)[hosting]);
    expect([...casesOf(subject, 'HEAD /head')]).toEqual([]);
    expect([...casesOf(subject, 'GET /plain')].length).toBeGreaterThan(0);
  });
});

describe('the content type of a body', () => {
  const withBody = (...types: string[]) =>
    documentOf({
      '/lamps': {
        post: {
          ...ok,
          requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: {} }])) },
        },
      },
    });
  const send = (types: readonly string[], type: string, document = withBody(...types), options = exact) =>
    ask(
      document,
      { path: '/lamps', method: 'POST', json: '{}', headers: type === '' ? {} : { 'content-type': type } },
      options,
    );

  it.each([
    [['application/xml'], 'application/xml; charset=utf-8'],
    [['application/json', 'text/plain'], 'text/plain'],
    [['application/json', '*/*'], 'text/csv'],
    [['*/*'], 'text/csv'],
    [['*/*'], 'application/json'],
    [['application/json', 'image/*'], 'image/png'],
    [['application/vnd.lamp+json'], 'application/json'],
    [['application/json'], ''],
  ])('of %j: %s', (types, type) => {
    expect(send(types, type).status).toBe(204);
  });

  it.each([
    [['application/xml'], 'application/json', 'application/xml'],
    [['application/json', 'text/plain'], 'text/csv', 'application/json or text/plain'],
    [['application/json', 'image/*', 'text/xml'], 'text/plain', 'application/json, image/* or text/xml'],
    [['application/json'], 'text/plain', 'application/json'],
  ])('not of %j: %s', (types, type, declared) => {
    const detail = `The content type of the body must be ${declared}`;
    expect(send(types, type)).toMatchObject({ status: 415, body: JSON.stringify({ detail }) });
  });

  it.each([
    [{ schema: {} }, 204],
    [{ schema: true }, 204],
    [{}, 204],
    [{ schema: { title: 'Anything' } }, 204],
    [{ schema: { type: 'object' } }, 400],
  ])('may be any, with a body that is not JSON: %j', (media, status) => {
    const document = documentOf({
      '/lamps': { post: { ...ok, requestBody: { content: { '*/*': media } } } },
    });
    expect(send([], 'application/json', document).status).toBe(204);
    const headers = { 'content-type': 'application/json' };
    expect(ask(document, { path: '/lamps', method: 'POST', json: '{', headers }, exact).status).toBe(status);
    expect(fromDocument(document, exact).unsupported).toEqual([]);
  });

  it('does not matter to FastAPI, which reads the body as text', () => {
    const components = { schemas: { HTTPValidationError: {}, ValidationError: {} } };
    const document = { ...withBody('text/plain'), components };
    const send = ask(document, { path: '/lamps', method: 'POST', json: '{}' }, { values: 'auto' });
    expect(send.status).toBe(204);
  });
});

it('has a body of at most 10 MiB, unless the limit is another', () => {
  const requestBody = { content: { 'application/json': { schema: {} } } };
  const document = documentOf({ '/lamps': { post: { ...ok, requestBody } } });
  const status = (bytes: number, limits = {}) =>
    ask(document, { path: '/lamps', method: 'POST', json: `"${'x'.repeat(bytes - 2)}"` }, { limits }).status;
  expect(status(10 * 1024 * 1024)).toBe(204);
  expect(status(10 * 1024 * 1024 + 1)).toBe(413);
  expect(status(200, { body: 100 })).toBe(413);
});
