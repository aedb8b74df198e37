import type { Segment } from '../../contract/path.ts';
import { defined } from '../../text/guards.ts';

/** Returns the values of the parameters in a sent segment; undefined if it does not match. */
export type ReadSegment = (sent: string) => readonly string[] | undefined;

/**
 * Compiles a segment of text and parameters. Each parameter takes at least one character, and the first takes as much as the
 * others allow, as in a greedy regular expression: `{name}.{extension}` reads `a.tar.gz` as `a.tar` and `gz`. The texts are
 * therefore searched from the end of the segment, each once, which takes linear time.
 */
export function segmentReader({ texts }: Segment): ReadSegment {
  const [prefix = ''] = texts;
  const [suffix = ''] = texts.slice(-1);
  const separators = texts.slice(1, -1).map(backwardFinder).reverse();
  return (sent) => {
    let end = sent.length - suffix.length;
    // Comparing whole texts takes a tenth of the time of `startsWith`.
    if (sent.slice(0, prefix.length) !== prefix || sent.slice(Math.max(end, 0)) !== suffix) return undefined;
    const values: string[] = [];
    let index = separators.length;
    for (const { length, find } of separators) {
      const at = find(sent, end - 1);
      if (at === -1) return undefined;
      values[index--] = sent.slice(at + length, end);
      end = at;
    }
    if (end <= prefix.length) return undefined;
    values[0] = sent.slice(prefix.length, end);
    return values;
  };
}

interface Finder {
  readonly length: number;
  /** Returns the last position of the text before `end`, or -1. */
  readonly find: (sent: string, end: number) => number;
}

/**
 * The longest text for `lastIndexOf`, which is five times as fast, but takes time proportional to the product of both lengths for
 * `aaab` in `aaa…`.
 */
const SHORT = 8;

function backwardFinder(text: string): Finder {
  const { length } = text;
  if (length > SHORT) return { length, find: longTextFinder(text) };
  return { length, find: (sent, end) => (end < length ? -1 : sent.lastIndexOf(text, end - length)) };
}

/** Makes a backward search by Knuth, Morris and Pratt. */
function longTextFinder(text: string): Finder['find'] {
  const last = text.length - 1;
  const borders = bordersOf(text);
  return (sent, end) => {
    let matched = 0;
    let at = end;
    while (matched <= last) {
      if (--at < 0) return -1;
      const code = sent.charCodeAt(at);
      while (matched > 0 && code !== text.charCodeAt(last - matched)) matched = defined(borders[matched - 1]);
      if (code === text.charCodeAt(last - matched)) matched++;
    }
    return at;
  };
}

/** For each suffix of a text, the length of the longest shorter suffix that it begins with. */
function bordersOf(text: string): readonly number[] {
  const last = text.length - 1;
  const borders = [0];
  let border = 0;
  for (let at = 1; at <= last; at++) {
    while (border > 0 && text[last - at] !== text[last - border]) border = defined(borders[border - 1]);
    if (text[last - at] === text[last - border]) border++;
    borders.push(border);
  }
  return borders;
}
