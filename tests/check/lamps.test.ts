import { afterEach, describe, expect, it } from 'vitest';
import { type CheckOptions, check } from '../../src/check/check.ts';
import { Pace } from '../../src/check/patience.ts';
import type { Result } from '../../src/check/result.ts';
import { fromDocument } from '../../src/from-document.ts';
import { hosting } from '../../src/http/hosting.ts';
import { document, knownFaults, type Lapse, lampService, TOKEN } from './_lamps.ts';
import { type Change, type Server, serve } from './_server.ts';

/** A service is held against its document: a correct one has no faults, and each fault is found. */

let server: Server;
afterEach(() => server.close());

const app = fromDocument(document)[hosting];
const header = ['Authorization', `Bearer ${TOKEN}`] as const;
const options: CheckOptions = {
  match: 'declared',
  workers: 8,
  timeout: 5000,
  signal: new AbortController().signal,
  pace: new Pace(undefined),
  headers: [header],
  sameAs: undefined,
  sameAsHeaders: [],
  refusedStatus: [],
  params: {},
  data: undefined,
  selection: { pedantic: false },
  includes: () => true,
};

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
