/** Calls a function that may throw over what it is given, such as `JSON.parse`; returns nothing if it does. */
export function attempt<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch {
    return undefined;
  }
}
