import { type Endpoint, type Example, isForm } from '../contract/endpoint.ts';
import { requestOf, type WrittenForm, writeForm } from '../contract/example.ts';
import { JSON_TYPE } from '../contract/success.ts';
import { isField } from '../fields/field.ts';
import { isRecord, mapValues, UploadedFile } from '../fields/values.ts';
import { essenceOf, isJson } from '../http/media.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { quote } from '../text/strings.ts';
import type { CaseRequest } from './case.ts';

type Texts = Readonly<Record<string, TextValue>>;

/** The parts of a request, before it is assembled. */
export interface Parts {
  readonly params: Texts;
  readonly query: Texts;
  readonly headers: Texts;
  readonly cookies: Texts;
  /** The value of the body; undefined if there is none. */
  readonly body: unknown;
}

/** Splits the request of an example into parts. */
export function partsOf({ params = {}, query = {}, headers = {}, body }: Example): Parts {
  const { Cookie = '', ...others } = headers;
  const cookies = Cookie.split('; ')
    .filter(Boolean)
    .map((pair) => pair.split('=', 2));
  return { params, query, headers: others, cookies: Object.fromEntries(cookies), body };
}

/** Assembles a request, for a service whose paths start with `basePath`. */
export function assemble(endpoint: Endpoint, parts: Parts, basePath: string): CaseRequest {
  const { query, body } = parts;
  const example = { title: '', status: 0, params: singles(parts.params), query };
  const { method, target } = requestOf(endpoint, example, basePath);
  const written = writeBody(endpoint, body);
  const pairs = Object.entries(parts.cookies).map(([name, value]) => `${name}=${value}`);
  return {
    method,
    target,
    headers: {
      ...(written && { 'Content-Type': written.contentType }),
      ...singles(parts.headers),
      ...(pairs.length > 0 && { Cookie: pairs.join('; ') }),
    },
    body: written?.body,
  };
}

function writeBody({ body: declared, bodyTypes = [] }: Endpoint, value: unknown): WrittenForm | undefined {
  if (value === undefined) return undefined;
  if (isForm(declared) && isRecord(value)) return writeForm(declared, value);
  const textType = isField(declared) ? declared.mediaType : undefined;
  if (textType !== undefined) return { contentType: textType, body: String(value) };
  return { contentType: jsonTypeOf(bodyTypes.map(essenceOf)), body: writeRaw(value) };
}

/** Returns the media type of JSON: a document may have only another name for it, such as application/merge-patch+json. */
function jsonTypeOf(types: readonly string[]): string {
  const others = types.filter((type) => isJson(type) && !type.includes('*'));
  const [first = JSON_TYPE] = others.includes(JSON_TYPE) ? [] : others;
  return first;
}

/** Reduces each name to one text, since only a query repeats names. */
function singles(texts: Texts): Record<string, string> {
  return mapValues(texts, String);
}

/** Writes a value for a part that is text; undefined if it can't be written. */
export function textOf(value: unknown): string | undefined {
  const isText = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  return isText ? String(value) : undefined;
}

/** The text of a parameter, or several for a list. */
export type TextValue = string | readonly string[];

/** A part of a request that is text. */
export type TextPart = 'params' | 'query' | 'headers' | 'cookies';

/** The name of each part in a `loc`. */
export const placeOfPart = { params: 'path', query: 'query', headers: 'header', cookies: 'cookie' } as const;

/** The parts in which credentials are sent, by the names that documents have for them. */
export const partOf = { header: 'headers', query: 'query', cookie: 'cookies' } as const;

/** Tells whether a text arrives unchanged when it is sent in a part. */
export function isSendable(part: TextPart, text: string): boolean {
  switch (part) {
    case 'params':
      return text !== '' && text !== '.' && text !== '..' && text.isWellFormed();
    case 'query':
      return text.isWellFormed();
    case 'headers':
      return HEADER.test(text);
    case 'cookies':
      return COOKIE.test(text);
  }
}

/** Printable ASCII, without white space at either end, which is not part of a value. */
const HEADER = /^(?:[!-~](?:[ -~]*[!-~])?)?$/;
const COOKIE = /^[!#-+\--:<-[\]-~]*$/;

/** Writes a value as JSON that reads back as the same value; infinity as `1e400`, which overflows a double. */
export function writeRaw(value: unknown): string {
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'string') return quote(value);
  if (value instanceof InexactNumber) return value.text;
  if (value instanceof UploadedFile) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeRaw).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${quote(name)}:${writeRaw(member)}`);
  return `{${members.join(',')}}`;
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  return value > 0 ? '1e400' : '-1e400';
}
