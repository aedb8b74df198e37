import { matchEnd } from '../../../text/scan.ts';
import type { Input } from './input.ts';

/** A part of a line: a number of characters of one kind, described by a sticky pattern with one class. */
export interface Run {
  readonly kind: RegExp;
  readonly min: number;
  readonly max: number;
}

/**
 * An incomplete line. Each of its characters is looked at once, however many packets it takes: the line is matched as a whole
 * only when this has stopped.
 */
export class PartialLine {
  readonly #runs: readonly Run[];
  readonly #lengths: number[] = [0];
  #hasReturn = false;
  #seen = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  /** Its length so far, without the line end. */
  get length(): number {
    return this.#hasReturn ? this.#seen - 1 : this.#seen;
  }

  /** Returns the length of a run so far. */
  lengthOf(run: number): number {
    return this.#lengths[run] ?? 0;
  }

  /** Reads what has arrived. Returns false once the line has ended, or has become invalid. */
  goesOn(input: Input): boolean {
    const text = input.textFrom(input.at + this.#seen);
    let at = 0;
    while (at < text.length && !this.#hasReturn) {
      if (text[at] === '\r') {
        this.#hasReturn = true;
        at++;
      } else {
        const end = this.#runEnd(text, at);
        if (end === undefined) break;
        at = end;
      }
    }
    this.#seen += at;
    return at === text.length;
  }

  /** Returns the end of the run that continues or begins at `at`, if one does. */
  #runEnd(text: string, at: number): number | undefined {
    let index = this.#lengths.length - 1;
    for (let run = this.#runs[index]; run; run = this.#runs[++index]) {
      const length = this.lengthOf(index);
      const end = Math.min(matchEnd(run.kind, text, at), at + run.max - length);
      this.#lengths[index] = length + end - at;
      if (end > at) return end;
      if (length < run.min) return undefined;
    }
    return undefined;
  }
}
