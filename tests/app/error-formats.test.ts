import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { bearer } from '../../src/contract/credential.ts';
import { endpoint, form } from '../../src/contract/endpoint.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import type { InvalidValue, OwnErrors } from '../../src/http/error-format.ts';
import type { AppOptions } from '../../src/options.ts';

/** The errors of an app in the format that its option `errors` chooses. */

const address = object({ zip: text({ minLength: 5 }) });
const reply = { status: 200, body: object({ id: integer() }) } as const;
const endpoints = {
  order: endpoint({
    method: 'POST',
    path: '/shops/{id}/orders',
    summary: 'Order',
    params: { id: integer() },
    query: { page: integer({ min: 1 }) },
    body: object({ address, items: list(object({ qty: integer({ max: 9 }) })) }),
    reply,
    refusals: { 404: text() },
    examples: [{ title: 'A page too low', params: { id: '1' }, query: { page: '0' }, body: {}, status: 400 }],
  }),
  upload: endpoint({ method: 'POST', path: '/files', summary: 'Upload', body: form({ a: text() }), reply }),
  secret: endpoint({
    method: 'GET',
    path: '/secret',
    summary: 'Read a secret',
    credential: bearer({ check: () => 'me' }),
    reply,
  }),
};
const contract = { title: 'Shop', version: '1', endpoints };
const handlers = { order: () => ({ id: 1 }), upload: () => ({ id: 1 }), secret: () => ({ id: 1 }) };
const ORDER = '/shops/1/orders?page=1';

const seen: InvalidValue[] = [];
const own: OwnErrors = {
  status: 400,
  body: object({ faults: list(object({ where: text(), why: text() })) }),
  write(issues) {
    seen.splice(0, seen.length, ...issues);
    return {
      faults: issues.map(({ part, path, message }) => ({ where: [part, ...path].join('.'), why: message })),
    };
  },
};

async function send(errors: AppOptions['errors'], path: string, init: RequestInit = {}, limits = {}) {
  const app = createApp(contract, handlers, { ...(errors && { errors }), limits, onBug: () => {} });
  const response = await app.fetch(new Request(`http://shop.test${path}`, init));
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

const json = (body: string, accept = '*/*') => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept },
  body,
});

describe('a form of its own', () => {
  it('writes invalid values of every part', async () => {
    const body = '{"address":{"zip":"1"},"items":[{"qty":10}]}';
    const { status, headers, body: sent } = await send(own, '/shops/x/orders?page=0', json(body));
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json']);
    expect(sent).toEqual({
      faults: [
        { where: 'path.id', why: 'Must be an integer' },
        { where: 'query.page', why: 'Must be at least 1' },
        { where: 'body.address.zip', why: 'Must have at least 5 characters' },
        { where: 'body.items.0.qty', why: 'Must be at most 9' },
      ],
    });
    expect(seen[2]).toEqual({
      part: 'body',
      path: ['address', 'zip'],
      type: 'string_too_short',
      message: 'Must have at least 5 characters',
      input: '1',
    });
  });

  it.each<[what: string, path: string, init: RequestInit, part: string, type: string]>([
    ['malformed JSON', ORDER, json('{'), 'body', 'json_invalid'],
    [
      'a malformed form',
      '/files',
      { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      'body',
      'form_invalid',
    ],
    ['a malformed path', '/shops/%FF/orders', json('{}'), 'path', 'path_invalid'],
  ])('writes %s', async (_, path, init, part, type) => {
    const { status, body } = await send(own, path, init);
    expect(status).toBe(400);
    expect(body).toEqual({ faults: [{ where: part, why: expect.any(String) }] });
    expect(seen).toEqual([{ part, path: [], type, message: expect.any(String), input: undefined }]);
  });

  it('is the same for clients that prefer problem details', async () => {
    const { body } = await send(own, ORDER, json('{}', 'application/problem+json'));
    expect(body).toHaveProperty('faults');
  });

  it('leaves other errors as they are', async () => {
    expect((await send(own, '/secret')).body).toEqual({ detail: 'Not authenticated' });
    expect((await send(own, '/nowhere')).status).toBe(404);
    expect((await send(own, ORDER, json('{"address":1}'), { body: 4 })).status).toBe(413);
  });

  it('is in the OpenAPI document, with the replies to examples', async () => {
    const { body } = await send(own, '/openapi.json');
    const { responses } = body.paths['/shops/{id}/orders'].post;
    expect(Object.keys(responses)).toEqual(['200', '400', '404', '413', '415', 'default']);
    expect(Object.keys(responses[400].content)).toEqual(['application/json']);
    expect(responses[400].content['application/json'].schema.required).toEqual(['faults']);
    const { value } = responses[400].content['application/json'].examples['a-page-too-low'];
    expect(value.faults[0]).toEqual({ where: 'query.page', why: 'Must be at least 1' });
  });

  it('is in the table of cases and on the page of errors', async () => {
    const { body } = await send(own, '/docs/cases.json');
    const { expected } = body.find(({ id }: { id: string }) => id === 'order/query.page/greater_than_equal');
    expect(expected.status).toBe(400);
    expect(JSON.parse(expected.body).faults[0].where).toBe('query.page');
    const app = createApp(contract, handlers, { errors: own });
    const page = await (await app.fetch(new Request('http://shop.test/docs/errors'))).text();
    expect(page).toContain('Missing and invalid values are a 400 in a form of its own.');
  });

  it.each([
    [20, {}, 20],
    [1200, {}, 1001],
    [20, { errorBytes: 200 }, 2],
    [20, { errorBytes: 30 }, 1],
  ])('with %i issues and %j has %i', async (count, limits, expected) => {
    const items = Array.from({ length: count }, () => ({ qty: 10 }));
    const order = json(JSON.stringify({ address: { zip: '12345' }, items }));
    const { body } = await send(own, ORDER, order, limits);
    expect(body.faults).toHaveLength(expected);
  });

  it('that its field would refuse is a bug', async () => {
    const bugs: unknown[] = [];
    const errors = { ...own, write: () => ({ faults: 'none' }) };
    const app = createApp(contract, handlers, { errors, onBug: (bug) => bugs.push(bug) });
    const { status } = await app.fetch(new Request(`http://shop.test${ORDER}`, json('{}')));
    expect(status).toBe(500);
    expect(String(bugs)).toMatch(
      /^TypeError: What errors.write returned does not fit: faults must be a list/,
    );
  });
});

describe('problem details for everybody', () => {
  it.each<[what: string, path: string, init: RequestInit, status: number]>([
    ['invalid values', ORDER, json('{}'), 422],
    ['malformed JSON', ORDER, json('{'), 400],
    ['a missing credential', '/secret', {}, 401],
    ['an unknown path', '/nowhere', {}, 404],
    ['another method', '/secret', { method: 'DELETE' }, 405],
  ])('write %s', async (_, path, init, status) => {
    const { headers, body } = await send('problem', path, init);
    expect(headers.get('content-type')).toBe('application/problem+json');
    expect(body).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
  });

  it('are the only form in the OpenAPI document', async () => {
    const { body } = await send('problem', '/openapi.json');
    const { responses } = body.paths['/secret'].get;
    for (const status of ['401', '413', 'default'])
      expect(Object.keys(responses[status].content)).toEqual(['application/problem+json']);
  });

  it('are shown on the page of errors', async () => {
    const app = createApp(contract, handlers, { errors: 'problem' });
    const page = await (await app.fetch(new Request('http://shop.test/docs/errors'))).text();
    expect(page).toContain('Every error is a problem (RFC 9457)');
    expect(page).toContain('&quot;title&quot;:&quot;Request Timeout&quot;,&quot;status&quot;:408');
  });
});

describe('createApp refuses', () => {
  it.each<[what: string, errors: unknown, sentence: string]>([
    ['an unknown name', 'pydantik', 'The option errors of createApp() must be'],
    ['an empty object', {}, 'createApp() needs the option errors.status'],
    ['a status of success', { ...own, status: 200 }, 'The option errors.status of createApp() must be'],
    ['a status that is no number', { ...own, status: '400' }, 'The option errors.status of createApp()'],
    ['a status of the server', { ...own, status: 500 }, 'The option errors.status of createApp() must be'],
    ['no field', { ...own, body: {} }, 'The option errors.body of createApp() must be'],
    ['no function', { ...own, write: 'text' }, 'The option errors.write of createApp() must be'],
    ['an unknown property', { ...own, type: 'text/plain' }, 'createApp() has no option errors.type'],
  ])('%s', (_, errors, sentence) => {
    expect(() => createApp(contract, handlers, { errors: errors as OwnErrors })).toThrow(sentence);
  });
});
