/**
 * Records what another implementation of the practice service answers to every case, for `tests/check/fastapi.test.ts`:
 * `node scripts/record-replies.js http://127.0.0.1:8001 "FastAPI 0.143.3, pydantic 2.13.5" > tests/data/fastapi/replies.json`
 */
import { spawnSync } from 'node:child_process';

const [address, origin] = process.argv.slice(2);
const entry = new URL('../dist/entries/node.js', import.meta.url).pathname;
const options = ['--accepted', '--limits', '--reporter', 'json'];
const { stdout, stderr } = spawnSync(process.execPath, [entry, 'check', address, 'practice', ...options], {
  encoding: 'utf8',
  maxBuffer: 256 * 1024 * 1024,
});
if (stdout === '') throw new Error(stderr);

/** Requests longer than this are left out: they are spaces, or a header that is there for its size. */
const MAX_SHOWN = 2000;

const lines = JSON.parse(stdout).results.map(({ case: { id, request }, received }) => {
  const { method, target, body = '' } = request;
  const line = `${method} ${target}`.slice(0, MAX_SHOWN);
  return JSON.stringify({ id, request: line, sent: body.slice(0, MAX_SHOWN), ...received });
});
console.log(`{"origin":${JSON.stringify(origin)},"replies":[\n${lines.join(',\n')}\n]}`);
