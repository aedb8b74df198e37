import type { Classes } from './sets.ts';

/** The source of a pattern, and the position of the reader. */
export class PatternSource {
  readonly text: string;
  readonly classes: Classes;
  at = 0;
  depth = 0;
  ignoreCase = false;

  constructor(text: string, classes: Classes) {
    this.text = text;
    this.classes = classes;
    if (text.length > MAX_LENGTH) this.fail(`more than ${MAX_LENGTH} characters`);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The next character, which may be two code units long. */
  get next(): string {
    return String.fromCodePoint(this.text.codePointAt(this.at) ?? 0);
  }

  /** Skips a text if it comes next. */
  skip(text: string): boolean {
    const isNext = this.text.startsWith(text, this.at);
    if (isNext) this.at += text.length;
    return isNext;
  }

  /** Returns the match of a sticky expression at this position, and skips it; undefined if there is none. */
  take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const match = expression.exec(this.text) ?? undefined;
    if (match) this.at = expression.lastIndex;
    return match;
  }

  /** Throws, because a mistake in a pattern is a mistake in the program. */
  fail(what: string): never {
    const shown = this.text.length > MAX_SHOWN ? `${this.text.slice(0, MAX_SHOWN)}…` : this.text;
    throw new TypeError(`The pattern ${shown} has ${what}, at ${this.at}`);
  }
}

const MAX_LENGTH = 10_000;
const MAX_SHOWN = 100;
