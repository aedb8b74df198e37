/**
 * Counts the files and functions of this project that one request runs through, from the bytes of a socket to the reply, on a
 * warm connection. `npm run bench -- functions [--names] [--beside <another checkout, built>]`.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../../scripts/child-processes.js';
import { isListening } from './process.js';
import { get, ID, post } from './workloads.js';

const { values: options } = parseArgs({
  options: { beside: { type: 'string' }, names: { type: 'boolean' } },
});
const ada = { name: 'Ada Lovelace', age: 36, email: 'ada@example.com', website: 'https://example.com/ada' };
const wrong = { name: 'Ada Lovelace', age: 150, email: 'ada@', website: 'ftp://example.com/ada' };
const requests = {
  'POST /users/, accepted': post('/users/', ada),
  'POST /users/, refused': post('/users/', wrong),
  'GET /protected/': get('/protected/', `Authorization: Bearer ${ID}`),
  'GET /users/': get('/users/?page=2&limit=50'),
};
/** Requests before the one that is counted: what is set up for the first does not run for later ones. */
const WARM_UP = 100;

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const own = join(import.meta.dirname, '..', '..');
for (const root of [own, ...(options.beside ? [resolve(options.beside)] : [])]) await report(root);
process.exit();

async function report(root) {
  const port = await serve(root);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  console.log(`\n${root}`);
  for (const [title, request] of Object.entries(requests)) {
    for (let sent = 0; sent < WARM_UP; sent++) await ask(socket, request);
    await functionsRun(root);
    await ask(socket, request);
    const names = await functionsRun(root);
    const files = new Set(names.map((name) => name.split(' ')[0]));
    console.log(title.padEnd(24), `${files.size} files, ${names.length} functions`);
    if (options.names) console.log(names.map((name) => `    ${name}`).join('\n'));
  }
  socket.destroy();
}

/** The folder of the compiled modules: `dist/` in old checkouts. */
function modulesOf(root) {
  const build = join(root, 'build');
  return pathToFileURL(join(existsSync(build) ? build : join(root, 'dist'), '/')).href;
}

/** Starts the command of a checkout in this process, from its compiled modules. */
async function serve(root) {
  const port = await freePort();
  const { command, runCommand = command } = await import(new URL('cli/command.js', modulesOf(root)).href);
  runCommand(['--port', String(port), '--host', '127.0.0.1'], { LOG_LEVEL: 'silent' });
  while (!(await isListening(port))) await immediate();
  return port;
}

async function ask(socket, request) {
  socket.write(request);
  await once(socket, 'data');
  await immediate();
}

/** The file, name and offset of each function that has run since the last call, without V8's initializers of class fields. */
async function functionsRun(root) {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const base = modulesOf(root);
  return result
    .filter(({ url }) => url.startsWith(base))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ functionName, ranges: [{ count }] }) => count > 0 && !functionName.startsWith('<'))
        .map(
          ({ functionName, ranges: [{ startOffset }] }) =>
            `${url.slice(base.length)} ${functionName || 'anonymous'}:${startOffset}`,
        ),
    );
}
