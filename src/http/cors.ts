import { linesOf } from './lines.ts';
import type { HeaderLookup } from './request.ts';

/** The web pages that may read replies: all (`*`), none (`off`), or those of certain origins. */
export type Cors = '*' | 'off' | readonly string[];

/** Headers that tell browsers which pages may read a reply (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface CorsPolicy {
  /** Returns the header lines of the reply to a request with these headers. */
  reply(header: HeaderLookup): string;
  /** Returns the further headers of the reply to a preflight request. */
  preflight(methods: string): readonly string[];
}

const EXPOSE_HEADERS = linesOf('Access-Control-Expose-Headers', '*');
const ALLOW_ALL = linesOf('Access-Control-Allow-Origin', '*') + EXPOSE_HEADERS;
const VARY_ORIGIN = linesOf('Vary', 'Origin');

/** Compiles a policy. Replies name the configured origin, never the one that was sent. */
export function corsPolicy(policy: Cors): CorsPolicy {
  if (policy === '*') return { reply: () => ALLOW_ALL, preflight };
  if (policy === 'off') return { reply: () => '', preflight: () => [] };
  const byOrigin = new Map(
    policy.map((origin) => [
      origin,
      linesOf('Access-Control-Allow-Origin', origin) + EXPOSE_HEADERS + VARY_ORIGIN,
    ]),
  );
  return { reply: (header) => byOrigin.get(header('origin') ?? '') ?? VARY_ORIGIN, preflight };
}

/**
 * Returns the headers of a preflight reply. The wildcard stands for every header except `Authorization`. Credentials that a
 * browser adds automatically, such as cookies, are not allowed.
 */
function preflight(methods: string): readonly string[] {
  return [
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    '*, Authorization',
    'Access-Control-Max-Age',
    '600',
  ];
}
