import { describe, expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { onEveryHost } from '../_client.ts';

/** Limits on the head of a request. */

/** A target of this length. */
const long = (length: number) => `/search/?query=${'x'.repeat(length - '/search/?query='.length)}`;
/** This many headers; the client adds at most four of its own. */
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'y']));

onEveryHost((send) => {
  describe('a head within the limits', () => {
    it.each([
      { name: 'a target', target: long(100) },
      { name: 'as many headers', headers: many(16) },
      { name: 'headers as large', headers: { 'X-Large': 'x'.repeat(850) } },
    ])('is accepted: $name', async ({ target = '/search/?query=x', headers = {} }) => {
      expect((await send({ target, headers })).status).toBe(200);
    });
  });

  describe('a head beyond the limits', () => {
    it.each([
      { detail: 'The request target is longer than 100 bytes', status: 414, target: long(101) },
      { detail: 'The request has more than 20 headers', status: 431, headers: many(21) },
      {
        detail: 'The headers of the request are larger than 1000 bytes',
        status: 431,
        headers: { 'X-Large': 'x'.repeat(990) },
      },
    ])('is refused: $detail', async ({ detail, status, target = '/search/?query=x', headers = {} }) => {
      const reply = await send({ target, headers: { 'X-Request-Id': 'mine', ...headers } });
      expect(reply.status).toBe(status);
      expect(reply.json).toEqual({ detail });
      expect(reply.headers.get('x-request-id')).toBe('mine');
    });
  });
}, apps.smallLimits);
