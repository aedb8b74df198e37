import { type Endpoint, isForm } from '../contract/endpoint.ts';
import {
  Issue,
  type Issues,
  type Path,
  pydanticContext,
  pydanticMessage,
  reason,
  remaining,
} from '../errors/issue.ts';
import type { PydanticContext } from '../errors/words.ts';
import { writeInput } from '../fields/optional.ts';
import { mapValues } from '../fields/values.ts';
import { utf8Length } from '../text/bytes.ts';
import { cutPath, cutText } from '../text/cut.ts';
import { sourcesOf } from '../text/json/places.ts';
import { ensure, once, remembering } from '../text/memo.ts';
import { capitalized } from '../text/strings.ts';
import { isDue, type Steps } from '../text/turns.ts';
import { type Content, ContentBuilder } from './content.ts';
import type { RawBody } from './media.ts';
import { bodyField } from './parse.ts';

/** Writes the automatic 422, with an entry for each issue, in steps. */
type ValidationErrorWriter = (issues: Issues, body?: RawBody) => Steps<Content>;

/**
 * Compiles the writer for one endpoint. A reply has at most `maxBytes`: an input for which there is no room is cut, and the errors
 * for which there is none are counted in a last entry.
 */
export function validationErrorWriter(
  endpoint: Endpoint,
  words: Wording,
  maxBytes: number,
): ValidationErrorWriter {
  const entry = entryWriter(endpoint, words);
  return function* ({ all, more }, body) {
    const write = inputWriter(body, all);
    const builder = new ContentBuilder();
    let left = maxBytes - LAST_ENTRY_BYTES;
    let count = 0;
    for (const issue of all) {
      const start = opening(entry(issue), count);
      const end = contextOf(issue, words);
      left -= utf8Length(start) + utf8Length(end);
      const written = write(issue);
      const input = written.length <= left && utf8Length(written) <= left ? written : shortened(written);
      left -= utf8Length(input);
      if (left < 0) break;
      builder.add(start + input + end);
      count++;
      if (isDue()) yield;
    }
    const rest = more + all.length - count;
    if (rest > 0) builder.add(`${opening(entry(remaining(rest, all[0])), count)}null`);
    builder.add('}]}');
    return builder.content;
  };
}

/** Returns the end of an entry and the beginning of the next one; for the first one, the beginning of the reply. */
function opening(text: string, count: number): string {
  return count === 0 ? `{"detail":[${text.slice(END.length)}` : text;
}

/** The most bytes of the entry that counts the errors which are not listed, and of the end of the reply. */
const LAST_ENTRY_BYTES = 256;

/** The most bytes of an input that is cut. */
const MAX_CUT_INPUT = 100;

/** Returns the beginning of the JSON text of an input, as a string. */
function shortened(input: string): string {
  return JSON.stringify(cutText(`${input.slice(0, MAX_CUT_INPUT)}…`, MAX_CUT_INPUT));
}

/** Writes the `ctx` of an entry, if it has one. */
function contextOf(issue: Issue, words: Wording): string {
  const context = words.context(issue);
  if (!context) return '';
  const cut = (value: unknown) => (typeof value === 'string' ? cutText(value) : value);
  return `,"ctx":${JSON.stringify(mapValues(context, cut))}`;
}

/** The end of an entry before another. */
const END = '},';

/** Writes the offending values of one request. An object that lacks several fields is shown for each of them. */
function inputWriter(body: RawBody | undefined, issues: readonly Issue[]): (issue: Issue) => string {
  const text = new SourceText(body?.source, issues);
  const objects = new Map<unknown, string>();
  // The value of a long body need not be looked for in its text.
  if (body?.source !== undefined) objects.set(body.value, body.source.trim());
  const written = (issue: Issue) => text.of(issue) ?? writeInput(issue);
  return (issue) => {
    const { input } = issue;
    return typeof input === 'object' ? ensure(objects, input, () => written(issue)) : written(issue);
  };
}

/**
 * Writes the end of an entry, and the next one up to its input: `},{"type":"int_type","loc":["body","age"],"msg":"Age: must be a
 * whole number","input":`. For each declared field and type the last one is remembered, as most messages are always the same.
 */
function entryWriter(endpoint: Endpoint, words: Wording): (issue: Issue) => string {
  const write = (issue: Issue, message: string) => {
    const { publicType, path } = issue;
    const msg = cutText(words.label(issue) + message);
    return (
      END + JSON.stringify({ type: publicType, loc: cutPath(path), msg, input: 0 }).slice(0, -'0}'.length)
    );
  };
  const parts = once(() => declaredParts(endpoint));
  const known = new Map<string, Map<string, (type: string) => Written>>();
  return (issue) => {
    const { path, label } = issue;
    const [part, name] = path as [string, string];
    const message = words.message(issue);
    const fields = path.length === 2 && message.length <= MAX_REMEMBERED && parts()[part];
    if (!fields || !Object.hasOwn(fields, name)) return write(issue, message);
    const entries = ensure(known, part, () => new Map());
    const last = ensure(entries, name, () => remembering(nothingWritten, MAX_TYPES))(issue.publicType);
    if (last.message !== message || last.label !== label) {
      last.message = message;
      last.label = label;
      last.text = write(issue, message);
    }
    return last.text;
  };
}

/** An entry, as it was written last. */
interface Written {
  message: string | undefined;
  label: string | undefined;
  text: string;
}

function nothingWritten(): Written {
  return { message: undefined, label: undefined, text: '' };
}

/** The most characters of a message to remember. A few messages quote what was sent, which may be long. */
const MAX_REMEMBERED = 1000;

/** The most types of issues to remember for a field. None of ours has as many; fields of others may make up types. */
const MAX_TYPES = 100;

/** Returns the fields of each part. None need be made for that. */
function declaredParts({
  params,
  query,
  headers,
  cookies,
  body,
}: Endpoint): Record<string, object | undefined> {
  return { path: params, query, header: headers, cookie: cookies, body: propertiesOf(body) };
}

/** Returns the properties of a body, even if its schema is a reference. */
export function propertiesOf(body: Endpoint['body']): Readonly<Record<string, unknown>> {
  if (isForm(body)) return body.form;
  const schema = bodyField(body)?.describe('input');
  const { $ref, $defs } = Object(schema);
  return Object(Object($ref ? $defs[$ref.slice('#/$defs/'.length)] : schema).properties);
}

/**
 * The text of a body, to show offending values as they were written. Parsing rounds `1e400`, drops the zero of `1.50` and moves
 * integer keys to the front.
 */
class SourceText {
  readonly #source: string | undefined;
  readonly #issues: readonly Issue[];
  #hasEscapes: boolean | undefined;
  #hasFloats: boolean | undefined;
  #find: ((path: Path) => string | undefined) | undefined;

  /** The issues are those whose values will be asked for. */
  constructor(source: string | undefined, issues: readonly Issue[]) {
    this.#source = source;
    this.#issues = issues;
  }

  /** Returns the value of an issue as it was written, if it is known. */
  of(issue: Issue): string | undefined {
    const source = this.#source;
    if (source === undefined || issue.written !== undefined || !isInBody(issue)) return issue.written;
    return this.#onlyText(issue.input, source) ?? this.#search(placeOf(issue), source);
  }

  /**
   * Returns the text of a value that can be written in only one way in this body, which saves searching for it. Another way to write a
   * string needs a backslash; another one of an integer, a point, an exponent or `-0`.
   */
  #onlyText(input: unknown, source: string): string | undefined {
    if (typeof input === 'string') {
      this.#hasEscapes ??= source.includes('\\');
      return this.#hasEscapes ? undefined : `"${input}"`;
    }
    if (typeof input === 'boolean' || input === null) return String(input);
    if (!Number.isSafeInteger(input)) return undefined;
    this.#hasFloats ??= FLOAT.test(source);
    return this.#hasFloats ? undefined : String(input);
  }

  #search(place: Path, source: string): string | undefined {
    this.#find ??= sourcesOf(source, this.#issues.filter(isInBody).map(placeOf));
    return this.#find(place);
  }
}

const FLOAT = /[0-9][.eE]|-0/;

function isInBody({ source }: Issue): boolean {
  return source[0] === 'body';
}

/** Returns the path, within the body, of the value that an issue shows. */
function placeOf({ inputPath }: Issue): Path {
  return inputPath.slice(1);
}

/** Adds to every issue in a structured detail its value as it was written. */
export function withSources(detail: Readonly<Record<string, unknown>>, source: string | undefined): unknown {
  const issues = Object.values(detail).filter((value) => value instanceof Issue);
  const text = new SourceText(source, issues);
  const entries = Object.entries(detail).map(([name, value]) => [
    name,
    value instanceof Issue ? value.with({ written: text.of(value) }) : value,
  ]);
  return Object.fromEntries(entries);
}

/** The words of the entries of an automatic 422. */
export interface Wording {
  /** Returns the beginning of a message, which depends only on the path and the label of the issue. */
  label(issue: Pick<Issue, 'label' | 'path'>): string;
  /** Returns the rest of the message. */
  message(issue: Issue): string;
  /** Returns the `ctx` of an entry, if it has one. */
  context(issue: Issue): PydanticContext | undefined;
}

/** Assay's messages, after the label of the field: `Age: must be between 0 and 120`. */
export const plainWords: Wording = {
  label({ label, path }) {
    return `${label ?? capitalized(String(path.findLast((key) => typeof key === 'string')))}: `;
  },
  message: reason,
  context: () => undefined,
};

/** The messages and `ctx` of pydantic: `Input should be less than or equal to 120`. */
export const pydanticWords: Wording = {
  label: () => '',
  message: pydanticMessage,
  context: pydanticContext,
};
