import { describe, expect, it } from 'vitest';
import { type Compared, compare } from './_recorded.ts';

/** Documents that FastAPI wrote, beside the services that they describe. */

interface Row {
  readonly service: string;
  readonly least: number;
  /** Differences that the document can't tell, and the most that there may be. */
  readonly untold?: (compared: Compared) => boolean;
  readonly most?: number;
}

const rows: readonly Row[] = [
  { service: 'shop', least: 4900 },
  { service: 'zoo', least: 5000 },
  // Bytes as a file have the same schema as an upload.
  { service: 'office', least: 1900, untold: ({ request }) => request.path === '/bytes', most: 55 },
  {
    service: 'clinic',
    least: 4500,
    // Headers in a model are told by the names of its properties; keys that are integers, and tuples with names, are not told apart.
    untold: ({ request, expected }) => request.path === '/audit' || /\[key\]|arguments_type/.test(expected),
    most: 120,
  },
  { service: 'ledger', least: 7400 },
  { service: 'tracker', least: 9100 },
  {
    service: 'travel',
    least: 6700,
    // Base64 of texts may decode to what is no UTF-8; a deque is a list.
    untold: ({ request, expected }) =>
      ['/agents', '/times'].includes(request.path.split('?', 1)[0] ?? '') ||
      /photo:value_error|recent:too_long/.test(expected),
    most: 40,
  },
];

describe('the document of a FastAPI service gets the answers of the service', () => {
  it.each(rows)('$service', ({ service, least, untold = () => false, most = 0 }) => {
    const all = compare(service);
    expect(all.length).toBeGreaterThan(least);
    const different = all.filter(({ expected, given }) => expected !== given);
    expect(different.filter((compared) => !untold(compared))).toEqual([]);
    expect(different.length).toBeLessThanOrEqual(most);
  });
});
