import { STATUS_CODES } from 'node:http';
import { expect, it } from 'vitest';
import { Refusal } from '../../src/contract/outcome.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { meanings, phraseOf, phrases } from '../../src/http/phrases.ts';
import * as host from '../../src/http/refused-head.ts';
import * as refusals from '../../src/http/statuses.ts';

/** The statuses, their names and what is said of them. */

/** Those that RFC 9110 has renamed, and Node has not. */
const renamed: Readonly<Record<number, string>> = { 413: 'Content Too Large', 422: 'Unprocessable Content' };
const nameOf = (status: number) => renamed[status] ?? STATUS_CODES[status];

it('each status of a reply is named as in Node', () => {
  const all = [...phrases()];
  expect(all.length).toBeGreaterThan(50);
  for (const [status, phrase] of all) {
    expect(Math.floor(status / 100)).toBeOneOf([2, 3, 4, 5]);
    expect(phrase).toBe(nameOf(status));
  }
});

it.each(Object.entries(meanings))('%i has its name and a sentence', (status, meaning) => {
  expect(phraseOf(Number(status))).toBe(nameOf(Number(status)));
  expect(meaning).toMatch(/^[A-Z].+\.$/);
});

it('a status that nobody has registered is an error with its number', () => {
  expect(phraseOf(499)).toBe('Error 499');
});

const ours = Object.values({ ...refusals, ...host }).filter((each) => each instanceof Refusal);

it('each refusal has a status, and says why', () => {
  expect(ours.length).toBeGreaterThan(9);
  for (const { status, detail } of ours) {
    expect(STATUS_CODES).toHaveProperty(String(status));
    expect(detail).toMatch(/^[A-Z].* \S+$/);
  }
});

it('refusals that need no endpoint have their details by status', () => {
  const details = refusals.detailsOf({ ...defaultLimits, target: 10, headerBytes: 20 });
  expect(Object.keys(details)).toEqual(['408', '414', '417', '431', '500', '501', '503', '505']);
  expect(Object.keys(meanings)).toEqual(expect.arrayContaining(Object.keys(details)));
  expect(details).toMatchObject({
    408: refusals.tooSlow.detail,
    414: 'The request target is longer than 10 bytes',
    431: 'The headers of the request are larger than 20 bytes',
    500: 'Internal Server Error',
    503: refusals.stopping.detail,
  });
});
