import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { Compression } from '../../src/http/document.ts';
import { prepareText, type Served, serveDocument, servePrepared } from '../../src/http/document.ts';
import { chooseCoding } from '../../src/http/negotiate.ts';
import type { Reply } from '../../src/http/reply.ts';

/** Static texts. */

const document = { mediaType: 'text/plain', text: 'A lamp. '.repeat(100) };
const others = { headers: [] };

function accepting(coding: string) {
  return {
    method: 'GET',
    target: '/',
    header: (name: string) => (name === 'accept-encoding' ? coding : undefined),
  };
}

async function bodyOf(served: Served): Promise<Reply['body']> {
  return (served.kind === 'pending' ? await served.reply : served).body;
}

describe('a text', () => {
  it.each([
    ['gzip;q=0.5, identity;q=0.8', 'identity'],
    ['br;q=0.2, gzip;q=0.7', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip, br', 'br'],
    ['', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, gzip', 'gzip'],
    ['*, br;q=0', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0.001', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', 'identity'],
    ['identity, gzip;q=0.999', 'identity'],
    ['identity, gzip', 'gzip'],
    ['br;q=0, gzip;q=0, identity;q=0', 'identity'],
    ['*;q=0', 'identity'],
    [undefined, 'identity'],
    ['br;q=0.5,gzip;q=0.5', 'br'],
    ['br;q=0, gzip;q=0, *', 'identity'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['gzip ; q=1.000 , br;\tq=0.999', 'gzip'],
    ['brotli, x-gzip, deflate', 'identity'],
    ['br;q=1.1, gzip;q=-1', 'identity'],
    ['br;q=one, gzip;q=0.5', 'gzip'],
    ['br;level=3', 'identity'],
    [',,;,=,', 'identity'],
  ])('is sent in the coding with the highest weight: %j', (accepted, coding) => {
    expect(chooseCoding(accepted, ['br', 'gzip', 'identity'])).toBe(coding);
  });

  it.each([
    ['gzip, br', 'gzip'],
    ['br', 'identity'],
  ])('is sent in a coding that is there: %s', (accepted, coding) => {
    expect(chooseCoding(accepted, ['gzip', 'identity'])).toBe(coding);
  });

  it('is sent uncompressed if compressing it fails', async () => {
    const broken: Compression = {
      codings: ['gzip', 'identity'],
      compress: () => Promise.reject(new Error()),
    };
    const served = serveDocument(document, broken)(accepting('gzip'));
    expect(await bodyOf(served)).toBe(document.text);
  });

  it('is compressed for others even if the first client has disconnected', async () => {
    const compress = vi.fn(async (text: string) => new TextEncoder().encode(text.slice(0, 8)));
    const serve = serveDocument(document, { codings: ['gzip', 'identity'], compress });
    const first = serve(accepting('gzip'));
    if (first.kind === 'pending') first.abort();
    const second = serve(accepting('gzip'));
    expect(await bodyOf(second)).toEqual(new TextEncoder().encode('A lamp. '));
    expect(compress).toHaveBeenCalledOnce();
  });

  it('that was compressed at build time is sent so, or uncompressed', async () => {
    const serve = servePrepared(await prepareText(document.text, document.mediaType), others);
    const kept = await bodyOf(serve(accepting('gzip')));
    expect(kept instanceof Uint8Array && gunzipSync(kept).toString()).toBe(document.text);
    const plain = serve(accepting('identity'));
    if (plain.kind === 'pending') plain.abort();
    expect(await bodyOf(plain)).toBe(document.text);
  });
});
