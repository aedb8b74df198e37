import { expectedInWords } from '../../cases/compare.ts';
import { curlOf } from '../../cases/curl.ts';
import type { Result } from '../check.ts';
import { type Count, sumOf } from '../tally.ts';
import { gotInWords, type MakeReporter, printable, type ReportOptions } from './reporter.ts';

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
  const numbers = `tests="${sumOf(count)}" failures="${count.differ}" skipped="${count.notRun}"`;
  return `<testsuite name="${escaped(name)}" ${numbers}>\n${cases}</testsuite>\n`;
}

function caseXml(result: Result, { address, match }: ReportOptions): string {
  const { case: each, outcome, expected, why = '' } = result;
  const open = `<testcase classname="${escaped(each.operation ?? 'Anywhere')}" name="${escaped(`${each.id}: ${each.title}`)}"`;
  if (outcome === 'agrees') return `${open}/>\n`;
  if (outcome === 'not run') return `${open}><skipped message="${escaped(why)}"/></testcase>\n`;
  const lines = [
    curlOf(address, each.request),
    `expected ${expectedInWords(expected, match)}`,
    `got      ${gotInWords(result)}`,
  ];
  const text = lines.map(escaped).join('\n');
  return `${open}><failure message="${escaped(why)}">${text}</failure></testcase>\n`;
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
