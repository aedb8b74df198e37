import { describe, expect, it } from 'vitest';
import { ask, documentWithBody } from './_document.ts';

/** The rules of JSON Schema mean the same however values are read: each accepts some values, and refuses others. */

type Row = readonly [rules: object, accepted: readonly unknown[], refused: readonly unknown[]];

const object = { type: 'object' };
const list = { type: 'array' };
const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };

/** A schema with `then`, as JSON: an object of ours with that name would pass for a promise. */
const then = (name: string): object => JSON.parse(`{"then":{"required":["${name}"]}}`);

const rows: readonly Row[] = [
  [{ ...object, not: { required: ['a'] } }, [{}, { b: 1 }], [{ a: 1 }, { a: 1, b: 1 }]],
  [
    { ...object, if: { required: ['a'] }, ...then('b'), else: { required: ['c'] } },
    [{ a: 1, b: 1 }, { c: 1 }, { b: 1, c: 1 }],
    [{ a: 1 }, {}, { b: 1 }, { a: 1, c: 1 }],
  ],
  [{ ...object, if: { required: ['a'] }, else: { required: ['c'] } }, [{ a: 1 }, { c: 1 }], [{}]],
  [{ ...object, ...then('a') }, [{}], []],
  [{ ...list, contains: integer }, [[1], ['a', 1]], [[], ['a']]],
  [
    { ...list, contains: integer, minContains: 2, maxContains: 3 },
    [
      [1, 1],
      ['a', 1, 1, 1],
    ],
    [['a', 1], [1, 1, 1, 1], []],
  ],
  [{ ...list, contains: integer, minContains: 0, maxContains: 1 }, [[], ['a'], [1]], [[1, 1]]],
  [
    { ...object, dependentRequired: { a: ['b', 'c'], d: ['a'] } },
    [{}, { b: 1 }, { a: 1, b: 1, c: 1 }],
    [{ a: 1 }, { a: 1, b: 1 }, { a: 1, c: 1 }, { d: 1 }],
  ],
  [
    { ...object, dependentSchemas: { a: { required: ['b'] }, c: { properties: { c: integer } } } },
    [{}, { a: 1, b: 1 }, { c: 1 }],
    [{ a: 1 }, { c: 'x' }, { a: 1, b: 1, c: 'x' }],
  ],
  [{ ...object, propertyNames: { maxLength: 1 } }, [{}, { a: 1 }], [{ ab: 1 }, { a: 1, bc: 1 }]],
  [{ ...object, minProperties: 1, maxProperties: 2 }, [{ a: 1 }, { a: 1, b: 1 }], [{}, { a: 1, b: 1, c: 1 }]],
  [
    { ...object, patternProperties: { '^a': integer }, additionalProperties: text },
    [{}, { a: 1, b: 'x' }, { ab: 1 }],
    [{ a: 'x' }, { b: 1 }],
  ],
  [
    { ...object, properties: { a: integer }, additionalProperties: false },
    [{}, { a: 1 }],
    [{ b: 1 }, { a: 'x' }],
  ],
  [
    { ...list, uniqueItems: true },
    [[], [1, 2], [1, '1'], [[1], [2]]],
    [
      [1, 1],
      [{ a: 1 }, { a: 1 }],
    ],
  ],
  [{ ...list, items: integer, minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], [1, 2, 3], ['x']]],
  [{ ...list, prefixItems: [integer, text], items: false }, [[1], [1, 'a'], []], [['a'], [1, 'a', 1]]],
  [{ ...list, prefixItems: [integer], items: text }, [[1], [1, 'a']], [['a'], [1, 1]]],
  [{ ...text, minLength: 2, maxLength: 3 }, ['ab', 'abc', '\u{1f48c}b'], ['a', 'abcd', '\u{1f48c}']],
  [{ ...text, pattern: '^a+$' }, ['a', 'aa'], ['', 'b', 'ab']],
  [{ ...number, minimum: 1, maximum: 3 }, [1, 2.5, 3], [0.9, 3.1]],
  [{ ...number, exclusiveMinimum: 1, exclusiveMaximum: 3 }, [1.1, 2.9], [1, 3]],
  [{ ...number, minimum: 1, exclusiveMaximum: 3 }, [1, 2.9], [0.9, 3]],
  [{ ...integer, multipleOf: 4 }, [0, 4, -8], [2, 6]],
  [{ ...list, items: { enum: [1, 'a', null] } }, [[1, 'a', null], []], [[2], ['b'], [[1]]]],
  [{ const: 'a' }, ['a'], ['b', 1]],
  [{ ...list, items: { type: ['string', 'null'] } }, [['a', null]], [[1], [[]]]],
  [{ anyOf: [integer, { ...text, maxLength: 1 }] }, [1, 'a'], ['ab', [], {}]],
  [
    {
      allOf: [
        { ...object, required: ['a'] },
        { ...object, required: ['b'] },
      ],
    },
    [{ a: 1, b: 1 }],
    [{ a: 1 }, {}],
  ],
];

describe.each(['fastapi', 'strict', 'schema'] as const)('with %s values', (values) => {
  it.each(rows)('%j', (schema, accepted, refused) => {
    const document = documentWithBody(schema);
    const statusOf = (body: unknown) =>
      ask(document, { path: '/lamps', json: JSON.stringify(body) }, { values }).status;
    expect(accepted.filter((body) => statusOf(body) !== 200)).toEqual([]);
    expect(refused.filter((body) => statusOf(body) !== 422)).toEqual([]);
  });
});
