/**
 * Runs the built service under sustained and hostile load, prints figures beside their bounds, and exits with 1 if one is
 * missed: `npm run soak [-- full] [-- name …]`.
 */
import { hasProc } from './service.js';

const args = process.argv.slice(2);
const isFull = args.some((arg) => arg === 'full' || arg === '--full');
const named = args.filter((arg) => !arg.endsWith('full'));
const all = ['slow', 'connections', 'mixed', 'crowd', 'aborts', 'descriptors', 'heap', 'unread', 'rolling'];
const names = named.length > 0 ? named : all;
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no soak run ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}

if (!hasProc) console.log('There is no /proc here: memory and descriptors are not measured.');
let missed = 0;
for (const name of names) {
  const { run } = await import(`./${name}.js`);
  console.log(`\n${name}`);
  for await (const row of await run({ isFull })) report(row);
}
process.exitCode = missed > 0 ? 1 : 0;

function report({ what, figure, atMost, atLeast, more = [] }) {
  if (Number.isNaN(figure)) return;
  const isMissed = figure > atMost || figure < atLeast;
  if (isMissed) missed++;
  const line = `  ${what.padEnd(56)} ${round(figure).padStart(10)}  ${bound({ atMost, atLeast })}`;
  console.log(isMissed ? `${line}: missed` : line.trimEnd());
  if (isMissed)
    for (const each of more) console.log('   ', typeof each === 'string' ? each.slice(0, 1000) : each);
}

function bound({ atMost, atLeast }) {
  if (atMost !== undefined) return `at most ${round(atMost)}`;
  return atLeast === undefined ? '' : `at least ${round(atLeast)}`;
}

function round(figure) {
  return String(Math.round(figure * 100) / 100);
}
