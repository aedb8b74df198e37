import type { Result } from '../result.ts';
import { curlFor, gotInWords, type MakeReporter, printable, type ReportOptions } from './reporter.ts';

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
    end: () => `${start()}1..${count}\n${options.isStopped() ? 'Bail out! Stopped\n' : ''}`,
  };
};

function lineOf(result: Result, number: number, { address }: ReportOptions): string {
  const { case: each, outcome, fault, wanted, why = '' } = result;
  const name = `${number} - ${escaped(`${each.id}: ${each.title}`)}`;
  if (outcome === 'agrees') return `ok ${name}\n`;
  if (fault === undefined) return `ok ${name} # SKIP ${escaped(why)}\n`;
  const block = {
    message: why,
    fault,
    request: curlFor(address, result),
    expected: wanted,
    received: gotInWords(result),
  };
  const lines = Object.entries(block).map(
    ([key, value]) => `  ${key}: ${JSON.stringify(printable(value))}\n`,
  );
  return `not ok ${name}\n  ---\n${lines.join('')}  ...\n`;
}

/** A `#` begins a directive, unless it is escaped; a line break ends the line. */
function escaped(text: string): string {
  return printable(text).replace(/[\\#]/g, '\\$&');
}
