import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that answers each line with a line. */
export class Program {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor([command = '', ...args]: readonly string[]) {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const child = spawn(command, args, { env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
    // Whoever was ended in the middle does not read what is still to be written to it.
    child.stdin.on('error', () => {});
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  async answer<T>(question: unknown): Promise<T> {
    this.#child.stdin?.write(`${JSON.stringify(question)}\n`);
    const { done, value } = await this.#lines.next();
    if (done) throw new Error(`${this.#child.spawnargs.join(' ')} has ended`);
    return JSON.parse(value);
  }

  /** Ends it at once, and what it has started. */
  async end(): Promise<void> {
    await endOf(this.#child, (pid) => process.kill(-pid, 'SIGKILL'));
  }
}

/** Ends a process, unless it has ended, and waits until it has. */
export async function endOf(child: ChildProcess, end: (pid: number) => void): Promise<void> {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const exited = once(child, 'exit');
  end(pid);
  await exited;
}
