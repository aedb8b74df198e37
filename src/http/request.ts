import type { Context } from '../contract/outcome.ts';

/** A request without its body, as a host passes it on. */
export interface RequestHead {
  readonly method: string;
  /** The target in the request line, in ASCII. */
  readonly target: string;
  readonly header: HeaderLookup;
  /** True if the request came over TLS. */
  readonly isSecure?: boolean;
}

/** Returns a header by its lower-case name; several values are joined by `, ` (RFC 9110, 5.3). */
export type HeaderLookup = (name: string) => string | undefined;

/** The context of a request. Its signal is made on first use. */
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

/** The target of a request line: the path, byte for byte, and the query without its question mark. */
export interface Target {
  readonly path: string;
  /** Undefined if the target has no question mark. */
  readonly query: string | undefined;
}

/** Splits a target into its two parts. The origin of an absolute address is ignored (RFC 9112, 3.2.2). */
export function splitTarget(raw: string): Target {
  const target = raw.startsWith('/') ? raw : withoutOrigin(raw);
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: undefined }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function withoutOrigin(raw: string): string {
  const origin = /^https?:\/\/[^/?#@]+(?![^/?#])/i.exec(raw)?.[0];
  if (origin === undefined) return raw;
  const rest = raw.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
