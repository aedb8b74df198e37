/** Returns a value that is always present, although its type allows for its absence. An absent value is a bug, and throws. */
export function defined<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new TypeError('a value is missing that is always there');
  return value;
}

/** Passes a value on at once, or when it has arrived; or what `recover` makes of the error if it never does. */
export function after<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
  recover?: (error: unknown) => Next | Promise<Next>,
): Next | Promise<Next> {
  return isPromise(value) ? value.then(next, recover) : next(value);
}

/** Recognizes a promise of any realm or library. */
export function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** The message of an error, or of the first of several: a host with several addresses fails with one for each. */
export function firstMessage(error: Error): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return first.message;
}
