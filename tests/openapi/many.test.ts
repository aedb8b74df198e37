import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openApiDialect } from '../../src/documents/dialect.ts';
import { declaredTypes, type ExactReader } from '../../src/documents/exact.ts';
import { FieldReader } from '../../src/documents/fields.ts';
import { References } from '../../src/documents/references.ts';
import { sampleOf } from '../../src/documents/sample.ts';
import { schemaCompiler } from '../../src/documents/schema/compile.ts';
import { MadeOnce, possibleTypes } from '../../src/documents/schema.ts';
import { Found, type Issue, Issues, pydanticMessage, wrong } from '../../src/errors/issue.ts';
import { integer } from '../../src/fields/number.ts';
import { Open } from '../../src/fields/samples.ts';
import { text } from '../../src/fields/text.ts';
import { withSteps } from '../../src/fields/work.ts';
import { fromDocument } from '../../src/from-document.ts';
import { textOf } from '../../src/http/content.ts';
import { entriesFormat } from '../../src/http/error-format.ts';
import { hosting } from '../../src/http/hosting.ts';
import { inject } from '../../src/http/inject.ts';
import type { FinalReply, PendingBody, PendingReply } from '../../src/http/types.ts';
import { plainWords, validationErrorWriter } from '../../src/http/validation-error.ts';
import { automaticResponses, Schemas } from '../../src/openapi/responses.ts';
import { defined } from '../../src/text/guards.ts';
import { atOnce, type Steps } from '../../src/text/turns.ts';
import { hurryClock } from '../_clock.ts';
import { counted } from '../_counted.ts';
import { documentOf } from './_document.ts';

/** Operations with many parameters, and unions of many members: they are looked at in steps, and no more of them than has to be. */

afterEach(() => {
  vi.restoreAllMocks();
});

/** The most that is read of a document in one turn of the event loop until a reply is made. */
async function mostInTurn(made: Promise<unknown>, read: () => number, start: number): Promise<number> {
  let before = start;
  let most = 0;
  for (let reply: unknown; reply === undefined; ) {
    reply = await Promise.race([made, new Promise<void>((resolve) => setTimeout(resolve))]);
    most = Math.max(most, read() - before);
    before = read();
  }
  return most;
}

function listOf<Made>(length: number, made: (at: number) => Made): Made[] {
  return Array.from({ length }, (_, at) => made(at));
}

describe('the first request to an operation with many parameters', () => {
  beforeEach(hurryClock);

  const names = Array.from({ length: 50 }, (_, at) => `p${at}`);
  const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
  const content = { 'application/json': { schema: { type: 'object', required: ['id'] } } };
  const responses = { 200: { description: 'x', content } };
  const put = { parameters, requestBody: { required: true, content }, responses };
  const document = documentOf(
    { '/lamps': { get: { parameters, responses }, put, post: { ...put, security: [{ key: [] }] } } },
    { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  );
  const coreOf = () => fromDocument(document)[hosting].build();
  const sent: Readonly<Record<string, string>> = { 'content-type': 'application/json' };
  const ask = (core: ReturnType<typeof coreOf>, method: string, target: string) =>
    core.receive({ method, target, header: (name) => sent[name] });
  const pending = expect.objectContaining({ kind: 'pending' });

  /** What of a reply does not depend on the request. */
  async function told(answer: unknown) {
    expect(answer).toEqual(pending);
    const { status, body } = await (answer as PendingReply).reply;
    return { status, body: textOf(body) };
  }
  const atOnce = (method: string, target: string, body?: string) => {
    const { status, body: text } = inject(coreOf(), { method, target, headers: sent, body });
    return { status, body: text };
  };

  it.each(['/lamps', '/lamps?p7=x'])('is answered in turns: GET %s', async (target) => {
    const core = coreOf();
    const answer = ask(core, 'GET', target);
    expect(ask(core, 'GET', '/livez')).toMatchObject({ kind: 'reply', status: 200 });
    expect(await told(answer)).toEqual(atOnce('GET', target));
    expect((ask(core, 'GET', '/lamps?p7=x') as FinalReply).status).toBe(422);
  });

  it('is answered in turns if it is a form with many fields', async () => {
    const type = 'application/x-www-form-urlencoded';
    const fields = Object.fromEntries(names.map((name) => [name, { type: 'integer', minimum: 1 }]));
    const form = { content: { [type]: { schema: { properties: fields } } } };
    const { document: large, read } = counted(
      documentOf({ '/lamps': { post: { requestBody: form, responses } } }),
    );
    const core = fromDocument(large)[hosting].build();
    const start = read();
    const header = (name: string) => (name === 'content-type' ? type : undefined);
    const answer = core.receive({ method: 'POST', target: '/lamps', header }) as PendingBody;
    const first = read() - start;
    const { status } = await (answer.complete(new TextEncoder().encode('p7=0')) as PendingReply).reply;
    expect(status).toBe(422);
    expect(read() - start).toBeGreaterThan(2 * first);
  });

  it.each([
    ['a form', ['application/x-www-form-urlencoded']],
    ['a form beside JSON', ['application/json', 'application/x-www-form-urlencoded']],
    ['a form beside another', ['multipart/form-data', 'application/x-www-form-urlencoded']],
  ])('makes the fields of %s in turns, if there are many', async (_, types) => {
    const fields = Object.fromEntries(listOf(400, (at) => [`p${at}`, { type: 'integer', minimum: at }]));
    const content = Object.fromEntries(types.map((type) => [type, { schema: { properties: fields } }]));
    const post = { requestBody: { content }, responses: { 204: { description: 'x' } } };
    const { document: large, read } = counted(documentOf({ '/lamps': { post } }));
    const core = fromDocument(large, { values: 'schema' })[hosting].build();
    const header = (name: string) => (name === 'content-type' ? types.at(-1) : undefined);
    const start = read();
    const answer = core.receive({ method: 'POST', target: '/lamps', header }) as PendingBody;
    const made = told(answer.complete(new TextEncoder().encode('p7=1')));
    const most = await mostInTurn(made, read, start);
    expect((await made).status).toBe(422);
    expect(read() - start).toBeGreaterThan(5 * 400);
    expect(most).toBeLessThan(2 * 400);
  });

  it('is read in turns, each time one of the parameters that were sent for the first time', async () => {
    const lists = names.map((name, at) => {
      const items = { type: 'string', enum: ['a', `b${at}`] };
      return { name, in: 'query', schema: { type: 'array', items } };
    });
    const { document: large, read } = counted(
      documentOf({ '/lamps': { get: { parameters: lists, responses } } }),
    );
    const core = fromDocument(large, { values: 'schema' })[hosting].build();
    let before = read();
    let most = 0;
    const answer = ask(core, 'GET', `/lamps?${names.map((name) => `${name}=x`).join('&')}`);
    const made = told(answer);
    for (let status: unknown; status === undefined; ) {
      status = await Promise.race([made, new Promise<void>((resolve) => setTimeout(resolve))]);
      most = Math.max(most, read() - before);
      before = read();
    }
    expect(await made).toMatchObject({ status: 422 });
    expect(most).toBeLessThan(400);
  });

  it('sorts a long list in turns before a text is looked up in it', async () => {
    const schema = { enum: Array.from({ length: 4000 }, (_, at) => ({ a: at })) };
    const { document: large, read } = counted(
      documentOf({ '/lamps': { get: { parameters: [{ name: 'p', in: 'query', schema }], responses } } }),
    );
    const core = fromDocument(large, { values: 'schema' })[hosting].build();
    let before = read();
    let most = 0;
    const made = told(ask(core, 'GET', '/lamps?p=x'));
    for (let status: unknown; status === undefined; ) {
      status = await Promise.race([made, new Promise<void>((resolve) => setTimeout(resolve))]);
      most = Math.max(most, read() - before);
      before = read();
    }
    expect(most).toBeLessThan(3000);
  });

  it('makes the fields of a body in turns, in which many schemas are combined', async () => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const allOf = names.concat(names, names).map((name) => ({ not: { required: [name], properties } }));
    const body = { content: { 'application/json': { schema: { allOf } } } };
    const { document: large, read } = counted(
      documentOf({ '/lamps': { post: { requestBody: body, responses: { 204: { description: 'x' } } } } }),
    );
    const core = fromDocument(large, { values: 'fastapi' })[hosting].build();
    const start = read();
    const begun = ask(core, 'POST', '/lamps');
    const answer = (begun as PendingBody<FinalReply>).complete(new TextEncoder().encode('{}'));
    const made = (answer as PendingReply).reply;
    const most = await mostInTurn(made, read, start);
    expect((await made).status).toBe(204);
    expect(most).toBeLessThan(500);
  });

  it('compiles the schemas of a short body in turns', async () => {
    const allOf = Array.from({ length: 1000 }, (_, at) => ({ not: { required: [`p${at}`] } }));
    const body = { content: { 'application/json': { schema: { allOf } } } };
    const { document: large, read } = counted(
      documentOf({ '/lamps': { post: { requestBody: body, responses: { 204: { description: 'x' } } } } }),
    );
    const core = fromDocument(large, { values: 'schema' })[hosting].build();
    const start = read();
    const answer = (ask(core, 'POST', '/lamps') as PendingBody).complete(new TextEncoder().encode('{}'));
    const made = (answer as PendingReply).reply;
    const most = await mostInTurn(made, read, start);
    expect((await made).status).toBe(204);
    expect(most).toBeLessThan((read() - start) / 3);
  });

  it.each([
    ['PUT', '{"id":1}'],
    ['PUT', '{}'],
    ['POST', '{}'],
  ])('is answered in turns after its body: %s %s', async (method, body) => {
    const answer = ask(coreOf(), method, '/lamps') as PendingBody;
    const made = answer.complete(new TextEncoder().encode(body));
    expect(await told(made)).toEqual(atOnce(method, '/lamps', body));
  });

  it('has a body of limited length, which may break off', async () => {
    const [long, broken] = [coreOf(), coreOf()].map((core) => ask(core, 'PUT', '/lamps') as PendingBody);
    expect(long?.limit).toBe(coreOf().limits.body);
    expect(await told(long?.overflow())).toMatchObject({ status: 413 });
    expect(await told(broken?.brokenOff())).toMatchObject({ status: 400 });
  });
});

it('the responses of an operation look at its parameters up to the first that may be refused', () => {
  const made = new Set<number>();
  const shapeOf = (field: ReturnType<typeof text | typeof integer>) =>
    Object.defineProperties(
      {},
      Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => {
          const get = () => {
            made.add(at);
            return field;
          };
          return [`p${at}`, { get, enumerable: true }] as const;
        }),
      ),
    );
  const describing = { errors: entriesFormat(plainWords), schemas: new Schemas() };
  for (const field of [integer(), text()]) {
    const endpoint = { method: 'GET', path: '/', summary: '', query: shapeOf(field) } as const;
    expect([...automaticResponses('op', endpoint, describing).keys()]).toEqual([413, 422]);
  }
  expect([...made]).toEqual([0]);
});

it('no field of a query or a form is made to write what is wrong with it', () => {
  const shape = {};
  Object.defineProperty(shape, 'p', { get: () => expect.unreachable(), enumerable: true });
  const row = { method: 'POST', path: '/', summary: '', reply: { status: 204 } } as const;
  const write = validationErrorWriter({ ...row, query: shape, body: { form: shape } }, plainWords, 1000);
  const found = new Found();
  for (const path of [
    ['query', 'p'],
    ['body', 'p'],
    ['body', 'q'],
  ])
    found.add(wrong('missing', null), path);
  const { detail } = JSON.parse(textOf(atOnce(write(defined(found.issues)))));
  expect(detail.map(({ msg }: { readonly msg: string }) => msg)).toEqual([
    'P: field required',
    'P: field required',
    'Q: field required',
  ]);
});

describe('a union of many members', () => {
  /** A list that counts how many of its items are looked at. */
  function countedUnion(length: number, member: (at: number) => object) {
    let looks = 0;
    const members = Array.from({ length }, (_, at) => member(at));
    const anyOf = new Proxy(members, {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^[0-9]+$/.test(name)) looks++;
        return Reflect.get(target, name, receiver);
      },
    });
    return { schema: { value: { anyOf }, at: '#' }, looks: () => looks };
  }
  const references = new References({ root: '', byAddress: new Map([['', {}]]) }, { hasIdentifiers: false });
  const object = () => ({ type: 'object', properties: { a: { type: 'integer' } } });
  const tagged = (at: number) => ({ type: 'object', properties: { tag: { const: `${at}` } } });

  it('has the sample of the first, and no other is looked at', () => {
    const options = { values: 'strict', dialect: openApiDialect, isExact: true } as const;
    const { schema, looks } = countedUnion(5000, object);
    expect(sampleOf(schema, new FieldReader(references, options))).toEqual({ a: 12 });
    expect(looks()).toBeLessThan(20);
  });

  it('is sorted in steps for the body that it is in, once, if no tag names its kinds', () => {
    const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
    const anyOf = Array.from({ length: 1500 }, (_, at) => ({ required: [`p${at}`] }));
    const schema = { value: { type: 'array', items: { anyOf } }, at: '#' };
    const stepsOf = (raw: unknown) => [...reader.stepsParserOf(schema)(raw)].length;
    expect(stepsOf([{ p1: 1 }, { p2: 2 }])).toBeGreaterThan(anyOf.length);
    expect(stepsOf([{ p3: 1 }, { p4: 2 }])).toBeLessThan(20);
  });

  it.each<[what: string, schema: object]>([
    ['parts', { allOf: listOf(1500, (at) => ({ not: { required: [`p${at}`] } })) }],
    ['schemas of names', { propertyNames: { anyOf: listOf(1000, (at) => ({ pattern: `^p${at}` })) } }],
    ['kinds with tags', { oneOf: listOf(1000, tagged), discriminator: { propertyName: 'tag' } }],
  ])('is made in steps, as are a thousand %s', (_, value) => {
    const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
    expect([...reader.makeInSteps({ value, at: '#' })].length).toBeGreaterThan(1000);
    expect([...reader.makeInSteps({ value, at: '#' })].length).toBeLessThan(10);
  });

  it('makes few of the kinds that are unions of all kinds themselves', () => {
    const names = listOf(100, (at) => `K${at}`);
    const anyOf = names.map((name) => ({ $ref: `#/schemas/${name}` }));
    const schemas = Object.fromEntries(names.map((name) => [name, { anyOf }]));
    const { document, read } = counted({ schemas });
    const found = new References({ root: '', byAddress: new Map([['', document]]) });
    const reader = new FieldReader(found, { values: 'fastapi', dialect: openApiDialect });
    const schema = found.find('#/schemas/K0', '#');
    const before = read();
    reader.fieldOf(schema);
    // To make all of them takes forty thousand.
    expect(read() - before).toBeLessThan(10_000);
  });

  describe('of models, which each have a property of the same union,', () => {
    const names = listOf(150, (at) => `K${at}`);
    const anyOf = names.map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const modelOf = (name: string) => ({
      type: 'object',
      properties: { [name]: { type: 'integer' }, inner: { anyOf: [...anyOf, { type: 'null' }] } },
      required: [name, 'inner'],
    });
    const schemas = Object.fromEntries(names.map((name) => [name, modelOf(name)]));
    const root = { components: { schemas } };
    const schema = { value: { anyOf }, at: '#' };
    const made = () => {
      const found = new References({ root: '', byAddress: new Map([['', root]]) });
      const reader = new FieldReader(found, { values: 'fastapi', dialect: openApiDialect });
      atOnce(reader.makeInSteps(schema));
      return reader;
    };

    it('has one field for all of them', () => {
      const reader = made();
      const inner = anyOf.map((value) => reader.fieldOf({ value, at: '#' }).shape?.inner?.candidates);
      expect(new Set(inner).size).toBe(1);
    });

    it('tries only those whose properties are there', () => {
      const { parse } = made().fieldOf(schema);
      const value = names.slice(0, 10).reduce<unknown>((inner, name) => ({ [name]: 1, inner }), null);
      const { result, left } = withSteps(1000, () => parse(value));
      expect([result, left > 500]).toEqual([value, true]);
    });
  });

  it('has a field for each kind, not for each of thousands of tags, which are not sorted one by one', () => {
    const names = listOf(3000, (at) => [`t${at}`, `#/schemas/K${at % 2}`]);
    const discriminator = { propertyName: 'tag', mapping: Object.fromEntries(names) };
    const oneOf = [{ $ref: '#/schemas/K0' }, { $ref: '#/schemas/K1' }];
    const schemas = { K0: object(), K1: object(), Value: { oneOf, discriminator } };
    const found = new References({ root: '', byAddress: new Map([['', { schemas }]]) });
    const reader = new FieldReader(found, { values: 'fastapi', dialect: openApiDialect });
    const sort = vi.spyOn(Array.prototype, 'sort');
    const keys = vi.spyOn(Object, 'keys');
    const { parse } = reader.fieldOf(found.find('#/schemas/Value', '#'));
    const sorted = sort.mock.calls.length;
    const asked = keys.mock.calls.length;
    vi.restoreAllMocks();
    expect([sorted, asked < 1000]).toEqual([0, true]);
    const result = parse({ tag: 't2999', a: 'x' });
    expect(Object(result).all.map(({ path }: Issue) => path)).toEqual([['t2999', 'a']]);
  });

  it('is made with what its first mistakes need, unless that is much', () => {
    let reads = 0;
    const get = (target: readonly unknown[], name: string) => {
      reads++;
      return Reflect.get(target, name);
    };
    const enumOf = (length: number) => ({ enum: new Proxy(listOf(length, String), { get }) });
    /** Counts how often lists are read for a value that fits no kind. */
    const readsOf = (anyOf: readonly object[], isMade: boolean) => {
      const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
      const schema = { value: { anyOf }, at: '#' };
      if (isMade) atOnce(reader.makeInSteps(schema));
      const { parse } = reader.fieldOf(schema);
      const before = reads;
      for (const issue of Object(parse('x')).all) pydanticMessage(issue);
      return reads - before;
    };
    const few = () => listOf(150, () => enumOf(3));
    const many = [...listOf(150, () => ({ type: 'array' })), enumOf(1001)];
    const counts = [readsOf(few(), true), readsOf(few(), false), readsOf(many, true)];
    expect(counts.map((count) => count > 1000)).toEqual([false, true, true]);
  });

  it('of patterns is made with their automata', () => {
    const stepsOf = (isMade: boolean) => {
      const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
      const anyOf = listOf(150, (at) => ({
        type: 'string',
        pattern: at === 0 ? '^x*$' : `^(${isMade}|b)+${at}.*x$`,
      }));
      const schema = { value: { anyOf }, at: '#' };
      if (isMade) atOnce(reader.makeInSteps(schema));
      const { parse } = reader.fieldOf(schema);
      return 1_000_000 - withSteps(1_000_000, () => parse('y')).left;
    };
    expect(stepsOf(true)).toBeLessThan(stepsOf(false) / 2);
  });

  it('reads a short value in steps, too', () => {
    const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
    const schema = { value: { type: 'array', items: { type: 'integer' } }, at: '#' };
    expect([...reader.stepsParserOf(schema)(listOf(1000, String))].length).toBeGreaterThan(100);
  });

  it('has the types of no more parts than any schema', () => {
    const { schema, looks } = countedUnion(5000, object);
    const compile = schemaCompiler({ references, version: '3.1' as never, isForeign: () => false });
    const reader: ExactReader = { references, version: '2020-12', compile, readers: new MadeOnce() };
    expect([...declaredTypes(schema, reader)]).toEqual(['object']);
    expect(new Set(possibleTypes(schema, references))).toEqual(new Set(['object']));
    expect(looks()).toBeLessThan(2100);
  });
});

it('what is made of schemas is made again once more of them are asked for than are kept', () => {
  const references = new References({ root: '', byAddress: new Map([['', {}]]) });
  const [a, b, c] = ['a', 'b', 'c'].map((at) => ({ value: { type: 'string' }, at }));
  const madeOf = (most?: number) => {
    const made: string[] = [];
    const all = new MadeOnce<void>(most);
    for (const each of [a, b, a, b, c, c, a])
      all.of(defined(each), references, ({ at }) => void made.push(at));
    return made;
  };
  expect(madeOf()).toEqual(['a', 'b', 'c']);
  expect(madeOf(3)).toEqual(['a', 'b', 'c']);
  expect(madeOf(2)).toEqual(['a', 'b', 'c', 'a']);
});

it.each([
  ['dependentRequired', ['a']],
  ['dependentSchemas', {}],
])('of many names in %s, only those are looked up that an object has', (keyword, dependent) => {
  const names = Array.from({ length: 1000 }, (_, at) => [`p${at}`, dependent]);
  const references = new References({ root: '', byAddress: new Map([['', {}]]) });
  const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
  const field = reader.fieldOf({ value: { [keyword]: Object.fromEntries(names) }, at: '' });
  let looks = 0;
  const getOwnPropertyDescriptor = (target: object, name: string | symbol) => {
    looks++;
    return Reflect.getOwnPropertyDescriptor(target, name);
  };
  field.parse(new Proxy({ p1: 1, a: 2 }, { getOwnPropertyDescriptor }));
  expect(looks).toBeLessThan(100);
});

describe('a value read as FastAPI does', () => {
  const references = new References({ root: '', byAddress: new Map([['', {}]]) });
  const readerOf = () => new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });

  it('is tried with thousands of patterns of names in steps', () => {
    const patterns = listOf(2000, (at) => [`^c${at}$`, { type: 'integer' }]);
    const value = { patternProperties: Object.fromEntries(patterns), additionalProperties: false };
    const steps = readerOf().stepsParserOf({ value, at: '#' })({ c1: '1', c1999: 'x', d: 1 });
    const { result, count } = takenAll(steps);
    expect(count).toBeGreaterThan(300);
    const told = Object(result).all.map(({ path, publicType }: Issue) => [...path, publicType]);
    expect(told).toEqual([
      ['c1999', 'int_parsing'],
      ['d', 'extra_forbidden'],
    ]);
  });

  it('is not written for each list of a single item around it, to find out that the items differ', () => {
    const list = (depth: number): object => ({
      type: 'array',
      uniqueItems: true,
      ...(depth > 0 && { items: list(depth - 1) }),
    });
    const { parse } = readerOf().fieldOf({ value: list(30), at: '#' });
    const nested = listOf(30, String).reduce<unknown>((inner) => [inner], listOf(1000, Number));
    const { result, left } = withSteps(10_000, () => parse(nested));
    expect([result === nested, left > 5000]).toEqual([true, true]);
    expect(parse([[1], [1]])).toBeInstanceOf(Issues);
  });

  /** Takes all steps, and counts them. */
  function takenAll<Result>(steps: Steps<Result>) {
    for (let count = 0; ; count++) {
      const { done, value } = steps.next();
      if (done) return { result: value, count };
    }
  }
});

describe('a schema with thousands of others in it', () => {
  const objectOf = (length: number, member: object) =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`p${at}`, member]));
  const array = { type: 'array', items: { type: 'integer' } };

  /** Reads a value of a schema with the values of FastAPI. */
  function readBy(schema: object, raw: unknown) {
    const references = new References({ root: '', byAddress: new Map([['', { schema }]]) });
    const reader = new FieldReader(references, { values: 'fastapi', dialect: openApiDialect });
    const steps = reader.stepsParserOf(references.find('#/schema', ''))(raw);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  it.each<[what: string, schema: object, raw: unknown]>([
    ['places', { prefixItems: listOf(600, () => ({ anyOf: listOf(10, () => array) })) }, [['1']]],
    ['properties', { properties: objectOf(150, { properties: objectOf(40, array) }) }, { p1: { p2: ['1'] } }],
    ['parts', { allOf: listOf(1800, () => ({ contains: array, items: array })) }, [['1']]],
    ['parts of an item', { items: { allOf: listOf(3001, () => array) } }, [['1']]],
  ])('is read exactly if they are its %s', (_, schema, raw) => {
    expect(readBy(schema, raw)).toBeInstanceOf(Issues);
  });

  it.each<[what: string, properties: object, raw: unknown, value: unknown]>([
    ['most are plain properties', objectOf(9000, { type: 'integer' }), { p1: '1' }, { p1: 1 }],
    ['they are fewer', objectOf(2000, array), { p1: ['1'] }, { p1: [1] }],
  ])('is read as FastAPI does if %s', (_, properties, raw, value) => {
    expect(readBy({ properties }, raw)).toEqual(value);
  });
});

describe('the field of a list', () => {
  const options = { values: 'strict', dialect: openApiDialect, isExact: true } as const;
  const readerOf = (document: object) =>
    new FieldReader(
      new References({ root: '', byAddress: new Map([['', document]]) }, { hasIdentifiers: false }),
      options,
    );

  it('makes the kinds of a large union when their samples are asked for', () => {
    const made = new Set<string>();
    const oneOf = Array.from({ length: 70 }, (_, at) => `p${at}`).map((name) => ({
      type: 'object',
      required: [name],
      get properties() {
        made.add(name);
        return { [name]: { type: 'string', format: 'date' }, b: { enum: ['x', 'y'] } };
      },
    }));
    const field = readerOf({}).fieldOf({ value: { type: 'array', items: { oneOf } }, at: '#' });
    expect(made.size).toBe(50);
    const sampled = JSON.stringify([...field.samples().accepted]);
    for (const { required } of oneOf) expect(sampled).toContain(`{"${required}":`);
  });

  it.each([
    ['any number of items', {}, [1000]],
    ['an item for each', { minItems: 12_000, maxItems: 12_000 }, []],
  ])('with many places, and %s, has samples of the first', (_, bounds, lengths) => {
    const prefixItems = Array.from({ length: 12_000 }, (_, at) => ({ type: 'integer', minimum: at }));
    const { document, read } = counted({ schema: { type: 'array', prefixItems, ...bounds } });
    const reader = readerOf(document);
    // Looks through the document, which is done once.
    const schema = reader.references.find('#/schema', '#');
    const before = read();
    const { parse, samples } = reader.fieldOf(schema);
    expect([parse([0, 1]), parse([0, 0])].filter((value) => value instanceof Issues).length).toBeGreaterThan(
      0,
    );
    expect(read() - before).toBeLessThan(20_000);
    const found = Array.from(samples().accepted, (value) => Object(value).length).filter(
      (length) => length > 0,
    );
    expect([...new Set(found)]).toEqual(lengths);
    const whole = prefixItems.map(({ minimum }) => minimum);
    expect(parse(whole)).toBe(whole);
    expect(parse([...whole.slice(0, -1), 0])).toBeInstanceOf(Issues);
  });
});

it('the field of an object with very many properties has samples of the first', () => {
  const names = Array.from({ length: 10_500 }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((name, minimum) => [name, { type: 'integer', minimum }]));
  const { document, read } = counted({ schema: { type: 'object', required: names, properties } });
  const options = { values: 'strict', dialect: openApiDialect, isExact: true } as const;
  const files = { root: '', byAddress: new Map([['', document]]) };
  const reader = new FieldReader(new References(files, { hasIdentifiers: false }), options);
  // Looks through the document, which is done once.
  const schema = reader.references.find('#/schema', '#');
  const before = read();
  const { candidates } = reader.fieldOf(schema);
  const [first] = candidates(undefined, new Open()).accepted;
  expect(Object.keys(Object(first))).toEqual(names.slice(0, 1000));
  expect(read() - before).toBeLessThan(20_000);
});
