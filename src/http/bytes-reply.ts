import { type Content, CutOff, type Piece, StreamedContent } from './content.ts';
import type { RequestContext } from './types.ts';

/** The replies of handlers that return bytes, at once or in pieces that are made while they are sent. */

/** Where the pieces of a body come from. */
interface Source {
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  /** Ends it before its end. */
  end(): unknown;
}

/** Called with each exception or rejection in a handler, and its context. Each of them is a bug. */
export type ReportBug = (bug: unknown, context: RequestContext) => void;

/** Makes the content of a reply from what a handler returned; undefined if that is not bytes. */
export function bytesContent(
  output: unknown,
  context: RequestContext,
  onBug: ReportBug,
): Content | undefined {
  if (output instanceof Uint8Array) return output;
  if (output instanceof Blob)
    return new StreamedContent(new Pieces(readerOf(output.stream()), context, onBug), output.size);
  const source = output instanceof ReadableStream ? readerOf(output) : iterationOf(output);
  return source && new StreamedContent(new Pieces(source, context, onBug));
}

/** A reader, because the iterator of a stream can't be ended while it waits. */
function readerOf(stream: ReadableStream<unknown>): Source {
  const reader = stream.getReader();
  return { next: () => reader.read(), end: () => reader.cancel() };
}

function iterationOf(output: unknown): Source | undefined {
  if (!isAsyncIterable(output)) return undefined;
  const iterator = output[Symbol.asyncIterator]();
  return {
    next: () => iterator.next(),
    end() {
      // The iterator of one of Node's streams waits for the next piece before it ends the stream.
      output.destroy?.();
      return iterator.return?.();
    },
  };
}

interface Iterated extends AsyncIterable<unknown> {
  readonly destroy?: () => void;
}

function isAsyncIterable(output: unknown): output is Iterated {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}

/** The pieces of a body. A failure is reported, and cuts the reply. */
class Pieces implements AsyncIterableIterator<Piece> {
  readonly #source: Source;
  readonly #context: RequestContext;
  readonly #onBug: ReportBug;

  constructor(source: Source, context: RequestContext, onBug: ReportBug) {
    this.#source = source;
    this.#context = context;
    this.#onBug = onBug;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Piece>> {
    try {
      const { done, value } = await this.#source.next();
      if (done) return { done, value: undefined };
      if (typeof value === 'string' || value instanceof Uint8Array) return { value };
      void this.#end();
      throw new TypeError('a piece of the body is neither a Uint8Array nor a string');
    } catch (error) {
      // A source that fails because the client has disconnected has no bug.
      if (!this.#context.isAborted) this.#onBug(error, this.#context);
      throw new CutOff();
    }
  }

  /** Ends the source, because the client has disconnected, or wants no body. */
  async return(): Promise<IteratorResult<Piece>> {
    this.#context.abort('The client has gone');
    void this.#end();
    return { done: true, value: undefined };
  }

  /** Nobody waits for the end, so nobody is told if it fails. */
  async #end(): Promise<void> {
    try {
      await this.#source.end();
    } catch {}
  }
}
