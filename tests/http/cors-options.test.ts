import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import type { CorsOptions } from '../../src/http/negotiate.ts';

/** The option `cors`, as an object. */

const contract = { title: 'Lamps', version: '1', endpoints: {} };
const A = 'https://a.example';
const B = 'https://b.example';

async function ask(cors: CorsOptions, headers: Readonly<Record<string, string>>, method = 'GET') {
  const app = createApp(contract, {}, { cors });
  const response = await app.fetch(new Request('http://localhost/livez', { method, headers }));
  const named = [...response.headers].filter(([name]) => /^access-control|^vary$/.test(name));
  return Object.fromEntries(named.map(([name, value]) => [name.replace('access-control-', ''), value]));
}

const preflight = { Origin: A, 'Access-Control-Request-Method': 'GET' };

describe('cors', () => {
  it.each<[CorsOptions, Record<string, string>, object]>([
    [{ origins: '*' }, { Origin: A }, { 'allow-origin': '*', 'expose-headers': '*' }],
    [{ origins: '*', exposedHeaders: [] }, { Origin: A }, { 'allow-origin': '*' }],
    [{ origins: [A, B] }, { Origin: B }, { 'allow-origin': B, 'expose-headers': '*', vary: 'Origin' }],
    [{ origins: [A], credentials: true }, { Origin: B }, { vary: 'Origin' }],
    [{ origins: [A], credentials: true }, {}, { vary: 'Origin' }],
    [
      { origins: [A], credentials: true, exposedHeaders: ['X-A', 'Location'] },
      { Origin: A },
      { 'allow-origin': A, 'allow-credentials': 'true', 'expose-headers': 'X-A, Location', vary: 'Origin' },
    ],
    [
      { origins: [A], credentials: true },
      { Origin: A },
      { 'allow-origin': A, 'allow-credentials': 'true', 'expose-headers': 'X-Request-Id', vary: 'Origin' },
    ],
  ])('%j answers %j with %j', async (cors, headers, expected) => {
    expect(await ask(cors, headers)).toEqual(expected);
  });

  it('answers a preflight request', async () => {
    expect(await ask({ origins: [A], maxAge: 7 }, preflight, 'OPTIONS')).toMatchObject({
      'allow-origin': A,
      'allow-headers': '*, Authorization',
      'max-age': '7',
    });
  });

  it.each([
    ['x-csrf-token,content-type', 'x-csrf-token,content-type'],
    ['x-csrf-token, x-a', 'x-csrf-token, x-a'],
    ['a b', undefined],
    ['*, ,', undefined],
    ['x'.repeat(2000), undefined],
  ])('allows the headers that a page with credentials asks for: %s', async (asked, allowed) => {
    const headers = { ...preflight, 'Access-Control-Request-Headers': asked };
    const answered = await ask({ origins: [A], credentials: true }, headers, 'OPTIONS');
    expect(answered['allow-headers']).toBe(allowed);
    expect(answered).toMatchObject({
      'allow-credentials': 'true',
      'allow-methods': expect.stringContaining('GET'),
    });
  });

  it.each<[object, string]>([
    [{ origins: '*', credentials: true }, "can't allow credentials to all origins"],
    [{}, 'needs the option cors.origins'],
    [{ origins: 'https://a.example' }, "cors.origins of createApp() must be '*'"],
    [{ origin: '*' }, 'createApp() has no option cors.origin; did you mean cors.origins?'],
    [{ origins: '*', exposedHeaders: ['X A'] }, 'cors.exposedHeaders'],
    [{ origins: '*', maxAge: -1 }, 'cors.maxAge'],
  ])('%j is a mistake', (cors, message) => {
    expect(() => createApp(contract, {}, { cors: cors as CorsOptions })).toThrow(message);
  });
});
