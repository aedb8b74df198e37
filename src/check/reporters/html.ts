import type { Finding } from '../findings.ts';
import { sumOf } from '../tally.ts';
import {
  countInWords,
  curlFor,
  doubtInWords,
  faultNames,
  findingTitle,
  gotInWords,
  type MakeReporter,
  printable,
  type ReportOptions,
  summaryLine,
} from './reporter.ts';

/** A report as one page without scripts, which needs nothing from the network. */
export const html: MakeReporter = (options) => ({
  result: () => '',
  end: () => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Check of ${escaped(options.title)}</title>
<style>${STYLE}</style>
<main>
<h1>Check of ${escaped(options.title)}</h1>
<p>${escaped(options.address)}</p>
<p>${escaped(summaryLine(options))}</p>
${findingsHtml(options)}${doubtsHtml(options)}${countsHtml(options)}${missedHtml(options)}</main>
</html>
`,
});

function findingsHtml({ findings, address, tally }: ReportOptions): string {
  const all = findings.all().map((each) => findingHtml(each, address));
  if (all.length > 0) return all.join('');
  return tally.total.agree === sumOf(tally.total)
    ? '<p class="accepted">Nothing failed.</p>\n'
    : '<p>Nothing failed in what could be checked.</p>\n';
}

function findingHtml(finding: Finding, address: string): string {
  const { first, fault, isKnown } = finding;
  const { case: each, why = '', wanted } = first;
  return `<details class="${fault}"${isKnown ? '' : ' open'}>
<summary>${escaped(findingTitle(finding))}${isKnown ? ' (known)' : ''}</summary>
<p>${escaped(`${each.title}: ${why}`)}</p>
<pre>${escaped(curlFor(address, first))}</pre>
<dl><dt>Expected<dd>${escaped(wanted)}<dt>Got<dd>${escaped(gotInWords(first))}<dt>Rule<dd>${escaped(each.rule)}<dt>Case<dd>${escaped(each.id)}</dl>
</details>
`;
}

function doubtsHtml(options: ReportOptions): string {
  const all = options.tally.doubts().map((each) => `<li>${escaped(doubtInWords(each, options))}\n`);
  return all.length === 0 ? '' : `<h2>Inconclusive</h2>\n<ul>\n${all.join('')}</ul>\n`;
}

function countsHtml({ tally }: ReportOptions): string {
  const rows = [...tally.endpoints].map(
    ([name, count]) => `<tr><td>${escaped(name)}<td>${escaped(countInWords(count))}\n`,
  );
  return `<h2>Endpoints</h2>\n<table>\n${rows.join('')}</table>\n`;
}

function missedHtml({ coverage }: ReportOptions): string {
  const sections = Object.entries(coverage.all()).map(([kind, goals]) => {
    const missed = goals.filter((goal) => goal.missed !== undefined);
    const items = missed.map(({ name, missed: why = '' }) => `<li>${escaped(`${name}: ${why}`)}\n`);
    const count = `${goals.length - missed.length} of ${goals.length} ${kind}`;
    return `<details><summary>${escaped(count)}</summary><ul>\n${items.join('')}</ul></details>\n`;
  });
  return `<h2>Reached</h2>\n${sections.join('')}`;
}

function escaped(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The colors and sizes of the docs UI. */
const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#ffffff, #12161a); --raised: light-dark(#f6f7f9, #1a2026); --line: light-dark(#dfe3e8, #313a43); --text: light-dark(#1a2128, #e4e8ec); --quiet: light-dark(#57626d, #a3adb7); --refused: light-dark(#b3261e, #ff9d92); --accepted: light-dark(#0b6e4f, #6fd3a8); }
body { margin: 0; background: var(--ground); color: var(--text); font: 0.875rem/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: auto; padding: 1rem; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.25rem; }
details { margin: 0.5rem 0; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); overflow-wrap: anywhere; }
summary { cursor: pointer; font-weight: 600; } .${Object.keys(faultNames).join(' > summary, .')} > summary { color: var(--refused); }
pre, dd { font: 0.8125rem/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; margin: 0.5rem 0; }
dt { color: var(--quiet); } dd { margin: 0; } table { border-collapse: collapse; } td { padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid var(--line); } .accepted { color: var(--accepted); }
`;
