import { type Content, CutContent, piecesOf, StreamedContent } from '../http/content.ts';

/** Counts the bytes that a reply carries; undefined where that shows at its end. */
export function sizeOf(content: Content): number | undefined {
  if (typeof content === 'string') return Buffer.byteLength(content);
  if (content instanceof CutContent) return content.size;
  if (content instanceof StreamedContent) return undefined;
  return piecesOf(content).reduce((size, piece) => size + Buffer.byteLength(piece), 0);
}
