import type { AnswerPanel } from './answer.ts';
import type { Sending } from './code.ts';
import { type Answer, type Silence, send } from './send.ts';

/** Sends requests. A new request replaces one in progress. */
export interface Sender {
  /** Resolves with the outcome; undefined if another request was sent meanwhile. */
  send(sending: Sending): Promise<Answer | Silence | undefined>;
  /** Aborts the request in progress. */
  cancel(): void;
}

/** The time before a wait is shown. */
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
