import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Failure } from './target.ts';

/** The state of fuzzing: of each target the next batch, from which its seed follows, and the number of inputs that it has read. */
export interface State {
  readonly targets: Record<string, Progress>;
  readonly failures: Failure[];
}

export interface Progress {
  batch: number;
  count: number;
}

/** Reads the state, or starts a new one. */
export function readState(path: string): State {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { targets: {}, failures: [] };
    throw error;
  }
}

/** Writes the state atomically. */
export function writeState(path: string, state: State): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

export function progressOf({ targets }: State, name: string): Progress {
  targets[name] ??= { batch: 0, count: 0 };
  return targets[name];
}
