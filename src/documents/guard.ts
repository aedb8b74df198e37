import type { AnyField } from '../fields/field.ts';
import { derive } from '../fields/field.ts';
import { wrong } from './checks.ts';

/** The limit on schemas tried for one value: a few that refer to each other can take exponential time. */
const MAX_TRIES = 200_000;

/** The limit on schemas tried in a search, which tries many values. */
const MAX_SEARCHED = 100_000;

/** The value that a schema is being applied to, and the number of `allOf` around it. */
interface Application {
  readonly raw: unknown;
  readonly conjunctions: number;
}

const exhausted = new Error('The search has tried too many schemas');

/** Counts the schemas of one document that are tried, so that those which refer to each other come to an end. */
export class Guard {
  #tries = 0;
  #depth = 0;
  /** The number of schemas that the search may still try, if there is one. */
  #left = Number.POSITIVE_INFINITY;
  /** The number of `allOf` that are being applied. */
  #conjunctions = 0;

  /**
   * Wraps the field of a schema that is referred to, which may lead back to itself without going into the value. By way of an
   * `allOf` it is not applied again: the `oneOf` of a base often lists schemas that have the base in their `allOf`. Otherwise it
   * refuses the value, and also one for which too many schemas have been tried.
   */
  wrap(inner: AnyField): AnyField {
    let current: Application | undefined;
    return derive(inner, {
      parse: (raw, fit) => {
        if (current && raw === current.raw)
          return this.#conjunctions > current.conjunctions ? raw : wrong('recursion_loop', raw);
        if (this.#depth === 0) this.#tries = 0;
        if (++this.#tries > MAX_TRIES) return wrong('recursion_loop', raw);
        if (--this.#left < 0) throw exhausted;
        const outer = current;
        current = { raw, conjunctions: this.#conjunctions };
        this.#depth++;
        try {
          return inner.parse(raw, fit);
        } finally {
          this.#depth--;
          current = outer;
        }
      },
    });
  }

  /** Applies the schemas of an `allOf`. */
  conjoined<Result>(apply: () => Result): Result {
    this.#conjunctions++;
    try {
      return apply();
    } finally {
      this.#conjunctions--;
    }
  }

  /** Runs a search that validates values; undefined if it takes too long, as with schemas that combine each other in many ways. */
  limited<Result>(search: () => Result): Result | undefined {
    this.#left = MAX_SEARCHED;
    try {
      return search();
    } catch (error) {
      if (error !== exhausted) throw error;
      return undefined;
    } finally {
      this.#left = Number.POSITIVE_INFINITY;
    }
  }
}
