import type { Endpoint } from '../contract/endpoint.ts';
import { writeInput } from '../fields/unknown.ts';
import { type Issue, type Issues, type Path, reason } from '../issues/issue.ts';
import { escaped } from '../text/quote.ts';
import { type Content, ContentBuilder, type Piece } from './content.ts';
import { shapesOf } from './parse.ts';
import type { RawBody } from './read.ts';
import { sourceText } from './source-text.ts';

/** Writes the automatic 422, an entry for each issue: what the contract calls a validation error. */
export type ValidationErrorWriter = (issues: Issues, body?: RawBody) => Content;

/** Compiles the rejecter of one endpoint. */
export function validationErrorWriter(endpoint: Endpoint): ValidationErrorWriter {
  const introduce = prefixWriter(endpoint);
  return ({ all }, body) => {
    const show = inputWriter(body);
    const assembly = new ContentBuilder();
    let opening = '{"detail":[';
    for (const issue of all) {
      const place = introduce(issue.path);
      assembly.add(`${opening}{"type":"${issue.publicType}",${place}${escaped(reason(issue))}","input":`);
      assembly.add(show(issue));
      opening = '},';
    }
    assembly.add('}]}');
    return assembly.content;
  };
}

/** From so many bytes on, a body that is shown as a whole is not copied for it. */
const MIN_SHARED_BODY_BYTES = 2048;

/** Shows the offending values of one request. An object that lacks several fields is shown for each of them. */
function inputWriter(body: RawBody | undefined): (issue: Issue) => Piece {
  const spell = sourceText(body?.source);
  const bytes = body && body.bytes.length >= MIN_SHARED_BODY_BYTES ? bytesOf(body) : undefined;
  return (issue) => (bytes && issue.input === body?.value ? bytes : writeInput(spell(issue)));
}

/** The bytes of the value alone, without a byte order mark and the white space around it. */
function bytesOf({ source, bytes }: RawBody): Uint8Array {
  const mark = bytes[0] === 0xef ? 3 : 0;
  const before = source.length - source.trimStart().length;
  const after = source.length - source.trimEnd().length;
  return bytes.subarray(mark + before, bytes.length - after);
}

/**
 * Gives what an entry says between its type and the reason: `"loc":["body","age"],"msg":"Age: `. What the contract declares is
 * put into words once, what is deeper inside of it each time.
 */
function prefixWriter(endpoint: Endpoint): (path: Path) => string {
  const known = new Map<unknown, ReadonlyMap<unknown, string>>();
  for (const [part, shape = {}] of Object.entries(shapesOf(endpoint)))
    known.set(part, new Map(Object.keys(shape).map((name) => [name, prefixOf([part, name])])));
  return (path) => (path.length === 2 && known.get(path[0])?.get(path[1])) || prefixOf(path);
}

function prefixOf(path: Path): string {
  return JSON.stringify({ loc: path, msg: `${label(path)}: ` }).slice(1, -2);
}

/** What people call the value at this path: the name of its field, capitalised. */
function label(path: Path): string {
  const name = String(path.findLast((key) => typeof key === 'string'));
  return name === 'url' ? 'URL' : name.charAt(0).toUpperCase() + name.slice(1);
}
