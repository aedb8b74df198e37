import { Flaw, type FlawType } from './flaw.ts';

/* The characters of JSON, as character codes. */

/** The code after the last character. */
export const END = -1;
const LINE_FEED = 0x0a;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const LETTER_U = 0x75;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

export function isDigit(code: number): boolean {
  return code >= ZERO && code <= 0x39;
}

export function isHexDigit(code: number): boolean {
  const letter = code | 0x20;
  return isDigit(code) || (letter >= 0x61 && letter <= 0x66);
}

export function isExponent(code: number): boolean {
  return code === 0x65 || code === 0x45;
}

export function isSpace(code: number): boolean {
  return code <= SPACE && (code === SPACE || code === LINE_FEED || code === 0x0d || code === 0x09);
}

/**
 * Returns the code of the character at a position, or `END`. Reading past the end with `charCodeAt` alone makes V8 give up its
 * optimized code, and every read takes four times as long from then on.
 */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : END;
}

/** A position in a text, which moves until something stops it. */
export class Cursor {
  readonly text: string;
  at = 0;
  /** The flaw that stopped it. */
  flaw: Flaw | undefined;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The code of the next character. */
  get code(): number {
    return codeAt(this.text, this.at);
  }

  /** Skips white space, and returns the code of the next character. */
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

  /** Stops because of the next character. Returns undefined in place of what should have been there. */
  stop(type: FlawType): undefined {
    this.flaw = new Flaw(type, this.at, this.#line, this.#lineStart);
  }

  #startLine(at: number): void {
    this.#line++;
    this.#lineStart = at;
  }
}
