/**
 * Records the replies of another implementation of the practice service to every case, for `tests/check/fastapi.test.ts`:
 * `node scripts/record-replies.js http://127.0.0.1:8001 "FastAPI 0.143.3, pydantic 2.13.5" > tests/data/fastapi/replies.json`
 */
import { spawnSync } from 'node:child_process';

const [address, origin] = process.argv.slice(2);
if (address === undefined || origin === undefined) {
  console.error('Usage: node scripts/record-replies.js <address> <name and versions of the implementation>');
  process.exit(2);
}
const entry = new URL('../dist/entries/node.js', import.meta.url).pathname;
const options = ['--accepted', '--limits', '--reporter', 'json'];
const { stdout, stderr } = spawnSync(process.execPath, [entry, 'check', address, 'practice', ...options], {
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
});
if (stdout === '') throw new Error(stderr);

/** Longer requests are cut: the rest is filling. */
const MAX_SHOWN = 2000;

const lines = JSON.parse(stdout).results.map(({ case: { id, request }, received }) => {
  const { method, target, body = '' } = request;
  const line = `${method} ${target}`.slice(0, MAX_SHOWN);
  return JSON.stringify({ id, request: line, sent: body.slice(0, MAX_SHOWN), ...received });
});
console.log(`{"origin":${JSON.stringify(origin)},"replies":[\n${lines.join(',\n')}\n]}`);
