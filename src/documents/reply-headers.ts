import { Issues } from '../errors/issue.ts';
import { Open } from '../fields/samples.ts';
import { isRecord } from '../fields/values.ts';
import { linesOf } from '../http/reply.ts';
import type { RequestHead } from '../http/types.ts';
import { splitTarget } from '../http/types.ts';
import { utf8Length } from '../text/bytes.ts';
import { isFieldName, isFieldValue, isOfHost } from '../text/strings.ts';
import type { FieldReader } from './fields.ts';
import { idNameIn } from './ids.ts';
import { type Located, partsOf, within } from './located.ts';
import { sampleOf } from './sample.ts';
import { isJson } from './schema.ts';
import { exampleIn, type Tell } from './values.ts';

/** The headers that a response declares, ready to be sent. */
export interface ReplyHeaders {
  /** Their names in lower case. */
  readonly names: ReadonlySet<string>;
  /** The names of those that the document gives examples of. */
  readonly examples: ReadonlySet<string>;
  /** Writes the lines of the reply with this value to this request. */
  lines(value: unknown, head: RequestHead, facts?: Facts): string;
}

/** What is known of a reply beside its value, if it is not an example. */
export interface Facts {
  /** The number of items on all pages of a list. */
  readonly total?: number;
  /** The items on a page, and the place of its first. */
  readonly items?: readonly unknown[];
  readonly offset?: number;
  /** The addresses of the pages beside a page, by their relation. */
  readonly links?: readonly (readonly [relation: string, address: string])[];
  /** The path of the item that was made. */
  readonly made?: string | undefined;
  /** The entity tag, if it is not that of the value. */
  readonly tag?: string | undefined;
}

interface HeaderOptions {
  readonly reader: FieldReader;
  readonly tell: Tell;
  readonly status: number;
  /** The parameter that the path of an item has after the path of this operation. */
  readonly itemParameter?: string | undefined;
}

/** Writes a value that depends on the reply; undefined if it has none. */
type Derive = (value: unknown, head: RequestHead, options: HeaderOptions & Facts) => string | undefined;

/** Compiles the headers of a response. Those that do not depend on the reply are written once. */
export function replyHeaders(response: Located, options: HeaderOptions): ReplyHeaders {
  const { reader } = options;
  const declared = partsOf(within(response, 'headers')).filter(([name]) => isSent(name));
  const open = Open.forOne(WORK_OF_SAMPLES);
  let length = 0;
  const all = declared.slice(0, MAX_HEADERS).flatMap(([name, part]) => {
    const header = headerOf(name, reader.references.follow(part), { ...options, open });
    const line = linesOf(name, header.text);
    if (length + line.length > MAX_LENGTH) return [];
    length += line.length;
    return [{ name, ...header, line }];
  });
  const isConstant = all.every(({ derive, isExample }) => !derive || isExample);
  const constant = all.map(({ line }) => line).join('');
  const names = new Set(all.map(({ name }) => name.toLowerCase()));
  return {
    names,
    examples: new Set(all.flatMap(({ name, isExample }) => (isExample ? [name.toLowerCase()] : []))),
    lines(value, head, facts) {
      if (isConstant && !facts) return constant;
      // Frameworks rarely declare the address of what was made.
      const isNamed = options.status === CREATED && facts?.made !== undefined && !names.has('location');
      let lines = '';
      const add = (own: string) => {
        if (lines.length + own.length <= MAX_WRITTEN) lines += own;
      };
      if (isNamed) add(linesOf('Location', locationOf(value, head, { ...options, ...facts })));
      for (const { name, line, derive, isExample } of all) {
        const isDerived = derive && (!isExample || facts);
        const text = isDerived ? derive(value, head, { ...options, ...facts }) : undefined;
        add(text === undefined ? line : linesOf(name, text));
      }
      return lines;
    },
  };
}

/** The most headers of a response that are sent, and their characters: clients refuse more than 16 KB. */
const MAX_HEADERS = 100;
const MAX_LENGTH = 8 * 1024;
/** The most characters of them with what depends on the reply, such as the address of what has a very long id. */
const MAX_WRITTEN = 12 * 1024;
/** The most work for their samples, which are made without a pause. */
const WORK_OF_SAMPLES = 2000;
/** The most values of a sample: any more make a header that is too long to be sent. */
const MAX_VALUES = 1000;

const CREATED = 201;

/** Headers that a host or the app sets on every reply. */
const ofApp: ReadonlySet<string> = new Set(['date', 'x-request-id', 'x-content-type-options', 'vary']);

function isSent(name: string): boolean {
  const known = name.toLowerCase();
  return isFieldName(name) && !isOfHost(name) && !ofApp.has(known) && !known.startsWith('access-control-');
}

/** A declared header. */
interface DeclaredHeader {
  readonly text: string;
  /** True if an example says what it is. */
  readonly isExample: boolean;
  /** Derives another value from the reply. */
  readonly derive: Derive | undefined;
}

function headerOf(
  name: string,
  header: Located,
  { reader, tell, open }: HeaderOptions & { readonly open: Open },
): DeclaredHeader {
  const [[type, media] = ['', header]] = partsOf(within(header, 'content'));
  const schema = within(media, 'schema');
  const { parse } = reader.textFieldOf(schema);
  const isValid = (each: string) => isFieldValue(each) && !(parse(each) instanceof Issues);
  const known = name.toLowerCase();
  const found = derivations.find(([pattern]) => pattern.test(known))?.[1];
  const derive = found && unlessInvalid(found, isValid);
  const example = exampleIn(media, schema, { reader, tell, parseText: parse });
  const write = (value: unknown) => (isJson(type) ? JSON.stringify(value) : written(value, header));
  const text = example === undefined ? undefined : write(example);
  if (text !== undefined && isFieldValue(text)) return { text, isExample: true, derive };
  const sample = open.mayGoOn ? write(sampleOf(schema, reader, { open, most: MAX_VALUES })) : '';
  const isExample = saysItself(reader.references.follow(schema).value);
  const special = isExample ? undefined : usual[known];
  const first = special !== undefined && isValid(special) ? special : sample;
  return { text: isFieldValue(first) ? first : '', isExample, derive };
}

/** Tells whether a schema itself names values. */
function saysItself(schema: unknown): boolean {
  return ['example', 'examples', 'default', 'const', 'enum'].some(
    (keyword) => Object(schema)[keyword] !== undefined,
  );
}

function unlessInvalid(derive: Derive, isValid: (text: string) => boolean): Derive {
  return (value, head, options) => {
    const text = derive(value, head, options);
    if (text === undefined) return undefined;
    const whole = text.startsWith('/') ? [`${originOf(head)}${text}`] : [];
    return [text, ...whole].find(isValid);
  };
}

/** The origin that a request was sent to, for addresses that have to be whole. */
export function originOf({ header, isSecure }: RequestHead): string {
  return `${isSecure ? 'https' : 'http'}://${header('host') ?? 'localhost'}`;
}

/** Writes a value as a header does (style `simple`). */
function written(value: unknown, header: Located): string {
  if (Array.isArray(value)) return value.map(plain).join(',');
  if (!isRecord(value)) return plain(value);
  const joint = within(header, 'explode').value === true ? '=' : ',';
  return Object.entries(value)
    .map(([name, each]) => `${name}${joint}${plain(each)}`)
    .join(',');
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Values of headers whose syntax is known, though their schemas rarely tell it. */
const usual: Readonly<Record<string, string>> = {
  etag: '"sample"',
  expires: 'Thu, 01 Jan 2026 00:00:00 GMT',
  'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
  'retry-after': '1',
  'content-disposition': 'attachment; filename="sample"',
  'content-language': 'en',
  'cache-control': 'no-cache',
  'content-range': 'items 0-0/1',
  'accept-ranges': 'bytes',
  'set-cookie': 'session=sample; Path=/; HttpOnly',
  'www-authenticate': 'Bearer',
  link: '</>; rel="self"',
  allow: 'GET, HEAD, OPTIONS',
};

const derivations: readonly (readonly [RegExp, Derive])[] = [
  [/^(?:content-)?location$/, locationOf],
  [/^etag$/, (value, _, { tag }) => tag ?? tagOf(value)],
  [/^link$/, linkOf],
  [/^content-range$/, rangeOf],
  [/(?:^|[-_])(?:total|count)(?:$|[-_])/, countOf],
];

/** The address of what was made, or of the reply to come. */
function locationOf(
  value: unknown,
  { method, target }: RequestHead,
  { itemParameter, made }: HeaderOptions & Facts,
): string {
  const { path: whole } = splitTarget(target);
  const path = whole.replace(/\/$/, '');
  const slash = path === '' ? '' : whole.slice(path.length);
  if (made !== undefined) return made;
  const isItself = method === 'PUT' && itemParameter === undefined;
  const name = isRecord(value) && !isItself ? idNameIn(Object.keys(value), itemParameter) : undefined;
  const id = isRecord(value) && name !== undefined ? value[name] : undefined;
  const isId = typeof id === 'string' || typeof id === 'number';
  return isId ? `${path}/${encodeURIComponent(String(id).toWellFormed())}${slash}` : path || '/';
}

/** An entity tag that changes with the value (FNV-1a). */
export function tagOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  let hash = 0x811c9dc5;
  const text = JSON.stringify(value);
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `"${(hash >>> 0).toString(16).padStart(8, '0')}"`;
}

function linkOf(_: unknown, { target }: RequestHead, { links = [] }: Facts): string {
  const { path } = splitTarget(target);
  const all = links.length > 0 ? links : [['self', path] as const];
  return all.map(([relation, address]) => `<${address}>; rel="${relation}"`).join(', ');
}

/** The places of the items of a page among all, such as `lamps 0-9/35`. */
function rangeOf(
  value: unknown,
  { target }: RequestHead,
  { items = Array.isArray(value) ? value : undefined, offset = 0, total = items?.length }: Facts,
): string | undefined {
  if (typeof value === 'string') return rangeWithin('bytes', 0, utf8Length(value));
  if (!items) return undefined;
  const [unit = 'items'] = /[^/]+$/.exec(splitTarget(target).path) ?? [];
  return rangeWithin(unit, offset, items.length, total);
}

function rangeWithin(unit: string, start: number, count: number, total = count): string {
  return `${unit} ${count === 0 ? '*' : `${start}-${start + count - 1}`}/${total}`;
}

/** The number of items of a list, or the total that it says itself. */
function countOf(value: unknown, _: RequestHead, { total }: Facts): string | undefined {
  if (total !== undefined) return String(total);
  if (Array.isArray(value)) return String(value.length);
  const { total: own, totalCount, total_count, count: other } = Object(value);
  const count = [own, totalCount, total_count, other].find((each) => typeof each === 'number');
  return count === undefined ? undefined : String(count);
}
