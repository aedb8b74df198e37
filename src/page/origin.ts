import type { RequestHead } from '../http/types.ts';

/** Headers that proxies add: behind a proxy, only the client knows the origin. */
const proxyFields = ['via', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** A host name or address with an optional port. It has no characters that are special in HTML or a shell. */
const PLAIN_HOST = /^(?:[\da-z.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/;
/** The length of the longest host name, plus a port. */
const MAX_HOST_LENGTH = 259;

/** The origin of a request, such as `http://localhost:8000`; undefined if the request does not tell. */
export function originOf({ target, header, isSecure }: RequestHead): string | undefined {
  const host = header('host')?.toLowerCase() ?? '';
  // An absolute address overrides the header (RFC 9112, 3.2.2).
  if (!target.startsWith('/') || host.length > MAX_HOST_LENGTH || !PLAIN_HOST.test(host)) return undefined;
  if (proxyFields.some((name) => header(name) !== undefined)) return undefined;
  return `${isSecure ? 'https' : 'http'}://${host}`;
}

/** The limit on origins in a cache. */
const MAX_ORIGINS = 4;
/** The time after which an unused origin may be replaced. */
const KEPT_MS = 60_000;

interface Kept<Made> {
  readonly made: Made;
  usedAt: number;
}

/**
 * Caches a value for each of the few origins in use. Any other origin gets the value for an unknown origin, so that a client
 * that keeps sending new origins causes little work, and blocks others only for a short time.
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
    // Moves the origin to the end: the map is sorted by time of use.
    kept.delete(origin);
    kept.set(origin, { made, usedAt: now });
    return made;
  };
}
