import { afterEach, describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../src/check/check.ts';
import type { Result } from '../../src/check/result.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { document, knownFaults, type Lapse, lampService, TOKEN } from './_lamps.ts';
import { options as byDefault } from './_options.ts';
import { type Change, type Server, serve } from './_server.ts';

/** A service is held against its document: a correct one has no faults, and each fault is found. */

let server: Server;
afterEach(() => server.close());

const app = fromDocument(document)[hosting];
const header = ['Authorization', `Bearer ${TOKEN}`] as const;
const options: CheckOptions = { ...byDefault, headers: [header] };

interface Checked {
  readonly lapse?: Lapse;
  readonly change?: Change | undefined;
  readonly others?: Partial<CheckOptions>;
}

async function results({ lapse = {}, change, others = {} }: Checked = {}) {
  const service = lampService(lapse);
  server = await serve(change, service.fetch);
  const all: Result[] = [];
  const own = { ...options, signal: new AbortController().signal, ...others };
  for await (const result of check(server.address, app, own)) all.push(result);
  const differing = all.filter(({ outcome }) => outcome === 'differs');
  return {
    all,
    service,
    differing: differing.map(({ case: { id }, fault, why }) => `${fault} ${id}: ${why}`),
  };
}

it('a service that is as its document says has no faults', async () => {
  const { all, differing, service } = await results();
  expect(differing).toEqual([]);
  expect(all.filter(({ outcome }) => outcome !== 'agrees')).toEqual([]);
  expect(all.length).toBeGreaterThan(150);
  expect(all.length).toBeLessThan(300);
  expect(service.count()).toBe(0);
});

describe('each fault is found', () => {
  it.each(knownFaults)('$name', async ({ fault, change, ...lapse }) => {
    const { differing } = await results({ lapse, change });
    expect(differing.some((each) => each.startsWith(`${fault} `))).toBe(true);
  });
});

describe('a request for a lamp that does not exist', () => {
  const ID = 'getLamp/path.lampId/unknown';
  const answering = (response: () => Response) => ({
    lapse: {
      answer: ({ method, path }: { method: string; path: string }) =>
        method === 'GET' && path === '/lamps/999983' ? response() : undefined,
    },
  });

  it.each([
    ['a crash', () => new Response('', { status: 500 }), `crashed ${ID}: the status is 500`],
    [
      'a page',
      () => new Response('<h1>No</h1>', { status: 404, headers: { 'Content-Type': 'text/html' } }),
      `reply ${ID}: the content type is text/html instead of application/problem+json`,
    ],
  ])('is answered with %s', async (_, response, expected) => {
    expect((await results(answering(response))).differing).toEqual([expected]);
  });

  it('is answered as if it existed', async () => {
    const found = () => Response.json({ id: '1', name: 'aa', watts: 1, owner: 'a' });
    expect((await results(answering(found))).differing).toEqual([`accepted ${ID}: it is accepted with 200`]);
  });

  it.each([404, 410])('may be answered with %i', async (status) => {
    const headers = { 'Content-Type': 'application/problem+json' };
    const refuse = () => new Response('{"title":"No","status":404}', { status, headers });
    expect((await results(answering(refuse))).differing).toEqual([]);
  });

  it('is only sent with an id that the document allows, and only to read', async () => {
    const { all } = await results({ others: { selection: { only: '*/unknown' } } });
    expect(all.filter(({ case: { type } }) => type === 'unknown').map(({ case: { id } }) => id)).toEqual([
      ID,
    ]);
  });
});

describe('a lamp that was deleted', () => {
  const lamp = { id: '1', name: 'aa', watts: 1, owner: 'a' };
  const gone = () => new Response(null, { status: 204 });

  it.each([
    ['is still there', gone, () => Response.json(lamp), ['accepted: it is accepted with 200']],
    ['is marked as deleted', gone, () => Response.json({ ...lamp, name: 'deleted' }), []],
    ['crashes', gone, () => new Response('', { status: 500 }), ['crashed: the status is 500']],
    ['was not to be deleted', () => new Response(null, { status: 409 }), () => Response.json(lamp), []],
  ])('%s', async (_, deleted, found, expected) => {
    let isDeleted = false;
    const answer = ({ method, path }: { method: string; path: string }) => {
      if (path !== '/lamps/1' || method === 'PUT') return undefined;
      if (method === 'GET') return isDeleted ? found() : Response.json(lamp);
      isDeleted = true;
      return deleted();
    };
    const { all } = await results({ lapse: { answer }, others: { selection: { only: '*/deleted' } } });
    const wrong = all.filter(({ outcome }) => outcome === 'differs');
    expect(wrong.map(({ fault, why }) => `${fault}: ${why}`)).toEqual(expected);
  });
});

it('finds a 405 that does not say which methods there are', async () => {
  const answer = ({ method }: { method: string }) =>
    method === 'PATCH' ? new Response('', { status: 405 }) : undefined;
  expect((await results({ lapse: { answer } })).differing).toContain(
    'reply listLamps/method/not_allowed/patch: the header Allow is missing in a 405',
  );
});

it('finds a crash by characters beyond U+FFFF', async () => {
  const answer = ({ method, text }: { method: string; text: string }) =>
    method === 'POST' && text.includes('\u{1F600}'.repeat(20))
      ? new Response('', { status: 500 })
      : undefined;
  expect((await results({ lapse: { answer } })).differing).toEqual([
    'crashed createLamp/body.name/wide/longest: the status is 500',
  ]);
});

it('asks only pedantically whether lengths are counted in characters', async () => {
  const { differing } = await results({ others: { selection: { pedantic: true, only: '*/wide/*' } } });
  expect(differing).toEqual([
    'accepted createLamp/body.name/wide/too_short: it is accepted with 201',
    'accepted replaceLamp/body.name/wide/too_short: it is accepted with 200',
  ]);
});

it.each([401, 403])(
  'says nothing of a deletion without a credential, which is answered with %i',
  async (status) => {
    const headers = { 'Content-Type': 'application/problem+json' };
    const refuse = () => new Response('{"title":"No","status":1}', { status, headers });
    const answer = ({ method, path }: { method: string; path: string }) =>
      method === 'DELETE' && path !== '/lamps' ? refuse() : undefined;
    const { all, differing } = await results({ lapse: { answer }, others: { headers: [] } });
    expect(differing).toEqual([]);
    const deletions = all.filter(
      ({ case: { operation, place } }) => operation === 'deleteLamp' && place !== 'credential',
    );
    expect([...new Set(deletions.map(({ why }) => why))]).toEqual([
      `the valid request is rejected with ${status}`,
    ]);
  },
);
