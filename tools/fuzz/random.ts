/** Seeded random numbers (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** An integer from 0 up to, but not including, a limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  /** True once in n times on average. */
  oneIn(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<const Values extends readonly [unknown, ...unknown[]]>(values: Values): Values[number] {
    return values[this.below(values.length)];
  }

  /** Of several texts, one. */
  text(texts: readonly string[]): string {
    return texts[this.below(texts.length)] ?? '';
  }

  /** Up to that many texts, joined. */
  texts(most: number, make: () => string, between = ''): string {
    const all: string[] = [];
    for (let left = this.below(most + 1); left > 0; left--) all.push(make());
    return all.join(between);
  }
}

/** The seed of a batch. */
export function seedOf(target: string, batch: number): number {
  let hash = Math.imul(batch + 1, 0x9e3779b1);
  for (let at = 0; at < target.length; at++) hash = Math.imul(hash ^ target.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
