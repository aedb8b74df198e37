import { Refusal } from '../contract/refusal.ts';
import { document, replyTo } from './reply.ts';
import type { Route } from './serve.ts';

const well = document('application/json', '{"status":"ok"}');
const stopping = replyTo(new Refusal(503, 'The service is stopping'));

/** The routes on which whoever runs the service sees whether it lives, and whether it takes more requests. */
export function health(isReady: () => boolean): Route[] {
  return [
    { method: 'GET', path: '/livez', answer: () => well },
    { method: 'GET', path: '/readyz', answer: () => (isReady() ? well : stopping) },
  ];
}
