import type { Case } from '../cases/case.ts';
import type { Received } from '../cases/compare.ts';

/** The kinds of faults, the worst first. */
export const faults = ['crashed', 'accepted', 'reply', 'status', 'request'] as const;

/**
 * What a service did wrong: it answered with a 5xx, with half a reply or not at all (`crashed`), took a request that it must
 * refuse (`accepted`), sent a reply that is not as declared (`reply`), or one of another status (`status`). Behind a proxy, a
 * client may be wrong, too: its request is not as declared (`request`).
 */
export type Fault = (typeof faults)[number];

/** One thing that is wrong with a reply. */
export interface Mistake {
  readonly fault: Fault;
  /** A clause such as `the status is 500 instead of 422`. */
  readonly what: string;
}

/** Why nothing is said about a request or a reply that a proxy has passed on. */
export const UNREAD = "a body has more than 1 MiB, or can't be decoded";

/** The outcome of a case. */
export interface Result {
  readonly case: Case;
  readonly outcome: 'agrees' | 'differs' | 'inconclusive' | 'not run';
  /** The kind of the fault, if the reply differs. */
  readonly fault?: Fault;
  /** The difference, or the reason why there is no verdict, in a few words. */
  readonly why?: string;
  /** The expected reply, in a few words. */
  readonly wanted: string;
  readonly received?: Received;
  /** The headers and the parameters of the query that the command line gave, if they were sent. */
  readonly headers: Pairs;
  readonly query: Pairs;
  /** True if a request was sent. */
  readonly isSent: boolean;
  /** When it was sent, in milliseconds since 1970, and how long it took. */
  readonly sentAt: number;
  readonly took: number;
}

/** Headers, or parameters of a query, in the order in which they are sent. */
export type Pairs = readonly (readonly [name: string, value: string])[];
