import { Refusal, refuse } from '../../contract/outcome.ts';
import { pathMistake, type Segment, segmentsOf } from '../../contract/path.ts';
import { greatest } from '../../text/extremes.ts';
import { defined } from '../../text/guards.ts';
import { ensure, once } from '../../text/memo.ts';
import { bodiless, type Reply } from '../reply.ts';
import type { Params, RouteKey, Target } from '../types.ts';
import { type Found, PathMatcher } from './matcher.ts';
import { segmentReader } from './segment.ts';

/** The result of routing a request: a route, a refusal, or a reply that needs no route. */
export type Choice<Route> = Match<Route> | Refusal | Reply;

export interface Router<Route> {
  /** A preflight is answered with the methods of a path, even if a route for `OPTIONS` is declared: browsers ask before they send. */
  choose(method: string, target: Target, isPreflight?: boolean): Choice<Route>;
  /** Returns the declared path of the most specific route, of any method, that a path leads to. Includes the base path. */
  pathOf(path: string): string | undefined;
}

interface RouterOptions {
  /** The prefix of all paths: `''`, or for example `/api`. */
  readonly basePath?: string;
  /** Prefixes that a path may also have, each without a slash at its end. */
  readonly otherBasePaths?: readonly string[] | undefined;
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
  table: RouteTable<Route>,
  { basePath = '', otherBasePaths = [], optionsHeaders = () => [] }: RouterOptions = {},
): Router<Route> {
  const repliesOf = methodReplies(optionsHeaders);
  const everywhere = once(() => repliesOf(table.routes()).options);
  const find = belowAny(otherBasePaths, (path) =>
    path.startsWith(basePath) ? table.find(path.slice(basePath.length)) : undefined,
  );

  function otherwise(method: string, { path, query }: Target): Refusal | Reply {
    if (path === '*') return method === 'OPTIONS' ? everywhere() : notForAll;
    const reference = find(withOtherSlash(path)) && redirectReference(path);
    if (reference === undefined) return notFound;
    return bodiless(307, ['Location', query === undefined ? reference : `${reference}?${query}`]);
  }

  return {
    choose(method, target, isPreflight) {
      const found = find(target.path);
      if (!found) return otherwise(method, target);
      const { result, segments } = found;
      const chosen = isPreflight ? undefined : result.find(method);
      if (chosen) return chosen.only ?? chosen.match(segments);
      return repliesOf(result.all)[method === 'OPTIONS' ? 'options' : 'refusal'];
    },
    pathOf(path) {
      const found = find(path);
      return found && basePath + found.result.path;
    },
  };
}

/**
 * Finds a path below one of several prefixes, of which the longest wins, or else as it is. A path that begins with the prefix of a
 * server is meant to be below it, even if a parameter of another path would take the prefix.
 */
function belowAny<Route extends RouteKey>(prefixes: readonly string[], find: Find<Route>): Find<Route> {
  if (prefixes.length === 0) return find;
  const known = new Set(prefixes);
  const longest = greatest(prefixes.map(({ length }) => length));
  return (path) => {
    for (let end = path.lastIndexOf('/', longest); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const found = known.has(path.slice(0, end)) ? find(path.slice(end)) : undefined;
      if (found) return found;
    }
    return find(path);
  };
}

type Find<Route extends RouteKey> = (path: string) => Found<Resource<Route>> | undefined;

/** Some routes, and how they are found by their paths. Several routers may share them. */
export interface RouteTable<Route extends RouteKey> {
  readonly routes: () => readonly Route[];
  readonly find: Find<Route>;
}

/**
 * Makes a table of routes. It finds paths without parameters in a map, which is fastest, and all others segment by segment. If it
 * includes another table, only its paths without parameters take precedence over that.
 */
export function routeTable<Route extends RouteKey>(
  routes: readonly Route[],
  others?: RouteTable<Route>,
): RouteTable<Route> {
  const open = new PathMatcher((found: readonly Route[]) => new Resource(found.map(compileRoute)));
  const closed = new Map<string, ClosedPath<Route>>();
  let longest = 0;
  for (const route of routes) {
    const { path } = route;
    if (isOpen(route)) open.add(segmentsOf(path), route);
    else {
      ensure(closed, path, () => ({ routes: [] })).routes.push(route);
      longest = Math.max(longest, path.length);
    }
  }
  const findOther: Find<Route> = (path) => others?.find(path) ?? open.find(path);

  /** Combines a path without parameters with the less specific paths that match it, on first use. */
  function combine(path: string, here: readonly Route[]): Found<Resource<Route>> {
    const further = () => {
      const found = findOther(path);
      return found?.result.all.map((each) => fixRoute(each, found.segments)) ?? [];
    };
    const routes = here.map((each) => fixRoute(compileRoute(each), []));
    return { result: new Resource(routes, further), segments: [] };
  }

  return {
    routes: () => [others?.routes() ?? [], routes].flat(),
    find(path) {
      // A path longer than all of them need not be hashed.
      const here = path.length <= longest && closed.get(path);
      if (!here) return findOther(path);
      here.found ??= combine(path, here.routes);
      return here.found;
    },
  };
}

/** Tells whether a path has parameters. */
function isOpen({ path }: RouteKey): boolean {
  return path.includes('{');
}

/** A path without parameters: its routes, and what a request for it finds. */
interface ClosedPath<Route extends RouteKey> {
  readonly routes: Route[];
  found?: Found<Resource<Route>>;
}

/** Paths with and without a trailing slash. */

/** Removes the trailing slash of a path, or adds one. */
function withOtherSlash(path: string): string {
  return losesSlash(path) ? path.slice(0, -1) : `${path}/`;
}

/**
 * Returns a reference to the path with or without its last slash, relative to the path so that it works behind any prefix (RFC 3986, 5.2). It begins
 * with a dot, so that no segment is read as a scheme (`./a:b/`), and no empty one as an authority. Undefined if clients would
 * change the path.
 */
function redirectReference(path: string): string | undefined {
  if (CHANGED_BY_CLIENTS.test(path)) return undefined;
  const segment = (end: number) => path.slice(path.lastIndexOf('/', end - 1) + 1, end);
  return losesSlash(path) ? `../${segment(path.length - 1)}` : `./${segment(path.length)}/`;
}

/** Dot segments, which clients resolve, and characters that end a path or separate segments for some clients. */
const CHANGED_BY_CLIENTS = /\/(?:\.|%2e){1,2}(?![^/])|[#\\]/i;

function losesSlash(path: string): boolean {
  return path.endsWith('/') && !path.endsWith('//');
}

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

/** The replies to requests whose method no route has. */
interface MethodReplies {
  readonly refusal: Refusal;
  readonly options: Reply;
}

/** The routes of one path, or of all paths of one shape, by method. */
class Resource<Route extends RouteKey> {
  readonly #routes: CompiledRoute<Route>[] = [];
  readonly #byMethod = new Map<string, CompiledRoute<Route>>();
  #further: LessSpecific<Route> | undefined;

  /**
   * Takes the most specific routes first. The first of several with one method wins; less specific ones are looked for when none
   * of these has the method of a request.
   */
  constructor(routes: readonly CompiledRoute<Route>[], further?: LessSpecific<Route>) {
    this.#further = further;
    this.#add(routes);
  }

  /** The path of the most specific route. */
  get path(): string {
    return defined(this.#routes[0]).route.path;
  }

  /** All routes, the less specific ones included. */
  get all(): readonly CompiledRoute<Route>[] {
    this.#add(this.#further?.() ?? []);
    this.#further = undefined;
    return this.#routes;
  }

  /** Returns the route for a method. */
  find(method: string): CompiledRoute<Route> | undefined {
    return this.#known(method) ?? (this.all && this.#known(method));
  }

  #known(method: string): CompiledRoute<Route> | undefined {
    return this.#byMethod.get(method) ?? (method === 'HEAD' ? this.#byMethod.get('GET') : undefined);
  }

  #add(routes: readonly CompiledRoute<Route>[]): void {
    for (const each of routes) {
      this.#routes.push(each);
      ensure(this.#byMethod, each.method, () => each);
    }
  }
}

/** Finds the routes of less specific paths. */
type LessSpecific<Route> = () => readonly CompiledRoute<Route>[];

/** Makes the replies once for each list of methods; there are few lists. */
function methodReplies(optionsHeaders: (methods: string) => readonly string[]) {
  const known = new Map<string, MethodReplies>();
  return (routes: readonly { readonly method: string }[]): MethodReplies => {
    const methods = allow(routes);
    return ensure(known, methods, () => ({
      refusal: new Refusal(405, 'Method Not Allowed', { Allow: methods }),
      options: bodiless(204, ['Allow', methods, ...optionsHeaders(methods)]),
    }));
  };
}

function allow(routes: readonly { readonly method: string }[]): string {
  const methods = new Set(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  methods.delete('OPTIONS');
  return [...methods, 'OPTIONS'].join(', ');
}

/** The route of a request, and its parameters. */
interface Match<Route> {
  readonly route: Route;
  readonly params: Params;
}

/** A route, and how its parameters are read. */
interface CompiledRoute<Route> {
  readonly route: Route;
  readonly method: string;
  /** The single match of a path without parameters. */
  readonly only?: Match<Route>;
  /** Returns the match for the segments of a path that is known to fit. */
  match(sent: readonly string[]): Match<Route>;
}

function compileRoute<Route extends RouteKey>(route: Route): CompiledRoute<Route> {
  const { method, path } = route;
  const readers = segmentsOf(path).flatMap((segment, at) =>
    segment.names.length > 0 ? [paramReader(segment, at)] : [],
  );
  function match(sent: readonly string[]): Match<Route> {
    const params: Record<string, string> = {};
    for (const read of readers) read(sent, params);
    return { route, params };
  }
  return { route, method, match };
}

/**
 * Restricts a route to one path, whose match is made once. Copies the parameters: V8 remembers where long-lived objects were
 * made, and would then allocate those of all requests in the old generation, with every text that they hold.
 */
function fixRoute<Route extends RouteKey>(
  compiled: CompiledRoute<Route>,
  sent: readonly string[],
): CompiledRoute<Route> {
  const { route, only } = compiled;
  const params = !only && isOpen(route) ? { ...compiled.match(sent).params } : none;
  return { only: { route, params }, ...compiled };
}

const none: Params = {};

type ParamReader = (sent: readonly string[], params: Record<string, string>) => void;

/** Reads the parameters of a segment. */
function paramReader(segment: Segment, at: number): ParamReader {
  const { names, texts, takesRest } = segment;
  const [name = ''] = names;
  if (takesRest) {
    return (sent, params) => {
      params[name] = sent.slice(at).join('/');
    };
  }
  if (texts.every((text) => text === '') && names.length === 1) {
    return (sent, params) => {
      params[name] = defined(sent[at]);
    };
  }
  const read = segmentReader(segment);
  return (sent, params) => {
    const values = defined(read(defined(sent[at])));
    for (let index = 0; index < names.length; index++) params[defined(names[index])] = defined(values[index]);
  };
}
