import { type Flaw, flawTable } from './flaw.ts';
import { firstFlaw } from './grammar.ts';

/** Where and why a text is not JSON. */
export interface Fault extends Flaw {
  /** From 1; a line ends in a line feed. */
  readonly line: number;
  /** In code points, from 1. */
  readonly column: number;
  /** Whether the text ends where more of it was expected. */
  readonly atEnd: boolean;
}

/** The first fault of a text as JSON; none if it is JSON. */
export function syntaxFault(json: string): Fault | undefined {
  const flaw = firstFlaw(json);
  return flaw && { ...flaw, ...position(json, flaw.offset), atEnd: flaw.offset === json.length };
}

/** A sentence on a text that `JSON.parse` refuses: `Malformed JSON at line 2, column 7: expected a colon after a key`. */
export function describeFault(json: string): string {
  const fault = syntaxFault(json);
  if (!fault) return 'Malformed JSON';
  const { line, column, type, atEnd } = fault;
  return `Malformed JSON at line ${line}, column ${column}: ${flawTable[type]}${atEnd ? ', but the text ends there' : ''}`;
}

function position(json: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = json.indexOf('\n'); end >= 0 && end < offset; end = json.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: codePoints(json.slice(start, offset)) + 1 };
}

function codePoints(text: string): number {
  const pairs = text.match(/[\ud800-\udbff][\udc00-\udfff]/g) ?? [];
  return text.length - pairs.length;
}
