import type { Context } from '../contract/context.ts';

/** A request as a host hands it over: everything that comes before the body. */
export interface RequestHead {
  readonly method: string;
  /** As the request line has it, in ASCII. */
  readonly target: string;
  readonly header: HeaderLookup;
}

/** The value of a header by its lower-case name; of several they are joined by `, ` (RFC 9110, 5.3). */
export type HeaderLookup = (name: string) => string | undefined;

/** The context of one request. Its signal is made only for those who ask for it. */
export class RequestContext implements Context {
  readonly requestId: string;
  #controller: AbortController | undefined;

  constructor(requestId: string) {
    this.requestId = requestId;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  abort(reason: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new DOMException(reason, 'AbortError'));
  }

  get isAborted(): boolean {
    return this.#controller?.signal.aborted === true;
  }
}
