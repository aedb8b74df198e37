/** A process that runs tests, replaced by a new one when it hangs or has been thrown out of order. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOOK_MS = 200;
/** The kernel counts processor time in hundredths of a second. */
const UNIT_MS = 10;
const flags = ['--experimental-vm-modules', '--no-warnings'];

export class Runner {
  #child;
  #atOnce;

  /** Runs so many tests at once, of those that may run beside each other. */
  constructor(atOnce) {
    this.#atOnce = atOnce;
  }

  /** Does a work that may take so much time of the processor, unless the process asks for another time. */
  async ask(work, timeout) {
    const child = await this.#ready();
    const result = await answerOf(child, work, timeout);
    if (result.isSpent) this.stop();
    return result;
  }

  async #ready() {
    if (this.#child === undefined) {
      const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
      this.#child = fork(join(import.meta.dirname, 'worker.js'), [`${this.#atOnce}`], {
        stdio,
        execArgv: flags,
      });
      await once(this.#child, 'message');
    }
    return this.#child;
  }

  stop() {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }
}

function answerOf(child, work, timeout) {
  return new Promise((resolve) => {
    let end = spentBy(child) + timeout;
    const settle = (result) => {
      clearInterval(timer);
      child.removeAllListeners();
      resolve(result);
    };
    const timer = setInterval(() => {
      if (spentBy(child) > end) settle({ status: 'timeout', isSpent: true });
    }, LOOK_MS);
    child.on('message', (message) => {
      if (message.allowed === undefined) settle(message);
      else end = spentBy(child) + message.allowed;
    });
    child.once('exit', () => settle({ status: 'killed', by: 'the process ended', isSpent: true }));
    child.send(work);
  });
}

/** The time of the processor that a process has taken, in milliseconds; 0 for one that has ended. */
function spentBy({ pid }) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  const [user, system] = readFileSync(path, 'utf8').split(' ').slice(13);
  return UNIT_MS * (Number(user) + Number(system));
}
