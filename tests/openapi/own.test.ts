import { STATUS_CODES } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { apiKey } from '../../src/contract/credential.ts';
import { type Endpoint, endpoint, form } from '../../src/contract/endpoint.ts';
import { wrong } from '../../src/errors/issue.ts';
import { described } from '../../src/fields/described.ts';
import { type Field, field } from '../../src/fields/field.ts';
import { file } from '../../src/fields/file.ts';
import { list } from '../../src/fields/list.ts';
import { integer } from '../../src/fields/number.ts';
import { object } from '../../src/fields/object.ts';
import { optional, unlessBlank } from '../../src/fields/optional.ts';
import { text } from '../../src/fields/text.ts';
import type { AppOptions } from '../../src/options.ts';

/** The documents of apps. */

const Lamp = object({ name: text(), watts: optional(integer({ min: 1 }), 40) }, { name: 'Lamp' });
const reply = { status: 200, body: Lamp } as const;
const postLamp = endpoint({ method: 'POST', path: '/lamps', summary: 'Add a lamp', body: Lamp, reply });

type Row = { readonly [Key in keyof Endpoint]?: Endpoint[Key] };

async function documentOf(row: Row, options: AppOptions = {}): Promise<Described> {
  const endpoints: Readonly<Record<string, Endpoint>> = { postLamp: { ...postLamp, ...row } };
  const app = createApp({ title: 'Lamps', version: '1', endpoints }, { postLamp: () => undefined }, options);
  const path = `${options.basePath ?? ''}/openapi.json`;
  return JSON.parse(await (await app.fetch(new Request(`http://lamps.test${path}`))).text());
}

/** Fetched as by a client. */
type Described = ReturnType<typeof JSON.parse>;

const typesOf = ({ components }: Described) => components.schemas.ValidationError.properties.type;

describe('the document of a service', () => {
  it('has the base path for its server', async () => {
    expect((await documentOf({}, { basePath: '/api' })).servers).toEqual([{ url: '/api' }]);
  });

  it.each([200, 201, 202, 203, 204, 206, 207, 208, 226] as const)(
    'describes a reply with %d',
    async (status) => {
      const { responses } = (await documentOf({ reply: status === 204 ? { status } : { ...reply, status } }))
        .paths['/lamps'].post;
      expect(responses[status].description).toBe(STATUS_CODES[status]);
    },
  );

  it('has the headers of a reply, and the cookies of a request', async () => {
    const row = {
      cookies: { theme: text() },
      reply: { ...reply, headers: { Location: text() } },
      examples: [{ title: 'A lamp', body: { name: 'a' }, status: 200 }],
    };
    const { post } = (await documentOf(row)).paths['/lamps'];
    expect(post.parameters).toEqual([
      { name: 'theme', in: 'cookie', required: true, schema: { type: 'string' } },
    ]);
    expect(post.responses[200].headers).toEqual({ Location: { schema: { type: 'string' } } });
  });

  it('has two names for a kind that differs between input and output', async () => {
    const { components, paths } = await documentOf({});
    const { requestBody, responses } = paths['/lamps'].post;
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Lamp' });
    expect(responses[200].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/LampOutput',
    });
    expect(components.schemas.Lamp.properties.watts).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 40,
    });
  });

  it('makes valid names for references', async () => {
    const { components } = await documentOf({ body: object({ a: text() }, { name: 'List<Lamp>' }) });
    expect(Object.keys(components.schemas)).toContain('List_Lamp_');
  });

  it('shares the schema of entries where all endpoints have the same', async () => {
    const document = await documentOf({});
    expect(document.paths['/lamps'].post.responses[422].content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/HTTPValidationError',
    });
    expect(typesOf(document).enum).toContain('model_attributes_type');
  });

  it.each<[string, Field<unknown>]>([
    [
      'a kind of which there are no samples',
      field({ parse: refuseOdd, write: String, describe: () => ({}) }),
    ],
    ['a bound beyond all samples', text({ maxLength: 20_000 })],
  ])('lists no types of entries with %s', async (_, kind) => {
    expect(typesOf(await documentOf({ body: object({ kind }) }))).toEqual({ type: 'string' });
  });

  it('shows examples that fit its schemas', async () => {
    const { paths } = await documentOf({
      query: { ids: list(integer()), sort: unlessBlank(text(), 'name'), limit: unlessBlank(integer()) },
      examples: [{ title: 'One', query: { ids: '1', sort: 'watts', limit: '' }, status: 200 }],
    });
    const [ids, sort, limit] = paths['/lamps'].post.parameters;
    expect(ids.examples.one.value).toEqual([1]);
    expect(sort).toMatchObject({ schema: { default: 'name' }, examples: { one: { value: 'watts' } } });
    expect(limit.schema).not.toHaveProperty('default');
  });

  it('leaves out examples with converted lists and objects', async () => {
    const body = object({ sizes: list(integer()), base: object({ watts: integer() }), note: text() });
    const [plain, converted, deep] = [[1], ['1'], [1]];
    const examples = [
      { title: 'Plain', body: { sizes: plain, base: { watts: 1 }, note: '', more: 1 }, status: 200 },
      { title: 'In a list', body: { sizes: converted, base: { watts: 1 }, note: '' }, status: 200 },
      { title: 'In an object', body: { sizes: deep, base: { watts: '1' }, note: '' }, status: 200 },
    ];
    const { paths } = await documentOf({ body, examples });
    const content = paths['/lamps'].post.requestBody.content['application/json'];
    expect(Object.keys(content.examples)).toEqual(['plain']);
    expect(Object.keys(content['x-more-examples'])).toEqual(['in-a-list', 'in-an-object']);
  });

  it.each([true, false])('says whether a form may be left out: %j', async (isOptional) => {
    const { paths } = await documentOf({ body: { form: { name: text() }, isOptional } });
    expect(paths['/lamps'].post.requestBody.required).toBe(!isOptional);
  });

  it('has the words about fields, and those about a parameter beside its schema too', async () => {
    const watts = described(integer({ min: 1 }), { description: 'In watts.', example: 40, deprecated: true });
    const change = { query: { watts, plain: integer() }, body: object({ watts }) };
    const { paths } = await documentOf(change);
    const { parameters, requestBody } = paths['/lamps'].post;
    const words = { description: 'In watts.', deprecated: true };
    expect(parameters[0]).toMatchObject({ name: 'watts', ...words, schema: { ...words, examples: [40] } });
    expect(Object.keys(parameters[1])).toEqual(['name', 'in', 'required', 'schema']);
    const { properties } = requestBody.content['application/json'].schema;
    expect(properties.watts).toMatchObject({ ...words, examples: [40], minimum: 1 });
  });

  it('has no example of a file', async () => {
    const examples = [{ title: 'A file', body: { file: 'x' }, status: 200 }];
    const { paths } = await documentOf({ body: form({ file: file() }), examples });
    const { 'multipart/form-data': content } = paths['/lamps'].post.requestBody.content;
    expect(content).not.toHaveProperty('examples');
    expect(content.schema.properties.file.format).toBe('binary');
  });

  it('has no examples of credentials where there are none', async () => {
    const { paths } = await documentOf({ credential: apiKey({ in: 'header', name: 'X-Key', check: 'any' }) });
    expect(paths['/lamps'].post['x-credential-examples']).toEqual({});
  });

  it('describes tags that have a description', async () => {
    const tags = ['Lamps', { name: 'Other', description: 'Other things.' }, 'Unused'];
    const endpoints = {
      postLamp: { ...postLamp, tag: 'Other' },
      addLamp: { ...postLamp, path: '/more', tag: 'Lamps' },
    } as const;
    const handlers = { postLamp: () => lamp, addLamp: () => lamp };
    const app = createApp({ title: 'Lamps', version: '1', tags, endpoints }, handlers);
    const response = await app.fetch(new Request('http://lamps.test/openapi.json'));
    expect(JSON.parse(await response.text()).tags).toEqual([
      { name: 'Lamps' },
      { name: 'Other', description: 'Other things.' },
    ]);
  });
});

describe('the document of 3.0', () => {
  it.each<[AppOptions['routes'], status: number]>([
    [{}, 200],
    [{ openapi30: false }, 404],
    [{ openapi: false }, 404],
    [{ openapi: false, openapi30: '/openapi-3.0.json' }, 200],
  ])('is served or not with the routes %j', async (routes, status) => {
    const contract = { title: 'Lamps', version: '1', endpoints: { postLamp } };
    const app = createApp(contract, { postLamp: () => lamp }, { routes: { ...routes } });
    expect((await app.fetch(new Request('http://lamps.test/openapi-3.0.json'))).status).toBe(status);
  });
});

const lamp = { name: 'Lamp', watts: 40 };

function refuseOdd(raw: unknown) {
  return raw === 'odd' ? wrong('hex', raw) : raw;
}
