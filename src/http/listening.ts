/** The address to listen on; without a host, all interfaces, IPv4 and IPv6. */
export interface Address {
  readonly port: number;
  readonly host?: string | undefined;
}

/** A listening service. */
export interface Listening {
  /** The origin at which this machine can reach it, such as `http://127.0.0.1:49152`. */
  readonly origin: string;
  readonly port: number;
  /** Answers the requests that have arrived, and stops. */
  close(): Promise<void>;
}
