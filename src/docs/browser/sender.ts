import type { AnswerPanel } from './answer.ts';
import type { Sending } from './code.ts';
import { type Answer, type Silence, send } from './send.ts';

/** Sends requests, of which only the last one counts. */
export interface Sender {
  /** The outcome of a request; undefined where another one has been sent meanwhile. */
  send(sending: Sending): Promise<Answer | Silence | undefined>;
  /** Abandons the request that is under way. */
  cancel(): void;
}

/** A wait that is shorter than this is not shown. */
const SLOW_MS = 300;

export function createSender(answer: AnswerPanel): Sender {
  let waiting: AbortController | undefined;

  function cancel(): void {
    waiting?.abort();
    waiting = undefined;
  }

  return {
    cancel,
    async send({ message, body, root }) {
      cancel();
      const controller = new AbortController();
      waiting = controller;
      const slow = setTimeout(() => answer.wait(() => controller.abort()), SLOW_MS);
      const outcome = await send(message, body, root, controller.signal);
      clearTimeout(slow);
      return waiting === controller ? outcome : undefined;
    },
  };
}
