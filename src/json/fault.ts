import { type Flaw, flawTable } from './flaw.ts';

/** A sentence on a flaw of a text: `Malformed JSON at line 2, column 7: expected a colon after a key`. */
export function describeFlaw(json: string, { type, offset, line, lineStart }: Flaw): string {
  const column = codePoints(json.slice(lineStart, offset)) + 1;
  const end = offset === json.length ? ', but the text ends there' : '';
  return `Malformed JSON at line ${line}, column ${column}: ${flawTable[type]}${end}`;
}

function codePoints(text: string): number {
  const pairs = text.match(/[\ud800-\udbff][\udc00-\udfff]/g) ?? [];
  return text.length - pairs.length;
}
