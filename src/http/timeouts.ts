/** The time that a client may take, in milliseconds, and that a connection lasts. */
export interface Timeouts {
  /** For the headers of a request. */
  readonly headersTimeout: number;
  /** For a whole request; and then again for reading the reply. Whoever sends or reads at the least rate has longer. */
  readonly requestTimeout: number;
  /** Between requests. Clients are waited for a second longer than they are told. */
  readonly idleTimeout: number;
  /** The least rate, in bytes per second. */
  readonly minRate: number;
  /** Requests on one connection. */
  readonly requestsPerConnection: number;
}

export const defaultTimeouts: Timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  idleTimeout: 5_000,
  minRate: 1024,
  requestsPerConnection: 10_000,
};
