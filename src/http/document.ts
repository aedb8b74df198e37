import { decodeBase64, encodeBase64 } from '../text/bytes.ts';
import { ensure } from '../text/memo.ts';
import { trim } from '../text/scan.ts';
import { atOnce, type Steps } from '../text/turns.ts';
import type { Texts } from './content.ts';
import { type Coding, chooseCoding } from './negotiate.ts';
import { linesOf, NOSNIFF, type Reply } from './reply.ts';
import type { HeaderLookup, PendingReply, RequestHead } from './types.ts';

/** A text that is the same for everyone. */
interface Document extends DocumentKind {
  readonly text: Texts;
}

/** A document without its text. */
interface DocumentKind {
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
export function serveDocument(
  document: Document,
  { codings, compress }: Compression,
  tag = digestOf(document.text),
): Serve {
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

/** Prepares to serve a long text. */
export function* serveInSteps(document: Document, compression: Compression): Steps<Serve> {
  return serveDocument(document, compression, yield* digestInSteps(document.text));
}

/** Makes the reply with the uncompressed text. */
export function plainReply(document: Document): Reply {
  return replyWith(document, document.text, digestOf(document.text), 'identity');
}

const FINAL = 'public, max-age=31536000, immutable';

/** Makes the reply with a text in some coding. Its entity tag is based on the digest. */
function replyWith(kind: DocumentKind, body: Reply['body'], tag: string, coding: Coding): Reply {
  const { mediaType, headers = [], isFinal = false } = kind;
  const etag = coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`;
  const coded = coding === 'identity' ? [] : ['Content-Encoding', coding];
  const kept = ['Cache-Control', isFinal ? FINAL : 'no-cache', 'Vary', 'Accept-Encoding', 'ETag', etag];
  const lines = linesOf('Content-Type', mediaType, ...coded, ...kept, ...headers) + NOSNIFF;
  return { kind: 'reply', status: 200, headers: lines, body, etag };
}

function digestOf(text: Texts): string {
  return atOnce(digestInSteps(text));
}

/** The characters that are digested in a step. */
const STEP_LENGTH = 100_000;

/** Returns a digest of a text: 64 bits that change with it. It proves nothing, so it only needs to be fast. */
function* digestInSteps(text: Texts): Steps<string> {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (const piece of [text].flat())
    for (let at = 0; at < piece.length; ) {
      const end = Math.min(piece.length, at + STEP_LENGTH);
      for (; at < end; at++) {
        const code = piece.charCodeAt(at);
        low = Math.imul(low ^ code, 0x01000193);
        high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 13);
      }
      yield;
    }
  return digits(high) + digits(low);
}

function digits(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}

/** A way to compress texts. */
export interface Compression {
  /** The supported codings, the most compact first; the last is `identity`. */
  readonly codings: readonly Coding[];
  /** Encodes a text in one of them. */
  compress(text: Texts, coding: Coding): Promise<Uint8Array>;
}

/** The compression of the Streams standard, if the runtime has it. */
export const webCompression: Compression = {
  get codings(): readonly Coding[] {
    return 'CompressionStream' in globalThis ? ['gzip', 'identity'] : ['identity'];
  },
  async compress(text) {
    const stream = new Blob([text].flat()).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },
};

/** A text prepared beforehand: its digest, and the text itself in gzip and Base64. */
export interface PreparedText {
  readonly mediaType: string;
  readonly digest: string;
  readonly gzip: string;
}

export async function prepareText(text: string, mediaType: string): Promise<PreparedText> {
  const bytes = await webCompression.compress(text, 'gzip');
  return { mediaType, digest: digestOf(text), gzip: encodeBase64(bytes) };
}

/** Serves a prepared text. Most clients accept it in gzip, as it is stored. */
export function servePrepared(prepared: PreparedText, others: Omit<DocumentKind, 'mediaType'>): Serve {
  const { mediaType, digest } = prepared;
  const kind = { mediaType, ...others };
  return ({ header }) => {
    const coding = chooseCoding(header('accept-encoding'), ['gzip', 'identity']);
    if (coding === 'gzip') return replyWith(kind, decodeBase64(prepared.gzip), digest, coding);
    const reply = textOf(prepared).then((text) => revalidate(replyWith(kind, text, digest, coding), header));
    return { kind: 'pending', reply, abort() {} };
  };
}

/** Decompresses the text. */
function textOf(prepared: PreparedText): Promise<string> {
  const stream = new Blob([decodeBase64(prepared.gzip)])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

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
