/** Bounds for the number of characters or items. */
export interface Lengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Lengths that something can have. A mistake in them is one in the program, and is thrown. */
export function checkLengths({ minLength = 0, maxLength = minLength }: Lengths): void {
  for (const length of [minLength, maxLength])
    if (!(Number.isInteger(length) && length >= 0)) throw new TypeError(`${length} is no length`);
  if (minLength > maxLength)
    throw new TypeError(`Nothing has at least ${minLength} and at most ${maxLength}`);
}
