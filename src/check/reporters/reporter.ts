import { receivedInWords } from '../../cases/compare.ts';
import { curlOf, type HiddenHeader } from '../../cases/curl.ts';
import type { Coverage } from '../coverage.ts';
import type { Finding, Findings } from '../findings.ts';
import { type Fault, type Pairs, type Result, UNREAD } from '../result.ts';
import { cookiesBeside, withQuery } from '../sender.ts';
import { type Count, type Doubt, sumOf, type Tally } from '../tally.ts';

/** Writes a report as results come in. */
export interface Reporter {
  /** The text that a result adds to the report. */
  result(result: Result): string;
  /** The end of the report. */
  end(): string;
}

export interface ReportOptions {
  readonly title: string;
  readonly address: string;
  readonly tally: Tally;
  readonly findings: Findings;
  readonly coverage: Coverage;
  /** Shows every request with a fault, not one for each fault. */
  readonly isVerbose: boolean;
  readonly isStopped: () => boolean;
  /** The time since the start, in milliseconds. */
  readonly elapsed: () => number;
  /** The file for a summary in Markdown, as GitHub names it. */
  readonly summaryFile: string | undefined;
  /** What to do about an operation whose valid request is refused for its credential. */
  readonly credentialRemedy: (operation: string) => string;
}

export type MakeReporter = (options: ReportOptions) => Reporter;

/** The kinds of faults in words. */
export const faultNames: Readonly<Record<Fault, string>> = {
  crashed: 'crashed',
  accepted: 'accepted though wrong',
  reply: 'reply not as declared',
  status: 'other status',
  request: 'request not as declared',
};

/** Describes the reply received, or the reason why there is none. */
export function gotInWords({ received, why = '' }: Result): string {
  return received ? receivedInWords(received) : why;
}

/** Names a finding: `crashed: POST /lamps, body.name (3 requests)`. */
export function findingTitle({ fault, endpoint, place, count }: Finding): string {
  const where = place === undefined ? endpoint : `${endpoint}, ${place}`;
  return `${faultNames[fault]}: ${where}${count === 1 ? '' : ` (${count} requests)`}`;
}

/** Writes the command line that sends the request of a result. The values that the user gave are variables. */
export function curlFor(address: string, { case: { request }, headers, query }: Result): string {
  const target = withQuery(request.target, hidden(query));
  const line = curlOf(
    address,
    { ...request, target },
    headers.map((each) => hiddenHeader(each, request)),
  );
  return query.reduce((text, [name]) => {
    const start = `${encodeURIComponent(name)}=`;
    return text.replace(start + HIDDEN, () => `${start}'"$${variableFor(name)}"'`);
  }, line);
}

/** What reports show instead of a value that the user gave. */
export const HIDDEN = '***';

/** Replaces the values that the user gave. */
export function hidden(given: Pairs): Pairs {
  return given.map(([name]) => [name, HIDDEN]);
}

/** Hides the value of a header, but for the scheme of an `Authorization`, which is no secret, and the cookies of the case. */
function hiddenHeader([name, value]: Pairs[number], request: Result['case']['request']): HiddenHeader {
  const isAuthorization = name.toLowerCase() === 'authorization';
  const [scheme = ''] = (isAuthorization && /^[A-Za-z]+ /.exec(value)) || [];
  const prefix = scheme + cookiesBeside([name, value], request).replace(EXPANDED, '\\$&');
  const variable = isAuthorization ? 'TOKEN' : variableFor(name);
  return { name, prefix, variable };
}

/** Characters that a shell acts on between double quotes. */
const EXPANDED = /[$`\\]/g;

function variableFor(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}

/** Escapes characters that a terminal would act on, and those that change the direction of text. */
export function printable(text: string): string {
  return text.replace(CONTROLS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const CONTROLS = /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu;

/** Counts in words: `9 agree, 1 differ`. */
export function countInWords({ agree, differ, inconclusive, notRun }: Count): string {
  const parts = [`${agree} agree`];
  if (differ > 0) parts.push(`${differ} differ`);
  if (inconclusive > 0) parts.push(`${inconclusive} inconclusive`);
  if (notRun > 0) parts.push(`${notRun} not run`);
  return parts.join(', ');
}

/** The last line of a report: `252 requests: 250 agree, 2 differ (1 crashed, 1 accepted though wrong), in 1.2 s`. */
export function summaryLine({ tally, findings, elapsed, isStopped }: ReportOptions): string {
  const kinds = new Map<string, number>();
  for (const { fault, isKnown } of findings.all()) {
    const name = isKnown ? 'known' : faultNames[fault];
    kinds.set(name, (kinds.get(name) ?? 0) + 1);
  }
  const all = Array.from(kinds, ([name, count]) => `${count} ${name}`).join(', ');
  const sum = all === '' ? '' : ` (${all})`;
  const stopped = isStopped() ? 'Stopped before the end. ' : '';
  const seconds = (elapsed() / 1000).toFixed(1);
  const { total, leftOut } = tally;
  const others = leftOut === 0 ? '' : `; ${leftOut} similar ones were not sent (--pedantic sends all)`;
  return `${stopped}${sumOf(total)} requests: ${countInWords(total)}${sum}, in ${seconds} s${others}`;
}

/** Says why cases have no verdict, and what helps. */
export function doubtInWords({ endpoint, why, count, operation }: Doubt, options: ReportOptions): string {
  return `${endpoint}: ${count} inconclusive, because ${why}; ${remedyFor(why, () => options.credentialRemedy(operation))}`;
}

function remedyFor(why: string, credentialRemedy: () => string): string {
  if (/40[13]$/.test(why)) return credentialRemedy();
  if (why === UNREAD) return 'it was passed on unchecked';
  if (/404$/.test(why)) return 'give an id that exists with --path id=…';
  return 'give a body that it accepts with --data, or examples in the document';
}
