import { promisify } from 'node:util';
import type { Compression } from '../../http/document.ts';

/** The most characters that are compressed with good quality; more would take seconds. */
const MAX_GOOD_QUALITY = 512 * 1024;
/** Takes a quarter of the time of the best quality, for 4 % more bytes: the first client has to wait for it. */
const GOOD_QUALITY = 10;
const QUICK_QUALITY = 5;

/** The compression of Node, which works outside the main thread. It is loaded on first use. */
export const nodeCompression: Compression = {
  codings: ['br', 'gzip', 'identity'],
  async compress(text, coding) {
    const { brotliCompress, constants, gzip } = await import('node:zlib');
    if (coding !== 'br') return promisify(gzip)(text);
    const quality = text.length <= MAX_GOOD_QUALITY ? GOOD_QUALITY : QUICK_QUALITY;
    return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
};
