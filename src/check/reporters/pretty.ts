import { expectedInWords } from '../../cases/compare.ts';
import { curlOf } from '../../cases/curl.ts';
import { type Count, sumOf } from '../tally.ts';
import { gotInWords, type MakeReporter, printable } from './reporter.ts';

/** A report for people: each difference as it is found, then counts by endpoint. */
export const pretty: MakeReporter = ({ address, match, tally, isStopped }) => ({
  result(result) {
    if (result.outcome !== 'differs') return '';
    const { case: each, expected, why = '' } = result;
    const lines = [
      `${each.id}: ${each.title}`,
      `  ${why}`,
      `  ${curlOf(address, each.request)}`,
      `  expected ${expectedInWords(expected, match)}`,
      `  got      ${gotInWords(result)}`,
    ];
    return `${lines.map(printable).join('\n')}\n\n`;
  },
  end() {
    const width = Math.max(...[...tally.endpoints.keys()].map((name) => name.length));
    const lines = [...tally.endpoints].map(([name, count]) => `${name.padEnd(width)}  ${inWords(count)}\n`);
    const stopped = isStopped() ? 'Stopped before the end. ' : '';
    return `${lines.join('')}\n${stopped}${sumOf(tally.total)} requests: ${inWords(tally.total)}\n${advice(tally.total)}`;
  },
});

function inWords({ agree, differ, notRun }: Count): string {
  const parts = [`${agree} agree`];
  if (differ > 0) parts.push(`${differ} differ`);
  if (notRun > 0) parts.push(`${notRun} not run`);
  return parts.join(', ');
}

function advice({ notRun }: Count): string {
  return notRun > 0
    ? `Requests that were answered with 429 or 503, or were stopped, count as not run.\n`
    : '';
}
