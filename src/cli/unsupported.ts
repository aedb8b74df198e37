import type { Unsupported } from '../documents/references.ts';
import { defined } from '../text/guards.ts';

interface ListOptions {
  /** Lists every part, in place of the first of each sort. */
  readonly isWhole: boolean;
  /** Writes lines of JSON, as in the log. */
  readonly isJson: boolean;
}

/**
 * Describes the parts of a document that are not served exactly as written: a line for each sort of them, with the first place and
 * the number of others. Rules that are not checked come first, and what is not sent last.
 */
export function unsupportedText(unsupported: readonly Unsupported[], options: ListOptions): string {
  const sorted = unsupported.toSorted((one, other) => rankOf(one) - rankOf(other));
  const lines = options.isWhole ? sorted.map((each) => lineOf(each, 0)) : firstLines(sorted);
  return lines.map((line) => writeLine('warn', line, options.isJson)).join('');
}

/** A line of text, and what it says as fields. */
export interface Line {
  readonly text: string;
  readonly fields: Readonly<Record<string, string | number>>;
}

/** Writes a line as it is, or as a line of the log in JSON. */
export function writeLine(level: 'info' | 'warn', { text, fields }: Line, isJson: boolean): string {
  if (!isJson) return `${text}\n`;
  return `${JSON.stringify({ level, time: Date.now(), pid: process.pid, ...fields, msg: text })}\n`;
}

/** Parts that are alike, in what is said of them or in its beginning. */
const ranks: readonly RegExp[] = [
  /not checked|read as anyOf|is ignored|not enforced/,
  /not read|not routed/,
  /^(?!.*(?:sent|called))/,
];

function rankOf({ what }: Unsupported): number {
  const rank = ranks.findIndex((pattern) => pattern.test(what));
  return rank === -1 ? ranks.length : rank;
}

/** What is said of a part, without the names that differ from part to part. */
function sortOf({ what }: Unsupported): string {
  return what.replace(/: .*|(?<= as ).*/s, '');
}

const MAX_LINES = 10;

function firstLines(sorted: readonly Unsupported[]): readonly Line[] {
  const counts = new Map<string, number>();
  for (const each of sorted) counts.set(sortOf(each), (counts.get(sortOf(each)) ?? 0) + 1);
  const firsts = new Map(sorted.toReversed().map((each) => [sortOf(each), each]));
  const shown = [...counts.entries()]
    .slice(0, MAX_LINES)
    .map(([sort, count]) => lineOf(defined(firsts.get(sort)), count - 1));
  if (shown.length === sorted.length) return shown;
  const text = `${sorted.length} parts of the document are not served exactly as it says; --list-unsupported lists them all`;
  return [...shown, { text, fields: { parts: sorted.length } }];
}

function lineOf({ place, what }: Unsupported, others: number): Line {
  const more = others === 0 ? '' : ` (and ${others} more)`;
  return { text: `${place} ${what}${more}`, fields: { place, what, ...(others > 0 && { others }) } };
}
