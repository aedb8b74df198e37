import { matchEnd } from '../../text/scan.ts';
import type { Input } from './input.ts';

/** A part of a line: so many characters of one kind, which a sticky pattern of one class describes. */
export interface Run {
  readonly kind: RegExp;
  readonly min: number;
  readonly max: number;
}

/**
 * A line of which the end has not come. Its characters are looked at once, however many packets bring them: it is
 * matched as a whole only when this has stopped.
 */
export class PartialLine {
  readonly #runs: readonly Run[];
  readonly #lengths: number[] = [0];
  #hasReturn = false;
  #seen = 0;

  constructor(runs: readonly Run[]) {
    this.#runs = runs;
  }

  /** Its length so far, without its end. */
  get length(): number {
    return this.#hasReturn ? this.#seen - 1 : this.#seen;
  }

  /** The length of a run, as far as it has come. */
  lengthOf(run: number): number {
    return this.#lengths[run] ?? 0;
  }

  /** Looks at what has come; false as soon as the line has ended, or can't become one of its kind. */
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

  /** Returns the end of the run that goes on or begins at this place; undefined where none does. */
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
