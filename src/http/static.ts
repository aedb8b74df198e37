import type { Coding, PageFile } from './file.ts';
import { linesOf } from './lines.ts';
import { NOSNIFF, type Reply, type TextReply } from './reply.ts';

/** A text that is the same for everyone. Whoever keeps it has to ask whether it still is. */
export function document(mediaType: string, body: string, headers: readonly string[] = []): TextReply {
  const etag = entityTag(body);
  const kept = ['Cache-Control', 'no-cache', 'ETag', etag];
  return {
    kind: 'reply',
    status: 200,
    headers: linesOf('Content-Type', mediaType, ...kept, ...headers) + NOSNIFF,
    body,
    etag,
  };
}

/** A file under a name that changes with its content: it can be kept for good. */
export function fileReply(file: PageFile, coding: Coding, body: Uint8Array): Reply {
  const etag = `"${file.tag}-${coding}"`;
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const kept = [
    'Cache-Control',
    'public, max-age=31536000, immutable',
    'Vary',
    'Accept-Encoding',
    'ETag',
    etag,
  ];
  return {
    kind: 'reply',
    status: 200,
    headers: linesOf('Content-Type', file.mediaType, ...coded, ...kept) + NOSNIFF,
    body,
    etag,
  };
}

/** An entity tag for a text: 64 bits that change with it. Nothing is proved by it, so that speed is all it needs. */
function entityTag(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
  }
  return `"${digits(high)}${digits(low)}"`;
}

function digits(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
