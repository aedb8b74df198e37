import { decodeBase64 } from '../text/bytes.ts';
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
