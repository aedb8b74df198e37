import type { LimitsToSet } from '../../src/http/limits.ts';

/** Small limits on the head of a request, and requests to `/search/` within them and beyond them. */

export const smallLimits: LimitsToSet = { target: 100, headers: 20, headerBytes: 1000 };

/** A request: with this target, by default a short one, and these headers. */
interface Head {
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const within: readonly (Head & { readonly name: string })[] = [
  { name: 'a target', target: long(100) },
  { name: 'as many headers', headers: many(16) },
  { name: 'headers as large', headers: { 'X-Large': 'x'.repeat(850) } },
];

export const beyond: readonly (Head & { readonly detail: string; readonly status: number })[] = [
  { detail: 'The request target is longer than 100 bytes', status: 414, target: long(101) },
  { detail: 'The request has more than 20 headers', status: 431, headers: many(21) },
  {
    detail: 'The headers of the request are larger than 1000 bytes',
    status: 431,
    headers: { 'X-Large': 'x'.repeat(990) },
  },
];

/** A target of this length. */
function long(length: number): string {
  const start = '/search/?query=';
  return start + 'x'.repeat(length - start.length);
}

/** This many headers; the client adds at most four of its own. */
function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, 'y']));
}
