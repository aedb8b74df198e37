import { Refusal } from '../contract/refusal.ts';
import { StreamedContent } from '../http/content.ts';
import { once } from '../http/once.ts';
import { queryReader } from '../http/query.ts';
import { JSON_HEADERS, replyTo, type TextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { document } from '../http/static.ts';
import { casesJson } from '../refusals/case-json.ts';
import { casesOf } from '../refusals/refusals.ts';
import type { Subject } from '../refusals/subject.ts';

const unknownOperation = replyTo(new Refusal(404, 'There is no such operation'));

/** The most letters of one list that is kept, and of all that are. */
const MOST_KEPT = 1024 * 1024;
const MOST_KEPT_TOGETHER = 4 * MOST_KEPT;
/** The letters of a piece: some milliseconds of work, and as much as is sent at once. */
const PIECE_LENGTH = 32 * 1024;

/**
 * The table of refusals as JSON: that of one operation, or of all, which may have been made before. It is made while it is
 * sent, and kept if it is short.
 */
export function refusalsRoute(path: string, subject: () => Subject, all?: string): Route {
  const readQuery = queryReader(['operation']);
  const kept = new Map<string | undefined, TextReply>();
  const givenReply = once(() => document('application/json', all ?? ''));
  let keptLength = 0;

  function* piecesOf(operation: string | undefined): Iterable<string> {
    let whole = '';
    for (const piece of inPieces(casesJson(casesOf(subject(), operation)))) {
      if (whole.length <= MOST_KEPT) whole += piece;
      yield piece;
    }
    if (whole.length > MOST_KEPT || keptLength + whole.length > MOST_KEPT_TOGETHER) return;
    keptLength += kept.has(operation) ? 0 : whole.length;
    kept.set(operation, document('application/json', whole));
  }

  return {
    method: 'GET',
    path,
    answer({ query }) {
      const { operation } = readQuery(query);
      if (operation !== undefined && !isOperation(subject(), operation)) return unknownOperation;
      const name = typeof operation === 'string' ? operation : undefined;
      if (name === undefined && all !== undefined) return givenReply();
      const body = new StreamedContent(piecesOf(name));
      return kept.get(name) ?? { kind: 'reply', status: 200, headers: JSON_HEADERS, body };
    },
  };
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
  return typeof name === 'string' && Object.hasOwn(contract.endpoints, name);
}
