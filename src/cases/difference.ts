import type { Entry, Expected } from './case.ts';
import { entryInWords } from './in-words.ts';
import type { Match, Received } from './received.ts';
import { entriesOf } from './subject.ts';

/** Describes the first difference between a reply and the expected one, as a clause; undefined if there is none. */
export function difference(
  expected: Expected,
  received: Received,
  match: Match = 'type',
): string | undefined {
  if (received.status !== expected.status)
    return `the status is ${received.status} instead of ${expected.status}`;
  if (match === 'status') return undefined;
  const inEntries = expected.entries && entryDifference(expected.entries, received);
  if (match === 'type' || inEntries !== undefined) return inEntries;
  return headerDifference(expected, received) ?? bodyDifference(expected, received);
}

function entryDifference(expected: readonly Entry[], { status, body }: Received): string | undefined {
  const received = entriesOf(status, body);
  if (!received) return 'the body is not JSON with a list of entries';
  const missing = without(expected, received).map((entry) => `no ${entryInWords(entry)}`);
  const surplus = without(received, expected).map((entry) => `an unexpected ${entryInWords(entry)}`);
  const all = [...missing, ...surplus];
  return all.length === 0 ? undefined : `there is ${all.join(', ')}`;
}

/** Subtracts one list of entries from another; duplicates count. */
function without(entries: readonly Entry[], others: readonly Entry[]): Entry[] {
  const left = others.map(keyOf);
  return entries.filter((entry) => {
    const at = left.indexOf(keyOf(entry));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function keyOf({ type, loc }: Entry): string {
  return JSON.stringify([type, loc]);
}

function headerDifference({ headers = {} }: Expected, { header }: Received): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const received = header(name.toLowerCase()) ?? undefined;
    if (received !== value)
      return `${name} is ${received === undefined ? 'missing' : received} instead of ${value}`;
  }
  return undefined;
}

function bodyDifference({ body }: Expected, received: Received): string | undefined {
  return body === undefined || body === received.body ? undefined : 'the body is another';
}
