import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A process that answers each line with a line, in a folder of its own. */
export class Program {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #folder = mkdtempSync(join(tmpdir(), 'assay-program-'));

  constructor([command = '', ...args]: readonly string[]) {
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    const cwd = this.#folder;
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
    // A killed program does not read what is still to be written.
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

  /** Kills the process and its children. */
  async end(): Promise<void> {
    await endOf(this.#child, (pid) => process.kill(-pid, 'SIGKILL'));
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Ends a process that is running, and waits for its exit. */
export async function endOf(child: ChildProcess, end: (pid: number) => void): Promise<void> {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  const exited = once(child, 'exit');
  end(pid);
  await exited;
}
