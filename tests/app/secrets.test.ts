import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { endpoint, form } from '../../src/contract/endpoint.ts';
import { refuse } from '../../src/contract/outcome.ts';
import { fromDocument } from '../../src/entries/openapi.ts';
import {
  dictionary,
  integer,
  lazy,
  list,
  object,
  optional,
  safe,
  secret,
  text,
  union,
  unknown,
  uuid,
} from '../../src/fields/index.ts';
import { documentOf } from '../openapi/_document.ts';

/** Errors do not repeat secrets: in none of these replies is the word that was sent as one. */

const SECRET = 'hunter2';
const MASK = '"**********"';
const strong = secret(text({ minLength: 8 }));
const user = object({ name: text(), password: strong, codes: optional(list(secret())) });
const reply = { status: 200, body: text() } as const;
const row = { method: 'POST', summary: '', reply } as const;
const tree = object(
  { pin: secret(), children: list(lazy((): typeof user => tree as never)) },
  { name: 'Tree' },
);

const endpoints = {
  signUp: endpoint({ ...row, path: '/users', body: object({ id: integer(), user }) }),
  signIn: endpoint({ ...row, path: '/sessions', body: form({ name: integer(), password: strong }) }),
  send: endpoint({ ...row, path: '/secret', body: list(strong) }),
  grow: endpoint({ ...row, path: '/tree', body: object({ id: integer(), tree }) }),
  choose: endpoint({ ...row, path: '/union', body: object({ id: integer(), any: union(integer(), user) }) }),
  map: endpoint({ ...row, path: '/map', body: object({ id: integer(), keys: dictionary(strong) }) }),
  try: endpoint({
    ...row,
    path: '/try',
    body: object({ password: safe(strong) }),
    refusals: { 400: object({ received: unknown() }) },
  }),
  ask: endpoint({
    ...row,
    method: 'GET',
    path: '/ask/{code}',
    params: { code: secret(uuid()) },
    query: { key: secret(uuid()), plain: integer() },
    headers: { Authorization: uuid(), 'X-API-Key': uuid(), 'X-Auth-Token': uuid(), 'X-Other': uuid() },
    cookies: { sid: uuid() },
  }),
};
const ok = () => 'ok';
const app = createApp(
  { title: 'Secrets', version: '1', endpoints },
  {
    signUp: ok,
    signIn: ok,
    send: ok,
    grow: ok,
    choose: ok,
    map: ok,
    ask: ok,
    try: ({ body }) => refuse(400, { received: body.password }),
  },
);

async function post(
  { fetch }: Pick<typeof app, 'fetch'>,
  path: string,
  body: string,
  type = 'application/json',
): Promise<string> {
  const headers = { 'Content-Type': type };
  const response = await fetch(new Request(`http://localhost${path}`, { method: 'POST', headers, body }));
  expect(response.status).toBeGreaterThanOrEqual(400);
  return await response.text();
}

/** Returns the `input` of each entry. */
const inputs = (body: string) =>
  (JSON.parse(body) as { detail: { input: unknown }[] }).detail.map(({ input }) => JSON.stringify(input));

describe('an error of an app', () => {
  it.each<[path: string, body: unknown, shown: readonly string[]]>([
    [
      '/users',
      { user: { name: 1, password: SECRET, codes: [SECRET, 1] } },
      [`{"user":{"name":1,"password":${MASK},"codes":${MASK}}}`, '1', MASK, MASK],
    ],
    ['/users', { id: 1, user: { password: `${SECRET}${SECRET}` } }, [`{"password":${MASK}}`]],
    ['/users', { id: 1, user: { name: 'Ada', password: [SECRET] } }, [MASK]],
    [
      '/users',
      { id: '1.50', user: [{ x: { password: SECRET } }] },
      ['"1.50"', `[{"x":{"password":${MASK}}}]`],
    ],
    ['/users', `password=${SECRET}`, [MASK]],
    ['/users', { id: 1, user: { name: 'Ada' } }, ['{"name":"Ada"}']],
    ['/secret', [SECRET], [MASK]],
    ['/secret', { a: SECRET }, [MASK]],
    [
      '/tree',
      { tree: { pin: SECRET, children: [{ pin: SECRET, children: [] }] } },
      [`{"tree":{"pin":${MASK},"children":[{"pin":${MASK},"children":[]}]}}`],
    ],
    [
      '/union',
      { any: { password: SECRET } },
      [`{"any":{"password":${MASK}}}`, `{"password":${MASK}}`, `{"password":${MASK}}`, MASK],
    ],
    ['/map', { keys: { a: SECRET } }, [`{"keys":${MASK}}`, MASK]],
  ])('of %s to %j', async (path, body, shown) => {
    const text = await post(app, path, JSON.stringify(body));
    expect(text).not.toContain(SECRET);
    expect(inputs(text)).toEqual(shown);
  });

  it('to a form', async () => {
    const text = await post(
      app,
      '/sessions',
      `name=x&password=${SECRET}`,
      'application/x-www-form-urlencoded',
    );
    expect(inputs(text)).toEqual(['"x"', MASK]);
  });

  it('that a handler makes of an issue', async () => {
    expect(await post(app, '/try', JSON.stringify({ password: SECRET }))).toBe(
      `{"detail":{"received":${MASK}}}`,
    );
  });

  it('about the other parts of a request', async () => {
    const headers = {
      Authorization: SECRET,
      'X-API-Key': SECRET,
      'X-Auth-Token': SECRET,
      'X-Other': 'shown',
      Cookie: `sid=${SECRET}`,
    };
    const url = `http://localhost/ask/${SECRET}?key=${SECRET}&plain=x`;
    const text = await (await app.fetch(new Request(url, { headers }))).text();
    expect(inputs(text)).toEqual([MASK, MASK, '"x"', MASK, MASK, MASK, '"shown"', MASK]);
    const missing = await (await app.fetch(new Request('http://localhost/ask/x'))).text();
    expect(inputs(missing).slice(1)).toEqual(Array(7).fill('null'));
  });

  it('in its own form, too', async () => {
    const own = createApp(
      { title: 'Secrets', version: '1', endpoints: { signUp: endpoints.signUp } },
      { signUp: ok },
      { errors: { status: 400, body: unknown(), write: (issues) => issues } },
    );
    const text = await post(own, '/users', JSON.stringify({ user: { password: SECRET } }));
    expect(text).toContain(MASK);
    expect(text).not.toContain(SECRET);
  });
});

describe.each(['schema', 'fastapi', 'strict'] as const)('an error of a document, read as %s', (values) => {
  const schemas = {
    Password: { type: 'string', format: 'password', minLength: 9 },
    User: {
      type: 'object',
      required: ['name', 'password', 'n'],
      properties: {
        name: { type: 'string' },
        n: { type: 'integer' },
        password: { $ref: '#/components/schemas/Password' },
        pins: { type: 'array', items: { anyOf: [{ type: 'integer', writeOnly: true }] } },
        next: { $ref: '#/components/schemas/User' },
      },
      additionalProperties: { type: 'object', properties: { code: { type: 'integer', writeOnly: true } } },
    },
  };
  const responses = { 200: { description: '' } };
  const jsonBody = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
  const key = {
    name: 'key',
    in: 'query',
    required: true,
    schema: { type: 'string', format: 'password', minLength: 9 },
  };
  const document = documentOf(
    {
      '/users': { post: { requestBody: jsonBody({ $ref: '#/components/schemas/User' }), responses } },
      '/secret': { post: { requestBody: jsonBody({ $ref: '#/components/schemas/Password' }), responses } },
      '/key': { get: { parameters: [key], responses } },
    },
    { schemas },
  );
  const app = fromDocument(document, { values });

  it('of a list in a circle of schemas of which one is secret', async () => {
    const A = { anyOf: [{ $ref: '#/components/schemas/B' }, { type: 'string', format: 'password' }] };
    const B = { type: 'array', items: { $ref: '#/components/schemas/A' } };
    const schema = { type: 'object', properties: { b: { $ref: '#/components/schemas/B' } } };
    const paths = { '/users': { post: { requestBody: jsonBody(schema), responses } } };
    const circle = fromDocument(documentOf(paths, { schemas: { A, B } }), { values });
    const text = await post(circle, '/users', JSON.stringify({ b: SECRET }));
    expect(text).toContain(MASK);
    expect(text).not.toContain(SECRET);
  });

  const hush = { type: 'string', format: 'password', minLength: 9 };
  it.each<[where: string, schema: object, body: object, hidden: readonly string[]]>([
    ['a property', { properties: { a: hush, b: { type: 'integer' } } }, { a: SECRET, b: 'seen' }, ['a']],
    [
      'what is only written',
      { properties: { a: { type: 'integer', writeOnly: true }, b: { type: 'integer', writeOnly: false } } },
      { a: SECRET, b: 'seen' },
      ['a'],
    ],
    ['an allOf', { properties: { a: { allOf: [{ minLength: 9 }, hush] } } }, { a: SECRET }, ['a']],
    ['an anyOf', { properties: { a: { anyOf: [hush, { type: 'null' }] } } }, { a: SECRET }, ['a']],
    ['a oneOf', { properties: { a: { oneOf: [{ type: 'null' }, hush] } } }, { a: SECRET }, ['a']],
    ['the items of a list', { properties: { a: { type: 'array', items: hush } } }, { a: [SECRET] }, ['a']],
    [
      'a map',
      { properties: { a: { type: 'object', additionalProperties: hush } } },
      { a: { x: SECRET } },
      ['a'],
    ],
    [
      'a property of one of the names of others',
      { properties: { a: { type: 'integer' } }, patternProperties: { '^x': { properties: { b: hush } } } },
      { a: 'seen', xy: { b: SECRET } },
      ['b'],
    ],
    ['a schema beside one that is true', { properties: { a: hush, c: true } }, { a: SECRET, c: 'x' }, ['a']],
  ])('hides secrets in %s, and nothing else', async (_, schema, body, hidden) => {
    const whole = { type: 'object', required: ['missing'], ...schema };
    const paths = { '/users': { post: { requestBody: jsonBody(whole), responses } } };
    const text = await post(fromDocument(documentOf(paths), { values }), '/users', JSON.stringify(body));
    expect(text).not.toContain(SECRET);
    expect(text.includes('seen')).toBe(JSON.stringify(body).includes('seen'));
    expect(hidden.every((name) => text.includes(`"${name}"`))).toBe(true);
  });

  it.each<[path: string, body: unknown]>([
    ['/users', { password: SECRET, pins: [SECRET], more: { code: SECRET }, next: { password: SECRET } }],
    ['/secret', SECRET],
  ])('of %s', async (path, body) => {
    const text = await post(app, path, JSON.stringify(body));
    expect(text).toContain(MASK);
    expect(text).not.toContain(SECRET);
  });

  it('of a query', async () => {
    const text = await (await app.fetch(new Request(`http://localhost/key?key=${SECRET}`))).text();
    expect(inputs(text)).toEqual([MASK]);
  });
});
