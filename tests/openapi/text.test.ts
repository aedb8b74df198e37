import { describe, expect, it } from 'vitest';
import { textField } from '../../src/documents/text.ts';
import { Issues } from '../../src/errors/issue.ts';
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

describe('a text of a format', () => {
  const UUID = '6f1d3c52-9a57-4b0e-8d4c-2f7e0a9b1c3d';

  it.each<
    [formats: string, accepted: readonly string[], ofFastapi: readonly string[], refused: readonly string[]]
  >([
    ['email idn-email', ['ada@example.com'], ['Ada <ada@example.com>'], ['ada']],
    ['name-email', ['ada@example.com', 'Ada <ada@example.com>'], [], ['ada']],
    ['uuid uuid4', [UUID, UUID.replaceAll('-', ''), `{${UUID}}`], [], ['a', UUID.slice(1)]],
    ['uuid1 uuid3 uuid5 uuid6 uuid7 uuid8', [], [], [UUID]],
    ...[1, 3, 4, 5, 6, 7, 8].map((version): [string, string[], string[], string[]] => {
      const of = (each: number) => UUID.replace('-4', `-${each}`);
      const other = version === 1 ? 2 : 1;
      return [`uuid${version}`, [of(version), of(version).replaceAll('-', '')], [], [of(other)]];
    }),
    ['uri url', ['http://a'], ['HTTP://A/b c'], ['a']],
    ['multi-host-uri', ['postgres://u:p@a:1,b:2/db'], ['http://a,b/b c'], ['a', 'http://,a']],
    ['date', ['2026-03-14', '2026-03-14T00:00:00'], ['0'], ['2026-03-14T09:26:53', '12:30']],
    ['date-time', ['2026-03-14T09:26:53Z', '2026-03-14'], ['0'], ['12:30']],
    ['time', ['12:30', '12:30:00Z'], [], ['24:00', '2026-03-14']],
    ['duration', ['P1DT2H', '12:30'], [], ['P', 'a']],
    ['ipv4', ['192.0.2.1'], [], ['2001:db8::1', '192.0.2.0/24']],
    ['ipv6', ['2001:db8::1'], [], ['192.0.2.1', '2001:db8::/32']],
    ['ipvanyaddress', ['192.0.2.1', '2001:db8::1'], [], ['192.0.2.0/24']],
    ['ipv4network', ['192.0.2.1', '192.0.2.0/24'], [], ['192.0.2.5/24', '2001:db8::/32']],
    ['ipv4interface', ['192.0.2.1', '192.0.2.5/24'], [], ['2001:db8::/32', 'a']],
    ['ipv6network', ['2001:db8::1', '2001:db8::/32'], [], ['2001:db8::5/32', '192.0.2.0/24']],
    ['ipv6interface', ['2001:db8::1', '2001:db8::5/32'], [], ['192.0.2.0/24']],
    ['ipvanynetwork', ['192.0.2.0/24', '2001:db8::/32'], [], ['192.0.2.5/24', 'a']],
    ['ipvanyinterface', ['192.0.2.5/24', '2001:db8::5/32'], [], ['a']],
  ])('%s is read strictly, or as FastAPI does', (formats, accepted, ofFastapi, refused) => {
    for (const format of formats.split(' ')) {
      const takes = (values: 'strict' | 'fastapi') => {
        const field = textField({ format }, values);
        return [...accepted, ...ofFastapi, ...refused].filter(
          (each) => !(field.parse(each) instanceof Issues),
        );
      };
      expect([format, takes('strict')]).toEqual([format, accepted]);
      expect([format, takes('fastapi')]).toEqual([format, [...accepted, ...ofFastapi]]);
    }
  });
});
