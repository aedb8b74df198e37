import type { Segment } from '../../contract/path.ts';
import { TreeNode } from './tree.ts';

/** The result of a path, and its segments. Where a parameter takes the rest, that is the last of them. */
export interface Found<Result> {
  readonly result: Result;
  readonly segments: readonly string[];
}

/** So many nodes may stand in states that are remembered, and some more for each segment of the paths. */
const LEAST_REMEMBERED = 10_000;
const REMEMBERED_PER_SEGMENT = 4;

/**
 * Finds all that a path leads to in one go, a segment at a time, and never goes back. A state is the set of all nodes that the
 * segments so far lead to; which one comes next is remembered (a deterministic automaton, made while it runs). So a path
 * costs what its own segments cost, however many others there are and however they overlap. Tables that have more states
 * than are remembered are possible, though nobody would write them: there, each node is looked at once at most.
 */
export class PathMatcher<Value, Result> {
  readonly #root = new TreeNode<Value>('/0');
  readonly #finish: (values: readonly Value[]) => Result;
  #start: State<Value, Result> | undefined;
  #segments = 0;
  #remembered = 0;

  /** `finish` makes a result of the values of all paths that fit, the most concrete first. */
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

/** The nodes that a beginning of a path leads to, the most concrete first. */
class State<Value, Result> {
  readonly nodes: readonly TreeNode<Value>[];
  /** The states that were stepped into, by the keys of the segments that led there. */
  readonly next = new Map<string, State<Value, Result>>();
  /** Nothing that follows makes a difference. */
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

  /** Segments with the same key lead to the same state: a text that paths have there, or all that fits the same parameters. */
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
