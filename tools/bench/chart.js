/** Draws the table of docs/project/performance.md as a chart for the README: `node tools/bench/chart.js [folder]`, or `npm run bench -- --write`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WIDTH = 640;
const LABEL_WIDTH = 190;
const ROW_HEIGHT = 40;
const BAR_HEIGHT = 12;
const HEAD_HEIGHT = 34;
const FONT = 'font-family="system-ui, -apple-system, Segoe UI, sans-serif"';

const themes = {
  light: { text: '#1f2328', muted: '#59636e', own: ['#0969da', '#cf222e'], other: ['#8c959f', '#c8a1a5'] },
  dark: { text: '#f0f6fc', muted: '#9198a1', own: ['#4493f8', '#f85149'], other: ['#656c76', '#7d4e50'] },
};

/** Servers and their costs, from the table. Those that log are left out: they are compared only with each other. */
function rowsOf(page) {
  const [, table = ''] = /<!-- bench -->\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const rows = table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows
    .filter(([title]) => !title.includes('log'))
    .map(([title, accepted, refused]) => ({
      title: title.replaceAll('`', ''),
      costs: [accepted, refused].map(Number),
    }));
}

/** An SVG with two bars for each server: an accepted request and a refused one. */
function chart(rows, theme) {
  const height = HEAD_HEIGHT + rows.length * ROW_HEIGHT;
  const max = Math.max(...rows.flatMap(({ costs }) => costs));
  const scale = (WIDTH - LABEL_WIDTH - 50) / max;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" ${FONT}>`,
    `<title>CPU time per request, as a multiple of bare node:http</title>`,
    legend(theme),
    ...rows.map((row, at) => drawRow(row, HEAD_HEIGHT + at * ROW_HEIGHT, scale, theme)),
    '</svg>',
    '',
  ].join('\n');
}

function legend({ muted, own }) {
  const entry = (x, colour, words) =>
    `<rect x="${x}" y="8" width="10" height="10" rx="2" fill="${colour}"/><text x="${x + 16}" y="17" font-size="12" fill="${muted}">${words}</text>`;
  return entry(LABEL_WIDTH, own[0], 'accepted POST') + entry(LABEL_WIDTH + 120, own[1], 'refused POST');
}

function drawRow({ title, costs }, top, scale, theme) {
  const isOwn = title === 'Assay';
  const colours = isOwn ? theme.own : theme.other;
  const name = `<text x="${LABEL_WIDTH - 12}" y="${top + 18}" font-size="13" text-anchor="end" font-weight="${isOwn ? 600 : 400}" fill="${theme.text}">${title}</text>`;
  const bars = costs.map((cost, at) =>
    drawBar(cost, top + 2 + at * (BAR_HEIGHT + 2), scale, colours[at], theme),
  );
  return [name, ...bars].join('');
}

function drawBar(cost, y, scale, colour, { muted }) {
  const length = Math.max(2, Math.round(cost * scale));
  return `<rect x="${LABEL_WIDTH}" y="${y}" width="${length}" height="${BAR_HEIGHT}" rx="2" fill="${colour}"/><text x="${LABEL_WIDTH + length + 6}" y="${y + 10}" font-size="11" fill="${muted}">${cost.toFixed(2)}</text>`;
}

const images = new URL('../../docs/images/', import.meta.url);

/** Writes the chart in light and in dark. */
export function writeCharts(folder = fileURLToPath(images)) {
  const rows = rowsOf(readFileSync(new URL('../../docs/project/performance.md', import.meta.url), 'utf8'));
  for (const [name, theme] of Object.entries(themes))
    writeFileSync(join(folder, `cost-${name}.svg`), chart(rows, theme));
}

if (process.argv[1] === import.meta.filename) writeCharts(process.argv[2]);
