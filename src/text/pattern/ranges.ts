/** A set of characters, as ranges of code points. */
export type Ranges = readonly (readonly [first: number, last: number])[];

export const LAST_CODE_POINT = 0x10ffff;

/** Sorts the ranges of a set, and merges those that overlap or touch. */
export function normalized(ranges: Ranges): Ranges {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(ranges: Ranges): Ranges {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of normalized(ranges)) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_CODE_POINT) gaps.push([next, LAST_CODE_POINT]);
  return gaps;
}

/** Checks for a character that is in both sets. */
export function overlap(one: Ranges, other: Ranges): boolean {
  return one.some(([first, last]) => other.some(([begin, end]) => first <= end && begin <= last));
}
