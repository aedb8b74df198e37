import { describe, expect, it } from 'vitest';
import { fromDocument } from '../../src/app/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { casesOf, subjectOf } from '../../src/refusals/refusals.ts';
import { documentWithBody, issuesOf } from './_document.ts';

/** Schemas that say several things at once: a value must meet all of them. */

type Row = readonly [what: string, schema: unknown, body: unknown, expected: readonly string[] | 200];

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };
const lamp = { type: 'object', properties: { kind: text, watts: { type: 'integer' } } };
const components = { schemas: { Lamp: lamp } };

/** A schema that requires another property if there is one. */
const onlyWith = JSON.parse('{"if":{"required":["kind"]},"then":{"required":["watts"]}}');

const parts: readonly Row[] = [
  ['if, broken', { allOf: [ref('Lamp'), onlyWith] }, { kind: 'a' }, ['body value_error if']],
  ['if, met', { allOf: [ref('Lamp'), onlyWith] }, { kind: 'a', watts: 1 }, 200],
  [
    'if, in a part of a part',
    { allOf: [{ allOf: [lamp, onlyWith] }, { type: 'object' }] },
    { kind: 'a' },
    ['body value_error if'],
  ],
  [
    'if, beside the parts',
    { allOf: [ref('Lamp'), lamp], ...onlyWith },
    { kind: 'a' },
    ['body value_error if'],
  ],
  [
    'dependentRequired',
    { allOf: [ref('Lamp'), { dependentRequired: { kind: ['watts'] } }] },
    { kind: 'a' },
    ['body value_error dependentRequired'],
  ],
  [
    'dependentSchemas',
    { allOf: [ref('Lamp'), { dependentSchemas: { kind: { required: ['watts'] } } }] },
    { kind: 'a' },
    ['body value_error dependentSchemas'],
  ],
  [
    'contains',
    { allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }] },
    [1],
    ['body value_error contains'],
  ],
  ['contains, twice', { allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }] }, [2, 1], 200],
  ['nothing', { allOf: [{}, { description: 'x' }] }, 7, 200],
  [
    'what is beside a reference',
    { allOf: [{ ...ref('Lamp'), required: ['watts'] }, { required: ['kind'] }] },
    {},
    ['body.kind missing', 'body.watts missing'],
  ],
  [
    'rules beside a reference',
    { allOf: [{ ...ref('Lamp'), ...onlyWith }, { type: 'object' }] },
    { kind: 'a' },
    ['body value_error if'],
  ],
  [
    'least properties, of which the first are more',
    { allOf: [{ ...lamp, minProperties: 2 }, { minProperties: 1 }] },
    { kind: 'a' },
    ['body value_error minProperties'],
  ],
  [
    'most properties, of which the first are less',
    { allOf: [{ ...lamp, maxProperties: 1 }, { maxProperties: 2 }] },
    { kind: 'a', watts: 1 },
    ['body value_error maxProperties'],
  ],
  [
    'least entries',
    { allOf: [{ type: 'object', minProperties: 2 }, { minProperties: 1 }] },
    { a: 1 },
    ['body too_short'],
  ],
  [
    'most entries',
    { allOf: [{ type: 'object', maxProperties: 1 }, { maxProperties: 2 }] },
    { a: 1, b: 2 },
    ['body too_long'],
  ],
];

describe('the parts of an allOf', () => {
  check(parts);
});

function check(rows: readonly Row[]): void {
  it.each(rows)('%s', (_, schema, body, expected) => {
    expect(issuesOf(documentWithBody(schema, components), { path: '/lamps', body })).toEqual(expected);
  });

  it.each(rows)('%s: its cases get the expected reply', (_, schema) => {
    const app = fromDocument(documentWithBody(schema, components))[hosting];
    const core = app.build();
    const [operation] = Object.keys(app.contract.endpoints);
    for (const { id, request, expected } of casesOf(subjectOf(app), operation))
      expect([id, inject(core, request).status]).toEqual([id, expected.status]);
  });
}
