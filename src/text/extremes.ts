/** The greatest and the least of numbers. `Math.max` takes them as arguments, and a call has room for some hundred thousand only. */

export function greatest(numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const number of numbers) found = Math.max(found, number);
  return found;
}

export function smallest(numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const number of numbers) found = Math.min(found, number);
  return found;
}
