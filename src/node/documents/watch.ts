import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The time that an editor has to finish a file that it writes in several steps, in milliseconds. */
const DEBOUNCE_MS = 100;

/** Files that are checked again whenever something in their folders changes: a file may be replaced, or a link. */
export class FileWatch {
  readonly #onChange: () => void;
  readonly #folders = new Map<string, FSWatcher>();
  /** The state of each file at the last check. */
  #files = new Map<string, string>();
  #expectsAnything = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these files from now on. Changes to files that were already watched are not lost. */
  async follow(files: readonly string[]): Promise<void> {
    for (const folder of new Set(files.map((file) => dirname(file)))) this.#open(folder);
    const known = this.#files;
    this.#files = new Map();
    this.#expectsAnything = false;
    for (const file of files) this.#files.set(file, known.get(file) ?? (await stateOf(file)));
  }

  /** Treats any event as a change, because an unknown file may be missing. */
  expectAnything(): void {
    this.#expectsAnything = true;
  }

  #open(folder: string): void {
    if (this.#folders.has(folder)) return;
    const watcher = watch(folder, { persistent: false }, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#check(), DEBOUNCE_MS);
    });
    // Removing a folder removes its files too.
    /* v8 ignore next -- @preserve: only some systems report this */
    watcher.on('error', () => this.#folders.delete(folder));
    this.#folders.set(folder, watcher);
  }

  async #check(): Promise<void> {
    let hasChanged = this.#expectsAnything;
    for (const [file, known] of this.#files) {
      const state = await stateOf(file);
      if (state !== known) hasChanged = true;
      this.#files.set(file, state);
    }
    if (hasChanged) this.#onChange();
  }
}

function stateOf(file: string): Promise<string> {
  return stat(file).then(
    ({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs].join(' '),
    () => 'none',
  );
}
