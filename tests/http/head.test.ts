import { describe, expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { onEveryHost } from '../_client.ts';
import { beyond, within } from '../tables/limits.ts';

/** Limits on the head of a request. */

onEveryHost((send) => {
  describe('a head within the limits', () => {
    it.each(within)('is accepted: $name', async ({ target = '/search/?query=x', headers = {} }) => {
      expect((await send({ target, headers })).status).toBe(200);
    });
  });

  describe('a head beyond the limits', () => {
    it.each(beyond)(
      'is refused: $detail',
      async ({ detail, status, target = '/search/?query=x', headers = {} }) => {
        const reply = await send({ target, headers: { 'X-Request-Id': 'mine', ...headers } });
        expect(reply.status).toBe(status);
        expect(reply.json).toEqual({ detail });
        expect(reply.headers.get('x-request-id')).toBe('mine');
      },
    );
  });
}, apps.smallLimits);
