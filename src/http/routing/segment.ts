import type { Segment } from '../../contract/path.ts';
import { defined } from '../../text/defined.ts';

/** The values of the parameters of a segment that a request has sent; undefined if it does not fit. */
export type ReadSegment = (sent: string) => readonly string[] | undefined;

/**
 * Compiles a segment of text and parameters. Each parameter takes at least one character, and the first takes as much as
 * leaves enough for the others, as a greedy regular expression has it: `{name}.{extension}` reads `a.tar.gz` as `a.tar`
 * and `gz`. To that end texts are looked for from the end of the segment, each once, which takes linear time.
 */
export function segmentReader({ texts }: Segment): ReadSegment {
  const [prefix = ''] = texts;
  const [suffix = ''] = texts.slice(-1);
  const separators = texts.slice(1, -1).map(backwardFinder).reverse();
  return (sent) => {
    if (!sent.startsWith(prefix) || !sent.endsWith(suffix)) return undefined;
    const values: string[] = [];
    let end = sent.length - suffix.length;
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
  /** The last place at which the text stands before `end`, or -1. */
  readonly find: (sent: string, end: number) => number;
}

/** `lastIndexOf` is five times as quick, but takes the product of both lengths for `aaab` in `aaa…`. */
const SHORT = 8;

function backwardFinder(text: string): Finder {
  const { length } = text;
  if (length > SHORT) return { length, find: longTextFinder(text) };
  return { length, find: (sent, end) => (end < length ? -1 : sent.lastIndexOf(text, end - length)) };
}

/** Knuth, Morris and Pratt's search, backwards. */
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

/** For each end of a text, how long the longest shorter one is with which it begins. */
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
