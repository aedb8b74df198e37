import { promisify } from 'node:util';
import type { Compression } from '../http/compression.ts';

/** The most characters that are compressed with good quality; more would take seconds. */
const MAX_GOOD_QUALITY = 512 * 1024;
/** A quarter of the time that the best quality takes, for 4 % more bytes: whoever asks first waits for it. */
const GOOD_QUALITY = 10;
const QUICK_QUALITY = 5;

/** The compression of Node, which works beside the service, and is loaded when it is first needed. */
export const nodeCompression: Compression = {
  codings: ['br', 'gzip', 'identity'],
  async compress(text, coding) {
    const { brotliCompress, constants, gzip } = await import('node:zlib');
    if (coding !== 'br') return promisify(gzip)(text);
    const quality = text.length <= MAX_GOOD_QUALITY ? GOOD_QUALITY : QUICK_QUALITY;
    return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  },
};
