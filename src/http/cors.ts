import { linesOf } from './lines.ts';
import type { HeaderLookup } from './request.ts';

/** The web pages that may read replies: all (`*`), none (`off`), or those of certain origins. */
export type Cors = '*' | 'off' | readonly string[];

/** Headers that tell browsers which pages may read a reply (https://fetch.spec.whatwg.org/#http-cors-protocol). */
export interface CorsPolicy {
  /** The header lines of a reply to a request with these headers. */
  reply(header: HeaderLookup): string;
  /** The further headers of the reply to a browser that asks in advance whether a request may be made. */
  preflight(methods: string): readonly string[];
}

const EXPOSE_HEADERS = linesOf('Access-Control-Expose-Headers', '*');
const ALLOW_ALL = linesOf('Access-Control-Allow-Origin', '*') + EXPOSE_HEADERS;
const VARY_ORIGIN = linesOf('Vary', 'Origin');

/** Compiles a policy. Replies name the origin that was set, never the one that was sent. */
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

/** The wildcard stands for every header but `Authorization`. No credentials are let in that a browser adds by itself. */
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
