/** The bodies of errors that have been written: those that are remembered, and those that are written before they are needed. */
import type { Reason } from '../errors/bodies/reasons.ts';
import { StreamedContent } from '../http/content.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import type { Told } from './error-body.ts';
import type { Body } from './responses.ts';
import { weightOf } from './weight.ts';

/** The most bodies that are remembered, in all and of one offer, and the most that all and one weigh, with what they are remembered by. */
export const MAX_WRITTEN = 200;
export const MAX_OF_OFFER = 8;
export const MAX_WEIGHT = 8 * 1024 * 1024;
export const MAX_WEIGHT_OF_ONE = 1024 * 1024;

/** A body, and the error that it tells. */
interface Written {
  readonly told: Told;
  readonly body: Body;
  readonly weight: number;
}

/** The bodies that were written last: clients make the same mistakes again. When there are too many, all are forgotten. */
export class WrittenBodies {
  readonly #byOffer = new Map<object, Written[]>();
  #count = 0;
  #weight = 0;

  /** Finds the body for an error in an offer. */
  find(offer: object, told: Told): Body | undefined {
    const known = this.#byOffer.get(offer)?.find((each) => isSame(each.told, told));
    return known?.body ?? bodyAhead(offer, told);
  }

  add(offer: object, error: Told, body: Body): void {
    const told = withoutObjects(error);
    const weight = weightOf({ told, body }, MAX_WEIGHT_OF_ONE);
    if (body.content instanceof StreamedContent || weight > MAX_WEIGHT_OF_ONE) return;
    if (this.#count === MAX_WRITTEN || this.#weight + weight > MAX_WEIGHT) {
      this.#byOffer.clear();
      this.#count = 0;
      this.#weight = 0;
    }
    const all = ensure(this.#byOffer, offer, () => []);
    if (all.length === MAX_OF_OFFER) this.#forget(all.splice(0));
    all.push({ told, body, weight });
    this.#count++;
    this.#weight += weight;
  }

  #forget(all: readonly Written[]): void {
    this.#count -= all.length;
    for (const { weight } of all) this.#weight -= weight;
  }
}

/** Forgets the objects that were sent: the body of an error never shows them. */
function withoutObjects(told: Told): Told {
  return { ...told, reasons: told.reasons.map((reason) => ({ ...reason, input: shownOf(reason) })) };
}

/** The value that was sent, if the body of an error may show it. */
function shownOf({ input }: Reason): unknown {
  return typeof input === 'object' ? null : input;
}

/** Tells whether two errors have the same body. */
function isSame(one: Told, other: Told): boolean {
  return (
    one.status === other.status &&
    one.sentence === other.sentence &&
    one.path === other.path &&
    one.reasons.length === other.reasons.length &&
    one.reasons.every((reason, at) => isSameReason(reason, defined(other.reasons[at])))
  );
}

function isSameReason(one: Reason, other: Reason): boolean {
  return (
    one.part === other.part &&
    one.type === other.type &&
    one.message === other.message &&
    Object.is(shownOf(one), shownOf(other)) &&
    one.path.length === other.path.length &&
    one.path.every((step, at) => step === other.path[at])
  );
}

/** A body that is to be written, and is there in the end. */
interface Ahead {
  readonly offer: object;
  readonly told: Told;
  readonly steps: Steps<Body>;
  body?: Body;
}

/** The bodies that something needs at once, while it runs; and whether it only runs to find out which those are. */
let ahead: { readonly all: Ahead[]; readonly isFirst: boolean } | undefined;

/** Runs what needs errors at once: first to find out which of them take long, which are then written in steps, and then with those. */
export function* writtenAhead<Result>(run: () => Result): Generator<undefined, Result> {
  const all: Ahead[] = [];
  const result = runWith({ all, isFirst: true }, run);
  for (const each of all) each.body = yield* withPauses(each.steps);
  return all.length > 0 ? runWith({ all, isFirst: false }, run) : result;
}

function* withPauses<Result>(steps: Steps<Result>): Generator<undefined, Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
}

function runWith<Result>(bodies: typeof ahead, run: () => Result): Result {
  ahead = bodies;
  try {
    return run();
  } finally {
    ahead = undefined;
  }
}

/** Leaves a body to be written later, if it is not needed yet. */
export function isLeft(wanted: Ahead): boolean {
  if (ahead?.isFirst) ahead.all.push(wanted);
  return ahead?.isFirst === true;
}

function bodyAhead(offer: object, told: Told): Body | undefined {
  return ahead?.all.find((each) => each.offer === offer && isSame(each.told, told))?.body;
}
