/** A value that is always there, which the types can't tell. That it is not is a bug, and is thrown as one. */
export function defined<Value>(value: Value | null | undefined): Value {
  if (value === undefined || value === null) throw new TypeError('a value is missing that is always there');
  return value;
}
