import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An editor that writes a file in several steps is given so many milliseconds to finish. */
const CALM_MS = 100;

/** Files that are looked at again whenever something happens in their folders: a file may be replaced, or a link may. */
export class FileWatch {
  readonly #act: () => void;
  readonly #folders = new Map<string, FSWatcher>();
  /** The state of each file when it was last looked at. */
  #files = new Map<string, string>();
  #isOpen = false;
  #calm: NodeJS.Timeout | undefined;

  constructor(act: () => void) {
    this.#act = act;
  }

  /** Takes these files for the ones that count. What has happened to known ones since they were looked at is not forgotten. */
  async follow(files: readonly string[]): Promise<void> {
    for (const folder of new Set(files.map((file) => dirname(file)))) this.#open(folder);
    const known = this.#files;
    this.#files = new Map();
    this.#isOpen = false;
    for (const file of files) this.#files.set(file, known.get(file) ?? (await stateOf(file)));
  }

  /** Takes whatever happens next for a change: a file may be missing of which nobody knows. */
  expectAnything(): void {
    this.#isOpen = true;
  }

  #open(folder: string): void {
    if (this.#folders.has(folder)) return;
    const watcher = watch(folder, { persistent: false }, () => {
      clearTimeout(this.#calm);
      this.#calm = setTimeout(() => this.#look(), CALM_MS);
    });
    // A folder that is removed takes its files with it.
    /* v8 ignore next -- @preserve: only some systems tell of it so */
    watcher.on('error', () => this.#folders.delete(folder));
    this.#folders.set(folder, watcher);
  }

  async #look(): Promise<void> {
    let hasChanged = this.#isOpen;
    for (const [file, known] of this.#files) {
      const state = await stateOf(file);
      if (state !== known) hasChanged = true;
      this.#files.set(file, state);
    }
    if (hasChanged) this.#act();
  }
}

function stateOf(file: string): Promise<string> {
  return stat(file).then(
    ({ ino, size, mtimeMs, ctimeMs }) => [ino, size, mtimeMs, ctimeMs].join(' '),
    () => 'none',
  );
}
