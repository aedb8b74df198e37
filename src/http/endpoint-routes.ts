import type { AnyHandler, Body, Contract, Endpoint } from '../contract/endpoint.ts';
import { Refusal } from '../contract/outcome.ts';
import { ensure, once } from '../text/memo.ts';
import { type CompileOptions, compileEndpoint } from './compile.ts';
import { type Route, UNCALLED } from './route.ts';

/** Makes the routes of a contract's endpoints. */
export function endpointRoutes(
  { endpoints }: Contract,
  handlers: Readonly<Record<string, AnyHandler>>,
  options: CompileOptions,
): Route[] {
  return Object.entries(endpoints).map(([name, endpoint]) => {
    const { [name]: handler = uncalled } = handlers;
    return lazyRoute(name, endpoint, (handle = handler) => bodyRoute(endpoint, handle, options));
  });
}

/** Makes the route of an endpoint, which may contain others for bodies of other media types. */
function bodyRoute(endpoint: Endpoint, handle: AnyHandler, options: CompileOptions): Route {
  const { otherBody } = endpoint;
  const route = compileEndpoint(endpoint, handle, options);
  if (!otherBody) return route;
  const others = new Map<Body, Route>();
  const answer: Route['answer'] = (input) => {
    const body = otherBody(input.head.header('content-type') ?? '');
    if (!body) return route.answer(input);
    const other = ensure(others, body, () => compileEndpoint({ ...endpoint, body }, handle, options));
    return other.answer(input);
  };
  return { ...route, answer };
}

/** Makes a route that is compiled on first use: there may be a thousand routes, and most are not needed for a long time. */
function lazyRoute(name: string, { method, path }: Endpoint, compile: (handle?: AnyHandler) => Route): Route {
  const unhandled = once(() => compile(uncalled));
  const route: Route = {
    method,
    path,
    name,
    answer(input) {
      route.answer = compile().answer;
      return route.answer(input);
    },
    check: (input) => unhandled().answer(input),
  };
  return route;
}

/** A stand-in for a handler that must not be called. */
const uncalled: AnyHandler = () => new Refusal(UNCALLED, null);
