import { existsSync, type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The time between two checks, in milliseconds. A file that both find in the same state is no longer being written. */
const CHECK_MS = 100;

/** Files that are checked again whenever something in their folders changes: a file may be replaced, or a link. */
export class FileWatch {
  readonly #onChange: () => void;
  readonly #folders = new Map<string, FSWatcher>();
  /** The state of each file at the last check. */
  #files = new Map<string, string>();
  #hasChanged = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches a file from now on, even if it is missing. Called before it is read, so that no change is lost. */
  async add(file: string): Promise<void> {
    if (this.#files.has(file)) return;
    this.#open(file);
    this.#files.set(file, await stateOf(file));
  }

  /** Stops to watch all other files. */
  keepOnly(files: ReadonlySet<string>): void {
    this.#files = new Map([...this.#files].filter(([file]) => files.has(file)));
  }

  /** Watches the folder of a file or, while that is missing, the nearest one above it. */
  #open(file: string): void {
    let folder = dirname(file);
    while (!existsSync(folder)) folder = dirname(folder);
    if (this.#folders.has(folder)) return;
    const watcher = watch(folder, { persistent: false }, () => this.#checkSoon());
    // Removing a folder removes its files too.
    /* v8 ignore next -- @preserve: only some systems report this */
    watcher.on('error', () => this.#folders.delete(folder));
    this.#folders.set(folder, watcher);
  }

  /** Waits for a while, but not for an end of the events: a log in the same folder may grow all the time. */
  #checkSoon(): void {
    // A folder that is removed at this moment, or that can't be watched any more, is tried again.
    /* v8 ignore next -- @preserve: a folder that is removed between two calls */
    const again = () => this.#checkSoon();
    this.#timer ??= setTimeout(() => this.#check().catch(again), CHECK_MS);
  }

  async #check(): Promise<void> {
    this.#timer = undefined;
    this.#reopen();
    if (await this.#findChanges()) {
      this.#hasChanged = true;
      this.#checkSoon();
    } else if (this.#hasChanged) {
      this.#hasChanged = false;
      this.#onChange();
    }
  }

  /** Watches the folders anew: some may have been made, or removed and made again. */
  #reopen(): void {
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
    for (const file of this.#files.keys()) this.#open(file);
  }

  /** Tells whether a file differs from its state at the last check. */
  async #findChanges(): Promise<boolean> {
    const files = this.#files;
    let hasChanged = false;
    for (const [file, known] of files) {
      const state = await stateOf(file);
      if (state !== known) hasChanged = true;
      files.set(file, state);
    }
    return hasChanged;
  }
}

function stateOf(file: string): Promise<string> {
  return stat(file).then(
    ({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs].join(' '),
    () => 'none',
  );
}
