import { type Steps, sharedSteps } from '../../text/turns.ts';
import type { Located } from '../located.ts';
import type { References } from '../references.ts';
import { MadeOnce } from '../schema.ts';

/** The limit on the weight of what is found out of one kind. */
export const MAX_FOUND = 50_000;

/** What is found out about schemas, in steps and once, until all of it weighs too much: then only the last is still known. */
export class FoundOnce<Found> {
  readonly #weightOf: (found: Found) => number;
  #known = new MadeOnce<() => Steps<Found>>();
  #left = MAX_FOUND;

  constructor(weightOf: (found: Found) => number) {
    this.#weightOf = weightOf;
  }

  /** Finds out about a schema. One that only refers to another is that other one. */
  of(schema: Located, references: References, find: (schema: Located) => Steps<Found>): Steps<Found> {
    const make = (target: Located) => {
      const steps = sharedSteps(() => this.#found(find(target), keep));
      const keep = () => this.#known.of(target, references, () => steps);
      return steps;
    };
    return this.#known.of(schema, references, make)();
  }

  *#found(steps: Steps<Found>, keep: () => void): Steps<Found> {
    const found = yield* steps;
    this.#left -= this.#weightOf(found);
    if (this.#left < 0) {
      this.#known = new MadeOnce();
      this.#left = MAX_FOUND;
      keep();
    }
    return found;
  }
}
