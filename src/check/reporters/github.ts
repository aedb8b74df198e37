import { appendFileSync } from 'node:fs';
import { greatest } from '../../text/extremes.ts';
import type { Finding } from '../findings.ts';
import {
  curlFor,
  doubtInWords,
  findingTitle,
  gotInWords,
  type MakeReporter,
  printable,
  type ReportOptions,
  summaryLine,
} from './reporter.ts';

/** A report for GitHub Actions: an annotation for each fault, and a summary of the step. */
export const github: MakeReporter = (options) => ({
  result: () => '',
  end() {
    const { findings, tally, summaryFile } = options;
    if (summaryFile !== undefined) appendFileSync(summaryFile, markdown(options));
    const errors = findings.fresh().map((each) => annotation('error', findingTitle(each), each.first.why));
    const warnings = tally
      .doubts()
      .map((each) => annotation('warning', each.endpoint, doubtInWords(each, options)));
    return `${errors.join('')}${warnings.join('')}${printable(summaryLine(options))}\n`;
  },
});

/** Writes a command to the runner. It ends at a line break, and a title at a colon or a comma, so these are escaped. */
function annotation(level: 'error' | 'warning', title: string, message = ''): string {
  const name = escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${name}::${escaped(message)}\n`;
}

function escaped(text: string): string {
  return printable(text).replaceAll('%', '%25');
}

function markdown(options: ReportOptions): string {
  const { title, findings, address, tally } = options;
  const found = findings.fresh().map((each) => findingMarkdown(each, address));
  const doubts = tally.doubts().map((each) => fenced(doubtInWords(each, options)));
  const all = [`## Check of ${inline(title)}`, inline(summaryLine(options)), ...found, ...doubts];
  return `${all.join('\n\n')}\n`;
}

function findingMarkdown(finding: Finding, address: string): string {
  const { first } = finding;
  const { case: each, why = '', wanted } = first;
  const lines = [
    `${each.id}: ${each.title}`,
    why,
    curlFor(address, first),
    `expected ${wanted}`,
    `got      ${gotInWords(first)}`,
  ];
  return `### ${inline(findingTitle(finding))}\n\n${fenced(lines.map(printable).join('\n'))}`;
}

/** Writes text as code, in which nothing else has a meaning: its fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = greatest(
    Array.from(text.matchAll(/`+/g), ([run]) => run.length),
    0,
  );
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}text\n${text}\n${fence}`;
}

/** Escapes what Markdown and HTML would act on within a line. */
function inline(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#|&~]/g, '\\$&');
}
