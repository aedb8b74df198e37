import { type Content, piecesOf } from '../http/content.ts';

/** How many bytes a reply carries. */
export function sizeOf(content: Content): number {
  if (typeof content === 'string') return Buffer.byteLength(content);
  return piecesOf(content).reduce((size, piece) => size + Buffer.byteLength(piece), 0);
}
