import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { ask, documentOf } from './_document.ts';

/** Replies with random values: other ones each time, the same ones for a seed, and always valid. */

const item = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string', maxLength: 12 },
    code: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{3}$', example: 'AB-123' },
    slug: { type: 'string', pattern: '^[a-z]-[0-9]$', example: 'a-1' },
    release: { type: 'string', pattern: '^v[0-9]$', example: 'v1' },
    ratio: { type: 'number', example: 1.5 },
    link: { type: 'string', format: 'url' },
    loose: { type: 'object', example: { x: 1 } },
    three: {
      type: 'array',
      uniqueItems: true,
      minItems: 3,
      maxItems: 3,
      example: [1, 2, 3],
      items: { enum: [1, 2, 3] },
    },
    color: { enum: ['red', 'green', 'blue'] },
    price: { type: 'number', minimum: 1, maximum: 5, multipleOf: 0.5 },
    count: { type: 'integer', minimum: 3, maximum: 900 },
    low: { type: 'integer', exclusiveMinimum: -5, exclusiveMaximum: 0 },
    isOn: { type: 'boolean' },
    made: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    clock: { type: 'string', format: 'time' },
    mail: { type: 'string', format: 'email' },
    host: { type: 'string', format: 'hostname' },
    site: { type: 'string', format: 'uri' },
    address: { type: 'string', format: 'ipv4' },
    other: { type: 'string', format: 'ipv6' },
    data: { type: 'string', format: 'byte' },
    nothing: { type: 'null' },
    pair: {
      type: 'array',
      prefixItems: [{ type: 'integer' }, { type: 'boolean' }],
      minItems: 2,
      maxItems: 2,
    },
    colors: { type: 'array', uniqueItems: true, maxItems: 3, items: { enum: ['red', 'green', 'blue'] } },
    none: { type: 'array', maxItems: 0 },
    free: { type: 'object', additionalProperties: { type: 'integer' }, example: { a: 1 } },
  },
};
const document = documentOf({
  '/lamps': {
    get: {
      responses: {
        200: {
          description: 'x',
          content: { 'application/json': { schema: { type: 'array', items: item } } },
        },
        404: { description: 'x', content: { 'application/json': { schema: item } } },
      },
    },
  },
  '/check': {
    post: {
      requestBody: { content: { 'application/json': { schema: { type: 'array', items: item } } } },
      responses: { 204: { description: 'x' } },
    },
  },
  '/image': { get: { responses: { 200: { description: 'x', content: { 'image/svg+xml': {} } } } } },
  '/nothing': { get: { responses: {} } },
  '/default': {
    get: {
      responses: {
        default: { description: 'x', content: { 'text/plain': { schema: { type: 'integer' } } } },
      },
    },
  },
});
const exact = { values: 'schema' } as const;
const get = (prefer: string, path = '/lamps', headers = {}) =>
  ask(document, { path, headers: { prefer, ...headers } }, exact);

describe('random values', () => {
  it('are valid', () => {
    for (let seed = 0; seed < 50; seed++) {
      const { status, body } = get(`seed=${seed}`);
      expect(status).toBe(200);
      const { status: verdict, body: why } = ask(document, { path: '/check', json: body }, exact);
      expect([verdict, verdict === 204 ? '' : why]).toEqual([204, '']);
    }
  });

  it('differ each time, and within a list', () => {
    const [one, other] = [get('dynamic=true'), get('dynamic=true')];
    expect(one.body).not.toBe(other.body);
    const items: readonly { readonly id: string }[] = JSON.parse(one.body);
    expect(items.length).toBeGreaterThan(1);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(one.headers).toContain('Preference-Applied: dynamic=true\r\n');
  });

  it('differ in each property, unless only one value is valid', () => {
    const values = new Map<string, Set<string>>();
    for (let seed = 0; seed < 20; seed++)
      for (const each of JSON.parse(get(`seed=${seed}`).body))
        for (const [name, value] of Object.entries(each))
          values.set(name, new Set([...(values.get(name) ?? []), JSON.stringify(value)]));
    const same = [...values].filter(([, { size }]) => size === 1).map(([name]) => name);
    expect(same.sort()).toEqual(['loose', 'none', 'nothing']);
  });

  it('are the same for a seed', () => {
    expect(get('seed=a').body).toBe(get('dynamic=true, seed=a').body);
    expect(get('seed=a').body).not.toBe(get('seed=b').body);
    expect(get('seed=a').headers).toContain('Preference-Applied: seed\r\n');
    expect(get('', '/lamps?__seed=a').body).toBe(get('seed=a').body);
  });

  it('are those of the status that is asked for', () => {
    expect(get('code=404, seed=a').status).toBe(404);
    expect(get('code=418, seed=a').status).toBe(404);
    expect(get('example=none, seed=a').status).toBe(404);
    expect(get('seed=a', '/nothing')).toMatchObject({ status: 200, body: '' });
    expect(get('seed=a', '/default')).toMatchObject({ status: 200, body: expect.stringMatching(/^\d+$/) });
  });

  it('are sent only if they are acceptable, and never as a file', () => {
    expect(get('seed=a', '/lamps', { accept: 'image/png' }).status).toBe(406);
    expect(get('seed=a', '/image').body).toContain('<svg');
  });

  it('are not as many as a schema may ask for', () => {
    const schema = {
      type: 'array',
      minItems: 1e9,
      items: { type: 'array', minItems: 1e9, items: { type: 'integer' } },
    };
    const content = { 'application/json': { schema } };
    const many = documentOf({ '/a': { get: { responses: { 200: { description: 'x', content } } } } });
    const { body } = ask(many, { path: '/a', headers: { prefer: 'seed=a' } }, exact);
    expect(JSON.parse(body).flat()).toHaveLength(400);
  });

  it('are so many at most', () => {
    const schema = { type: 'array', minItems: 5002, maxItems: 5002, items: { type: 'integer' } };
    const example = new Array(5002).fill(0);
    const content = { 'application/json': { schema: { ...schema, example } } };
    const many = documentOf({ '/a': { get: { responses: { 200: { description: 'x', content } } } } });
    const { body } = ask(many, { path: '/a', headers: { prefer: 'seed=a' } }, exact);
    const values: readonly number[] = JSON.parse(body);
    expect([values.length, values.slice(0, 4000).includes(0), values.at(-1)]).toEqual([5002, false, 0]);
  });

  it('are of documents only', async () => {
    const app = fromDocument(document, { prefer: false });
    const once = await app.fetch(
      new Request('http://localhost/lamps', { headers: { prefer: 'dynamic=true' } }),
    );
    expect(once.headers.get('preference-applied')).toBe(null);
  });
});
