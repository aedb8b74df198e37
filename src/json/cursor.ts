import { codeAt, isSpace, LINE_FEED } from './codes.ts';
import { Flaw, type FlawType } from './flaw.ts';

/** Moves through a text, until something stops it. */
export class Cursor {
  readonly text: string;
  at = 0;
  /** The flaw that has stopped it. */
  flaw: Flaw | undefined;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The code of the character that comes next. */
  get code(): number {
    return codeAt(this.text, this.at);
  }

  /** Moves past white space, and gives the code of what comes behind it. */
  next(): number {
    const { text } = this;
    let { at } = this;
    let code = codeAt(text, at);
    while (isSpace(code)) {
      at++;
      if (code === LINE_FEED) this.#startLine(at);
      code = codeAt(text, at);
    }
    this.at = at;
    return code;
  }

  /** Stops, because of what comes next; what should have been there is undefined. */
  stop(type: FlawType): undefined {
    this.flaw = new Flaw(type, this.at, this.#line, this.#lineStart);
  }

  #startLine(at: number): void {
    this.#line++;
    this.#lineStart = at;
  }
}
