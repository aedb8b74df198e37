import { casesJson } from '../cases/case.ts';
import { casesOf } from '../cases/cases.ts';
import type { Subject } from '../cases/subject.ts';
import { StreamedContent } from '../http/content.ts';
import type { Compression } from '../http/document.ts';
import { type Document, type Serve, serveDocument } from '../http/document.ts';
import { queryReader } from '../http/parts.ts';
import { JSON_HEADERS } from '../http/reply.ts';
import { COUNTS } from './addresses.ts';
import { countsJson } from './counts.ts';
import type { PageAnswer } from './docs-options.ts';
import { isOperation, unknownOperation } from './operations.ts';

/** The limits on the characters of one cached list, and of all. */
const MAX_KEPT = 1024 * 1024;
const MAX_KEPT_TOGETHER = 4 * MAX_KEPT;
/** The characters of a chunk: some milliseconds of work, sent at once. */
const PIECE_LENGTH = 32 * 1024;

/** The default view of the refusals. */
const ALL = 'all';

/**
 * Answers with the refusals as JSON: of all operations, of one, or, if the name is empty, those that belong to none; with
 * `view=counts`, only their numbers. The list is generated while it is sent, and cached if it is short.
 */
export function refusalsAnswer(subject: () => Subject, compression: Compression): PageAnswer {
  const readQuery = queryReader(['operation', 'view']);
  const kept = new Map<string, Serve>();
  let keptLength = 0;

  function* keeping(name: string, pieces: Iterable<string>): Iterable<string> {
    let whole = '';
    for (const piece of pieces) {
      if (whole.length <= MAX_KEPT) whole += piece;
      yield piece;
    }
    // A concurrent request may have been faster.
    if (kept.has(name) || whole.length > MAX_KEPT || keptLength + whole.length > MAX_KEPT_TOGETHER) return;
    keptLength += whole.length;
    kept.set(name, serveDocument(jsonOf(whole), compression));
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
    const body = new StreamedContent(keeping(name, piecesOf(view, only)));
    return { kind: 'reply', status: 200, headers: JSON_HEADERS, body };
  };
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
