import { type Refusal, refuse } from '../../contract/outcome.ts';
import { ensure, once } from '../../text/memo.ts';
import { bodiless, type Reply } from '../reply.ts';
import type { Target } from '../request.ts';
import type { RouteKey } from '../route.ts';
import { type Found, PathMatcher } from './matcher.ts';
import { otherSpelling, redirectReference } from './redirect.ts';
import {
  type CompiledRoute,
  compileRoute,
  fixRoute,
  type Match,
  type MethodRepliesOf,
  methodReplies,
  Resource,
} from './resource.ts';

/** The result of routing a request: a route, a refusal, or a reply that needs no route. */
export type Choice<Route> = Match<Route> | Refusal | Reply;

export interface Router<Route> {
  choose(method: string, target: Target): Choice<Route>;
  /** Returns the declared path of the most specific route, of any method, that a path leads to. Includes the base path. */
  pathOf(path: string): string | undefined;
}

interface RouterOptions {
  /** The prefix of all paths: `''`, or for example `/api`. */
  readonly basePath?: string;
  /** Returns further headers for the reply to `OPTIONS`, given the allowed methods. */
  readonly optionsHeaders?: (methods: string) => readonly string[];
}

const notFound = refuse(404, 'Not Found');
const notForAll = refuse(400, 'The target * is for OPTIONS only');

/**
 * Makes a router. Paths are compared byte for byte, without decoding. Text takes precedence over parameters, from the first
 * segment on. If the most specific path lacks the method, the other matching paths are tried. The routes must be free of the
 * mistakes that `checkRoutes` finds.
 */
export function createRouter<Route extends RouteKey>(
  routes: readonly Route[],
  { basePath = '', optionsHeaders = () => [] }: RouterOptions = {},
): Router<Route> {
  const repliesOf = methodReplies(optionsHeaders);
  const everywhere = once(() => repliesOf(routes).options);
  const find = finder(
    routes.map((route) => compileRoute(route, basePath)),
    repliesOf,
  );

  return {
    choose(method, { path, query }) {
      const found = find(path);
      if (found) return found.result.choose(method, found.segments);
      if (path === '*') return method === 'OPTIONS' ? everywhere() : notForAll;
      const reference = find(otherSpelling(path)) && redirectReference(path);
      if (reference === undefined) return notFound;
      return bodiless(307, ['Location', query === undefined ? reference : `${reference}?${query}`]);
    },
    pathOf: (path) => find(path)?.result.path,
  };
}

type Find<Route extends RouteKey> = (path: string) => Found<Resource<Route>> | undefined;

/** Finds paths without parameters in a map, which is fastest, and all others segment by segment. */
function finder<Route extends RouteKey>(
  compiled: readonly CompiledRoute<Route>[],
  repliesOf: MethodRepliesOf,
): Find<Route> {
  const open = new PathMatcher((routes: readonly CompiledRoute<Route>[]) => new Resource(routes, repliesOf));
  const closed = new Map<string, CompiledRoute<Route>[]>();
  const exact = new Map<string, Found<Resource<Route>>>();
  let longest = 0;
  for (const each of compiled) {
    if (each.isOpen) open.add(each.segments, each);
    else ensure(closed, each.path, () => []).push(each);
    if (!each.isOpen) longest = Math.max(longest, each.path.length);
  }

  /** Combines a path without parameters with the matching paths that have some, on first use. */
  function findClosed(path: string): Found<Resource<Route>> | undefined {
    const here = closed.get(path);
    if (!here) return undefined;
    const further = () => {
      const others = open.find(path);
      return others?.result.routes.map((each) => fixRoute(each, others.segments)) ?? [];
    };
    const routes = here.map((each) => fixRoute(each, []));
    return ensure(exact, path, () => ({ result: new Resource(routes, repliesOf, further), segments: [] }));
  }

  return (path) => {
    // A path longer than all of them need not be hashed.
    const found = path.length > longest ? undefined : (exact.get(path) ?? findClosed(path));
    return found ?? open.find(path);
  };
}
