import { describe, expect, it } from 'vitest';
import { revalidate } from '../../src/http/document.ts';
import type { Reply } from '../../src/http/reply.ts';
import { linesOf } from '../../src/http/reply.ts';

/** Replies to clients that may have the body already. */

const tagged: Reply = {
  kind: 'reply',
  status: 200,
  headers: linesOf(
    ...['Content-Type', 'text/plain', 'Content-Encoding', 'gzip', 'ETag', '"a-gzip"'],
    ...['X-Content-Type-Options', 'nosniff', 'X-Content-Encoding: ', 'br'],
  ),
  body: 'a lamp',
  etag: '"a-gzip"',
};

const asking = (known: string | undefined) => (name: string) =>
  name === 'if-none-match' ? known : undefined;

describe('a reply with an entity tag', () => {
  it.each(['"a-gzip"', 'W/"a-gzip"', '"b", "a-gzip"', '"a-gzip","b"', 'W/"b",\tW/"a-gzip"', '*', ' * '])(
    'is a 304 for a client that has %s',
    (known) => {
      expect(revalidate(tagged, asking(known))).toEqual({
        kind: 'reply',
        status: 304,
        headers: linesOf(
          'ETag',
          '"a-gzip"',
          'X-Content-Type-Options',
          'nosniff',
          'X-Content-Encoding: ',
          'br',
        ),
        body: '',
      });
    },
  );

  it.each([
    undefined,
    '',
    '"a"',
    '"A-gzip"',
    'a-gzip',
    '"a-gzip',
    '" a-gzip"',
    '"b", "c"',
    '"*"',
    '**',
    '*, "b"',
  ])('is sent to a client that has %s', (known) => {
    expect(revalidate(tagged, asking(known))).toBe(tagged);
  });
});

it('a reply without an entity tag is sent to everyone', () => {
  const { etag: _, ...plain } = tagged;
  expect(revalidate(plain, asking('*'))).toBe(plain);
});
