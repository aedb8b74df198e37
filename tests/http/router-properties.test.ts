import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRouter, routeTable } from '../../src/http/routing/router.ts';
import type { RouteKey } from '../../src/http/types.ts';
import { resolve } from '../_rfc3986.ts';
import { ask } from './_ask-router.ts';
import { referenceRouter } from './_reference-router.ts';

/** Random routes and requests: the router answers as the reference router does. */

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const text = fc.constantFrom('a', 'b', 'ab', 'a.b', 'aa', 'users');
const mixed = fc.constantFrom(
  '{}.{}',
  '{}a{}',
  'a{}',
  '{}b',
  'a{}b',
  '{}{}',
  '{}.{}.{}',
  '{}aa{}a{}',
  'a{}.b',
  '{}-{}',
);
const empty = { arbitrary: fc.constant(''), weight: 1 };
const segment = fc.oneof(
  { arbitrary: text, weight: 4 },
  { arbitrary: fc.constant('{}'), weight: 4 },
  { arbitrary: mixed, weight: 3 },
  empty,
);
const last = fc.oneof({ arbitrary: segment, weight: 6 }, fc.constant('{:path}'), fc.constant(''));
const shape = fc
  .tuple(fc.array(segment, { maxLength: 3 }), last)
  .map(([before, end]) => `/${[...before, end].join('/')}`);

/** Valid routes: each shape has each method once, with unique names. */
const routes = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...methods), shape), {
    maxLength: 14,
    selector: (pair) => pair.join(' '),
  })
  .map((pairs) => pairs.map(([method, path], index) => routeOf(method, path, index)));

function routeOf(method: RouteKey['method'], path: string, index: number): RouteKey {
  const named = path.replace(/\{/g, (_, at) => `{p${index}_${at}`);
  return { method, path: named, name: `${method} ${named}` };
}

const asked = fc
  .array(
    fc.oneof(
      { arbitrary: text, weight: 4 },
      { arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), maxLength: 6 }), weight: 4 },
      fc.constantFrom('c', '%61', '{}', '*', '{p0_1}', '__proto__'),
      empty,
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((segments) => `/${segments.join('/')}`)
  .filter((path) => !/\/\.{1,2}(?:\/|$)/.test(path));

const basePath = fc.constantFrom('', '', '/a', '/a/b');

it('the router agrees with the reference router', () => {
  fc.assert(
    fc.property(routes, basePath, fc.array(asked, { minLength: 1, maxLength: 20 }), (table, base, paths) => {
      const router = createRouter(routeTable(table), { basePath: base });
      const reference = referenceRouter(table, base);
      for (const path of paths.flatMap((each) => [each, base + each])) {
        for (const method of [...methods, 'HEAD', 'OPTIONS', 'TRACE']) {
          const expected = reference(method, path);
          const { location, ...said } = ask(router, method, path);
          const followed = location && resolve(location, `http://a${path}`);
          expect({ ...said, ...(followed && { location: followed }) }, `${method} ${path}`).toEqual(expected);
        }
      }
    }),
    { numRuns: 400 },
  );
});
