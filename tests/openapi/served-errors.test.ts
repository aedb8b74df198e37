import { describe, expect, it } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { isJson } from '../../src/documents/schema.ts';
import { object as objectOf } from '../../src/fields/index.ts';
import { list as listOf } from '../../src/fields/list.ts';
import { text as textOf } from '../../src/fields/text.ts';
import { type DocumentOptions, fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { validatorsOf } from './_declared.ts';
import { documentOf, formats, type Json, object, response, text, whole } from './_error-formats.ts';

/** The errors that a served document declares are those that are sent. */

const own = response({ schema: object({ code: whole, message: text }, { required: ['code', 'message'] }) });
const fastapi = response({ schema: { $ref: '#/components/schemas/HTTPValidationError' } });
const HTTPValidationError = object({ detail: { type: 'array', items: { type: 'object' } } });
const ValidationError = object({ loc: { type: 'array', items: {} }, msg: text, type: text });
const schemes = { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };
const secured = { security: [{ token: [] }] };

/** Moves the one path of a document among its components. */
function moved(document: Json): Json {
  const [[path, item] = []] = Object.entries(Object(document.paths));
  return {
    ...document,
    paths: { [`${path}/é`]: { $ref: '#/components/pathItems/one' } },
    components: { pathItems: { one: item } },
  };
}

const documents: Readonly<Record<string, Json>> = {
  'nothing declared': documentOf({}),
  'a 400': documentOf({ 400: own }),
  'a 422 and a 401': { ...documentOf({ 422: own, 401: own }, secured), components: schemes },
  'no 401': { ...documentOf({ '400': own }, secured), components: schemes },
  'a default': documentOf({ default: own }),
  'a 4XX, version 3.1': { ...documentOf({ '4XX': own }), openapi: '3.1.0' },
  'no content': documentOf({ 400: { description: 'Bad' } }),
  'a format of FastAPI': {
    ...documentOf({ 422: fastapi }),
    components: { schemas: { HTTPValidationError, ValidationError } },
  },
  'one schema of FastAPI': {
    ...documentOf({ 422: fastapi }),
    components: { schemas: { HTTPValidationError } },
  },
  'names that are taken': {
    ...documentOf({ 413: response({ schema: { $ref: '#/components/schemas/ErrorMessage' } }) }),
    components: { schemas: { ErrorMessage: text, HTTPValidationError: whole, ProblemDetails: text } },
  },
  'a media type without a schema': documentOf({ 401: response({}), 415: response({}) }),
  'a reference to a response': {
    ...documentOf({ 422: { $ref: '#/components/responses/bad' } }),
    components: { responses: { bad: own } },
  },
  'no operations': { openapi: '3.1.0', info: { title: 'Empty', version: '1' }, paths: { 'x-notes': 7 } },
  ...Object.fromEntries(
    ['asp.net', 'json:api', 'plain text', 'class-validator'].map((name) => [
      name,
      documentOf({ 400: response(formats[name] ?? {}) }),
    ]),
  ),
};

const ownForm: DocumentOptions['errors'] = {
  status: 400,
  body: objectOf({ errors: listOf(textOf()) }),
  write: (issues) => ({ errors: issues.map(({ message }) => message) }),
};
const wanted: readonly (readonly [name: string, errors: DocumentOptions['errors']])[] = [
  ...(['auto', 'document', 'fastapi', 'problem', 'plain', 'pydantic'] as const).map(
    (each) => [each, each] as const,
  ),
  ['a form of its own', ownForm],
];

/** Sends all refused requests of a document's app, and lists the replies that the served document does not declare. */
async function undeclaredReplies(
  document: Json,
  errors: DocumentOptions['errors'],
  accept?: string,
): Promise<{ readonly undeclared: readonly string[]; readonly count: number }> {
  const app = fromDocument(document, { errors });
  const served = await (await app.fetch(new Request('http://people.test/openapi.json'))).json();
  const declared = validatorsOf(served);
  const undeclared: string[] = [];
  let count = 0;
  for (const { id, operation, request } of casesOf(wholeSubjectOf(app[hosting]))) {
    const endpoint = app.contract.endpoints[operation ?? ''];
    const { method, target, headers, body } = request;
    const sent = new Request(`http://people.test${target}`, {
      method,
      headers: { ...headers, ...(accept && { accept }) },
      ...(body !== undefined && { body }),
    });
    const reply = await app.fetch(sent);
    if (reply.status < 400 || !endpoint || method !== endpoint.method) continue;
    const text = await reply.text();
    const type = reply.headers.get('content-type') ?? '';
    const check = declared(endpoint.path, method, reply.status, type);
    const isValid =
      check === true ||
      (typeof check === 'function' && check(text !== '' && isJson(type) ? JSON.parse(text) : text));
    count++;
    if (!isValid)
      undeclared.push(`${id}: ${reply.status} ${type} ${text.slice(0, 100)} ${String(check).slice(0, 50)}`);
  }
  return { undeclared, count };
}

describe.each(wanted)('with the errors %s', (_, errors) => {
  it.each(Object.entries(documents))(
    'the served document declares each refusal, for %s',
    async (name, document) => {
      for (const accept of [undefined, 'application/problem+json'])
        for (const each of [document, ...(name === 'a 400' ? [moved(document)] : [])]) {
          const { undeclared, count } = await undeclaredReplies(each, errors, accept);
          expect(undeclared).toEqual([]);
          expect(count > 10).toBe(name !== 'no operations');
        }
    },
  );
});
