import { Refusal } from '../../contract/refusal.ts';
import { bodiless, type Reply } from '../reply.ts';
import type { RouteKey } from '../route.ts';
import type { CompiledRoute, Match } from './compiled-route.ts';
import { ensure } from './segment-index.ts';

/** The answers to requests whose method no route has. */
export interface MethodReplies {
  readonly notAllowed: Refusal;
  readonly options: Reply;
}

/** Makes these answers for the methods of routes. */
export type MethodRepliesOf = (routes: readonly RouteKey[]) => MethodReplies;

/** The routes for one path, or for all paths of one shape, by their methods. */
export class Resource<Route extends RouteKey> {
  readonly routes: readonly CompiledRoute<Route>[];
  readonly #byMethod = new Map<string, CompiledRoute<Route>>();
  readonly #replies: MethodReplies;

  /** The most concrete routes come first: of two with the same method, the first is taken. */
  constructor(routes: readonly CompiledRoute<Route>[], repliesOf: MethodRepliesOf) {
    this.routes = routes;
    this.#replies = repliesOf(routes.map(({ route }) => route));
    for (const each of routes) ensure(this.#byMethod, each.route.method, () => each);
  }

  /** The path of the most concrete route. */
  get path(): string {
    return this.routes[0]?.path ?? '';
  }

  choose(method: string, sent: readonly string[]): Match<Route> | Refusal | Reply {
    const found = this.#byMethod.get(method === 'HEAD' ? 'GET' : method);
    if (found) return found.match(sent);
    return method === 'OPTIONS' ? this.#replies.options : this.#replies.notAllowed;
  }
}

/** Makes the answers once for each list of methods; there are few. */
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
