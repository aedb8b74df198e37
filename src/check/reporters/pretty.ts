import { cutOffInWords } from '../../cases/cases.ts';
import { greatest } from '../../text/extremes.ts';
import type { Finding } from '../findings.ts';
import type { Result } from '../result.ts';
import { sumOf } from '../tally.ts';
import {
  countInWords,
  curlFor,
  doubtInWords,
  findingTitle,
  gotInWords,
  type MakeReporter,
  printable,
  type ReportOptions,
  summaryLine,
} from './reporter.ts';

/** A report for people: each fault with one request that shows it, the worst first, and counts by endpoint. */
export const pretty: MakeReporter = (options) => {
  const { address, tally, findings, isVerbose } = options;
  return {
    result(result) {
      if (!isVerbose || result.outcome !== 'differs') return '';
      return inLines([caseTitle(result), ...resultLines(result, address)]);
    },
    end() {
      const all = isVerbose ? [] : findings.fresh().map((each) => inLines(findingLines(each, address)));
      const width = greatest([...tally.endpoints.keys()].map((name) => name.length));
      const counts = [...tally.endpoints].map(
        ([name, count]) => `${name.padEnd(width)}  ${countInWords(count)}\n`,
      );
      return `${all.join('')}${counts.join('')}\n${notes(options)}${summaryLine(options)}\n`;
    },
  };
};

function inLines(lines: readonly string[]): string {
  return `${lines.map(printable).join('\n')}\n\n`;
}

function findingLines(finding: Finding, address: string): string[] {
  const { first } = finding;
  return [findingTitle(finding), `  ${caseTitle(first)}`, ...resultLines(first, address)];
}

function caseTitle({ case: { id, title, certainty, rule } }: Result): string {
  return `${id}: ${title}${certainty === 'debatable' ? ` (rests on ${rule})` : ''}`;
}

function resultLines(result: Result, address: string): string[] {
  const { why = '', wanted } = result;
  return [
    `  ${why}`,
    `  ${curlFor(address, result)}`,
    `  expected ${wanted}`,
    `  got      ${gotInWords(result)}`,
  ];
}

/** What is not to be overlooked: cases without a verdict, and what was not reached. */
function notes(options: ReportOptions): string {
  const { tally, coverage } = options;
  const doubts = tally.doubts().map((doubt) => doubtInWords(doubt, options));
  const { notRun } = tally.total;
  const cutOff = tally.cutOff();
  const missed = coverage.inWords();
  const lines = [
    ...doubts,
    ...(notRun > 0 && notRun < sumOf(tally.total)
      ? ['Requests that were answered with 429 or 503, or were stopped, count as not run.']
      : []),
    ...(cutOff.length === 0 ? [] : [cutOffInWords(cutOff)]),
    ...(missed === undefined ? [] : [missed]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
