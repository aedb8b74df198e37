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
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[K');
  }
}
