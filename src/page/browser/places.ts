import { attempt } from '../../errors/bodies/attempt.ts';
import { type JsonNode, scanJson } from '../../text/json/places.ts';
import { boundaryOf, contentTypeOf, headerNamed, type Message, readMessage } from './message.ts';

/** A range of the text in the editor. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How a value is written: as JSON, percent-encoded as in a query, or as it is. */
export type Notation = 'json' | 'encoded' | 'plain';

/** The range of a value in the text, or that of its parent if it is missing. */
export interface Place extends Range {
  /** What to remove with the value, such as its name and a comma. */
  readonly outer: Range;
  readonly notation: Notation;
  /** Writes the parent with a value; there is none if the value is not missing. */
  readonly add?: (value: string) => string;
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

/** Reads the value at a place; undefined if the request lacks it. */
export function valueAt(
  place: string,
  text: string,
  path = '',
): (Place & { readonly source: string }) | undefined {
  const found = placeOf(locOf(place), readMessage(text), path);
  return found && !found.add ? { ...found, source: text.slice(found.start, found.end) } : undefined;
}

/** Changes one value in the text of a request, and nothing else; undefined removes it. */
export function changed(text: string, place: string, value: string | undefined, path = ''): string {
  const found = placeOf(locOf(place), readMessage(text), path);
  if (!found || (value === undefined && found.add)) return text;
  return value === undefined
    ? replaced(text, found.outer, '')
    : replaced(text, found, found.add?.(value) ?? value);
}

/** Replaces a range of a text. */
export function replaced(text: string, { start, end }: Range, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

/** Finds the value at a `loc`; undefined if that is not a part of a request. */
export function placeOf([part, ...keys]: Loc, message: Message, path: string): Place | undefined {
  if (part === ANYWHERE)
    return PARTS.map((each) => placeOf([each, ...keys], message, path)).find((place) => !place?.add);
  return finders.get(part)?.(keys, message, path);
}

const finders = new Map<unknown, (keys: Loc, message: Message, path: string) => Place>([
  ['body', bodyPlace],
  ['query', queryPlace],
  ['path', pathPlace],
  ['header', ([name], message) => headerPlace(String(name), message)],
  ['cookie', (_, message) => headerPlace('cookie', message)],
]);

/** The place of a value by its range in a part of the text, which begins at `from`. */
function placeIn(from: number, notation: Notation, { start, end }: Range, outer: Range): Place {
  return {
    start: from + start,
    end: from + end,
    outer: { start: from + outer.start, end: from + outer.end },
    notation,
  };
}

/** A part of the text that lacks a value. */
function lacking(from: number, notation: Notation, parent: string, add: (value: string) => string): Place {
  const whole = { start: 0, end: parent.length };
  return { ...placeIn(from, notation, whole, whole), add };
}

function bodyPlace(keys: Loc, message: Message): Place {
  const { headers, body = '', bodyStart } = message;
  const boundary = boundaryOf(headers);
  if (boundary !== undefined) return partPlace(String(keys[0]), boundary, message);
  if (!URL_ENCODED.test(contentTypeOf(headers))) return jsonPlace(keys, body, bodyStart);
  return pairPlace(keys, body, bodyStart, 0, body === '' ? '' : '&');
}

const URL_ENCODED = /^application\/x-www-form-urlencoded/i;

function queryPlace(keys: Loc, { target, targetStart }: Message): Place {
  const start = target.indexOf('?') + 1;
  return pairPlace(keys, target, targetStart, start || target.length, start > 0 ? '&' : '?');
}

/** Finds the value of a name among the pairs at the end of a text: the last one, or the one that a number says. */
function pairPlace([name, number]: Loc, text: string, from: number, first: number, separator: string): Place {
  const found: (Range & { readonly value: number })[] = [];
  let start = first;
  for (const pair of text.slice(first).split('&')) {
    const [key = ''] = pair.split('=', 1);
    const end = start + pair.length;
    if (decoded(key) === name) found.push({ start, end, value: Math.min(end, start + key.length + 1) });
    start = end + 1;
  }
  const pair = found[Number(number)] ?? found.at(-1);
  if (pair) return placeIn(from, 'encoded', { ...pair, start: pair.value }, outerOf(text, pair));
  const add = (value: string) => `${text}${separator}${encodeURIComponent(String(name))}=${value}`;
  return lacking(from, 'encoded', text, add);
}

/** A named value with a separator beside it: the one before it, or else the one after it. */
function outerOf(text: string, { start, end }: Range): Range {
  const before = text.slice(0, start).trimEnd();
  if (/[,&]$/.test(before)) return { start: before.length - 1, end };
  const [after = ''] = /^\s*[,&]\s*/.exec(text.slice(end)) ?? [];
  // Without its only pair, a query loses its question mark.
  return { start: after === '' && before.endsWith('?') ? start - 1 : start, end: end + after.length };
}

/** Decodes a part of a query or of a form; returns it as it is if that is not possible. */
export function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text.replaceAll('+', ' '))) ?? text;
}

/** Finds the deepest value that exists along the keys. Some of them may name a member of a union. */
function jsonPlace(keys: Loc, body: string, from: number): Place {
  const root = scanJson(body);
  let node: JsonNode = root ?? { start: 0, end: body.length };
  let isMissing = root === undefined;
  for (const key of keys) {
    const next = typeof key === 'number' ? node.items?.[key] : node.members?.get(key);
    isMissing = next === undefined;
    node = next ?? node;
  }
  const { start, end, keyStart = start } = node;
  const place = placeIn(from, 'json', node, outerOf(body, { start: keyStart, end }));
  const add = (value: string) => withMember(body.slice(start, end), String(keys.at(-1)), value);
  return isMissing ? { ...place, add } : place;
}

/** A JSON object with one more member. */
function withMember(object: string, name: string, value: string): string {
  if (!object.endsWith('}')) return object;
  const rest = object.slice(0, -1).trimEnd();
  const gap = object.slice(rest.length, -1);
  const inner = rest.slice(1);
  const indentation = inner.slice(0, inner.length - inner.trimStart().length) || ' ';
  const separator = inner === '' ? '' : `,${indentation}`;
  return `${rest}${separator}${JSON.stringify(name)}: ${value}${gap}}`;
}

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
      parts.push({ start, end, outer, notation: 'plain', name, head, value: text.slice(start, end) });
    }
    at += piece.length + boundary.length + 2;
  }
  return parts;
}

const PART_NAME = /[;\s]name="([^"\n]*)"/i;

/** Finds a part of a multipart form; a new one comes last. */
function partPlace(name: string, boundary: string, message: Message): Place {
  const { body = '', bodyStart } = message;
  const last = bodyStart + Math.max(0, body.lastIndexOf(`--${boundary}`));
  const add = (value: string) =>
    `--${boundary}\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`;
  return formParts(message)?.find((each) => each.name === name) ?? lacking(last, 'plain', '', add);
}

/** Finds the segment of a parameter, counted from the end of the path, which may have a prefix. */
function pathPlace([name]: Loc, { target, targetStart }: Message, template: string): Place {
  const [path = ''] = target.split('?');
  const segments = path.split('/');
  const wanted = template.split('/');
  const at = wanted.findIndex((segment) => segment.includes(`{${name}`));
  const index = at + segments.length - wanted.length;
  if (at === -1 || index < 1) return lacking(targetStart, 'encoded', path, () => path);
  const start = segments.slice(0, index).join('/').length + 1;
  const range = { start, end: start + String(segments[index]).length };
  return placeIn(targetStart, 'encoded', range, range);
}

/** Finds the last header with a name; a new one comes first, and a new cookie does not come, since pages can't set it. */
function headerPlace(name: string, { headers, targetStart, target }: Message): Place {
  const line = headers.findLast((each) => each.name.toLowerCase() === name.toLowerCase());
  const add = (value: string) => (name === 'cookie' ? target : `${target}\n${name}: ${value}`);
  if (!line) return lacking(targetStart, 'plain', target, add);
  const { start, end, valueStart } = line;
  return placeIn(0, 'plain', { start: valueStart, end }, { start: start - 1, end });
}

/** A refusal without entries: its status, its message, and the place of the credential that the endpoint requires. */
interface Refused {
  readonly status: number;
  readonly said: string;
  readonly credential: string | undefined;
}

/** Finds the part of a request that a refusal without entries is about. */
export function partOfStatus({ status, said, credential }: Refused, message: Message): Range | undefined {
  const { method, target, targetStart, bodyStart, headers, text } = message;
  const wholeTarget = { start: targetStart, end: targetStart + target.length };
  const parts: Readonly<Record<number, Range | undefined>> = {
    400: pointIn(message, said),
    401: credential === undefined ? undefined : placeOf(locOf(credential), message, ''),
    404: wholeTarget,
    405: { start: 0, end: method.length },
    413: { start: bodyStart, end: text.length },
    414: wholeTarget,
    // If there is a Content-Encoding, that is refused, not Content-Type.
    415: headerNamed('content-encoding', headers) ?? headerNamed('content-type', headers),
  };
  return parts[status];
}

/** Finds the character of the body that a message names by line and column. */
function pointIn({ body, bodyStart }: Message, said: string): Range | undefined {
  const [, line, column] = /line (\d+),? column (\d+)/.exec(said) ?? [];
  if (line === undefined || body === undefined) return undefined;
  const before = body.split('\n').slice(0, Number(line) - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, Number(column) - 1);
  const start = bodyStart + Math.min(at, Math.max(0, body.length - 1));
  return { start, end: start + 1 };
}
