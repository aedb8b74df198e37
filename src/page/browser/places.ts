import { type JsonNode, scanJson } from '../../text/json/places.ts';
import type { HeaderLine, Message } from './message.ts';

/** A range of the text in the editor. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range of a value in the text; `outer` is what to remove with it, such as its name and a comma. */
export interface Place extends Range {
  readonly outer: Range;
  /** The value is missing, and the range is that of its parent. */
  readonly isMissing: boolean;
}

type Loc = readonly (string | number)[];

/** Finds the value at a `loc`; undefined if that is not a part of a request. */
export function placeOf(loc: Loc, message: Message, path: string): Place | undefined {
  const [part, ...keys] = loc;
  if (part === 'body') return bodyPlace(keys, message);
  const name = String(keys[0] ?? '');
  if (part === 'query') return queryPlace(name, message);
  if (part === 'path') return pathPlace(name, message, path);
  if (part === 'header') return headerPlace(name, message);
  if (part === 'cookie') return headerPlace('cookie', message);
  return undefined;
}

/** A refusal without entries: its status, its message, and the credential that the endpoint requires. */
export interface Refused {
  readonly status: number;
  readonly said: string;
  readonly credential: string;
}

/** Finds the part of a request that a refusal without entries is about. */
export function partOfStatus({ status, said, credential }: Refused, message: Message): Range | undefined {
  const { method, target, targetStart, body, bodyStart, headers, text } = message;
  const [part = '', name = ''] = credential.split(' ');
  const whole = { start: bodyStart, end: text.length };
  switch (status) {
    case 400:
      return body === undefined ? undefined : pointIn(body, said, bodyStart);
    case 401:
      return part === '' ? undefined : placeOf([part, name], message, '');
    case 404:
    case 414:
      return { start: targetStart, end: targetStart + target.length };
    case 405:
      return { start: 0, end: method.length };
    case 413:
      return whole;
    case 415:
      return headers.find(({ name }) => /^content-(?:type|encoding)$/i.test(name) && !isPlain(name, headers));
    default:
      return undefined;
  }
}

/** Finds the character that a message names by line and column. */
function pointIn(body: string, said: string, bodyStart: number): Range | undefined {
  const [, line, column] = /line (\d+),? column (\d+)/.exec(said) ?? [];
  if (line === undefined) return undefined;
  const before = body.split('\n').slice(0, Number(line) - 1);
  const at = before.join('\n').length + (before.length > 0 ? 1 : 0) + Number(column) - 1;
  const start = bodyStart + Math.min(at, Math.max(0, body.length - 1));
  return { start, end: start + 1 };
}

/** Tells whether a header is not the cause: if there is a Content-Encoding, that is refused, not Content-Type. */
function isPlain(name: string, headers: readonly HeaderLine[]): boolean {
  return /type$/i.test(name) && headers.some((each) => /^content-encoding$/i.test(each.name));
}

function present(range: Range, outer: Range): Place {
  return { ...range, outer, isMissing: false };
}

function missing(range: Range): Place {
  return { ...range, outer: range, isMissing: true };
}

/** Finds the deepest value that exists along a `loc`. Other keys may name a member of a union rather than a property. */
function bodyPlace(keys: Loc, { body = '', bodyStart, text }: Message): Place {
  const root = scanJson(body);
  if (!root) return missing({ start: bodyStart, end: text.length });
  let node: JsonNode = root;
  let outer: Range = root;
  let last: string | number | undefined;
  for (const key of keys) {
    const next: JsonNode | undefined = typeof key === 'number' ? node.items?.[key] : node.members?.get(key);
    last = next ? undefined : key;
    if (!next) continue;
    outer = outerOf(body, next);
    node = next;
  }
  const range = shift(node, bodyStart);
  return last === undefined ? present(range, shift(outer, bodyStart)) : missing(range);
}

function shift({ start, end }: Range, by: number): Range {
  return { start: start + by, end: end + by };
}

/** The range of a value with its name and one adjacent comma. */
function outerOf(body: string, { start, end, keyStart = start }: JsonNode): Range {
  const before = body.slice(0, keyStart).trimEnd();
  if (before.endsWith(',')) return { start: before.length - 1, end };
  const after = /^\s*,\s*/.exec(body.slice(end))?.[0].length ?? 0;
  return { start: keyStart, end: end + after };
}

function queryPlace(name: string, { target, targetStart }: Message): Place {
  const query = target.indexOf('?');
  const whole = { start: targetStart, end: targetStart + target.length };
  if (query === -1) return missing(whole);
  let start = query + 1;
  let found: Place | undefined;
  for (const pair of target.slice(start).split('&')) {
    const equals = pair.indexOf('=');
    const key = decoded(equals === -1 ? pair : pair.slice(0, equals));
    const value = start + (equals === -1 ? pair.length : equals + 1);
    const end = start + pair.length;
    const outer = { start: start - 1, end };
    if (key === name) found = present(shift({ start: value, end }, targetStart), shift(outer, targetStart));
    start = end + 1;
  }
  return found ?? missing(whole);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Finds the segment of a parameter, counted from the end of the path, which may have a prefix. */
function pathPlace(name: string, { target, targetStart }: Message, template: string): Place {
  const [path = ''] = target.split('?');
  const segments = path.split('/');
  const wanted = template.split('/');
  const at = wanted.findIndex((segment) => segment.includes(`{${name}`));
  const index = at + segments.length - wanted.length;
  const start = targetStart + segments.slice(0, index).join('/').length + 1;
  const range = { start, end: start + (segments[index] ?? '').length };
  return at === -1 || index < 1
    ? missing({ start: targetStart, end: targetStart + path.length })
    : present(range, range);
}

function headerPlace(name: string, { headers, targetStart, target }: Message): Place {
  const line = headers.findLast((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!line) return missing({ start: targetStart, end: targetStart + target.length });
  const { start, end, valueStart } = line;
  return present({ start: valueStart, end }, { start: start - 1, end });
}
