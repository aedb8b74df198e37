import type { FinalReply } from '../../../http/types.ts';
import type { Head } from './head.ts';

/**
 * Called with every request when it arrives, or with undefined if no request could be read. Returns the listener for its reply.
 */
export type RequestObserver = (request: Head | undefined) => ReplyListener;

/** Called once with the reply to a request, when it is being sent. */
export type ReplyListener = (reply: FinalReply) => void;

/** Combines several observers into one. */
export function combineObservers(all: readonly RequestObserver[]): RequestObserver {
  return (request) => {
    const listeners = all.map((observe) => observe(request));
    return (reply) => {
      for (const listener of listeners) listener(reply);
    };
  };
}
