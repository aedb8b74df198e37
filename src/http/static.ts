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
  /** It never changes under its address, so that it can be kept for good. */
  readonly isFinal?: boolean;
}

/** Answers requests for a text, in the coding that suits the client. */
export type Serve = (head: RequestHead) => Served;

/** The reply to a request that has no body, or what it has to wait for. */
export type Served = Reply | PendingReply<Reply>;

/** Serves a text. Each coding of it is made when it is first asked for. */
export function serveDocument(document: Document, { codings, compress }: Compression): Serve {
  const tag = digestOf(document.text);
  const made = new Map<Coding, Promise<Reply>>();
  const plain = replyWith(document, document.text, tag, 'identity');

  /** Sends a text as it is where it can't be made shorter. */
  const make = (coding: Coding) =>
    compress(document.text, coding).then(
      (body) => replyWith(document, body, tag, coding),
      () => plain,
    );

  return ({ header }) => {
    const coding = chooseCoding(header('accept-encoding'), codings);
    if (coding === 'identity') return plain;
    const coded = made.get(coding) ?? make(coding);
    made.set(coding, coded);
    return { kind: 'pending', reply: coded.then((reply) => revalidate(reply, header)), abort() {} };
  };
}

/** A text as it is. Whoever keeps it has to ask whether it still is so. */
export function plainReply(document: Document): Reply {
  return replyWith(document, document.text, digestOf(document.text), 'identity');
}

const FINAL = 'public, max-age=31536000, immutable';

/** The reply that holds a text in some coding, whose digest is its tag. */
export function replyWith(kind: DocumentKind, body: Reply['body'], tag: string, coding: Coding): Reply {
  const { mediaType, headers = [], isFinal = false } = kind;
  const etag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const kept = ['Cache-Control', isFinal ? FINAL : 'no-cache', 'Vary', 'Accept-Encoding', 'ETag', etag];
  const lines = linesOf('Content-Type', mediaType, ...coded, ...kept, ...headers) + NOSNIFF;
  return { kind: 'reply', status: 200, headers: lines, body, etag };
}

/** A digest of a text: 64 bits that change with it. Nothing is proved by it, so that speed is all it needs. */
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
