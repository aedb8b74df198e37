import { describe, expect, it } from 'vitest';
import { offeredTypes } from '../../src/documents/media.ts';
import { ask, documentOf, documentWithBody, issuesOf } from './_document.ts';

/** Things that documents seldom say. */

/** Documents of FastAPI are known by these components. */
const ofFastapi = { schemas: { HTTPValidationError: {}, ValidationError: {} } };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const kind = (value: string, rules = {}) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: value }, ...rules },
});
const components = {
  schemas: {
    Bird: kind('bird', { wings: { type: 'integer' } }),
    Cat: kind('cat', { lives: { type: 'integer' } }),
  },
};

describe('kinds that a property tells apart', () => {
  const mapping = { bird: ref('Bird').$ref, cat: 'Cat' };
  const schema = {
    oneOf: [ref('Cat'), kind('dog')],
    discriminator: { propertyName: 'kind', mapping },
  };

  it.each([
    [{ kind: 'cat', lives: 'x' }, ['body.cat.lives int_parsing']],
    [{ kind: 'bird', wings: 'x' }, ['body.bird.wings int_parsing']],
    [{ kind: 'bird', wings: 2 }, 200],
    [{ kind: 'fish' }, ['body union_tag_invalid']],
  ])('may be mapped to what is none of them: %j', (body, expected) => {
    expect(issuesOf(documentWithBody(schema, components), { path: '/lamps', body })).toEqual(expected);
  });

  it('are none where there are none', () => {
    expect(issuesOf(documentWithBody({ oneOf: [] }, ofFastapi), { path: '/lamps', body: 7 })).not.toBe(500);
  });
});

it.each([
  [{ a1: 1 }, 200],
  [{ a1: 'x' }, ['body.a1 int_parsing']],
  [{ a1234: 1 }, ['body.a1234.[key] string_too_long']],
])('names that follow a pattern have rules of their own as well: %j', (body, expected) => {
  const schema = {
    type: 'object',
    propertyNames: { maxLength: 3 },
    patternProperties: { '^a': { type: 'integer' } },
  };
  expect(issuesOf(documentWithBody(schema), { path: '/lamps', body })).toEqual(expected);
});

it.each([
  [{ xa: 1, yb: 'b', other: {} }, 200],
  [{ xa: 'x', yb: 1 }, ['body.xa int_parsing', 'body.yb string_type']],
])('names may follow one of several patterns, also where FastAPI reads them: %j', (body, expected) => {
  const patternProperties = { '^x': { type: 'integer' }, '^y': { type: 'string' } };
  const document = documentWithBody({ type: 'object', patternProperties }, ofFastapi);
  expect(issuesOf(document, { path: '/lamps', body })).toEqual(expected);
});

it.each([
  ['cookie', { cookie: 'color=red; watts=x' }, ['cookie.watts int_parsing']],
  ['cookie', { cookie: 'color=red; watts=7' }, 200],
])('a model of parameters in a %s has their names: %j', (place, headers, expected) => {
  const schema = {
    type: 'object',
    required: ['watts'],
    properties: { watts: { type: 'integer' }, color: { type: 'string' } },
  };
  const parameters = [{ name: 'lamp', in: place, required: true, schema }];
  const get = { parameters, responses: { 200: { description: 'x' } } };
  expect(issuesOf(documentOf({ '/lamps': { get } }, ofFastapi), { path: '/lamps', headers })).toEqual(
    expected,
  );
});

it('a body of no parameters takes whatever is sent', () => {
  const schema = { title: 'Body_add', type: 'object', properties: {} };
  expect(issuesOf(documentWithBody(schema, ofFastapi), { path: '/lamps', body: 7 })).toBe(200);
});

it('a body of one of two types that is sent without a type is read as the first', () => {
  const schema = { type: 'object', required: ['watts'], properties: { watts: { type: 'integer' } } };
  const content = { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
  const post = { requestBody: { required: true, content }, responses: { 200: { description: 'x' } } };
  const document = documentOf({ '/lamps': { post } });
  const { status } = ask(document, { path: '/lamps', method: 'POST' });
  expect(status).toBe(ask(documentWithBody(schema), { path: '/lamps', method: 'POST' }).status);
});

it.each([
  ['text/csv', 'text/csv'],
  ['text/*', 'text/plain'],
  ['audio/*', 'application/octet-stream'],
  ['text/plain; x=é', 'application/octet-stream'],
  ['*/*', 'application/json'],
])('what is declared as %s is sent as %s', (declared, sent) => {
  expect(offeredTypes(declared)[0]).toBe(sent);
});
