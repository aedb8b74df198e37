import type { Endpoint } from '../contract/endpoint.ts';
import { Issue, type Issues, type Path, pydanticContext, pydanticMessage, reason } from '../errors/issue.ts';
import type { PydanticContext } from '../errors/words.ts';
import { writeInput } from '../fields/optional.ts';
import { isRecord } from '../fields/values.ts';
import { sourcesOf } from '../text/json/places.ts';
import { remembering } from '../text/memo.ts';
import { type Content, ContentBuilder, type Piece } from './content.ts';
import type { RawBody } from './media.ts';
import { bodyField } from './parse.ts';

/** Writes the automatic 422, with an entry for each issue. */
type ValidationErrorWriter = (issues: Issues, body?: RawBody) => Content;

/** Compiles the writer for one endpoint. */
export function validationErrorWriter(endpoint: Endpoint, words: Wording): ValidationErrorWriter {
  const entry = entryWriter(endpoint, words);
  return ({ all }, body) => {
    const write = inputWriter(body, all);
    const builder = new ContentBuilder();
    for (const issue of all) {
      const text = entry(issue);
      builder.add(issue === all[0] ? `{"detail":[${text.slice(END.length)}` : text);
      builder.add(write(issue));
      const context = words.context(issue);
      if (context) builder.add(`,"ctx":${JSON.stringify(context)}`);
    }
    builder.add('}]}');
    return builder.content;
  };
}

/** The end of an entry before another. */
const END = '},';

/** The size from which a body that is shown as a whole is not copied. */
const MIN_SHARED_BODY_BYTES = 2048;

/** Writes the offending values of one request. An object that lacks several fields is shown for each of them. */
function inputWriter(body: RawBody | undefined, issues: readonly Issue[]): (issue: Issue) => Piece {
  const text = new SourceText(body?.source, issues);
  const bytes = body && body.bytes.length >= MIN_SHARED_BODY_BYTES ? bytesOf(body) : undefined;
  return (issue) => (bytes && issue.input === body?.value ? bytes : (text.of(issue) ?? writeInput(issue)));
}

/** Returns the bytes of the value, without a byte order mark and surrounding white space. */
function bytesOf({ source, bytes }: RawBody): Uint8Array | undefined {
  if (source === undefined) return undefined;
  const mark = bytes[0] === 0xef ? 3 : 0;
  const before = source.length - source.trimStart().length;
  const after = source.length - source.trimEnd().length;
  return bytes.subarray(mark + before, bytes.length - after);
}

/**
 * Writes the end of an entry, and the next one up to its input: `},{"type":"int_type","loc":["body","age"],"msg":"Age: must be a
 * whole number","input":`. For each declared field and type the last one is remembered, as most messages are always the same.
 */
function entryWriter(endpoint: Endpoint, words: Wording): (issue: Issue) => string {
  const write = (issue: Issue, message: string) => {
    const { publicType, path } = issue;
    const msg = words.label(issue) + message;
    return END + JSON.stringify({ type: publicType, loc: path, msg, input: 0 }).slice(0, -'0}'.length);
  };
  const known = new Map<unknown, ReadonlyMap<unknown, (type: string) => Written>>();
  for (const [part, names] of declaredNames(endpoint))
    known.set(part, new Map(names.map((name) => [name, remembering(nothingWritten, MAX_TYPES)])));
  return (issue) => {
    const { path, label } = issue;
    const message = words.message(issue);
    const last = path.length === 2 ? known.get(path[0])?.get(path[1])?.(issue.publicType) : undefined;
    if (!last || message.length > MAX_REMEMBERED) return write(issue, message);
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

/** Returns the names of the fields of each part. */
function declaredNames({ params = {}, query = {}, headers = {}, cookies = {}, body }: Endpoint) {
  const parts = { path: params, query, header: headers, cookie: cookies, body: propertiesOf(body) };
  return Object.entries(parts).map(([part, fields]) => [part, Object.keys(fields)] as const);
}

/** Returns the properties of a body, even if its schema is a reference. */
function propertiesOf(body: Endpoint['body']): Readonly<Record<string, unknown>> {
  const { $ref, $defs, properties } = bodyField(body)?.describe('input') ?? {};
  const name = String($ref).slice('#/$defs/'.length);
  const named = isRecord($defs) && isRecord($defs[name]) ? $defs[name].properties : properties;
  return isRecord(named) ? named : {};
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
function placeOf({ source, type }: Issue): Path {
  return type === 'missing' ? source.slice(1, -1) : source.slice(1);
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

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
