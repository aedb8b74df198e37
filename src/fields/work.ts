/** The steps of work that are left for the value that is read. */
let left = Number.POSITIVE_INFINITY;

/** Reads a value in at most `steps` steps of the kind that multiply: some for each kind of a union that is tried. */
export function withinSteps<Result>(steps: number, read: () => Result): Result {
  const before = left;
  left = steps;
  try {
    return read();
  } finally {
    left = before;
  }
}

/** The same for a value that is read bit by bit: what each part takes is taken from the steps of all. */
export function spending<Result>(budget: { left: number }, read: () => Result): Result {
  return withinSteps(budget.left, () => {
    const result = read();
    budget.left = left;
    return result;
  });
}

/** True if what has a limit of its own may not take more steps than are left either. */
let isStrict = false;

/** Reads a value in at most `steps` steps, and returns how many are left: fewer than none if that was not enough. */
export function withSteps<Result>(steps: number, read: () => Result): { result: Result; left: number } {
  const before = isStrict;
  isStrict = true;
  try {
    return withinSteps(steps, () => {
      const result = read();
      return { result, left };
    });
  } finally {
    isStrict = before;
  }
}

/** Returns the steps that what has a limit of its own may take: none where others have taken them all. */
export function stepsWithin(limit: number): number {
  if (left < 0) return 0;
  return isStrict ? Math.min(limit, left) : limit;
}

/** Counts steps, and tells whether they may be taken. */
export function maySpend(steps: number): boolean {
  left -= steps;
  return left >= 0;
}

/** The steps of reading an object, which takes as much longer than reading anything else. */
const STEPS_OF_OBJECT = 3;

/** The names or items that are looked through in a step. */
const PARTS_PER_STEP = 2;

/** Returns the steps of reading a value in one of several ways. */
export function stepsOf(raw: unknown): number {
  if (Array.isArray(raw)) return 1 + raw.length / PARTS_PER_STEP;
  return isObject(raw) ? STEPS_OF_OBJECT + Object.keys(raw).length / PARTS_PER_STEP : 1;
}

/** Returns how many steps are left. */
export function stepsLeft(): number {
  return left;
}

/** Tells whether the steps are limited. */
export function isLimited(): boolean {
  return left < Number.POSITIVE_INFINITY;
}

/** Tells whether a value is an object. `isRecord` says the same, and depends on what depends on this. */
function isObject(raw: unknown): raw is object {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}
