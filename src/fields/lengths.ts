/** Bounds for the number of characters or items. */
export interface Lengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Checks that some length can be within the bounds. Anything else is a mistake in the program, and throws. */
export function checkLengths({ minLength = 0, maxLength = minLength }: Lengths): void {
  for (const length of [minLength, maxLength])
    if (!(Number.isInteger(length) && length >= 0)) throw new TypeError(`${length} is not a length`);
  if (minLength > maxLength)
    throw new TypeError(`No length is at least ${minLength} and at most ${maxLength}`);
}
