import { expectedInWords } from '../../cases/compare.ts';
import { curlOf } from '../../cases/curl.ts';
import type { Result } from '../check.ts';
import { gotInWords, type MakeReporter, type ReportOptions } from './reporter.ts';

/** A report in the [Test Anything Protocol](https://testanything.org/tap-version-14-specification.html), version 14. */
export const tap: MakeReporter = (options) => {
  let count = 0;
  const start = () => (count === 0 ? 'TAP version 14\n' : '');
  return {
    result(result) {
      const text = start();
      count++;
      return text + lineOf(result, count, options);
    },
    end: () => `1..${count}\n${options.isStopped() ? 'Bail out! Stopped\n' : ''}`,
  };
};

function lineOf(result: Result, number: number, options: ReportOptions): string {
  const { case: each, outcome, why = '' } = result;
  const name = `${number} - ${escaped(`${each.id}: ${each.title}`)}`;
  if (outcome === 'agrees') return `ok ${name}\n`;
  if (outcome === 'not run') return `ok ${name} # SKIP ${escaped(why)}\n`;
  const { address, match } = options;
  const block = {
    message: why,
    request: curlOf(address, each.request),
    expected: expectedInWords(result.expected, match),
    received: gotInWords(result),
  };
  const lines = Object.entries(block).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`);
  return `not ok ${name}\n  ---\n${lines.join('')}  ...\n`;
}

/** A `#` begins a directive, unless it is escaped; a line break ends the line. */
function escaped(text: string): string {
  return text.replace(/[\\#]/g, '\\$&').replace(/\p{Cc}/gu, ' ');
}
