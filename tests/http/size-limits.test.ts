import { describe, expect, it } from 'vitest';
import { bodyTooLarge, defaultLimits, fieldSize, limitsOf, oversized } from '../../src/http/limits.ts';
import { MAX_DEPTH } from '../../src/text/json/reader.ts';

/** The limits of requests. */

const limits = { ...defaultLimits, target: 10, headers: 2, headerBytes: 30 };

describe('the head of a request', () => {
  it.each([
    [{ target: 10, headers: 2, headerBytes: 30 }, undefined],
    [{ target: 11, headers: 3, headerBytes: 31 }, [414, 'The request target is longer than 10 bytes']],
    [{ target: 10, headers: 3, headerBytes: 31 }, [431, 'The request has more than 2 headers']],
    [
      { target: 10, headers: 2, headerBytes: 31 },
      [431, 'The headers of the request are larger than 30 bytes'],
    ],
  ])('of %o is refused with %j', (head, expected) => {
    const refused = oversized(head, limits);
    expect(refused && [refused.status, refused.detail]).toEqual(expected);
  });

  it('counts a header with its colon, a space and the end of its line', () => {
    expect(fieldSize('Host', 'a.example')).toBe('Host: a.example\r\n'.length);
  });
});

it('the refusal of a body says how large it may be', () => {
  expect(bodyTooLarge(7)).toMatchObject({
    status: 413,
    detail: 'The body is larger than 7 bytes',
  });
});

it.each([
  [undefined, {}],
  [{}, {}],
  [{ body: 1, target: undefined }, { body: 1 }],
  [{ depth: 1 }, { depth: 1 }],
  [{ depth: MAX_DEPTH + 1 }, { depth: MAX_DEPTH }],
])('limits given as %j are completed', (given, expected) => {
  expect(limitsOf(given)).toEqual({ ...defaultLimits, ...expected });
});
