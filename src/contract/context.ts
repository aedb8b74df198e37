/** The context of a request: the second argument of its handler. */
export interface Context {
  /** Aborts when the client disconnects or the handler times out. */
  readonly signal: AbortSignal;
  /** The id that the reply carries as `X-Request-Id`. */
  readonly requestId: string;
}
