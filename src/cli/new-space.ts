import { setFlagsFromString } from 'node:v8';

/**
 * Limits the memory of a command that serves a document. V8 doubles the space for new objects, up to 2 × 16 MiB, whenever many of
 * them survive, as all those of a document do. Requests leave nothing behind, and need a tenth of it.
 */

/** Keeps the space for new objects as small as it is. */
export function keepNewSpace(): void {
  setGrowth(1);
}

/** Lets the space for new objects grow again. */
export function releaseNewSpace(): void {
  setGrowth(2);
}

function setGrowth(factor: number): void {
  try {
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  } catch {
    // Bun has another engine.
  }
}
