import { describe, expect, it } from 'vitest';
import { compare } from './_recorded.ts';

/** Documents that FastAPI wrote, beside the services that they describe. */

describe('the document of a FastAPI service gets the answers of the service', () => {
  it.each([
    ['shop', 5000],
    ['zoo', 6000],
  ])('%s, to every one of its requests', (service, least) => {
    const all = compare(service);
    expect(all.length).toBeGreaterThan(least);
    expect(all.filter(({ expected, given }) => expected !== given)).toEqual([]);
  });

  it('office, but for a file that is declared as bytes, which its document calls by the same name', () => {
    const all = compare('office');
    expect(all.length).toBeGreaterThan(1400);
    const different = all.filter(({ expected, given }) => expected !== given);
    expect(different.filter(({ request }) => request.path !== '/bytes')).toEqual([]);
  });
});
