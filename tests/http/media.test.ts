import { expect, it } from 'vitest';
import { essenceOf, isMultipart, unsupportedForm, unsupportedJson } from '../../src/http/media.ts';

/** Media types of bodies. */

const headers = (type: string | undefined, coding?: string) => (name: string) =>
  new Map([
    ['content-type', type],
    ['content-encoding', coding],
  ]).get(name);

it.each([
  undefined,
  '',
  ...['application/json', 'APPLICATION/JSON', ' application/json ;charset=utf-8', 'application/json;'],
  ...[
    'application/a+json',
    'application/A+JSON;b',
    "application/!#$%&'*+.^_`|~-0aZ+json",
    'application/a+b+json',
  ],
])('%j is JSON', (type) => {
  expect(unsupportedJson(headers(type))).toBe(undefined);
});

it.each([
  ...[
    'text/json',
    'image/svg+json',
    'text/a+json',
    'application/jsonx',
    'application/x-json',
    'json',
    '/json',
  ],
  ...[
    'application/+json',
    'application/a+jsonx',
    'application/a b+json',
    'application/é+json',
    'application/(+json',
  ],
  ...[
    'application/json, text/plain',
    ';',
    '; charset=utf-8',
    ' ',
    'xapplication/a+json',
    'application/a/b+json',
  ],
])('%j is not JSON', (type) => {
  expect(unsupportedJson(headers(type))).toMatchObject({
    status: 415,
    detail: 'The content type of the body must be application/json',
  });
});

it.each([undefined, '', 'identity', 'IDENTITY'])('a body in the coding %j is plain', (coding) => {
  expect(unsupportedJson(headers('application/json', coding))).toBe(undefined);
  expect(unsupportedForm(headers('multipart/form-data', coding))).toBe(undefined);
});

it.each(['gzip', 'identity, gzip', ' '])('a body in the coding %j is not plain', (coding) => {
  const refusal = { status: 415, detail: 'The body must be sent without a content encoding' };
  expect(unsupportedJson(headers(undefined, coding))).toMatchObject(refusal);
  expect(unsupportedForm(headers('application/x-www-form-urlencoded', coding))).toMatchObject(refusal);
});

it.each([
  ['Text/Plain; a=B;c', 'text/plain', false],
  ['\ttext/plain ', 'text/plain', false],
  ['', '', false],
  ['Multipart/Form-Data;boundary=b', 'multipart/form-data', true],
])('the media type of %j is %j', (type, essence, isForm) => {
  expect(essenceOf(type)).toBe(essence);
  expect(isMultipart(type)).toBe(isForm);
});
