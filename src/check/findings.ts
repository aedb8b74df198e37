import { type Fault, faults, type Result } from './result.ts';

/** A fault of a service: all cases that show it, of which the first is kept. */
export interface Finding {
  readonly fault: Fault;
  /** The method and path: `POST /lamps`. */
  readonly endpoint: string;
  /** The place in the request; undefined if the mistake is in the reply alone. */
  readonly place: string | undefined;
  readonly why: string;
  readonly first: Result;
  readonly count: number;
  /** True if it is one that was known before. */
  readonly isKnown: boolean;
}

/** A fault in a file of known ones. */
export type Known = Pick<Finding, 'fault' | 'endpoint' | 'why'> & { readonly place?: string | undefined };

/** Groups the results that differ: what shows the same fault is told once. */
export class Findings {
  readonly #byKey = new Map<string, Finding>();
  readonly #known: ReadonlySet<string>;

  constructor(known: readonly Known[] = []) {
    this.#known = new Set(known.map(keyOf));
  }

  /** Adds a result, and returns the finding that it belongs to; undefined if it does not differ. */
  add(result: Result, endpoint: string): Finding | undefined {
    const { fault, why, case: each } = result;
    if (fault === undefined || why === undefined) return undefined;
    const isOfRequest = fault === 'accepted' || fault === 'crashed' || fault === 'request';
    const given = { fault, endpoint, place: isOfRequest ? each.place : undefined, why };
    const key = keyOf(given);
    const first = this.#byKey.get(key);
    const finding = first
      ? { ...first, count: first.count + 1 }
      : { ...given, first: result, count: 1, isKnown: this.#known.has(key) };
    this.#byKey.set(key, finding);
    return finding;
  }

  /** All findings, the worst first. */
  all(): readonly Finding[] {
    return [...this.#byKey.values()].toSorted((a, b) => faults.indexOf(a.fault) - faults.indexOf(b.fault));
  }

  /** The findings that were not known. */
  fresh(): readonly Finding[] {
    return this.all().filter(({ isKnown }) => !isKnown);
  }
}

function keyOf({ fault, endpoint, place = '', why }: Known): string {
  return JSON.stringify([fault, endpoint, place, why].map((text) => text.replace(INDEX, '.*')));
}

/** A position in a list: the same mistake in another item is the same fault. */
const INDEX = /\.\d+(?=[.\s]|$)/g;
