import type { Entry, Expected } from './case.ts';
import type { Match, Received } from './received.ts';

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
export function entryInWords({ type, loc }: Entry): string {
  return `${type} at ${loc.join('.')}`;
}

/** Describes a reply: `201 (application/json) {"name":"Ada"}`. */
export function receivedInWords({ status, header, body }: Received): string {
  return `${status} (${header('content-type') ?? 'no content type'}) ${cut(body)}`.trim();
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
