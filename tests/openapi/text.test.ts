import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { expectTrueCases } from './_cases.ts';
import { documentOf } from './_document.ts';

/** Bodies that are text. */

type Json = Readonly<Record<string, unknown>>;

function withBody(content: Json, isRequired = true): Json {
  const requestBody = { required: isRequired, content };
  return documentOf({ '/a': { post: { requestBody, responses: { 204: { description: 'x' } } } } });
}

function send(document: Json, body: string, type = 'text/plain'): unknown {
  const core = fromDocument(document)[hosting].build();
  const headers = { 'content-type': type };
  const { status, body: reply } = inject(core, { method: 'POST', target: '/a', headers, body });
  if (status !== 422) return status;
  return JSON.parse(reply).detail.map(({ type: name, input }: { type: string; input: unknown }) => [
    name,
    input,
  ]);
}

describe('a body of text', () => {
  const text = { schema: { type: 'string', maxLength: 5, pattern: '^[a-z]+$' } };

  it.each([
    [{ 'text/plain': text }, 'abc', 'text/plain', 204],
    [{ 'text/plain': text }, 'abcdef', 'text/plain; charset=utf-8', [['string_too_long', 'abcdef']]],
    [{ 'text/*': text }, 'A', 'text/csv', [['string_pattern_mismatch', 'A']]],
    [{ 'text/plain': text }, '', 'text/plain', [['missing', null]]],
    [{ 'text/plain': { schema: { type: 'integer' } } }, 'x', 'text/plain', [['int_parsing', 'x']]],
    [{ 'text/plain': { schema: { type: 'integer' } } }, '7', 'text/plain', 204],
    [{ 'text/xml': { schema: { type: 'object' } } }, '<a/>', 'text/xml', 204],
    [{ 'text/plain': {} }, 'A', 'text/plain', 204],
    [{ 'application/json': {}, 'text/plain': text }, 'A', 'text/plain', [['string_pattern_mismatch', 'A']]],
    [{ 'application/json': {}, 'text/*': text }, 'A', 'text/csv', [['string_pattern_mismatch', 'A']]],
    [{ 'application/json': {}, 'text/*': text }, 'a', 'text/csv', 204],
    [{ 'application/pdf': {}, 'text/plain': text }, 'A', 'text/plain', [['string_pattern_mismatch', 'A']]],
    [{ 'text/plain': text }, 'a', 'image/png', 415],
  ])('of %j is checked: %j, %s', (content, body, type, expected) => {
    expect(send(withBody(content), body, type)).toEqual(expected);
    expectTrueCases(withBody(content), 'schema');
  });

  it('may be left out', () => {
    expect(send(withBody({ 'text/plain': text }, false), '')).toBe(204);
    expectTrueCases(withBody({ 'text/plain': text }, false), 'schema');
  });

  it('has cases in text, which begin with an example', () => {
    const content = { 'text/plain': { ...text, example: 'lamp' } };
    const cases = expectTrueCases(withBody(content), 'schema');
    const bodies = cases.map(({ request: { body, headers } }) => [headers['Content-Type'], body]);
    expect(bodies).toContainEqual(['text/plain', 'lamp']);
    expect(cases.map(({ id }) => id)).toContain('POST /a/body/string_too_long');
  });
});
