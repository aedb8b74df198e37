import { Numeral } from '../fields/numeral.ts';
import { hasFraction, suspectNumber } from './literal.ts';
import { gapEnd, tokenEnd } from './scan.ts';

/**
 * Parses and throws as `JSON.parse` should, but keeps as a `Numeral` each number whose fraction a double loses. From Node
 * 24 on, `JSON.parse` may take an escaped key for another one, which an earlier text has made it remember:
 * https://github.com/nodejs/node/issues/63785
 */
export function parseJson(json: string): unknown {
  const value: unknown = JSON.parse(json);
  return json.includes('\\') || suspectNumber(json) ? build(json) : value;
}

/**
 * Builds the value of a valid JSON text token by token. While it is open, an object is a list of keys and values
 * in turn; the text itself counts as a list of one value.
 */
function build(json: string): unknown {
  const open: unknown[][] = [[]];
  let end = 0;
  for (let at = gapEnd(json, 0); at < json.length; at = gapEnd(json, end)) {
    end = tokenEnd(json, at);
    take(json.slice(at, end), open);
  }
  return open[0]?.[0];
}

function take(token: string, open: unknown[][]): void {
  if (token === '[' || token === '{') open.push([]);
  else if (token === ']') add(open.pop() ?? [], open);
  else if (token === '}') add(objectOf(open.pop() ?? []), open);
  else add(scalar(token), open);
}

function add(value: unknown, open: unknown[][]): void {
  open.at(-1)?.push(value);
}

function scalar(token: string): unknown {
  if (!/^[-0-9]/.test(token)) return JSON.parse(token);
  const value = Number(token);
  return Number.isInteger(value) && hasFraction(token) ? new Numeral(token) : value;
}

/** Makes a property of every key: an assignment would take `__proto__` for something else. */
function objectOf(items: readonly unknown[]): object {
  const members: [string, unknown][] = [];
  for (let at = 0; at < items.length; at += 2) members.push([String(items[at]), items[at + 1]]);
  return Object.fromEntries(members);
}
