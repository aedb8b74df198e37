/** Steps over the pieces of a JSON text whose syntax is judged elsewhere. All take a position and give the next. */

const quote = 0x22;
const backslash = 0x5c;

/** The position after the JSON white space at `at`. */
export function spaceEnd(json: string, at: number): number {
  while (isSpace(json.charCodeAt(at))) at++;
  return at;
}

/** The position after the white space, commas and colons at `at`. */
export function gapEnd(json: string, at: number): number {
  while (isGap(json.charCodeAt(at))) at++;
  return at;
}

/** The position after the string that starts at `at`. */
function stringEnd(json: string, at: number): number {
  let end = json.indexOf('"', at + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end + 1;
}

/** The position after the string at `at`, or else after the one character. */
export function stepEnd(json: string, at: number): number {
  return json.charCodeAt(at) === quote ? stringEnd(json, at) : at + 1;
}

/** The position after the bracket, string, number or word at `at`. */
export function tokenEnd(json: string, at: number): number {
  return nesting(json.charCodeAt(at)) === 0 ? valueEnd(json, at) : at + 1;
}

/** The position after the value that starts at `at`, or after the closing bracket there. */
export function valueEnd(json: string, at: number): number {
  let depth = 0;
  do {
    depth += nesting(json.charCodeAt(at));
    at = stepEnd(json, at);
  } while (at < json.length && (depth > 0 || !endsToken(json.charCodeAt(at))));
  return at;
}

/** By how many levels a character outside of strings changes the depth. Bit 5 alone tells `[` from `{`. */
export function nesting(code: number): -1 | 0 | 1 {
  const brace = code | 0x20;
  return brace === 0x7b ? 1 : brace === 0x7d ? -1 : 0;
}

/** Each run of backslashes is walked once, from the quotation mark behind it, so the time is linear. */
function isEscaped(json: string, end: number): boolean {
  let start = end;
  while (json.charCodeAt(start - 1) === backslash) start--;
  return (end - start) % 2 === 1;
}

function endsToken(code: number): boolean {
  return isGap(code) || nesting(code) < 0;
}

function isGap(code: number): boolean {
  return code === 0x2c || code === 0x3a || isSpace(code);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
