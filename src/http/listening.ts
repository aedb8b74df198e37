/** The address on which a server is to listen; without a host, all interfaces, IPv4 and IPv6. */
export interface Address {
  readonly port: number;
  readonly host?: string | undefined;
}

/** A service that listens. */
export interface Listening {
  /** The address under which this machine reaches it, as `http://127.0.0.1:49152`. */
  readonly origin: string;
  readonly port: number;
  /** Answers the requests that have come, and ends. */
  close(): Promise<void>;
}
