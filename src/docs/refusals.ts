import type { Compression } from '../http/compression.ts';
import { StreamedContent } from '../http/content.ts';
import { queryReader } from '../http/query.ts';
import { JSON_HEADERS } from '../http/reply.ts';
import { type Document, type Serve, serveDocument } from '../http/static.ts';
import { casesJson } from '../refusals/case-json.ts';
import { casesOf } from '../refusals/refusals.ts';
import type { Subject } from '../refusals/subject.ts';
import { COUNTS } from './addresses.ts';
import { countsJson } from './counts.ts';
import type { PageAnswer } from './docs-options.ts';
import { isOperation, unknownOperation } from './operations.ts';

/** The most characters of one list that is kept, and of all that are. */
const MAX_KEPT = 1024 * 1024;
const MAX_KEPT_TOGETHER = 4 * MAX_KEPT;
/** The characters of a piece: some milliseconds of work, and as much as is sent at once. */
const PIECE_LENGTH = 32 * 1024;

/** The other view of the table. */
const ALL = 'all';

/**
 * The table of refusals as JSON: that of one operation, with an empty name that of none, or of all; or, as `view=counts`, how
 * many there are of each kind. It is made while it is sent, and kept if it is short.
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
    // Another request may have been quicker.
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

/** Short texts put together. */
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
