import { describe, expect, it } from 'vitest';
import { apps } from '../_apps.ts';
import { byFetch, post } from '../_client.ts';
import type { Sent } from '../_hosts.ts';

/** CORS: the origins whose pages may read replies. */

const accepted: Sent = { target: '/items/1' };
const refused: readonly Sent[] = [
  post('/users/', {}),
  post('/users/', '{'),
  post('/users/', ' '.repeat(70_000)),
  { target: '/nowhere' },
  { target: '/search' },
  { target: `/${'a'.repeat(9000)}` },
  { target: '/protected/' },
  { method: 'PUT', target: '/' },
];

function from(origin: string, sent: Sent): Sent {
  return { ...sent, headers: { ...sent.headers, Origin: origin } };
}

function preflight(target: string, origin: string): Sent {
  const headers = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' };
  return from(origin, { method: 'OPTIONS', target, headers });
}

describe('by default', () => {
  byFetch((send) => {
    it.each([accepted, ...refused])('every origin may read every reply: $method $target', async (sent) => {
      for (const each of [sent, from('https://shop.example', sent)]) {
        const { headers } = await send(each);
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-expose-headers')).toBe('*');
        expect(headers.has('access-control-allow-credentials')).toBe(false);
      }
    });

    it('a preflight lists the allowed methods and headers', async () => {
      const { status, headers } = await send(preflight('/webhook', 'https://shop.example'));
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')).toBe('POST, OPTIONS');
      expect(headers.get('access-control-allow-headers')).toBe('*, Authorization');
      expect(headers.get('access-control-max-age')).toBe('600');
    });
  });
});

describe('with a list of origins', () => {
  byFetch((send) => {
    it.each(['https://a.example', 'http://localhost:3000'])(
      'replies to %s allow it, with Vary: Origin',
      async (origin) => {
        for (const sent of [from(origin, accepted), preflight('/users/', origin)]) {
          const { headers } = await send(sent);
          expect(headers.get('access-control-allow-origin')).toBe(origin);
          expect(headers.get('vary')).toBe('Origin');
        }
      },
    );

    it.each(['https://b.example', 'https://a.example.evil', 'null', 'HTTPS://A.EXAMPLE', ''])(
      'replies to %j allow no origin, with Vary: Origin',
      async (origin) => {
        const { headers } = await send(from(origin, accepted));
        expect(headers.has('access-control-allow-origin')).toBe(false);
        expect(headers.get('vary')).toBe('Origin');
      },
    );
  }, apps.corsOrigins);
});

describe('switched off', () => {
  byFetch((send) => {
    it.each([accepted, preflight('/users/', 'https://a.example')])(
      'replies have no CORS headers: $method $target',
      async (sent) => {
        const { headers } = await send(from('https://a.example', sent));
        const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect(names).toEqual([]);
      },
    );
  }, apps.corsOff);
});
