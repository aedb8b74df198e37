import { pathMistake, segmentsOf } from '../../contract/path.ts';
import type { RouteKey } from '../route.ts';

/** Throws an error, whose message is one sentence, if routes have a mistake or conflict with each other. */
export function checkRoutes(routes: readonly RouteKey[]): void {
  const known = new Map<string, RouteKey>();
  for (const route of routes) {
    const { method, path, name } = route;
    const mistake = pathMistake(path);
    if (mistake !== undefined) throw new Error(`${subjectOf(name)} ${mistake}`);
    const key = `${method} ${shapeOf(path)}`;
    const first = known.get(key);
    if (first) throw new Error(`${subjectOf(first.name, name)} ${conflictOf(first, route)}`);
    known.set(key, route);
  }
}

function conflictOf({ method, path }: RouteKey, other: RouteKey): string {
  if (path === other.path) return `both answer ${method} ${path}`;
  return `both answer ${method} ${path}, of which ${other.path} differs only in the names of parameters`;
}

/** Begins a sentence about one or two routes: endpoints by their names, or the built-in routes. */
function subjectOf(...names: readonly (string | undefined)[]): string {
  const named = names.filter((name) => name !== undefined);
  if (named.length === 0) return 'The built-in routes';
  const subject = `The endpoint${named.length > 1 ? 's' : ''} ${named.join(' and ')}`;
  return named.length === names.length ? subject : `${subject} and a built-in route`;
}

/** Removes the names of the parameters from a path. */
function shapeOf(path: string): string {
  if (!path.includes('{')) return path;
  const shapes = segmentsOf(path).map(({ texts, takesRest }) => (takesRest ? '{:path}' : texts.join('{}')));
  return `/${shapes.join('/')}`;
}
