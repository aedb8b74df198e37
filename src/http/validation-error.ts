import type { Endpoint } from '../contract/endpoint.ts';
import type { Issue, Issues } from '../errors/issue.ts';
import { writeInput } from '../fields/optional.ts';
import { isRecord } from '../fields/values.ts';
import { remembering } from '../text/memo.ts';
import { type Content, ContentBuilder, type Piece } from './content.ts';
import type { ErrorFormat } from './error-format.ts';
import { bodyField } from './parse.ts';
import type { RawBody } from './raw-body.ts';
import { SourceText } from './source-text.ts';

/** Writes the automatic 422, with an entry for each issue. */
type ValidationErrorWriter = (issues: Issues, body?: RawBody) => Content;

/** Compiles the writer for one endpoint. */
export function validationErrorWriter(endpoint: Endpoint, format: ErrorFormat): ValidationErrorWriter {
  const entry = entryWriter(endpoint, format);
  return ({ all }, body) => {
    const write = inputWriter(body, all);
    const builder = new ContentBuilder();
    for (const issue of all) {
      const text = entry(issue);
      builder.add(issue === all[0] ? `{"detail":[${text.slice(END.length)}` : text);
      builder.add(write(issue));
      const context = format.context(issue);
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
function entryWriter(endpoint: Endpoint, format: ErrorFormat): (issue: Issue) => string {
  const write = (issue: Issue, message: string) => {
    const { publicType, path } = issue;
    const msg = format.label(issue) + message;
    return END + JSON.stringify({ type: publicType, loc: path, msg, input: 0 }).slice(0, -'0}'.length);
  };
  const known = new Map<unknown, ReadonlyMap<unknown, (type: string) => Written>>();
  for (const [part, names] of declaredNames(endpoint))
    known.set(part, new Map(names.map((name) => [name, remembering(nothingWritten, MAX_TYPES)])));
  return (issue) => {
    const { path, label } = issue;
    const message = format.message(issue);
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
