/** Passes a value on at once, or when it has arrived. */
export function after<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next,
): Next | Promise<Next> {
  return isPromise(value) ? value.then(next) : next(value);
}

/** Recognizes a promise of any realm or library. */
export function isPromise<Value>(value: Value | Promise<Value>): value is Promise<Value> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
