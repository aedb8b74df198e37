import { Refusal } from '../contract/refusal.ts';
import { type PendingOptions, pending } from '../http/pending.ts';
import { queryReader } from '../http/query.ts';
import { JSON_HEADERS, type Reply, replyTo, type TextReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { document } from '../http/static.ts';
import { casesJson } from '../refusals/case-json.ts';
import { casesOf } from '../refusals/refusals.ts';
import type { Subject } from '../refusals/subject.ts';
import { gather } from './slices.ts';

const unknownOperation = replyTo(new Refusal(404, 'There is no such operation'));

/** The most letters of one list that is kept, and of all that are. */
const MOST_KEPT = 1024 * 1024;
const MOST_KEPT_TOGETHER = 4 * MOST_KEPT;

/** The table of refusals as JSON: that of one operation, or of all. */
export function refusalsRoute(path: string, subject: () => Subject, options: PendingOptions): Route {
  const readQuery = queryReader(['operation']);
  const kept = new Map<string | undefined, TextReply>();
  /** Lists that are being made, for whoever asks for the same one meanwhile. */
  const inTheMaking = new Map<string | undefined, Promise<Reply>>();
  let keptLength = 0;

  async function make(operation: string | undefined): Promise<Reply> {
    const making = gather(casesJson(casesOf(subject(), operation)));
    const pieces = await making.finally(() => inTheMaking.delete(operation));
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length > MOST_KEPT || keptLength + length > MOST_KEPT_TOGETHER)
      return { kind: 'reply', status: 200, headers: JSON_HEADERS, body: pieces };
    const reply = document('application/json', pieces.join(''));
    keptLength += length;
    kept.set(operation, reply);
    return reply;
  }

  return {
    method: 'GET',
    path,
    answer({ query, context }) {
      const { operation } = readQuery(query);
      if (operation !== undefined && !isOperation(subject(), operation)) return unknownOperation;
      const name = typeof operation === 'string' ? operation : undefined;
      const known = kept.get(name);
      if (known) return known;
      const made = inTheMaking.get(name) ?? make(name);
      inTheMaking.set(name, made);
      return pending(made, context, options);
    },
  };
}

function isOperation({ contract }: Subject, name: unknown): boolean {
  return typeof name === 'string' && Object.hasOwn(contract.endpoints, name);
}
