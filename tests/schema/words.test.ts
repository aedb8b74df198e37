import { expect, test } from 'vitest';
import { exactFaults } from '../../src/documents/schema/faults.ts';
import { documentIssues } from '../../src/errors/document.ts';
import { schemaIssues } from '../../src/errors/schema.ts';
import type { Context, MessageRule } from '../../src/errors/words.ts';
import { issuesBy, ref } from './_schema.ts';

const rules: Readonly<Record<string, MessageRule>> = { ...documentIssues(), ...schemaIssues() };

test.each<[type: string, context: Context, reason: string, pydantic: string]>([
  ['type_mismatch', { types: ['null', 'lamp'] }, 'must be null or lamp', 'Input should be null or lamp'],
  ['type_mismatch', { types: ['boolean'] }, 'must be true or false', 'Input should be true or false'],
  [
    'type_mismatch',
    { types: ['integer', 'number'] },
    'must be an integer or a number',
    'Input should be an integer or a number',
  ],
  [
    'type_mismatch',
    { types: ['string', 'array', 'object'] },
    'must be a string or a list or an object',
    'Input should be a string or a list or an object',
  ],
  [
    'contains',
    { minLength: 2, maxLength: 2, length: 0 },
    'must have exactly 2 items of a certain form, not 0',
    'Input should have exactly 2 items valid by the schema in "contains", not 0',
  ],
  [
    'contains',
    { minLength: 1, maxLength: 2, length: 3 },
    'must have between 1 and 2 items of a certain form, not 3',
    'Input should have between 1 and 2 items valid by the schema in "contains", not 3',
  ],
  [
    'contains',
    { maxLength: 1, length: 3 },
    'must have at most 1 item of a certain form, not 3',
    'Input should have at most 1 item valid by the schema in "contains", not 3',
  ],
  [
    'format',
    { format: 'x' },
    'must be a value of the format "x"',
    'Input should be a value of the format "x"',
  ],
  [
    'one_of',
    { length: 2 },
    'must fit exactly one schema, not 2',
    'Input should be valid by exactly one schema, not by 2',
  ],
  [
    'contains',
    { minLength: 1, length: 0 },
    'must have at least 1 item of a certain form, not 0',
    'Input should have at least 1 item valid by the schema in "contains", not 0',
  ],
  ['base64_decode', {}, 'must be Base64', "Base64 decoding error: 'Incorrect padding'"],
  [
    'byte_size_unit',
    { unit: 'XB' },
    'must be an amount of bytes in a unit that is known, as "1.5 MB"',
    'could not interpret byte unit: XB',
  ],
  ['dependent_required', { tag: 'a' }, 'field required beside "a"', "Field required, because 'a' is there"],
])('%s with %j is told in words', (type, context, reason, pydantic) => {
  expect(rules[type]?.reason(context)).toBe(reason);
  expect(rules[type]?.pydanticMessage(context, null)).toBe(pydantic);
});

test.each([
  ['date', 'a date, as "2026-01-31"'],
  ['time', 'a time with an offset, as "12:30:00Z"'],
  ['date-time', 'a date and time with an offset, as "2026-01-31T12:30:00Z"'],
  ['duration', 'a duration, as "P1DT12H"'],
  ['email', 'an email address'],
  ['idn-email', 'an email address'],
  ['hostname', 'a host name'],
  ['idn-hostname', 'a host name'],
  ['ipv4', 'an IPv4 address'],
  ['ipv6', 'an IPv6 address'],
  ['uri', 'a URI, as "https://example.com/"'],
  ['url', 'a URL, as "https://example.com/"'],
  ['uri-reference', 'a URI or a relative reference'],
  ['iri', 'an IRI, as "https://example.com/"'],
  ['iri-reference', 'an IRI or a relative reference'],
  ['uri-template', 'a URI template, as "/lamps/{id}"'],
  ['uuid', 'a UUID'],
  ['json-pointer', 'a JSON Pointer, as "/lamps/0"'],
  ['relative-json-pointer', 'a relative JSON Pointer, as "1/lamps"'],
  ['regex', 'a regular expression'],
  ['byte', 'Base64'],
  ['base64url', 'Base64 for URLs'],
  ['char', 'a single character'],
])('a value without the format %s must be %s', (format, words) => {
  expect(rules.format?.reason({ format })).toBe(`must be ${words}`);
});

test.each([
  [{ type: 'lamp' }, 'has an unknown type: "lamp"'],
  [{ pattern: '(' }, 'has a pattern that is not checked: "("'],
  [{ items: [] }, 'has a keyword that is not checked: items'],
])('%j has a fault', (schema, fault) => {
  expect(exactFaults(schema)).toEqual([fault]);
});

const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`p${at}`, { type: 'string' }]));
const tagged = { properties: { kind: { const: 'cat' } }, required: ['kind'] };
const twice = { allOf: [ref('Same'), ref('Same')], unevaluatedProperties: false };

test.each<[schema: unknown, json: string, issues: readonly string[]]>([
  [{ properties: many }, '{"p3": 1, "x": 1}', ['p3 string_type']],
  [{ patternProperties: { '(': false } }, '{"x": 1}', []],
  [{ not: { propertyNames: { maxLength: 1 } } }, '{"ab": 1, "cd": 1}', []],
  [{ not: { dependentRequired: { a: ['b', 'c'] } } }, '{"a": 1}', []],
  [{ minimum: 0 }, '0.00000000000000000000000000000000000e5', []],
  [{ minimum: 9007199254740992 }, '0', ['greater_than_equal']],
  [{ maximum: 0 }, '9007199254740993', ['less_than_equal']],
  [twice, '{"a": 1}', []],
  [{ oneOf: [ref('Cat'), { type: 'string' }], discriminator: { propertyName: 'kind' } }, '"a"', []],
  [{ oneOf: [ref('Cat'), ref('Same')], discriminator: { propertyName: 'kind' } }, '{"kind": "x"}', []],
  [{ type: ['string', 'lamp'] }, '1', ['string_type']],
  [{ format: 'uri-reference' }, '":a"', ['format']],
  [{ format: 'uri' }, '"http://[::1]x/"', ['format']],
  [{ format: 'uri' }, '"http://:/"', []],
  [{ format: 'uri' }, '"http:///a"', []],
])('%j: %s', (schema, json, issues) => {
  const schemas = {
    Same: { properties: { a: {} } },
    Cat: { type: 'object', ...tagged },
  };
  expect(issuesBy(schema, { schemas })(json)).toEqual(issues);
});
