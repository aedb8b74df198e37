/** The time that a client may take, in milliseconds, and the limits of a connection. */
export interface Timeouts {
  /** For the headers of a request. */
  readonly headersTimeout: number;
  /** For a whole request, and again for reading the reply. Clients that send or read at the minimum rate get longer. */
  readonly requestTimeout: number;
  /** Between requests. The server waits a second longer than it announces. */
  readonly idleTimeout: number;
  /** The minimum rate, in bytes per second. */
  readonly minRate: number;
  /** Requests on one connection. */
  readonly requestsPerConnection: number;
}

/** The time that a handler may take, in milliseconds. */
export const DEFAULT_HANDLER_TIMEOUT_MS = 30_000;

export const defaultTimeouts: Timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  idleTimeout: 5_000,
  minRate: 1024,
  requestsPerConnection: 10_000,
};
