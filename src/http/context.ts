import type { Logger, RequestInfo } from '../contract/outcome.ts';
import { loggerOf, type RequestServices, RequestView } from './request.ts';
import type { RequestContext, RequestHead } from './types.ts';

/** The context of a request. Its parts are made when they are first used, because most handlers use none. */
export class LazyContext implements RequestContext {
  readonly requestId: string;
  readonly head: RequestHead;
  readonly #services: RequestServices;
  #controller: AbortController | undefined;

  constructor(requestId: string, head: RequestHead, services: RequestServices) {
    this.requestId = requestId;
    this.head = head;
    this.#services = services;
  }

  get request(): RequestInfo {
    return new RequestView(this.head, this.requestId, this.#services);
  }

  get log(): Logger {
    return loggerOf(this.requestId, this.#services.log);
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
