import { bodiless, uncachedJson } from '../../http/reply.ts';
import type { Route } from '../../http/types.ts';
import type { Memory } from './store.ts';

const PATH = '/__memory';

/** The routes that show everything that is remembered, and let it begin again. */
export function memoryRoutes(memory: Memory): readonly Route[] {
  return [
    { method: 'GET', path: PATH, answer: () => uncachedJson(JSON.stringify(memory)) },
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
