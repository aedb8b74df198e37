import type { Case } from '../cases/case.ts';

/** The number of requests that a check gets by with, where that takes leaving out only what is nearly the same as something else. */
const ENOUGH = 300;
/** The most cases that are counted. If there are more, as few as possible are sent. */
const MAX_COUNTED = 1500;

/** How many cases of a place are sent, whatever there is elsewhere: in a new place, and in one that another operation has, too. */
interface Step {
  readonly fresh: number;
  readonly repeated: number;
}

const ALL = Number.POSITIVE_INFINITY;
const steps: readonly Step[] = [
  { fresh: ALL, repeated: ALL },
  { fresh: 5, repeated: 3 },
  { fresh: 4, repeated: 2 },
];
const least: Step = { fresh: 3, repeated: 1 };

/**
 * Leaves out cases that are nearly the same as others, if there are too many, but no more than needed, and tells of each. `others`
 * is the number of requests besides.
 */
export function* withinBudget(cases: Iterable<Case>, others: number, onLeftOut: () => void): Iterable<Case> {
  const iterator = cases[Symbol.iterator]();
  const counted = first(MAX_COUNTED, iterator);
  const mayFit = counted.length < MAX_COUNTED;
  const step = mayFit && steps.find((each) => counted.filter(filterOf(each)).length <= ENOUGH - others);
  const isSent = filterOf(step || least);
  for (const each of counted)
    if (isSent(each)) yield each;
    else onLeftOut();
  for (let next = iterator.next(); !next.done; next = iterator.next())
    if (isSent(next.value)) yield next.value;
    else onLeftOut();
}

function first(most: number, iterator: Iterator<Case>): Case[] {
  const all: Case[] = [];
  while (all.length < most) {
    const { done, value } = iterator.next();
    if (done) break;
    all.push(value);
  }
  return all;
}

/**
 * Makes the filter of a step. A case is nearly the same as another if it is a further one of its place, such as one more value of
 * a wrong type, and some other place has had the like.
 */
function filterOf({ fresh, repeated }: Step): (each: Case) => boolean {
  const types = new Set<string>();
  /** The operations that were the first to have a place. */
  const owners = new Map<string, string | undefined>();
  const counts = new Map<string, number>();
  return ({ operation, place, type }) => {
    const key = `${operation} ${place}`;
    const count = counts.get(key) ?? 0;
    if (!owners.has(place)) owners.set(place, operation);
    const isFresh = owners.get(place) === operation;
    const isAlike = type.includes('/') && types.has(type) && !(isFresh && TELLING.test(type));
    types.add(type);
    const isSent = !isAlike || count < (isFresh ? fresh : repeated);
    if (isSent) counts.set(key, count + 1);
    return isSent;
  };
}

/** Values of a wrong type that are the most often taken for something else, or not expected at all. */
const TELLING = /\/(?:null|number|digits)$/;
