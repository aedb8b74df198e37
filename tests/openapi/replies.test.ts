import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { pairsOf } from '../../src/http/reply.ts';
import { ask, documentOf } from './_document.ts';

/** The replies of a document: media types, headers, redirects, and examples that are wrong. */

type Json = Readonly<Record<string, unknown>>;

const lamp = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', example: 7 }, name: { type: 'string', example: 'desk' } },
};
const json = { 'application/json': { schema: lamp } };
const exact = { values: 'schema' } as const;

const answering = (response: Json, status: number | string = 200, components: Json = {}) =>
  documentOf(
    { '/lamps': { get: { responses: { [status]: { description: 'x', ...response } } } } },
    components,
  );

const get = (document: Json, headers: Readonly<Record<string, string>> = {}, path = '/lamps') =>
  ask(document, { path, headers }, exact);

const typeOf = ({ headers }: { readonly headers: string }) => /^Content-Type: (.*)\r$/m.exec(headers)?.[1];

describe('Accept chooses among the declared media types', () => {
  const types = {
    'application/json': { schema: lamp },
    'application/xml': { schema: lamp },
    'text/csv': { schema: lamp },
    'text/plain; charset=utf-8': { example: 'a lamp' },
    'application/hal+json;profile=a': { schema: lamp },
  };
  const document = answering({ content: types });

  it.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['', 'application/json'],
    ['application/xml', 'application/xml'],
    ['APPLICATION/XML', 'application/xml'],
    ['text/csv, application/xml', 'text/csv'],
    ['application/xml, application/json', 'application/xml'],
    ['text/csv;q=0.5, application/xml;q=0.9, application/json;q=0.1', 'application/xml'],
    ['text/*', 'text/csv'],
    ['text/*;q=0.5, text/plain', 'text/plain; charset=utf-8'],
    ['text/plain; charset=UTF-8', 'text/plain; charset=utf-8'],
    ['text/plain; charset=latin1', 'text/plain; charset=utf-8'],
    ['*/*;q=0.1, application/json;q=0', 'application/hal+json;profile=a'],
    ['application/hal+json', 'application/hal+json;profile=a'],
    ['application/hal+json;profile=b', 'application/hal+json;profile=a'],
    ['application/vnd.lamp+json', 'application/json'],
    ['image/png, */*;q=0.1', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
  ])('%s: %s', (accept, type) => {
    const reply = get(document, accept === undefined ? {} : { accept });
    expect([reply.status, typeOf(reply)]).toEqual([200, type]);
    expect(reply.headers).toContain('Vary: Accept\r\n');
  });

  it.each([
    ['image/png'],
    ['text/html'],
    ['application/json;q=0, application/xml;q=0, text/*;q=0, application/*;q=0'],
    ['application/xml;q=2'],
    ['application/problem+json;q=0'],
  ])('and refuses what none of them fits: %s', (accept) => {
    expect(get(document, { accept }).status).toBe(406);
  });

  it('and says which ones there are', () => {
    const { body } = get(answering({ content: { 'text/csv': {}, 'application/json': {} } }), {
      accept: 'image/png',
    });
    expect(JSON.parse(body)).toEqual({
      detail: 'The reply can be sent as application/json or text/csv, of which Accept allows none',
    });
  });

  it('but not for an error, nor in a document of FastAPI', () => {
    const faulty = answering({ content: json }, 404);
    expect(get(faulty, { accept: 'image/png', prefer: 'code=404' }).status).toBe(404);
    const components = { schemas: { HTTPValidationError: {}, ValidationError: {} } };
    const fastapi = answering({ content: json }, 200, components);
    expect(ask(fastapi, { path: '/lamps', headers: { accept: 'image/png' } }).status).toBe(200);
  });

  it('and a range is offered as the types in it', () => {
    const ranges = answering({ content: { '*/*': { schema: lamp } } });
    expect(typeOf(get(ranges))).toBe('application/json');
  });

  it.each([
    ['application/xml', 'text/plain', 'text/html', 'text/csv', 'text/xml', 'text/event-stream', 'image/gif'],
  ])('and a range is offered as %s', (...types) => {
    for (const type of types) {
      const media = { schema: { type: 'string' } };
      const range = answering({ content: { [type.replace(/[^/]*$/, '*')]: media } });
      const [essence] = String(typeOf(get(range, { accept: type }))).split(';');
      expect(essence).toBe(type);
    }
  });

  it.each([
    ['a range of which none can be written', 'font/*'],
    ['a type that no header can have', 'text/läuft'],
  ])('and %s is offered as bytes', (_, type) => {
    const document = answering({ content: { [type]: { schema: { type: 'string' } } } });
    expect(typeOf(get(document))).toBe('application/octet-stream');
  });

  it('and is not read where there is no body', () => {
    expect(get(answering({}, 204), { accept: 'image/png' })).toMatchObject({ status: 204, body: '' });
  });
});

const bodyIn = (type: string, media: Json, components: Json = {}) =>
  get(answering({ content: { [type]: media } }, 200, components)).body;

describe('a body is written in its media type', () => {
  const list = { type: 'array', items: lamp, example: [{ id: 1, name: 'a, "b"' }, { id: 2 }] };

  it.each<[string, string, Json, string]>([
    ['vendor JSON', 'application/vnd.api+json', { schema: lamp }, '{"id":7,"name":"desk"}'],
    ['text', 'text/plain', { example: 'hello' }, 'hello'],
    ['the first example of a schema', 'text/plain', { schema: { type: 'string', examples: ['b'] } }, 'b'],
    ['a number', 'text/plain', { schema: { type: 'integer', example: 5 } }, '5'],
    ['nothing', 'text/plain', { schema: { type: 'null' } }, ''],
    ['CSV', 'text/csv', { schema: list }, 'id,name\r\n1,"a, ""b"""\r\n2,\r\n'],
    ['CSV of an example', 'text/csv', { schema: list, example: 'id\n1' }, 'id\n1'],
    [
      'CSV of texts',
      'text/csv',
      { schema: { type: 'array', items: { type: 'string', example: 'a' } } },
      'a\r\n',
    ],
    ['events', 'text/event-stream', { example: 'data: 1\n\n' }, 'data: 1\n\n'],
    [
      'events of a schema',
      'text/event-stream',
      { schema: list },
      'data: {"id":1,"name":"a, \\"b\\""}\n\ndata: {"id":2}\n\n',
    ],
    [
      'events with names',
      'text/event-stream',
      { example: [{ data: 'a\nb', event: 'tick\n', id: 1, retry: null }] },
      'event: tick \nid: 1\ndata: a\ndata: b\n\n',
    ],
    ['lines of JSON', 'application/x-ndjson', { schema: list }, '{"id":1,"name":"a, \\"b\\""}\n{"id":2}\n'],
    ['a sequence of JSON', 'application/json-seq', { schema: lamp }, '\u001e{"id":7,"name":"desk"}\n'],
    ['a form', 'application/x-www-form-urlencoded', { schema: lamp }, 'id=7&name=desk'],
    ['a form of nothing', 'application/x-www-form-urlencoded', { schema: { type: 'null' } }, ''],
    ['YAML, as JSON', 'application/yaml', { schema: lamp }, '{"id":7,"name":"desk"}'],
  ])('%s', (_, type, media, body) => {
    expect(bodyIn(type, media)).toBe(body);
  });

  it.each([
    ['image/png', '\u0089PNG'],
    ['image/jpeg', '\u00ff\u00d8\u00ff'],
    ['image/gif', 'GIF87a'],
    ['image/webp', 'RIFF'],
    ['application/pdf', '%PDF-1.4\n'],
    ['application/zip', 'PK\u0003\u0004'],
    ['image/svg+xml', '<svg '],
  ])('a file: %s', async (type, start) => {
    const app = fromDocument(
      answering({ content: { [type]: { schema: { type: 'string', format: 'binary' } } } }),
    );
    const reply = await app.fetch(new Request('http://localhost/lamps'));
    const bytes = new Uint8Array(await reply.arrayBuffer());
    expect(String.fromCharCode(...bytes.slice(0, start.length))).toBe(start);
    expect(reply.headers.get('content-type')).toBe(type);
  });

  it('a file of its example in Base64, and of nothing that is none', async () => {
    const body = async (example: string) => {
      const app = fromDocument(answering({ content: { 'image/gif': { example } } }));
      return (await app.fetch(new Request('http://localhost/lamps'))).text();
    };
    expect(await body(btoa('GIF89a mine'))).toBe('GIF89a mine');
    expect(await body(btoa('no image at all'))).toMatch(/^GIF87a/);
    expect(await body('no Base64')).toMatch(/^GIF87a/);
    const svg = { 'image/svg+xml': { example: '<svg id="mine"/>' } };
    expect(get(answering({ content: svg })).body).toBe('<svg id="mine"/>');
  });
});

describe('XML follows the schema', () => {
  const xml = (schema: Json, components: Json = {}) =>
    bodyIn('application/xml', { schema }, { schemas: components })
      .replace('<?xml version="1.0" encoding="UTF-8"?>\n', '')
      .replace(/\n$/, '');
  const text = (example: string, more: Json = {}) => ({ type: 'string', example, ...more });
  const object = (properties: Json, more: Json = {}) => ({ type: 'object', properties, ...more });
  const texts = (more: Json = {}, items: Json = {}) => ({
    type: 'array',
    items: { type: 'string', ...items },
    example: ['a', 'b'],
    ...more,
  });

  it.each<[string, Json, string]>([
    ['a root', object({ a: text('x') }), '<root><a>x</a></root>'],
    ['names', object({ a: text('x', { xml: { name: 'b' } }) }, { xml: { name: 'c' } }), '<c><b>x</b></c>'],
    [
      'attributes',
      object({ id: { type: 'integer', example: 5, xml: { attribute: true } }, a: text('x') }),
      '<root id="5"><a>x</a></root>',
    ],
    [
      'quoted attributes',
      object({ id: text('"<', { xml: { attribute: true } }) }),
      '<root id="&quot;&lt;"/>',
    ],
    ['escapes', object({ a: text('<&>\u0001') }), '<root><a>&lt;&amp;&gt;\ufffd</a></root>'],
    [
      'namespaces',
      object({ a: text('x', { xml: { prefix: 'p' } }) }, { xml: { namespace: 'urn:x', prefix: 'p' } }),
      '<p:root xmlns:p="urn:x"><p:a>x</p:a></p:root>',
    ],
    ['a namespace', object({}, { xml: { namespace: 'urn:"x"' } }), '<root xmlns="urn:&quot;x&quot;"/>'],
    ['lists', object({ a: texts() }), '<root><a>a</a><a>b</a></root>'],
    ['lists with a name', object({ a: texts({ xml: { name: 'z' } }) }), '<root><a>a</a><a>b</a></root>'],
    ['items with a name', object({ a: texts({}, { xml: { name: 'i' } }) }), '<root><i>a</i><i>b</i></root>'],
    [
      'wrapped lists',
      object({ a: texts({ xml: { wrapped: true, name: 'z' } }, { xml: { name: 'i' } }) }),
      '<root><z><i>a</i><i>b</i></z></root>',
    ],
    [
      'wrapped without names',
      object({ a: texts({ xml: { wrapped: true } }) }),
      '<root><a><a>a</a><a>b</a></a></root>',
    ],
    ['a list as a whole', texts({ xml: { name: 'z' } }), '<z><item>a</item><item>b</item></z>'],
    [
      'lists of lists',
      { type: 'array', items: texts(), example: [['a']] },
      '<root><item><item>a</item></item></root>',
    ],
    [
      'null and free values',
      object({ a: { example: null, nullable: true }, b: { example: { c: 1 } } }),
      '<root><a/><b><c>1</c></b></root>',
    ],
    [
      'free attributes',
      object({ a: { example: { c: 1 }, xml: { attribute: true } } }),
      '<root a="{&quot;c&quot;:1}"/>',
    ],
    ['text nodes', object({ a: text('x', { xml: { nodeType: 'text' } }) }), '<root>x</root>'],
    ['invalid names', object({ '1 a': text('x') }), '<root><_1_a>x</_1_a></root>'],
    ['a plain value', text('x'), '<root>x</root>'],
  ])('%s', (_, schema, body) => {
    expect(xml(schema)).toBe(body);
  });

  it('and components give names', () => {
    const Lamp = object({ a: text('x') });
    expect(xml({ $ref: '#/components/schemas/Lamp' }, { Lamp })).toBe('<Lamp><a>x</a></Lamp>');
    const Light = { $ref: '#/components/schemas/Lamp' };
    expect(xml({ $ref: '#/components/schemas/Light' }, { Light, Lamp })).toBe('<Lamp><a>x</a></Lamp>');
    const named = { Lamp: { ...Lamp, xml: { name: 'lamp' } } };
    const all = { type: 'array', items: { $ref: '#/components/schemas/Lamp' } };
    expect(xml(all, named)).toBe('<root><lamp><a>x</a></lamp></root>');
  });

  it('but an example in XML is sent as it is', () => {
    expect(bodyIn('text/xml', { schema: lamp, example: '<lamp/>' })).toBe('<lamp/>');
  });
});

describe('a declared header', () => {
  const headerOf = (name: string, header: Json, content: Json = json) => {
    const { headers } = get(answering({ content, headers: { [name]: header } }));
    return pairsOf(headers)
      .filter(([each]) => each === name)
      .map(([, value]) => value);
  };
  const string = { type: 'string' };

  it.each<[string, Json, string[]]>([
    ['X-Total-Count', { schema: { type: 'integer' }, example: 42 }, ['42']],
    ['X-Next', { schema: string, examples: { a: { value: 'b' } } }, ['b']],
    ['X-Flag', { schema: { type: 'boolean', example: true } }, ['true']],
    ['X-List', { schema: { type: 'array', items: string }, example: ['a', 'b'] }, ['a,b']],
    ['X-Object', { schema: { type: 'object' }, example: { a: 1, b: { c: 2 } } }, ['a,1,b,{"c":2}']],
    ['X-Exploded', { explode: true, schema: { type: 'object' }, example: { a: 1, b: null } }, ['a=1,b=']],
    ['X-Json', { content: { 'application/json': { schema: string, example: 'x' } } }, ['"x"']],
    ['X-Json', { content: { 'application/json': { schema: {}, example: { a: [1] } } } }, ['{"a":[1]}']],
    ['X-Text', { content: { 'text/plain': { schema: string, example: 'x' } } }, ['x']],
    ['X-List', { schema: { type: 'array', items: string } }, ['Example']],
    ['X-Sizes', { schema: { type: 'object', properties: { a: { type: 'integer' } } } }, ['a,12']],
    ['X-Any', {}, ['']],
    ['X-Wrong', { schema: { type: 'integer', minimum: 3, maximum: 3 }, example: 'é' }, ['3']],
    ['X-Count', { schema: { type: 'integer', minimum: 3, maximum: 3 } }, ['3']],
    ['ETag', { schema: string, example: 'W/"1"' }, ['W/"1"']],
    ['ETag', { schema: string }, [expect.stringMatching(/^"[0-9a-f]{8}"$/) as never]],
    ['ETag', { schema: { type: 'string', enum: ['"a"'] } }, ['"a"']],
    ['X-Never', { schema: { not: {} } }, ['']],
    ['Retry-After', { schema: { type: 'integer' } }, ['1']],
    ['Last-Modified', { schema: string }, ['Thu, 01 Jan 2026 00:00:00 GMT']],
    ['Link', { schema: string }, ['</lamps>; rel="self"']],
    ['Content-Range', { schema: string }, ['items 0-0/1']],
    ['Accept-Ranges', { schema: string }, ['bytes']],
    ['Location', { schema: string }, ['/lamps/7']],
    ['Content-Type', { schema: string, example: 'text/x' }, ['application/json']],
    ['X-Request-Id', { schema: string, example: 'mine' }, [expect.not.stringMatching('mine') as never]],
    ['Access-Control-Allow-Origin', { schema: string, example: 'x' }, ['*']],
  ])('%s %j', (name, header, values) => {
    expect(headerOf(name, header)).toEqual(values);
  });

  it.each<[string, unknown, string]>([
    ['a list', [{ id: 1 }, { id: 2 }], 'lamps 0-1/2'],
    ['an empty list', [], 'lamps */0'],
    ['a text', 'né', 'bytes 0-2/3'],
    ['anything else', { id: 1 }, 'items 0-0/1'],
  ])('says which part %s is', (_, example, range) => {
    const media = { 'application/json': { example } };
    expect(headerOf('Content-Range', { schema: string }, media)).toEqual([range]);
  });

  it.each<[string, Json, string]>([
    ['a list', { schema: { type: 'array', items: lamp, example: [{ id: 1 }, { id: 2 }] } }, '2'],
    ['a list with its total', { schema: { type: 'object' }, example: { items: [], total: 31 } }, '31'],
    ['anything else', { schema: { type: 'string' }, example: 'x' }, expect.stringMatching(/^\d+$/) as never],
  ])('counts the items of %s', (_, media, count) => {
    expect(
      headerOf('X-Total-Count', { schema: { type: 'integer', example: 1 } }, { 'application/json': media }),
    ).toEqual(['1']);
    expect(
      headerOf('X-Total-Count', { schema: { type: 'integer', minimum: 1 } }, { 'application/json': media }),
    ).toEqual([count]);
  });

  const created = documentOf({
    '/lamps': {
      post: {
        requestBody: { content: json },
        responses: {
          201: {
            description: 'x',
            content: json,
            headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
          },
        },
      },
    },
    '/lamps/{lampId}': { get: { responses: { 200: { description: 'x', content: json } } } },
  });

  it('points to what was made', () => {
    const { headers } = ask(created, { path: '/lamps', body: { id: 12 } }, exact);
    expect(headers).toContain('Location: /lamps/12\r\n');
  });

  it.each<[string, Json, string]>([
    ['a text as id', { id: 'a b' }, '/lamps/a%20b'],
    ['no id', { size: 3 }, '/lamps'],
    ['an id of no use', { id: null }, '/lamps'],
  ])('points to the path if there is %s', (_, example, location) => {
    const content = { 'application/json': { schema: {}, example } };
    expect(headerOf('Location', { schema: string }, content)).toEqual([location]);
  });

  it('may depend on the path alone, also beside one that is fixed', () => {
    const headers = {
      ETag: { schema: string },
      Link: { schema: string },
      Location: { schema: string, example: '/x' },
    };
    const document = documentOf({ '/': { get: { responses: { 204: { description: 'x', headers } } } } });
    expect(get(document, {}, '/').headers).toContain(
      'ETag: "sample"\r\nLink: </>; rel="self"\r\nLocation: /x\r\n',
    );
    const root = documentOf({
      '/': { get: { responses: { 204: { description: 'x', headers: { Location: {} } } } } },
    });
    expect(get(root, {}, '/').headers).toContain('Location: /\r\n');
  });

  it('replaces what the status of the reply would have', () => {
    const headers = { 'Retry-After': { schema: { type: 'integer' }, example: 7 } };
    const busy = get(answering({ headers }, 429), { prefer: 'code=429' });
    expect(busy.headers.match(/^Retry-After: .*$/gm)).toEqual(['Retry-After: 7\r'.trim()]);
  });

  it('has the first properties of an object with too many for a header', () => {
    const names = Array.from({ length: 2000 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer', example: 1 }]));
    const { headers } = get(answering({ headers: { 'X-Many': { schema: { type: 'object', properties } } } }));
    const [, sent = ''] = /^X-Many: (.*)\r$/m.exec(headers) ?? [];
    expect(sent).toMatch(/^p0,1,p1,1,/);
    expect(sent.split(',').length / 2).toBeLessThan(1000);
  });

  it('is sent without a body too', () => {
    const reply = get(answering({ headers: { 'X-Trace': { schema: string, example: 'abc' } } }, 204));
    expect([reply.status, reply.headers.includes('X-Trace: abc\r\n')]).toEqual([204, true]);
  });
});

describe('the status', () => {
  it.each<[string, Json, number]>([
    ['a redirect', { 302: { headers: { Location: { schema: { type: 'string' }, example: '/new' } } } }, 302],
    ['a range of redirects', { '3XX': {} }, 302],
    ['a redirect before the default', { default: {}, 303: {} }, 303],
    ['the default before 304', { 304: {}, default: {} }, 200],
    ['only 304', { 304: {} }, 304],
    ['reset content', { 205: {} }, 205],
    ['an unusual success', { 299: {} }, 299],
    ['a range', { '2XX': {} }, 200],
    ['a success before a redirect', { 302: {}, 201: {} }, 201],
  ])('is that of %s', (_, responses, status) => {
    const document = documentOf({ '/lamps': { get: { responses } } });
    expect(get(document)).toMatchObject({ status, body: '' });
  });

  it('is followed to its Location', () => {
    const headers = { Location: { schema: { type: 'string' }, example: 'https://example.com/new' } };
    expect(get(answering({ headers }, 302)).headers).toContain('Location: https://example.com/new\r\n');
    expect(get(answering({ headers: { Location: {} } }, 302)).headers).toContain('Location: /lamps\r\n');
  });
});

it('an example that does not fit its schema is reported when it is first needed', () => {
  const media = { schema: lamp, examples: { a: { value: { id: 'x' } }, b: { value: { id: 3 } } } };
  const notices: unknown[] = [];
  const document = answering({ content: { 'application/json': media } });
  const app = { ...exact, onNotice: (notice: unknown) => notices.push(notice) };
  expect(ask(document, { path: '/lamps' }, app).body).toBe('{"id":3}');
  expect(notices).toEqual([
    {
      place: '#/paths/~1lamps/get/responses/200/content/application~1json/examples/a/value',
      what: 'is sent only if it is asked for by its name, because it does not fit its schema: id must be an integer',
    },
  ]);
  expect(ask(document, { path: '/lamps', headers: { prefer: 'example=a' } }, app).body).toBe('{"id":"x"}');
});

describe('a request may choose a reply', () => {
  const media = { schema: lamp, examples: { few: { value: { id: 1 } }, many: { value: { id: 2 } } } };
  const document = documentOf({
    '/lamps': {
      get: {
        responses: {
          200: { description: 'x', content: { 'application/json': media } },
          404: { description: 'x', content: json },
          '5XX': { description: 'x', content: json },
        },
      },
    },
  });

  it.each([
    ['?__code=404', 404, '{"id":7,"name":"desk"}'],
    ['?__example=many', 200, '{"id":2}'],
    ['?a=1&__example=many&__code=200', 200, '{"id":2}'],
    ['?__code=500', 500, '{"id":7,"name":"desk"}'],
    ['?__code=503', 503, '{"id":7,"name":"desk"}'],
    ['?__unknown=1', 200, '{"id":1}'],
    ['?__code=4', 200, '{"id":1}'],
  ])('in its query: %s', (query, status, body) => {
    expect(get(document, {}, `/lamps${query}`)).toMatchObject({ status, body });
  });

  it('in a header, which wins', () => {
    expect(get(document, { prefer: 'example=few' }, '/lamps?__example=many').body).toBe('{"id":1}');
  });

  it('and the reply says which one it is', () => {
    const { headers } = get(document, { prefer: 'code=404' });
    expect(headers).toContain('Preference-Applied: code=404\r\n');
    expect(headers).toContain('Vary: Prefer\r\n');
  });

  it.each([
    ['code=201', 'The operation declares no reply 201. It declares 200, 404, 5XX.'],
    ['code=429', 'The operation declares no reply 429. It declares 200, 404, 5XX.'],
    ['example=none', 'There is no example "none": GET /lamps declares "few" (200), "many" (200).'],
    ['code=404, example=few', 'There is no example "few": the reply 404 of GET /lamps declares none.'],
    [`example=${'x'.repeat(200)}`, expect.stringContaining(`"${'x'.repeat(100)}…"`)],
  ])('but what there is not is a 404 that lists what there is: %s', (prefer, detail) => {
    const reply = get(document, { prefer });
    expect([reply.status, JSON.parse(reply.body)]).toEqual([404, { detail }]);
  });

  it.each(['value', 'dataValue', 'serializedValue'])('of an example that has its %s', (name) => {
    const content = { 'application/json': { examples: { few: { summary: 'x', [name]: { id: 5 } } } } };
    const reply = get(answering({ content }), { prefer: 'example=few' });
    expect(JSON.parse(reply.body)).toEqual({ id: 5 });
  });

  it('of which only so many are listed', () => {
    const named = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`example${at}`, { value: at }]),
    );
    const content = { 'application/json': { examples: named } };
    const many = documentOf({ '/lamps': { get: { responses: { 200: { description: 'x', content } } } } });
    const { status, body } = get(many, { prefer: 'example=none' });
    expect(status).toBe(404);
    expect(body).toContain('declares \\"example0\\" (200), \\"example1\\" (200), ');
    expect(body).toMatch(/ … and \d{4} more\."}$/);
    expect(body.length).toBeLessThan(3000);
  });

  it.each(['cut=body', 'format=html'])('but not simulate a fault: %s', (prefer) => {
    expect(get(document, { prefer })).toMatchObject({ status: 200, body: '{"id":1}' });
  });

  it('and then has to accept its media type', () => {
    expect(get(document, { prefer: 'example=few', accept: 'image/png' }).status).toBe(406);
  });

  it('unless that is switched off', () => {
    const off = { ...exact, prefer: false };
    expect(ask(document, { path: '/lamps?__code=404', headers: { prefer: 'code=404' } }, off).status).toBe(
      200,
    );
  });

  it('but not where the path or the method is unknown', () => {
    expect(get(document, {}, '/nowhere?__code=404').body).toBe('{"detail":"Not Found"}');
  });
});

describe('what a request sends comes back in a reply', () => {
  const id = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  };
  const schema = { type: 'object', properties: { owner: { ...id, type: ['object', 'null'] }, lamp: id } };
  const replyTo = (example: Json, body: Json) => {
    const content = { 'application/json': { schema, example } };
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
    const post = { requestBody, responses: { 200: { description: 'x', content } } };
    return JSON.parse(ask(documentOf({ '/lamps': { post } }), { path: '/lamps', body }, exact).body);
  };

  it.each<[what: string, example: Json, body: Json, reply: Json]>([
    ['by its name', { lamp: { id: 1 } }, { lamp: { id: 2 } }, { lamp: { id: 2 } }],
    [
      'as far as it is valid',
      { lamp: { id: 1, name: 'a' } },
      { lamp: { id: 'x', name: 'b' } },
      { lamp: { id: 1, name: 'b' } },
    ],
    ['in an envelope', { lamp: { id: 1, name: 'a' } }, { name: 'b' }, { lamp: { id: 1, name: 'b' } }],
    [
      'unless another object is beside it',
      { lamp: { id: 1, name: 'a' }, owner: { id: 2, name: 'c' } },
      { name: 'b' },
      { lamp: { id: 1, name: 'a' }, owner: { id: 2, name: 'c' } },
    ],
    ['unless it is no object', { lamp: { id: 1 } }, { lamp: 7 }, { lamp: { id: 1 } }],
    [
      'unless the example has nothing in its place',
      { owner: null },
      { owner: { name: 'b' } },
      { owner: null },
    ],
    ['unless nothing declares it', { more: { name: 'a' } }, { name: 'b' }, { more: { name: 'a' } }],
    ['unless nothing declares its name', { more: { id: 1 } }, { more: { id: 2 } }, { more: { id: 1 } }],
  ])('%s', (_, example, body, reply) => {
    expect(replyTo(example, body)).toEqual(reply);
  });
});
