import type { Contract } from '../contract/endpoint.ts';
import { ensure } from '../text/memo.ts';
import type { Result } from './result.ts';

/** The number of cases by their outcome. */
export interface Count {
  agree: number;
  differ: number;
  inconclusive: number;
  notRun: number;
}

/** Cases of one endpoint without a verdict, and why. */
export interface Doubt {
  readonly endpoint: string;
  readonly why: string;
  readonly count: number;
  /** The name of the operation. */
  readonly operation: string;
}

/** Counts results, in total and by endpoint. */
export class Tally {
  readonly total: Count = noCount();
  /** The number of requests that were sent. */
  requests = 0;
  /** The number of cases that are nearly the same as others, and were not sent. */
  leftOut = 0;
  /** Counts by method and path, such as `POST /users/`. */
  readonly endpoints = new Map<string, Count>();
  readonly #cutOff = new Set<string>();
  readonly #doubts = new Map<string, Doubt>();
  readonly #contract: Contract;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  add({ case: { operation = '' }, outcome, why = '', isSent }: Result): void {
    const endpoint = this.nameOf(operation);
    const key = keys[outcome];
    this.countOf(endpoint)[key]++;
    this.total[key]++;
    if (isSent) this.requests++;
    if (outcome !== 'inconclusive') return;
    const { count = 0 } = this.#doubts.get(`${endpoint} ${why}`) ?? {};
    this.#doubts.set(`${endpoint} ${why}`, { endpoint, why, count: count + 1, operation });
  }

  /** Notes that an operation has more cases than can be made. */
  noteCutOff(operation: string): void {
    this.#cutOff.add(this.nameOf(operation));
  }

  /** The endpoints that have more cases than can be made, of those that were checked. */
  cutOff(): readonly string[] {
    return [...this.#cutOff].filter((name) => this.endpoints.has(name));
  }

  /** The cases without a verdict, once for each endpoint and reason. */
  doubts(): readonly Doubt[] {
    return [...this.#doubts.values()];
  }

  countOf(endpoint: string): Count {
    return ensure(this.endpoints, endpoint, noCount);
  }

  nameOf(operation: string | undefined): string {
    const endpoint = this.#contract.endpoints[operation ?? ''];
    return endpoint ? `${endpoint.method} ${endpoint.path}` : 'Anywhere';
  }
}

function noCount(): Count {
  return { agree: 0, differ: 0, inconclusive: 0, notRun: 0 };
}

const keys = {
  agrees: 'agree',
  differs: 'differ',
  inconclusive: 'inconclusive',
  'not run': 'notRun',
} as const;

export function sumOf({ agree, differ, inconclusive, notRun }: Count): number {
  return agree + differ + inconclusive + notRun;
}
