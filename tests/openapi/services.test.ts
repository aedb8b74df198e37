import { describe, expect, it } from 'vitest';
import { type Compared, compare } from './_recorded.ts';

/** Documents from FastAPI, compared with the recorded replies of their services. */

interface Row {
  readonly service: string;
  readonly least: number;
  /** Known differences that the document can't express, and their maximum number. */
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
    // Keys that are integers are written as any others.
    untold: ({ expected }) => expected.includes('[key]'),
    most: 2,
  },
  { service: 'ledger', least: 7400 },
  { service: 'tracker', least: 9100 },
  {
    service: 'travel',
    least: 6700,
    // Base64 of texts may decode to what is no UTF-8; a deque is a list.
    untold: ({ request, expected }) =>
      request.path.includes('size=1_000') || /photo:value_error|recent:too_long/.test(expected),
    most: 6,
  },
  {
    service: 'bank',
    least: 5800,
    // Strict types are written as lax ones.
    untold: ({ expected }) => /urgent:bool_type|retries:int_type/.test(expected),
    most: 90,
  },
  {
    service: 'hotel',
    least: 8000,
    // Numbers without infinities are written as any others, and a schema of one's own is no rule.
    untold: ({ expected, given }) => /price:finite_number/.test(expected) || given.includes('body.code'),
    most: 6,
  },
  {
    service: 'laboratory',
    least: 5400,
    // Texts that are trimmed have another name in a union; a slash in a parameter of the path is one of the path itself to FastAPI.
    untold: ({ request, expected }) => expected.includes('constrained-str') || request.path.includes('%2F'),
    most: 32,
  },
  { service: 'library', least: 7100 },
  { service: 'media', least: 4300 },
  {
    service: 'network',
    least: 2000,
    // A path that must not exist is written as any other; NaN and true are within no bounds of a union.
    untold: ({ request, expected }) => /home:p/.test(expected) || /cost=nan|metric=true/.test(request.path),
    most: 5,
  },
  { service: 'payments', least: 9800 },
];

describe('the document of a FastAPI service gives the replies of the service', () => {
  it.each(rows)('$service', ({ service, least, untold = () => false, most = 0 }) => {
    const all = compare(service);
    expect(all.length).toBeGreaterThan(least);
    const different = all.filter(({ expected, given }) => expected !== given);
    expect(different.filter((compared) => !untold(compared))).toEqual([]);
    expect(different.length).toBeLessThanOrEqual(most);
  });
});
