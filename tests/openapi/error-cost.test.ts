import { describe, expect, it } from 'vitest';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { type Told, writeErrorBody } from '../../src/documents/error-body.ts';
import { ErrorSchemas, type Means, WORK_OF_SAMPLES } from '../../src/documents/error-schemas.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { References } from '../../src/documents/references.ts';
import type { Body } from '../../src/documents/responses.ts';
import { schemaCompiler } from '../../src/documents/schema/compile.ts';
import {
  isLeft,
  MAX_OF_OFFER,
  MAX_WEIGHT,
  MAX_WEIGHT_OF_ONE,
  MAX_WRITTEN,
  WrittenBodies,
  writtenAhead,
} from '../../src/documents/written.ts';
import { Open } from '../../src/fields/samples.ts';
import { stepsLeft } from '../../src/fields/work.ts';
import { fromDocument } from '../../src/from-document.ts';
import { StreamedContent } from '../../src/http/content.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import { atOnce, type Steps } from '../../src/text/turns.ts';
import { counted } from '../_counted.ts';
import { documentOf } from './_document.ts';

/** Errors that are written by schemas of their own, and what that takes. */

interface Written {
  readonly body: unknown;
  /** The values that were checked. */
  readonly checked: number;
  /** The steps that checking them took. */
  readonly spent: number;
}

/** Returns what reads a schema, and checks values by it. */
function meansFor(value: unknown): Means {
  const references = new References({ root: '', byAddress: new Map([['', value]]) });
  const options = { values: 'strict', dialect: openApiDialect, isExact: true, isReply: true } as const;
  const compile = schemaCompiler({ references, version: '2020-12', isForeign: () => false });
  return { reader: new FieldReader(references, options), compile };
}

/** Writes an error by a schema, and counts what is checked on the way, and what is read of the schema in a step at most. */
function written(
  value: unknown,
  sentence = 'Bad',
  read = () => 0,
): Written & { readonly steps: number; most: number } {
  const { reader, compile } = meansFor(value);
  const told = { status: 400, sentence, reasons: [], path: '/' };
  let checked = 0;
  let spent = 0;
  const schemas = new ErrorSchemas({
    reader,
    compile(schema) {
      const validate = compile(schema);
      return (each) => {
        checked++;
        const before = stepsLeft();
        const issues = validate(each);
        if (before < Number.POSITIVE_INFINITY) spent += before - stepsLeft();
        return issues;
      };
    },
  });
  const writing = writeErrorBody({ value, at: '#' }, [], told, schemas);
  for (let steps = 0, most = 0; ; steps++) {
    const before = read();
    const step = writing.next();
    most = Math.max(most, read() - before);
    if (step.done) return { body: step.value, checked, spent, steps, most };
  }
}

it('looks in a step at one of many properties that refer to the same large union', () => {
  const $defs = { One: { oneOf: Array.from({ length: 300 }, () => ({ type: 'string' })) } };
  const names = Array.from({ length: 300 }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { allOf: [{ $ref: '#/$defs/One' }] }]));
  const { document, read } = counted({ $defs, type: 'object', properties });
  expect(written(document, 'Bad', read).most).toBeLessThan(30_000);
});

describe('the sample of an error', () => {
  const sampler = (value: unknown) => {
    const schema = new ErrorSchemas(meansFor(value)).of({ value, at: '#' });
    return (work: number) => atOnce(schema.sample(Open.forOne(work)));
  };

  it('is made again if little work was left for it', () => {
    const sample = sampler({ type: 'string', minLength: 3 });
    expect(sample(1)).toEqual({ value: null, isValid: false });
    expect(sample(WORK_OF_SAMPLES)).toEqual({ value: 'Example', isValid: true });
    expect(sample(0)).toEqual({ value: 'Example', isValid: true });
  });

  it('is remembered if some of the work was left', () => {
    const sample = sampler({ type: 'string', minLength: 3 });
    expect([sample(0), sample(WORK_OF_SAMPLES - 1), sample(0)]).toEqual([
      undefined,
      { value: 'Example', isValid: true },
      { value: 'Example', isValid: true },
    ]);
  });

  it('is remembered if all of the work was not enough', () => {
    const sample = sampler({ type: 'array', uniqueItems: true, minItems: WORK_OF_SAMPLES });
    expect(sample(0)).toBe(undefined);
    expect(sample(WORK_OF_SAMPLES)?.isValid).toBe(false);
    expect(sample(0)?.isValid).toBe(false);
  });
});

/** The schema of objects in objects. */
function nested(levels: number, names: readonly string[]): unknown {
  if (levels === 0) return { type: 'integer', minimum: 5 };
  const inner = nested(levels - 1, names);
  return {
    type: 'object',
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, inner])),
  };
}

describe('an error', () => {
  it('is valid by all patterns that the name of its property matches', () => {
    const patternProperties = { '^mess': { type: 'string' }, age$: { maxLength: 4 } };
    expect(written({ type: 'object', required: ['message'], patternProperties }).body).toEqual({
      message: 'Bad',
    });
  });

  it('has as many characters as its schema allows, whatever they take in memory', () => {
    expect(written({ type: 'string', maxLength: 3 }, '😀😀').body).toBe('😀😀');
    expect(written({ type: 'string', maxLength: 1 }, '😀😀').body).toBe('😀');
  });
});

it.each([[['inner']], [['error']], [['error', 'inner']]])(
  'grows with the levels of objects that have %j',
  (names) => {
    const few = written(nested(5, names));
    const many = written(nested(10, names));
    expect(few.body).toMatchObject({ [String(names[0])]: {} });
    expect(many.checked).toBeLessThan(2.5 * few.checked);
  },
);

it('tries fewer values by schemas that take long to check', () => {
  const names = Array.from({ length: 300 }, (_, at) => `message${at}`);
  const tried = (length: number) => {
    const allOf = Array.from({ length }, (_, at) => ({ minLength: 1, maxLength: 100 + at }));
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', allOf }]));
    return written({ type: 'object', properties, required: names }).checked;
  };
  expect(tried(3000)).toBeLessThan(tried(3) / 2);
});

it('checks values in only so many steps', () => {
  const allOf = Array.from({ length: 3000 }, () => ({ minProperties: 1 }));
  const error = { type: 'object', properties: { message: { type: 'string' } }, allOf };
  const names = Array.from({ length: 30 }, (_, at) => `error${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { ...error }]));
  expect(written({ type: 'object', properties }).spent).toBeLessThan(200_000);
});

it('takes a step for each value that it tries, and for each part of a sample', () => {
  const { checked, steps } = written(nested(10, ['error', 'inner']));
  expect(steps).toBeGreaterThan(checked);
});

it('makes no sample of what the error leaves out', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const properties = { message: { type: 'string' }, payment: ref('M0') };
  const models = Array.from({ length: 500 }, (_, at) => {
    const next = Object.fromEntries(
      ['a', 'b', 'c'].map((name, to) => [name, ref(`M${(at + to + 1) % 500}`)]),
    );
    return [`M${at}`, { type: 'object', properties: next }];
  });
  const schema = { type: 'object', properties: { error: { type: 'object', properties } } };
  const responses = { 400: { description: 'x', content: { 'application/json': { schema } } } };
  const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
  const components = { schemas: Object.fromEntries(models) };
  const { document, read } = counted(documentOf({ '/': { get: { parameters, responses } } }, components));
  const core = fromDocument(document)[hosting].build();
  const before = read();
  const { status, body } = inject(core, { method: 'GET', target: '/?page=x', headers: {} });
  expect(status).toBe(400);
  expect(JSON.parse(body)).toEqual({ error: { message: 'query/page must be an integer' } });
  expect(read() - before).toBeLessThan(1000);
});

it('tries only so many kinds of errors', () => {
  const kinds = (levels: number): unknown[] =>
    Array.from({ length: 10 }, (_, kind) => {
      const nested = levels > 0 ? { errors: { type: 'array', items: { oneOf: kinds(levels - 1) } } } : {};
      return { type: 'object', required: ['kind'], properties: { kind: { const: kind }, ...nested } };
    });
  expect(written({ oneOf: kinds(2) }).checked).toBeLessThan(1000);
});

it('looks at only so many properties', () => {
  const names = Array.from({ length: 20 }, (_, at) => `part${at}`);
  const wide = (levels: number): unknown => {
    if (levels === 0) return { type: 'integer' };
    const properties = Object.fromEntries(names.map((name) => [name, wide(levels - 1)]));
    return { type: 'object', properties };
  };
  expect(written(wide(3)).checked).toBeLessThan(250);
});

it('looks at only the first properties of an object, those that it requires before others', () => {
  const property = { type: 'string', enum: ['a'] };
  const names = Array.from({ length: 4000 }, (_, at) => `part${at}`);
  const properties = Object.fromEntries([...names, 'message'].map((name) => [name, property]));
  const schema = { type: 'object', required: ['message'], properties: { ...properties, message: {} } };
  const { body, steps } = written(schema);
  expect(body).toEqual({ message: 'Bad' });
  expect(steps).toBeLessThan(2000);
});

it('finds the words of an error among the first values of an enum', () => {
  const others = Array.from({ length: 5000 }, (_, at) => `other${at}`);
  const codeIn = (listed: readonly string[]) => {
    const properties = { code: { enum: listed }, message: { type: 'string' } };
    return Object(written({ type: 'object', properties }).body).code;
  };
  expect(codeIn([...others.slice(0, 100), 'BAD_REQUEST', ...others])).toBe('BAD_REQUEST');
  expect(codeIn([...others, 'BAD_REQUEST'])).toBe('other0');
});

it('makes only so many samples for one error, and others for the next', () => {
  const names = Array.from({ length: 20 }, (_, at) => `data${at}`);
  const data = nested(5, ['a', 'b', 'c']);
  const properties = Object.fromEntries(names.map((name) => [name, data]));
  const schema = { type: 'object', required: names, properties };
  const responses = { 400: { description: 'x', content: { 'application/json': { schema } } } };
  const parameters = [{ name: 'page', in: 'query', schema: { type: 'integer' } }];
  const { document, read } = counted(documentOf({ '/': { get: { parameters, responses } } }));
  const core = fromDocument(document)[hosting].build();
  const counts = [1, 2].map(() => {
    const before = read();
    expect(inject(core, { method: 'GET', target: '/?page=x', headers: {} }).status).toBe(400);
    return read() - before;
  });
  expect(Math.max(...counts)).toBeLessThan(90_000);
});

/** Asks for the body of an error, and writes it if it is not known. */
function bodyIn(bodies: WrittenBodies, offer: object, told: Told, write: () => Body): Body {
  const known = bodies.find(offer, told);
  if (known) return known;
  const body = write();
  bodies.add(offer, told, body);
  return body;
}

describe('an error that was written before is not written again', () => {
  const reason = { part: 'body', path: ['age'], type: 'int_type', message: 'Must be a number', input: 'x' };
  const told = (change: object = {}) => ({
    status: 400,
    sentence: 'Bad',
    reasons: [{ ...reason, ...change }],
    path: '/people',
  });
  const first = told();
  const offer = {};
  const bodyOf = (value: string) => ({ value, content: JSON.stringify(value) });

  /** Asks for an error after the first one, and counts how often one is written. */
  function writtenAfter(error: typeof first, place = offer): number {
    const bodies = new WrittenBodies();
    let count = 0;
    for (const [at, each] of [[offer, first] as const, [place, error] as const]) {
      const { content } = bodyIn(bodies, at, each, () => bodyOf(`${++count}`));
      expect(content).toBe(`"${count}"`);
    }
    return count;
  }

  it('if all that it tells is the same', () => {
    expect(writtenAfter(told())).toBe(1);
    expect(writtenAfter(told({ input: { a: 1 } }))).toBe(2);
  });

  it.each([
    { path: ['size'] },
    { path: [0] },
    { path: ['a', 'ge'] },
    { part: 'bodyint', type: '_type' },
    { part: 'query' },
    { type: 'missing' },
    { message: 'Must be less' },
    { input: 1 },
    { input: 1n },
    { input: undefined },
    { input: 'undefined' },
    { message: 'long'.repeat(MAX_WEIGHT_OF_ONE / 4) },
  ])('but with %o it is', (change) => {
    expect(writtenAfter(told(change))).toBe(2);
  });

  it.each([
    { ...first, status: 422 },
    { ...first, reasons: [] },
    { ...first, path: '/lamps' },
    { ...first, reasons: [reason, reason] },
  ])('and with %o', (error) => {
    expect(writtenAfter(error)).toBe(2);
  });

  it('if the request is refused for anything else', () => {
    const bodies = new WrittenBodies();
    const ask = (sentence: string) =>
      bodyIn(bodies, offer, { ...first, reasons: [], sentence }, () => bodyOf('a'));
    expect(ask('Bad')).toBe(ask('Bad'));
    expect(ask('Bad')).not.toBe(ask('Worse'));
  });

  it('of another response', () => {
    expect(writtenAfter(first, {})).toBe(2);
  });

  it('whatever object was sent', () => {
    const bodies = new WrittenBodies();
    const ask = (input: unknown) => bodyIn(bodies, offer, told({ input }), () => bodyOf('a'));
    expect(ask({ a: 1 })).toBe(ask([2]));
    expect(ask(null)).toBe(ask({ a: 1 }));
  });

  it('unless it takes much memory', () => {
    const bodies = new WrittenBodies();
    const ask = (length: number) =>
      bodyIn(bodies, offer, { ...first, status: length }, () => bodyOf('x'.repeat(length)));
    expect(ask(MAX_WEIGHT_OF_ONE / 3)).toBe(ask(MAX_WEIGHT_OF_ONE / 3));
    expect(ask(MAX_WEIGHT_OF_ONE / 2)).not.toBe(ask(MAX_WEIGHT_OF_ONE / 2));
  });

  it('until all others take too much memory', () => {
    const bodies = new WrittenBodies();
    const body = 'x'.repeat(MAX_WEIGHT_OF_ONE / 3);
    const ask = (of: object, status = 400) => bodyIn(bodies, of, { ...first, status }, () => bodyOf(body));
    const one = ask(offer);
    // Those of another response that are forgotten don't count.
    for (let status = 0; status < 20 * MAX_OF_OFFER; status++) ask(bodies, status);
    expect(ask(offer)).toBe(one);
    for (let others = 0; others < MAX_WEIGHT / MAX_WEIGHT_OF_ONE; others++) ask({});
    expect(ask(offer)).not.toBe(one);
  });

  it('unless it is made while it is sent', () => {
    const bodies = new WrittenBodies();
    const ask = () =>
      bodyIn(bodies, offer, first, () => ({ value: [], content: new StreamedContent(['[', ']']) }));
    expect(ask()).not.toBe(ask());
  });

  it('until too many others have been', () => {
    const bodies = new WrittenBodies();
    const ask = (of: object) => bodyIn(bodies, of, first, () => bodyOf('a'));
    const one = ask(offer);
    for (let count = 1; count < MAX_WRITTEN; count++) ask({});
    expect(ask(offer)).toBe(one);
    ask({});
    expect(ask(offer)).not.toBe(one);
  });

  it('until too many others of the same response have been', () => {
    const bodies = new WrittenBodies();
    const ask = (status: number) => bodyIn(bodies, offer, { ...first, status }, () => bodyOf('a'));
    const one = ask(0);
    for (let status = 1; status < MAX_OF_OFFER; status++) ask(status);
    expect(ask(0)).toBe(one);
    ask(MAX_OF_OFFER);
    expect(ask(0)).not.toBe(one);
    for (let status = 0; status < MAX_OF_OFFER * MAX_WRITTEN; status++) ask(status);
    expect(ask(MAX_OF_OFFER * MAX_WRITTEN - 1)).toBe(ask(MAX_OF_OFFER * MAX_WRITTEN - 1));
  });
});

it('an error that something needs at once is written in steps before, and is gone after that if it is large', () => {
  const told = { status: 400, sentence: 'Bad', reasons: [], path: '/' };
  const offer = {};
  const bodies = new WrittenBodies();
  const content = 'x'.repeat(MAX_WEIGHT_OF_ONE);
  let count = 0;
  function* write(): Steps<Body> {
    count++;
    yield;
    const body = { value: content, content };
    bodies.add(offer, told, body);
    return body;
  }
  const ask = () => bodies.find(offer, { ...told }) ?? (isLeft({ offer, told, steps: write() }) || write());
  const writing = writtenAhead(ask);
  expect(writing.next()).toEqual({ done: false, value: undefined });
  expect(writing.next()).toEqual({ done: true, value: { value: content, content } });
  expect(count).toBe(1);
  expect(ask()).not.toBe(true);
  expect(bodies.find(offer, told)).toBeUndefined();
});

it('what needs no error is run once', () => {
  let count = 0;
  expect(writtenAhead(() => ++count).next()).toEqual({ done: true, value: 1 });
  expect(count).toBe(1);
});

describe('the unions of an error', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const message = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } };

  /** Refuses a request with an error of this schema, and counts what is read of the document. */
  function refused(schema: object, schemas: Readonly<Record<string, object>> = {}) {
    const content = { 'application/json': { schema: { type: 'object' } } };
    const responses = { 400: { description: 'x', content: { 'application/json': { schema } } } };
    const post = { requestBody: { required: true, content }, responses };
    const { document, read } = counted(documentOf({ '/': { post } }, { schemas }));
    const core = fromDocument(document, { values: 'schema' })[hosting].build();
    const before = read();
    const headers = { 'content-type': 'application/json' };
    const { status, body } = inject(core, { method: 'POST', target: '/', headers, body: '7' });
    return { status, body: JSON.parse(body), read: read() - before };
  }

  it.each([
    ['themselves', { All: { anyOf: [ref('All'), message] } }],
    ['each other', { All: { oneOf: [ref('Other'), message] }, Other: { anyOf: [ref('All'), ref('Other')] } }],
  ])('may contain %s', (_, schemas) => {
    const { status, body } = refused(ref('All'), schemas);
    expect([status, Object.keys(body)]).toEqual([400, ['message']]);
  });

  it('have members of which only the first are looked at to write one', () => {
    let looks = 0;
    const list = new Array(20_000).fill(message);
    const anyOf = new Proxy(list, {
      get(target, name, receiver) {
        looks++;
        return Reflect.get(target, name, receiver);
      },
    });
    expect(written({ anyOf }).body).toEqual({ message: 'Bad' });
    // All of them are sorted once, and whether the error is valid is found out with all.
    expect(looks).toBeLessThan(3.1 * list.length);
  });

  it('are not all combined with each other', () => {
    const kinds = Array.from({ length: 8 }, (_, at) => ({ type: 'object', properties: { [`k${at}`]: {} } }));
    const allOf = [message, ...Array.from({ length: 4 }, () => ({ anyOf: kinds }))];
    const { status, body, read } = refused({ allOf });
    expect([status, Object.keys(body)]).toEqual([400, ['message']]);
    expect(read).toBeLessThan(1000);
  });
});
