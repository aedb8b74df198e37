import { createRequire } from 'node:module';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { nodeCompression } from '../../src/hosts/node/service.ts';
import { type Hosted, hosting } from '../../src/http/hosting.ts';
import { byFetch } from '../_client.ts';

/** The pages and files of the documentation over HTTP: codings, caching and security headers. */

/** The service from the CommonJS build; the modules would resolve to the source here. */
const { default: built }: { default: Hosted } = createRequire(import.meta.url)('../../dist/cjs/practice.cjs');
const core = built[hosting].build({ compression: nodeCompression });

const documents = ['/docs', '/docs/errors', '/openapi.json'];

byFetch((send) => {
  /** The addresses of the style and the script of the page. */
  async function files(): Promise<string[]> {
    const { body } = await send({ target: '/docs' });
    return Array.from(
      body.matchAll(/(?:href|src)="\.(\/docs\/page\.[0-9a-f]{16}\.(?:css|js))"/g),
      ([, target = '']) => target,
    );
  }

  it('the page has a style and a script with digests in their names', async () => {
    const types = await Promise.all(
      (await files()).map(async (target) => (await send({ target })).headers.get('content-type')),
    );
    expect(types).toEqual(['text/css; charset=utf-8', 'text/javascript; charset=utf-8']);
  });

  it('serves each document plain and compressed', async () => {
    for (const target of [...documents, ...(await files())]) {
      const plain = await send({ target });
      expect(plain.headers.has('content-encoding')).toBe(false);
      for (const [coding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const coded = await send({ target, headers: { 'Accept-Encoding': coding } });
        expect(coded.headers.get('content-encoding')).toBe(coding);
        expect(Number(coded.headers.get('content-length') ?? coded.bytes.length)).toBe(coded.bytes.length);
        expect(decompress(coded.bytes).equals(plain.bytes)).toBe(true);
        expect(coded.headers.get('etag')).not.toBe(plain.headers.get('etag'));
        const head = await send({ method: 'HEAD', target, headers: { 'Accept-Encoding': coding } });
        expect(head.headers.get('etag')).toBe(coded.headers.get('etag'));
      }
    }
  });

  it('lets files be cached forever, by coding', async () => {
    for (const target of await files())
      for (const coding of ['br', 'gzip', 'identity']) {
        const { headers } = await send({ target, headers: { 'Accept-Encoding': coding } });
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(headers.get('vary')).toBe('Accept-Encoding');
      }
  });

  it.each(documents)('lets %s be cached with revalidation', async (target) => {
    const { headers } = await send({ target });
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('vary')).toBe('Accept-Encoding');
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{16}"$/);
  });

  it.each(['br', 'identity'])('answers 304 to a client that has the %s coding', async (coding) => {
    for (const target of [...documents, ...(await files())]) {
      const known = { 'Accept-Encoding': coding };
      const first = await send({ target, headers: known });
      const etag = first.headers.get('etag') ?? '';
      const again = (tag: string, method = 'GET') =>
        send({ method, target, headers: { ...known, 'If-None-Match': tag } });
      for (const tag of [etag, `W/${etag}`, `"other", W/${etag} ,"more"`, '*', ' * ']) {
        const { status, headers } = await again(tag);
        expect({ tag, status }).toEqual({ tag, status: 304 });
        expect(headers.get('etag')).toBe(etag);
        expect(headers.get('cache-control')).toBe(first.headers.get('cache-control'));
        expect(headers.get('vary')).toBe(first.headers.get('vary'));
        expect(headers.has('content-type') || headers.has('content-length')).toBe(false);
      }
      expect((await again(etag, 'HEAD')).status).toBe(304);
      for (const tag of ['"other"', etag.slice(1, -1), '', '"', `"${etag}`, '"*"', '*, "a"'])
        expect({ tag, status: (await again(tag)).status }).toEqual({ tag, status: 200 });
    }
  });

  it.each(['/docs', '/docs/errors'])('sends %s with a strict content security policy', async (target) => {
    const { headers } = await send({ target });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('pages have only relative addresses, and no inline scripts or styles', async () => {
    for (const target of ['/docs', '/docs/errors']) {
      const { body } = await send({ target });
      const addresses = Array.from(body.matchAll(/<[^>]+ (?:href|src)="([^"]*)"/g), ([, address]) => address);
      expect(addresses.length).toBeGreaterThan(20);
      for (const address of addresses) expect(address).toMatch(/^(?:\.{1,2}\/|#|data:image\/svg)/);
      expect(body).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]+ style=|<[^>]+ on[a-z]+=/);
    }
  });

  it('answers 404 and 405 below /docs', async () => {
    const [style = ''] = await files();
    expect((await send({ target: '/docs/nothing.js' })).status).toBe(404);
    expect((await send({ target: style.replace(/[0-9a-f]{16}/, '0'.repeat(16)) })).status).toBe(404);
    expect((await send({ target: '/docs/../package.json' })).status).toBe(404);
    const { status, headers } = await send({ method: 'POST', target: style });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
}, core);
