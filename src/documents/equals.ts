import { isScalar, knownValues } from '../fields/choice.ts';
import { isRecord } from '../fields/values.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { hashOfScalar, Keys, mixed } from '../text/keys.ts';
import { ensure } from '../text/memo.ts';
import { atOnce, type Steps } from '../text/turns.ts';

/**
 * Values among which equal ones are found. Of objects and lists, only those of the same size are looked through, since a constant may
 * have hundreds of thousands of values in it, and only those with the same hash are written, since as many may have the same size.
 */
export class Equals {
  readonly #sorted: Sorted;
  readonly #textOf: (value: unknown) => string;
  readonly #texts = new Map<readonly unknown[], ReadonlySet<string>>();

  /** `textOf` writes a value as all its equals are written. */
  constructor(values: readonly unknown[], textOf: (value: unknown) => string) {
    this.#sorted = sortedOf(values);
    this.#textOf = textOf;
  }

  /** Tells whether a value is equal to one of these; `text` returns its text. */
  include(value: unknown, text: () => string): boolean {
    const found = this.#sorted.find(value);
    if (typeof found === 'boolean') return found;
    return found.length > 0 && ensure(this.#texts, found, () => new Set(found.map(this.#textOf))).has(text());
  }
}

/** Values of which no two are equal. */
export class Distinct {
  readonly #scalars = new Keys();
  readonly #texts = new Keys();

  /** Adds a value unless an equal one is there, and tells whether it did; `text` returns the text that all its equals have. */
  add(value: unknown, text: () => string): boolean {
    // Beyond the safe ones, a number may have equals that no double holds.
    const isKnownByItself = typeof value === 'number' ? Math.abs(value) < 2 ** 53 : isScalar(value);
    return isKnownByItself ? this.#scalars.add(value) : this.#texts.add(text());
  }
}

/** The number of values from which they are sorted once for all who look for equals among them. */
export const MANY_VALUES = 1000;

function sortedOf(values: readonly unknown[]): Sorted {
  if (values.length <= MANY_VALUES) return new Sorted(values);
  return ensure(sortedLists, values, () => new Sorted(values));
}

const sortedLists = new WeakMap<readonly unknown[], Sorted>();

/** Sorts lists of values in steps, before any value is looked for in them. */
export function* sortInSteps(lists: readonly (readonly unknown[])[]): Steps<void> {
  for (const values of lists) yield* sortedOf(values).inSteps();
}

/** The number of values that are all written. */
const FEW = 16;

/** The values that are sorted in a step. */
const SORTED_AT_ONCE = 1000;

/** Values by their size and, if many have the same, by their hash. */
class Sorted {
  readonly #values: readonly unknown[];
  readonly #scalars = new Set<unknown>();
  /** The numbers that no double holds, by the nearest one, and those beside that one. */
  readonly #inexact = new Map<number, unknown[]>();
  readonly #besides = new Map<number, readonly unknown[]>();
  readonly #bySize = new Map<number, unknown[]>();
  readonly #tables = new Map<number, Table>();
  #steps: Steps<void> | undefined;
  #isDone = false;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  /** Tells whether a value is one of these, or returns those that it may be equal to. */
  find(value: unknown): boolean | readonly unknown[] {
    if (!this.#isDone) atOnce(this.inSteps());
    if (this.#scalars.has(value)) return true;
    if (value instanceof InexactNumber) return this.#numbersAt(value.double);
    if (typeof value === 'number') return this.#inexact.get(value) ?? none;
    if (isScalar(value) || this.#bySize.size === 0) return false;
    const size = remembered(sizes, Object(value), sizeOf);
    const table = this.#tables.get(size);
    if (table) return table.find(remembered(hashes, Object(value), hashOf));
    const values = this.#bySize.get(size) ?? none;
    // A sample is often one of the values itself.
    return values.includes(value) || values;
  }

  /** Lists the numbers that are nearest to the same double, itself among them. */
  #numbersAt(double: number): readonly unknown[] {
    const inexact = this.#inexact.get(double) ?? none;
    return this.#scalars.has(double) ? ensure(this.#besides, double, () => [double, ...inexact]) : inexact;
  }

  /** Sorts the values, once. Whoever waits for that takes the next step. */
  *inSteps(): Steps<void> {
    this.#steps ??= this.#sort();
    while (!this.#isDone) {
      if (this.#steps.next().done) this.#isDone = true;
      else yield;
    }
  }

  *#sort(): Steps<void> {
    let count = 0;
    for (const value of this.#values) {
      if (++count % SORTED_AT_ONCE === 0) yield;
      if (isScalar(value)) this.#scalars.add(value);
      else if (value instanceof InexactNumber) ensure(this.#inexact, value.double, () => []).push(value);
      else ensure(this.#bySize, sizeOf(value), () => []).push(value);
    }
    if (this.#bySize.size + this.#inexact.size === 0) knownValues.set(this.#values, this.#scalars);
    for (const [size, values] of this.#bySize) {
      if (values.length <= FEW) continue;
      const table = new Table(values);
      yield* table.fill();
      this.#tables.set(size, table);
    }
  }
}

const none: readonly unknown[] = [];

/** Values by their hashes. A map of lists would take many times as long to be made. */
class Table {
  readonly #values: readonly unknown[];
  readonly #hashes: Int32Array;
  /** For each of as many places as a hash may have, one more than the number of its last value; and for each value the one before. */
  readonly #last: Int32Array;
  readonly #before: Int32Array;
  /** The lists that were asked for. */
  readonly #known = new Map<number, readonly unknown[]>();

  constructor(values: readonly unknown[]) {
    this.#values = values;
    this.#hashes = new Int32Array(values.length);
    this.#before = new Int32Array(values.length);
    this.#last = new Int32Array(2 ** Math.ceil(Math.log2(values.length)));
  }

  *fill(): Steps<void> {
    for (let at = 0; at < this.#values.length; at++) {
      if (at % SORTED_AT_ONCE === 0) yield;
      const hash = hashOf(this.#values[at]);
      const place = this.#placeOf(hash);
      this.#hashes[at] = hash;
      this.#before[at] = Number(this.#last[place]);
      this.#last[place] = at + 1;
    }
  }

  #placeOf(hash: number): number {
    return hash & (this.#last.length - 1);
  }

  /** Lists the values with a hash. */
  find(hash: number): readonly unknown[] {
    const known = this.#known.get(hash);
    if (known) return known;
    const found: unknown[] = [];
    for (let at = Number(this.#last[this.#placeOf(hash)]); at > 0; at = Number(this.#before[at - 1]))
      if (this.#hashes[at - 1] === hash) found.push(this.#values[at - 1]);
    // Clients may ask for any others.
    if (found.length > 0) this.#known.set(hash, found);
    return found;
  }
}

/** The number of items of a list, or of names of an object as a negative one. */
function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : -1 - Object.keys(Object(value)).length;
}

/** Returns a number that a value has in common with all its equals, and with few others. */
function hashOf(value: unknown): number {
  if (Array.isArray(value)) {
    let hash = 1;
    for (const item of value) hash = mixed(hash, hashOf(item));
    return hash;
  }
  if (!isRecord(value)) return hashOfScalar(value instanceof InexactNumber ? value.double : value);
  let hash = 0;
  for (const name of Object.keys(value)) hash = (hash + mixed(hashOfScalar(name), hashOf(value[name]))) | 0;
  return hash;
}

/** The sizes and hashes of objects: thousands of choices may be asked about the same one. */
const sizes = new WeakMap<object, number>();
const hashes = new WeakMap<object, number>();

function remembered(
  known: WeakMap<object, number>,
  value: object,
  numberOf: (value: object) => number,
): number {
  return ensure(known, value, () => numberOf(value));
}
