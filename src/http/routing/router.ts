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
  choose(method: string, target: Target): Choice<Route>;
  /** Answers `OPTIONS` with the methods of a path, even if a route for `OPTIONS` is declared: browsers ask before they send. */
  preflight(target: Target): Choice<Route>;
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
  routes: readonly Route[],
  { basePath = '', otherBasePaths = [], optionsHeaders = () => [] }: RouterOptions = {},
): Router<Route> {
  const repliesOf = methodReplies(optionsHeaders);
  const everywhere = once(() => repliesOf(routes).options);
  const compiled = routes.map((route) => compileRoute(route, basePath));
  const find = belowAny(otherBasePaths, finder(compiled, repliesOf));

  function otherwise(method: string, { path, query }: Target): Refusal | Reply {
    if (path === '*') return method === 'OPTIONS' ? everywhere() : notForAll;
    const reference = find(withOtherSlash(path)) && redirectReference(path);
    if (reference === undefined) return notFound;
    return bodiless(307, ['Location', query === undefined ? reference : `${reference}?${query}`]);
  }

  return {
    choose(method, target) {
      const found = find(target.path);
      return found ? found.result.choose(method, found.segments) : otherwise(method, target);
    },
    preflight(target) {
      const found = find(target.path);
      return found ? found.result.options : otherwise('OPTIONS', target);
    },
    pathOf: (path) => find(path)?.result.path,
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

/** Finds paths without parameters in a map, which is fastest, and all others segment by segment. */
function finder<Route extends RouteKey>(
  compiled: readonly CompiledRoute<Route>[],
  repliesOf: MethodRepliesOf,
): Find<Route> {
  const open = new PathMatcher((routes: readonly CompiledRoute<Route>[]) => new Resource(routes, repliesOf));
  const closed = new Map<string, ClosedPath<Route>>();
  let longest = 0;
  for (const each of compiled) {
    if (each.isOpen) open.add(each.segments, each);
    else ensure(closed, each.path, () => ({ routes: [] })).routes.push(each);
    if (!each.isOpen) longest = Math.max(longest, each.path.length);
  }

  /** Combines a path without parameters with the matching paths that have some, on first use. */
  function combine(path: string, here: readonly CompiledRoute<Route>[]): Found<Resource<Route>> {
    const further = () => {
      const others = open.find(path);
      return others?.result.routes.map((each) => fixRoute(each, others.segments)) ?? [];
    };
    const routes = here.map((each) => fixRoute(each, []));
    return { result: new Resource(routes, repliesOf, further), segments: [] };
  }

  return (path) => {
    // A path longer than all of them need not be hashed.
    const here = path.length <= longest && closed.get(path);
    if (!here) return open.find(path);
    here.found ??= combine(path, here.routes);
    return here.found;
  };
}

/** A path without parameters: its routes, and what a request for it finds. */
interface ClosedPath<Route extends RouteKey> {
  readonly routes: CompiledRoute<Route>[];
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
  readonly notAllowed: Refusal;
  readonly options: Reply;
}

/** Makes these replies for the methods of some routes. */
type MethodRepliesOf = (routes: readonly RouteKey[]) => MethodReplies;

/** The routes of one path, or of all paths of one shape, by method. */
class Resource<Route extends RouteKey> {
  readonly routes: CompiledRoute<Route>[] = [];
  readonly #byMethod = new Map<string, CompiledRoute<Route>>();
  readonly #repliesOf: MethodRepliesOf;
  #further: LessSpecific<Route> | undefined;
  #replies: MethodReplies | undefined;

  /**
   * Takes the most specific routes first. The first of several with one method wins; less specific ones are looked for when none
   * of these has the method of a request.
   */
  constructor(
    routes: readonly CompiledRoute<Route>[],
    repliesOf: MethodRepliesOf,
    further?: LessSpecific<Route>,
  ) {
    this.#repliesOf = repliesOf;
    this.#further = further;
    this.#add(routes);
  }

  /** The path of the most specific route. */
  get path(): string {
    return defined(this.routes[0]).path;
  }

  choose(method: string, sent: readonly string[]): Match<Route> | Refusal | Reply {
    const found = this.#find(method);
    if (found) return found.only ?? found.match(sent);
    return method === 'OPTIONS' ? this.options : this.#made.notAllowed;
  }

  /** The reply that lists the methods. */
  get options(): Reply {
    return this.#made.options;
  }

  get #made(): MethodReplies {
    this.#replies ??= this.#repliesOf(this.routes.map(({ route }) => route));
    return this.#replies;
  }

  #find(method: string): CompiledRoute<Route> | undefined {
    const found = this.#known(method);
    if (found || !this.#further) return found;
    this.#add(this.#further());
    this.#further = undefined;
    return this.#known(method);
  }

  #known(method: string): CompiledRoute<Route> | undefined {
    return this.#byMethod.get(method) ?? (method === 'HEAD' ? this.#byMethod.get('GET') : undefined);
  }

  #add(routes: readonly CompiledRoute<Route>[]): void {
    for (const each of routes) {
      this.routes.push(each);
      ensure(this.#byMethod, each.route.method, () => each);
    }
  }
}

/** Finds the routes of less specific paths. */
type LessSpecific<Route> = () => readonly CompiledRoute<Route>[];

/** Makes the replies once for each list of methods; there are few lists. */
function methodReplies(optionsHeaders: (methods: string) => readonly string[]): MethodRepliesOf {
  const known = new Map<string, MethodReplies>();
  return (routes) => {
    const methods = allow(routes);
    return ensure(known, methods, () => ({
      notAllowed: new Refusal(405, 'Method Not Allowed', { Allow: methods }),
      options: bodiless(204, ['Allow', methods, ...optionsHeaders(methods)]),
    }));
  };
}

function allow(routes: readonly RouteKey[]): string {
  const methods = new Set(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
  methods.delete('OPTIONS');
  return [...methods, 'OPTIONS'].join(', ');
}

/** The route of a request, and its parameters. */
interface Match<Route> {
  readonly route: Route;
  readonly params: Params;
}

/** A route with its full path. */
interface CompiledRoute<Route> {
  readonly route: Route;
  readonly path: string;
  readonly segments: readonly Segment[];
  /** True if the path has parameters. */
  readonly isOpen: boolean;
  /** The single match of a path without parameters. */
  readonly only?: Match<Route>;
  /** Returns the match for the segments of a path that is known to fit. */
  match(sent: readonly string[]): Match<Route>;
}

function compileRoute<Route extends RouteKey>(route: Route, basePath: string): CompiledRoute<Route> {
  const path = basePath + route.path;
  const segments = segmentsOf(path);
  const readers = segments.flatMap((segment, at) =>
    segment.names.length > 0 ? [paramReader(segment, at)] : [],
  );
  function match(sent: readonly string[]): Match<Route> {
    const params: Record<string, string> = {};
    for (const read of readers) read(sent, params);
    return { route, params };
  }
  return { route, path, segments, isOpen: readers.length > 0, match };
}

/**
 * Restricts a route to one path, whose match is made once. Copies the parameters: V8 remembers where long-lived objects were
 * made, and would then allocate those of all requests in the old generation, with every text that they hold.
 */
function fixRoute<Route>(compiled: CompiledRoute<Route>, sent: readonly string[]): CompiledRoute<Route> {
  const { route } = compiled;
  const params = compiled.isOpen ? { ...compiled.match(sent).params } : none;
  const match = { route, params };
  return { ...compiled, only: match };
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
