import { expect, it } from 'vitest';
import { onEveryHost } from '../_client.ts';

/** The documentation on hosts without a file system. */

onEveryHost((send) => {
  it.each([
    ['/docs', 'text/html; charset=utf-8', /^<!doctype html>/i],
    ['/docs/errors', 'text/html; charset=utf-8', /^<!doctype html>/i],
    ['/openapi.json', 'application/json', /^\{"openapi":"3\.1/],
    ['/docs/cases.json', 'application/json', /^\[\n\{"id":/],
  ])('serves %s', async (target, type, start) => {
    const { status, headers, body } = await send({ target, headers: { 'Accept-Encoding': 'identity' } });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(body).toMatch(start);
  });

  it('answers HEAD with the Content-Length', async () => {
    const { bytes } = await send({ target: '/users/' });
    const { headers } = await send({ method: 'HEAD', target: '/users/' });
    expect(headers.get('content-length')).toBe(String(bytes.length));
  });
});
