import { Refusal } from '../../src/contract/outcome.ts';
import { headerLines } from '../../src/http/reply.ts';
import type { Router } from '../../src/http/routing/router.ts';
import type { RouteKey } from '../../src/http/types.ts';
import { splitTarget } from '../../src/http/types.ts';

/** The result of a router for a request: the name of a route and its parameters, or a status and its headers. */
export interface Routed {
  readonly name?: string | undefined;
  readonly params?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** In alphabetical order. */
  readonly allow?: readonly string[];
  readonly location?: string;
}

/** Routes a request, and summarizes the result. */
export function ask<Route extends RouteKey>(router: Router<Route>, method: string, target: string): Routed {
  const choice = router.choose(method, splitTarget(target));
  if ('route' in choice) return { name: choice.route.name, params: choice.params };
  const lines = choice instanceof Refusal ? headerLines(choice.headers) : choice.headers;
  const allow = /^Allow: (.*)\r\n/m.exec(lines)?.[1];
  const location = /^Location: (.*)\r\n/m.exec(lines)?.[1];
  return {
    status: choice.status,
    ...(allow !== undefined && { allow: allow.split(', ').sort() }),
    ...(location !== undefined && { location }),
  };
}
