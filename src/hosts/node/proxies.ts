import { BlockList, isIP, isIPv6 } from 'node:net';
import type { RequestHead } from '../../http/types.ts';

/** Proxies that are believed when they name the client of a request. */
export class Proxies {
  readonly #list = new BlockList();

  /** Takes addresses and networks, such as `10.0.0.0/8`. Throws if one of them is neither. */
  constructor(networks: readonly string[]) {
    for (const network of networks) this.#add(network);
  }

  #add(network: string): void {
    const [, address = network, bits] = /^(.*)\/(\d+)$/.exec(network) ?? [];
    const family = familyOf(address);
    if (bits === undefined) this.#list.addAddress(address, family);
    else this.#list.addSubnet(address, Number(bits), family);
  }

  /** Tells whether an address is that of one of these proxies. */
  include(address: string): boolean {
    return isIP(address) > 0 && this.#list.check(address, familyOf(address));
  }
}

/** Checks for a list of addresses and networks. */
export function areNetworks(value: unknown): value is readonly string[] {
  try {
    return Array.isArray(value) && new Proxies(value.map(String)) !== undefined;
  } catch {
    return false;
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/**
 * Returns the address of the client of a request: that of its connection or, where this is one of our proxies, the last address
 * that the proxies name and that is not theirs. Anybody could have written what stands before it.
 */
export function clientAddress({ client, header }: RequestHead, proxies?: Proxies): string | undefined {
  let address = client?.remoteAddress?.replace(MAPPED, '');
  if (!proxies || address === undefined) return address;
  const named = namedClients(header);
  while (proxies.include(address)) {
    const before = named.pop();
    if (before === undefined || isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** An IPv4 address on a socket that is open for IPv6 as well. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** Returns the addresses that proxies have added to a request, that of the first client first: as RFC 7239 says, or as is usual. */
function namedClients(header: RequestHead['header']): string[] {
  const forwarded = header('forwarded');
  if (forwarded === undefined)
    return (header('x-forwarded-for') ?? '').split(',').map((written) => withoutPort(written.trim()));
  return forwarded.split(',').map((element) => withoutPort(FOR.exec(element)?.[1] ?? ''));
}

/** The client in an element of `Forwarded`; an IPv6 address is quoted. */
const FOR = /(?:^|;)[ \t]*for="?([^";, \t]*)/i;

/** Returns the address in `[2001:db8::1]:4711` or `192.0.2.1:4711`. */
function withoutPort(written: string): string {
  const [, bracketed, plain] = /^\[([^\]]*)\]|^([\d.]+):\d+$/.exec(written) ?? [];
  return (bracketed ?? plain ?? written).replace(MAPPED, '');
}
