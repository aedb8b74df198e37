import { describe, expect, it } from 'vitest';
import { Issues, pydanticContext, pydanticMessage, reason, wrong } from '../../src/errors/issue.ts';
import { literalOf } from '../../src/fields/choice.ts';
import type { AnyField } from '../../src/fields/field.ts';
import {
  dictionary,
  integer,
  lazy,
  list,
  nullable,
  object,
  optional,
  text,
  union,
} from '../../src/fields/index.ts';
import { unionOf } from '../../src/fields/union.ts';
import { fromDocument } from '../../src/from-document.ts';
import { entriesFormat, writtenAtOnce } from '../../src/http/error-format.ts';
import { type Limits, limitsOf } from '../../src/http/limits.ts';
import { plainWords } from '../../src/http/validation-error.ts';
import { createApp, endpoint } from '../../src/index.ts';
import { defined } from '../../src/text/guards.ts';

/** What is listed of many errors, and what that takes. */

interface Entry {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
}

interface Listed {
  readonly size: number;
  readonly entries: readonly Entry[];
  /** The last one, if it counts errors that are not listed. */
  readonly more: Entry | undefined;
}

const MEBIBYTE = 1024 * 1024;
const PROBLEM = 'application/problem+json';
const anything = { reply: { status: 200, body: text() }, summary: 'Check a value' } as const;

function serving(body: AnyField, limits: Partial<Limits> = {}) {
  const check = endpoint({ method: 'POST', path: '/', body, ...anything });
  return createApp({ title: 'T', version: '1', endpoints: { check } }, { check: () => 'ok' }, { limits });
}

/** Errors in a form of one's own. */
function ownLines(all: readonly { readonly message: string }[]): readonly string[] {
  return all.map(({ message }) => message.padEnd(100, '.'));
}

interface Service {
  fetch(request: Request): Promise<Response>;
}

async function send(app: Service, body: string, accept = 'application/json'): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Accept: accept };
  const response = await app.fetch(new Request('http://localhost/', { method: 'POST', headers, body }));
  expect(response.status).toBe(422);
  return response.text();
}

async function listed(app: Service, body: unknown): Promise<Listed> {
  const reply = await send(app, JSON.stringify(body));
  const { detail }: { detail: readonly Entry[] } = JSON.parse(reply);
  const last = detail.at(-1);
  const more = last?.type === 'more_errors' ? last : undefined;
  return { size: Buffer.byteLength(reply), entries: more ? detail.slice(0, -1) : detail, more };
}

function served(schema: unknown, values: 'fastapi' | 'schema', schemas = {}) {
  const content = { 'application/json': { schema } };
  return fromDocument(
    {
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/': {
          post: { requestBody: { required: true, content }, responses: { 200: { description: 'OK' } } },
        },
      },
      components: { schemas },
    },
    { values },
  );
}

const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const six = object(Object.fromEntries(names.map((name) => [name, integer()])));
const nested = (levels: number, end: unknown): unknown => (levels === 0 ? end : [nested(levels - 1, end)]);
const repeat = (count: number, value: unknown) => Array.from({ length: count }, () => value);

const json: AnyField = lazy(() => union(text(), integer(), list(json), dictionary(json)));

describe.each<[string, AnyField, unknown, number]>([
  ['objects that lack six properties', list(six), repeat(20_000, {}), 120_000],
  ['items of a wrong type', list(integer()), repeat(10_000, null), 10_000],
  ['items of a union', list(union(integer(), six)), repeat(10_000, {}), 70_000],
  [
    'values of a dictionary',
    dictionary(integer()),
    Object.fromEntries(repeat(5000, 0).map((_, at) => [at, []])),
    5000,
  ],
  [
    'names of a dictionary',
    dictionary(integer(), { key: text({ maxLength: 0 }) }),
    Object.fromEntries(repeat(5000, 0).map((_, at) => [at, 1])),
    5000,
  ],
  [
    'unknown properties',
    object({}, { unknown: 'forbid' }),
    Object.fromEntries(repeat(5000, 0).map((_, at) => [at, 1])),
    5000,
  ],
  ['lists in a recursive union', json, repeat(300, nested(50, null)), 2 + 300 * (50 * 3 + 4) + 1],
])('a body with %s', (_, field, body, count) => {
  it('gets at most 1,000 errors, and the number of the others', async () => {
    const { entries, more } = await listed(serving(field), body);
    expect(entries.length).toBeLessThanOrEqual(1000);
    expect(more?.msg).toBe(`Body: has ${count - entries.length} more errors, not listed here`);
    expect(more?.loc).toEqual(['body']);
  });

  it('gets at most a mebibyte', async () => {
    const { size } = await listed(serving(field), body);
    expect(size).toBeLessThanOrEqual(MEBIBYTE);
  });

  it('gets the same first errors as with higher limits', async () => {
    const limits = { errors: 1100, errorBytes: 8 * MEBIBYTE };
    const { entries } = await listed(serving(field), body);
    const { entries: all } = await listed(serving(field, limits), body);
    expect(all.slice(0, entries.length)).toEqual(entries);
  });
});

describe('the limits', () => {
  const body = repeat(5, {});

  it.each<[Partial<Limits>, number, string | undefined]>([
    [{}, 30, undefined],
    [{ errors: 30 }, 30, undefined],
    [{ errors: 29 }, 29, 'Body: has 1 more error, not listed here'],
    [{ errors: 1 }, 1, 'Body: has 29 more errors, not listed here'],
    [{ errorBytes: 1 }, 0, 'Body: has 30 more errors, not listed here'],
    [{ errorBytes: 1024 }, 9, 'Body: has 21 more errors, not listed here'],
  ])('%j list %d errors', async (limits, count, message) => {
    const { entries, more, size } = await listed(serving(list(six), limits), body);
    expect([entries.length, more?.msg]).toEqual([count, message]);
    expect(size).toBeLessThanOrEqual(Math.max(256, limits.errorBytes ?? MEBIBYTE));
  });

  it('hold for problem details', async () => {
    const app = serving(list(six), { errors: 10, errorBytes: 5000 });
    const { detail, errors } = JSON.parse(await send(app, JSON.stringify(body), PROBLEM));
    expect(detail).toBe('30 values are missing or invalid.');
    expect(errors.slice(-2)).toEqual([
      { detail: 'D: field required', pointer: '#/1/d', type: 'missing' },
      { detail: 'Body: has 20 more errors, not listed here', pointer: '#', type: 'more_errors' },
    ]);
  });

  it('hold for the bytes of problem details', async () => {
    const app = serving(list(six), { errorBytes: 5000 });
    const reply = await send(app, JSON.stringify(body), PROBLEM);
    const { errors } = JSON.parse(reply);
    expect(errors.at(-1)).toEqual({
      detail: 'Body: has 17 more errors, not listed here',
      pointer: '#',
      type: 'more_errors',
    });
    expect(errors).toHaveLength(14);
    expect(Buffer.byteLength(reply)).toBeLessThanOrEqual(5000);
  });

  it.each<[Partial<Limits>, number, string]>([
    [{}, 30, ''],
    [{ errors: 20 }, 21, 'Has 10 more errors, not listed here'],
    [{ errorBytes: 1000 }, 9, 'Has 22 more errors, not listed here'],
    [{ errorBytes: 10 }, 1, 'Has 30 more errors, not listed here'],
  ])('hold for a form of one’s own: %j', async (limits, count, last) => {
    const check = endpoint({ method: 'POST', path: '/', body: list(six), ...anything });
    const own = { status: 422, body: list(text()), write: ownLines };
    const app = createApp(
      { title: 'T', version: '1', endpoints: { check } },
      { check: () => 'ok' },
      { limits, errors: own },
    );
    const reply = await send(app, JSON.stringify(body));
    const lines: readonly string[] = JSON.parse(reply);
    expect([lines.length, lines.at(-1)]).toEqual([count, expect.stringContaining(last)]);
    expect(Buffer.byteLength(reply)).toBeLessThanOrEqual(Math.max(104, limits.errorBytes ?? MEBIBYTE));
  });

  it('hold for a form of one’s own that repeats large values', async () => {
    const check = endpoint({ method: 'POST', path: '/', body: six, ...anything });
    const own = {
      status: 422,
      body: text(),
      write: (all: readonly { input: unknown }[]) => JSON.stringify(all),
    };
    const app = createApp(
      { title: 'T', version: '1', endpoints: { check } },
      { check: () => 'ok' },
      { errors: own, limits: { errorBytes: 10_000 } },
    );
    const reply = await send(app, JSON.stringify({ note: 'x'.repeat(4000) }));
    expect(reply).toContain('Has 4 more errors, not listed here');
    expect(Buffer.byteLength(reply)).toBeLessThanOrEqual(10_000);
  });

  it('hold for a query', async () => {
    const query = { id: list(integer()) };
    const find = endpoint({ method: 'GET', path: '/', query, ...anything });
    const app = createApp(
      { title: 'T', version: '1', endpoints: { find } },
      { find: () => '' },
      { limits: { errors: 1 } },
    );
    const url = 'http://localhost/?id=a&id=b&id=c';
    const reply = await app.fetch(new Request(url));
    expect(JSON.parse(await reply.text()).detail[1]).toMatchObject({ type: 'more_errors', loc: ['query'] });
    const problem = await app.fetch(new Request(url, { headers: { Accept: PROBLEM } }));
    expect(JSON.parse(await problem.text()).errors[1]).toMatchObject({ type: 'more_errors', parameter: '' });
  });
});

describe('errors of which nobody knows how many there are', () => {
  const items = { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] };
  const schemas = { A: { type: 'string' }, B: { type: 'integer' } };
  const kinds = { type: 'array', items };
  const doubled: AnyField = lazy(() => unionOf([integer(), list(doubled), list(doubled)]));

  it.each<[string, Service, unknown]>([
    ['of each part of an allOf', served(kinds, 'fastapi', schemas), repeat(2000, [])],
    ['of a schema that is read exactly', served({ items: { type: 'integer' } }, 'schema'), repeat(5000, '')],
    ['of unions that double at each level', serving(doubled), nested(60, 'x')],
  ])('are said to be more: %s', async (_, app, body) => {
    const { entries, more } = await listed(app, body);
    expect(entries.length).toBeGreaterThan(500);
    expect(more?.msg).toMatch(/^(?:Body: has m|M)ore errors, not listed here$/);
  });

  it('are said to be more in problem details', async () => {
    const reply = await send(served(kinds, 'fastapi', schemas), JSON.stringify(repeat(2000, [])), PROBLEM);
    const { detail, errors } = JSON.parse(reply);
    expect(detail).toBe('More than 1000 values are missing or invalid.');
    expect(errors.at(-1)).toMatchObject({ type: 'more_errors', detail: 'More errors, not listed here' });
  });

  it.each([500, 1000])('are not said to be more if all of them are listed: %d', async (count) => {
    const { entries, more } = await listed(
      served({ items: { type: 'integer' } }, 'schema'),
      repeat(count, ''),
    );
    expect([entries.length, more]).toEqual([count, undefined]);
    const all = await listed(served(kinds, 'fastapi', schemas), repeat(count / 2, []));
    expect([all.entries.length, all.more]).toEqual([count, undefined]);
  });
});

describe('an input for which there is no room', () => {
  const long = { note: 'ü'.repeat(3000), other: 1 };

  it.each([
    ['a body that is repeated', six, long],
    ['an object in it', object({ inner: six }), { inner: long }],
  ])('is cut: %s', async (_, field, body) => {
    const { entries, more, size } = await listed(serving(field, { errorBytes: 16_384 }), body);
    const [first, second, third] = entries.map(({ input }) => input);
    expect([first, second]).toEqual([long, long]);
    expect(third).toMatch(/^\{"note":"ü{20,}…$/);
    expect([entries.length, more]).toEqual([6, undefined]);
    expect(size).toBeLessThanOrEqual(16_384);
  });

  it('is cut even if it is the only one', async () => {
    const { entries } = await listed(serving(integer(), { errorBytes: 1024 }), 'x'.repeat(2000));
    expect(entries).toMatchObject([{ type: 'int_parsing', input: expect.stringMatching(/^"x+…$/) }]);
  });
});

describe('long messages and paths', () => {
  const values = Array.from({ length: 1000 }, (_, at) => `value-${at}`);

  it('cut a list of values', async () => {
    const { entries } = await listed(serving(literalOf(values)), 'x');
    expect(entries[0]?.msg).toMatch(/^Body: must be "value-0", "value-1", .*"value-\d+", … and 8\d\d more$/);
    expect(Buffer.byteLength(entries[0]?.msg ?? '')).toBeLessThanOrEqual(2048);
  });

  it('cut a list of values in the words of pydantic, and in their ctx', async () => {
    const [entry] = (await listed(served({ type: 'string', enum: values }, 'fastapi'), 'x')).entries;
    const list = String(entry?.msg).slice('Input should be '.length);
    expect(list).toMatch(/^'value-0', 'value-1', .*'value-\d+', … and 8\d\d more$/);
    expect(entry).toMatchObject({ ctx: { expected: list } });
  });

  it('cut a message that quotes a long tag, and its ctx', async () => {
    const kinds = { A: { type: 'object', properties: { tag: { const: 'a' } } } };
    const schema = {
      oneOf: [{ $ref: '#/components/schemas/A' }],
      discriminator: { propertyName: 'tag', mapping: { a: '#/components/schemas/A' } },
    };
    const app = served(schema, 'fastapi', kinds);
    const [entry] = (await listed(app, { tag: 'ö'.repeat(5000) })).entries;
    expect(Buffer.byteLength(entry?.msg ?? '')).toBeLessThanOrEqual(2048);
    expect(entry).toMatchObject({ ctx: { discriminator: "'tag'", tag: expect.stringMatching(/^ö+…$/) } });
  });

  it('leave out the middle of a path', async () => {
    const path = Array.from({ length: 50 }, (_, at) => `${at}${'x'.repeat(90)}`);
    const body = path.reduceRight<unknown>((value, name) => ({ [name]: value }), 'x');
    const tree: AnyField = lazy(() => nullable(dictionary(tree)));
    const { entries } = await listed(serving(tree), body);
    const loc = entries[0]?.loc ?? [];
    expect(JSON.stringify(loc).length).toBeLessThanOrEqual(2048);
    expect(loc).toEqual(['body', ...path.slice(0, 9), '… and 32 more', ...path.slice(-9)]);
  });

  it('cut the steps of a path that has few', async () => {
    const name = 'x'.repeat(3000);
    const { entries } = await listed(serving(dictionary(integer())), { [name]: null });
    expect(entries[0]?.loc).toEqual(['body', expect.stringMatching(/^x{97}…$/)]);
  });
});

describe('the work for errors that are not listed', () => {
  /** A field that counts how often it is asked. */
  function counting(calls: { count: number }) {
    const { parse } = integer();
    return {
      ...integer(),
      parse(raw: unknown) {
        calls.count++;
        return parse(raw);
      },
    };
  }

  it.each([
    ['a flat list', (levels: number) => repeat(levels, null)],
    ['a deep list', (levels: number) => nested(levels, null)],
  ])('of nested unions grows with the body: %s', async (_, bodyOf) => {
    const calls = { count: 0 };
    const number = counting(calls);
    const inner = (depth: number): AnyField =>
      depth === 0 ? number : unionOf([inner(depth - 1), list(lazy(() => recursive)), number]);
    const recursive: AnyField = inner(3);
    const counts: number[] = [];
    for (const size of [15, 30, 60]) {
      calls.count = 0;
      await send(serving(recursive, { errors: 5 }), JSON.stringify(bodyOf(size)));
      counts.push(calls.count);
    }
    const [few = 0, , many = 0] = counts;
    expect(many / few).toBeLessThan(4.5);
  });

  it('is that of the properties that were sent, for a list of objects that lack many', async () => {
    const calls = { count: 0 };
    const shape = Object.fromEntries(repeat(300, 0).map((_, at) => [`p${at}`, counting(calls)]));
    const optionals = { note: optional(text()) };
    const body = repeat(1500, { p1: 1, p2: 'x', note: 1, other: 1 });
    const { more } = await listed(serving(list(object({ ...shape, ...optionals }))), body);
    expect(more?.msg).toBe(`Body: has ${1500 * 300 - 1000} more errors, not listed here`);
    expect(calls.count).toBe(2 * 1500);
  });

  it.each<[string, AnyField, unknown]>([
    ['values', unionOf(repeatFields(200, (at) => literalOf([at]))), -1],
    ['objects', unionOf(repeatFields(200, (at) => object({ name: literalOf([at]) }))), { name: -1 }],
  ])('of many kinds is limited: %s', async (_, field, item) => {
    const { entries, more } = await listed(serving(list(field)), repeat(3000, item));
    expect(entries).toHaveLength(1000);
    expect(Number(/[0-9]+/.exec(more?.msg ?? ''))).toBeLessThan(3000 * 200);
  });

  it('refuses a value that would take too much', async () => {
    const field = unionOf(repeatFields(200, (at) => object({ name: optional(literalOf([at])) })));
    const { entries } = await listed(serving(list(field)), repeat(2500, { name: 199, other: 1 }));
    expect(new Set(entries.map(({ type }) => type))).toEqual(new Set(['too_complex']));
  });

  it.each([
    [{ k1: 1, k150: 2 }, { k1: 1 }],
    [{ k150: 1, k1: 2 }, { k1: 2 }],
    [{ k150: 1 }, { k150: 1 }],
    [{ other: 1 }, undefined],
    ['text', 'text'],
  ])('finds the first of many kinds for %j', (value, expected) => {
    const kinds = repeatFields(200, (at) => object({ [`k${at}`]: integer() }));
    const result = unionOf([...kinds, text()]).parse(value);
    expect(result instanceof Issues ? undefined : result).toEqual(expected);
  });

  it('counts what is wrong with each of many kinds', async () => {
    const kinds = repeatFields(20, (at) => object({ [`k${at}`]: integer(), x: integer() }));
    const { more } = await listed(serving(list(unionOf(kinds))), repeat(500, { k3: 'x', x: 'y' }));
    expect(more?.msg).toBe(`Body: has ${500 * 20 * 2 - 1000} more errors, not listed here`);
  });
});

function repeatFields(count: number, make: (at: number) => AnyField): [AnyField, ...AnyField[]] {
  const [first = make(0), ...others] = Array.from({ length: count }, (_, at) => make(at));
  return [first, ...others];
}

it.each([
  [16, 0],
  [17, 17],
  [1000, 1000],
])('a list of %i errors is written in %i steps', (count, expected) => {
  const check = endpoint({ method: 'POST', path: '/', body: list(integer()), ...anything });
  const { reject } = entriesFormat(plainWords).writer('check', check, limitsOf({}));
  const issues = list(integer()).parse(Array.from({ length: count }, () => 'x')) as Issues;
  const head = { method: 'POST', target: '/', header: () => undefined };
  const error = reject(issues, head);
  let steps = 0;
  let reply: unknown = error;
  if (!('kind' in error))
    for (let step = error.next(); ; step = error.next()) {
      reply = step.value;
      if (step.done) break;
      steps++;
    }
  expect(steps).toBe(expected);
  expect(reply).toEqual(writtenAtOnce(reject(issues, head)));
});

it.each([{ reason }, { pydanticMessage }, { pydanticContext }])(
  'the tags of a union are looked at for the first of many errors: %o',
  (writers) => {
    let looks = 0;
    const tags = new Proxy(['a', 'b', 'c'], {
      get(target, name, receiver) {
        looks++;
        return Reflect.get(target, name, receiver);
      },
    });
    const [write] = Object.values(writers);
    const each = ['d', 'e'].map((tag) => {
      const before = looks;
      const [issue] = wrong('union_tag_invalid', {}, { discriminator: 'k', tag, tags }).all;
      const told = JSON.stringify(write?.(defined(issue)));
      return { told, looks: looks - before };
    });
    expect(each[0]?.told).toMatch(/a.+b.+c/);
    expect(each.map((one) => one.looks > 0)).toEqual([true, false]);
  },
);
