import { expect, it } from 'vitest';
import { checkRoutes } from '../../src/http/routing/router.ts';
import type { RouteKey } from '../../src/http/types.ts';

/** Paths that differ in more than the names of their parameters. */

const routeOf = (path: string): RouteKey => ({ method: 'GET', path, name: path });

it.each([
  ['/a/', '/a/{x}'],
  ['/a{x}', '/a/{x}'],
  ['/{x}', '/{x}{y}'],
  ['/{x}a', '/a{x}'],
  ['/{x}.{y}', '/{x}{y}'],
  ['/{x}', '/{x:path}'],
  ['/a', '/{x}'],
])('%s is not %s', (one, other) => {
  expect(() => checkRoutes([routeOf(one), routeOf(other)])).not.toThrow();
});

it.each([
  ['/a', '/a'],
  ['/{x}', '/{y}'],
  ['/a/{x}.{y}', '/a/{y}.{x}'],
  ['/a/{x:path}', '/a/{y:path}'],
])('%s is %s', (one, other) => {
  expect(() => checkRoutes([routeOf(one), routeOf(other)])).toThrow(/^The endpoints .* both answer GET /);
});
