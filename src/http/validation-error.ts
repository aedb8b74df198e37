import type { Endpoint } from '../contract/endpoint.ts';
import { isRecord } from '../fields/record.ts';
import { writeInput } from '../fields/unknown.ts';
import type { Issue, Issues, Path } from '../issues/issue.ts';
import { escaped } from '../text/quote.ts';
import { remembering } from '../text/remembering.ts';
import { type Content, ContentBuilder, type Piece } from './content.ts';
import type { ErrorFormat } from './error-format.ts';
import { bodyField } from './parse.ts';
import type { RawBody } from './read-body.ts';
import { SourceText } from './source-text.ts';

/** Writes the automatic 422, with an entry for each issue. */
export type ValidationErrorWriter = (issues: Issues, body?: RawBody) => Content;

/** Compiles the writer for one endpoint. */
export function validationErrorWriter(endpoint: Endpoint, format: ErrorFormat): ValidationErrorWriter {
  const beginning = beginningWriter(endpoint, format);
  return ({ all }, body) => {
    const write = inputWriter(body, all);
    const builder = new ContentBuilder();
    let opening = '{"detail":[';
    for (const issue of all) {
      const message = escaped(format.message(issue));
      builder.add(`${opening}${beginning(issue)}${message}","input":`);
      builder.add(write(issue));
      const context = format.context(issue);
      opening = context ? `,"ctx":${JSON.stringify(context)}},` : '},';
    }
    builder.add(`${opening.slice(0, -1)}]}`);
    return builder.content;
  };
}

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
 * Writes an entry up to the label of its message: `{"type":"int_type","loc":["body","age"],"msg":"Age: `. For each declared field
 * and type this is written once.
 */
function beginningWriter(endpoint: Endpoint, { type: typeOf, label }: ErrorFormat): (issue: Issue) => string {
  const write = (type: string, loc: Path) => JSON.stringify({ type, loc, msg: label(loc) }).slice(0, -2);
  const writers = new Map<unknown, ReadonlyMap<unknown, (type: string) => string>>();
  for (const [part, names] of declaredNames(endpoint))
    writers.set(
      part,
      new Map(names.map((name) => [name, remembering((type) => write(type, [part, name]), MAX_TYPES)])),
    );
  return (issue) => {
    const { path } = issue;
    const type = typeOf(issue);
    const written = path.length === 2 ? writers.get(path[0])?.get(path[1])?.(type) : undefined;
    return written ?? write(type, path);
  };
}

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
