import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../_service.ts';

/** The size of the page at /docs. */

const MAX_BYTES = 35 * 1024;

it('the page, its style and its script take less than 35 KB', async () => {
  const { origin, stop } = await startService();
  onTestFinished(() => stop().then(() => {}));
  const headers = { 'Accept-Encoding': 'br' };
  const page = await fetch(`${origin}/docs`);
  const files = Array.from(
    (await page.text()).matchAll(/(?:href|src)="(\.\/docs\/page[^"]*)"/g),
    ([, path]) => path,
  );
  const addresses = [page.url, ...files.map((path = '') => new URL(path, page.url).href)];
  expect(addresses).toHaveLength(3);
  const replies = await Promise.all(addresses.map((address) => fetch(address, { headers, method: 'HEAD' })));
  const sizes = replies.map((reply) => Number(reply.headers.get('content-length')));
  expect(sizes.every((size) => size > 0)).toBe(true);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(MAX_BYTES);
});
