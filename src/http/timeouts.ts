/** How long a client may take, in milliseconds, and how long a connection lasts. */
export interface Timeouts {
  /** For the headers of a request. */
  readonly headersTimeout: number;
  /** For a whole request; and then again for reading the reply. */
  readonly requestTimeout: number;
  /** Between requests. */
  readonly idleTimeout: number;
  /** Requests on one connection. */
  readonly requestsPerConnection: number;
}

export const defaultTimeouts: Timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  idleTimeout: 5_000,
  requestsPerConnection: 10_000,
};
