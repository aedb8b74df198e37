import type { Segment } from '../../contract/path.ts';
import { defined } from '../../text/guards.ts';
import { ensure } from '../../text/memo.ts';
import { type ReadSegment, segmentReader } from './segment.ts';

/** Segments whose keys, of the texts before the first parameter and after the last, have the same lengths. */
interface Group<Value> {
  readonly prefix: number;
  readonly suffix: number;
  /** The entries by the beginning of the text before, then by the end of the text after. */
  readonly byPrefix: Map<string, Map<string, Entry<Value>[]>>;
}

/** A segment that matches a sent one. */
interface Fitting<Value> {
  readonly value: Value;
}

interface Entry<Value> extends Fitting<Value> {
  readonly read: ReadSegment;
  /** The number of its characters that are not in parameters. */
  readonly length: number;
  readonly order: number;
}

/** The most characters of a text by which segments are looked up: there may be texts of thousands of lengths. */
const MAX_KEY = 9;

/**
 * The segments of text and parameters at one place in a path. A sent segment is looked up by its beginning and end, once for each
 * pair of lengths; only segments with the same beginning and end are tried one by one.
 */
class SegmentIndex<Value> {
  readonly #groups: Group<Value>[] = [];
  readonly #groupsByLengths = new Map<string, Group<Value>>();
  readonly #byTexts = new Map<string, Entry<Value>>();

  /** Returns the value of a segment, or makes it. */
  ensure(segment: Segment, make: () => Value): Value {
    const { value } = ensure(this.#byTexts, segment.texts.join('{}'), () => this.#add(segment, make()));
    return value;
  }

  /** Returns the matching segments: those with more text first, and of equals the one that was added first. */
  find(sent: string): readonly Fitting<Value>[] {
    const fitting: Entry<Value>[] = [];
    for (const { prefix, suffix, byPrefix } of this.#groups) {
      if (sent.length <= prefix + suffix) continue;
      const entries = byPrefix.get(sent.slice(0, prefix))?.get(sent.slice(sent.length - suffix)) ?? [];
      for (const entry of entries) if (entry.read(sent)) fitting.push(entry);
    }
    return fitting.length < 2 ? fitting : fitting.sort((a, b) => b.length - a.length || a.order - b.order);
  }

  #add(segment: Segment, value: Value): Entry<Value> {
    const { texts } = segment;
    const before = defined(texts[0]).slice(0, MAX_KEY);
    const after = defined(texts.at(-1)).slice(-MAX_KEY);
    const bySuffix = ensure(this.#groupOf(before, after).byPrefix, before, () => new Map());
    const { length } = texts.join('');
    const entry = { read: segmentReader(segment), length, order: this.#byTexts.size, value };
    ensure(bySuffix, after, () => []).push(entry);
    return entry;
  }

  #groupOf({ length: prefix }: string, { length: suffix }: string): Group<Value> {
    return ensure(this.#groupsByLengths, `${prefix} ${suffix}`, () => {
      const group = { prefix, suffix, byPrefix: new Map() };
      this.#groups.push(group);
      return group;
    });
  }
}

/** A node that some paths share: the values of paths that end here, and the segments that may follow. */
export class TreeNode<Value> {
  /** A number that no other node of the tree has. */
  readonly key: number;
  /** True if it takes all that follows. */
  readonly takesRest: boolean;
  readonly values: Value[] = [];
  #byText: Map<string, TreeNode<Value>> | undefined;
  /** The segments of text and parameters that may follow. Few nodes have any. */
  #mixed: SegmentIndex<TreeNode<Value>> | undefined;
  #param: TreeNode<Value> | undefined;
  #rest: TreeNode<Value> | undefined;
  #longestText = 0;

  constructor(key: number, takesRest = false) {
    this.key = key;
    this.takesRest = takesRest;
  }

  /** The length of the longest text that may follow. */
  get longestText(): number {
    return this.#longestText;
  }

  /** Returns the node after a segment, or makes one with this key. */
  ensure(segment: Segment, key: number): TreeNode<Value> {
    const { texts, takesRest } = segment;
    const make = () => new TreeNode<Value>(key, takesRest);
    const [text = '', ...others] = texts;
    if (others.length === 0) return this.#ensureText(text, make);
    if (texts.join('') !== '' || others.length > 1) {
      this.#mixed ??= new SegmentIndex();
      return this.#mixed.ensure(segment, make);
    }
    if (takesRest) {
      this.#rest ??= make();
      return this.#rest;
    }
    this.#param ??= make();
    return this.#param;
  }

  /**
   * Returns the nodes that a sent segment leads to: text first, then text with parameters, then a single parameter, then one that
   * takes the rest.
   */
  next(sent: string): TreeNode<Value>[] {
    if (this.takesRest) return [this];
    const text = this.afterText(sent);
    const open = sent === '' ? [] : [...this.mixed(sent).map(({ value }) => value), this.#param];
    return [text, ...open, this.#rest].filter((node) => node !== undefined);
  }

  /** Returns the node after a segment that has this text. */
  afterText(sent: string): TreeNode<Value> | undefined {
    return this.#byText?.get(sent);
  }

  get isMixed(): boolean {
    return this.#mixed !== undefined;
  }

  /** Returns the nodes after segments of text and parameters that match a sent segment. */
  mixed(sent: string): readonly Fitting<TreeNode<Value>>[] {
    return this.#mixed?.find(sent) ?? [];
  }

  #ensureText(text: string, make: () => TreeNode<Value>): TreeNode<Value> {
    this.#longestText = Math.max(this.#longestText, text.length);
    this.#byText ??= new Map();
    return ensure(this.#byText, text, make);
  }
}

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
  readonly #root = new TreeNode<Value>(0);
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
    for (const segment of path) node = node.ensure(segment, ++this.#segments);
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
      if (this.next.has(sent) || sent === '' || this.nodes.some((node) => node.afterText(sent))) return sent;
    }
    if (!this.#isMixed) return '/';
    let key = '';
    for (const node of this.nodes) for (const { value } of node.mixed(sent)) key += `/${value.key}`;
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
