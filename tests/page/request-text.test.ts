import { describe, expect, it } from 'vitest';
import { write } from '../../src/page/browser/code.ts';
import { DOTS, withCredentials, withDots, withoutSecrets } from '../../src/page/browser/credentials.ts';
import { wrongValues } from '../../src/page/browser/fields.ts';
import { markOf } from '../../src/page/browser/files.ts';
import {
  bodyBytes,
  hashOf,
  obstacles,
  readHash,
  readMessage,
  writeMessage,
} from '../../src/page/browser/message.ts';
import { changed, partOfStatus, placeOf } from '../../src/page/browser/places.ts';
import { encodeUtf8 } from '../../src/text/bytes.ts';

/** Requests as text, which the page at /docs reads, writes and changes. */

const POST = 'POST /users/\nContent-Type: application/json\n\n';
const BODY = '{\n  "name": "Ada",\n  "tags": ["a", {"b": 1}],\n  "age": 36\n}';

const FORM = 'POST /\nContent-Type: application/x-www-form-urlencoded\n\n';
const PART_A = '--x\nContent-Disposition: form-data; name="a"\n\n1\n2\n';
const PART_FILE = '--x\nContent-Disposition: form-data; name="file"; filename="a"\nContent-Type: a/b\n\n\n';
const PARTS = `POST /\nContent-Type: multipart/form-data; boundary=x\n\n${PART_A}${PART_FILE}--x--\n`;

describe('a request', () => {
  it.each([
    ['GET /', { method: 'GET', target: '/', headers: [], body: undefined }],
    ['GET', { method: 'GET', target: '', headers: [], body: undefined }],
    ['GET /a b', { method: 'GET', target: '/a b', headers: [], body: undefined }],
    ['GET /\nA: b\nC', { method: 'GET', target: '/', headers: ['A=b', 'C='], body: undefined }],
    ['GET /\nA:  b:c \n\n', { method: 'GET', target: '/', headers: ['A=b:c'], body: '' }],
    ['PUT /\n\na\n\nb', { method: 'PUT', target: '/', headers: [], body: 'a\n\nb' }],
  ])('is read: %j', (text, expected) => {
    const { method, target, headers, body } = readMessage(text);
    expect({ method, target, headers: headers.map(({ name, value }) => `${name}=${value}`), body }).toEqual(
      expected,
    );
  });

  it.each([
    [{ headers: {} }, 'POST /'],
    [{ headers: { A: 'b' }, body: '' }, 'POST /\nA: b\n\n'],
    [{ headers: {}, body: '{"a":1,"b":[]}' }, 'POST /\n\n{\n  "a": 1,\n  "b": []\n}'],
    [
      { headers: {}, body: '{"a":[1.50,"b, c\\"",[ ]],"d":[{}],"e":"x: [y]"}' },
      'POST /\n\n{\n  "a": [\n    1.50,\n    "b, c\\"",\n    []\n  ],\n  "d": [\n    {}\n  ],\n  "e": "x: [y]"\n}',
    ],
    [{ headers: {}, body: '{ "a" :\t1 }' }, 'POST /\n\n{\n  "a": 1\n}'],
    [{ headers: {}, body: '[1,"a,b", null]' }, 'POST /\n\n[1, "a,b", null]'],
    [{ headers: {}, body: '{"a":1 ' }, 'POST /\n\n{"a":1 '],
    [{ headers: {}, body: '{} ' }, 'POST /\n\n{} '],
    [{ headers: {}, body: `[${'[1],'.repeat(30)}2]` }, `POST /\n\n[${'[1],'.repeat(30)}2]`],
    [{ headers: {}, bodyBase64: btoa('"\xff"') }, 'POST /\n\n"\ufffd"'],
  ])('is written: %j', (request, text) => {
    expect(writeMessage({ method: 'POST', target: '/', ...request })).toBe(text);
  });

  it('keeps the bytes of its body until it is changed', () => {
    const request = { method: 'POST', target: '/', headers: {}, bodyBase64: btoa('"\xff"') };
    const text = writeMessage(request);
    expect(bodyBytes(readMessage(text), request)).toEqual(Uint8Array.of(0x22, 0xff, 0x22));
    expect(bodyBytes(readMessage(`${text}!`), request)).toEqual(encodeUtf8('"\ufffd"!'));
    expect(bodyBytes(readMessage('GET /'), undefined)).toBeUndefined();
  });

  it('has CRLF in a multipart form', () => {
    const bytes = bodyBytes(readMessage('POST /\ncontent-type: multipart/form-data\n\na\nb'), undefined);
    expect(bytes).toEqual(encodeUtf8('a\r\nb'));
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const request = { method: 'POST', target: '/', headers, body: 'a\r\nb\r' };
    const text = writeMessage(request);
    expect(text).toMatch(/\n\na\nb\r$/);
    expect(bodyBytes(readMessage(text), request)).toEqual(encodeUtf8('a\r\nb\r'));
    expect(bodyBytes(readMessage('POST /\n\na\nb'), undefined)).toEqual(encodeUtf8('a\nb'));
  });

  it('has the content of the files that it names', async () => {
    const file = new File(['one\ntwo'], 'a.txt');
    const mark = markOf(file);
    const head = 'POST /\nContent-Type: multipart/form-data; boundary=x\n\n';
    const body = bodyBytes(readMessage(`${head}a\n${mark}`), undefined, new Map([[mark, file]]));
    expect(body).toBeInstanceOf(Blob);
    expect(await new Response(body).text()).toBe('a\r\none\ntwo');
    const unknown = bodyBytes(readMessage(`POST /\n\n${mark}`), undefined, new Map());
    expect(unknown).toEqual(encodeUtf8(mark));
  });
});

describe('the place of a value', () => {
  const found = (text: string, loc: (string | number)[], path = '/users/') => {
    const place = placeOf(loc, readMessage(text), path);
    return place && `${place.add ? 'missing from ' : ''}${text.slice(place.start, place.end)}`;
  };

  it.each([
    [['body', 'name'], '"Ada"'],
    [['body', 'tags', 0], '"a"'],
    [['body', 'tags', 1, 'b'], '1'],
    [['body', 'tags', 5], 'missing from ["a", {"b": 1}]'],
    [['body', 'dog', 'tags', 0], '"a"'],
    [['body', 'email'], `missing from ${BODY}`],
    [['body'], BODY],
    [['query', 'a'], 'missing from /users/'],
    [['header', 'content-type'], 'application/json'],
    [['header', 'x-a'], 'missing from /users/'],
    [['cookie', 'a'], 'missing from /users/'],
    [['path', 'id'], 'missing from /users/'],
    [['?', 'name'], '"Ada"'],
    [['?', 'content-type'], 'application/json'],
    [['?', 'nowhere'], undefined],
    [['nothing'], undefined],
    [[], undefined],
  ])('%j', (loc, expected) => {
    expect(found(POST + BODY, loc)).toBe(expected);
  });

  it.each([
    ['GET /a?x=1&y=2&x=3', ['query', 'x'], '3'],
    ['GET /a?x', ['query', 'x'], ''],
    ['GET /a?x+y=1', ['query', 'x y'], '1'],
    ['GET /a?%FF=1', ['query', '%FF'], '1'],
    ['GET /a?y=1', ['query', 'x'], 'missing from /a?y=1'],
    ['GET /base/items/a%20b?c', ['path', 'id'], 'a%20b'],
    ['GET /', ['path', 'id'], ''],
    ['GET /\nCookie: a=b', ['cookie', 'a'], 'a=b'],
    ['POST /\n\n{', ['body', 'a'], 'missing from {'],
    [`${FORM}x=1&y=2&x=3`, ['body', 'x'], '3'],
    [`${FORM}x=1&y=2&x=3`, ['body', 'x', 0], '1'],
    [`${FORM}y=2`, ['body', 'x'], 'missing from y=2'],
    [PARTS, ['body', 'a'], '1\n2'],
    [PARTS, ['body', 'file'], ''],
    [PARTS, ['body', 'x'], 'missing from '],
    [PARTS.slice(0, -6), ['body', 'file'], ''],
    [PARTS.slice(0, -7), ['body', 'file'], ''],
    [PARTS.slice(0, PARTS.indexOf('2') + 1), ['body', 'a'], '1\n2'],
    ['POST /\nContent-Type: multipart/form-data\n\n{"a": 1}', ['body', 'a'], '1'],
  ])('in %j of %j', (text, loc, expected) => {
    expect(found(text, loc, '/items/{id}')).toBe(expected);
  });

  it.each([
    [400, 'Malformed JSON at line 2, column 3: no', undefined, '"'],
    [400, 'Malformed JSON at line 1, column 1: no', undefined, '{'],
    [400, 'Malformed JSON at line 9, column 9: no', undefined, '}'],
    [400, 'Invalid', undefined, undefined],
    [401, '', 'header.X-Key', undefined],
    [401, '', undefined, undefined],
    [404, '', undefined, '/users/'],
    [405, '', undefined, 'POST'],
    [413, '', undefined, BODY],
    [414, '', undefined, '/users/'],
    [415, '', undefined, 'Content-Type: application/json'],
    [500, '', undefined, undefined],
  ])('of a refusal as a whole: %i %j', (status, said, credential, expected) => {
    const range = partOfStatus({ status, said, credential }, readMessage(POST + BODY));
    const text = range && (POST + BODY).slice(range.start, range.end);
    expect(text === '/users/' && status === 401 ? undefined : text).toBe(expected);
  });

  it('of a refused content coding is its header', () => {
    const text = 'POST /\nContent-Type: application/json\nContent-Encoding: gzip\n\n{}';
    const range = partOfStatus({ status: 415, said: '', credential: undefined }, readMessage(text));
    expect(range && text.slice(range.start, range.end)).toBe('Content-Encoding: gzip');
    expect(
      partOfStatus({ status: 400, said: 'line 1, column 1', credential: undefined }, readMessage('GET /')),
    ).toBeUndefined();
  });
});

describe('a change', () => {
  it.each([
    ['body.name', undefined, '{\n  "tags": ["a", {"b": 1}],\n  "age": 36\n}'],
    ['body.age', undefined, '{\n  "name": "Ada",\n  "tags": ["a", {"b": 1}]\n}'],
    ['body.age', '-1', BODY.replace('36', '-1')],
    ['body.tags.1.b', 'null', BODY.replace('1}', 'null}')],
    ['body.email', '""', BODY.replace('36', '36,\n  "email": ""')],
    ['body.email', undefined, BODY],
    ['nothing', '1', BODY],
  ])('of the body: %s to %s', (place, value, body) => {
    expect(changed(POST + BODY, place, value, '/users/')).toBe(POST + body);
  });

  it.each([
    ['POST /\n\n{}', 'body.a', '1', 'POST /\n\n{"a": 1}'],
    ['POST /\n\n{"a":1}', 'body.a', undefined, 'POST /\n\n{}'],
    ['POST /\n\n{"b":1}', 'body.a', '1', 'POST /\n\n{"b":1, "a": 1}'],
    [
      'POST /\n\n{\n  "b": {\n    "c": 1\n  }\n}',
      'body.a',
      '1',
      'POST /\n\n{\n  "b": {\n    "c": 1\n  },\n  "a": 1\n}',
    ],
    ['POST /\n\n[]', 'body.a', '1', 'POST /\n\n[]'],
    ['GET /', 'query.a', 'b', 'GET /?a=b'],
    ['GET /?c=d', 'query.a', 'b', 'GET /?c=d&a=b'],
    ['GET /?a=b&c=d', 'query.a', undefined, 'GET /?c=d'],
    ['GET /?c=d&a=b', 'query.a', undefined, 'GET /?c=d'],
    ['GET /?a=b', 'query.a', undefined, 'GET /'],
    ['GET /?a=b', 'query.a', '', 'GET /?a='],
    ['GET /\nX-A: b', 'header.x-a', undefined, 'GET /'],
    ['GET /\nX-A: b', 'header.x-a', 'c', 'GET /\nX-A: c'],
    ['GET /', 'header.X-A', 'c', 'GET /\nX-A: c'],
    ['GET /a', 'path.id', 'b', 'GET /b'],
    ['GET /a', 'path.other', 'b', 'GET /a'],
    [FORM, 'body.a', 'b', `${FORM}a=b`],
    [`${FORM}c=d`, 'body.a', 'b', `${FORM}c=d&a=b`],
    [`${FORM}a=b&c=d`, 'body.a', undefined, `${FORM}c=d`],
    [`${FORM}c=d&a=b`, 'body.a', undefined, `${FORM}c=d`],
    [`${FORM}a=b`, 'body.a', undefined, FORM],
    [PARTS, 'body.a', 'new', PARTS.replace('1\n2', 'new')],
    [PARTS, 'body.a', undefined, PARTS.replace(PART_A, '')],
    [
      PARTS,
      'body.b',
      'new',
      PARTS.replace('--x--', '--x\nContent-Disposition: form-data; name="b"\n\nnew\n--x--'),
    ],
    ['GET /', 'cookie.a', 'b', 'GET /'],
  ])('of %j: %s to %s', (text, place, value, expected) => {
    expect(changed(text, place, value, '/{id}')).toBe(expected);
  });

  it('is offered for each wrong value of a place in the cases', () => {
    const caseOf = (type: string, body: string, kind: 'refused' | 'accepted' = 'refused') => ({
      id: `a/body.age/${type}`,
      type: '',
      title: '',
      place: 'body.age',
      kind,
      request: { method: 'POST', target: '/1', headers: {}, body },
      expected: { status: 422 },
    });
    const cases = [
      caseOf('missing', '{}'),
      caseOf('less_than_equal', '{"age":1.210e2}'),
      caseOf('int_parsing', '{"age":"ten"}'),
      caseOf('int_parsing/again', '{"age":"ten"}'),
      caseOf('accepted/0', '{"age":0}', 'accepted'),
      { ...caseOf('int_parsing', ''), place: 'path.id' },
    ];
    expect(wrongValues(cases, 'body.age', '/{id}')).toEqual([undefined, '1.210e2', '"ten"']);
    expect(wrongValues(cases, 'path.id', '/{id}')).toEqual(['1']);
    expect(wrongValues(cases, 'query.a', '/{id}')).toEqual([]);
  });
});

describe('a request that browsers can’t send', () => {
  const ROOT = 'http://localhost:8000/some';

  it.each([
    'GET /a?b=c',
    'DELETE /a\nX: y',
    'PATCH /\n\n{}',
    'GET /%FF',
    'POST /\nContent-Type:',
    'GET /a\n\n',
    'foo /',
  ])('is not %j', (text) => {
    expect(obstacles(readMessage(text), ROOT)).toEqual([]);
  });

  it.each([
    'GET /a#b',
    'GET /a b',
    'GET //../a',
    'GET /a\\b',
    'GET /"',
    'put /',
    'connect /',
    'GET /\nSec-A: b',
    'GET /\na b: c',
    'G(T /',
    'GET /\na: \u{1f600}',
    'GET /\na: b\nA: c',
    'HEAD /\n\na',
    'GET http://a/',
  ])('is %j', (text) => {
    expect(obstacles(readMessage(text), ROOT)).toHaveLength(1);
  });
});

describe('a link', () => {
  it.each([
    { id: 'a/body.b/c', text: undefined },
    { id: 'a/body.ü b/c?', text: 'GET /?a=b%20c#d\n\nä' },
  ])('holds %j', (link) => {
    expect(readHash(hashOf(link.id, link.text))).toEqual(link);
  });

  it.each([
    ['#%E0%A4%A', { id: '', text: undefined }],
    ['', { id: '', text: undefined }],
    ['#a?%E0%A4%A', { id: 'a', text: undefined }],
  ])('that is malformed has no id: %j', (hash, link) => {
    expect(readHash(hash)).toEqual(link);
  });

  it.each([
    ['GET /\nAuthorization: mine\nA: b', [], `GET /\nAuthorization: ${DOTS}\nA: b`],
    ['GET /\nAuthorization: shown', [], 'GET /\nAuthorization: shown'],
    ['GET /\nX-Key: mine', ['header.X-Key'], `GET /\nX-Key: ${DOTS}`],
    ['GET /\nX-Key: mine\nX-Key: too', ['header.x-key'], `GET /\nX-Key: ${DOTS}\nX-Key: ${DOTS}`],
    ['GET /?key=mine&a=b', ['query.key'], `GET /?key=${DOTS}&a=b`],
    ['GET /?key=shown', ['query.key'], 'GET /?key=shown'],
    ['GET /?key=', ['query.key'], 'GET /?key='],
    ['GET /', ['query.key'], 'GET /'],
    ['POST /\n\n{"password": "mine"}', ['body.password'], `POST /\n\n{"password": "${DOTS}"}`],
    ['POST /\n\n{"name": "Ada"}', ['body.password'], 'POST /\n\n{"name": "Ada"}'],
    ['POST /', ['body.password'], 'POST /'],
    ['POST /\n\npassword=mine', ['body.password'], undefined],
    ['POST /\n\n{"password": "mine"', ['body.password'], undefined],
  ])('has dots for the secrets of %j in %j', (text, places, expected) => {
    expect(withoutSecrets(text, places, 'GET /?key=shown\nAuthorization: shown')).toBe(expected);
  });
});

describe('a credential', () => {
  const schemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
    bearer: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'Basic' },
    oauth: { type: 'oauth2' },
  };

  it.each([
    ['key', 'mine', 'GET /', `GET /\nX-Key: ${DOTS}`, 'GET /\nX-Key: mine'],
    ['key', 'mine', 'GET /\nX-Key: sample', `GET /\nX-Key: ${DOTS}`, 'GET /\nX-Key: mine'],
    ['query', 'm&n', 'GET /?a=b', `GET /?a=b&key=${DOTS}`, 'GET /?a=b&key=m%26n'],
    ['bearer', 'mine', 'GET /', `GET /\nAuthorization: ${DOTS}`, 'GET /\nAuthorization: Bearer mine'],
    ['oauth', 'mine', 'GET /', `GET /\nAuthorization: ${DOTS}`, 'GET /\nAuthorization: Bearer mine'],
    ['basic', 'ü:b', 'GET /', `GET /\nAuthorization: ${DOTS}`, 'GET /\nAuthorization: Basic w7w6Yg=='],
    ['cookie', 'mine', 'GET /', 'GET /', 'GET /'],
    ['unknown', 'mine', 'GET /', 'GET /', 'GET /'],
  ])('of the scheme %s is shown as dots, and sent', (name, value, text, dotted, sent) => {
    const credentials = { [name]: value };
    expect(withDots(text, [name], schemes, credentials)).toBe(dotted);
    expect(withCredentials(dotted, schemes, credentials)).toBe(sent);
  });

  it.each([
    ['GET /\nX-Key: a', ['oauth'], ['key'], 'GET /'],
    ['GET /\nAuthorization: a', ['bearer'], ['basic', 'oauth'], `GET /\nAuthorization: ${DOTS}`],
    ['GET /\nAuthorization: a', ['oauth'], ['bearer'], 'GET /'],
  ])('in %j for %j takes the place of those for %j', (text, names, others, expected) => {
    expect(withDots(text, names, schemes, { bearer: 'mine' }, others)).toBe(expected);
  });

  it('is not added to a request that does not need it', () => {
    expect(withDots('GET /', ['bearer'], schemes, { key: 'mine' })).toBe('GET /');
    expect(withCredentials('GET /\nX-Key: typed', schemes, { key: 'mine' })).toBe('GET /\nX-Key: typed');
  });
});

describe('a command or program', () => {
  const written = (language: string, text: string, body?: Uint8Array<ArrayBuffer>) => {
    const message = readMessage(text);
    return write(language, { message, body: body ?? bodyBytes(message, undefined), root: 'http://a/b' });
  };

  it.each([
    ['curl', 'GET /', `curl 'http://a/b/'`],
    ['curl', 'GET /../x', `curl --path-as-is 'http://a/b/../x'`],
    ['curl', `GET /\nA: 1\nA: 2'`, `curl 'http://a/b/' -H 'A: 2'\\''' -H 'A: 1'`],
    [
      'fetch',
      'GET /',
      'const response = await fetch("http://a/b/", {\n  method: "GET",\n});\nconsole.log(response.status, await response.text());',
    ],
    [
      'fetch',
      'GET /\nA: b',
      'const response = await fetch("http://a/b/", {\n  method: "GET",\n  headers: [\n    ["A","b"],\n  ],\n});\nconsole.log(response.status, await response.text());',
    ],
    [
      'python',
      'GET /\nA: b',
      'import httpx\n\nresponse = httpx.request(\n    "GET",\n    "http://a/b/",\n    headers={\n        "A": "b",\n    },\n)\nprint(response.status_code, response.text)',
    ],
    [
      'http',
      'POST /x\nHost: c\nContent-Length: 9\n\n{}',
      'POST /b/x HTTP/1.1\nHost: c\nContent-Length: 9\n\n{}',
    ],
    ['http', 'POST /x\n\n{}', 'POST /b/x HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}'],
    ['http', 'GET /', 'GET /b/ HTTP/1.1\nHost: a\n\n'],
  ])('in %s for %j', (language, text, expected) => {
    expect(written(language, text)).toBe(expected);
  });

  it.each([
    ['curl', "printf '\\042\\377\\042' | curl"],
    ['fetch', 'body: new Uint8Array([34,255,34])'],
    ['python', 'content=bytes([34,255,34])'],
  ])('in %s sends bytes', (language, part) => {
    expect(written(language, 'POST /\n\nx', Uint8Array.of(0x22, 0xff, 0x22))).toContain(part);
  });

  const multipart = (...parts: readonly string[]) =>
    `POST /\nA: b\nContent-Type: multipart/form-data; boundary=x\n\n--x\n${parts.join('\n--x\n')}\n--x--\n`;
  const scan = new File(['a'], 'sc"an.pdf', { type: 'application/pdf' });
  const name = 'Content-Disposition: form-data; name="title"\n\nit';
  const form = multipart(
    name,
    `Content-Disposition: form-data; name="file"; filename="scan.pdf"\nContent-Type: application/pdf\n\n${markOf(scan)}`,
  );
  const photo = new File(['a'], 'a photo.png', { type: 'image/png' });
  const whole = `PUT /\nContent-Type: image/png\n\n${markOf(photo)}`;

  it.each([
    ['curl', whole, `curl 'http://a/b/' -X PUT -H 'Content-Type: image/png' --data-binary '@a photo.png'`],
    [
      'curl',
      form,
      `curl 'http://a/b/' -X POST -H 'A: b' --form-string 'title=it' -F 'file=@"sc\\"an.pdf";type=application/pdf'`,
    ],
    [
      'curl',
      multipart(
        `Content-Disposition: form-data; name="p"; filename="a photo.png"\nContent-Type: image/png\n\n${markOf(photo)}`,
      ),
      `curl 'http://a/b/' -X POST -H 'A: b' -F 'p=@a photo.png;type=image/png'`,
    ],
    [
      'fetch',
      whole,
      `import { openAsBlob } from "node:fs";\n\nconst response = await fetch("http://a/b/", {\n  method: "PUT",\n  headers: [\n    ["Content-Type","image/png"],\n  ],\n  body: await openAsBlob("a photo.png"),\n});\nconsole.log(response.status, await response.text());`,
    ],
    [
      'fetch',
      form,
      `import { openAsBlob } from "node:fs";\n\nconst form = new FormData();\nform.append("title", "it");\nform.append("file", await openAsBlob("sc\\"an.pdf", { type: "application/pdf" }), "sc\\"an.pdf");\nconst response = await fetch("http://a/b/", {\n  method: "POST",\n  headers: [\n    ["A","b"],\n  ],\n  body: form,\n});\nconsole.log(response.status, await response.text());`,
    ],
    [
      'python',
      whole,
      'import httpx\n\nresponse = httpx.request(\n    "PUT",\n    "http://a/b/",\n    headers={\n        "Content-Type": "image/png",\n    },\n    content=open("a photo.png", "rb"),\n)\nprint(response.status_code, response.text)',
    ],
    [
      'python',
      form,
      'import httpx\n\nresponse = httpx.request(\n    "POST",\n    "http://a/b/",\n    headers={\n        "A": "b",\n    },\n    files=[\n        ("title", (None, "it")),\n        ("file", ("sc\\"an.pdf", open("sc\\"an.pdf", "rb"), "application/pdf")),\n    ],\n)\nprint(response.status_code, response.text)',
    ],
    [
      'python',
      `POST /\n\na ${markOf(photo)}`,
      `import httpx\n\nresponse = httpx.request(\n    "POST",\n    "http://a/b/",\n    content="a ${markOf(photo)}".encode(),\n)\nprint(response.status_code, response.text)`,
    ],
    [
      'http',
      whole,
      `PUT /b/ HTTP/1.1\nHost: a\nContent-Type: image/png\nContent-Length: 1\n\n${markOf(photo)}`,
    ],
  ])('in %s names the files of %j', (language, text, expected) => {
    const message = readMessage(text);
    const files = new Map([scan, photo].map((file) => [markOf(file), file]));
    const body = bodyBytes(message, undefined, files);
    expect(write(language, { message, body, root: 'http://a/b' })).toBe(expected);
  });

  it.each([
    ['fetch', 'body: "{}"'],
    ['python', 'content="{}".encode()'],
  ])('in %s sends text', (language, part) => {
    expect(written(language, 'POST /\n\n{}')).toContain(part);
  });
});
