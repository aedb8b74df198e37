import { describe, expect, it } from 'vitest';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { pageOf } from '../_page.ts';
import { ask, documentOf, documentWithBody, issuesOf } from './_document.ts';

/** The operations of documents: paths, parameters, bodies, credentials, and errors. */

const responses = { 200: { description: 'x', content: { 'application/json': { schema: {} } } } };

function withParameter(parameter: Readonly<Record<string, unknown>>, path = '/lamps') {
  return documentOf({ [path]: { get: { parameters: [parameter], responses } } });
}

const integers = { type: 'array', items: { type: 'integer' } };
const point = {
  type: 'object',
  properties: { x: { type: 'integer' }, y: { type: 'integer' } },
  required: ['x'],
};

describe('a parameter', () => {
  it.each([
    ['a value', { in: 'query', schema: { type: 'integer' } }, '?p=x', ['query.p int_parsing']],
    ['one that is required', { in: 'query', required: true, schema: {} }, '', ['query.p missing']],
    ['a list', { in: 'query', schema: integers }, '?p=1&p=x', ['query.p.1 int_parsing']],
    [
      'a list with commas',
      { in: 'query', explode: false, schema: integers },
      '?p=1,x',
      ['query.p.1 int_parsing'],
    ],
    [
      'a list with bars',
      { in: 'query', style: 'pipeDelimited', explode: false, schema: integers },
      '?p=1%7Cx',
      ['query.p.1 int_parsing'],
    ],
    [
      'a list with spaces',
      { in: 'query', style: 'spaceDelimited', explode: false, schema: integers },
      '?p=1%20x',
      ['query.p.1 int_parsing'],
    ],
    ['an object', { in: 'query', schema: point }, '?x=1&y=z', ['query.y int_parsing']],
    [
      'an object with commas',
      { in: 'query', explode: false, schema: point },
      '?p=x,1,y,z',
      ['query.p.y int_parsing'],
    ],
    [
      'a deep object',
      { in: 'query', style: 'deepObject', schema: point },
      '?p[y]=z',
      ['query.p[y] int_parsing'],
    ],
    [
      'one in JSON',
      { in: 'query', content: { 'application/json': { schema: integers } } },
      '?p=[1,true,{}]',
      ['query.p.2 int_type'],
    ],
  ])('%s', (_, parameter, query, expected) => {
    expect(issuesOf(withParameter({ name: 'p', ...parameter }), { path: `/lamps${query}` })).toEqual(
      expected,
    );
  });

  it.each([
    ['simple', {}, '/lamps/1,x', ['path.p.1 int_parsing']],
    ['label', { style: 'label', explode: true }, '/lamps/.1.x', ['path.p.1 int_parsing']],
    ['matrix', { style: 'matrix', explode: true }, '/lamps/;p=1;p=x', ['path.p.1 int_parsing']],
  ])('of a path, in style %s', (_, style, path, expected) => {
    const parameter = { name: 'p', in: 'path', required: true, schema: integers, ...style };
    expect(issuesOf(withParameter(parameter, '/lamps/{p}'), { path })).toEqual(expected);
  });

  it.each([
    ['a header', { in: 'header', schema: integers }, { p: '1,x' }, ['header.p.1 int_parsing']],
    [
      'a cookie',
      { in: 'cookie', schema: { type: 'integer' } },
      { cookie: 'a=1; p=x' },
      ['cookie.p int_parsing'],
    ],
  ])('in %s', (_, parameter, headers, expected) => {
    const document = withParameter({ name: 'p', ...parameter });
    expect(issuesOf(document, { path: '/lamps', headers })).toEqual(expected);
  });

  it('of an operation replaces that of its path', () => {
    const parameters = (type: string) => [{ name: 'p', in: 'query', schema: { type } }];
    const item = { parameters: parameters('integer'), get: { parameters: parameters('string'), responses } };
    expect(issuesOf(documentOf({ '/lamps': item }), { path: '/lamps?p=x' })).toBe(200);
  });
});

describe('an encoded slash in a path', () => {
  const fastapi = { schemas: { HTTPValidationError: {}, ValidationError: {} } };

  it.each([
    ['is one of the path to FastAPI', fastapi, '/lamps/{id}', 404],
    ['is one of a parameter that is a path', fastapi, '/lamps/{file_path}', 200],
    ['is one of a parameter in other documents', {}, '/lamps/{id}', 200],
  ])('%s', (_, components, path, status) => {
    const document = documentOf({ [path]: { get: { responses } } }, components);
    expect([
      ask(document, { path: '/lamps/a%2Fb' }).status,
      ask(document, { path: '/lamps/a' }).status,
    ]).toEqual([status, 200]);
  });
});

describe('a body of several media types', () => {
  const schemaOf = (name: string) => ({
    schema: { type: 'object', required: [name], properties: { [name]: { type: 'integer' } } },
  });
  const json = 'application/json';
  const urlencoded = 'application/x-www-form-urlencoded';
  const multipart = 'multipart/form-data';
  const documentWithBody = (...types: readonly string[]) => {
    const content = Object.fromEntries(types.map((type) => [type, schemaOf(`of ${type}`)]));
    return documentOf({ '/lamps': { post: { requestBody: { required: true, content }, responses } } });
  };
  const asForm = (type: string) => (type === multipart ? 'multipart/form-data; boundary=b' : type);
  const placeOf = (document: ReturnType<typeof documentWithBody>, type: string, body: string) => {
    const core = fromDocument(document, { values: 'fastapi' })[hosting].build();
    const headers = { 'content-type': asForm(type) };
    const reply = inject(core, { method: 'POST', target: '/lamps', headers, body });
    return reply.status === 422 ? JSON.parse(reply.body).detail[0].loc[1] : reply.status;
  };

  it.each([
    ['JSON', [json, urlencoded, multipart], json, '{}', `of ${json}`],
    [
      'JSON of another kind',
      [json, 'application/patch+json'],
      'application/patch+json',
      '{}',
      'of application/patch+json',
    ],
    ['a form', [json, urlencoded, multipart], urlencoded, '', `of ${urlencoded}`],
    ['a form in parts', [json, urlencoded, multipart], multipart, '--b--\r\n', `of ${multipart}`],
    ['a form in parts that is not declared', [json, urlencoded], multipart, '--b--\r\n', `of ${urlencoded}`],
    ['one form of two', [urlencoded, multipart], multipart, '--b--\r\n', `of ${multipart}`],
    ['the first form of two', [urlencoded, multipart], urlencoded, '', `of ${urlencoded}`],
    ['what is not checked', [json, 'text/csv'], 'Text/CSV; charset=utf-8', 'a,b', 200],
    ['what is not declared', [json, 'text/csv'], 'text/xml', '<a/>', undefined],
    ['a form that is not declared', [json, 'text/csv'], urlencoded, 'a=1', undefined],
  ] as const)('is read as %s', (_, types, type, body, expected) => {
    expect(placeOf(documentWithBody(...types), type, body)).toEqual(expected);
  });
});

it.each(['Accept', 'accept', 'Content-Type'])('a parameter for the header %s is not read', (name) => {
  const parameters = [{ name, in: 'header', required: true, schema: { type: 'integer' } }];
  const document = documentOf({ '/lamps': { get: { parameters, responses } } });
  expect(ask(document, { path: '/lamps' }).status).toBe(200);
});

describe('a credential', () => {
  const schemes = {
    token: { type: 'http', scheme: 'bearer' },
    login: { type: 'http', scheme: 'basic' },
    key: { type: 'apiKey', in: 'query', name: 'key' },
    oauth: { type: 'oauth2', flows: {} },
  };
  const secured = (security: unknown) =>
    documentOf({ '/lamps': { get: { security, responses } } }, { securitySchemes: schemes });

  it.each([
    ['a token', [{ token: [] }], { authorization: 'bearer x' }, ''],
    ['a login', [{ login: [] }], { authorization: 'Basic YTpi' }, ''],
    ['a key', [{ key: [] }], {}, '?key=x'],
    ['OAuth', [{ oauth: ['read'] }], { authorization: 'Bearer x' }, ''],
    ['one of several', [{ token: [] }, { key: [] }], {}, '?key=x'],
    ['several at once', [{ token: [], key: [] }], { authorization: 'Bearer x' }, '?key=x'],
  ])('is %s: 401 without it', (_, security, headers, query) => {
    expect(ask(secured(security), { path: '/lamps' }).status).toBe(401);
    expect(ask(secured(security), { path: `/lamps${query}`, headers }).status).toBe(200);
  });

  it('is checked after the body, as in FastAPI, unless values are strict', () => {
    const requestBody = { content: { 'application/json': { schema: {} } } };
    const post = { security: [{ token: [] }], requestBody, responses };
    const document = documentOf({ '/lamps': { post } }, { securitySchemes: schemes });
    const headers = { 'content-type': 'application/json' };
    const sent = (body: string, options?: DocumentOptions) => {
      const core = fromDocument(document, { values: 'fastapi', ...options })[hosting].build();
      return inject(core, { method: 'POST', target: '/lamps', headers, body }).status;
    };
    expect([sent('{'), sent('{}'), sent('{', { values: 'strict' })]).toEqual([422, 401, 401]);
  });

  it.each([
    ['an HTTP scheme without a name', { type: 'http' }],
    ['mutual TLS', { type: 'mutualTLS' }],
  ])('is not asked for by %s', (_, scheme) => {
    const get = { security: [{ one: [] }], responses };
    const document = documentOf({ '/lamps': { get } }, { securitySchemes: { one: scheme } });
    expect(ask(document, { path: '/lamps' }).status).toBe(200);
  });

  it('is optional if {} is one of the requirements', () => {
    expect(ask(secured([{}, { token: [] }]), { path: '/lamps' }).status).toBe(200);
  });
});

describe('an app of a document', () => {
  it('lets the document replace its built-in routes', () => {
    const document = documentOf({ '/docs': { get: { responses } } });
    expect(ask(document, { path: '/docs' }).body).toBe('null');
  });

  it('shows the document itself', async () => {
    const core = fromDocument(documentWithBody({ type: 'integer' }), { values: 'fastapi' })[hosting].build();
    const { info, paths } = JSON.parse((await pageOf(core, '/openapi.json')).body);
    expect(info.title).toBe('Lamps');
    expect(Object.keys(paths)).toEqual(['/lamps']);
  });

  it('answers malformed JSON as FastAPI does, unless it is strict', () => {
    const document = documentWithBody({ type: 'object' });
    const core = (values: 'fastapi' | 'strict') => ask(document, malformed, { values });
    const malformed = {
      path: '/lamps',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '1' },
    };
    expect(core('fastapi').status).toBe(422);
    expect(
      ask(
        document,
        { path: '/lamps', body: 1, headers: { 'content-type': 'text/plain' } },
        { values: 'strict' },
      ).status,
    ).toBe(415);
    expect(ask(document, { path: '/lamps', body: 1, headers: { 'content-type': 'text/plain' } }).status).toBe(
      422,
    );
  });

  it.each([
    [null, 'The document is empty'],
    [1, 'The document is not an object'],
    [
      { swagger: '1.2' },
      'The document is Swagger 1.2; only OpenAPI 3.0 to 3.2 and Swagger 2.0 are supported',
    ],
    [{}, 'The document has no property "openapi", so it is not OpenAPI'],
    [
      { openapi: '4.0.0' },
      'The document is OpenAPI 4.0.0; only OpenAPI 3.0 to 3.2 and Swagger 2.0 are supported',
    ],
    [
      documentWithBody({ $ref: '#/nowhere' }),
      /^The reference "#\/nowhere" at #\/paths\/~1lamps\/post\/\S+ leads nowhere$/,
    ],
    [
      documentWithBody(
        { $ref: '#/components/schemas/A' },
        { schemas: { A: { $ref: '#/components/schemas/A' } } },
      ),
      /leads in a circle, or through more than 100 others$/,
    ],
  ])('is refused in one sentence: %#', (document, sentence) => {
    expect(() => fromDocument(document)).toThrow(sentence);
  });

  it('reports what is unsupported', () => {
    const schema = {
      properties: {
        a: { type: 'string', pattern: '(?=a)' },
        b: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      },
    };
    const document = documentWithBody(schema);
    const places = fromDocument(document, { values: 'fastapi' }).unsupported.map(
      ({ place, what }) => `${place.split('/').at(-1)} ${what}`,
    );
    expect(places.sort()).toEqual([
      'a has a pattern that is not checked: "(?=a)"',
      'b has a oneOf that is read as anyOf',
    ]);
    expect(() => fromDocument(document, { failOnUnsupported: true })).toThrow(/has a/);
  });

  it.each([
    ['/a{b', /is not routed: it has the path/],
    ['/a?b=c', /is not routed: it has the path/],
  ])('reports a path that is not routed: %s', (path, what) => {
    const { unsupported } = fromDocument(documentOf({ [path]: { get: { responses } } }));
    expect(unsupported.map((each) => each.what)).toEqual([expect.stringMatching(what)]);
  });

  it('reports paths of more than ten thousand characters once', () => {
    const get = { responses: { 204: { description: 'x' } } };
    const long = `/${'a'.repeat(10_000)}`;
    const app = fromDocument(documentOf({ '/lamps': { get }, [long]: { get }, [`${long}b`]: { get } }));
    expect(Object.keys(app.contract.endpoints)).toEqual(['GET /lamps']);
    const what = 'has a path of more than 10000 characters, which is not routed';
    expect(app.unsupported).toEqual([{ place: '#/paths', what }]);
  });

  it('routes paths with parameters up to so many segments together, and all others', () => {
    const get = { responses: { 204: { description: 'x' } } };
    const deep = (at: number) => `/{x}/p${at}${'/a'.repeat(4900)}`;
    const paths = Array.from({ length: 63 }, (_, at) => [deep(at), { get }]);
    const app = fromDocument(
      documentOf({ ...Object.fromEntries(paths), [`/p${'/a'.repeat(4900)}`]: { get } }),
    );
    const routed = Object.values(app.contract.endpoints).map(({ path }) => path);
    expect(routed).toHaveLength(62);
    expect(routed.filter((path) => path.includes('{')).at(-1)).toBe(deep(60));
    const what = 'has paths with more than 300000 segments together; the last are not routed';
    expect(app.unsupported).toEqual([{ place: '#/paths', what }]);
  });

  it('uses no id of more than a thousand characters', () => {
    const responses = { 204: { description: 'x' } };
    const [short, long] = [1000, 1001].map((length) => 'a'.repeat(length));
    const app = fromDocument(
      documentOf({
        '/lamps': { get: { operationId: short, responses }, post: { operationId: long, responses } },
      }),
    );
    expect(Object.keys(app.contract.endpoints)).toEqual([short, 'POST /lamps']);
    const what = 'has an operationId of more than 1000 characters, which is not used';
    expect(app.unsupported).toEqual([{ place: '#/paths/~1lamps/post', what }]);
  });

  it('may have several parameters in the same segment only in so many of its paths', () => {
    const get = { responses: { 200: { description: 'x' } } };
    const alike = Array.from({ length: 502 }, (_, at) => [`/lamps/{p${at}}/{x}a${at}b{y}`, { get }]);
    const others = { '/lamps/{x}/{y}': { get }, '/rooms/{x}a{y}': { get } };
    const app = fromDocument(documentOf({ ...Object.fromEntries(alike), ...others }));
    expect(Object.keys(app.contract.endpoints)).toHaveLength(502);
    const what = 'is not routed: 500 others have several parameters in the same segment';
    const place = (at: number) => `#/paths/~1lamps~1{p${at}}~1{x}a${at}b{y}`;
    expect(app.unsupported.filter((each) => each.what === what).map((each) => each.place)).toEqual([
      place(500),
      place(501),
    ]);
  });
});

describe('a hostile document', () => {
  it('may have a long chain of references', () => {
    const count = 20_000;
    const schemas = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `S${at}`,
        { properties: { next: { $ref: `#/components/schemas/S${(at + 1) % count}` } } },
      ]),
    );
    const document = documentWithBody({ $ref: '#/components/schemas/S0' }, { schemas });
    expect(issuesOf(document, { path: '/lamps', body: { next: { next: 1 } } })).toEqual([
      'body.next.next model_attributes_type',
    ]);
  });

  const $ = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it.each<[what: string, schemas: Readonly<Record<string, unknown>>, body: unknown, expected: unknown]>([
    ['allOf of itself', { A: { allOf: [$('A')] } }, {}, ['body recursion_loop']],
    ['allOf in a circle', { A: { allOf: [$('B'), { type: 'object' }] }, B: { allOf: [$('A')] } }, {}, 200],
    ['allOf of itself and more', { A: { allOf: [$('A'), { type: 'string' }] } }, 1, ['body string_type']],
    ['anyOf itself', { A: { anyOf: [{ type: 'string' }, $('A')] } }, 'x', 200],
    [
      'anyOf itself through others',
      { A: { anyOf: [{ type: 'string' }, $('B')] }, B: { anyOf: [$('A'), { type: 'boolean' }] } },
      [],
      [
        'body.str string_type',
        'body.union[...,bool].union[str,union[...,bool]] recursion_loop',
        'body.union[...,bool].bool bool_type',
      ],
    ],
    ['not itself', { A: { not: $('A') } }, 1, 200],
    [
      'if and then itself',
      { A: { type: 'object', if: $('A'), ...JSON.parse('{"then":{"$ref":"#/components/schemas/A"}}') } },
      {},
      200,
    ],
    [
      'twice itself',
      { A: { anyOf: [$('A'), $('A')] } },
      1,
      ['body.union[...,...] recursion_loop', 'body.... recursion_loop'],
    ],
    [
      'allOf that doubles',
      doubling((next) => ({ allOf: [next, next] }), { properties: { a: { type: 'integer' } } }),
      { a: 'x' },
      ['body.a int_parsing'],
    ],
    [
      'anyOf that doubles',
      doubling((next) => ({ anyOf: [next, next] }), { type: 'integer' }),
      'x',
      expect.any(Array),
    ],
    [
      'a sample that doubles',
      doubling((next) => ({ properties: { a: next, b: next, c: next }, required: ['a', 'b', 'c'] }), {}),
      {},
      ['body.a missing', 'body.b missing', 'body.c missing'],
    ],
  ])('may have %s', (_, schemas, body, expected) => {
    expect(issuesOf(documentWithBody($('A'), { schemas }), { path: '/lamps', body })).toEqual(expected);
  });

  /** Forty schemas, each of which refers to the next one several times. */
  function doubling(make: (next: unknown) => unknown, last: unknown): Readonly<Record<string, unknown>> {
    const names = Array.from({ length: 40 }, (_, at) => (at === 0 ? 'A' : `A${at}`));
    return Object.fromEntries(
      names.map((name, at) => [name, names[at + 1] ? make($(names[at + 1] ?? '')) : last]),
    );
  }

  it('may have circular references', () => {
    const document: Record<string, unknown> = { openapi: '3.1.0', paths: {} };
    document.self = document;
    expect(() => fromDocument(document)).toThrow('The document is nested more than 500 levels deep');
  });

  it('can’t change a prototype by its names', () => {
    const paths = JSON.parse('{"/a": {"__proto__": {"get": {}}}, "__proto__": {"/b": {}}}');
    expect(() => fromDocument(documentOf(paths))).not.toThrow();
  });
});
