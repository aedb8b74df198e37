import type { Expected } from '../../refusals/case.ts';
import { inWords, type Match } from '../../refusals/difference.ts';
import type { Result } from '../check.ts';
import type { Tally } from '../tally.ts';

/** Writes a report as results come in. */
export interface Reporter {
  /** What is to be printed of a result at once. */
  result(result: Result): string;
  /** What is to be printed when there are no more. */
  end(): string;
}

export interface ReportOptions {
  readonly address: string;
  readonly match: Match;
  readonly tally: Tally;
  readonly isStopped: () => boolean;
}

export type MakeReporter = (options: ReportOptions) => Reporter;

/** The most of a body that is shown. */
const MOST_SHOWN = 500;

/** `422 with value_error at body.age` */
export function expectedInWords({ status, entries, headers, body }: Expected, match: Match): string {
  if (match === 'status') return String(status);
  const inEntries = entries ? ` with ${entries.map(inWords).join(', ')}` : '';
  if (match === 'type') return `${status}${inEntries}`;
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `, ${name}: ${value}`);
  return `${status}${lines.join('')}${body === undefined ? inEntries : ` ${cut(body)}`}`;
}

/** What came, or why nothing did. */
export function receivedInWords({ received, why = '' }: Result): string {
  if (!received) return why;
  const type = received.header('content-type') ?? 'no content type';
  return `${received.status} (${type}) ${cut(received.body)}`.trim();
}

function cut(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** The same without characters that would mean something to a terminal. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const CONTROLS = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu;
