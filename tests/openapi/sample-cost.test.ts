import { expect, it } from 'vitest';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { References } from '../../src/documents/references.ts';
import { sampleInSteps, sampleOf } from '../../src/documents/sample.ts';
import { Issues } from '../../src/errors/issue.ts';
import { Open } from '../../src/fields/samples.ts';
import { counted, mostInStep } from '../_counted.ts';

/** Samples of many models that refer to each other. */

const MANY = 5000;
const ref = (at: number) => ({ $ref: `#/components/schemas/M${at % MANY}` });

/** The models that a model refers to. */
function others(at: number) {
  return Array.from({ length: 10 }, (_, other) => ref(10 * at + other + 1));
}

it.each([
  [
    'properties, of which three are required',
    (at: number) => ({
      type: 'object',
      required: ['p0', 'p1', 'p2'],
      properties: Object.fromEntries(others(at).map((other, number) => [`p${number}`, other])),
    }),
  ],
  [
    'kinds of a required property',
    (at: number) => ({ type: 'object', required: ['p'], properties: { p: { anyOf: others(at) } } }),
  ],
])('a step of a sample makes fields of few models, if each has ten others as %s', (_, modelOf) => {
  const schemas = Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`M${at}`, modelOf(at)]));
  const { document, read } = counted({ openapi: '3.1.0', components: { schemas } });
  const references = new References({ root: '', byAddress: new Map([['', document]]) });
  const reader = new FieldReader(references, { values: 'strict', dialect: openApiDialect, isExact: true });
  // Looks through the document, which is done once.
  const schema = references.find(ref(0).$ref, '#');
  const steps = sampleInSteps(schema, reader);
  expect(mostInStep(steps, read).most).toBeLessThan(90_000);
});

const LONG = 'x'.repeat(100_000);
const required = Array.from({ length: 1000 }, (_, at) => `property${at}`);
const nulls = Object.fromEntries(required.map((name) => [name, null]));

it.each([
  ['combine the same text', (model: object) => ({ allOf: [model] }), { type: 'string', example: LONG }, LONG],
  ['refer to the same text', (model: object) => model, { type: 'string', example: LONG }, LONG],
  [
    'combine the same required names',
    (model: object) => ({ allOf: [model] }),
    { type: 'object', required },
    nulls,
  ],
])('a list whose many places %s has a sample of limited size', (_, placeOf, model, expected) => {
  const document = {
    openapi: '3.1.0',
    components: {
      schemas: {
        M0: model,
        List: { type: 'array', prefixItems: Array.from({ length: 1000 }, () => placeOf(ref(0))) },
      },
    },
  };
  const references = new References({ root: '', byAddress: new Map([['', document]]) });
  const reader = new FieldReader(references, { values: 'strict', dialect: openApiDialect, isExact: true });
  const list = sampleOf(references.find('#/components/schemas/List', ''), reader);
  const [first] = Object(list);
  expect({ first }).toMatchObject({ first: expected });
  expect(JSON.stringify(list).length).toBeLessThan(2 * 1024 * 1024);
});

it('has what is declared beside a kind that says nothing, also if no work is left', () => {
  const kinds = { anyOf: [{ not: { required: ['b'] } }] };
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } }, ...kinds };
  const references = new References({ root: '', byAddress: new Map([['', schema]]) });
  const reader = new FieldReader(references, { values: 'strict', dialect: openApiDialect, isExact: true });
  expect(sampleOf(references.root, reader, { open: Open.forOne(0) })).toEqual({ a: null });
});

it('makes a model once for all schemas that combine it with rules of their own', () => {
  const names = Array.from({ length: 200 }, (_, at) => `p${at}`);
  const Base = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
  };
  const kinds = names.map((_, at) => ({
    allOf: [{ $ref: '#/$defs/Base' }],
    minProperties: 3,
    maxProperties: 3 + at,
  }));
  const { document, read } = counted({ $defs: { Base }, anyOf: kinds });
  const references = new References({ root: '', byAddress: new Map([['', document]]) });
  const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect, isExact: false });
  const before = read();
  const field = reader.fieldOf(references.root);
  const verdicts = [{ p0: 1 }, { p0: 1, p1: 2, p2: 3 }, { p0: 1, p1: 2, p2: 'x' }].map(
    (value) => field.parse(value) instanceof Issues,
  );
  expect(verdicts).toEqual([true, false, true]);
  expect(read() - before).toBeLessThan(30_000);
});
