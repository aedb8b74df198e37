import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';

/** What the reference says of a document: its text, without markup. */

const schemas = {
  Lamp: { type: 'object', description: 'A *lamp*.', properties: { watt: { type: 'integer' } } },
  Watt: { type: 'integer' },
};
const schemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'Ask for one.' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'digest' },
  token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  login: {
    type: 'oauth2',
    flows: {
      implicit: { authorizationUrl: 'https://a.example/in', scopes: { read: 'To *read*.' } },
      password: { tokenUrl: '/token' },
      broken: 'yes',
    },
  },
  open: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/open' },
  certificate: { type: 'mutualTLS' },
};
const done = { 204: { description: 'Done.' } };

/** A page about a service with one operation. */
async function pageOf(operation: object, others: object = {}, target = '/docs'): Promise<string> {
  const app = fromDocument({
    openapi: '3.1.0',
    info: { title: 'Lamps', version: '1' },
    paths: { '/lamps': { post: { operationId: 'add', summary: 'Adds.', responses: done, ...operation } } },
    components: { schemas, securitySchemes: schemes },
    ...others,
  });
  return (await app.fetch(new Request(`http://a${target}`))).text();
}

/** The text of such a page. */
async function seen(...page: Parameters<typeof pageOf>): Promise<string> {
  return textOf(await pageOf(...page));
}

function textOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
}

it('says how many ways to be authorized are left out of a page that would be too long', async () => {
  const names = Array.from({ length: 1000 }, (_, at) => `key${at}`.padEnd(10_000, '-'));
  const components = { securitySchemes: Object.fromEntries(names.map((name) => [name, schemes.key])) };
  const others = { components, security: names.map((name) => ({ [name]: [] })) };
  const text = await seen({}, others, '/docs?operation=add');
  expect(text).toMatch(/One of these: key0-.* key800-.* \d+ more, left out here/);
  expect(text).not.toContain('key999-');
});

const parameter = (others: object) => ({ parameters: [{ name: 'a', in: 'query', ...others }] });
const body = (media: object) => ({ requestBody: { content: { 'application/json': media } } });
const replyWith = (media: unknown) => ({
  responses: { 200: { description: 'Done.', content: { 'text/plain': media } } },
});

it.each([
  ['its summary', {}, 'Adds. POST /lamps'],
  ['its id if the summary is blank', { summary: ' ' }, 'add POST /lamps'],
  ['its method and path, once, if it has neither', { summary: '', operationId: undefined }, 'POST /lamps'],
])('an operation is listed by %s', async (_, operation, text) => {
  const [, entry = ''] = /<li>(<a [^>]*data-name.*?)<\/li>/.exec(await pageOf(operation)) ?? [];
  expect(textOf(entry)).toBe(text);
});

it('the beginning of a long example is shown', async () => {
  const example = Array.from({ length: 9000 }, (_, at) => [at, true]);
  const shown = `${JSON.stringify(example, null, 2).slice(0, 3997)}…`;
  expect(textOf(await pageOf(body({ example })))).toContain(shown.replace(/\s+/g, ' '));
});

describe('an operation', () => {
  it.each<[operation: object, text: string]>([
    [{ deprecated: true }, 'POST /lamps deprecated'],
    [{ externalDocs: { url: 'https://a.example/' } }, 'https://a.example/'],
    [{ externalDocs: { url: 'https://a.example/', description: 'All of it' } }, 'All of it'],
    [{ security: [{ key: [] }] }, 'key a key in the header X-Key Ask for one.'],
    [
      { security: [{ basic: [], digest: [] }] },
      'basic a user name and a password (HTTP Basic) and digest HTTP digest',
    ],
    [{ security: [{ token: [] }] }, 'Authorization token a bearer token (JWT)'],
    [
      { security: [{ token: [] }, { key: [] }] },
      'Authorization One of these: token a bearer token (JWT) key a key',
    ],
    [{ security: [{ token: [] }, {}] }, 'Authorization optional token a bearer token'],
    [{ security: [{ certificate: [] }] }, 'certificate a client certificate (mutual TLS)'],
    [{ security: [{ login: ['read', 'write'] }] }, 'login a bearer token (OAuth 2) with read, write'],
    [{ security: [{ open: [] }] }, 'open a bearer token (OpenID Connect)'],
    [
      { security: [{ open: 'all', gone: [] }] },
      'open a bearer token (OpenID Connect) and gone a bearer token',
    ],
    [
      parameter({ content: { 'application/json': { schema: { type: 'integer' } } } }),
      'Parameters a an integer in query',
    ],
    [parameter({ schema: { type: 'integer' }, deprecated: true }), 'a an integer in query deprecated'],
    [parameter({ schema: { type: 'integer' }, example: 7 }), 'Example 7'],
    [body({ schema: { type: 'integer' }, example: 7 }), 'an integer Example 7'],
    [
      body({ schema: { type: 'string' }, examples: { a: { value: 'b' }, c: { value: 'd' } } }),
      '2 examples a b c d',
    ],
    [body({ example: 'a'.repeat(5000) }), `${'a'.repeat(3997)}… `],
    [replyWith(true), 'text/plain any value'],
    [body({ examples: { a: { value: undefined } } }), 'any value Example'],
    [parameter({ content: { 'application/json': true } }), 'a any value in query'],
    [parameter({ schema: {}, description: 'The *first*.' }), 'a any value in query The first.'],
    [
      body({ examples: { a: { summary: 'Small', description: 'The *smallest*.', value: 1 } } }),
      'Example Small The smallest. 1',
    ],
    [
      {
        responses: {
          204: {
            description: 'Done.',
            links: {
              next: {
                operationId: 'add',
                parameters: { at: '$response.body#/id' },
                description: 'Adds *more*.',
              },
              other: { operationRef: './other.json#/paths' },
            },
          },
        },
      },
      'Links next add at: $response.body#/id Adds more. other ./other.json#/paths',
    ],
    [{ requestBody: { required: true, content: {} } }, 'Body required'],
    [
      {
        requestBody: {
          content: {
            'application/json': { schema: { type: 'integer' }, example: 1 },
            'text/plain': { schema: { type: 'integer' }, example: 2 },
            'text/csv': { schema: { type: 'string' } },
          },
        },
      },
      'application/json or text/plain an integer 2 examples 1 2 text/csv text',
    ],
    [{ responses: { '4XX': { description: 'No.' } } }, '4XX any status from 400 to 499 No.'],
    [{ servers: [{ url: 'https://a.example' }] }, 'Server https://a.example'],
    [
      {
        callbacks: {
          lit: {
            '{$request.body#/url}': {
              summary: 'Not a method',
              post: { summary: 'It is *lit*.', ...body({ schema: { $ref: '#/components/schemas/Lamp' } }) },
            },
          },
        },
      },
      'Callback lit: POST {$request.body#/url} It is lit. application/json Lamp A lamp. watt an integer',
    ],
    [{ responses: { 404: { description: 'None.' } } }, '404 Not Found None. No body.'],
    [{ responses: { 404: { description: 'None.\n\nOr *gone*.' } } }, '404 Not Found None. Or gone. No body.'],
    [{ responses: { default: { description: '' } } }, 'default any other status No body.'],
    [
      {
        responses: { 204: { description: 'Done.', headers: { 'X-Left': { schema: { type: 'integer' } } } } },
      },
      'Headers X-Left an integer',
    ],
  ])('%j is said to be %j', async (operation, text) => {
    expect(await seen(operation)).toContain(text);
  });

  it('without more documentation has no link to it', async () => {
    expect(await seen({ externalDocs: { description: 'All of it' } })).not.toContain('All of it');
  });
});

it('a service without pages has no files for them', async () => {
  const info = { title: 'Lamps', version: '1' };
  const document = { openapi: '3.1.0', info, paths: { '/lamps': { get: { responses: done } } } };
  const app = fromDocument(document, { routes: { docs: false, errors: false } });
  const statusOf = async (path: string) => (await app.fetch(new Request(`http://a${path}`))).status;
  expect(await Promise.all(['/openapi.json', '/docs', '/docs/page.css'].map(statusOf))).toEqual([
    200, 404, 404,
  ]);
});

describe('a document', () => {
  const about = (others: object) => ({ info: { title: 'Lamps', version: '1', ...others } });

  it.each<[others: object, text: string]>([
    [about({ contact: { email: 'a@b.example' } }), 'Contact a@b.example'],
    [about({ contact: { name: 'Ada', email: 'a@b.example' } }), 'Contact Ada'],
    [
      about({ contact: { name: 'Ada', url: 'https://a.example', email: 'a@b.example' } }),
      'Contact Ada, a@b.example',
    ],
    [about({ license: { name: 'Mine' } }), 'Licence Mine'],
    [about({ license: { identifier: 'MIT' } }), 'Licence MIT'],
    [about({ contact: {} }), 'Lamps'],
    [
      { servers: [{ url: 'https://a.example/', description: 'The real one' }] },
      'https://a.example/ The real one',
    ],
    [{ servers: [{ url: 'https://a.example/' }] }, 'Server https://a.example/'],
    [about({ description: 'All *lamps*.' }), 'All lamps.'],
    [about({ contact: { url: 'https://a.example/' } }), 'Contact https://a.example/'],
    [about({ license: { name: 'Mine', identifier: 'MIT' } }), 'Licence Mine'],
    [about({ termsOfService: 'https://a.example/' }), 'Terms of service https://a.example/'],
    [about({ summary: 'All *lamps*.', description: 'More.' }), 'All lamps. More.'],
    [
      {
        servers: [
          {
            url: 'https://{at}.a.example:{port}/',
            description: 'The *real* one.',
            variables: {
              at: { enum: ['eu', 'us'], default: 'us', description: 'Where it is.' },
              port: { default: '80' },
            },
          },
        ],
      },
      'https://{at}.a.example:{port}/ The real one. at eu, us (default) Where it is. port 80 (default)',
    ],
    [{ tags: [{ name: 'default', description: 'What *they* do.' }] }, 'What they do.'],
    [{}, 'key a key in the header X-Key Ask for one.'],
    [
      {},
      'login a bearer token (OAuth 2) implicit: authorizationUrl https://a.example/in read To read. password: tokenUrl /token',
    ],
    [{}, 'open a bearer token (OpenID Connect) https://a.example/open'],
    [{ paths: { '/café': { get: { responses: done } } } }, 'GET /café'],
  ])('%j is said to be %j', async (others, text) => {
    expect(await seen({}, others)).toContain(text);
  });
});

describe('the page of a webhook', () => {
  const lit = {
    summary: 'A lamp is *lit*',
    description: 'Sent **at once**.',
    deprecated: true,
    parameters: [{ name: 'X-Try', in: 'header', schema: { type: 'integer' } }],
    ...body({ schema: { $ref: '#/components/schemas/Lamp' } }),
    responses: done,
  };
  const webhooks = { lit: { post: lit }, 'gone/dark': { get: { responses: done } } };
  const security = [{ key: [] }];

  it.each([
    ['/docs', 'Webhooks A lamp is lit POST lit deprecated gone/dark GET gone/dark'],
    [
      '/docs?webhook=lit',
      'A lamp is lit POST lit deprecated Sent at once. Request Parameters X-Try an integer',
    ],
    ['/docs?webhook=lit', 'application/json Lamp A lamp. watt an integer Responses 204 No Content Done.'],
    ['/docs?webhook=gone%2Fdark', 'gone/dark GET gone/dark Request Takes nothing.'],
    ['/docs?webhook=nothing', 'There is no such part of the API'],
  ])('%s says %j', async (target, text) => {
    expect(await seen({}, { webhooks, security }, target)).toContain(text);
  });
});

describe('the page of a model', () => {
  it.each([
    ['Lamp', 'Lamp an object A lamp. watt an integer'],
    ['Watt', 'Watt an integer'],
    ['Nothing', 'There is no such part of the API'],
  ])('%s says %j', async (name, text) => {
    expect(await seen({}, {}, `/docs?model=${name}`)).toContain(text);
  });
});
