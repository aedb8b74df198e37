import { isDigit, ZERO } from './codes.ts';

/**
 * JSON numbers that have a fraction, although the double nearest to them has none. A rounded
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
  while (at >= 0 && !isSignificant(mantissa.charCodeAt(at))) at--;
  return at;
}

function isSignificant(code: number): boolean {
  return code > ZERO && isDigit(code);
}
