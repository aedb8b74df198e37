import { bodiless, UNCACHED_JSON_HEADERS } from '../../http/reply.ts';
import type { Route } from '../../http/types.ts';
import { streamedEntries } from '../media.ts';
import type { Memory } from './store.ts';

const PATH = '/__memory';

/** The routes that show everything that is remembered, and let it begin again. */
export function memoryRoutes(memory: Memory): readonly Route[] {
  return [
    {
      method: 'GET',
      path: PATH,
      answer() {
        const body = streamedEntries(memory.entries());
        return { kind: 'reply', status: 200, headers: UNCACHED_JSON_HEADERS, body };
      },
    },
    {
      method: 'DELETE',
      path: PATH,
      answer() {
        memory.reset();
        return bodiless(204, []);
      },
    },
  ];
}
