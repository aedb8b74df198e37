import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { Case } from '../../src/cases/case.ts';
import { type CaseStep, caseSteps, casesOf, operationsOf, tellingCutOff } from '../../src/cases/cases.ts';
import { acceptedInSteps, acceptedRequest } from '../../src/cases/changes.ts';
import { robustDrafts, wholeSubjectOf } from '../../src/cases/robust.ts';
import type { Operation, Subject } from '../../src/cases/subject.ts';
import { acceptedCases } from '../../src/cases/values.ts';
import { endpoint } from '../../src/contract/endpoint.ts';
import { field, integer, list, object, optional, text, wrong } from '../../src/fields/index.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import type { Inject } from '../../src/http/inject.ts';
import { defined } from '../../src/text/guards.ts';
import { inTurns } from '../../src/text/turns.ts';
import { hurryClock } from '../_clock.ts';
import { counted } from '../_counted.ts';

/** The cases of documents whose schemas have more samples than anybody could read. */

/** Returns a document that the fuzzer found. */
function found(name: string): object {
  return JSON.parse(readFileSync(join(import.meta.dirname, '..', 'data', 'costly', `${name}.json`), 'utf8'));
}

function documentOf(schema: unknown, schemas = {}) {
  const content = { 'application/json': { schema } };
  const post = { requestBody: { required: true, content }, responses: { 200: { description: 'OK' } } };
  const info = { title: 'T', version: '1' };
  return { openapi: '3.1.0', info, paths: { '/': { post } }, components: { schemas } };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function withParameters(count: number) {
  const schema = { type: 'integer', minimum: 1, maximum: 9 };
  const parameters = Array.from({ length: count }, (_, at) => ({ name: `p${at}`, in: 'query', schema }));
  const { paths, ...others } = documentOf({});
  return { ...others, paths: { ...paths, '/search': { get: { parameters, responses: {} } } } };
}

function models(count: number, references: number) {
  const names = Array.from({ length: count }, (_, at) => `M${at}`);
  return Object.fromEntries(
    names.map((name, at) => {
      const others = Array.from({ length: references }, (_, to) => [
        `r${to}`,
        ref(`M${(at + to + 1) % count}`),
      ]);
      return [
        name,
        { type: 'object', properties: { value: { type: 'integer' }, ...Object.fromEntries(others) } },
      ];
    }),
  );
}

/** Models of which each has the next one twice. */
function tree(levels: number) {
  const names = Array.from({ length: levels }, (_, at) => `T${at}`);
  return Object.fromEntries(
    names.map((name, at) => {
      const next = ref(`T${at + 1}`);
      const model = { type: 'object', required: ['a', 'b'], properties: { a: next, b: next } };
      return [name, at === levels - 1 ? { type: 'integer' } : model];
    }),
  );
}

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let schema: unknown = { type: 'integer' };
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

/** Takes steps in slices of one, and counts them. */
async function pausesOf(steps: Iterable<unknown>): Promise<number> {
  let count = 0;
  hurryClock();
  await inTurns(
    (function* () {
      for (const _ of steps) {
        count++;
        yield;
      }
    })(),
  );
  vi.restoreAllMocks();
  return count;
}

function firstOf(subject: Subject): Operation {
  const [first] = operationsOf(subject).values();
  return defined(first).operation;
}

it('the operations of an app are listed once', () => {
  const subject = wholeSubjectOf(fromDocument(withParameters(1))[hosting]);
  expect(operationsOf(subject)).toBe(operationsOf(subject));
  expect([...operationsOf(subject).keys()]).toEqual(['POST /', 'GET /search']);
});

function firstOperation(document: object, values: 'fastapi' | 'schema') {
  return firstOf(wholeSubjectOf(fromDocument(document, { values })[hosting]));
}

describe.each(['fastapi', 'schema'] as const)('the first request of a document, read as %s', (values) => {
  it.each([
    ['unions of sixty kinds, at each level', 'sixty-kinds'],
    ['models that list each other', 'models-in-lists'],
  ])('makes each field once, whatever levels of its sample there are: %s', (_, name) => {
    const { document, read } = counted(found(name));
    const operation = firstOperation(document, values);
    const before = read();
    acceptedRequest(operation);
    expect(read() - before).toBeLessThan(10_000);
  });

  it('has no example that would take too long to read, and reads no more of it', () => {
    const example = Array.from({ length: 50_000 }, (_, id) => ({ id, name: 'Ada' }));
    const { document, read } = counted(documentOf({ type: 'array', example }));
    const operation = firstOperation(document, values);
    const before = read();
    expect(JSON.stringify(acceptedRequest(operation).body).length).toBeLessThan(10);
    expect(read() - before).toBeLessThan(50_000);
  });

  it('is made in steps, one for each parameter', () => {
    const names = Array.from({ length: 50 }, (_, at) => `p${at}`);
    const parameters = names.map((name) => ({
      name,
      in: 'query',
      required: true,
      schema: { type: 'integer' },
    }));
    const get = { parameters, responses: { 200: { description: 'OK' } } };
    const info = { title: 'T', version: '1' };
    const operation = firstOperation({ openapi: '3.1.0', info, paths: { '/': { get } } }, values);
    expect([...acceptedInSteps(operation)].length).toBeGreaterThanOrEqual(names.length);
  });

  it('is made in steps, one for each property of its body', async () => {
    const names = Array.from({ length: 300 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
    const operation = firstOperation(documentOf({ type: 'object', required: names, properties }), values);
    expect(await pausesOf(acceptedInSteps(operation))).toBeGreaterThanOrEqual(names.length);
    expect(Object.keys(Object(acceptedRequest(operation).body))).toEqual(names);
  });

  it.each([
    ['a parameter', withParameter],
    ['a field of a form', withField],
  ])('is made in steps, one for each property of %s that is sent as JSON', async (_, make) => {
    const names = Array.from({ length: 300 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
    const operation = firstOperation(make({ type: 'object', properties }), values);
    expect(await pausesOf(acceptedInSteps(operation))).toBeGreaterThanOrEqual(names.length);
  });
});

const info = { title: 'T', version: '1' };
const responses = { 200: { description: 'OK' } };

/** A document with a parameter that is sent as JSON. */
function withParameter(schema: unknown) {
  const content = { 'application/json': { schema } };
  const parameters = [{ name: 'q', in: 'query', required: true, content }];
  return { openapi: '3.1.0', info, paths: { '/': { get: { parameters, responses } } } };
}

/** A document with a form that has a field sent as JSON. */
function withField(schema: unknown) {
  const form = { type: 'object', properties: { f: schema }, required: ['f'] };
  const post = { requestBody: { content: { 'multipart/form-data': { schema: form } } }, responses };
  return { openapi: '3.1.0', info, paths: { '/': { post } } };
}

describe.each(['fastapi', 'schema'] as const)('the cases of a document, read as %s', (values) => {
  it.each<[string, unknown]>([
    ['models that refer to each other', documentOf(ref('M0'), models(10, 2))],
    ['many of them in a union', documentOf({ anyOf: [ref('M0'), ref('M1'), ref('M2')] }, models(10, 3))],
    ['a tree of references', documentOf(ref('T0'), tree(20))],
    [
      'nested maps',
      documentOf(nested(400, (additionalProperties) => ({ type: 'object', additionalProperties }))),
    ],
    ['nested lists', documentOf(nested(230, (items) => ({ type: 'array', items })))],
    ['a long text', documentOf({ type: 'string', minLength: 1e9 })],
    ['a long list', documentOf({ type: 'array', minItems: 1e9, items: { type: 'string' } })],
    [
      'a large map',
      documentOf({ type: 'object', minProperties: 1e9, additionalProperties: { type: 'string' } }),
    ],
    ['many values', documentOf({ enum: Array.from({ length: 200_000 }, (_, at) => `value ${at}`) })],
    ['schemas that combine and list each other', found('combined-lists')],
    ['objects of unions of unions', found('unions-in-unions')],
    ['unions of sixty kinds, at each level', found('sixty-kinds')],
    ['lists that list themselves', found('lists-of-themselves')],
    ['models that list each other', found('models-in-lists')],
    ['ten thousand parameters', withParameters(10_000)],
  ])('come to an end: %s', (_, document) => {
    const app = fromDocument(document, { values });
    const cases = [...casesOf(wholeSubjectOf(app[hosting]))];
    expect(cases.length).toBeGreaterThan(5);
    expect(cases.length).toBeLessThan(10_000);
  });

  it('are complete for objects in objects', () => {
    const b = { type: 'string' };
    const inner = nested(14, (a) => ({ type: 'object', required: ['a'], properties: { a, b } }));
    const app = fromDocument(documentOf(inner), { values });
    expect([...casesOf(wholeSubjectOf(app[hosting]))].filter(({ note }) => note)).toEqual([]);
  });

  it('say at the last one that others are left out', async () => {
    const app = fromDocument(documentOf(ref('M0'), models(10, 2)), { values });
    const [name = ''] = Object.keys(app[hosting].contract.endpoints);
    const notes = [...casesOf(wholeSubjectOf(app[hosting]), name)].map(({ note }) => note);
    expect(notes.filter((note) => note !== undefined)).toEqual([notes.at(-1)]);
    const textAt = async (path: string) =>
      (await app.fetch(new Request(`http://localhost${path}?operation=${encodeURIComponent(name)}`))).text();
    expect((await textAt('/docs/cases.json')).split('\n').at(-3)).toContain('"note":"More are ');
    expect((await textAt('/docs')).split('<li').at(-1)).toMatch(/^>More are left out: /);
  });

  it('have some megabytes in all', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `a${at}`);
    const text = { type: 'string', minLength: 9000 };
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const app = fromDocument(documentOf({ type: 'object', properties, required: names }), { values });
    const all = [...casesOf(wholeSubjectOf(app[hosting]), Object.keys(app.contract.endpoints)[0])];
    const sizes = all.map(({ request }) => Number(request.body?.length ?? 0));
    const size = sizes.reduce((sum, each) => sum + each, 0);
    expect(size).toBeGreaterThan(1_000_000);
    expect(size).toBeLessThan(6_000_000);
    expect(all.at(-1)?.note).toContain('left out');
  });

  it('say nothing where all are listed', () => {
    const app = fromDocument(documentOf(ref('M0'), models(1, 0)), { values });
    expect([...casesOf(wholeSubjectOf(app[hosting]))].filter(({ note }) => note)).toEqual([]);
  });
});

it('the error of each case is written in steps, and is the same as at once', () => {
  const names = Array.from({ length: 30 }, (_, at) => `part${at}`);
  const part = { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } };
  const properties = Object.fromEntries(names.map((name) => [name, { anyOf: [{ ...part }, { ...part }] }]));
  const schema = { type: 'object', required: names, properties };
  const { paths, ...others } = documentOf({ type: 'object', properties: { age: { type: 'integer' } } });
  const error = { description: 'An error', content: { 'application/json': { schema } } };
  const post = { ...paths['/'].post, responses: { default: error, 200: { description: 'OK' } } };
  const { document, read } = counted({ ...others, paths: { '/': { post } } });
  const make = () => wholeSubjectOf(fromDocument(document, { values: 'schema' })[hosting]);
  const inSteps = mostOf(caseSteps(make()), read);
  const atOnce = mostOf(caseSteps({ ...make(), ahead: undefined }), read);
  expect(inSteps.cases.length).toBeGreaterThan(10);
  expect(inSteps.cases).toEqual(atOnce.cases);
  expect(inSteps.most).toBeLessThan(atOnce.most / 5);
});

/** Takes all steps. Returns the cases, and how much was counted in one step at most. */
function mostOf(steps: Iterable<CaseStep>, read: () => number) {
  const cases: Case[] = [];
  let most = 0;
  let last = read();
  for (const step of steps) {
    if (step) cases.push(step);
    most = Math.max(most, read() - last);
    last = read();
  }
  return { cases, most };
}

it('the valid requests of an operation are made in steps, also the samples of what they may lack', async () => {
  const schema = { type: 'array', items: { type: 'integer' } };
  const get = { parameters: [{ name: 'watts', in: 'query', schema }], responses: {} };
  const { paths, ...others } = documentOf({});
  const app = fromDocument({ ...others, paths: { ...paths, '/': { get } } }, { values: 'schema' });
  const operation = firstOf(wholeSubjectOf(app[hosting]));
  const count = [...acceptedCases(operation, acceptedRequest(operation))].filter((step) => step).length;
  expect(count).toBeGreaterThan(1);
  expect(await pausesOf(acceptedCases(operation, acceptedRequest(operation)))).toBeGreaterThan(2 * count);
});

it('the cases of an operation end if none of very many parameters makes a case', () => {
  const schema = { type: 'string' };
  const parameters = Array.from({ length: 2000 }, (_, at) => ({ name: `x-${at}`, in: 'header', schema }));
  const { paths, ...others } = documentOf({});
  const get = { parameters: parameters.map((each) => ({ ...each, required: true })), responses: {} };
  const document = { ...others, paths: { ...paths, '/': { get } } };
  const subject = wholeSubjectOf(fromDocument(document, { values: 'schema' })[hosting]);
  const inject = () => undefined;
  const steps = [...caseSteps({ ...subject, inject }, firstOf(subject).name)];
  // A step for the sample of each, and those that are tried.
  expect(steps.length).toBeLessThan(parameters.length + 800);
});

it('the cases of an operation end after few if its parameters are large', () => {
  const names = Array.from({ length: 50 }, (_, at) => `p${at}`.padEnd(200, 'x'));
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
  const schema = { type: 'object', properties, required: names };
  const parameters = names.slice(0, 10).map((name) => ({ name, in: 'header', required: true, schema }));
  const { paths, ...others } = documentOf({});
  const get = { parameters, responses: {} };
  const { subject, name } = firstOperation({ ...others, paths: { '/': { get } } }, 'schema');
  const steps = [...caseSteps({ ...subject, inject: () => undefined }, name)];
  expect(steps.length).toBeLessThan(200);
});

it('the cases of all operations end after what they may take together', () => {
  const endpoint = { method: 'GET', path: '/', summary: 'List', reply: { status: 204 } } as const;
  const query = { page: integer() };
  const endpoints = {
    first: { ...endpoint, query },
    second: { ...endpoint, path: '/second', query },
    third: { ...endpoint, path: '/third', query },
  } as const;
  const handlers = { first: () => undefined, second: () => undefined, third: () => undefined };
  const subject = wholeSubjectOf(createApp({ title: 'T', version: '1', endpoints }, handlers)[hosting]);
  const budget = { left: 1_000_000 };
  const ofFirst = [...caseSteps(subject, 'first', budget)].filter((step) => step);
  const taken = 1_000_000 - budget.left;
  expect(taken).toBeGreaterThan(ofFirst.length * 100);
  const some = [...caseSteps(subject, undefined, { left: taken * 1.5 })];
  const operations = some.flatMap((step) => step?.operation ?? []);
  expect(operations.filter((name) => name === 'first')).toHaveLength(ofFirst.length);
  expect(operations.filter((name) => name === 'second').length).toBeLessThan(ofFirst.length);
  expect(new Set(operations)).toEqual(new Set(['first', 'second']));
});

it('the cases of an operation read all of its parameters at most once in a step', () => {
  let reads = 0;
  const inner = optional(integer());
  const page = {
    ...inner,
    absent: (enclosing: unknown) => {
      reads++;
      return inner.absent?.(enclosing);
    },
  };
  const endpoint = { method: 'GET', path: '/', summary: 'List', reply: { status: 204 } } as const;
  const endpoints = { list: { ...endpoint, query: { page, size: integer() } } };
  const subject = wholeSubjectOf(
    createApp({ title: 'T', version: '1', endpoints }, { list: () => undefined })[hosting],
  );
  let most = 0;
  let cases = 0;
  for (const step of caseSteps(subject, 'list')) {
    if (step) cases++;
    most = Math.max(most, reads);
    reads = 0;
  }
  expect(cases).toBeGreaterThan(5);
  expect(most).toBe(1);
});

it('the cases of a form describe the models of its fields once, not for each value', () => {
  let described = 0;
  const inner = field({
    parse: (raw) => (raw === 1 ? raw : wrong('value_error', raw, { reason: 'must be 1' })),
    write: String,
    describe: () => {
      described++;
      return { type: 'integer' };
    },
  });
  const model = object({ inner, text: text({ minLength: 3 }) }, { name: 'Model' });
  const fields = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, list(model)]));
  const endpoints = {
    send: { method: 'POST', path: '/', summary: 'Send', body: { form: fields }, reply: { status: 204 } },
  } as const;
  const app = createApp({ title: 'T', version: '1', endpoints }, { send: () => undefined });
  expect([...casesOf(wholeSubjectOf(app[hosting]))].length).toBeGreaterThan(5);
  expect(described).toBeLessThan(10);
});

it('the cases that programs may stumble over are made one by one', () => {
  const names = Array.from({ length: 10 }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string', minLength: 2 }]));
  const operation = firstOperation(documentOf({ type: 'object', required: names, properties }), 'schema');
  let asked = 0;
  const inject: Inject = (request) => {
    asked++;
    return operation.subject.inject(request);
  };
  const subject = { ...operation.subject, inject };
  let most = 0;
  for (const _ of robustDrafts({ ...operation, subject }, acceptedRequest(operation))) {
    most = Math.max(most, asked);
    asked = 0;
  }
  expect(most).toBe(1);
});

it('the cases of many fields whose samples nobody can send are looked for a limited time in all', () => {
  let read = 0;
  const names = Array.from({ length: 100 }, (_, at) => [`p${at}`, at] as const);
  const large = Object.fromEntries(names);
  function* objects() {
    for (;;) yield large;
  }
  const one = field({
    parse: (raw) => {
      read++;
      return raw === 'a' ? raw : wrong('value_error', raw, { reason: 'must be a' });
    },
    write: String,
    describe: () => ({ type: 'string' }),
    samples: () => ({ accepted: ['a'], refused: objects() }),
  });
  const casesWith = (count: number) => {
    const query = Object.fromEntries(names.slice(0, count).map(([name]) => [name, one]));
    const endpoints = {
      find: { method: 'GET', path: '/', summary: 'Find', query, reply: { status: 204 } },
    } as const;
    const app = createApp({ title: 'T', version: '1', endpoints }, { find: () => undefined });
    read = 0;
    return [...casesOf(wholeSubjectOf(app[hosting]), 'find')];
  };
  expect(casesWith(1).at(-1)?.note).toBeDefined();
  const ofOne = read;
  const cases = casesWith(50);
  expect(read).toBeLessThan(20 * ofOne);
  expect(cases.length).toBeGreaterThan(50);
  expect(cases.at(-1)?.note).toContain('left out');
});

it('the cases of an operation end after few requests that are too long to be accepted', () => {
  const schema = { type: 'string', default: 'a'.repeat(1_000_000) };
  const parameters = Array.from({ length: 40 }, (_, at) => ({ name: `p${at}`, in: 'query', schema }));
  const get = { parameters, responses: {} };
  const operation = firstOperation({ ...documentOf({}), paths: { '/': { get } } }, 'schema');
  let long = 0;
  const inject: Inject = (request) => {
    if (request.target.length > 1_000_000) long++;
    return operation.subject.inject(request);
  };
  const notes = [...caseSteps({ ...operation.subject, inject }, operation.name)].map((each) => each?.note);
  expect(long).toBeLessThan(10);
  expect(notes.at(-1)).toContain('left out');
});

it.each(['fastapi', 'schema'] as const)(
  'the cases of an object of very many properties are those of its first ones, read as %s',
  (values) => {
    const names = Array.from({ length: 50_000 }, (_, at) => `p${at}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'integer' }]));
    const { document, read } = counted(documentOf({ type: 'object', required: ['p0'], properties }));
    const { subject, name } = firstOperation(document, values);
    const before = read();
    const ids: string[] = [];
    for (const each of caseSteps(subject, name)) if (each && ids.push(each.id) === 20) break;
    expect(ids).toContain(`${name}/body.p0/missing`);
    expect(read() - before).toBeLessThan(200_000);
  },
);

it('the search for a wrong value that finds none and the first error are steps of their own', () => {
  let read = 0;
  const anything = field({
    parse: (raw) => {
      read++;
      return raw;
    },
    write: String,
    describe: () => ({}),
    samples: () => ({ accepted: ['a'], refused: Array.from({ length: 100 }, (_, at) => `b${at}`) }),
  });
  const endpoints = {
    add: { method: 'POST', path: '/', summary: 'Add', body: anything, reply: { status: 204 } },
  } as const;
  const app = createApp({ title: 'T', version: '1', endpoints }, { add: () => undefined });
  const subject = wholeSubjectOf(app[hosting]);
  const before: number[] = [];
  const inject: Inject = (request) => {
    before.push(read);
    return subject.inject(request);
  };
  for (const _ of caseSteps({ ...subject, inject }, 'add')) read = 0;
  expect(before.length).toBeGreaterThan(3);
  expect(Math.max(...before)).toBeLessThan(50);
});

it('makes the requests for the parameters of a path one by one', () => {
  const names = Array.from({ length: 200 }, (_, at) => `p${at}`);
  const search = endpoint({
    method: 'GET',
    path: `/${names.map((name) => `{${name}}`).join('-')}`,
    summary: 'Search',
    params: Object.fromEntries(names.map((name) => [name, text()])),
    reply: { status: 204 },
  });
  const app = createApp({ title: 'T', version: '1', endpoints: { search } }, { search: () => undefined });
  const written = vi.spyOn(globalThis, 'encodeURIComponent');
  let most = 0;
  let before = 0;
  const titles: string[] = [];
  for (const each of caseSteps(wholeSubjectOf(app[hosting]), 'search')) {
    if (each) titles.push(each.title);
    most = Math.max(most, written.mock.calls.length - before);
    before = written.mock.calls.length;
  }
  written.mockRestore();
  expect(titles).toContain('p199 in the path is not UTF-8');
  expect(most).toBeLessThan(10 * names.length);
});

describe('cases that are too long', () => {
  const name = 'n'.repeat(5_000_000);
  const app = fromDocument(documentOf({ required: [name], properties: { [name]: {} } }));
  const subject = wholeSubjectOf(app[hosting]);

  it('are left out, which another case says', () => {
    const cases = [...casesOf(subject)];
    expect(cases.filter(({ id }) => id.length > 10_000)).toEqual([]);
    expect(cases[0]).toMatchObject({ operation: undefined, note: expect.stringContaining('left out') });
    const told: string[] = [];
    for (const _ of tellingCutOff(cases, (operation) => told.push(operation)));
    expect(new Set(told)).toEqual(new Set(['other operations']));
  });

  it('of many operations are listed as far as there is room', () => {
    const long = { type: 'string', default: 'a'.repeat(200_000) };
    const { paths, ...others } = documentOf({
      required: ['a'],
      properties: { a: long, b: { type: 'integer' } },
    });
    const all = Array.from({ length: 4 }, (_, at) => [`/a${at}`, paths['/']]);
    const { [hosting]: host } = fromDocument({ ...others, paths: Object.fromEntries(all) });
    const cases = [...caseSteps(wholeSubjectOf(host), undefined, { left: 5_000_000 })];
    const named = new Set(cases.map((each) => each?.operation));
    expect([...named].filter((each) => each?.startsWith('POST'))).toEqual(['POST /a0', 'POST /a1']);
  });
});
