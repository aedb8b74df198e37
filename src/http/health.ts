import type { Route } from './compile.ts';
import { stopping } from './refusals.ts';
import { replyTo, uncachedJson } from './reply.ts';

const well = uncachedJson('{"status":"ok"}');
const unready = replyTo(stopping);

/** The routes on which whoever runs the service sees whether it lives, and whether it takes more requests. */
export function health(isReady: () => boolean): Route[] {
  return [
    { method: 'GET', path: '/livez', answer: () => well },
    { method: 'GET', path: '/readyz', answer: () => (isReady() ? well : unready) },
  ];
}
