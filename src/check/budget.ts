import type { Case } from '../cases/case.ts';
import type { CaseStep } from '../cases/cases.ts';

/** The number of requests that a check gets by with, where that takes leaving out only what is nearly the same as something else. */
const ENOUGH = 300;
/** The most cases that are counted, and of their characters, as all of them are kept. If there are more, as few as possible are sent. */
const MAX_COUNTED = 1500;
const MAX_CHARACTERS = 16 * 1024 * 1024;

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
export function* withinBudget(
  cases: Iterable<CaseStep>,
  others: number,
  onLeftOut: () => void,
): Iterable<CaseStep> {
  const iterator = cases[Symbol.iterator]();
  const { counted, areAll } = yield* first(iterator);
  const step = areAll && steps.find((each) => counted.filter(filterOf(each)).length <= ENOUGH - others);
  const isSent = filterOf(step || least);
  const chosen = (each: CaseStep) => {
    if (!each || isSent(each)) return each;
    onLeftOut();
    return undefined;
  };
  for (const each of counted) yield chosen(each);
  counted.length = 0;
  for (let next = iterator.next(); !next.done; next = iterator.next()) yield chosen(next.value);
}

/** Takes the first cases in steps, and tells whether there are no more. */
function* first(iterator: Iterator<CaseStep>) {
  const counted: Case[] = [];
  for (let left = MAX_CHARACTERS; counted.length < MAX_COUNTED && left > 0; ) {
    const { done, value } = iterator.next();
    if (done) return { counted, areAll: true };
    if (!value) yield value;
    else {
      counted.push(value);
      left -= lengthOf(value);
    }
  }
  return { counted, areAll: false };
}

/** The characters of a case that may be many. */
function lengthOf({ title, request: { target, body }, expected }: Case): number {
  return [title, target, body, expected.body].reduce((sum, each = '') => sum + each.length, 0);
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
