import { stopping } from './refusals.ts';
import { replyTo, uncachedJson } from './reply.ts';
import type { Route } from './route.ts';

const ok = uncachedJson('{"status":"ok"}');

/** The route where an orchestrator checks that the process is alive. */
export function liveness(path: string): Route {
  return { method: 'GET', path, answer: () => ok };
}

/** The route where a load balancer checks that the service takes more requests. */
export function readiness(path: string, isReady: () => boolean): Route {
  return { method: 'GET', path, answer: () => (isReady() ? ok : replyTo(stopping)) };
}
