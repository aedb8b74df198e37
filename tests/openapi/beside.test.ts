import { describe, expect, it } from 'vitest';
import { casesOf } from '../../src/cases/cases.ts';
import { wholeSubjectOf } from '../../src/cases/robust.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { ask, documentWithBody, issuesOf, ofFastapi } from './_document.ts';

/** Keywords beside a reference, a union or an `allOf`, which say nothing of values of other types. */

type Row = readonly [schema: unknown, body: unknown, expected: readonly string[] | 200];

const pair = { type: 'object', properties: { a: { type: 'integer' } } };
const schemas = { Pair: pair };
const ofPair = { $ref: '#/components/schemas/Pair' };
const listOrText = { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] };
const numberOrNull = { anyOf: [{ type: 'integer' }, { type: 'null' }] };

describe('in a document of FastAPI, a length without a type is that of a text, a list or an object', () => {
  const rows: readonly Row[] = [
    [{ ...listOrText, maxLength: 3 }, [1, 2], 200],
    [{ ...listOrText, maxLength: 3 }, [1, 2, 3, 4], ['body too_long']],
    [{ ...listOrText, maxLength: 3 }, '💌💌💌', 200],
    [{ ...listOrText, maxLength: 3 }, 'xxxx', ['body too_long']],
    [{ ...listOrText, maxLength: 3 }, 7, ['body.list[int] list_type', 'body.str string_type']],
    [{ maxLength: 3 }, 'xxxx', ['body too_long']],
    [{ maxLength: 3 }, 7, 200],
    [{ minLength: 2 }, { a: 1 }, ['body too_short']],
    [{ ...ofPair, maxLength: 0 }, { a: 1 }, ['body too_long']],
    [{ ...ofPair, maxLength: 0 }, { a: 'x' }, ['body.a int_parsing']],
    [{ allOf: [ofPair], minLength: 2 }, { a: 1 }, ['body too_short']],
  ];

  it.each(rows)('%j: %j', (schema, body, expected) => {
    const document = documentWithBody(schema, { schemas: { ...schemas, ...ofFastapi } });
    expect(issuesOf(document, { path: '/lamps', body }, { values: 'auto' })).toEqual(expected);
  });

  it('which is told as by pydantic', () => {
    const document = documentWithBody({ ...listOrText, maxLength: 3 }, { schemas: ofFastapi });
    expect(JSON.parse(ask(document, { path: '/lamps', body: 'xxxx' }).body)).toEqual({
      detail: [
        {
          type: 'too_long',
          loc: ['body'],
          msg: 'Value should have at most 3 items after validation, not 4',
          input: 'xxxx',
          ctx: { field_type: 'Value', max_length: 3, actual_length: 4 },
        },
      ],
    });
  });
});

describe.each(['fastapi', 'strict', 'schema'] as const)('in another document, by %s', (values) => {
  const rows: readonly Row[] = [
    [{ ...listOrText, maxLength: 3 }, [1, 2, 3, 4], 200],
    [{ ...listOrText, maxLength: 3 }, 'xxxx', ['body.0 string_too_long']],
    [{ ...listOrText, maxLength: 3, maxItems: 1 }, [1, 2], ['body.0 too_long']],
    [{ ...listOrText, items: { type: 'integer', maximum: 1 } }, [1, 2], ['body.0.1 less_than_equal']],
    [{ ...ofPair, maxLength: 80 }, { a: 1 }, 200],
    [{ ...numberOrNull, minimum: 3 }, null, 200],
    [{ ...numberOrNull, minimum: 3 }, 2, ['body.0 greater_than_equal']],
    [{ allOf: [ofPair, { maxLength: 80 }] }, { a: 1 }, 200],
    [{ allOf: [{ type: 'string' }, { maxLength: 2 }] }, 'abc', ['body.0 string_too_long']],
    [{ allOf: [{ maxLength: 2 }, { minLength: 1 }] }, 'abc', ['body.0 string_too_long']],
  ];

  it.each(rows)('%j: %j', (schema, body, expected) => {
    const document = documentWithBody({ type: 'array', items: schema }, { schemas });
    expect(issuesOf(document, { path: '/lamps', body: [body] }, { values })).toEqual(expected);
  });

  it.each(rows)('the cases of %j get the expected replies', (schema) => {
    const app = fromDocument(documentWithBody(schema, { schemas }), { values })[hosting];
    const core = app.build();
    const [operation] = Object.keys(app.contract.endpoints);
    const cases = [...casesOf(wholeSubjectOf(app), operation)];
    expect(cases.length).toBeGreaterThan(1);
    for (const { id, request, expected } of cases)
      expect([id, inject(core, request).status]).toEqual([id, expected.status]);
  });
});

it('has parts that nothing meets', () => {
  const document = documentWithBody({ allOf: [{ type: 'string' }, { maxLength: 5 }, false] });
  expect(issuesOf(document, { path: '/lamps', body: 'abc' })).toEqual(['body value_error false']);
});

it('reads a number in a text as it is bound', () => {
  const document = documentWithBody({ ...numberOrNull, minimum: 3 });
  expect(JSON.parse(ask(document, { path: '/lamps', body: '2' }).body).detail[0]).toMatchObject({
    type: 'greater_than_equal',
    input: '2',
  });
});
