import type { NamedReply } from '../../http/types.ts';
import type { Head } from './head.ts';

/**
 * Is told of every request when it arrives, and gives what is to be told of the reply to it. Where not even a
 * request could be read, there is none.
 */
export type Watch = (request: Head | undefined) => Replied;

/** Is told of the reply to a request as soon as that is on its way, once. */
export type Replied = (reply: NamedReply) => void;

/** Several that watch, as one. */
export function watchers(all: readonly Watch[]): Watch {
  return (request) => {
    const replied = all.map((watch) => watch(request));
    return (reply) => {
      for (const tell of replied) tell(reply);
    };
  };
}
