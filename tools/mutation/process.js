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
  #args;

  /** Runs so many tests at once, of those that may run beside each other, and this file wherever a test starts the command. */
  constructor(atOnce, command) {
    this.#args = [`${atOnce}`, command];
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
      this.#child = fork(join(import.meta.dirname, 'worker.js'), this.#args, {
        stdio,
        execArgv: flags,
        detached: true,
      });
      await once(this.#child, 'message');
    }
    return this.#child;
  }

  /** Ends the process, and those that it has started. */
  stop() {
    if (this.#child?.exitCode === null && this.#child.signalCode === null)
      process.kill(-this.#child.pid, 'SIGKILL');
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
  return timeOf(pid, 13);
}

/** The time of the processor that the children of a process have taken that have ended, in milliseconds. */
export function childTime(pid) {
  return timeOf(pid, 15);
}

function timeOf(pid, at) {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return 0;
  const [user, system] = readFileSync(path, 'utf8').split(' ').slice(at);
  return UNIT_MS * (Number(user) + Number(system));
}
