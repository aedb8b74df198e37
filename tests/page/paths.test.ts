import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRouter, routeTable } from '../../src/http/routing/router.ts';
import { ask } from '../http/_ask-router.ts';

/** The tables of docs/reference/paths.md, against the router. */

const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'paths.md'), 'utf8');

/** The rows of the table with this heading: the quoted texts of each cell. */
function rowsOf(heading: string): string[][][] {
  const [, table = ''] = text.split(`| ${heading} |\n`);
  const rows = table.split('\n\n')[0]?.split('\n').slice(1) ?? [];
  return rows.map((row) => row.split('|').slice(1, -1).map(quotedIn));
}

function quotedIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([^`]+)`/g), ([, quoted = '']) => quoted);
}

const routerOf = (paths: readonly string[]) =>
  createRouter(routeTable(paths.map((path) => ({ method: 'GET', path, name: path }) as const)));

it.each(rowsOf('path | request | parameters'))(
  '%s matches %s with the parameters %s',
  (path, request, pairs) => {
    const params = Object.fromEntries(
      pairs.map((name, at) => [name, pairs[at + 1]]).filter((_, at) => at % 2 === 0),
    );
    expect(ask(routerOf(path), 'GET', request[0] ?? '')).toEqual({ name: path[0], params });
  },
);

it.each(rowsOf('paths | request | answered by'))(
  'of %s, %s is answered by %s',
  (paths, request, answered) => {
    expect(paths.length).toBeGreaterThan(1);
    for (const order of [paths, paths.toReversed()]) {
      expect(ask(routerOf(order), 'GET', request[0] ?? '').name).toBe(answered[0]);
    }
  },
);

it.each(rowsOf('request | `Location`'))('%s is redirected to %s', ([request = '', path = ''], location) => {
  expect(ask(routerOf([path]), 'GET', request)).toEqual({ status: 307, location: location[0] });
});

it('docs/reference/paths.md has three tables', () => {
  const headings = ['path | request | parameters', 'paths | request | answered by', 'request | `Location`'];
  expect(headings.map((heading) => rowsOf(heading).length)).toEqual([4, 4, 2]);
});
