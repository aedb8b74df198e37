import { once } from 'node:events';

/** Ends the process, with this code, once nobody reads what it prints. */
export function exitWhenUnread(code: number): void {
  process.stdout.on('error', () => process.exit(code));
}

/** Prints a text, and waits for a reader that is slower. */
export async function printSlowly(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

/** Says on a terminal what takes a while; returns the function that removes that line. */
export function announce(stream: Terminal, text: string): () => void {
  if (!stream.isTTY) return () => {};
  stream.write(`\r${text} ...`);
  return () => void stream.write(CLEAR_LINE);
}

const CLEAR_LINE = '\r\x1b[K';

/** The width of the bar. */
const COLUMNS = 30;

interface Terminal {
  readonly isTTY: boolean;
  write(text: string): boolean;
}

/** A progress bar of the endpoints, shown only on a terminal. */
export class Progress {
  readonly #stream: Terminal;
  readonly #operations: ReadonlyMap<string | undefined, number>;
  #count = 0;

  constructor(stream: Terminal, operations: readonly string[]) {
    this.#stream = stream;
    this.#operations = new Map(operations.map((name, at) => [name, at]));
  }

  /** Counts one more case of an endpoint. */
  show(operation: string | undefined): void {
    this.#count++;
    if (!this.#stream.isTTY) return;
    const total = this.#operations.size;
    const done = this.#operations.get(operation) ?? total;
    const filled = Math.round((done / Math.max(total, 1)) * COLUMNS);
    const bar = '#'.repeat(filled) + '-'.repeat(COLUMNS - filled);
    this.#stream.write(`\r[${bar}] ${done} of ${total} endpoints, ${this.#count} requests`);
  }

  /** Clears the bar, before a line is printed. */
  hide(): void {
    if (this.#stream.isTTY) this.#stream.write(CLEAR_LINE);
  }
}
