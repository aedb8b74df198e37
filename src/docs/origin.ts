import type { RequestHead } from '../http/request.ts';

/** Fields that proxies add: behind one, only the client knows which origin it has asked. */
const proxyFields = ['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** A host name or an address, with a port: nothing that means anything to HTML or to a shell. */
const PLAIN_HOST = /^(?:[\da-z.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/;
/** The longest host name, and a port. */
const MAX_HOST_LENGTH = 259;

/** The origin that a request has asked, as `http://localhost:8000`; undefined where the request does not tell. */
export function originOf({ target, header, isSecure }: RequestHead): string | undefined {
  const host = header('host')?.toLowerCase() ?? '';
  // An absolute address counts more than the header (RFC 9112, 3.2.2).
  if (!target.startsWith('/') || host.length > MAX_HOST_LENGTH || !PLAIN_HOST.test(host)) return undefined;
  if (proxyFields.some((name) => header(name) !== undefined)) return undefined;
  return `${isSecure ? 'https' : 'http'}://${host}`;
}

/** The origins for which something is kept. */
const MAX_ORIGINS = 4;
/** The time after which an origin that nobody asks for makes room for another one. */
const KEPT_MS = 60_000;

interface Kept<Made> {
  readonly made: Made;
  usedAt: number;
}

/**
 * Keeps what is made for each of the few origins that were asked for last. Others get what is made for an origin that is not
 * known: whoever asks for ever new ones makes little work, and keeps nobody out for long.
 */
export function keptByOrigin<Made>(make: (origin?: string) => Made): (origin?: string) => Made {
  const unknown = make();
  const kept = new Map<string, Kept<Made>>();
  return (origin) => {
    if (origin === undefined) return unknown;
    const now = performance.now();
    const known = kept.get(origin);
    const [oldest] = kept;
    if (!known && oldest && kept.size === MAX_ORIGINS) {
      if (now - oldest[1].usedAt < KEPT_MS) return unknown;
      kept.delete(oldest[0]);
    }
    const made = known?.made ?? make(origin);
    // The one that was used last stands last.
    kept.delete(origin);
    kept.set(origin, { made, usedAt: now });
    return made;
  };
}
