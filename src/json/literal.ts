/**
 * JSON numbers that have a fraction, although the double that `JSON.parse` makes of them has none. A rounded
 * fraction would let `30.00000000000000000001` pass as an integer.
 */

/** Whether a JSON number denotes a number that is not whole, whatever its length and exponent. */
export function hasFraction(literal: string): boolean {
  const exponent = literal.search(/[eE]/);
  const mantissa = exponent < 0 ? literal : literal.slice(0, exponent);
  const last = lastDigit(mantissa);
  if (last < 0) return false;
  const point = mantissa.includes('.') ? mantissa.indexOf('.') : mantissa.length;
  const power = last > point ? point - last : point - 1 - last;
  return power + (exponent < 0 ? 0 : Number(literal.slice(exponent + 1))) < 0;
}

/** Where the last digit is that is not 0; -1 where there is none. */
function lastDigit(mantissa: string): number {
  let at = mantissa.length - 1;
  while (at >= 0 && '0.-'.includes(mantissa.charAt(at))) at--;
  return at;
}

/**
 * Whether a JSON text may hold such a number; a cheap test before an exact one.
 *
 * Two decimal numbers of at most 15 significant digits never share a double, unless one is too small for any
 * ([DBL_DIG](https://en.cppreference.com/w/c/types/limits)). A number of so few digits, of which one is behind the
 * point, is below 10^14; if its double were whole, that would have no more than 15 digits, and the two would share it.
 * So there are 16 digits, which show as digits and points in a row; or the double is 0, and the number below 10^-323,
 * which takes a negative exponent of three digits, or again a row of zeros.
 */
export function suspectNumber(json: string): boolean {
  return /[0-9.]{16}|[eE]-[0-9]{3}/.test(json);
}
