import { Refusal } from '../../contract/outcome.ts';
import { type Segment, segmentsOf } from '../../contract/path.ts';
import { defined } from '../../text/guards.ts';
import { ensure } from '../../text/memo.ts';
import { bodiless, type Reply } from '../reply.ts';
import type { Params, RouteKey } from '../route.ts';
import { segmentReader } from './segment.ts';

/** The replies to requests whose method no route has. */
interface MethodReplies {
  readonly notAllowed: Refusal;
  readonly options: Reply;
}

/** Makes these replies for the methods of some routes. */
export type MethodRepliesOf = (routes: readonly RouteKey[]) => MethodReplies;

/** The routes of one path, or of all paths of one shape, by method. */
export class Resource<Route extends RouteKey> {
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
    this.#replies ??= this.#repliesOf(this.routes.map(({ route }) => route));
    return method === 'OPTIONS' ? this.#replies.options : this.#replies.notAllowed;
  }

  #find(method: string): CompiledRoute<Route> | undefined {
    const wanted = method === 'HEAD' ? 'GET' : method;
    const found = this.#byMethod.get(wanted);
    if (found || !this.#further) return found;
    this.#add(this.#further());
    this.#further = undefined;
    return this.#byMethod.get(wanted);
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
export function methodReplies(optionsHeaders: (methods: string) => readonly string[]): MethodRepliesOf {
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
  return [...methods, 'OPTIONS'].join(', ');
}

/** The route of a request, and its parameters. */
export interface Match<Route> {
  readonly route: Route;
  readonly params: Params;
}

/** A route with its full path. */
export interface CompiledRoute<Route> {
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

export function compileRoute<Route extends RouteKey>(route: Route, basePath: string): CompiledRoute<Route> {
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
export function fixRoute<Route>(
  compiled: CompiledRoute<Route>,
  sent: readonly string[],
): CompiledRoute<Route> {
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
