import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { chooseCoding } from '../../src/http/coding.ts';
import { readPageFiles } from '../../src/node/files.ts';
import { onEveryHost } from '../_client.ts';
import { practiceCore } from '../_practice.ts';

/** What the documentation is made of, as it goes over the wire. */

const pageFiles = readPageFiles(new URL('../../dist/docs/files/', import.meta.url));
const names = pageFiles.files.map(({ name }) => name);
const bundle = `/docs/${names.find((name) => name.startsWith('swagger-ui-bundle'))}`;
const documents = ['/docs', '/docs/errors', '/openapi.json'];

describe('the coding of a file', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0.5,gzip;q=0.5', 'br'],
    ['br;q=0, gzip;q=0, *', 'identity'],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['gzip;q=0.2, identity', 'identity'],
    ['gzip, identity', 'gzip'],
    ['gzip ; q=1.000 , br;\tq=0.999', 'gzip'],
    ['identity;q=0', 'identity'],
    ['*;q=0', 'identity'],
    ['identity;q=0, gzip;q=0.001', 'gzip'],
    ['brotli, x-gzip, deflate', 'identity'],
    ['br;q=1.1, gzip;q=-1', 'identity'],
    ['br;q=one, gzip;q=0.5', 'gzip'],
    ['br;level=3', 'identity'],
    [',,;,=,', 'identity'],
  ])('is for %j %s', (accepted, coding) => {
    expect(chooseCoding(accepted)).toBe(coding);
  });
});

onEveryHost((send) => {
  it.each(names)('serves %s as it is, or shorter, under a name that says what is in it', async (name) => {
    const target = `/docs/${name}`;
    const plain = await send({ target });
    expect(plain.status).toBe(200);
    expect(name).toMatch(/\.[0-9a-f]{16}\.(?:js|css)$/);
    for (const [coding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const coded = await send({ target, headers: { 'Accept-Encoding': coding } });
      expect(coded.headers.get('content-encoding')).toBe(coding);
      expect(coded.headers.get('content-length') ?? String(coded.bytes.length)).toBe(
        String(coded.bytes.length),
      );
      expect(decompress(coded.bytes).equals(plain.bytes)).toBe(true);
      expect(coded.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    }
    expect(plain.headers.has('content-encoding')).toBe(false);
    expect(plain.headers.get('content-type')).toBe(
      name.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'text/css; charset=utf-8',
    );
  });

  it('lets a file be kept for good, in each coding by itself', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const { headers } = await send({ target: bundle, headers: { 'Accept-Encoding': coding } });
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
  });

  it.each(documents)('lets %s be kept by whoever asks whether it has changed', async (target) => {
    const { headers } = await send({ target });
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{16}"$/);
  });

  it.each([...documents, bundle])('sends %s only to a client that does not have it yet', async (target) => {
    const first = await send({ target, headers: { 'Accept-Encoding': 'br' } });
    const etag = first.headers.get('etag') ?? '';
    const again = (known: string, method = 'GET') =>
      send({ method, target, headers: { 'Accept-Encoding': 'br', 'If-None-Match': known } });
    for (const known of [etag, `W/${etag}`, `"other", W/${etag} ,"more"`, '*', ' * ']) {
      const { status, headers } = await again(known);
      expect({ known, status }).toEqual({ known, status: 304 });
      expect(headers.get('etag')).toBe(etag);
      expect(headers.get('cache-control')).toBe(first.headers.get('cache-control'));
      expect(headers.get('vary')).toBe(first.headers.get('vary'));
      expect(headers.has('content-type') || headers.has('content-length')).toBe(false);
    }
    expect((await again(etag, 'HEAD')).status).toBe(304);
    for (const unknown of ['"other"', etag.slice(1, -1), '', '"', `"${etag}`, '"*"', '*, "a"']) {
      expect({ unknown, status: (await again(unknown)).status }).toEqual({ unknown, status: 200 });
    }
  });

  it.each(['/docs', '/docs/errors'])(
    'sends %s with a policy that lets nothing in from elsewhere',
    async (target) => {
      const { headers } = await send({ target });
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    },
  );

  it('refers to nothing but by relative addresses, and runs nothing that stands in the page', async () => {
    for (const target of ['/docs', '/docs/errors']) {
      const { body } = await send({ target });
      for (const [, address = ''] of body.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        expect(address).toMatch(/^(?:\.{1,2}\/|data:image\/svg)/);
      }
      expect(body).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
    }
  });

  it('answers what is wrong below /docs as everywhere', async () => {
    expect((await send({ target: '/docs/nothing.js' })).status).toBe(404);
    expect((await send({ target: bundle.replace(/[0-9a-f]{16}/, '0'.repeat(16)) })).status).toBe(404);
    expect((await send({ target: '/docs/../package.json' })).status).toBe(404);
    expect((await send({ target: `${bundle}.br` })).status).toBe(404);
    const { status, headers } = await send({ method: 'POST', target: bundle });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
}, practiceCore({ pageFiles }));
