/** Holds the services of the corpus against their document with the real command. */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { faults } from './faults.js';

const here = import.meta.dirname;
const command = join(here, '..', '..', 'dist', 'entries', 'node.js');

/** The frameworks in which the service is written, each with its packages. The first two are checked in CI. */
export const frameworks = {
  express: ['express', 'zod'],
  fastify: ['fastify'],
  hapi: ['@hapi/hapi', 'joi'],
  hono: ['hono', 'zod'],
  koa: ['koa', 'ajv'],
  flask: ['flask', 'marshmallow'],
  drf: ['django', 'djangorestframework'],
  go: ['go'],
};

const PYTHON = '/usr/bin/python3';
const programs = join(here, 'programs');

const goProgram = join(here, 'node_modules', '.lamps');

/** How the programs in other languages run, with packages of Debian, and a command that tells whether these are installed. */
const others = {
  flask: {
    command: [PYTHON, join(programs, 'lamps_flask.py')],
    test: [PYTHON, '-c', 'import flask, marshmallow'],
  },
  drf: { command: [PYTHON, join(programs, 'lamps_drf.py')], test: [PYTHON, '-c', 'import rest_framework'] },
  go: { command: [goProgram], test: ['go', 'build', '-o', goProgram, join(programs, 'lamps.go')] },
};

/** Tells whether a framework is installed, as those from npm are. */
export function isInstalled(framework) {
  const [program, ...args] = others[framework]?.test ?? ['true'];
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** Starts the service of a framework, once for each fault and once without any (`''`); `addresses` is keyed by fault. */
export async function start(framework) {
  const own = [process.execPath, join(programs, `${framework}.js`)];
  const [program, ...args] = others[framework]?.command ?? own;
  const child = spawn(program, [...args, '', ...faults], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (printed.endsWith('\n')) break;
  }
  return { addresses: JSON.parse(printed), stop: () => child.kill() };
}

/** Checks a service as people do in CI: with the document, and with the token. One with errors of its own serves its document. */
export async function check(address, framework) {
  const document = framework === 'drf' ? [] : [join(here, 'document.json')];
  const header = 'Authorization: Bearer s3cret-token';
  const args = ['check', address, ...document, '--reporter=json', `--header=${header}`];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise((resolve) => child.once('close', resolve));
  const { findings, summary } = JSON.parse(await text(child.stdout));
  return { code: await code, findings, summary };
}
