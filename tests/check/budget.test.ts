import { afterEach, describe, expect, it } from 'vitest';
import type { Case } from '../../src/cases/case.ts';
import { withinBudget } from '../../src/check/budget.ts';
import { type CheckOptions, check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { countTurns } from '../_clock.ts';
import { options } from './_options.ts';
import { type Server, serve } from './_server.ts';

/** A check sends at most 300 requests, if that leaves out only what is nearly the same as something else. */

let server: Server;
afterEach(() => server.close());

/** A document with this number of paths, whose methods all take a body with this number of texts, and of whole numbers. */
function documentOf(paths: number, properties: number) {
  const names = Array.from({ length: properties }, (_, at) => `p${at}`);
  const text = { type: 'string', minLength: 2, maxLength: 20 };
  const schema = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(
      names.flatMap((name) => [
        [name, text],
        [`${name}Count`, { type: 'integer', minimum: 1 }],
      ]),
    ),
  };
  const requestBody = { required: true, content: { 'application/json': { schema } } };
  const operation = {
    requestBody,
    responses: { 200: { description: 'Done' }, 422: { description: 'Invalid' } },
  };
  const all = Array.from({ length: paths }, (_, at) => [
    `/p${at}`,
    { post: operation, put: operation, patch: operation },
  ]);
  return { openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths: Object.fromEntries(all) };
}

async function sent(document: object, others: Partial<CheckOptions> = {}, lapse?: (body: string) => boolean) {
  const app = fromDocument(document);
  const fetch = async (request: Request) => {
    const text = await request.clone().text();
    return lapse?.(text) ? new Response(null, { status: 200 }) : app.fetch(request);
  };
  server = await serve(undefined, fetch);
  const all: Result[] = [];
  for await (const result of check(server.address, app[hosting], { ...options, ...others })) all.push(result);
  return all;
}

function placesIn(results: readonly Result[]): Set<string> {
  return new Set(results.map(({ case: { operation, place } }) => `${operation} ${place}`));
}

describe.each([
  [1, 2],
  [1, 6],
  [1, 9],
])('%i paths with bodies of %i texts', (paths, properties) => {
  const document = documentOf(paths, properties);

  it('get at most 300 requests, which reach all places that the others reach', async () => {
    const some = await sent(document);
    await server.close();
    const all = await sent(document, { selection: { pedantic: true } });
    expect(some.length).toBeLessThanOrEqual(300);
    expect(placesIn(some)).toEqual(placesIn(all));
    expect(some.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
  });
});

/** Two operations with the same three places, each with two rules of its own, and ten wrong values. */
const types = ['missing', 'too_short', 'type/null', ...Array.from({ length: 9 }, (_, at) => `type/${at}`)];
function caseAt(operation: string, place: string, type: string, body = ''): Case {
  return {
    operation,
    place,
    type,
    title: '',
    request: { target: '/', body },
    expected: {},
  } as unknown as Case;
}

const alike = ['a', 'b'].flatMap((operation) =>
  ['body.x', 'body.y', 'body.z'].flatMap((place) => types.map((type) => caseAt(operation, place, type))),
);

function placesWithin(cases: readonly Case[], others: number) {
  let leftOut = 0;
  const counts: Record<string, number> = {};
  for (const each of withinBudget(cases, others, () => leftOut++)) {
    if (!each) continue;
    const name = `${each.operation} ${each.place}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return { leftOut, counts: Object.values(counts) };
}

it.each([
  [228, [12, 12, 12, 12, 12, 12]],
  [229, [12, 5, 5, 3, 3, 3]],
  [269, [12, 5, 5, 3, 3, 3]],
  [270, [12, 4, 4, 2, 2, 2]],
  [274, [12, 4, 4, 2, 2, 2]],
  [275, [12, 3, 3, 2, 2, 2]],
  [900, [12, 3, 3, 2, 2, 2]],
])('beside %i others, sends of the cases of each place %j', (others, counts) => {
  const sum = counts.reduce((all, count) => all + count, 0);
  expect(placesWithin(alike, others)).toEqual({ counts, leftOut: alike.length - sum });
});

it('sends as few as possible of 1500 or more cases, wherever they are', () => {
  const many = Array.from({ length: 125 }, (_, at) =>
    alike.slice(0, 12).map((each) => ({ ...each, operation: `o${at}` })),
  ).flat();
  const counts = [12, ...Array(124).fill(2)];
  expect(placesWithin(many, 0)).toEqual({ counts, leftOut: 1240 });
  expect(placesWithin([...many, ...alike.slice(0, 12)], 0)).toEqual({
    counts: [...counts, 2],
    leftOut: 1250,
  });
});

it('counts no more cases than have 16 million characters together', () => {
  const count = (characters: number) => {
    let taken = 0;
    const cases = function* () {
      for (const each of alike) {
        taken++;
        yield { ...caseAt('a', 'body.x', each.type, 'x'.repeat(characters)) };
        yield undefined;
      }
    };
    for (const each of withinBudget(cases(), 0, () => {})) if (each) break;
    return taken;
  };
  expect([count(100), count(1024 * 1024)]).toEqual([alike.length, 16]);
});

it('sends wrong values that nothing else has had before, and null in each new place', () => {
  const given = [
    ['body.x', 'type/null'],
    ['body.y', 'missing'],
    ['body.y', 'too_short'],
    ['body.y', 'too_long'],
    ['body.y', 'type/null'],
    ['body.y', 'type/list'],
    ['body.z', 'missing'],
    ['body.z', 'too_short'],
    ['body.z', 'too_long'],
    ['body.z', 'type/list'],
  ].map(([place = '', type = '']) => caseAt('a', place, type));
  const types = Array.from(
    withinBudget(given, 300, () => {}),
    (each) => (each ? [`${each.place}/${each.type}`] : []),
  ).flat();
  expect(types).toEqual(given.slice(0, -1).map(({ place, type }) => `${place}/${type}`));
});

it('sends each kind of wrong value for some property, and the rules of each property', async () => {
  const results = await sent(documentOf(1, 8));
  const typesOf = (operation: string, place: string) =>
    results
      .filter(({ case: each }) => each.operation === operation && each.place === place)
      .map((each) => each.case.type);
  const names = [...new Set(results.map(({ case: { operation } }) => operation ?? ''))].filter(Boolean);
  const [first = '', second = ''] = names;
  expect(typesOf(first, 'body.p0')).toEqual(
    expect.arrayContaining(['missing', 'string_type/null', 'string_type/list', 'string_type/digits']),
  );
  for (const name of [first, second])
    expect(typesOf(name, 'body.p7')).toEqual(
      expect.arrayContaining(['missing', 'string_too_short', 'string_too_long']),
    );
  expect(typesOf(second, 'body.p7').length).toBeLessThan(typesOf(first, 'body.p7').length);
});

it('counts what it leaves out', async () => {
  let leftOut = 0;
  const some = await sent(documentOf(1, 9), { onLeftOut: () => leftOut++ });
  await server.close();
  const all = await sent(documentOf(1, 9), { selection: { pedantic: false, only: ['*'] } });
  expect(some.length + leftOut).toBe(all.length);
  expect(leftOut).toBeGreaterThan(0);
});

it('sends what was asked for, however much it is', async () => {
  const document = documentOf(1, 9);
  const only = ['*/body.*/string_type/*'];
  const some = await sent(document, { selection: { pedantic: false, only } });
  // Three operations, each with its valid request, with nine texts, and six wrong values of each.
  expect(some.length).toBe(3 + 3 * 9 * 6);
});

it('sends as few requests as possible to a very large service', async () => {
  const results = await sent(documentOf(7, 8));
  const perOperation = results.length / 21;
  expect(perOperation).toBeLessThan(60);
  const last = results.filter(
    ({ case: { operation, place } }) => /p6/.test(`${operation}`) && place === 'body.p7',
  );
  expect(last.length).toBeGreaterThanOrEqual(3 * 3);
});

it('finds a number that is read as a text of the same length', async () => {
  const converted = (body: string) => /"p1":77[,}]/.test(body);
  const differing = (await sent(documentOf(1, 9), {}, converted)).filter(
    ({ outcome }) => outcome === 'differs',
  );
  expect(differing.map(({ fault, case: { place, type } }) => `${fault} ${place}/${type}`)).toContain(
    'accepted body.p1/string_type/digits',
  );
});

it('leaves turns to everything else while it looks for cases', async () => {
  const turns = countTurns();
  expect(await sent(documentOf(3, 1), { selection: { skip: '*' } })).toEqual([]);
  expect(turns()).toBeGreaterThan(100);
});

it('looks for no more cases once it is stopped', async () => {
  const controller = new AbortController();
  let tried = 0;
  const selection = {
    get skip() {
      if (++tried === 10) controller.abort();
      return '*';
    },
  };
  expect(await sent(documentOf(3, 1), { selection, signal: controller.signal })).toEqual([]);
  expect(tried).toBe(10);
});
