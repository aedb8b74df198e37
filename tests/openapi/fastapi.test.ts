import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { expectTrueCases } from './_cases.ts';
import { ask, documentOf, documentWithBody, issuesOf, ofFastapi } from './_document.ts';

/** What the documents of FastAPI mean beyond what they say. */

type Json = Readonly<Record<string, unknown>>;

const MULTIPART = 'multipart/form-data';
const file = { type: 'string', contentMediaType: 'application/octet-stream' };
const text = { type: 'string', title: 'Name' };

/** A document of FastAPI with a form that has this schema. */
function withForm(schema: Json, type = MULTIPART): Json {
  const content = { [type]: { schema: { $ref: '#/components/schemas/Form' } } };
  const post = { requestBody: { required: true, content }, responses: { 200: { description: 'x' } } };
  return documentOf({ '/lamps': { post } }, { schemas: { ...ofFastapi, Form: schema } });
}

function send(document: Json, body: string, type = `${MULTIPART}; boundary=b`) {
  const core = fromDocument(document)[hosting].build();
  const { status, body: reply } = inject(core, {
    method: 'POST',
    target: '/lamps',
    headers: { 'content-type': type },
    body,
  });
  const { detail } = reply === '' ? { detail: undefined } : JSON.parse(reply);
  return [status, detail];
}

function part(name: string, content: string, more = ''): string {
  return `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
}

describe('a form of FastAPI', () => {
  const upload = {
    title: 'Body_upload',
    type: 'object',
    required: ['file', 'name'],
    properties: { file, name: text, note: text },
  };
  const empty = '; filename=""';
  const issues = (body: string) => {
    const [status, detail] = send(withForm(upload), body);
    return status === 422
      ? detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`)
      : [status, detail];
  };

  it.each([
    ['an empty file', `${part('file', '', empty)}${part('name', 'a')}--b--`, [200, undefined]],
    [
      'an empty file for a text',
      `${part('file', 'x', empty)}${part('name', '', empty)}${part('note', '', empty)}--b--`,
      ['body.name string_type', 'body.note string_type'],
    ],
    ['no end', `${part('file', '', empty)}${part('name', 'a')}`, ['body.name missing']],
    [
      'an end in the last boundary',
      `${part('file', '', empty)}${part('name', 'a')}--b-`,
      ['body.name missing'],
    ],
    [
      'no end of its last boundary',
      `${part('file', '', empty)}${part('name', 'a')}--b`,
      ['body.name missing'],
    ],
    ['something else', 'x', [400, 'Invalid multipart data.']],
    [
      'a part without a name',
      '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
      [400, 'The Content-Disposition header field "name" must be provided.'],
    ],
    [
      'a part without headers',
      '--b\r\n\r\nx\r\n--b--',
      [400, 'The Content-Disposition header field "name" must be provided.'],
    ],
  ])('may have %s', (_, body, expected) => {
    expect(issues(body)).toEqual(expected);
  });

  it('needs a boundary', () => {
    expect(send(withForm(upload), '', MULTIPART)).toEqual([400, 'Missing boundary in multipart.']);
  });

  it('shows all that was sent where a field of a model is missing', () => {
    const model = { ...upload, title: 'Upload', properties: { file: text, name: text } };
    const type = 'application/x-www-form-urlencoded';
    expect(send(withForm(model, type), 'note=1&name=&note=2&x=3', type)).toEqual([
      422,
      [
        {
          type: 'missing',
          loc: ['body', 'file'],
          msg: 'Field required',
          input: { name: '', note: ['1', '2'], x: '3' },
        },
      ],
    ]);
    expect(send(withForm({ ...model, title: 'Body_upload' }, type), 'name=a', type)[1]).toMatchObject([
      { loc: ['body', 'file'], input: null },
    ]);
  });

  it('has true cases', () => {
    expectTrueCases(withForm(upload));
    expectTrueCases(withForm({ ...upload, title: 'Upload' }));
  });
});

describe('bytes in Base64', () => {
  const bytes = { ...file, contentEncoding: 'base64' };
  const document = (bounds: Json = {}) => documentWithBody({ ...bytes, ...bounds }, { schemas: ofFastapi });

  it.each([
    ['YQ==', {}, 200],
    ['YQ', {}, 200],
    ['', {}, 200],
    ['-_-_', {}, 200],
    ['+/+/', {}, 200],
    ['YWFhYWE=', { maxLength: 5 }, 200],
    ['YWFhYWE=', { maxLength: 4 }, ['body bytes_too_long']],
    ['YQ', { minLength: 2 }, ['body bytes_too_short']],
  ])('%j (%j) is %j', (body, bounds, expected) => {
    expect(issuesOf(document(bounds), { path: '/lamps', body })).toEqual(expected);
    expectTrueCases(document(bounds));
  });

  it.each([
    ['YQ=a', 'Invalid symbol 61, offset 2.'],
    ['Y', 'Invalid input length: 1'],
    ['YWFhY', 'Invalid input length: 5'],
    ['Y===', 'Invalid symbol 61, offset 1.'],
    ['YWFh=', 'Invalid symbol 61, offset 4.'],
    ['YW=hYWFh', 'Invalid symbol 61, offset 2.'],
    ['YWFhYQ==\n', 'Invalid symbol 10, offset 8.'],
    ['hello world', 'Invalid symbol 32, offset 5.'],
    ['YR==', 'Invalid last symbol 82, offset 1.'],
    ['YWF', 'Invalid last symbol 70, offset 2.'],
    ['-+-+', 'Invalid symbol 45, offset 0.'],
    ['é', 'Invalid symbol 195, offset 0.'],
  ])('%j is none: %s', (body, error) => {
    expect(JSON.parse(ask(document(), { path: '/lamps', body }).body).detail).toEqual([
      {
        type: 'bytes_invalid_encoding',
        loc: ['body'],
        msg: `Data should be valid base64: ${error}`,
        input: body,
        ctx: { encoding: 'base64', encoding_error: error },
      },
    ]);
  });

  it.each([
    [{}, 'body.bytes bytes_type'],
    [{ minLength: 1 }, 'body.constrained-bytes bytes_type'],
    [{ maxLength: 1 }, 'body.constrained-bytes bytes_type'],
  ])('are one kind of a union (%j)', (bounds, issue) => {
    const schema = { anyOf: [{ ...bytes, ...bounds }, { type: 'boolean' }] };
    const either = documentWithBody(schema, { schemas: ofFastapi });
    expect(issuesOf(either, { path: '/lamps', body: [] })).toEqual([issue, 'body.bool bool_type']);
  });

  it('are sent as a string', () => {
    expect(issuesOf(document(), { path: '/lamps', body: 1 })).toEqual(['body bytes_type']);
  });
});

it('reads the first of several headers with one name, unless any text may have a comma', () => {
  const parameters = ['X-Count', 'X-Id', 'X-Name'].map((name, at) => ({
    name,
    in: 'header',
    schema: [{ type: 'integer' }, { type: 'string', format: 'uuid' }, { type: 'string', maxLength: 4 }][at],
  }));
  const get = { parameters, responses: {} };
  const document = documentOf({ '/lamps': { get } }, { schemas: ofFastapi });
  const headers = { 'x-count': '5, x', 'x-id': 'x, y', 'x-name': 'a, b' };
  const { detail } = JSON.parse(ask(document, { path: '/lamps', headers }).body);
  expect(detail).toMatchObject([{ type: 'uuid_parsing', loc: ['header', 'X-Id'], input: 'x' }]);
  expectTrueCases(document);
});
