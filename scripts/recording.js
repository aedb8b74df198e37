/** Records a session in a terminal for the README, by running its commands: `node scripts/recording.js [folder]`. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endWithThis } from './child-processes.js';

const examples = resolve(import.meta.dirname, '../examples/start');
const assay = resolve(import.meta.dirname, '../dist/entries/node.js');

/** Pixels from one line to the next, and the most characters of a line. */
const LINE = 19;
const COLUMNS = 106;

const commands = [
  'curl http://localhost:8000/lamps/7',
  `curl http://localhost:8000/lamps -H 'Content-Type: application/json' -d '{"name": "", "watts": 250}'`,
  `curl 'http://localhost:8000/lamps/7?__code=404'`,
  "npx assay check http://localhost:3000 ./openapi.yaml --only 'addLamp/body.watts/*'",
];

const mock = await start([assay, './openapi.yaml', '--log-format', 'pretty'], 'http://localhost:8000');
const server = await start(['server.js'], 'http://localhost:3000');
const session = [
  { command: 'npx assay ./openapi.yaml', output: mock.output },
  ...commands.map((command) => ({ command, output: run(command) })),
];
for (const { child } of [mock, server]) child.kill();

const folder = process.argv[2] ?? resolve(import.meta.dirname, '../docs/images');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'session.svg'), drawing(session));

/** Starts a program of the examples on a free port, and waits until it says where it listens. */
async function start(args, shown) {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { cwd: examples, env, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithThis(child);
  let output = '';
  await new Promise((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (/listens on .*\n/.test(output)) done();
      });
  });
  const [real] = /http:\/\/[\w.]+:\d+/.exec(output);
  return { child, real, shown, output: output.replaceAll(real, shown).replace(/\d\d:\d\d:\d\d/, '12:00:00') };
}

/** Runs a command with the real addresses, and returns what it prints with those that it shows. */
function run(command) {
  const started = [mock, server];
  const withAddresses = started.reduce((text, { real, shown }) => text.replace(shown, real), command);
  const runnable = withAddresses
    .replace('npx assay', `'${process.execPath}' '${assay}'`)
    .replace(/^curl/, 'curl --silent');
  const { stdout, stderr } = spawnSync('sh', ['-c', runnable], { cwd: examples, encoding: 'utf8' });
  const printed = started.reduce((text, { real, shown }) => text.replaceAll(real, shown), stderr + stdout);
  return printed.replace(/in [\d.]+ s$/m, 'in 0.1 s');
}

/** Draws a dark terminal, in which a command appears every three seconds, and its output one second later. */
function drawing(commands) {
  const lines = commands.flatMap(({ command, output }, at) => [
    ...wrapped(`$ ${command}`).map((text) => ({ text, name: 'command', seconds: at * 3 })),
    ...output
      .split('\n')
      .flatMap(wrapped)
      .map((text) => ({ text, name: 'output', seconds: at * 3 + 1 })),
  ]);
  const shown = lines.filter(({ text }) => text !== '');
  const texts = shown.map(
    ({ text, name, seconds }, at) =>
      `<text x="16" y="${32 + at * LINE}" class="${name}" style="animation-delay: ${seconds}s">${escaped(text)}</text>`,
  );
  const height = 32 + shown.length * LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 864 ${height}">
<title>A mock and a check in a terminal</title>
<style>
text { font: 12.5px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; opacity: 0; animation: show 1ms forwards; }
.command { fill: #7ee787; } .output { fill: #d4d8de; }
@keyframes show { to { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { text { opacity: 1; animation: none; } }
</style>
<rect width="864" height="${height}" rx="8" fill="#161b22"/>
${texts.join('\n')}
</svg>
`;
}

function wrapped(line) {
  return line.match(new RegExp(`.{1,${COLUMNS}}`, 'g')) ?? [''];
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
