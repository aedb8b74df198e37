import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldErrors } from '../../src/client/index.ts';
import { labelled } from '../../src/errors/bodies/reasons.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { createNodeServer } from '../../src/hosts/node/server/server.ts';
import { hosting } from '../../src/http/hosting.ts';
import {
  type Declared,
  documentOf,
  formats,
  type Json,
  list,
  narrow,
  object,
  response,
  text,
  texts,
  whole,
} from './_error-formats.ts';

/** Errors as the operations of a document declare them. */

interface Sent {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly body: string;
}

const INVALID = '{"age":150,"address":{"zip":5}}';

async function send(
  document: Json,
  init: RequestInit = {},
  target = '/people/1',
  options: Pick<DocumentOptions, 'errors' | 'faults' | 'values'> = {},
): Promise<Sent> {
  const app = fromDocument(document, options);
  const headers = { 'content-type': 'application/json', ...init.headers };
  const request = new Request(`http://people.test${target}`, {
    method: 'POST',
    body: INVALID,
    ...init,
    headers,
  });
  const reply = await app.fetch(request);
  return {
    status: reply.status,
    type: reply.headers.get('content-type'),
    headers: reply.headers,
    body: await reply.text(),
  };
}

function read(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function mistakesIn(value: unknown, { type = '', schema }: Declared): unknown {
  if (type === 'text/plain') return typeof value === 'string' ? null : 'not a text';
  const validate = ajv.compile(Object(schema));
  return validate(value) ? null : validate.errors;
}

describe('an error has the form that is declared, and tells what is wrong', () => {
  it.each(Object.entries(formats))('%s', async (_, declared) => {
    const { status, type, body } = await send(documentOf({ 422: response(declared) }));
    expect([status, type]).toEqual([422, declared.type ?? 'application/json']);
    const value = read(body);
    expect(mistakesIn(value, declared)).toBe(null);
    const errors = fieldErrors(value);
    expect(Object.keys(errors).sort()).toEqual(['address.zip', 'age', 'name']);
    expect(body).toMatch(/[Mm]ust be at most 120|invalid/);
    expect(body).not.toContain('email');
    expect(body).not.toContain('title must');
  });

  it.each(Object.entries(narrow))('%s, of the first value', async (_, declared) => {
    const { body } = await send(documentOf({ 422: response(declared) }));
    const value = read(body);
    expect(mistakesIn(value, declared)).toBe(null);
    expect(fieldErrors(value)).toEqual({ age: ['Must be at most 120'] });
  });

  it.each(Object.entries(formats))('%s, of parameters', async (_, declared) => {
    const { body } = await send(
      documentOf({ 422: response(declared) }),
      { body: '{"name":"x"}' },
      '/people/1?page=0',
    );
    const value = read(body);
    expect(mistakesIn(value, declared)).toBe(null);
    expect(Object.keys(fieldErrors(value))).toEqual(['page']);
  });

  it.each(Object.entries(formats))('%s, of malformed JSON', async (_, declared) => {
    const { status, body } = await send(documentOf({ 422: response(declared) }), { body: '{' });
    const value = read(body);
    expect(status).toBe(422);
    expect(mistakesIn(value, declared)).toBe(null);
    expect(Object.keys(fieldErrors(value))).toEqual(['']);
    expect(body).toMatch(/Malformed JSON|invalid/);
  });

  it.each(Object.entries(formats))('%s, without a credential', async (_, declared) => {
    const secured = {
      ...documentOf({ 401: response(declared) }, { security: [{ token: [] }] }),
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    };
    const { status, headers, body } = await send(secured, { body: '{"name":"x"}' });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(mistakesIn(read(body), declared)).toBe(null);
    expect(body).toMatch(/Not authenticated|Unauthorized|unauthorized/);
    expect(Object.keys(fieldErrors(read(body)))).toEqual(['']);
  });
});

const inList = ['age: must be at most 120'];
const byField = { age: 'Must be at most 120' };
const asEntries = [{ field: 'age', message: 'Must be at most 120' }];
const WHOLE = 'body/age must be at most 120';
const CODE = 'unprocessable_content';
const PHRASE = 'Unprocessable Content';

describe('a property of an error is written by its name and its type', () => {
  it.each<[type: string, schema: Json, rows: readonly (readonly [names: string, value: unknown])[]]>([
    [
      'a string',
      text,
      [
        ['status statusCode httpStatus httpStatusCode http_code statuses', '422'],
        ['errorCode code zip_code constraint rule tag type', CODE],
        ['detail error_message msg errorDescription summary faultstring text', WHOLE],
        ['error errors title reason issue', PHRASE],
        ['field fieldName field_path parameterName loc location target attribute argument', 'age'],
        ['pointer instancePath dataPath', '/age'],
        ['path instance', '/people/1'],
        [
          `codes source constraints details messages messageId titles reasons issues errorList in part locationType fields
            paths parameter header name key keys types input inputs value rejectedValue received attemptedValue values
            invalid violations`,
          'Example',
        ],
      ],
    ],
    [
      'an integer',
      whole,
      [
        ['status statusCode httpStatus httpStatusCode http_code errorCode code', 422],
        ['statuses codes xcode zip_code detail error title field path type value constraints', 12],
      ],
    ],
    [
      'a list',
      texts,
      [
        [
          `errorCode constraints detail details messages error_message error errors errorList title reason issue issues
            violations invalidParams nested modelState meta extra fault children`,
          inList,
        ],
        ['fields location field fieldName target keys members', ['age']],
        ['loc', ['body', 'age']],
        [
          `status code codes source constraint rule params titles reasons in pointer paths name header type value
            nonFieldErrors unionErrors innerErrors help`,
          ['Example'],
        ],
      ],
    ],
    [
      'a map',
      { type: 'object', additionalProperties: text },
      [
        [
          'errorCode constraints detail details messages error errors title issue fields meta extra fault nested modelState',
          byField,
        ],
        [
          'status code source rule params reasons field location keys type value nonFieldErrors unionErrors',
          {},
        ],
      ],
    ],
    [
      'true or false',
      { type: 'boolean' },
      [
        ['status statusCode success ok isValid succeeded is_successful', false],
        ['code error errors title okay valids field', true],
      ],
    ],
    [
      'of any type',
      {},
      [
        ['status', 422],
        ['errorCode code constraint rule type', CODE],
        ['detail error_message', WHOLE],
        ['error title reason issue', PHRASE],
        ['messages errors errorList issues violations invalidParams nested modelState', asEntries],
        ['field loc location target', 'age'],
        ['details meta extra fault codes source params fields paths name value success nonFieldErrors', null],
      ],
    ],
  ])('%s', async (_, schema, rows) => {
    for (const [names, value] of rows)
      for (const name of names.split(/\s+/)) {
        const declared = object({ message: text, [name]: schema }, { required: ['message', name] });
        const body = '{"name":"Ada","age":150}';
        const sent = await send(documentOf({ 422: response({ schema: declared }) }), { body });
        expect([name, JSON.parse(sent.body)[name]]).toEqual([name, value]);
      }
  });
});

it.each<[type: string, schema: Json, rows: readonly (readonly [names: string, value: unknown])[]]>([
  [
    'a string',
    text,
    [
      ['value rejectedValue invalidValue actualValue receivedValue received input', '150'],
      ['code rule tag constraint errorCode type', 'less_than_equal'],
      ['path loc parameterName key name', 'age'],
      ['location in part locationType', 'body'],
      ['pointer instancePath', '/age'],
      ['title reason error', 'Unprocessable Content'],
      ['inputs maxvalue values minInput receivedAt parts inner pathways codes', 'Example'],
    ],
  ],
  [
    'an integer',
    whole,
    [
      ['value rejectedValue received input', 150],
      ['status code', 422],
      ['maxvalue rule path', 12],
    ],
  ],
  [
    'a string or an integer',
    { oneOf: [text, whole] },
    [
      ['value', 150],
      ['code status', 422],
      ['detail', 'Must be at most 120'],
    ],
  ],
  [
    'a list',
    texts,
    [
      ['loc', ['body', 'age']],
      ['path keys fields', ['age']],
      ['source', ['age: must be at most 120']],
      ['datasource value', ['Example']],
    ],
  ],
])('a property of one of several errors is written by its name and its type: %s', async (_, schema, rows) => {
  for (const [names, value] of rows)
    for (const name of names.split(' ')) {
      const one = object(
        { field: text, message: text, [name]: schema },
        { required: ['field', 'message', name] },
      );
      const declared = object({ errors: list(one) }, { required: ['errors'] });
      const body = '{"name":"Ada","age":150}';
      const sent = await send(documentOf({ 422: response({ schema: declared }) }), { body });
      const [error] = JSON.parse(sent.body).errors;
      expect([name, error.field, error.message, error[name]]).toEqual([
        name,
        'age',
        'Must be at most 120',
        value,
      ]);
    }
});

const BAD = '{';
const bad = response({ schema: object({ code: whole, message: text }) });
const problem = response({ type: 'application/problem+json', schema: object({ title: text, detail: text }) });
const fastapi = response({ schema: { $ref: '#/components/schemas/HTTPValidationError' } });
const components = {
  schemas: {
    HTTPValidationError: object({ detail: list({ $ref: '#/components/schemas/ValidationError' }) }),
    ValidationError: object({ loc: list({}), msg: text, type: text }),
  },
};
const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';

describe('an invalid request gets the status that is declared first', () => {
  it.each<[what: string, responses: Json, body: string, status: number, type: string | null]>([
    ['422 before 400', { 400: problem, 422: bad }, INVALID, 422, JSON_TYPE],
    ['400 for malformed JSON', { 400: problem, 422: bad }, BAD, 400, PROBLEM_TYPE],
    ['422 for malformed JSON too', { 422: bad }, BAD, 422, JSON_TYPE],
    ['400 before 4XX', { '4XX': bad, 400: problem }, INVALID, 400, PROBLEM_TYPE],
    ['4XX before the default', { '4xx': problem, default: bad }, INVALID, 400, PROBLEM_TYPE],
    ['the default', { default: problem }, INVALID, 400, PROBLEM_TYPE],
    ['without a body', { 400: { description: 'Bad' } }, INVALID, 400, null],
    ['nothing for a bad request', { 404: problem, 500: bad }, INVALID, 422, JSON_TYPE],
  ])('%s', async (_, responses, body, status, type) => {
    const sent = await send(documentOf(responses), { body });
    expect([sent.status, sent.type]).toEqual([status, type]);
    expect(sent.body === '').toBe(type === null);
  });

  it('but not a default that is the success', async () => {
    const document = documentOf({});
    Object(document.paths)['/people/{id}'].post.responses = { default: bad };
    expect(JSON.parse((await send(document)).body)).toHaveProperty('detail');
  });

  it.each<[errors: DocumentOptions['errors'], responses: Json, status: number, property: string]>([
    ['auto', { 422: fastapi }, 422, 'input'],
    ['fastapi', { 422: bad }, 422, 'input'],
    ['document', { 422: fastapi }, 422, 'loc'],
    ['problem', { 400: bad }, 422, 'pointer'],
  ])('with the errors %s', async (errors, responses, status, property) => {
    const sent = await send({ ...documentOf(responses), components }, {}, '/people/1', { errors });
    expect(sent.status).toBe(status);
    const { detail, errors: entries = detail } = JSON.parse(sent.body);
    expect(entries[0]).toHaveProperty(property);
    expect('input' in entries[0]).toBe(property === 'input');
  });

  it('is told at start, for each format', () => {
    expect(fromDocument(documentOf({ 400: bad })).errors).toEqual({ document: 1, fastapi: 0, problem: 0 });
    expect(fromDocument(documentOf({})).errors).toEqual({ document: 0, fastapi: 1, problem: 0 });
    expect(fromDocument(documentOf({}), { errors: 'problem' }).errors.problem).toBe(1);
    expect(fromDocument(documentOf({}), { errors: 'fastapi' }).errors.fastapi).toBe(1);
    expect(fromDocument(documentOf({}), { errors: 'plain' }).errors.fastapi).toBe(0);
  });

  it('in a document of FastAPI too, if it is not in its format', async () => {
    const sent = await send({ ...documentOf({ 422: bad, 404: problem }), components });
    expect(JSON.parse(sent.body).code).toBe(422);
    const usual = await send({ ...documentOf({ 400: problem }), components });
    expect([usual.status, usual.type]).toEqual([422, JSON_TYPE]);
  });
});

describe('with faults, a request chooses among the declared errors', () => {
  const document = documentOf({ 422: bad, 400: problem, 409: bad });

  it.each<[prefer: string, faults: boolean, status: number, type: string]>([
    ['code=400', true, 400, PROBLEM_TYPE],
    ['code=409', true, 409, JSON_TYPE],
    ['code=400', false, 422, JSON_TYPE],
    ['code=200', true, 422, JSON_TYPE],
  ])('%s', async (prefer, faults, status, type) => {
    const sent = await send(document, { headers: { prefer } }, '/people/1', { faults });
    expect([sent.status, sent.type]).toEqual([status, type]);
    expect(sent.headers.get('preference-applied')).toBe(status === 422 ? null : prefer);
    expect(Object.keys(fieldErrors(JSON.parse(sent.body)))).toContain('age');
  });
});

describe('a refused request gets the declared headers', () => {
  const headers = {
    'X-Error-Id': { schema: text, example: 'e-42' },
    'Retry-After': { schema: whole },
    'X-Request-Id': { schema: text, example: 'ours' },
  };
  const schemes = { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };

  it.each<[status: number, body: string]>([
    [422, INVALID],
    [400, BAD],
  ])('%i', async (status, body) => {
    const sent = await send(documentOf({ [status]: { ...Object(bad), headers } }), { body });
    expect(sent.status).toBe(status);
    expect(sent.headers.get('x-error-id')).toBe('e-42');
    expect(sent.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(sent.headers.get('x-request-id')).not.toContain('ours');
  });

  it.each<[what: string, header: Json, expected: string]>([
    [
      'the example of the document',
      { schema: text, example: 'Bearer realm="people"' },
      'Bearer realm="people"',
    ],
    ['the scheme of the operation', { schema: text }, 'Token'],
  ])('and, for a 401, %s', async (_, header, expected) => {
    const scheme = { securitySchemes: { token: { type: 'http', scheme: 'token' } } };
    const responses = { 401: { ...Object(bad), headers: { 'WWW-Authenticate': header } } };
    const document = { ...documentOf(responses, { security: [{ token: [] }] }), components: scheme };
    const sent = await send(document);
    expect([sent.status, sent.headers.get('www-authenticate')]).toEqual([401, expected]);
  });

  it('without a body too', async () => {
    const document = documentOf({ 401: { description: 'No', headers } }, { security: [{ token: [] }] });
    const sent = await send({ ...document, components: schemes });
    expect([sent.status, sent.body, sent.type]).toEqual([401, '', null]);
    expect([sent.headers.get('x-error-id'), sent.headers.get('www-authenticate')]).toEqual([
      'e-42',
      'Bearer',
    ]);
  });
});

describe('Accept chooses the media type of an error', () => {
  const message = object({ message: text }, { xml: { name: 'error' } });
  const content = {
    'application/xml': { schema: message },
    'text/plain': { schema: text },
    'application/problem+json': { schema: object({ title: text, detail: text }) },
    'application/json': { schema: object({ code: whole, message: text }) },
  };

  it.each<[accept: string, type: string, body: RegExp]>([
    ['*/*', PROBLEM_TYPE, /^{"title":"Bad Request","detail":".*age/],
    ['application/json', JSON_TYPE, /^{"code":400,"message":".*age/],
    [PROBLEM_TYPE, PROBLEM_TYPE, /^{"title":"Bad Request","detail":".*age/],
    ['application/xml', 'application/xml', /<error><message>.*age/],
    ['text/plain, */*;q=0.1', 'text/plain', /age/],
    ['image/png', PROBLEM_TYPE, /^{"title"/],
  ])('%s', async (accept, type, body) => {
    for (const sent of [INVALID, BAD]) {
      const reply = await send(documentOf({ 400: { description: 'Bad', content } }), {
        body: sent,
        headers: { accept },
      });
      expect([reply.status, reply.type, reply.headers.get('vary')]).toEqual([
        400,
        type,
        expect.stringContaining('Accept'),
      ]);
      if (sent === INVALID) expect(reply.body).toMatch(body);
    }
  });

  it.each<[status: number, init: RequestInit]>([
    [405, { method: 'DELETE', body: null }],
    [415, { headers: { 'content-type': 'text/css' } }],
  ])('%i', async (status, init) => {
    const headers = { ...init.headers, accept: 'application/xml' };
    const reply = await send(documentOf({ [status]: { description: 'Bad', content } }), { ...init, headers });
    expect([reply.status, reply.type]).toEqual([status, 'application/xml']);
  });
});

describe('a refused request gets what is declared for its status', () => {
  it.each<[status: number, init: RequestInit, target: string]>([
    [405, { method: 'DELETE', body: null }, '/people/1'],
    [415, { headers: { 'content-type': 'text/css' } }, '/people/1'],
  ])('%i', async (status, init, target) => {
    const sent = await send(documentOf({ [status]: problem }), init, target);
    expect([sent.status, sent.type]).toEqual([status, PROBLEM_TYPE]);
    if (status === 405) expect(sent.headers.get('allow')).toBe('POST, OPTIONS');
    const usual = await send(documentOf({ 400: problem }), init, target);
    expect([usual.status, usual.type]).toEqual([status, JSON_TYPE]);
  });

  describe('413', () => {
    const app = fromDocument(documentOf({ default: problem }), { limits: { body: 4 } });
    const { listener } = createNodeServer(app[hosting].build());
    beforeAll(() => once(listener.listen(0, '127.0.0.1'), 'listening'));
    afterAll(() => listener.close());
    const overHttp: typeof fetch = (input, init) => {
      const { port } = listener.address() as AddressInfo;
      return fetch(String(input).replace('people.test', `127.0.0.1:${port}`), init);
    };
    const withoutHost: typeof fetch = (input, init) => app.fetch(new Request(input, init));

    it.each([
      ['by its length, without a host', withoutHost, INVALID],
      ['while it is read, without a host', withoutHost, new Blob([INVALID]).stream()],
      ['by its length, over HTTP', overHttp, INVALID],
      ['by its chunks, over HTTP', overHttp, new Blob([INVALID]).stream()],
    ])('%s', async (_, send, body) => {
      const headers = { 'content-type': JSON_TYPE };
      const init = { method: 'POST', body, headers, duplex: 'half' as const };
      const reply = await send('http://people.test/people/1', init);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([413, PROBLEM_TYPE]);
    });
  });

  it('400 for a path that is not UTF-8', async () => {
    const { status, body } = await send(documentOf({ 400: bad }), {}, '/people/%FF');
    expect([status, Object.keys(fieldErrors(JSON.parse(body)))]).toEqual([400, ['']]);
  });
});

describe('a property has a value that its schema takes', () => {
  const bodyOf = async (schema: Json, example?: unknown) =>
    JSON.parse((await send(documentOf({ 400: response({ schema, example }) }))).body);

  it.each<[what: string, schema: Json, example: unknown, expected: unknown]>([
    ['a short text', { maxLength: 30 }, undefined, 'age: must be at most 120'],
    ['a shorter one', { maxLength: 20 }, undefined, 'Must be at most 120'],
    ['a text for a few words', { maxLength: 12 }, undefined, 'Bad Request'],
    ['a text that is cut', { maxLength: 4 }, undefined, 'body'],
    ['a long text', { minLength: 200 }, undefined, expect.stringMatching(/^body\/age must .*\.\.\.$/)],
    ['a constant', { enum: ['Wrong'] }, undefined, 'Wrong'],
    ['a pattern', { pattern: '^E[0-9]$' }, 'E7', 'E7'],
  ])('%s', async (_, rules, example, expected) => {
    const body = await bodyOf(
      object({ message: { ...text, ...rules } }, { required: ['message'] }),
      example && { message: example },
    );
    expect(body).toEqual({ message: expected });
  });

  it.each<[what: string, schema: Json, example: unknown, expected: unknown]>([
    [
      'the status in its place',
      object({ status: whole, code: whole, message: text }),
      { status: 404, code: 1042 },
      { status: 400, code: 1042, message: expect.any(String) },
    ],
    [
      'the status as a number, but not as the number of something else',
      object({ code: { type: 'number' }, codepage: whole, message: text }, { required: ['codepage'] }),
      undefined,
      { code: 400, codepage: expect.not.closeTo(400), message: expect.any(String) },
    ],
    [
      'the places of an error in a list',
      object({ errors: list(object({ fields: texts, message: text })) }),
      undefined,
      { errors: expect.arrayContaining([{ fields: ['age'], message: 'Must be at most 120' }]) },
    ],
    [
      'a word as the code',
      object({ code: text, message: text }),
      undefined,
      { code: 'bad_request', message: expect.any(String) },
    ],
    [
      'the errors in a property of no type',
      object({ errors: {}, message: text }),
      undefined,
      { errors: expect.objectContaining({ length: 3 }), message: '3 values are missing or invalid' },
    ],
    [
      'what the errors are about in a text',
      object({ errors: text, message: text }),
      undefined,
      { errors: 'Bad Request', message: expect.any(String) },
    ],
    [
      'a word for the status',
      object({ status: text, message: text }),
      { status: 'fail' },
      { status: 'fail', message: expect.any(String) },
    ],
    [
      'the status as a text',
      object({ status: text, message: text }),
      undefined,
      { status: '400', message: expect.any(String) },
    ],
    [
      'the part of the request',
      object({ errors: list(object({ field: text, in: text, message: text }, { required: ['in'] })) }),
      undefined,
      { errors: expect.arrayContaining([{ field: 'age', in: 'body', message: 'Must be at most 120' }]) },
    ],
    [
      'the part as the location beside a field',
      object({ location: text, field: text, message: text }),
      undefined,
      { location: 'body', field: 'age', message: 'Must be at most 120' },
    ],
    [
      'the name of its example',
      object({ name: text, message: text }),
      { name: 'ValidationError' },
      { name: 'ValidationError', message: expect.any(String) },
    ],
    [
      'what an example within the schema has',
      object({ message: text, hint: text }, { examples: [{ hint: 'See the docs' }] }),
      undefined,
      { message: expect.any(String), hint: 'See the docs' },
    ],
    [
      'no place of a value, if several are wrong',
      object({ path: text, message: text }),
      { path: 'email' },
      { message: expect.any(String) },
    ],
    [
      'the path of the request, if the example has one',
      object({ path: text, message: text }),
      { path: '/people' },
      { path: '/people/1', message: expect.any(String) },
    ],
    [
      'an error code',
      object({ error: text, error_description: text }),
      { error: 'invalid_request', error_description: 'No.' },
      { error: 'invalid_request', error_description: expect.stringContaining('age') },
    ],
    [
      'no word of another status',
      object({ error: text, message: text }),
      { error: 'Conflict' },
      { error: 'Bad Request', message: expect.any(String) },
    ],
    [
      'whether it was successful',
      object(
        { success: { type: 'boolean' }, error: { type: 'boolean' }, message: text },
        { required: ['success'] },
      ),
      undefined,
      { success: false, error: true, message: expect.any(String) },
    ],
    [
      'an identifier',
      object({ id: { ...text, format: 'uuid' }, message: text }, { required: ['id'] }),
      undefined,
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), message: expect.any(String) },
    ],
    [
      'the value that was sent',
      object({ errors: list(object({ field: text, value: {} }, { required: ['field', 'value'] })) }),
      undefined,
      { errors: expect.arrayContaining([{ field: 'age', value: 150 }]) },
    ],
    [
      'only what fits',
      object({ message: text, a: text, b: text }, { maxProperties: 1 }),
      { a: 'x', b: 'y' },
      { message: expect.any(String) },
    ],
    [
      'what tells most, if only one fits',
      object({ a: text, message: text }, { maxProperties: 1 }),
      { a: 'x' },
      { message: expect.any(String) },
    ],
    [
      'more, if it must',
      object({ message: text, a: text }, { minProperties: 2 }),
      undefined,
      { message: expect.any(String), a: expect.any(String) },
    ],
    [
      'no property of requests',
      object({ message: text, secret: { ...text, writeOnly: true } }),
      { secret: 'x' },
      { message: expect.any(String) },
    ],
    [
      'its example, if it has no place',
      object({ ok: { type: 'boolean' } }, { required: ['ok'] }),
      { ok: true },
      { ok: true },
    ],
    [
      'a sample, if it has no place',
      object({ ids: list(whole) }, { required: ['ids'] }),
      undefined,
      { ids: [expect.any(Number)] },
    ],
    [
      'at least so many',
      object({ errors: list(text, { minItems: 4 }) }),
      undefined,
      {
        errors: [
          'age: must be at most 120',
          'address.zip: must be a string',
          'name: field required',
          'name: field required',
        ],
      },
    ],
    [
      'a problem of no type',
      object({ type: { ...text, format: 'uri' }, detail: text }),
      undefined,
      { type: 'about:blank', detail: expect.any(String) },
    ],
    [
      'the path of the request, also if it must be there',
      object({ path: text, instance: text, message: text }, { required: ['instance'] }),
      undefined,
      { path: '/people/1', instance: '/people/1', message: expect.any(String) },
    ],
    [
      'that there was no success, though nothing asks for it',
      object({ success: { type: 'boolean' }, message: text }),
      undefined,
      { success: false, message: expect.any(String) },
    ],
    [
      'a list in the one property of the errors',
      object({ errors: object({ body: list(text) }, { required: ['body'] }) }),
      undefined,
      { errors: { body: expect.arrayContaining(['address.zip: must be a string']) } },
    ],
    [
      'a pointer in a fragment',
      object({ errors: list(object({ pointer: text, detail: text })) }),
      { errors: [{ pointer: '#/x' }] },
      { errors: expect.arrayContaining([{ pointer: '#/address/zip', detail: 'Must be a string' }]) },
    ],
    [
      'a union within a union',
      {
        anyOf: [
          {
            oneOf: [
              object({ a: whole }, { required: ['a'] }),
              object({ message: text }, { required: ['message'] }),
            ],
          },
        ],
      },
      undefined,
      { message: expect.any(String) },
    ],
    [
      'a list or a map',
      object({ error: { oneOf: [text, { type: 'object', additionalProperties: texts }] } }),
      undefined,
      { error: expect.objectContaining({ age: ['Must be at most 120'] }) },
    ],
    [
      'names that match a pattern',
      { type: 'object', patternProperties: { '^[a-z.]+$': texts }, additionalProperties: false },
      undefined,
      expect.objectContaining({ age: ['Must be at most 120'] }),
    ],
    [
      'two kinds of lists',
      object({ message: texts, details: texts }, { required: ['details', 'message'] }),
      undefined,
      { message: expect.any(Array), details: [] },
    ],
    [
      'names that are not to be had',
      object({ errors: object({ email: texts }, { additionalProperties: false }), message: text }),
      undefined,
      { message: expect.stringContaining('age') },
    ],
  ])('%s', async (_, schema, example, expected) => {
    expect(await bodyOf(schema, example)).toEqual(expected);
  });

  it('also in a schema that leads back to itself', async () => {
    const errors = { $ref: '#/components/schemas/Errors' };
    const document = {
      ...documentOf({ 400: response({ schema: errors }) }),
      components: { schemas: { Errors: object({ message: text, errors: list(errors) }) } },
    };
    const body = JSON.parse((await send(document)).body);
    expect(body.message).toContain('values are missing or invalid');
  });

  it('of a value whose path is too long, without a part of it', async () => {
    const numbers = { type: 'object', additionalProperties: { type: 'integer' } };
    const requestBody = { content: { 'application/json': { schema: numbers } } };
    const document = documentOf({ 422: response({ schema: object({ field: text }) }) }, { requestBody });
    const { body } = await send(document, { body: JSON.stringify({ ['x'.repeat(3000)]: 'a' }) });
    expect(read(body)).toEqual({ field: expect.stringMatching(/^x+…$/) });
    expect(body.length).toBeLessThan(2048);
  });

  it('of the example that tells most', async () => {
    const examples = { a: { value: { ok: false } }, b: { value: { message: 'No' } } };
    const { body } = await send(documentOf({ 400: response({ schema: {}, examples }) }));
    expect(Object.keys(JSON.parse(body))).toEqual(['message']);
  });

  it.each([
    ['application/xml', '<error/>', '<error/>'],
    ['text/html', '<p>No</p>', '<p>No</p>'],
    ['application/xml', undefined, expect.stringContaining('age must be')],
  ])('%s', async (type, example, expected) => {
    const { body } = await send(documentOf({ 400: response({ type, schema: text, example }) }));
    expect(body).toEqual(expected);
  });
});

describe('what is rare', () => {
  const impossible = { allOf: [text, whole] };
  const bodyOf = async (schema: unknown) =>
    JSON.parse((await send(documentOf({ 400: response({ schema }) }))).body);

  it.each<[what: string, schema: unknown, expected: unknown]>([
    ['a short text', { ...text, maxLength: 4 }, 'body'],
    [
      'two unions',
      { oneOf: [object({ message: text })], anyOf: [object({ message: text }), whole] },
      { message: expect.stringContaining('age') },
    ],
    [
      'errors that nothing fits',
      object({ message: text, errors: { allOf: [texts, object({})] } }),
      { message: expect.any(String) },
    ],
    ['a part of several', object({ in: text, message: text }), { message: expect.stringContaining('age') }],
    [
      'errors of any type',
      object({ violations: {} }),
      { violations: expect.objectContaining({ length: 3 }) },
    ],
  ])('%s', async (_, schema, expected) => {
    expect(await bodyOf(schema)).toEqual(expected);
  });

  it('a schema that nothing fits', async () => {
    const { status } = await send(
      documentOf({ 400: response({ schema: object({ x: impossible }, { required: ['x'] }) }) }),
    );
    expect(status).toBe(400);
  });

  it.each<[what: string, body: string, target: string, errors: Json]>([
    ['a body', '{', '/people/1', { '': [expect.any(String)] }],
    ['a parameter', '{"name":"x"}', '/people/1?filter=x', { filter: [expect.any(String)] }],
  ])('malformed JSON in %s, in a document read as FastAPI does', async (_, body, target, errors) => {
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: whole },
      { name: 'filter', in: 'query', content: { 'application/json': { schema: whole } } },
    ];
    const declared = response({ schema: object({ errors: list(object({ field: text, message: text })) }) });
    const document = documentOf({ 422: declared }, { parameters });
    const sent = await send(document, { body }, target, { values: 'fastapi' });
    expect([sent.status, fieldErrors(JSON.parse(sent.body))]).toEqual([422, errors]);
  });

  it('errors at a depth where no reasons are told', async () => {
    const nested = (levels: number, inner: Json): Json =>
      levels === 0 ? inner : nested(levels - 1, object({ a: inner }, { required: ['a'] }));
    const schema = nested(14, object({ message: text }));
    const body = await bodyOf(schema);
    expect(body).toEqual(Array.from({ length: 14 }).reduce<unknown>((a) => ({ a }), {}));
    expect(mistakesIn(body, { schema })).toBe(null);
  });

  it('no path', async () => {
    expect((await send(documentOf({ 404: problem }), {}, '/nowhere')).type).toBe(JSON_TYPE);
  });

  it('a name that no text can start with, and a reason that is no rule', () => {
    const reason = { part: 'header', path: ['X-Key'], type: 'x', message: 'Field not allowed', input: 1 };
    expect(labelled(reason)).toBe('header/X-Key must be right: field not allowed');
    expect(fieldErrors([{ message: labelled(reason) }])).toEqual({ 'X-Key': [labelled(reason)] });
    const spaced = { ...reason, part: 'body', path: ['full name'], message: 'Must be short' };
    expect(labelled(spaced)).toBe('body/full%20name must be short');
    expect(fieldErrors([{ message: labelled(spaced) }])).toEqual({ 'full name': [labelled(spaced)] });
  });
});
