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
  ['date', '2026-02-30'],
  ['time', '12:30'],
  ['date-time', '2026-01-31'],
  ['duration', '1 day'],
  ['email', 'ada'],
  ['idn-email', 'ada'],
  ['hostname', 'a_b'],
  ['idn-hostname', 'a b'],
  ['ipv4', '1.2.3'],
  ['ipv6', '1.2.3.4'],
  ['uri', '/lamps'],
  ['url', '/lamps'],
  ['uri-reference', 'a b'],
  ['iri', '/lamps'],
  ['iri-reference', 'a b'],
  ['uri-template', '{id'],
  ['uuid', '7'],
  ['json-pointer', 'lamps'],
  ['relative-json-pointer', '/lamps'],
  ['regex', '('],
  ['byte', 'YQ='],
  ['base64url', 'YQ+='],
  ['char', 'ab'],
])('the format %s is told in words, with examples that have it', (format, wrong) => {
  const issuesOf = issuesBy({ type: 'string', format });
  const words = rules.format?.reason({ format }) ?? '';
  const [, told = '"lamp"'] = / as (".*")$/.exec(words) ?? [];
  expect(words).toMatch(/^must be (?:an? (?!value)|Base64)/);
  expect(issuesOf(JSON.stringify(wrong))).toHaveLength(1);
  expect(words.includes(' as "') ? issuesOf(told) : []).toEqual([]);
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
