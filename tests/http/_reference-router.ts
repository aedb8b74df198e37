import type { RouteKey } from '../../src/http/types.ts';
import type { Routed } from './_ask-router.ts';

/** The simplest router: tries every route as a regular expression, and compares all that match. */
export function referenceRouter(routes: readonly RouteKey[], basePath = '') {
  const all = routes.map(({ path }) => expressionOf(basePath + path));
  const ranks = routes.map((route) => ranksOf(route, routes));
  const fitting = (path: string) =>
    routes
      .map((route, at) => ({ route, rank: ranks[at] ?? [], groups: all[at]?.exec(path)?.slice(1) }))
      .filter((each) => each.groups !== undefined)
      .sort((a, b) => compare(a.rank, b.rank));

  return (method: string, path: string): Routed => {
    const here = fitting(path);
    const found = here.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method));
    if (found) return { name: found.route.name, params: paramsOf(found.route.path, found.groups ?? []) };
    if (here.length > 0) {
      const allow = here.flatMap(({ route }) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]));
      return {
        status: method === 'OPTIONS' ? 204 : 405,
        allow: [...new Set([...allow, 'OPTIONS'])].sort(),
      };
    }
    const other = path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : `${path}/`;
    return fitting(other).length > 0 ? { status: 307, location: other } : { status: 404 };
  };
}

/** The regular expression of a path, as in Starlette. */
function expressionOf(path: string): RegExp {
  const pieces = path.split(/(\{[^}]*\})/).map((piece) => {
    if (!piece.startsWith('{')) return piece.replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
    return piece.endsWith(':path}') ? '(.*)' : '([^/]+)';
  });
  return new RegExp(`^${pieces.join('')}$`, 's');
}

/** The openness of each segment of a path, by three numbers each. Of two that fit, the one with the lower numbers is taken. */
function ranksOf({ path }: RouteKey, routes: readonly RouteKey[]): number[] {
  const segments = path.split('/');
  return segments.flatMap((segment, at) => {
    const text = segment.replace(/\{[^}]*\}/g, '');
    if (text === segment) return [0, 0, 0];
    if (segment.endsWith(':path}')) return [3, 0, 0];
    if (/^\{[^}]*\}$/.test(segment)) return [2, 0, 0];
    const beginning = shapeOf(segments.slice(0, at + 1));
    const first = routes.findIndex((route) => shapeOf(route.path.split('/').slice(0, at + 1)) === beginning);
    return [1, -text.length, first];
  });
}

function shapeOf(segments: readonly string[]): string {
  return segments.join('/').replace(/\{[^}:]*/g, '{');
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((rank, index) => rank !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function paramsOf(path: string, values: readonly string[]): Record<string, string> {
  const names = Array.from(path.matchAll(/\{([^}:]*)/g), ([, name = '']) => name);
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
}
