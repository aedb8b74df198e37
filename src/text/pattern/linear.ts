import { greatest } from '../extremes.ts';
import type { Node, ParsedPattern, RepeatNode } from './sets.ts';
import { areDistinct, normalized, overlap, type Ranges, rangesOf } from './sets.ts';

/** Properties of a part that show if a backtracking engine ever tries more than one way. */
interface Part {
  readonly canBeEmpty: boolean;
  /** The characters that it may begin with. */
  readonly first: Ranges;
  /** The characters that it could continue with where it could also end. */
  readonly open: Ranges;
  /** The most characters that it takes. */
  readonly longest: number;
  /** The number of ways in which it may match the same text. */
  readonly ways: number;
}

/** The most characters of a text that are looked at for each of them, and the longest of several texts to choose from. */
const MAX_LOOKS = 64;
/** The largest pattern, with all its repetitions: V8 makes a copy for each of them. */
const MAX_SIZE = 2000;

/**
 * Returns the most characters that JavaScript's own engine, which backtracks, looks at for each character of a text; undefined unless
 * that is limited. It is if at each character there is one way to continue, except for a few choices between texts, and a match can
 * begin in few places.
 */
export function backtracking({ node, ignoreCase }: ParsedPattern): number | undefined {
  const part = partOf(node, ignoreCase);
  if (!part || sizeOf(node) > MAX_SIZE) return undefined;
  // Without an anchor, a match is tried at each position of a text.
  const looks = part.ways * (isAnchored(node) ? 1 : part.longest);
  return looks > MAX_LOOKS ? undefined : looks;
}

/** The most ranges of characters that are compared with those of the next part. */
const MAX_RANGES = 500;

const nothing: Part = { canBeEmpty: true, first: [], open: [], longest: 0, ways: 1 };

/** Returns undefined if there may be many ways to match. */
function partOf(node: Node, ignoreCase: boolean): Part | undefined {
  switch (node.type) {
    case 'assertion':
      return nothing;
    case 'set':
      return { canBeEmpty: false, first: rangesOf(node, ignoreCase), open: [], longest: 1, ways: 1 };
    case 'repeat':
      return repeated(node, partOf(node.node, ignoreCase));
    case 'sequence':
      return node.parts.reduce<Part | undefined>(
        (before, part) => before && followed(before, partOf(part, ignoreCase)),
        nothing,
      );
    case 'choice':
      return chosen(node.options.map((option) => partOf(option, ignoreCase)));
  }
}

function followed(before: Part, after: Part | undefined): Part | undefined {
  if (!after || overlap(before.open, after.first)) return undefined;
  const first = normalized(before.canBeEmpty ? [...before.first, ...after.first] : before.first);
  const open = normalized(after.canBeEmpty ? [...before.open, ...after.open] : after.open);
  if (Math.max(first.length, open.length) > MAX_RANGES) return undefined;
  return {
    canBeEmpty: before.canBeEmpty && after.canBeEmpty,
    first,
    open,
    longest: before.longest + after.longest,
    ways: before.ways * after.ways,
  };
}

function repeated({ min, max }: RepeatNode, part: Part | undefined): Part | undefined {
  if (!part || (max > 1 && part.ways > 1)) return undefined;
  if (max > 1 && (part.canBeEmpty || overlap(part.open, part.first))) return undefined;
  const isExact = min === max;
  return {
    ...part,
    canBeEmpty: part.canBeEmpty || min === 0,
    open: isExact ? part.open : [...part.open, ...part.first],
    longest: max === 0 ? 0 : part.longest * max,
  };
}

/**
 * Combines options. If two of them begin alike, both may be tried, which only multiplies the work by a small number if they are
 * short.
 */
function chosen(options: readonly (Part | undefined)[]): Part | undefined {
  const parts = options.filter((part) => part !== undefined);
  if (parts.length < options.length) return undefined;
  const isClear = areDistinct(parts.map(({ first }) => first));
  const empty = parts.filter((part) => part.canBeEmpty);
  const longest = greatest(parts.map((part) => part.longest));
  if (empty.length > 1 || (!isClear && longest > MAX_LOOKS)) return undefined;
  const first = parts.flatMap((part) => part.first);
  const ways = parts.map((part) => part.ways);
  return {
    canBeEmpty: empty.length > 0,
    first,
    open: [...parts.flatMap((part) => part.open), ...(empty.length > 0 ? first : [])],
    longest,
    ways: isClear ? greatest(ways) : ways.reduce((sum, each) => sum + each, 0),
  };
}

function isAnchored(node: Node): boolean {
  if (node.type === 'sequence') return node.parts.slice(0, 1).some(isAnchored);
  if (node.type === 'choice') return node.options.every(isAnchored);
  return node.type === 'assertion' && node.kind === 'start';
}

/** The size of a pattern, with all its repetitions. */
export function sizeOf(node: Node): number {
  if (node.type === 'sequence') return node.parts.reduce((size, part) => size + sizeOf(part), 0) || 1;
  if (node.type === 'choice') return node.options.reduce((size, option) => size + sizeOf(option), 0);
  if (node.type !== 'repeat') return 1;
  const copies = node.max === Number.POSITIVE_INFINITY ? node.min + 1 : node.max;
  return sizeOf(node.node) * Math.max(copies, 1);
}
