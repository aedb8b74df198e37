import { handlerTooSlow, stoppedWaiting } from './refusals.ts';
import { bugReply, type Reply, replyTo } from './reply.ts';
import type { RequestContext } from './request.ts';
import type { PendingReply } from './types.ts';

export interface PendingOptions {
  /** The time limit of a handler, in milliseconds. */
  readonly handlerTimeout: number;
  /** Called with each exception or rejection and the id of its request. Each of them is a bug. */
  readonly onBug: (bug: unknown, requestId: string) => void;
}

/** Waits for the reply of a handler, up to its time limit. */
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
        // A handler that stops because it was aborted has no bug.
        if (context.isAborted) return replyTo(stoppedWaiting);
        onBug(bug, context.requestId);
        return bugReply();
      })
      .then((value) => {
        clearTimeout(timer);
        resolve(value);
      });
  });
  return { kind: 'pending', reply, abort: () => context.abort('The client has gone') };
}
