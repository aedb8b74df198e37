import { Issues, pauseListing, resumeListing } from '../errors/issue.ts';
import { isSliceOver } from '../text/turns.ts';
import { stepsOf, withSteps } from './work.ts';

/** Values that a kind of field accepts and refuses. Those that are found in turns have undefined in between, where others may go on. */
export interface Samples {
  /** The simplest first. */
  readonly accepted: Iterable<unknown>;
  /** Each for a different reason. */
  readonly refused: Iterable<unknown>;
}

/** The most values that are read to find the samples of a field, counting those in objects and lists. */
const MAX_READ = 100_000;
/** The most that are read to find one, which is done without a pause. */
const MAX_READ_FOR_ONE = 20_000;

/** The most kinds that are sampled inside one another: each may have fifty levels of its own, which all take their part of the call stack. */
const MAX_KINDS = 8;

interface Work {
  left: number;
  readonly sizes: WeakMap<object, number>;
}

function workOf(left: number): Work {
  return { left, sizes: new WeakMap() };
}

/**
 * The kinds being sampled, so that recursive ones come to an end, and the work that is left. Kinds that refer to each other would
 * otherwise take exponential time.
 */
export class Open {
  readonly #kinds: ReadonlySet<object>;
  readonly #work: Work;

  constructor(kinds: ReadonlySet<object> = new Set(), work = workOf(MAX_READ)) {
    this.#kinds = kinds;
    this.#work = work;
  }

  /** Begins the search for a single sample. */
  static forOne(most = MAX_READ_FOR_ONE): Open {
    return new Open(new Set(), workOf(most));
  }

  has(kind: object): boolean {
    return this.#kinds.has(kind);
  }

  /** Goes on in a kind that may be made only now, with others around it. */
  with(kind: object): Open {
    this.#work.left -= STEPS_OF_LATE;
    return new Open(new Set([...this.#kinds, kind]), this.#work);
  }

  /** The work that is left. */
  get left(): number {
    return this.#work.left;
  }

  /** Tells whether there is work left, and room on the call stack. */
  get mayGoOn(): boolean {
    return this.#work.left > 0 && this.#kinds.size < MAX_KINDS;
  }

  /** Tells whether there is, for one more kind around what follows. */
  get mayNest(): boolean {
    return this.#work.left > 0 && this.#kinds.size < MAX_KINDS - 1;
  }

  /** Counts the work of asking a kind for its samples, even if it has none. */
  countKind(): void {
    this.#work.left -= STEPS_OF_KIND;
  }

  /** Reads a value for the verdict, and counts the work; undefined if there is not enough left. */
  read<Verdict>(value: unknown, read: () => Verdict): Verdict | undefined {
    const work = this.#work;
    work.left -= this.#sizeOf(value);
    if (work.left < 0) return undefined;
    const before = pauseListing();
    const { result, left } = withSteps(work.left, read);
    resumeListing(before);
    work.left = left;
    return left < 0 ? undefined : result;
  }

  /** Counts the values in a value, as far as there is work left. A part that several samples share is counted by looking at it once. */
  #sizeOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return stepsOf(value);
    const { left, sizes } = this.#work;
    const known = sizes.get(value);
    if (known !== undefined) return known;
    // Each part counts for one at least. To look at very many takes longer than to count them.
    let size = 1 + Object.keys(value).length;
    for (const part of size > left ? [] : Object.values(value)) {
      size += this.#sizeOf(part) - 1;
      if (size > left) break;
    }
    sizes.set(value, size);
    return size;
  }
}

/** The steps of asking a kind for its samples. */
const STEPS_OF_KIND = 5;
/** The further steps of one that is made on first use. */
const STEPS_OF_LATE = 45;

/** A value of each JSON type, and the empty text, which is often taken for something else. */
export const valuesOfEachType: readonly unknown[] = [null, true, 7, '', 'text', [], {}];

/** The candidates of a kind that has none of its own. */
export function samplesOfEachType(): Samples {
  return { accepted: valuesOfEachType, refused: [] };
}

/** Completes the candidates of a kind with `like` and with values of other types, and drops any that are on the wrong side. */
export function samplesOf(
  parse: (raw: unknown) => unknown,
  candidates: (like: unknown, open: Open) => Samples,
  like?: unknown,
  open = new Open(),
): Samples {
  const read: Read = (raw) => open.read(raw, () => (parse(raw) instanceof Issues ? 'refused' : 'accepted'));
  const base = like !== undefined && read(like) === 'accepted' ? like : undefined;
  const samples = () => {
    if (!open.mayGoOn) return { accepted: [], refused: [] };
    open.countKind();
    return candidates(base, open);
  };
  return onBothSides((side) => iterable(() => onSide(side, samples, base, read)));
}

/** Tells whether a value is accepted or refused; undefined if there is no time to read it. */
type Read = (raw: unknown) => keyof Samples | undefined;

/** Makes an iterable that can be iterated any number of times. */
function iterable(values: () => Iterable<unknown>): Iterable<unknown> {
  return { [Symbol.iterator]: () => values()[Symbol.iterator]() };
}

/** Yields what is on this side: the base if that is accepted, the candidates, and what else may be refused. */
function* onSide(side: keyof Samples, samples: () => Samples, base: unknown, read: Read): Iterable<unknown> {
  // Hundreds of kinds inside one another may have no samples.
  if (isSliceOver()) yield undefined;
  const isRefused = side === 'refused';
  const others = new Set(isRefused ? valuesOfEachType : []);
  if (!isRefused && base !== undefined) yield base;
  for (const value of samples()[side]) {
    if (value === undefined || isSliceOver()) yield undefined;
    if (value === undefined || value === base) continue;
    others.delete(value);
    const found = read(value);
    if (found === undefined) return;
    if (found === side) yield value;
  }
  for (const value of others) if (read(value) === side) yield value;
}

/** The longest sample that is made for a bound, in characters or items. */
export const MAX_REPEATED = 10_000;

/** Looks for the first value. Yields wherever others may go on. */
export function* firstInTurns<Value>(
  values: Iterable<Value | undefined>,
): Generator<undefined, Value | undefined> {
  for (const value of values) {
    if (value !== undefined) return value;
    yield;
  }
  return undefined;
}

/** Samples of which both sides are made in the same way. */
export function onBothSides(make: (side: keyof Samples) => Iterable<unknown>): Samples {
  return { accepted: make('accepted'), refused: make('refused') };
}

/** Puts each value in place of the present one. */
export function* replacing<Value, Changed>(
  present: unknown,
  values: Iterable<Value | undefined>,
  put: (value: Value) => Changed,
): Iterable<Changed | undefined> {
  for (const value of values) {
    if (value === undefined) yield;
    else if (value !== present) yield put(value);
  }
}

/** Adds an accepted value to the samples of a kind. */
export function alsoAccepting(value: unknown, { accepted, refused }: Samples): Samples {
  return { accepted: followedBy(accepted, value), refused };
}

export function* followedBy(values: Iterable<unknown>, last: unknown): Iterable<unknown> {
  yield* values;
  yield last;
}
