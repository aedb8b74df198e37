import { defined } from '../../text/guards.ts';
import { tokensOf } from '../../text/json/places.ts';

/** Indents JSON text. Values are not parsed, so that every digit and escape is unchanged. */
export function indent(json: string): string {
  const tokens = tokensOf(json).map(({ text }) => text);
  const pieces: string[] = [];
  let depth = 0;
  for (let at = 0; at < tokens.length; at++) {
    const token = defined(tokens[at]);
    const end = endOfFlat(tokens, at);
    if (end > at)
      pieces.push(
        tokens
          .slice(at, end + 1)
          .map(spaced)
          .join(''),
      );
    else if (token === '{' || token === '[') pieces.push(token, line(++depth));
    else if (token === '}' || token === ']') pieces.push(line(--depth), token);
    else pieces.push(token === ':' ? ': ' : token, token === ',' ? line(depth) : '');
    at = Math.max(at, end);
  }
  return pieces.join('');
}

const BRACKET = /^[{}[\]]$/;

/** Finds the closing bracket of a value to keep on one line, an empty object or a list of scalars; -1 for any other token. */
function endOfFlat(tokens: readonly string[], start: number): number {
  if (tokens[start] === '{') return tokens[start + 1] === '}' ? start + 1 : -1;
  if (tokens[start] !== '[') return -1;
  let end = start + 1;
  while (end < tokens.length && !BRACKET.test(defined(tokens[end]))) end++;
  return tokens[end] === ']' ? end : -1;
}

function spaced(token: string): string {
  return token === ',' ? ', ' : token;
}

function line(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
