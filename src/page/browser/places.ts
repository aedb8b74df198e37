import { attempt } from '../../errors/bodies/attempt.ts';
import { type JsonNode, scanJson } from '../../text/json/places.ts';
import { boundaryOf, contentTypeOf, headerNamed, type Message, readMessage } from './message.ts';

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

export type Loc = readonly (string | number)[];

/** The part of a place of which only the name is known. */
export const ANYWHERE = '?';
const PARTS = ['body', 'query', 'path', 'header'] as const;

/** Splits a place into keys. A name in a query or a header may have dots; only values of lists in them have numbers. */
export function locOf(place: string): (string | number)[] {
  const [, part, name, number] = NAMED.exec(place) ?? [];
  if (part !== undefined && name !== undefined)
    return [part, name, ...(number === undefined ? [] : [Number(number)])];
  return place.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

const NAMED = /^(query|path|header|cookie)\.(.+?)(?:\.(\d+))?$/;

/** A value as it is written in the text of a request. */
interface Written extends Range {
  readonly source: string;
  readonly notation: Notation;
}

/** Reads the value at a place; undefined if the request lacks it. */
export function valueAt(place: string, text: string, path = ''): Written | undefined {
  const message = readMessage(text);
  const found = placeOf(locOf(place), message, path);
  if (!found || found.isMissing) return undefined;
  const { start, end } = found;
  return { start, end, source: text.slice(start, end), notation: notationAt(place, message) };
}

/** Finds the value at a `loc`; undefined if that is not a part of a request. */
export function placeOf(loc: Loc, message: Message, path: string): Place | undefined {
  const [part, ...keys] = loc;
  if (part === ANYWHERE)
    return PARTS.map((each) => placeOf([each, ...keys], message, path)).find((place) => !place?.isMissing);
  if (part === 'body') return bodyPlace(keys, message);
  const name = String(keys[0] ?? '');
  if (part === 'query') return queryPlace(keys, message);
  if (part === 'path') return pathPlace(name, message, path);
  if (part === 'header') return headerPlace(name, message);
  if (part === 'cookie') return headerPlace('cookie', message);
  return undefined;
}

/** How a value is written: as JSON, percent-encoded as in a query, or as it is. */
export type Notation = 'json' | 'encoded' | 'plain';

const URL_ENCODED = /^application\/x-www-form-urlencoded/i;

export function notationAt(place: string, { headers }: Message): Notation {
  if (place.startsWith('header.')) return 'plain';
  if (!place.startsWith('body.') || URL_ENCODED.test(contentTypeOf(headers))) return 'encoded';
  return boundaryOf(headers) === undefined ? 'json' : 'plain';
}

/** A refusal without entries: its status, its message, and the place of the credential that the endpoint requires. */
interface Refused {
  readonly status: number;
  readonly said: string;
  readonly credential: string | undefined;
}

/** Finds the part of a request that a refusal without entries is about. */
export function partOfStatus({ status, said, credential }: Refused, message: Message): Range | undefined {
  const { method, target, targetStart, body, bodyStart, headers, text } = message;
  switch (status) {
    case 400:
      return body === undefined ? undefined : pointIn(body, said, bodyStart);
    case 401:
      return credential === undefined ? undefined : placeOf(locOf(credential), message, '');
    case 404:
    case 414:
      return { start: targetStart, end: targetStart + target.length };
    case 405:
      return { start: 0, end: method.length };
    case 413:
      return { start: bodyStart, end: text.length };
    case 415:
      // If there is a Content-Encoding, that is refused, not Content-Type.
      return headerNamed('content-encoding', headers) ?? headerNamed('content-type', headers);
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

function present(range: Range, outer: Range): Place {
  return { ...range, outer, isMissing: false };
}

function missing(range: Range): Place {
  return { ...range, outer: range, isMissing: true };
}

/** Finds a field of a form, or the deepest value that exists along a `loc`. Other keys may name a member of a union. */
function bodyPlace(keys: Loc, message: Message): Place {
  const { headers, body = '', bodyStart, text } = message;
  const parts = formParts(message);
  if (parts) {
    const last = bodyStart + Math.max(0, body.lastIndexOf(`--${boundaryOf(headers)}`));
    return parts.find(({ name }) => name === keys[0]) ?? missing({ start: last, end: last });
  }
  if (URL_ENCODED.test(contentTypeOf(headers)))
    return pairPlace(keys, body, bodyStart) ?? missing({ start: bodyStart, end: text.length });
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

function queryPlace(keys: Loc, { target, targetStart }: Message): Place {
  const query = target.indexOf('?') + 1;
  const found = query === 0 ? undefined : pairPlace(keys, target.slice(query), targetStart + query);
  if (!found) return missing({ start: targetStart, end: targetStart + target.length });
  // Without its only pair, a query loses its question mark.
  const { start, end } = found.outer;
  const isOnly = start === targetStart + query && end === targetStart + target.length;
  return isOnly ? { ...found, outer: { start: start - 1, end } } : found;
}

/** Finds the value of a name among pairs: the last one, or the one that a number says. */
function pairPlace([name, number]: Loc, pairs: string, start: number): Place | undefined {
  const found: Place[] = [];
  let at = start;
  for (const pair of pairs.split('&')) {
    const [key = ''] = pair.split('=');
    const end = at + pair.length;
    const value = Math.min(end, at + key.length + 1);
    const isLast = end === start + pairs.length;
    const outer = at === start ? { start: at, end: isLast ? end : end + 1 } : { start: at - 1, end };
    if (decoded(key) === name) found.push(present({ start: value, end }, outer));
    at = end + 1;
  }
  return found[Number(number)] ?? found.at(-1);
}

/** Decodes a part of a query or of a form; returns it as it is if that is not possible. */
export function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text.replaceAll('+', ' '))) ?? text;
}

const PART_NAME = /[;\s]name="([^"\n]*)"/i;

interface FormPart extends Place {
  readonly name: string;
  /** The headers of the part. */
  readonly head: string;
  readonly value: string;
}

/** The parts of a multipart form; undefined for any other body. */
export function formParts({ headers, body = '', bodyStart, text }: Message): FormPart[] | undefined {
  const boundary = boundaryOf(headers);
  if (boundary === undefined) return undefined;
  const parts: FormPart[] = [];
  let at = bodyStart;
  for (const piece of body.split(`--${boundary}`)) {
    const gap = piece.indexOf('\n\n');
    const head = piece.slice(0, Math.max(0, gap));
    const name = PART_NAME.exec(head)?.[1];
    if (name !== undefined) {
      const outer = { start: at - boundary.length - 2, end: at + piece.length };
      const start = at + gap + 2;
      const end = Math.max(start, piece.endsWith('\n') ? outer.end - 1 : outer.end);
      parts.push({ ...present({ start, end }, outer), name, head, value: text.slice(start, end) });
    }
    at += piece.length + boundary.length + 2;
  }
  return parts;
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
