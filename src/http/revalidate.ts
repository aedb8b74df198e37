import { trim } from '../text/trim.ts';
import type { Reply } from './reply.ts';
import type { HeaderLookup } from './request.ts';

/** The reply, or a 304 in its place for a client that has this very body (RFC 9110, 13.1.2 and 15.4.5). */
export function revalidate(reply: Reply, header: HeaderLookup): Reply {
  const { etag } = reply;
  if (etag === undefined) return reply;
  const known = header('if-none-match');
  if (known === undefined || !names(known, etag)) return reply;
  return { kind: 'reply', status: 304, headers: withoutContent(reply.headers), body: '' };
}

/** Tells whether a list of entity tags has this one, be it as a weak one; `*` has all. */
function names(list: string, etag: string): boolean {
  return trim(list) === '*' || [...list.matchAll(/"[^"\s]*"/g)].some(([tag]) => tag === etag);
}

/** Headers without those that are of the body alone. */
function withoutContent(headers: string): string {
  return headers.replace(/^Content-(?:Type|Encoding): .*\r\n/gm, '');
}
