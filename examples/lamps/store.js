import { setTimeout as wait } from 'node:timers/promises';

/** A store of lamps in memory, as slow as a database. */
export function createStore() {
  const lamps = new Map();
  return {
    async add(lamp) {
      await wait(1);
      const stored = { id: crypto.randomUUID(), ...lamp };
      lamps.set(stored.id, stored);
      return stored;
    },
    async find(id, { signal } = {}) {
      await wait(1, undefined, { signal });
      return lamps.get(id);
    },
  };
}
