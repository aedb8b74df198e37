/** The results as tables: one for each workload on the terminal, and one of multiples for docs/project/performance.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { writeCharts } from './chart.js';

/** Prints a table for each workload. */
export function print(results) {
  for (const [at, { title }] of results[0].figures.entries()) {
    console.log(`\n${title.padEnd(26)}    CPU/request   of bare  of Assay   requests/s       p50       p99`);
    for (const { title: server, figures } of results) console.log(line(server, figures[at], results));
  }
  console.log();
}

function line(server, { cpu, times, perSecond, p50, p99 }, results) {
  const share = (other) =>
    results.some(({ name }) => name === other) ? times(other).toFixed(2).padStart(10) : ''.padStart(10);
  const milliseconds = (time) => `${time.toFixed(2)} ms`.padStart(10);
  return [
    server.padEnd(28),
    `${cpu.toFixed(1)} µs`.padStart(12),
    share('bare'),
    share('assay'),
    String(Math.round(perSecond)).padStart(13),
    milliseconds(p50),
    milliseconds(p99),
  ].join('');
}

/** Writes the table into docs/project/performance.md, between its marks, and draws the chart. */
export function writeTable(results) {
  const page = new URL('../../docs/project/performance.md', import.meta.url);
  const between = /(?<=<!-- bench -->\n)[\s\S]*?(?=<!-- \/bench -->)/;
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(between, () => `${table(results)}\n`),
  );
  writeCharts();
}

function table(results) {
  const workloads = results[0].figures.map(({ title }) => title.replace(/^\S+ \S+/, '`$&`'));
  const rows = results.map(({ title, figures }) => [
    title,
    ...figures.map(({ times }) => times('bare').toFixed(2)),
  ]);
  const lines = [['CPU time per request', ...workloads], ['---', ...workloads.map(() => '--:')], ...rows];
  const [{ model }] = cpus();
  return [
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Node ${process.versions.node}, ${model}; 1.00 is ${results[0].figures.map(({ cpu }) => Math.round(cpu)).join(', ')} µs.`,
  ].join('\n');
}
