/** Holds the services of the corpus against their document with the real command. */
import { spawn } from 'node:child_process';
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
};

/** The command that runs the program of a framework. Flask and marshmallow are Debian's python3-flask and python3-marshmallow. */
function commandFor(framework) {
  const folder = join(here, 'programs');
  return framework === 'flask'
    ? ['/usr/bin/python3', join(folder, 'lamps_flask.py')]
    : [process.execPath, join(folder, `${framework}.js`)];
}

/** Starts the service of a framework, once for each fault and once without any (`''`); `addresses` is keyed by fault. */
export async function start(framework) {
  const [runtime, program] = commandFor(framework);
  const child = spawn(runtime, [program, '', ...faults], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.setEncoding('utf8');
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (printed.endsWith('\n')) break;
  }
  return { addresses: JSON.parse(printed), stop: () => child.kill() };
}

/** Checks a service as people do in CI: with the document, and with the token. */
export async function check(address) {
  const header = 'Authorization: Bearer s3cret-token';
  const args = ['check', address, join(here, 'document.json'), '--reporter=json', `--header=${header}`];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise((resolve) => child.once('close', resolve));
  const { findings, summary } = JSON.parse(await text(child.stdout));
  return { code: await code, findings, summary };
}
