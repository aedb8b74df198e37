import { trim } from '../text/scan.ts';
import type { Reply } from './reply.ts';
import type { HeaderLookup } from './request.ts';

/** Returns the reply, or a 304 for a client that already has this body (RFC 9110, 13.1.2 and 15.4.5). */
export function revalidate(reply: Reply, header: HeaderLookup): Reply {
  const { etag } = reply;
  if (etag === undefined) return reply;
  const known = header('if-none-match');
  if (known === undefined || !names(known, etag)) return reply;
  return { kind: 'reply', status: 304, headers: withoutContent(reply.headers), body: '' };
}

/** Checks a list of entity tags for this one, which may be weak there; `*` matches all. */
function names(list: string, etag: string): boolean {
  return trim(list) === '*' || [...list.matchAll(/"[^"\s]*"/g)].some(([tag]) => tag === etag);
}

/** Removes the headers that are about the body. */
function withoutContent(headers: string): string {
  return headers.replace(/^Content-(?:Type|Encoding): .*\r\n/gm, '');
}
