import { Refusal } from '../contract/refusal.ts';
import type { Compression } from '../http/compression.ts';
import { StreamedContent } from '../http/content.ts';
import { once } from '../http/once.ts';
import { queryReader } from '../http/query.ts';
import { JSON_HEADERS, replyTo } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { type Document, type Serve, serveDocument } from '../http/static.ts';
import { casesJson } from '../refusals/case-json.ts';
import { casesOf } from '../refusals/refusals.ts';
import type { Subject } from '../refusals/subject.ts';
import { countsJson } from './counts.ts';

const unknownOperation = replyTo(new Refusal(404, 'There is no such operation'));

/** The most letters of one list that is kept, and of all that are. */
const MOST_KEPT = 1024 * 1024;
const MOST_KEPT_TOGETHER = 4 * MOST_KEPT;
/** The letters of a piece: some milliseconds of work, and as much as is sent at once. */
const PIECE_LENGTH = 32 * 1024;

/** The two views of the table. */
const ALL = 'all';
const COUNTS = 'counts';

export interface RefusalsOptions {
  readonly compression: Compression;
  /** The whole table, where it was made before. */
  readonly all?: string | undefined;
}

/**
 * The table of refusals as JSON: that of one operation, with an empty name that of none, or of all, which may have been made
 * before; or, as `view=counts`, how many there are of each kind. It is made while it is sent, and kept if it is short.
 */
export function refusalsRoute(
  path: string,
  subject: () => Subject,
  { compression, all }: RefusalsOptions,
): Route {
  const readQuery = queryReader(['operation', 'view']);
  const kept = new Map<string, Serve>();
  if (all !== undefined)
    kept.set(
      ALL,
      lazily(() => serveDocument(jsonOf(all), compression)),
    );
  let keptLength = 0;

  function* keeping(name: string, pieces: Iterable<string>): Iterable<string> {
    let whole = '';
    for (const piece of pieces) {
      if (whole.length <= MOST_KEPT) whole += piece;
      yield piece;
    }
    if (whole.length > MOST_KEPT || keptLength + whole.length > MOST_KEPT_TOGETHER) return;
    keptLength += kept.has(name) ? 0 : whole.length;
    kept.set(name, serveDocument(jsonOf(whole), compression));
  }

  const piecesOf = (view: unknown, operation: string | undefined) =>
    view === COUNTS
      ? countsJson(casesOf(subject(), operation))
      : inPieces(casesJson(casesOf(subject(), operation)));

  return {
    method: 'GET',
    path,
    answer({ head, query }) {
      const { operation, view } = readQuery(query);
      if (operation !== undefined && !isOperation(subject(), operation)) return unknownOperation;
      const only = typeof operation === 'string' ? operation : undefined;
      const name = (view === COUNTS ? COUNTS : ALL) + (only === undefined ? '' : ` of ${only}`);
      const serve = kept.get(name);
      if (serve) return serve(head);
      const body = new StreamedContent(keeping(name, piecesOf(view, only)));
      return { kind: 'reply', status: 200, headers: JSON_HEADERS, body };
    },
  };
}

function jsonOf(text: string): Document {
  return { mediaType: 'application/json', text };
}

/** Serves what is made when it is first asked for. */
function lazily(make: () => Serve): Serve {
  const made = once(make);
  return (head) => made()(head);
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

function isOperation({ contract }: Subject, name: unknown): boolean {
  if (name === '' || typeof name !== 'string') return name === '';
  return Object.hasOwn(contract.endpoints, name) || Object.hasOwn(contract.pages ?? {}, name);
}
