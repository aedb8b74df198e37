import { Issues, isListing } from '../errors/issue.ts';
import type { AnyField } from '../fields/field.ts';
import { derive } from '../fields/field.ts';
import { Fit } from '../fields/fit.ts';
import { unknown } from '../fields/optional.ts';
import { isLimited, maySpend, stepsOf } from '../fields/work.ts';
import { ensure } from '../text/memo.ts';
import { type Steps, stepsBy } from '../text/turns.ts';
import { given, type ReadInSteps } from './ahead.ts';
import { wrong } from './checks.ts';

/** The limit on schemas tried for a value that is not part of a request: a few that refer to each other can take exponential time. */
const MAX_TRIES = 200_000;

/** The most schemas that are applied within one another, which keeps clear of the end of the call stack. */
const MAX_DEPTH = 400;

/** The steps of applying a schema to a list. */
const STEPS_OF_LIST = 4;

/** The number of schemas tried for one value after which results are remembered. Few values need so many. */
const FEW_TRIES = 16;

/** The most results that are remembered for one value, in a quarter of a kilobyte each. */
const MAX_REMEMBERED = 100_000;

const anything = unknown();

/** The value that a schema is being applied to, the number of `allOf` around it, and of other schemas that are being applied. */
interface Application {
  readonly raw: unknown;
  readonly conjunctions: number;
  readonly depth: number;
}

/** What a schema made of a value, and how well the value fits. */
interface Outcome {
  readonly result: unknown;
  readonly fit: Fit;
}

type Parse = AnyField['parse'];

/** Counts the schemas of one document that are tried, so that those which refer to each other come to an end. */
export class Guard {
  #tries = 0;
  #depth = 0;
  /** The number of `allOf` that are being applied. */
  #conjunctions = 0;
  /** The innermost value that a schema is being applied to. */
  #raw: unknown;
  /** The number of schemas around it that the same value is being applied to. */
  #nested = 0;
  /** The outermost of the schemas that led back to themselves. The results of those inside it hold only there. */
  #loop = Number.POSITIVE_INFINITY;
  /** The results of schemas for the parts of the outermost value, which an `allOf` may ask for many times at each level. */
  #known = new Map<Parse, Map<unknown, Outcome>>();
  /** True if the results stay until a value has been read in steps. */
  #isHeld = false;
  /** The number of results that may still be remembered. */
  #room = MAX_REMEMBERED;

  /**
   * Wraps the field of a schema that is referred to, which may lead back to itself without going into the value. By way of an
   * `allOf` it is not applied again: the `oneOf` of a base often lists schemas that have the base in their `allOf`. Otherwise it
   * refuses the value, and also one for which too many schemas have been tried.
   */
  wrap(inner: AnyField): AnyField {
    let current: Application | undefined;
    let written: { readonly value: unknown } | undefined;
    const applying = <Result>(raw: unknown, run: () => Result): Result => {
      const outer = current;
      const around = this.#raw;
      const nested = this.#nested;
      this.#nested = raw === around ? nested + 1 : 0;
      current = { raw, conjunctions: this.#conjunctions, depth: this.#depth++ };
      this.#raw = raw;
      try {
        return run();
      } finally {
        current = outer;
        this.#raw = around;
        this.#nested = nested;
        if (--this.#depth === 0) this.#forget();
      }
    };
    const apply: Parse = (raw, fit) =>
      this.#isTooMuch(raw) ? wrong('too_complex', raw) : applying(raw, () => inner.parse(raw, fit));
    const made = derive(inner, {
      parse: (raw, fit) => {
        if (current && raw === current.raw) {
          this.#loop = Math.min(this.#loop, current.depth);
          return this.#conjunctions > current.conjunctions ? raw : wrong('recursion_loop', raw);
        }
        if (this.#tries < FEW_TRIES && !this.#isHeld) return apply(raw, fit);
        // What combines hundreds of schemas asks each of them once.
        return typeof raw === 'object' || (raw === this.#raw && this.#nested > 0)
          ? this.#remembered(apply, raw, fit)
          : apply(raw, fit);
      },
      // A value that fits no kind of a union is written as its first, which may lead back here.
      write(value) {
        if (written && written.value === value) return anything.write(value);
        const outer = written;
        written = { value };
        try {
          return inner.write(value);
        } finally {
          written = outer;
        }
      },
    });
    const { parseInSteps } = inner;
    const inSteps = (raw: unknown, steps: ReadInSteps): Steps<unknown> => {
      if (current && raw === current.raw) return given(made.parse(raw));
      if (this.#isTooMuch(raw)) return given(wrong('too_complex', raw));
      return stepsBy((next) => applying(raw, next), steps(raw));
    };
    return { ...made, parseInSteps: parseInSteps && ((raw) => inSteps(raw, parseInSteps)) };
  }

  #isTooMuch(raw: unknown): boolean {
    // What is around it must not take that for a verdict, and try something else.
    if (this.#depth > MAX_DEPTH) return !isLimited() || !maySpend(Number.POSITIVE_INFINITY);
    return (
      (++this.#tries > MAX_TRIES && !isLimited()) ||
      !maySpend(Array.isArray(raw) ? STEPS_OF_LIST : stepsOf(raw))
    );
  }

  #forget(): void {
    this.#tries = 0;
    if (!this.#isHeld) {
      this.#known.clear();
      this.#room = MAX_REMEMBERED;
    }
    this.#loop = Number.POSITIVE_INFINITY;
  }

  /** Reads a value in steps, and remembers until the end what schemas make of its parts: it may ask for them several times. */
  remembering<Result>(steps: Steps<Result>): Steps<Result> {
    if (this.#isHeld) return steps;
    const held = new Map<Parse, Map<unknown, Outcome>>();
    let room = MAX_REMEMBERED;
    return stepsBy((next) => {
      const before = this.#known;
      this.#known = held;
      this.#room = room;
      this.#isHeld = true;
      try {
        return next();
      } finally {
        room = this.#room;
        this.#isHeld = false;
        this.#known = before;
        this.#forget();
      }
    }, steps);
  }

  /** Looks up what a schema makes of a value, or applies it. Issues that were only counted are made when they are to be listed. */
  #remembered(apply: Parse, raw: unknown, fit: Fit | undefined): unknown {
    const outcomes = ensure(this.#known, apply, () => new Map<unknown, Outcome>());
    const found = outcomes.get(raw);
    const outcome = found && isComplete(found) ? found : this.#apply(apply, raw, fit, outcomes);
    if (fit) addFit(fit, outcome.fit);
    return outcome.result;
  }

  /** Applies a schema, and remembers the result unless it depends on a loop around it. */
  #apply(apply: Parse, raw: unknown, outer: Fit | undefined, outcomes: Map<unknown, Outcome>): Outcome {
    const around = this.#loop;
    this.#loop = Number.POSITIVE_INFINITY;
    const fit = new Fit(outer);
    const outcome = { result: apply(raw, fit), fit };
    if (this.#loop >= this.#depth && this.#room-- > 0) outcomes.set(raw, outcome);
    this.#loop = Math.min(this.#loop, around);
    return outcome;
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
}

/** Tells whether an outcome has the issues that are to be listed. */
function isComplete({ result }: Outcome): boolean {
  return !(result instanceof Issues) || result.parts.length > 0 || !isListing();
}

/** Adds how well a value fits to how well the value around it does. */
function addFit(outer: Fit, { exactness, properties, isWhole }: Fit): void {
  outer.lower(exactness);
  if (properties !== undefined) outer.count(properties, isWhole);
}
