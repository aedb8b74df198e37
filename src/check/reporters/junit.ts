import type { Result } from '../result.ts';
import { type Count, sumOf } from '../tally.ts';
import { curlFor, gotInWords, type MakeReporter, printable, type ReportOptions } from './reporter.ts';

/** A report for continuous integration: XML in the format of JUnit, with a suite for each endpoint. */
export const junit: MakeReporter = (options) => {
  const { tally } = options;
  const suites = new Map<string, string>();
  return {
    result(result) {
      const name = tally.nameOf(result.case.operation);
      suites.set(name, (suites.get(name) ?? '') + caseXml(result, options));
      return '';
    },
    end() {
      const all = Array.from(suites, ([name, cases]) => suiteXml(name, tally.countOf(name), cases));
      return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${all.join('')}</testsuites>\n`;
    },
  };
};

function suiteXml(name: string, count: Count, cases: string): string {
  const skipped = count.notRun + count.inconclusive;
  const numbers = `tests="${sumOf(count)}" failures="${count.differ}" skipped="${skipped}"`;
  return `<testsuite name="${escaped(name)}" ${numbers}>\n${cases}</testsuite>\n`;
}

function caseXml(result: Result, { address }: ReportOptions): string {
  const { case: each, outcome, fault, wanted, why = '' } = result;
  const open = `<testcase classname="${escaped(each.operation ?? 'Anywhere')}" name="${escaped(`${each.id}: ${each.title}`)}"`;
  if (outcome === 'agrees') return `${open}/>\n`;
  if (fault === undefined) return `${open}><skipped message="${escaped(why)}"/></testcase>\n`;
  const lines = [curlFor(address, result), `expected ${wanted}`, `got      ${gotInWords(result)}`];
  const text = lines.map(escaped).join('\n');
  return `${open}><failure type="${fault}" message="${escaped(why)}">${text}</failure></testcase>\n`;
}

/** Escapes text for XML, which allows no control characters and no lone surrogates. */
function escaped(text: string): string {
  return printable(text)
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD');
}
