import { stopping } from './refusals.ts';
import { replyTo, uncachedJson } from './reply.ts';
import type { Route } from './route.ts';

const well = uncachedJson('{"status":"ok"}');
const unready = replyTo(stopping);

/** The route on which an orchestrator sees whether the process lives. */
export function liveness(path: string): Route {
  return { method: 'GET', path, answer: () => well };
}

/** The route on which a load balancer sees whether more requests are welcome. */
export function readiness(path: string, isReady: () => boolean): Route {
  return { method: 'GET', path, answer: () => (isReady() ? well : unready) };
}
