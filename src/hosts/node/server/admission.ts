import type { Socket } from 'node:net';

/** The most simultaneous connections, for each process. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** The same for one address, if that is limited; for IPv6, for a network of 64 bits, which is what a single client has. */
  readonly maxConnectionsPerAddress: number | undefined;
}

export const defaultConnectionLimits: ConnectionLimits = {
  maxConnections: 10_000,
  maxConnectionsPerAddress: undefined,
};

/** The reason for refusing a connection: there are too many in total, or from its address. */
export type DropReason = 'total' | 'address';

/** An observer of connections. */
export interface ConnectionObserver {
  /** Called when there is one connection more, or one less. */
  changed(change: 1 | -1): void;
  /** Called when a connection was refused. */
  dropped(reason: DropReason): void;
  /** Called when an exception ended a connection. */
  failed(): void;
}

/** Counts connections, and enforces their limits. */
export class Admission {
  readonly #limits: ConnectionLimits;
  readonly #observer: ConnectionObserver | undefined;
  readonly #byNetwork = new Map<string | undefined, number>();
  #total = 0;

  constructor(limits: ConnectionLimits, observer?: ConnectionObserver) {
    this.#limits = limits;
    this.#observer = observer;
  }

  /** Accepts a connection and counts it until it closes, or closes it at once. */
  admit(socket: Socket): boolean {
    const network = this.#networkOf(socket);
    const reason = this.#reasonAgainst(network);
    if (reason) {
      socket.destroy();
      this.#observer?.dropped(reason);
      return false;
    }
    this.#count(network, 1);
    socket.on('close', () => this.#count(network, -1));
    return true;
  }

  /** Returns the network of a client, if networks are limited. Clients of a Unix socket have no address. */
  #networkOf({ remoteAddress }: Socket): string | undefined {
    const isCounted = this.#limits.maxConnectionsPerAddress !== undefined && remoteAddress !== undefined;
    return isCounted ? networkOf(remoteAddress) : undefined;
  }

  #reasonAgainst(network: string | undefined): DropReason | undefined {
    const { maxConnections, maxConnectionsPerAddress = Number.POSITIVE_INFINITY } = this.#limits;
    if (this.#total >= maxConnections) return 'total';
    return this.#countOf(network) >= maxConnectionsPerAddress ? 'address' : undefined;
  }

  #countOf(network: string | undefined): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  #count(network: string | undefined, change: 1 | -1): void {
    this.#total += change;
    this.#observer?.changed(change);
    if (network === undefined) return;
    const count = this.#countOf(network) + change;
    if (count === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, count);
  }
}

/** Returns an IPv4 address, even if it is mapped to IPv6, or the first four groups of an IPv6 address. */
function networkOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address;
  const [first = [], last = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
