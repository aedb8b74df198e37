import { describe, expect, test } from 'vitest';
import { issuesBy, ref } from './_schema.ts';

type Case = readonly [schema: unknown, json: string, issues: readonly string[]];

function check(cases: readonly Case[]): void {
  test.each(cases)('%j: %s', (schema, json, issues) => {
    expect(issuesBy(schema)(json)).toEqual(issues);
  });
}

describe('types', () => {
  check([
    [{ type: 'integer' }, '1.0', []],
    [{ type: 'integer' }, '1.5', ['int_from_float']],
    [{ type: 'integer' }, '30.00000000000000000001', ['int_from_float']],
    [{ type: 'integer' }, '"1"', ['int_type']],
    [{ type: 'integer' }, 'true', ['int_type']],
    [{ type: 'integer' }, '1e400', ['finite_number']],
    [{ type: 'number' }, '"1"', ['float_type']],
    [{ type: 'boolean' }, '1', ['bool_type']],
    [{ type: 'boolean' }, '"true"', ['bool_type']],
    [{ type: 'null' }, '0', ['none_required']],
    [{ type: 'string' }, '1', ['string_type']],
    [{ type: 'array' }, '{}', ['list_type']],
    [{ type: 'object' }, '[]', ['dict_type']],
    [{ type: ['string', 'null'] }, '1', ['string_type']],
    [{ type: ['string', 'integer'] }, 'null', ['type_mismatch']],
    [{ type: 'lamp' }, '1', []],
  ]);
});

describe('a keyword concerns only values of its type', () => {
  check([
    [{ minLength: 3 }, '7', []],
    [{ minLength: 3 }, '"ab"', ['string_too_short']],
    [{ maximum: 3 }, '"7"', []],
    [{ required: ['a'] }, '[]', []],
    [{ minItems: 1 }, '{}', []],
    [{ format: 'email' }, '7', []],
    [{ format: 'email' }, '"x"', ['format']],
    [{ anyOf: [{ type: 'array' }, { type: 'string' }], maxLength: 3 }, '[1, 2, 3, 4]', []],
    [{ anyOf: [{ type: 'array' }, { type: 'string' }], maxLength: 3 }, '"abcd"', ['string_too_long']],
  ]);
});

describe('numbers', () => {
  check([
    [{ multipleOf: 0.01 }, '19.99', []],
    [{ multipleOf: 0.01 }, '19.999', ['multiple_of']],
    [{ multipleOf: 0.0001 }, '0.00751', ['multiple_of']],
    [{ multipleOf: 1e-8 }, '12391239123', []],
    [{ multipleOf: 3 }, '9007199254740993', []],
    [{ multipleOf: 2 }, '9007199254740993', ['multiple_of']],
    [{ multipleOf: 7 }, '1e300', ['multiple_of']],
    [{ multipleOf: 10 }, '1e300', []],
    [{ multipleOf: 10 }, '0', []],
    [{ maximum: 9007199254740992 }, '9007199254740993', ['less_than_equal']],
    [{ exclusiveMaximum: 30 }, '30.00000000000000000001', ['less_than']],
    [{ minimum: 30 }, '29.99999999999999999999', ['greater_than_equal']],
    [{ exclusiveMinimum: -1 }, '-1', ['greater_than']],
    [{ exclusiveMinimum: -9007199254740994 }, '-9007199254740995', ['greater_than']],
    [{ format: 'int32' }, '2147483648', ['format']],
    [{ format: 'int64' }, '9223372036854775807', []],
    [{ format: 'int64' }, '9223372036854775808', ['format']],
    [{ format: 'int64' }, '-9223372036854775808', []],
    [{ format: 'int64' }, '-9223372036854775809', ['format']],
    [{ format: 'int32' }, '"2147483648"', []],
  ]);
});

describe('strings', () => {
  check([
    [{ maxLength: 1 }, '"💡"', []],
    [{ pattern: '^\\d$' }, '"٣"', ['string_pattern_mismatch']],
    [{ pattern: '^\\cC$' }, '"x"', ['string_pattern_mismatch']],
    [{ pattern: '(a+)+$' }, `"${'a'.repeat(50_000)}b"`, ['string_pattern_mismatch']],
    [{ pattern: '^a', maxLength: 1 }, '"bb"', ['string_too_long']],
  ]);
});

describe('equality', () => {
  check([
    [{ const: false }, '0', ['literal_error']],
    [{ const: 1 }, '1.0', []],
    [{ const: { a: [1, null] } }, '{"a": [1.0, null]}', []],
    [{ const: { a: [1, null] } }, '{"a": [1, false]}', ['const']],
    [{ enum: [[0], { b: 1, a: 2 }] }, '{"a": 2, "b": 1}', []],
    [{ enum: [[0]] }, '[false]', ['enum']],
    [{ type: 'string', enum: ['a'] }, '5', ['literal_error']],
    [{ uniqueItems: true }, '[0, false, "", null]', []],
    [{ uniqueItems: true }, '[{"a": 1, "b": 2}, {"b": 2, "a": 1.0}]', ['unique_items']],
  ]);
});

describe('objects', () => {
  check([
    [
      { properties: { a: { type: 'integer' } }, required: ['a', 'b'] },
      '{"a": "x"}',
      ['a int_type', 'b missing'],
    ],
    [{ properties: { a: {} }, additionalProperties: false }, '{"a": 1, "b": 2}', ['b extra_forbidden']],
    [{ patternProperties: { '^x': { type: 'string' } } }, '{"x1": 1, "y": 2}', ['x1 string_type']],
    [{ propertyNames: { maxLength: 2 } }, '{"abc": 1}', ['abc.[key] string_too_long']],
    [{ minProperties: 2 }, '{"a": 1}', ['too_short']],
    [{ maxProperties: 1 }, '{"a": 1, "b": 1}', ['too_long']],
    [{ dependentRequired: { a: ['b'] } }, '{"a": 1}', ['b dependent_required']],
    [{ dependentRequired: {} }, '{"a": 1}', []],
    [{ dependentSchemas: { a: { required: ['c'] } } }, '{"a": 1}', ['c missing']],
    [{ required: ['__proto__', 'toString'] }, '{}', ['__proto__ missing', 'toString missing']],
    [{ properties: { constructor: { type: 'string' } } }, '{}', []],
    [{ properties: { a: false } }, '{"a": 1}', ['a false_schema']],
    [
      { required: ['id', 'name'], properties: { id: { readOnly: true, type: 'integer' } } },
      '{}',
      ['name missing'],
    ],
    [
      { allOf: [{ properties: { id: { readOnly: true } } }, { required: ['id', 'name'] }] },
      '{}',
      ['name missing'],
    ],
    [
      {
        allOf: [
          { properties: { id: { readOnly: true } } },
          { properties: { at: { readOnly: true } } },
          { required: ['id', 'at', 'name'] },
        ],
      },
      '{}',
      ['name missing'],
    ],
    [
      {
        required: ['id'],
        properties: { id: { readOnly: true } },
        anyOf: [{ required: ['id', 'at'], properties: { at: { readOnly: true } } }],
      },
      '{}',
      [],
    ],
  ]);
});

describe('arrays', () => {
  check([
    [{ items: { type: 'integer' } }, '[1, "a", 2.5]', ['1 int_type', '2 int_from_float']],
    [{ prefixItems: [{ type: 'string' }], items: false }, '["a", 1]', ['1 extra_forbidden']],
    [{ minItems: 1 }, '[]', ['too_short']],
    [{ contains: { type: 'string' } }, '[1]', ['contains']],
    [{ contains: { type: 'string' }, minContains: 0 }, '[1]', []],
    [{ contains: { type: 'string' }, maxContains: 1 }, '["a", "b"]', ['contains']],
  ]);
});

describe('combinations', () => {
  const cat = { type: 'object', required: ['kind', 'claws'], properties: { kind: { const: 'cat' } } };
  const dog = { type: 'object', required: ['kind', 'tail'], properties: { kind: { const: 'dog' } } };
  const condition: unknown = JSON.parse(
    '{ "if": { "type": "string" }, "then": { "minLength": 2 }, "else": { "minimum": 2 } }',
  );
  check([
    [{ oneOf: [{ type: 'integer' }, { minimum: 2 }] }, '3', ['one_of']],
    [{ oneOf: [{ type: 'integer' }, { minimum: 2 }] }, '1', []],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '"a"', ['integer int_type', 'null none_required']],
    [{ anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }] }, '"ab"', ['string_too_long']],
    [
      {
        anyOf: [
          { minimum: 3, title: 'Big' },
          { maximum: 1, title: 'Small' },
        ],
      },
      '2',
      ['Big greater_than_equal', 'Small less_than_equal'],
    ],
    [{ oneOf: [cat, dog] }, '{"kind": "dog"}', ['tail missing']],
    [{ not: { type: 'string' } }, '"a"', ['not_allowed']],
    [condition, '"a"', ['string_too_short']],
    [condition, '1', ['greater_than_equal']],
    [
      { allOf: [{ minLength: 2 }, { minLength: 2 }, { pattern: 'b' }] },
      '"a"',
      ['string_too_short', 'string_pattern_mismatch'],
    ],
    [{ anyOf: Array.from({ length: 11 }, (_, at) => ({ const: at })) }, '20', ['any_of']],
  ]);

  test('a discriminator decides, and is named if it is wrong', () => {
    const schemas = { Cat: cat, Dog: { ...dog, properties: {} } };
    const discriminator = { propertyName: 'kind', mapping: { dog: '#/components/schemas/Dog' } };
    const issues = issuesBy({ oneOf: [ref('Cat'), ref('Dog')], discriminator }, { schemas });
    expect(issues('{"kind": "cat", "tail": 1}')).toEqual(['claws missing']);
    expect(issues('{"kind": "dog", "tail": 1}')).toEqual([]);
    expect(issues('{"kind": "cow"}')).toEqual(['union_tag_invalid']);
    expect(issues('{}')).toEqual(['union_tag_not_found']);
  });

  test('what is left is known through all that was combined', () => {
    const schemas = { Base: { properties: { a: {} }, patternProperties: { '^x': {} } } };
    const issues = issuesBy(
      {
        allOf: [ref('Base')],
        anyOf: [{ properties: { b: { const: 1 } }, required: ['b'] }, { properties: { c: {} } }],
        dependentSchemas: { a: { properties: { d: {} } } },
        unevaluatedProperties: false,
      },
      { schemas },
    );
    expect(issues('{"a": 1, "b": 1, "c": 1, "d": 1, "x1": 1}')).toEqual([]);
    expect(issues('{"b": 2, "c": 1, "d": 1}')).toEqual(['b extra_forbidden', 'd extra_forbidden']);
  });
});

describe('OpenAPI 3.0', () => {
  test.each<Case>([
    [{ type: 'integer', nullable: true }, 'null', []],
    [{ nullable: true, allOf: [{ type: 'integer' }] }, 'null', ['int_type']],
    [{ type: 'string', nullable: true, enum: ['a'] }, 'null', ['literal_error']],
    [{ minimum: 3, exclusiveMinimum: true }, '3', ['greater_than']],
    [{ maximum: 3, exclusiveMaximum: true }, '3', ['less_than']],
    [{ maximum: 3, exclusiveMaximum: false }, '3', []],
    [{ $ref: '#/components/schemas/Name', maxLength: 1 }, '"abc"', []],
  ])('%j: %s', (schema, json, issues) => {
    const schemas = { Name: { type: 'string' } };
    expect(issuesBy(schema, { schemas, version: '3.0' })(json)).toEqual(issues);
  });

  test.each<Case>([
    [{ type: 'integer', nullable: true }, 'null', ['int_type']],
    [{ $ref: '#/components/schemas/Name', maxLength: 1 }, '"abc"', ['string_too_long']],
    [{ $ref: '#/components/schemas/Name', maxLength: 1 }, '[]', ['string_type']],
  ])('reads %j otherwise in 3.1', (schema, json, issues) => {
    expect(issuesBy(schema, { schemas: { Name: { type: 'string' } } })(json)).toEqual(issues);
  });
});

describe('identifiers', () => {
  test('a reference may name an $id, an $anchor, or a place in a schema with an $id', () => {
    const schemas = {
      Tree: {
        $id: 'https://example.com/tree',
        properties: { child: { $ref: '#' }, size: { $ref: '#/$defs/size' }, name: { $ref: '#name' } },
        $defs: { size: { type: 'integer' }, named: { $anchor: 'name', type: 'string' } },
      },
    };
    const issues = issuesBy({ items: { $ref: 'https://example.com/tree' } }, { schemas });
    expect(issues('[{"child": {"size": 1, "name": "a"}}]')).toEqual([]);
    expect(issues('[{"child": {"size": "a", "name": 1}}]')).toEqual([
      '0.child.size int_type',
      '0.child.name string_type',
    ]);
  });
});
