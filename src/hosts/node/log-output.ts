import { appendFile, fstatSync } from 'node:fs';
import { Socket } from 'node:net';

/** Writes lines in order, without ever blocking. Lines that nobody reads are dropped in the end. */
export interface Output {
  write(line: string): void;
  /**
   * Waits until everything is written, but not for long if nobody reads it. Returns false if a thread is still writing: a process
   * that exits would wait for it, forever if a terminal or a disk has stalled.
   */
  end(): Promise<boolean>;
}

/** The most characters that are kept for a reader who does not read. */
const MAX_QUEUED_CHARACTERS = 1024 * 1024;
/** Workers share one output: a write of up to this many bytes is never split (`PIPE_BUF`). */
const MAX_WRITE_BYTES = 4096;
/** The time limit for writing the last lines, in milliseconds. */
const FLUSH_TIMEOUT_MS = 500;

/** Opens a file descriptor for writing lines. */
export function openOutput(fd: number): Output {
  return isPipe(fd) ? new Queue(toPipe(fd), false) : new Queue(toFile(fd), true);
}

/** Lines that are waiting. Those of one turn of the event loop are written together. */
class Queue implements Output {
  readonly #put: Put;
  readonly #usesThread: boolean;
  readonly #lines: string[] = [];
  #waiting = 0;
  #isBusy = false;
  #onIdle = () => {};

  constructor(put: Put, usesThread: boolean) {
    this.#put = put;
    this.#usesThread = usesThread;
  }

  write(line: string): void {
    if (this.#waiting + line.length > MAX_QUEUED_CHARACTERS) return;
    this.#waiting += line.length;
    this.#lines.push(line);
    if (!this.#isBusy) setImmediate(() => this.#next());
    this.#isBusy = true;
  }

  end(): Promise<boolean> {
    return new Promise((resolve) => {
      setTimeout(() => resolve(!this.#usesThread), FLUSH_TIMEOUT_MS);
      this.#onIdle = () => resolve(true);
      if (!this.#isBusy) resolve(true);
    });
  }

  #next(): void {
    const text = this.#take();
    this.#isBusy = text !== '';
    if (!this.#isBusy) this.#onIdle();
    else
      this.#put(text, () => {
        this.#waiting -= text.length;
        this.#next();
      });
  }

  /** Takes as many whole lines as fit into one write, or a single longer one. */
  #take(): string {
    let text = this.#lines.shift() ?? '';
    let bytes = Buffer.byteLength(text);
    for (let [line] = this.#lines; line !== undefined; [line] = this.#lines) {
      bytes += Buffer.byteLength(line);
      if (bytes > MAX_WRITE_BYTES) break;
      text += this.#lines.shift();
    }
    return text;
  }
}

/** Writes a text, and calls `done` when it was written or lost. */
type Put = (text: string, done: () => void) => void;

function isPipe(fd: number): boolean {
  const stat = fstatSync(fd);
  return stat.isFIFO() || stat.isSocket();
}

/**
 * Writes to a pipe. Writing to an unread pipe as to a file would block a thread forever, and the process waits for its threads
 * when it exits.
 */
function toPipe(fd: number): Put {
  const socket = new Socket({ fd, readable: false, writable: true }).on('error', () => {});
  return (text, done) => socket.write(text, () => done());
}

/** Writes to a file. Errors are ignored, because a later write may succeed. */
function toFile(fd: number): Put {
  return (text, done) => appendFile(fd, text, () => done());
}
