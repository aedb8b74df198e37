import type { Reply } from './reply.ts';
import type { Answer, PendingReply } from './types.ts';

/** Changes the reply that an answer leads to. The replies to incomplete and oversized bodies stay the same. */
export function mapAnswer<From extends Reply, To extends Reply>(
  answer: Answer<From>,
  change: (reply: From) => From | To | PendingReply<From | To>,
): Answer<From | To> {
  if (answer.kind === 'reply') return change(answer);
  if (answer.kind === 'pending') return changedLater(answer, change);
  return {
    kind: 'body',
    limit: answer.limit,
    complete(body) {
      const reply = answer.complete(body);
      return reply.kind === 'reply' ? change(reply) : changedLater(reply, change);
    },
    overflow: answer.overflow,
    brokenOff: answer.brokenOff,
  };
}

/** Passes an abort on to whatever is awaited at that time. */
function changedLater<From extends Reply, To extends Reply>(
  pending: PendingReply<From>,
  change: (reply: From) => To | PendingReply<To>,
): PendingReply<To> {
  let current: Pick<PendingReply, 'abort'> = pending;
  let isAborted = false;
  const reply = pending.reply.then((made) => {
    const changed = change(made);
    if (changed.kind === 'reply') return changed;
    current = changed;
    if (isAborted) changed.abort();
    return changed.reply;
  });
  function abort(): void {
    isAborted = true;
    current.abort();
  }
  return { kind: 'pending', reply, abort };
}
