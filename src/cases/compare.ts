import type { Entry, Expected } from './case.ts';
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

/** The number of characters shown of a body. */
const MAX_SHOWN = 500;

/** Describes an expected reply as far as it must match: `422 with value_error at body.age`. */
export function expectedInWords({ status, entries, headers, body }: Expected, match: Match): string {
  if (match === 'status') return String(status);
  const inEntries = entries ? ` with ${entries.map(entryInWords).join(', ')}` : '';
  if (match === 'type') return `${status}${inEntries}`;
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `, ${name}: ${value}`);
  return `${status}${lines.join('')}${body === undefined ? inEntries : ` ${cut(body)}`}`;
}

/** Describes an entry: `value_error at body.age`. */
function entryInWords({ type, loc }: Entry): string {
  return `${type} at ${loc.join('.')}`;
}

/** Describes a reply: `201 (application/json) {"name":"Ada"}`. */
export function receivedInWords({ status, header, body }: Received): string {
  return `${status} (${header('content-type') ?? 'no content type'}) ${cut(body)}`.trim();
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The part of a reply that must match: its status; also the `loc` and `type` of each entry; or everything that is known. */
export type Match = 'status' | 'type' | 'exact';

/** A reply, with the parts that are compared. */
export interface Received {
  readonly status: number;
  /** Returns the value of a header, by its lower-case name. */
  readonly header: (name: string) => string | null | undefined;
  readonly body: string;
}
