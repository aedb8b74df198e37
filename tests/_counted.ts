import type { Steps } from '../src/text/turns.ts';

/** Copies a document, and counts how often its parts are read. */
export function counted(document: object) {
  let count = 0;
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).map(([name, member]) => {
      const copied = copy(member);
      const get = () => {
        count++;
        return copied;
      };
      return [name, { enumerable: true, get }] as const;
    });
    return Object.defineProperties({}, Object.fromEntries(members));
  };
  return { document: Object(copy(document)), read: () => count };
}

/** Takes all steps. Returns the result, and how much was counted in one step at most. */
export function mostInStep<Result>(steps: Steps<Result>, read: () => number) {
  for (let most = 0; ; ) {
    const before = read();
    const { done, value } = steps.next();
    most = Math.max(most, read() - before);
    if (done) return { result: value, most };
  }
}
