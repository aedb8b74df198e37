import { chooseCoding } from './coding.ts';
import { webCompression } from './compression.ts';
import { revalidate } from './revalidate.ts';
import { type DocumentKind, digestOf, replyWith, type Serve } from './static.ts';

/** A text prepared beforehand: its digest, and the text itself in gzip and Base64. */
export interface PreparedText {
  readonly mediaType: string;
  readonly digest: string;
  readonly gzip: string;
}

export async function prepareText(text: string, mediaType: string): Promise<PreparedText> {
  const bytes = await webCompression.compress(text, 'gzip');
  const gzip = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return { mediaType, digest: digestOf(text), gzip };
}

/** Serves a prepared text. Most clients accept it in gzip, as it is stored. */
export function servePrepared(prepared: PreparedText, others: Omit<DocumentKind, 'mediaType'>): Serve {
  const { mediaType, digest } = prepared;
  const kind = { mediaType, ...others };
  return ({ header }) => {
    const coding = chooseCoding(header('accept-encoding'), ['gzip', 'identity']);
    if (coding === 'gzip') return replyWith(kind, bytesOf(prepared), digest, coding);
    const reply = textOf(prepared).then((text) => revalidate(replyWith(kind, text, digest, coding), header));
    return { kind: 'pending', reply, abort() {} };
  };
}

/** Decompresses the text. */
function textOf(prepared: PreparedText): Promise<string> {
  const stream = new Blob([bytesOf(prepared)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

function bytesOf({ gzip }: PreparedText): Uint8Array<ArrayBuffer> {
  const { fromBase64 = decodeBase64 }: Base64Decoder = Uint8Array;
  return fromBase64(gzip);
}

/** `Uint8Array` in runtimes that decode Base64 themselves: Workers, where time is short, Deno, Bun, and Node from 25 on. */
type Base64Decoder = typeof Uint8Array & { readonly fromBase64?: typeof decodeBase64 };

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
