/** Where a server is to listen; without a host, on all interfaces, IPv4 and IPv6. */
export interface Address {
  readonly port: number;
  readonly host?: string | undefined;
}
