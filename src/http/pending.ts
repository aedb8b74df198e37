import { handlerTooSlow, stoppedWaiting } from './refusals.ts';
import { bugReply, type Reply, replyTo } from './reply.ts';
import type { RequestContext } from './request.ts';
import type { PendingReply } from './types.ts';

export interface PendingOptions {
  /** The milliseconds that a handler may take. */
  readonly handlerTimeout: number;
  /** Is told of exceptions and rejections, and in which request: each of them is a bug. */
  readonly onBug: (bug: unknown, requestId: string) => void;
}

/** Promises a reply within the time that a handler may take. */
export function pending(
  made: Promise<Reply>,
  context: RequestContext,
  { handlerTimeout, onBug }: PendingOptions,
): PendingReply<Reply> {
  const reply = new Promise<Reply>((resolve) => {
    const timer = setTimeout(() => {
      context.abort('The handler took too long');
      resolve(replyTo(handlerTooSlow));
    }, handlerTimeout);
    made
      .catch((bug) => {
        // Whoever stops because it was told to has no bug.
        if (context.isAborted) return replyTo(stoppedWaiting);
        onBug(bug, context.requestId);
        return bugReply;
      })
      .then((value) => {
        clearTimeout(timer);
        resolve(value);
      });
  });
  return { kind: 'pending', reply, abort: () => context.abort('The client has gone') };
}
