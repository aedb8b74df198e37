import { type Case, casesJson } from '../cases/case.ts';
import { casesOf } from '../cases/cases.ts';
import { curlOf } from '../cases/curl.ts';
import type { Subject } from '../cases/subject.ts';
import { StreamedContent } from '../http/content.ts';
import { type Compression, type Document, type Serve, serveDocument } from '../http/document.ts';
import { queryReader } from '../http/parts.ts';
import { JSON_HEADERS, type Reply } from '../http/reply.ts';
import { COUNTS, isOperation, type PageAnswer, unknownOperation } from './addresses.ts';
import { type Html, html } from './html.ts';
import { indent } from './indent.ts';

/** The limits on the characters of one cached list, and of all. */
const MAX_KEPT = 24 * 1024 * 1024;
const MAX_KEPT_TOGETHER = 32 * 1024 * 1024;
/** The most characters of a list that is compressed as a whole, which takes some milliseconds. */
const MAX_COMPRESSED = 1024 * 1024;
/** The characters of a chunk: some milliseconds of work, sent at once. */
const PIECE_LENGTH = 32 * 1024;

/** The default view of the cases. */
const ALL = 'all';

/**
 * Answers with the cases as JSON: of all operations, of one, or, if the name is empty, those that belong to none; with
 * `view=counts`, only their numbers. The list is generated while it is sent, and then kept.
 */
export function casesAnswer(subject: () => Subject, compression: Compression): PageAnswer {
  const readQuery = queryReader(['operation', 'view']);
  const kept = new Map<string, Serve>();
  let keptLength = 0;

  function* keeping(name: string, pieces: Iterable<string>): Iterable<string> {
    const all: string[] = [];
    let length = 0;
    for (const piece of pieces) {
      length += piece.length;
      if (length <= MAX_KEPT) all.push(piece);
      yield piece;
    }
    // A concurrent request may have been faster.
    if (kept.has(name) || length > MAX_KEPT || keptLength + length > MAX_KEPT_TOGETHER) return;
    keptLength += length;
    kept.set(
      name,
      length > MAX_COMPRESSED ? () => streamed(all) : serveDocument(jsonOf(all.join('')), compression),
    );
  }

  const piecesOf = (view: unknown, operation: string | undefined) =>
    view === COUNTS
      ? countsJson(casesOf(subject(), operation))
      : inPieces(casesJson(casesOf(subject(), operation)));

  return ({ head, query }) => {
    const { operation, view } = readQuery(query);
    if (operation !== undefined && !isOperation(subject().contract, operation)) return unknownOperation;
    const only = typeof operation === 'string' ? operation : undefined;
    const name = (view === COUNTS ? COUNTS : ALL) + (only === undefined ? '' : ` of ${only}`);
    const serve = kept.get(name);
    if (serve) return serve(head);
    return streamed(keeping(name, piecesOf(view, only)));
  };
}

function streamed(pieces: Iterable<string>): Reply {
  return { kind: 'reply', status: 200, headers: JSON_HEADERS, body: new StreamedContent(pieces) };
}

function jsonOf(text: string): Document {
  return { mediaType: 'application/json', text };
}

/** Joins short texts into chunks. */
function* inPieces(texts: Iterable<string>): Iterable<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** The number of cases that share a status, a place and the types of their entries. */
type Count = [status: number, place: string, types: string, count: number];

/** The cases that are counted without a pause: some milliseconds of work, or more if bodies are large. */
const MAX_AT_ONCE = 8;

/**
 * Counts the cases of each operation, and yields a line of JSON for each as soon as it is known. The empty lines in between
 * let the sender pause for other work.
 */
function* countsJson(cases: Iterable<Case>): Iterable<string> {
  let operation: string | undefined;
  let counts = new Map<string, Count>();
  let lineStart = '[\n';
  let seen = 0;
  const line = () => {
    const text = lineStart + JSON.stringify({ operation: operation ?? '', counts: [...counts.values()] });
    lineStart = ',\n';
    return text;
  };
  for (const each of cases) {
    if (each.operation !== operation && counts.size > 0) {
      yield line();
      counts = new Map();
    }
    operation = each.operation;
    if (each.kind !== 'accepted') count(each, counts);
    if (++seen % MAX_AT_ONCE === 0) yield '\n';
  }
  if (counts.size > 0) yield line();
  yield lineStart === '[\n' ? '[]\n' : '\n]\n';
}

function count({ place, expected }: Case, counts: Map<string, Count>): void {
  const types = [...new Set(expected.entries?.map(({ type }) => type))].join(' ');
  const key = `${expected.status} ${place} ${types}`;
  const known = counts.get(key);
  if (known) known[3]++;
  else counts.set(key, [expected.status, place, types, 1]);
}

/** The limit on the text of a command or reply, which nobody reads further. */
const MAX_CHARACTERS = 1000;

/** A case as a line that expands to the command that sends the request, and the reply. */
export function caseItem(each: Case, origin: string | undefined): Html {
  const { id, title, kind, place, expected, request } = each;
  const types = [...new Set(expected.entries?.map(({ type }) => type))].join(' ');
  return html`<li id="${id}" data-kind="${kind}" data-place="${place}" data-types="${types}"><details>
<summary><span class="status">${expected.status}</span> ${title}</summary>
<pre>${shortened(commandOf(request, origin))}</pre>
${expected.body === undefined ? [] : html`<pre>${shortened(indent(expected.body))}</pre>`}
</details></li>`;
}

/** The start of an address in a command line, with a variable for an unknown origin. */
export function startOfAddress(origin: string | undefined): string {
  return origin === undefined ? `"$ORIGIN"'` : `'${origin}`;
}

/** The start of a command, up to the quotation mark before the address. */
const ADDRESS = /\bcurl (?:-g )?'/;

function commandOf(request: Case['request'], origin: string | undefined): string {
  const address = startOfAddress(origin);
  return curlOf('', request).replace(ADDRESS, (start) => start.slice(0, -1) + address);
}

/** The hint to set the origin before a command line is run. */
export function originHint(origin: string | undefined): Html[] {
  if (origin !== undefined) return [];
  return [html` Say first where the service is: <code>ORIGIN=http://localhost:8000</code>`];
}

function shortened(text: string): string {
  return text.length > MAX_CHARACTERS
    ? `${text.slice(0, MAX_CHARACTERS)}… (${text.length} characters)`
    : text;
}
