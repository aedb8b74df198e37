import { type AnyField, derive } from '../fields/field.ts';
import { wrong } from './issues.ts';

/** The limit on schemas tried for one value: a few that refer to each other can take exponential time. */
const MAX_TRIES = 200_000;

/** The limit on schemas tried in a search, which tries many values. */
const MAX_SEARCHED = 100_000;

let tries = 0;
let depth = 0;
/** The number of schemas that the search may still try, if there is one. */
let left = Number.POSITIVE_INFINITY;
/** The number of `allOf` that are being applied. */
let conjunctions = 0;

/** The value that a schema is being applied to, and the number of `allOf` around it. */
interface Application {
  readonly raw: unknown;
  readonly conjunctions: number;
}

/**
 * Wraps the field of a schema that is referred to, which may lead back to itself without going into the value. By way of an
 * `allOf` it is not applied again: the `oneOf` of a base often lists schemas that have the base in their `allOf`. Otherwise it
 * refuses the value, and also one for which too many schemas have been tried.
 */
export function guarded(inner: AnyField): AnyField {
  let current: Application | undefined;
  return derive(inner, {
    parse(raw, fit) {
      if (current && raw === current.raw)
        return conjunctions > current.conjunctions ? raw : wrong('recursion_loop', raw);
      if (depth === 0) tries = 0;
      if (++tries > MAX_TRIES) return wrong('recursion_loop', raw);
      if (--left < 0) throw exhausted;
      const outer = current;
      current = { raw, conjunctions };
      depth++;
      try {
        return inner.parse(raw, fit);
      } finally {
        depth--;
        current = outer;
      }
    },
  });
}

/** Applies the schemas of an `allOf`. */
export function conjoined<Result>(apply: () => Result): Result {
  conjunctions++;
  try {
    return apply();
  } finally {
    conjunctions--;
  }
}

const exhausted = new Error('The search has tried too many schemas');

/** Runs a search that validates values; undefined if it takes too long, as with schemas that combine each other in many ways. */
export function limited<Result>(search: () => Result): Result | undefined {
  left = MAX_SEARCHED;
  try {
    return search();
  } catch (error) {
    if (error !== exhausted) throw error;
    return undefined;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}
