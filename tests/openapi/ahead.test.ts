import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { textOf } from '../../src/http/content.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { hurryClock } from '../_clock.ts';
import { counted } from '../_counted.ts';
import { documentOf } from './_document.ts';

/** Texts in a path, a query, headers, cookies and forms: what takes long to read is read in turns, with the same result as at once. */

afterEach(() => {
  vi.restoreAllMocks();
});

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const each = <Value>(make: (at: number) => Value, length = 200) =>
  Array.from({ length }, (_, at) => make(at));
const kinds = { anyOf: each((at) => ({ type: 'string', minLength: at + 2 })) };
const objects = {
  type: 'array',
  items: { anyOf: each((at) => ({ type: 'object', properties: { x: { minimum: at, type: 'integer' } } })) },
};
const point = {
  type: 'object',
  properties: { p7: { type: 'integer' } },
  anyOf: each((at) => ({ properties: { [`p${at}`]: { type: 'integer' } }, required: [`p${at}`] })),
};
const part = (name: string, text: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
const form = (properties: object, others = {}) => ({ type: 'object', properties, ...others });

interface Row {
  readonly parameter?: object;
  readonly path?: string;
  readonly schema?: object;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly target?: string;
  readonly body?: string;
}

// Few enough to be listed: of more, how many are listed depends on where the reading pauses.
const json = JSON.stringify(each(() => ({ x: 'a' }), 5));

const rows: Readonly<Record<string, Row>> = {
  'the path': { parameter: { in: 'path', required: true, schema: kinds }, path: '/{p}', target: '/x' },
  'a query': { parameter: { in: 'query', schema: kinds }, target: '/?p=x' },
  'a list in a query': {
    parameter: { in: 'query', schema: { type: 'array', items: kinds } },
    target: '/?p=x&p=y',
  },
  'a list with commas': {
    parameter: { in: 'query', explode: false, schema: { type: 'array', items: kinds } },
    target: '/?p=x,yy,z',
  },
  'JSON in a query': {
    parameter: { in: 'query', content: { 'application/json': { schema: objects } } },
    target: `/?p=${encodeURIComponent(json)}`,
  },
  'an object in a query': {
    parameter: { in: 'query', style: 'deepObject', schema: point },
    target: '/?p[p7]=x&p[p9]=2',
  },
  'a header': { parameter: { in: 'header', schema: kinds }, headers: { p: 'x' } },
  'a cookie': { parameter: { in: 'cookie', schema: kinds }, headers: { cookie: 'p=x' } },
  'a form': { schema: form({ p: kinds }), type: FORM, body: 'p=x' },
  'other fields of a form': {
    schema: form({}, { additionalProperties: kinds }),
    type: FORM,
    body: 'a=x&b=x&constructor=y',
  },
  'a part of a form': {
    schema: form({ p: objects.items }),
    type: MULTIPART,
    body: `${part('p', '{"x":"a"}')}--b--`,
  },
  'parts of a form': {
    schema: form({ p: objects }),
    type: MULTIPART,
    body: `${part('p', '{"x":"a"}').repeat(50)}--b--`,
  },
  'a text': { schema: kinds, type: 'text/plain', body: 'x' },
  'a short body': { schema: objects, type: 'application/json', body: '[{"x":"a"},{"x":true}]' },
};

/** A document with an operation that takes what a row says, and the request. */
function askedBy({ parameter, path = '/', schema, type = '', headers = {}, target = '/', body = '' }: Row) {
  const [essence = ''] = type.split(';');
  const post = {
    ...(parameter && { parameters: [{ name: 'p', ...parameter }] }),
    ...(schema && { requestBody: { required: true, content: { [essence]: { schema } } } }),
    responses: { 204: { description: 'x' } },
  };
  const sent = type === '' ? headers : { ...headers, 'content-type': type };
  return { document: documentOf({ [path]: { post } }), sent, target, body };
}

describe.each(['schema', 'fastapi'] as const)('read as %s', (values) => {
  beforeEach(hurryClock);

  it.each(Object.entries(rows))('%s has the same errors in turns as at once', async (_, row) => {
    const { document, sent, target, body } = askedBy(row);
    const core = fromDocument(document, { values })[hosting].build();
    const header = (name: string) => Object(sent)[name];
    const told = [];
    for (let at = 0; at < 2; at++) {
      const answer = core.receive({ method: 'POST', target, header });
      const made = answer.kind === 'body' ? answer.complete(new TextEncoder().encode(body)) : answer;
      const reply = await (made.kind === 'pending' ? made.reply : made);
      told.push({
        status: 'status' in reply ? reply.status : 0,
        body: 'body' in reply ? textOf(reply.body) : '',
      });
    }
    const { status, body: text } = inject(fromDocument(document, { values })[hosting].build(), {
      ...{ method: 'POST', target, headers: sent, body },
    });
    expect(status).toBe(422);
    expect(told).toEqual([
      { status, body: text },
      { status, body: text },
    ]);
  });
});

const FEW = 20;
const small = () => ({ anyOf: each((at) => ({ type: 'string', minLength: at + 2 }), FEW) });
const names = each((at) => `p${at}`, FEW);
const content = () => ({ 'application/json': { schema: { anyOf: each(() => ({ type: 'object' }), FEW) } } });
const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));

it.each<[what: string, parameter: object | undefined, target: string, cookie?: string]>([
  ['a query', { in: 'query', schema: small() }, `/?${names.map((name) => `${name}=x`).join('&')}`],
  ['cookies', { in: 'cookie', schema: small() }, '/', names.map((name) => `${name}=x`).join('; ')],
  ['a form', undefined, '/'],
  ['JSON in a query', { in: 'query', content: content() }, `/?${names.map((name) => `${name}=1`).join('&')}`],
  [
    'objects in a query',
    { in: 'query', style: 'deepObject', schema: { type: 'object', properties } },
    `/?${names.map((name) => `${name}[${name}]=x`).join('&')}`,
  ],
])('no turn reads most of what is declared of %s', async (_, parameter, target, cookie) => {
  const parameters = parameter && names.map((name) => ({ ...parameter, name }));
  const schema = form(Object.fromEntries(names.map((name) => [name, small()])));
  const requestBody = { content: { [FORM]: { schema } } };
  const post = { responses: {}, ...(parameters ? { parameters } : { requestBody }) };
  const { document, read } = counted(documentOf({ '/': { post } }));
  const core = fromDocument(document, { values: 'schema' })[hosting].build();
  hurryClock();
  const headers = new Map([
    ['cookie', cookie],
    ['content-type', FORM],
  ]);
  const start = read();
  let most = 0;
  let before = start;
  const look = () => {
    most = Math.max(most, read() - before);
    before = read();
  };
  const answer = core.receive({ method: 'POST', target, header: (name) => headers.get(name) });
  look();
  const body = new TextEncoder().encode(names.map((name) => `${name}=x`).join('&'));
  const made = answer.kind === 'body' ? answer.complete(body) : answer;
  const reply = made.kind === 'pending' ? made.reply : expect.unreachable();
  for (let status: unknown; status === undefined; look())
    ({ status } = await Promise.race([
      reply,
      new Promise<{ status?: undefined }>((resolve) => setTimeout(resolve, 0, {})),
    ]));
  expect(await reply).toMatchObject({ status: 422 });
  expect(most).toBeLessThan((read() - start) / 4);
});

it.each(['schema', 'fastapi'] as const)(
  'a long part in a list of parts is read in turns as %s',
  async (values) => {
    const l = { type: 'array', items: { type: 'integer' } };
    const p = { type: 'array', items: { type: 'object', properties: { l } } };
    const turnsFor = async (json: string) => {
      const { document, sent, target, body } = askedBy({
        schema: form({ p }),
        type: MULTIPART,
        body: `${part('p', '{}')}${part('p', `{"l":${json}}`)}--b--`,
      });
      const core = fromDocument(document, { values })[hosting].build();
      hurryClock();
      const answer = core.receive({ method: 'POST', target, header: (name) => Object(sent)[name] });
      const made = answer.kind === 'body' ? answer.complete(new TextEncoder().encode(body)) : answer;
      const reply = made.kind === 'pending' ? made.reply : expect.unreachable();
      let turns = 0;
      let isMade = false;
      reply.then(() => {
        isMade = true;
      });
      for (; !isMade; turns++) await new Promise((resolve) => setTimeout(resolve));
      expect(await reply).toMatchObject({ status: 204 });
      return turns;
    };
    expect(
      (await turnsFor(JSON.stringify(each(() => 12345, 50_000)))) - (await turnsFor('[1]')),
    ).toBeGreaterThan(8);
  },
);
