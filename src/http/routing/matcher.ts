import type { Segment } from '../../contract/path.ts';
import { TreeNode } from './tree.ts';

/** The result for a path, and its segments. If a parameter takes the rest, that is the last segment. */
export interface Found<Result> {
  readonly result: Result;
  readonly segments: readonly string[];
}

/** The most nodes in cached states: this many, and some more for each segment of the paths. */
const LEAST_REMEMBERED = 10_000;
const REMEMBERED_PER_SEGMENT = 4;

/**
 * Finds everything that a path matches in a single pass, a segment at a time, without backtracking. A state is the set of all
 * nodes that the segments so far lead to, and the next states are cached (a deterministic automaton, built while it runs). So the
 * cost of a path depends only on its own segments, however many other paths there are and however they overlap. Tables with more
 * states than the cache holds are possible, if unlikely; there, each node is visited at most once.
 */
export class PathMatcher<Value, Result> {
  readonly #root = new TreeNode<Value>('/0');
  readonly #finish: (values: readonly Value[]) => Result;
  #start: State<Value, Result> | undefined;
  #segments = 0;
  #remembered = 0;

  /** Takes a function that makes a result from the values of all matching paths, the most specific first. */
  constructor(finish: (values: readonly Value[]) => Result) {
    this.#finish = finish;
  }

  add(path: readonly Segment[], value: Value): void {
    let node = this.#root;
    for (const segment of path) node = node.ensure(segment, `/${++this.#segments}`);
    node.values.push(value);
    this.#start = undefined;
  }

  find(path: string): Found<Result> | undefined {
    if (!path.startsWith('/')) return undefined;
    this.#start ??= new State([this.#root]);
    let state = this.#start;
    const segments: string[] = [];
    for (let at = 1; at <= path.length; ) {
      if (state.isSettled) {
        segments.push(path.slice(at));
        break;
      }
      const slash = path.indexOf('/', at);
      const segment = path.slice(at, slash === -1 ? undefined : slash);
      segments.push(segment);
      state = this.#step(state, segment);
      at += segment.length + 1;
    }
    const result = state.result(this.#finish);
    return result === undefined ? undefined : { result, segments };
  }

  #step(state: State<Value, Result>, sent: string): State<Value, Result> {
    const key = state.keyOf(sent);
    const known = state.next.get(key);
    if (known) return known;
    const next = new State<Value, Result>(state.nodes.flatMap((node) => node.next(sent)));
    if (this.#remembered < LEAST_REMEMBERED + REMEMBERED_PER_SEGMENT * this.#segments) {
      this.#remembered += next.nodes.length + 1;
      state.next.set(key, next);
    }
    return next;
  }
}

/** The nodes that the beginning of a path leads to, the most specific first. */
class State<Value, Result> {
  readonly nodes: readonly TreeNode<Value>[];
  /** The cached states, by the keys of the segments that lead to them. */
  readonly next = new Map<string, State<Value, Result>>();
  /** True if nothing that follows makes a difference. */
  readonly isSettled: boolean;
  readonly #isMixed: boolean;
  readonly #longestText: number;
  #result: Result | undefined;

  constructor(nodes: readonly TreeNode<Value>[]) {
    this.nodes = nodes;
    this.isSettled = nodes.every(({ takesRest }) => takesRest);
    this.#isMixed = nodes.some((node) => node.isMixed);
    this.#longestText = nodes.reduce((longest, node) => Math.max(longest, node.longestText), 0);
  }

  /**
   * Returns the same key for segments that lead to the same state: a text that the paths contain, or all texts that match the
   * same parameters.
   */
  keyOf(sent: string): string {
    if (sent.length <= this.#longestText) {
      if (this.next.has(sent) || sent === '' || this.nodes.some(({ byText }) => byText.has(sent)))
        return sent;
    }
    if (!this.#isMixed) return '/';
    let key = '';
    for (const node of this.nodes) for (const { value } of node.mixed(sent)) key += value.key;
    return key === '' ? '/' : key;
  }

  result(finish: (values: readonly Value[]) => Result): Result | undefined {
    if (this.#result === undefined) {
      const values = this.nodes.flatMap((node) => node.values);
      if (values.length > 0) this.#result = finish(values);
    }
    return this.#result;
  }
}
