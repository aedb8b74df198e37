import { InexactNumber } from '../text/json/reader.ts';

/** The steps of work that are left for the value that is read. */
let left = Number.POSITIVE_INFINITY;

/**
 * Reads a value, or a part of it, in at most the steps of a budget, and takes them from it. Counted are the kind of steps that
 * multiply: some for each kind of a union that is tried.
 */
export function spending<Result>(budget: { left: number }, read: () => Result): Result {
  const before = left;
  left = budget.left;
  try {
    return read();
  } finally {
    budget.left = left;
    left = before;
  }
}

/** True if what has a limit of its own may not take more steps than are left either. */
let isStrict = false;

/** Reads a value in at most `steps` steps, and returns how many are left: fewer than none if that was not enough. */
export function withSteps<Result>(steps: number, read: () => Result): { result: Result; left: number } {
  const before = isStrict;
  isStrict = true;
  try {
    const budget = { left: steps };
    const result = spending(budget, read);
    return { result, left: budget.left };
  } finally {
    isStrict = before;
  }
}

/** Returns the steps that what has a limit of its own may take: none where others have taken them all. */
export function stepsWithin(limit: number): number {
  if (left < 0) return 0;
  return isStrict ? Math.min(limit, left) : limit;
}

/** Counts steps, and tells whether they may be taken. Without a limit, that is so even for infinitely many. */
export function maySpend(steps: number): boolean {
  if (isLimited()) left -= steps;
  return left >= 0;
}

/** The steps of reading an object, which takes as much longer than reading anything else. */
const STEPS_OF_OBJECT = 3;

/** The names or items that are looked through in a step. */
const PARTS_PER_STEP = 2;

/** The characters that are looked through in a step. */
const CHARACTERS_PER_STEP = 100;

/** Returns the steps of reading a value in one of several ways. */
export function stepsOf(raw: unknown): number {
  const text = raw instanceof InexactNumber ? raw.text : raw;
  if (typeof text === 'string') return 1 + text.length / CHARACTERS_PER_STEP;
  if (Array.isArray(raw)) return 1 + raw.length / PARTS_PER_STEP;
  if (typeof raw !== 'object' || raw === null) return 1;
  return STEPS_OF_OBJECT + Object.keys(raw).length / PARTS_PER_STEP;
}

/** Returns how many steps are left. */
export function stepsLeft(): number {
  return left;
}

/** Tells whether the steps are limited. */
export function isLimited(): boolean {
  return left < Number.POSITIVE_INFINITY;
}
