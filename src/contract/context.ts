/** The circumstances of a request. */
export interface Context {
  /** Aborted when the client has gone, or when the handler has taken too long. */
  readonly signal: AbortSignal;
  /** The id that the reply carries as `X-Request-Id`. */
  readonly requestId: string;
}
