import { realpath, rename, rm, writeFile } from 'node:fs/promises';
import { print } from '../hosts/node/process.ts';
import { messageOf } from '../hosts/node/service.ts';

/** The pause before each writing, in milliseconds, in which further changes come together. */
const PAUSE = 100;

/** A file that is written again whenever its content has changed. It is whole at any time: each version replaces the one before. */
export class SavedFile {
  readonly #path: string;
  #content: unknown;
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Writes a value as JSON soon, as it is then. */
  write(content: unknown): void {
    this.#content = content;
    this.#timer ??= setTimeout(() => this.close(), PAUSE).unref();
  }

  /** Writes now what is still to be written. */
  close(): Promise<void> {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      const text = `${JSON.stringify(this.#content, null, 2)}\n`;
      this.#writing = this.#writing.then(() => replaceFile(this.#path, text));
    }
    return this.#writing;
  }
}

/** Writes a new file in place of another, or says why that is impossible. A link leads to the same place as before. */
async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const written = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(written, text);
    await rename(written, target);
  } catch (error) {
    await rm(written, { force: true });
    print(process.stderr, `${path} can't be written: ${messageOf(error)}\n`);
  }
}
