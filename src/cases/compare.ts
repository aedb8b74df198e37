import { isRecord } from '../fields/values.ts';
import { Flaw } from '../text/json/flaw.ts';
import { InexactNumber, MAX_DEPTH, readJson } from '../text/json/reader.ts';
import { beginningOf } from '../text/strings.ts';
import type { Entry, Expected } from './case.ts';
import { entriesOf } from './subject.ts';

/** Describes the first difference between a reply and the expected one, as a clause; undefined if there is none. */
export function difference(
  expected: Expected,
  received: Received,
  match: Match = 'type',
): string | undefined {
  if (received.status !== expected.status)
    return `the status is ${received.status} instead of ${expected.status}`;
  if (match === 'status') return undefined;
  const inEntries = expected.entries && entryDifference(expected.entries, received);
  const found = inEntries ?? typeDifference(expected, received);
  if (match === 'type' || found !== undefined) return found;
  return headerDifference(expected, received) ?? bodyDifference(expected, received);
}

/** An error in JSON must be sent as JSON. */
function typeDifference({ body }: Expected, { header }: Received): string | undefined {
  const type = header('content-type');
  const isWrong = body !== undefined && JSON_TEXT.test(body) && !JSON_TYPE.test(type ?? '');
  return isWrong ? `the content type is ${type || 'missing'} instead of application/json` : undefined;
}

const JSON_TEXT = /^[[{"]/;
const JSON_TYPE = /^application\/(?:[^\s;/]{1,100}\+)?json(?:[\s;]|$)/i;

/** Describes how the entries of a reply differ from the expected ones, in any order; undefined if they do not. */
export function entryDifference(expected: readonly Entry[], { status, body }: Received): string | undefined {
  const received = entriesOf(status, body);
  if (!received) return 'the body is not JSON with a list of entries';
  const missing = without(expected, received).map((entry) => `no ${entryInWords(entry)}`);
  const surplus = without(received, expected).map((entry) => `an unexpected ${entryInWords(entry)}`);
  const all = [...missing, ...surplus];
  return all.length === 0 ? undefined : `there is ${all.join(', ')}`;
}

/** Recognizes the entries of pydantic 1, whose types have other names, such as `value_error.missing`. */
export function isOfPydantic1({ status, body }: Received): boolean {
  return entriesOf(status, body)?.some(({ type }) => OLD_TYPE.test(type)) === true;
}

const OLD_TYPE = /^(?:value_error\.|type_error(?:\.|$))/;

/** Subtracts one list of entries from another; duplicates count. */
function without(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const left = others.map(keyOf);
  return entries.filter((entry) => {
    const at = left.indexOf(keyOf(entry));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** The key of an entry. FastAPI has two types for one mistake, and the names of headers are compared without case. */
function keyOf({ type, loc }: Entry): string {
  const [place, ...names] = loc;
  const path = place === 'header' ? names.map((name) => String(name).toLowerCase()) : names;
  return JSON.stringify([type === 'enum' ? 'literal_error' : type, place, ...path]);
}

function headerDifference({ headers = {} }: Expected, { header }: Received): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const received = header(name.toLowerCase()) ?? undefined;
    if (received !== value)
      return `${name} is ${received === undefined ? 'missing' : received} instead of ${value}`;
  }
  return undefined;
}

function bodyDifference({ body }: Expected, received: Received): string | undefined {
  return body === undefined || body === received.body ? undefined : 'the body is another';
}

/**
 * Describes the first difference between the parts of two JSON bodies: their properties, and the types of their values. Bodies
 * that are not JSON have no parts.
 */
export function shapeDifference(expected: string, received: string): string | undefined {
  return partDifference(jsonOf(expected), jsonOf(received), 'the body');
}

function jsonOf(body: string): unknown {
  const value = readJson(body, MAX_DEPTH);
  return value instanceof Flaw ? undefined : value;
}

function partDifference(expected: unknown, received: unknown, place: string): string | undefined {
  const [wanted, type] = [typeOf(expected), typeOf(received)];
  if (wanted === 'null' || type === 'null') return undefined;
  if (wanted !== type) return `${place} is ${type} instead of ${wanted}`;
  if (!isRecord(expected) || !isRecord(received)) return itemDifference(expected, received, place);
  for (const name of Object.keys(expected)) {
    if (!Object.hasOwn(received, name)) return `${place} has no ${name}`;
    const found = partDifference(expected[name], received[name], `${place}.${name}`);
    if (found !== undefined) return found;
  }
  const surplus = Object.keys(received).find((name) => !Object.hasOwn(expected, name));
  return surplus === undefined ? undefined : `${place} has a surplus ${surplus}`;
}

/** Compares the first items of two lists. */
function itemDifference(expected: unknown, received: unknown, place: string): string | undefined {
  if (!Array.isArray(expected) || !Array.isArray(received)) return undefined;
  if (expected.length === 0 || received.length === 0) return undefined;
  return partDifference(expected[0], received[0], `${place}[0]`);
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'not JSON';
  if (value === null) return 'null';
  if (value instanceof InexactNumber) return 'a number';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

/** The number of characters shown of a body. */
const MAX_SHOWN = 500;

/** Describes an expected reply as far as it must match: `422 with value_error at body.age`. */
export function expectedInWords({ status, entries, headers, body }: Expected, match: Match): string {
  if (match === 'status') return String(status);
  const inEntries = entries ? ` with ${entries.map(entryInWords).join(', ')}` : '';
  if (match === 'type') return `${status}${inEntries}`;
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `, ${name}: ${value}`);
  return `${status}${lines.join('')}${body === undefined ? inEntries : ` ${beginningOf(body, MAX_SHOWN)}`}`;
}

/** Describes an entry: `value_error at body.age`. */
function entryInWords({ type, loc }: Entry): string {
  return `${type} at ${loc.join('.')}`;
}

/** Describes a reply: `201 (application/json) {"name":"Ada"}`. */
export function receivedInWords({ status, header, body }: Received): string {
  return `${status} (${header('content-type') ?? 'no content type'}) ${beginningOf(body, MAX_SHOWN)}`.trim();
}

/** The part of a reply that must match: its status; also the `loc` and `type` of each entry; or everything that is known. */
export type Match = 'status' | 'type' | 'exact';

/** A reply, with the parts that are compared. */
export interface Received {
  readonly status: number;
  /** Returns the value of a header, by its lower-case name. */
  readonly header: (name: string) => string | null | undefined;
  /** All headers, if they are known. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}
