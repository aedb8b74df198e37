import type { Segment } from '../../contract/path.ts';
import { ensure } from '../../text/memo.ts';
import { type Fitting, SegmentIndex } from './segment-index.ts';

/** A node that some paths share: the values of paths that end here, and the segments that may follow. */
export class TreeNode<Value> {
  /** A key that no other node of the tree has, and no segment. */
  readonly key: string;
  /** True if it takes all that follows. */
  readonly takesRest: boolean;
  readonly values: Value[] = [];
  readonly byText = new Map<string, TreeNode<Value>>();
  /** The segments of text and parameters that may follow. Few nodes have any. */
  #mixed: SegmentIndex<TreeNode<Value>> | undefined;
  #param: TreeNode<Value> | undefined;
  #rest: TreeNode<Value> | undefined;
  #longestText = 0;

  constructor(key: string, takesRest = false) {
    this.key = key;
    this.takesRest = takesRest;
  }

  /** The length of the longest text that may follow. */
  get longestText(): number {
    return this.#longestText;
  }

  /** Returns the node after a segment, or makes one with this key. */
  ensure(segment: Segment, key: string): TreeNode<Value> {
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
    const text = this.byText.get(sent);
    const open = sent === '' ? [] : [...this.mixed(sent).map(({ value }) => value), this.#param];
    return [text, ...open, this.#rest].filter((node) => node !== undefined);
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
    return ensure(this.byText, text, make);
  }
}
