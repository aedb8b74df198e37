import type { Flaw, FlawType } from './flaw.ts';
import { spaceEnd } from './scan.ts';

/** One character, or a sticky regular expression. */
export type Pattern = string | RegExp;

/** Moves through a text by patterns, until one that is expected does not match. */
export class Cursor {
  /** What stopped it. */
  flaw: Flaw | undefined;
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  sees(pattern: Pattern): boolean {
    return this.endOf(pattern) > this.at;
  }

  /** Moves past what matches, if anything does. */
  skip(pattern: Pattern): boolean {
    const end = this.endOf(pattern);
    const seen = end > this.at;
    this.at = end;
    return seen;
  }

  skipSpace(): void {
    this.at = spaceEnd(this.text, this.at);
  }

  expect(pattern: Pattern, otherwise: FlawType): boolean {
    return this.skip(pattern) || this.refuse(otherwise);
  }

  refuse(type: FlawType): false {
    this.flaw = { type, offset: this.at };
    return false;
  }

  private endOf(pattern: Pattern): number {
    if (typeof pattern === 'string') return this.text[this.at] === pattern ? this.at + 1 : this.at;
    pattern.lastIndex = this.at;
    return pattern.test(this.text) ? pattern.lastIndex : this.at;
  }
}
