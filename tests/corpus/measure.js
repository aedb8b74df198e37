/** Holds the services of the corpus against their document with the real command. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { faults } from './faults.js';

const here = import.meta.dirname;
const command = join(here, '..', '..', 'dist', 'entries', 'node.js');

/** The frameworks in which the service is written. */
export const frameworks = ['express', 'fastify'];

/** Starts the service of a framework, once for each fault and once without any (`''`); `addresses` is keyed by fault. */
export async function start(framework) {
  const program = join(here, 'programs', `${framework}.js`);
  const child = spawn(process.execPath, [program, '', ...faults], { stdio: ['ignore', 'pipe', 'inherit'] });
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
