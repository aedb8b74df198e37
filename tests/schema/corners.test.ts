import { describe, expect, test, vi } from 'vitest';
import { compilePattern } from '../../src/documents/schema/scalars.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { documentOf, documentWithBody, issuesOf } from '../openapi/_document.ts';
import { countSteps, issuesBy, ref } from './_schema.ts';

describe('an identifier needs its parts in place', () => {
  test.each([
    ['uri-reference', ':lamps', false],
    ['uri-reference', 'lamps/a:b', true],
    ['uri', 'http://[::1', false],
    ['uri', 'http://[::1]:80/', true],
    ['uri', 'http://a]b/', false],
    ['uri', 'http://:/', true],
    ['uri', 'http://:x/', false],
    ['uri', 'http:///lamps', true],
  ])('%s %s: %s', (format, text, isValid) => {
    expect(issuesBy({ format })(JSON.stringify(text))).toEqual(isValid ? [] : ['format']);
  });
});

test('a value is read once by a schema with two ways into itself, also in steps', () => {
  const both = { allOf: [ref('A'), ref('A')] };
  const A = { type: 'object', properties: { next: both, last: { type: 'integer' } } };
  const issues = issuesBy(both, { schemas: { A } });
  const nested = (last: string) => `${'{"next":'.repeat(60)}{"last":${last}}${',"last":1}'.repeat(60)}`;
  expect(issues(nested('1'))).toEqual([]);
  expect(issues(nested('"x"'))).toEqual([`${'next.'.repeat(60)}last int_type`]);
});

test('a number is written once to be compared with many', () => {
  const anyOf = Array.from({ length: 100 }, (_, at) => ({ const: at + 0.5 }));
  const issues = issuesBy({ items: { anyOf } }, { isReadInSteps: false });
  const json = JSON.stringify(Array.from({ length: 1000 }, (_, at) => (at % 100) + 0.5));
  const written = vi.spyOn(String.prototype, 'toLowerCase');
  expect(issues(json)).toEqual([]);
  expect(written.mock.calls.length).toBeLessThan(2000);
  written.mockRestore();
});

test('one failure is enough for the verdict of a member', () => {
  const both = { allOf: [{ minLength: 2 }, { pattern: 'b' }] };
  expect(issuesBy({ anyOf: [both, { type: 'string' }] })('"a"')).toEqual([]);
  expect(issuesBy({ not: both })('"a"')).toEqual([]);
});

test('an $id that has no base to be resolved against is an address as it is written', () => {
  const issues = issuesBy(
    { items: { $ref: 'lamp' } },
    { schemas: { Lamp: { $id: 'lamp', type: 'string' } } },
  );
  expect(issues('["a", 1]')).toEqual(['1 string_type']);
});

test('a $dynamicRef leads to its own target if no schema on the way has the anchor', () => {
  const schemas = {
    Lamps: {
      $id: 'https://example.com/lamps',
      $defs: { lamp: { $dynamicAnchor: 'lamp', type: 'string' } },
    },
    Other: ref('Lamps'),
  };
  const issues = issuesBy({ items: { $dynamicRef: 'https://example.com/lamps#lamp' } }, { schemas });
  expect(issues('["a", 1]')).toEqual(['1 string_type']);
});

describe('text in a query is read', () => {
  const size = { type: 'object', properties: { width: { type: 'integer' } }, required: ['height'] };

  test.each<[what: string, schema: unknown, query: string, expected: readonly string[]]>([
    ['as a single text if no list is declared', { items: { type: 'integer' } }, 'size=x', []],
    ['as texts if nothing is said of the items', { type: 'array' }, 'size=1&size=x', []],
    [
      'item by item',
      { type: 'array', prefixItems: [{ type: 'integer' }] },
      'size=x&size=y',
      ['query.size.0 int_parsing "x"'],
    ],
    ['as the value of a const', { const: 5 }, 'size=5', []],
    ['as the value of a const', { const: 5 }, 'size=6', ['query.size literal_error "6"']],
    ['without a property that is missing', size, 'size=width,5', ['query.size.height missing {"width":5}']],
  ])('%s: %j, %s', (_, schema, query, expected) => {
    const parameters = [{ name: 'size', in: 'query', schema, explode: schema !== size }];
    const paths = { '/lamps': { post: { responses: {}, parameters } } };
    const app = fromDocument(documentOf(paths))[hosting].build();
    const { status, body } = inject(app, {
      method: 'POST',
      target: `/lamps?${query}`,
      headers: {},
      body: '',
    });
    const { detail }: { detail: { loc: unknown[]; type: string; input: unknown }[] } =
      status === 200 ? { detail: [] } : JSON.parse(body);
    expect(detail.map(({ loc, type, input }) => `${loc.join('.')} ${type} ${JSON.stringify(input)}`)).toEqual(
      expected,
    );
  });
});

test('a pattern is compiled once, wherever a document has it', () => {
  expect(compilePattern('^(?:lamp)+$')).toBe(compilePattern('^(?:lamp)+$'));
  expect(compilePattern('^(?:lamp)+$')).not.toBe(compilePattern('^(?:desk)+$'));
});

test('a list in which an item is looked for gives way', () => {
  const contains = { type: 'object', required: ['a'] };
  const objects = `[${Array.from({ length: 50 }, () => '{}').join()}]`;
  expect(issuesBy({ contains })(objects)).toEqual(['contains']);
  expect(countSteps({ contains }, objects)).toBeGreaterThan(50);
});

test('an object whose names are compared gives way', () => {
  const propertyNames = { pattern: '^a' };
  const names = Array.from({ length: 50 }, (_, at) => `${at % 2 ? 'a' : 'b'}${at}`);
  const object = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
  expect(issuesBy({ propertyNames })(object)).toHaveLength(25);
  expect(countSteps({ propertyNames }, object)).toBeGreaterThan(50);
});

test('listing what many schemas find wrong with the same values gives way', () => {
  const items = { allOf: Array.from({ length: 60 }, (_, maximum) => ({ maximum })) };
  const numbers = JSON.stringify(new Array(30).fill(99));
  expect(issuesBy({ items })(numbers)).toHaveLength(30);
  expect(countSteps({ items }, numbers, Number.POSITIVE_INFINITY)).toBeGreaterThan(3);
});

test('one value that many schemas must take gives way', () => {
  const allOf = Array.from({ length: 60 }, (_, at) => ({ minLength: at - 50 }));
  expect(issuesBy({ propertyNames: { allOf } })('{"abc":1}')).toEqual(['abc.[key] string_too_short']);
  expect(countSteps({ propertyNames: { allOf } }, '{"abc":1}')).toBeGreaterThan(50);
});

test('a list gives way also after a value of which everything counts', () => {
  const whole = { properties: { a: { type: 'integer' } }, unevaluatedProperties: false };
  const schema = { properties: { first: whole, list: { items: { type: 'integer' } } } };
  const json = `{"first":{"a":1},"list":[${new Array(50).fill(1).join()}]}`;
  expect(issuesBy(schema)(json)).toEqual([]);
  expect(countSteps(schema, json)).toBeGreaterThan(50);
});

test.each([
  ['0', true],
  ['12#', true],
  ['1/a/b~0', true],
  ['01', false],
  ['1#/a', false],
  ['1/a~', false],
])('%s is a relative JSON pointer: %s', (pointer, isOne) => {
  const issues = issuesBy({ type: 'string', format: 'relative-json-pointer' })(JSON.stringify(pointer));
  expect(issues.length === 0).toBe(isOne);
});

describe.each<[format: string, accepted: readonly string[], rejected: readonly string[]]>([
  ['json-pointer', ['', '/', '/a~1\n', '//~0'], ['a', '/~', '/~2', 'a/b', '#/a']],
  ['relative-json-pointer', ['0', '0/', '10#'], ['', '#', '/', '0a', '1#a', '1/~a']],
  [
    'byte',
    ['', 'AAAA', 'AA==', 'AAA=', 'a+/9AA=='],
    ['A', 'AA', 'AAA', 'A===', '====', '=AAA', 'AA=A', 'A-_A'],
  ],
  [
    'base64url',
    ['', 'AA', 'AAA', 'AA==', 'AAA=', '-_-_'],
    ['A', 'AA=', 'AAAA=', 'AAAAA', 'A===', 'AA=A', 'A+/A'],
  ],
])('%s', (format, accepted, rejected) => {
  const isValid = (text: string) => issuesBy({ type: 'string', format })(JSON.stringify(text)).length === 0;

  test('is one of its texts, and none of the others', () => {
    expect(accepted.filter((text) => !isValid(text))).toEqual([]);
    expect(rejected.filter(isValid)).toEqual([]);
  });

  test('of ten megabytes', () => {
    const [start = ''] = accepted.slice(-1);
    const unit = format.endsWith('pointer') ? '/a~1' : 'AAAA';
    const long = unit.repeat(2_500_000);
    const text = format.endsWith('pointer') ? start.replace('#', '') + long : long + start;
    expect(isValid(text)).toBe(true);
    expect(isValid(`${text}~`)).toBe(false);
  });
});

test.each(['schema', 'fastapi', 'strict'] as const)(
  'an expression may be so long that it is too complex: %s',
  (values) => {
    const document = documentWithBody({ type: 'string', format: 'regex' });
    const issues = (length: number) =>
      issuesOf(document, { path: '/lamps', json: JSON.stringify('a'.repeat(length)) }, { values });
    expect([issues(100_000), issues(100_001)]).toEqual([200, ['body too_complex']]);
  },
);
