import type { Node, ParsedPattern } from '../../src/text/pattern/sets.ts';
import { rangesOf } from '../../src/text/pattern/sets.ts';

/** Counts the steps of a backtracking engine, as JavaScript's is, for a pattern and a text; stops above `max`. */
export function stepsOf({ node, ignoreCase }: ParsedPattern, text: string, max: number): number {
  let steps = 0;

  function match(part: Node, at: number, next: (at: number) => boolean): boolean {
    if (++steps > max) return true;
    switch (part.type) {
      case 'set': {
        const code = text.charCodeAt(at);
        const fits = rangesOf(part, ignoreCase).some(([first, last]) => code >= first && code <= last);
        return at < text.length && fits && next(at + 1);
      }
      case 'assertion':
        return (part.kind === 'start' ? at === 0 : at === text.length) && next(at);
      case 'sequence':
        return inOrder(part.parts, at, next);
      case 'choice':
        return part.options.some((option) => match(option, at, next));
      case 'repeat':
        return repeat(part.node, part.min, part.max, at, next);
    }
  }

  function inOrder(parts: readonly Node[], at: number, next: (at: number) => boolean): boolean {
    const [first, ...others] = parts;
    return first ? match(first, at, (end) => inOrder(others, end, next)) : next(at);
  }

  function repeat(part: Node, min: number, max: number, at: number, next: (at: number) => boolean): boolean {
    const again = (end: number) => end > at && repeat(part, Math.max(min - 1, 0), max - 1, end, next);
    if (max > 0 && match(part, at, again)) return true;
    return min === 0 && next(at);
  }

  for (let at = 0; at <= text.length; at++) if (match(node, at, () => true)) break;
  return steps;
}
