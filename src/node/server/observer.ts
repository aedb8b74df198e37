import type { FinalReply } from '../../http/types.ts';
import type { Head } from './head.ts';

/**
 * Is told of every request when it arrives, and gives what is to be told of the reply to it. Where not even a
 * request could be read, there is none.
 */
export type RequestObserver = (request: Head | undefined) => ReplyListener;

/** Is told of the reply to a request as soon as that is on its way, once. */
export type ReplyListener = (reply: FinalReply) => void;

/** Several that watch, as one. */
export function combineObservers(all: readonly RequestObserver[]): RequestObserver {
  return (request) => {
    const replied = all.map((watch) => watch(request));
    return (reply) => {
      for (const tell of replied) tell(reply);
    };
  };
}
