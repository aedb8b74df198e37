import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { Expected } from '../../src/cases/case.ts';
import { casesOf, subjectOf } from '../../src/cases/cases.ts';
import type { Match } from '../../src/cases/compare.ts';
import { difference, expectedInWords } from '../../src/cases/compare.ts';
import { writeRaw } from '../../src/cases/request.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { object } from '../../src/fields/object.ts';
import { text } from '../../src/fields/text.ts';
import { hosting } from '../../src/http/hosting.ts';
import { InexactNumber } from '../../src/text/json/reader.ts';

/** Descriptions of expected replies and of differences from them. */

const entries = [{ type: 'missing', loc: ['body', 'a'] }];
const BODY = '{"detail":[{"type":"missing","loc":["body","a"]}]}';

describe('expectedInWords', () => {
  it.each<[Match, Expected, string]>([
    ['status', { status: 422, entries }, '422'],
    ['type', { status: 422, entries }, '422 with missing at body.a'],
    ['type', { status: 404 }, '404'],
    ['exact', { status: 422, entries }, '422 with missing at body.a'],
    ['exact', { status: 401, headers: { Allow: 'GET' }, body: '{}' }, '401, Allow: GET {}'],
  ])('describes what must agree with --match %s: %j', (match, expected, words) => {
    expect(expectedInWords(expected, match)).toBe(words);
  });
});

const ENUM = '{"detail":[{"type":"enum","loc":["header","X-Day"]}]}';

describe('difference', () => {
  const received = (status: number, sent: string, headers: Readonly<Record<string, string>> = {}) => ({
    status,
    body: sent,
    header: (name: string) => headers[name],
  });

  it.each([
    ['status', { status: 422, entries }, received(422, 'nothing'), undefined],
    ['type', { status: 422, entries }, received(422, BODY), undefined],
    ['type', { status: 422, entries }, received(422, '7'), 'the body is not JSON with a list of entries'],
    [
      'exact',
      { status: 405, headers: { Allow: 'GET' } },
      received(405, ''),
      'Allow is missing instead of GET',
    ],
    [
      'exact',
      { status: 405, headers: { Allow: 'GET' } },
      received(405, '', { allow: 'PUT' }),
      'Allow is PUT instead of GET',
    ],
    [
      'exact',
      { status: 404, body: '{}' },
      received(404, '{} ', { 'content-type': 'application/json' }),
      'the body is another',
    ],
    [
      'type',
      { status: 404, body: '{}' },
      received(404, '<p>', { 'content-type': 'text/html' }),
      'the content type is text/html instead of application/json',
    ],
    [
      'type',
      { status: 404, body: '{}' },
      received(404, '{}'),
      'the content type is missing instead of application/json',
    ],
    [
      'type',
      { status: 422, entries: [{ type: 'literal_error', loc: ['header', 'x-day'] }] },
      received(422, ENUM),
      undefined,
    ],
    ['exact', { status: 404 }, received(404, 'any'), undefined],
  ] as const)('describes the first difference with --match %s from %j', (match, expected, reply, words) => {
    expect(difference(expected, reply, match)).toBe(words);
  });
});

it.each([
  [-0, '-0'],
  [Number.POSITIVE_INFINITY, '1e400'],
  [Number.NEGATIVE_INFINITY, '-1e400'],
  [new InexactNumber('1.50'), '1.50'],
  [{ a: [null, true, 'b'] }, '{"a":[null,true,"b"]}'],
])('%s is written so that it reads back unchanged', (value, spelt) => {
  expect(writeRaw(value)).toBe(spelt);
});

it('an app that answers every path has no case of an unknown path', () => {
  const getAny = endpoint({
    method: 'GET',
    path: '/{path:path}',
    summary: 'x',
    params: { path: text() },
    reply: { status: 200, body: object({}) },
  });
  const app = createApp({ title: 'Any', version: '1', endpoints: { getAny } }, { getAny: () => ({}) });
  const ids = [...casesOf(subjectOf(app[hosting]))].map(({ id }) => id);
  expect(ids).toContain('getAny/method/not_allowed');
  expect(ids).toContain('target/too_long');
  expect(ids).not.toContain('path/not_found');
});
