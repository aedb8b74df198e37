import type { FinalReply } from '../../http/types.ts';
import type { Exchange } from './exchange.ts';
import type { Output } from './output.ts';
import { isStreamed, ReplyStream } from './reply-stream.ts';
import type { Step } from './step.ts';

/** Writes the replies of one connection, in the order of their requests. */
export class ReplyWriter {
  /** The number of replies so far. */
  count = 0;
  readonly #output: Output;
  #stream: ReplyStream | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  /** True while there is more to send of a reply. */
  get isStreaming(): boolean {
    return this.#stream !== undefined;
  }

  /** Writes the reply to a request, or its beginning. */
  give(exchange: Exchange, reply: FinalReply, endsHere: boolean): Step {
    const isLast = exchange.give(reply, endsHere);
    this.count++;
    if (exchange.isHead || !isStreamed(reply.body)) return isLast ? 'end' : 'again';
    this.#stream = new ReplyStream(reply.body, isLast);
    return 'again';
  }

  /** Adds one piece more of a long reply. The connection asks for the next when the client has read enough. */
  next(): Step {
    const step = this.#stream?.next(this.#output) ?? 'again';
    if (step === 'more') return 'again';
    this.#stream = undefined;
    return step;
  }

  /** Makes no more of a reply, for its client has gone. */
  abandon(): void {
    this.#stream?.abandon();
    this.#stream = undefined;
  }
}
