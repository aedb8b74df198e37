import { describe, expect, it } from 'vitest';
import { requestId } from '../../src/http/core.ts';
import { onEveryHost, post } from '../_client.ts';

/** The X-Request-Id of a reply. */

it('no two requests get the same id, and no thousand an id with the same beginning', () => {
  const ids = Array.from({ length: 5000 }, () => requestId(undefined));
  expect(new Set(ids).size).toBe(ids.length);
  const beginnings = new Set(ids.map((id) => id.slice(0, -3)));
  expect(beginnings.size).toBeGreaterThanOrEqual(5);
  expect(ids.filter((id) => !UUID.test(id))).toEqual([]);
});

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

onEveryHost((send) => {
  const nameOf = async (given?: string) => {
    const { headers } = await send({
      target: '/items/1',
      ...(given !== undefined && { headers: { 'X-Request-Id': given } }),
    });
    return headers.get('x-request-id');
  };

  describe('a request id', () => {
    it.each(['a', 'A-1.b_2', 'x'.repeat(128)])("is the client's, if it is valid: %s", async (given) => {
      expect(await nameOf(given)).toBe(given);
    });

    it.each(['', 'x'.repeat(129), 'a b', 'a,b', '<script>', 'ä', 'a"'])(
      'is new in place of %j',
      async (given) => {
        expect(await nameOf(given)).toMatch(UUID);
      },
    );

    it('is new for each request without one', async () => {
      expect(await nameOf()).not.toBe(await nameOf());
    });

    it.each([
      post('/users/', {}),
      post('/users/', ' '.repeat(70_000)),
      { target: '/nowhere' },
      { method: 'PUT', target: '/' },
      { method: 'OPTIONS', target: '/' },
      { target: '/search' },
    ])('is on refusals too: $method $target', async (sent) => {
      const { headers } = await send({
        ...sent,
        headers: { ...('headers' in sent && sent.headers), 'X-Request-Id': 'mine' },
      });
      expect(headers.get('x-request-id')).toBe('mine');
    });
  });
});
