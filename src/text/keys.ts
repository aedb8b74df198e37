/** A set of texts, numbers and other scalars in many small sets. To make room in a single one for a million takes a tenth of a second. */
export class Keys {
  readonly #first = new Set<unknown>();
  readonly #others: Set<unknown>[] = [];

  /** Adds a key, and tells whether it is new. */
  add(key: unknown): boolean {
    if (this.#first.has(key)) return false;
    const keys = this.#first.size < MANY ? this.#first : this.#othersLike(key);
    const { size } = keys;
    return keys.add(key).size > size;
  }

  #othersLike(key: unknown): Set<unknown> {
    const at = hashOfScalar(key) & (SETS - 1);
    this.#others[at] ??= new Set();
    return this.#others[at];
  }
}

/** The keys that are in one set. */
const MANY = 1000;

/** The number of small sets, a power of two. */
const SETS = 256;

/** Returns a number that a scalar has in common with few others. */
export function hashOfScalar(value: unknown): number {
  if (typeof value !== 'string') return Math.trunc(Number(value) * SPREAD) | 0;
  let hash = 0;
  for (let at = 0; at < value.length; at++) hash = mixed(hash, value.charCodeAt(at));
  return hash;
}

export function mixed(hash: number, next: number): number {
  return Math.imul(hash ^ next, PRIME) ^ (hash >>> 15);
}

const PRIME = 0x9e3779b1;
/** What numbers are multiplied by, so that those between whole numbers have different hashes. */
const SPREAD = 1009;
