import { latePattern } from '../../text/memo.ts';
import { matchEnd, trimAsPython } from '../../text/scan.ts';

/** Returns the address in a text that may have a name before it, as pydantic finds it: `Ada Lovelace <ada@example.com>`. */
export function withoutName(raw: string): string {
  const text = trimAsPython(raw);
  const open = text.endsWith('>') ? openBracket(text) : -1;
  const address = open === -1 ? '' : text.slice(open + 1, -1);
  return address === '' || address.includes('\n') ? text : trimAsPython(address);
}

/** Returns the position of the bracket after the name, or -1 if that is not a name. */
function openBracket(text: string): number {
  if (text.startsWith('"')) return bracketAfterQuote(text);
  const open = text.indexOf('<');
  return words().test(text.slice(0, open)) ? open : -1;
}

/** Finds the bracket after a quoted name. The first quotation mark before a bracket ends it; any before that must be escaped. */
function bracketAfterQuote(text: string): number {
  for (let at = text.indexOf('"', 2); at !== -1; at = text.indexOf('"', at + 1)) {
    const open = matchEnd(SPACE, text, at + 1);
    if (text.charAt(open) === '<') return open;
    if (text.charAt(at - 1) !== '\\') return -1;
  }
  return -1;
}

const SPACE = /[\s\u0085]*/y;
const words = latePattern(String.raw`^[\p{L}\p{N}_!#$%&'*+\-/=?^\x60{|}~\s\u0085]*$`);

/** The longest text that pydantic looks at, in characters. */
export const MAX_CHARACTERS = 2048;
