import { expect, test } from 'vitest';
import { exactFaults } from '../../src/documents/schema/unchecked.ts';
import { documentIssues } from '../../src/errors/document.ts';
import { schemaIssues } from '../../src/errors/schema.ts';
import type { Context, MessageRule } from '../../src/errors/words.ts';
import { issuesBy, messagesBy, ref } from './_schema.ts';

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
/** As JSON: an object with such a name would pass for a promise. */
const then: object = JSON.parse('{"then":{"minimum":5}}');

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

test.each<[schema: unknown, json: string, messages: readonly string[]]>([
  [{ minLength: 2 }, '"a"', ['Must have at least 2 characters']],
  [{ maxLength: 1 }, '"ab"', ['Must have at most 1 character']],
  [{ minLength: 1, maxLength: 2 }, '""', ['Must have between 1 and 2 characters']],
  [{ minimum: 1 }, '0', ['Must be at least 1']],
  [{ maximum: 1 }, '2', ['Must be at most 1']],
  [{ exclusiveMinimum: 1 }, '1', ['Must be greater than 1']],
  [{ minimum: 1, exclusiveMaximum: 3 }, '3', ['Must be at least 1 and less than 3']],
  [{ multipleOf: 2 }, '3', ['Must be a multiple of 2']],
  [{ minItems: 2 }, '[]', ['Must have at least 2 items']],
  [{ maxItems: 1 }, '[1, 2]', ['Must have at most 1 item']],
  [{ minItems: 1, maxItems: 2 }, '[]', ['Must have between 1 and 2 items']],
  [{ minProperties: 1 }, '{}', ['Must have at least 1 item']],
  [{ maxProperties: 1 }, '{"a": 1, "b": 2}', ['Must have at most 1 item']],
  [{ required: ['a'] }, '{}', ['a: Field required']],
  [{ dependentRequired: { a: ['b'] } }, '{"a": 1}', ['b: Field required beside "a"']],
  [{ pattern: '^a$' }, '"b"', ['Must match the pattern ^a$']],
  [{ enum: [1, 'a'] }, '2', ['Must be 1 or "a"']],
  [{ enum: [{}, []] }, '2', ['Must be one of the values that its schema lists']],
  [{ const: 5 }, '2', ['Must be 5']],
  [{ const: {} }, '2', ['Must be the value that its schema names']],
  [{ not: {} }, '2', ['Must not be of this form']],
  [false, '2', ['Must not be sent']],
  [
    { properties: { a: false }, additionalProperties: false },
    '{"a": 1, "b": 2}',
    ['a: Must not be sent', 'b: Field not allowed'],
  ],
  [{ prefixItems: [{}], items: false }, '[1, 2]', ['1: Field not allowed']],
  [{ items: { type: 'string' } }, '["a", 2]', ['1: Must be a string']],
  [{ unevaluatedItems: false }, '[1]', ['0: Field not allowed']],
  [{ unevaluatedProperties: false }, '{"a": 1}', ['a: Field not allowed']],
  [{ uniqueItems: true }, '[1, 1.0]', ['Must not have equal items']],
  [{ contains: { type: 'string' } }, '[1]', ['Must have at least 1 item of a certain form, not 0']],
  [{ contains: {}, maxContains: 1 }, '[1, 2]', ['Must have exactly 1 item of a certain form, not 2']],
  [{ contains: {}, minContains: 2 }, '[1]', ['Must have at least 2 items of a certain form, not 1']],
  [{ oneOf: [{}, {}] }, '1', ['Must fit exactly one schema, not 2']],
  [{ oneOf: [{ type: 'string' }, { minimum: 2 }] }, '1', ['Must be at least 2']],
  [
    { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
    '1',
    ['string: Must be a string', 'boolean: Must be true or false'],
  ],
  [{ propertyNames: { maxLength: 1 } }, '{"ab": 1}', ['ab.[key]: Must have at most 1 character']],
  [{ type: ['string', 'null'] }, '1', ['Must be a string']],
  [{ if: { type: 'integer' }, ...then, else: false }, '1', ['Must be at least 5']],
  [{ if: { type: 'integer' }, ...then, else: false }, '""', ['Must not be sent']],
  [{ dependentSchemas: { a: { required: ['b'] } } }, '{"a": 1}', ['b: Field required']],
  [{ format: 'int8' }, '128', ['Must be a value of the format "int8"']],
  [{ allOf: [{ minimum: 2 }, { multipleOf: 2 }] }, '1', ['Must be at least 2', 'Must be a multiple of 2']],
  [{ type: ['string', 'array', 'object'] }, '1', ['Must be a string or a list or an object']],
  [{ type: ['integer', 'number'] }, '""', ['Must be an integer or a number']],
  [{ type: ['string', 'boolean'] }, '1', ['Must be a string or true or false']],
  [{ format: 'uri' }, '"http://[xv1.a]/"', ['Must be a URI, as "https://example.com/"']],
  [{ format: 'byte' }, '"YQ=="', []],
  [{ format: 'byte' }, '"Y=="', ['Must be Base64']],
  [{ format: 'email' }, '"@example.com"', ['Must be an email address']],
])('%j: %s is told as %j', (schema, json, messages) => {
  expect(messagesBy(schema)(json)).toEqual(messages);
});
