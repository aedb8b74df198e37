import { ensure } from '../text/memo.ts';
import { type Coding, chooseCoding } from './coding.ts';
import type { Compression } from './compression.ts';
import { linesOf } from './lines.ts';
import { NOSNIFF, type Reply } from './reply.ts';
import type { RequestHead } from './request.ts';
import { revalidate } from './revalidate.ts';
import type { PendingReply } from './types.ts';

/** A text that is the same for everyone. */
export interface Document extends DocumentKind {
  readonly text: string;
}

/** A document without its text. */
export interface DocumentKind {
  readonly mediaType: string;
  readonly headers?: readonly string[];
  /** True if the text at this address never changes, so that caches may keep it forever. */
  readonly isFinal?: boolean;
}

/** Answers requests for a text, in the best coding for the client. */
export type Serve = (head: RequestHead) => Served;

/** The reply to a request without a body, or a promise of it. */
export type Served = Reply | PendingReply<Reply>;

/** Serves a text. Each coding is made on first use. */
export function serveDocument(document: Document, { codings, compress }: Compression): Serve {
  const tag = digestOf(document.text);
  const made = new Map<Coding, Promise<Reply>>();
  const plain = replyWith(document, document.text, tag, 'identity');

  /** Sends the text uncompressed if compressing it fails. */
  const make = (coding: Coding) =>
    compress(document.text, coding).then(
      (body) => replyWith(document, body, tag, coding),
      () => plain,
    );

  return ({ header }) => {
    const coding = chooseCoding(header('accept-encoding'), codings);
    if (coding === 'identity') return plain;
    const coded = ensure(made, coding, () => make(coding));
    return { kind: 'pending', reply: coded.then((reply) => revalidate(reply, header)), abort() {} };
  };
}

/** Makes the reply with the uncompressed text. */
export function plainReply(document: Document): Reply {
  return replyWith(document, document.text, digestOf(document.text), 'identity');
}

const FINAL = 'public, max-age=31536000, immutable';

/** Makes the reply with a text in some coding. Its entity tag is based on the digest. */
export function replyWith(kind: DocumentKind, body: Reply['body'], tag: string, coding: Coding): Reply {
  const { mediaType, headers = [], isFinal = false } = kind;
  const etag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const kept = ['Cache-Control', isFinal ? FINAL : 'no-cache', 'Vary', 'Accept-Encoding', 'ETag', etag];
  const lines = linesOf('Content-Type', mediaType, ...coded, ...kept, ...headers) + NOSNIFF;
  return { kind: 'reply', status: 200, headers: lines, body, etag };
}

/** Returns a digest of a text: 64 bits that change with it. It proves nothing, so it only needs to be fast. */
export function digestOf(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
  }
  return digits(high) + digits(low);
}

function digits(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
