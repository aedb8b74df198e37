import { describe, expect, it } from 'vitest';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { type InjectedReply, type InjectedRequest, inject } from '../../src/http/inject.ts';
import { MAX_TOLD } from '../../src/http/lenient.ts';
import { pairsOf } from '../../src/http/reply.ts';
import { documentOf } from './_document.ts';

/** Documents that are served without refusing invalid requests. */

const lamp = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 2, example: 'Desk' },
    watts: { type: 'integer', maximum: 100, example: 40 },
    password: { type: 'string', writeOnly: true, minLength: 8 },
  },
};
const content = { 'application/json': { schema: lamp } };
const form = { 'application/x-www-form-urlencoded': { schema: lamp } };
const responses = { 201: { description: 'x', content } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const document = {
  ...documentOf(
    {
      '/lamps': {
        post: { requestBody: { required: true, content }, responses },
        get: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 9 } }],
          responses: {
            200: {
              description: 'x',
              content: {
                'application/json': {
                  schema: { type: 'array', items: lamp },
                  examples: { few: { value: [] }, one: { value: [{ name: 'Hall' }] } },
                },
              },
            },
            404: { description: 'x', content: { 'application/json': { example: 'gone' } } },
          },
        },
      },
      '/lamps/{id}': { get: { parameters: [id], responses: { 200: { description: 'x', content } } } },
      '/forms': { post: { requestBody: { required: true, content: form }, responses } },
      '/both': { post: { requestBody: { required: true, content: { ...content, ...form } }, responses } },
      '/secret': { post: { security: [{ token: [] }], requestBody: { content }, responses } },
      '/secret/lamps': { get: { security: [{ token: [] }], responses: { 204: { description: 'x' } } } },
    },
    { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  ),
};

interface Answered extends InjectedReply {
  /** What the reply says was wrong. */
  readonly told: string | undefined;
  /** The lines of the log. */
  readonly lines: readonly string[];
}

const json = { 'content-type': 'application/json' };

function send(
  [method = '', target = '']: readonly string[],
  { body, headers = {} }: Partial<InjectedRequest> = {},
  options: DocumentOptions = { validate: 'warn' },
): Answered {
  const lines: string[] = [];
  const core = fromDocument(document, options)[hosting].build({
    log: (level, { endpoint }, message) => lines.push(`${level} ${endpoint} ${message}`),
  });
  const length = body === undefined ? {} : { 'content-length': String(body.length) };
  const reply = inject(core, { method, target, headers: { ...length, ...headers }, body });
  const told = pairsOf(reply.headers).find(([name]) => name === 'Validation-Errors')?.[1];
  return { ...reply, told, lines };
}

const post = (path: string, body: string, headers: Record<string, string> = json) =>
  send(['POST', path], { body, headers });

describe('a document whose requests are only warned about', () => {
  it('answers a valid request as usual', () => {
    expect(post('/lamps', '{"name":"Hall"}')).toMatchObject({
      status: 201,
      body: '{"name":"Hall","watts":40}',
      told: undefined,
      lines: [],
    });
  });

  it('answers an invalid one likewise, and says once what is wrong, in a header and in the log', () => {
    const told = 'body/name must have at least 2 characters, body/watts must be at most 100';
    expect(post('/lamps', '{"name":"H","watts":101}')).toMatchObject({
      status: 201,
      body: '{"name":"Desk","watts":40}',
      told,
      lines: [`warn POST /lamps An invalid request was answered: ${told}`],
    });
    expect(post('/lamps', '{"name":"Hall","watts":101}').body).toBe('{"name":"Hall","watts":40}');
  });

  it.each([
    ['a parameter', 'GET /lamps?limit=10', {}, 200, 'query/limit must be at most 9'],
    ['a path', 'GET /lamps/x', {}, 200, 'id'],
    ['an unreadable path', 'GET /lamps/%zz', {}, 200, 'The path must have id in percent-encoded UTF-8'],
    ['no body', 'POST /lamps', {}, 201, 'Field required'],
    ['malformed JSON', 'POST /lamps', { body: '{', headers: json }, 201, 'Malformed JSON at line 1'],
    [
      'another content type',
      'POST /lamps',
      { body: '{"name":"Hall"}', headers: { 'content-type': 'text/plain' } },
      201,
      'The content type of the body must be application/json',
    ],
    [
      'an encoded body',
      'POST /lamps',
      { body: '{"name":"Hall"}', headers: { ...json, 'content-encoding': 'gzip' } },
      201,
      'The body must be sent without a content encoding',
    ],
    [
      'a form of another type',
      'POST /forms',
      { body: 'name=Hall', headers: json },
      201,
      'The content type of the body must be multipart/form-data or application/x-www-form-urlencoded',
    ],
    ['no token', 'GET /secret/lamps', {}, 204, 'Not authenticated'],
  ])('says that it got %s', (_, request, sent, status, words) => {
    const reply = send(request.split(' '), sent);
    expect(reply).toMatchObject({ status, lines: [expect.stringContaining(words)] });
    expect(reply.lines[0]).toContain(reply.told);
  });

  it('repeats what is valid of a request that is not', () => {
    expect(post('/lamps', '{"name":"Hall"}', { 'content-type': 'text/plain' }).body).toContain('Hall');
    expect(post('/secret', '{"name":"Hall"}')).toMatchObject({
      told: 'Not authenticated',
      body: '{"name":"Hall","watts":40}',
    });
    expect(post('/secret', '{"name":"Hall","watts":101}').told).toBe(
      'Not authenticated, body/watts must be at most 100',
    );
    const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const path of ['/forms', '/both'])
      expect(post(path, 'name=Hall&watts=x', urlencoded)).toMatchObject({
        body: '{"name":"Hall","watts":40}',
        told: 'body/watts must be an integer',
      });
  });

  it('reads a body without a type as the first that is declared', () => {
    expect(post('/both', '{"name":"Hall","watts":101}', {})).toMatchObject({
      body: '{"name":"Hall","watts":40}',
      told: 'body/watts must be at most 100',
    });
  });

  it('does not complain about the type of a body that is not there', () => {
    const reply = send(['POST', '/secret'], {
      headers: { 'content-type': 'text/plain', authorization: 'Bearer x' },
    });
    expect(reply).toMatchObject({ status: 201, told: undefined });
  });

  it('reads a body whose length was not sent before', () => {
    const headers = { 'content-type': 'text/plain', 'content-length': '0' };
    expect(post('/lamps', '{"name":"Hall"}', headers)).toMatchObject({
      body: '{"name":"Hall","watts":40}',
      told: 'The content type of the body must be application/json',
    });
  });

  it('still refuses what can’t be answered', () => {
    const limits = { body: 10 };
    const big = { body: '{"name":"a name that is long"}', headers: json };
    expect(send(['POST', '/lamps'], big, { validate: 'warn', limits }).status).toBe(413);
    const chunked = { ...big, headers: { ...json, 'content-length': '0' } };
    expect(send(['POST', '/lamps'], chunked, { validate: 'warn', limits }).status).toBe(413);
    expect(send(['GET', '/nowhere']).status).toBe(404);
    expect(send(['PUT', '/lamps']).status).toBe(405);
    const reply = send(['GET', '/lamps?limit=10'], { headers: { accept: 'image/png' } });
    expect(reply).toMatchObject({ status: 406, told: 'query/limit must be at most 9' });
  });

  it('says what is wrong beside a reply that was chosen', () => {
    const told = 'query/limit must be at most 9';
    for (const query of ['__example=one', '__code=404', '__seed=1', '__code=200'])
      expect(send(['GET', `/lamps?limit=10&${query}`])).toMatchObject({ told, lines: [expect.anything()] });
    expect(send(['GET', '/lamps?limit=10&__example=one']).body).toBe('[{"name":"Hall"}]');
    expect(send(['GET', '/lamps?limit=9&__example=one']).told).toBeUndefined();
  });

  it('says it in a few plain characters, whatever was sent', () => {
    const names = ['a\r\nb', 'ü', '\u001b[31m', `${'x'.repeat(1000)}`];
    const wrong = Object.fromEntries(names.map((name) => [name, 1]));
    const { told = '', lines } = post('/lamps', JSON.stringify({ name: 'Hall', ...wrong }));
    expect(told).toMatch(/^[ -~]*\.\.\.$/);
    expect(told.length).toBe(MAX_TOLD);
    expect(told).toContain('body/a%0D%0Ab');
    expect(lines[0]).toMatch(/^[ -~]*$/);
  });

  it('says nothing of a secret', () => {
    const { told, lines } = post('/lamps', '{"name":"Hall","password":"secret!"}');
    expect(told).toContain('password');
    expect(String(told) + lines).not.toContain('secret!');
  });

  it('keeps what it was sent in a memory', async () => {
    const { contract: _, ...app } = fromDocument(document, { validate: 'off', remember: true });
    const sent = { method: 'POST', headers: json, body: '{"name":"H","watts":101}' };
    await app.fetch(new Request('http://localhost/lamps', sent));
    const listed = await app.fetch(new Request('http://localhost/lamps?limit=10'));
    expect(await listed.json()).toEqual([{ name: 'H', watts: 101 }]);
    expect((await app.fetch(new Request('http://localhost/lamps/7'))).status).toBe(404);
  });
});

describe('a document whose requests are not validated', () => {
  it('answers without a word', () => {
    const reply = send(['POST', '/secret'], { body: '{"name":7}', headers: json }, { validate: 'off' });
    expect(reply).toMatchObject({ status: 201, told: undefined, lines: [] });
  });

  it('is none by default', () => {
    for (const options of [{}, { validate: 'on' }] as const)
      expect(send(['GET', '/lamps?limit=10'], {}, options)).toMatchObject({ status: 422, lines: [] });
  });

  it('is not chosen by another word', () => {
    expect(() => fromDocument(document, { validate: 'maybe' as never })).toThrow('validate');
  });
});
