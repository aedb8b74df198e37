/** Returns a value that is always present, although its type allows for its absence. An absent value is a bug, and throws. */
export function defined<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new TypeError('a value is missing that is always there');
  return value;
}
