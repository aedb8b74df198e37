/** The steps of work that are left for the value that is read. */
let left = Number.POSITIVE_INFINITY;

/** Reads a value in at most `steps` steps of the kind that multiply: one for each kind of a union that is tried. */
export function withinSteps<Result>(steps: number, read: () => Result): Result {
  const before = left;
  left = steps;
  try {
    return read();
  } finally {
    left = before;
  }
}

/** Counts steps, and tells whether they may be taken. */
export function maySpend(steps: number): boolean {
  left -= steps;
  return left >= 0;
}
