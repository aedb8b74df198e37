import { appendFile, fstatSync } from 'node:fs';
import { Socket } from 'node:net';

/** Writes lines in their order, and never makes anybody wait: what nobody reads is dropped in the end. */
export interface Output {
  write(line: string): void;
  /**
   * Waits until everything is written, as far as somebody reads it. Returns false where a thread still writes: a process
   * that exits waits for it, for ever if a terminal or a disk has stalled.
   */
  end(): Promise<boolean>;
}

/** The lines that wait for a reader who does not read take no more memory than so many characters. */
const MAX_QUEUED_CHARACTERS = 1024 * 1024;
/** Workers share one output: what is written at once is not torn apart up to so many bytes (`PIPE_BUF`). */
const MAX_WRITE_BYTES = 4096;
/** The time that the last lines may take to be written, in milliseconds. */
const FLUSH_TIMEOUT_MS = 500;

/** Opens a file descriptor for lines. */
export function openOutput(fd: number): Output {
  return isPipe(fd) ? new Queue(toPipe(fd), false) : new Queue(toFile(fd), true);
}

/** Lines of one turn of the event loop, which go out together. */
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

  /** As many whole lines as may be written at once, or a single one that is longer. */
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

/** Writes a text, and says when it is done with it, be it written or lost. */
type Put = (text: string, done: () => void) => void;

function isPipe(fd: number): boolean {
  const stat = fstatSync(fd);
  return stat.isFIFO() || stat.isSocket();
}

/**
 * A pipe that nobody reads blocks whoever writes to it as to a file: that would for ever keep one of the threads for
 * which the process waits when it ends.
 */
function toPipe(fd: number): Put {
  const socket = new Socket({ fd, readable: false, writable: true }).on('error', () => {});
  return (text, done) => socket.write(text, () => done());
}

/** A file that can't be written to now can be later. */
function toFile(fd: number): Put {
  return (text, done) => appendFile(fd, text, () => done());
}
