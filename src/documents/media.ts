import { writeJson } from '../fields/optional.ts';
import { isRecord } from '../fields/values.ts';
import { StreamedContent, type WholeContent } from '../http/content.ts';
import { essenceOf, isInRange, isRange } from '../http/media.ts';
import { isDue, piecesInTurns, type Steps } from '../text/turns.ts';
import { fileOf, fileTypes } from './files.ts';
import type { Located } from './located.ts';
import type { References } from './references.ts';
import { isJson } from './schema.ts';
import { writeXml } from './xml.ts';

/** Writes values in the media types of replies. */

type Writer = (value: unknown, schema: Located, references: References) => string | Steps<string>;

const XML = /^(?:application|text)\/xml$|\+xml$/;

/** The writers of structured values, by the media types that they are for. */
const writers: readonly (readonly [RegExp, Writer])[] = [
  [XML, writeXml],
  [/^text\/event-stream$/, writeEvents],
  [/^text\/csv$/, (value) => writeTable(value, ',', quoted)],
  [/^text\/tab-separated-values$/, (value) => writeTable(value, '\t', onOneLine)],
  [/^application\/(?:x-)?(?:ndjson|jsonl|json-lines|jsonlines)$/, (value) => writeLines(value, '')],
  [/^application\/(?:[\w.-]+\+)?json-seq$/, (value) => writeLines(value, '\u001e')],
  [/^application\/x-www-form-urlencoded$/, writeForm],
];

/** Media types that can be written, in the order in which those of a range are offered. */
const writable: readonly string[] = [
  'application/json',
  'application/xml',
  'text/plain',
  'text/html',
  'text/csv',
  'text/xml',
  'text/event-stream',
  ...fileTypes,
];

/** The media types to offer for one that a document declares, which may be a range. */
export function offeredTypes(declared: string): readonly [string, ...string[]] {
  const essence = essenceOf(declared);
  if (!isRange(essence)) return [UNWRITABLE.test(declared) ? BYTES : declared];
  const [first = BYTES, ...others] = writable.filter((type) => isInRange(type, essence));
  return [first, ...others];
}

const BYTES = 'application/octet-stream';

/** Characters that a header can't have. */
const UNWRITABLE = /[^\t -~]/;

/** Tells whether a value is sent as a file, whatever it is. */
export function isFile(type: string): boolean {
  return fileTypes.includes(essenceOf(type));
}

/** Writes a value in a media type, in steps. A text stands for itself, except in JSON, and in XML if it is none. */
export function* contentOf(
  type: string,
  value: unknown,
  schema: Located,
  references: References,
): Steps<WholeContent> {
  if (isJson(type)) return hasMany(value) ? yield* manyInSteps(value) : writeJson(value);
  const essence = essenceOf(type);
  const isMarkup = typeof value === 'string' && MARKUP.test(value);
  const file = isMarkup ? undefined : fileOf(essence, value);
  if (file) return file;
  const [, write = writeText] = writers.find(([pattern]) => pattern.test(essence)) ?? [];
  if (typeof value === 'string' && (isMarkup || write !== writeXml)) return value;
  const text = write(value, schema, references);
  return typeof text === 'string' ? text : yield* text;
}

const MARKUP = /^\s*</;

function writeText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? writeJson(value) : String(value);
}

/** Writes server-sent events: each item of a list, or the one value. */
function writeEvents(value: unknown): string {
  return listOf(value)
    .map((item) => `${isEvent(item) ? fieldsOf(item) : dataLines(item)}\n`)
    .join('');
}

type Values = Readonly<Record<string, unknown>>;

const eventFields: readonly string[] = ['event', 'id', 'retry', 'data'];

/** Recognizes a value that describes an event by the names of its fields. */
function isEvent(value: unknown): value is Values {
  return isRecord(value) && 'data' in value && Object.keys(value).every((name) => eventFields.includes(name));
}

function fieldsOf(event: Values): string {
  return eventFields
    .filter((name) => event[name] !== undefined && event[name] !== null)
    .map((name) => (name === 'data' ? dataLines(event.data) : `${name}: ${inOneLine(event[name])}\n`))
    .join('');
}

function dataLines(value: unknown): string {
  return writeText(value)
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('');
}

function inOneLine(value: unknown): string {
  return writeText(value).replace(/[\r\n]+/g, ' ');
}

function writeLines(value: unknown, before: string): string {
  return listOf(value)
    .map((item) => `${before}${writeJson(item)}\n`)
    .join('');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Writes a table (RFC 4180): a column for each property of the objects in a list. */
function* writeTable(value: unknown, separator: string, cellOf: (text: string) => string): Steps<string> {
  const rows = listOf(value);
  const names = [...columnsOf(rows)];
  const lineOf = (cells: readonly unknown[]) =>
    `${cells.map((cell) => cellOf(writeText(cell))).join(separator)}\r\n`;
  let table = names.length > 0 ? lineOf(names) : '';
  for (const row of rows) {
    table += lineOf(isRecord(row) ? names.map((name) => row[name]) : listOf(row));
    yield;
  }
  return table;
}

/** The most cells of a table: many objects of which each has names of its own would have as many columns. */
const MAX_CELLS = 1_000_000;

/** The names of the columns of a table, as many as it may have. */
function columnsOf(rows: readonly unknown[]): ReadonlySet<string> {
  const most = MAX_CELLS / rows.length;
  const names = new Set<string>();
  for (const row of rows.filter(isRecord))
    for (const name of Object.keys(row)) {
      if (names.size >= most) return names;
      names.add(name);
    }
  return names;
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A tab or the end of a line has no place in a cell between tabs, not even in quotation marks. */
function onOneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

function writeForm(value: unknown): string {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return new URLSearchParams(
    entries.flatMap(([name, each]) => [each].flat().map((item): [string, string] => [name, writeText(item)])),
  ).toString();
}

/** The items of a list from which it is written while it is sent. */
const MANY = 1000;

/** Writes a long value as JSON while it is sent, with pauses for other requests; undefined if it is not long, or not sent as JSON. */
export function streamed(type: string, value: unknown): StreamedContent | undefined {
  return isJson(type) && isLong(value) ? streamedJson(value) : undefined;
}

/** A list whose items are made one by one when they are written, as all of them together may be very large. */
export class LateList {
  readonly values: () => Iterable<unknown>;

  constructor(values: () => Iterable<unknown>) {
    this.values = values;
  }

  toJSON(): readonly unknown[] {
    return [...this.values()];
  }
}

/** Tells whether a value is or has, also in an object in it, a long list of objects, or one whose items are still to be made. */
function isLong(value: unknown, levels = 2): value is object {
  if (value instanceof LateList) return true;
  if (Array.isArray(value)) return value.length > MANY && isRecord(value[0]);
  return levels > 0 && isRecord(value) && Object.values(value).some((each) => isLong(each, levels - 1));
}

/** Tells whether a value is an object with many members, which `JSON.stringify` would write in one step. */
function hasMany(value: unknown): value is Values {
  return isRecord(value) && typeof value.toJSON !== 'function' && Object.keys(value).length > MANY;
}

function* manyInSteps(value: Values): Steps<string> {
  let text = '';
  for (const part of objectTexts(Object.entries(value), 1)) {
    text += part;
    if (isDue()) yield;
  }
  return text;
}

/** Writes JSON while it is sent, with pauses for other requests. */
export function streamedJson(value: object): StreamedContent {
  return new StreamedContent(piecesInTurns(jsonTexts(value)));
}

/** Writes an object whose members are found while it is sent. */
export function streamedEntries(entries: Entries): StreamedContent {
  return new StreamedContent(piecesInTurns(objectTexts(entries, LEVELS)));
}

type Entries = Iterable<readonly [name: string, member: unknown]>;

/** The levels at which lists are written item by item. */
const LEVELS = 3;

/** Writes the JSON of an object or a list, with a text for each member and for each item of the lists in it. */
function jsonTexts(value: object, levels = LEVELS): Iterable<string> {
  const isList = value instanceof LateList || Array.isArray(value);
  return isList ? listTexts(value.values(), levels) : objectTexts(Object.entries(value), levels);
}

function* objectTexts(entries: Entries, levels: number): Iterable<string> {
  let before = '{';
  for (const [name, member] of entries) {
    if (member === undefined) continue;
    yield* memberTexts(member, levels, `${before}${JSON.stringify(name)}:`);
    before = ',';
  }
  yield before === ',' ? '}' : '{}';
}

function* listTexts(items: Iterable<unknown>, levels: number): Iterable<string> {
  let before = '[';
  for (const item of items) {
    yield* memberTexts(item, levels, before);
    before = ',';
  }
  yield before === ',' ? ']' : '[]';
}

function* memberTexts(member: unknown, levels: number, before: string): Iterable<string> {
  const isInSteps = levels > 1 && (Array.isArray(member) || isLong(member));
  yield isInSteps ? before : before + writeJson(member);
  if (isInSteps) yield* jsonTexts(member, levels - 1);
}
