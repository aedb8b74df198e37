import { describe, expect, it } from 'vitest';
import { expectTrueCases } from './_cases.ts';
import { documentOf, issuesOf } from './_document.ts';

/** Parameters that are lists or objects: how they are sent, and what of them is checked. */

type Json = Readonly<Record<string, unknown>>;

/** A document with an operation that takes a parameter named `p`. */
function withParameter(parameter: Json, components: Json = {}): Json {
  const get = { parameters: [{ name: 'p', ...parameter }], responses: { 200: { description: 'x' } } };
  return documentOf({ '/lamps': { get } }, components);
}

const letters = { type: 'array', items: { enum: ['a', 'b'] } };
const watts = { type: 'object', required: ['watts'], properties: { watts: { type: 'integer' } } };

describe('a header', () => {
  const rows: readonly (readonly [schema: Json, explode: boolean, sent: string, expected: unknown])[] = [
    [letters, false, 'a,b', 200],
    [letters, false, 'a, b', 200],
    [letters, false, 'a \t,\tb', 200],
    [letters, false, 'a, c', ['header.p.1 literal_error']],
    [watts, false, 'watts, 5', 200],
    [watts, true, 'watts=5, on=no', 200],
    [watts, true, 'on=no, watts=x', ['header.p.watts int_parsing']],
  ];

  it.each(rows)('may have white space around its items: %j, explode %j, %j', (...row) => {
    const [schema, explode, p, expected] = row;
    const document = withParameter({ in: 'header', required: true, explode, schema });
    expect(issuesOf(document, { path: '/lamps', headers: { p } })).toEqual(expected);
    expectTrueCases(document);
  });
});
