import type { Contract } from '../contract/endpoint.ts';
import type { Result } from './check.ts';

/** The number of cases by their outcome. */
export interface Count {
  agree: number;
  differ: number;
  notRun: number;
}

/** Counts results, in total and by endpoint. */
export class Tally {
  readonly total: Count = { agree: 0, differ: 0, notRun: 0 };
  /** Counts by method and path, such as `POST /users/`. */
  readonly endpoints = new Map<string, Count>();
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  add({ case: { operation }, outcome }: Result): void {
    const own = this.countOf(this.nameOf(operation));
    const key = keys[outcome];
    own[key]++;
    this.total[key]++;
  }

  countOf(endpoint: string): Count {
    const count = this.endpoints.get(endpoint) ?? { agree: 0, differ: 0, notRun: 0 };
    this.endpoints.set(endpoint, count);
    return count;
  }

  nameOf(operation: string | undefined): string {
    const endpoint = operation === undefined ? undefined : this.#contract.endpoints[operation];
    return endpoint ? `${endpoint.method} ${endpoint.path}` : 'Anywhere';
  }
}

const keys = { agrees: 'agree', differs: 'differ', 'not run': 'notRun' } as const;

export function sumOf({ agree, differ, notRun }: Count): number {
  return agree + differ + notRun;
}
