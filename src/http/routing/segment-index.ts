import type { Segment } from '../../contract/path.ts';
import { ensure } from '../../text/memo.ts';
import { type ReadSegment, segmentReader } from './segment.ts';

/** Segments whose texts before the first parameter have the same length, as do those after the last. */
interface Group<Value> {
  readonly prefix: number;
  readonly suffix: number;
  /** The entries by the text before, then by the text after. */
  readonly byPrefix: Map<string, Map<string, Entry<Value>[]>>;
}

/** A segment that matches a sent one. */
export interface Fitting<Value> {
  readonly value: Value;
}

interface Entry<Value> extends Fitting<Value> {
  readonly read: ReadSegment;
  /** The number of its characters that are not in parameters. */
  readonly length: number;
  readonly order: number;
}

/**
 * The segments of text and parameters at one place in a path. A sent segment is looked up by its beginning and end, once for each
 * pair of lengths; only segments that differ solely in the text between parameters are tried one by one.
 */
export class SegmentIndex<Value> {
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
    const [before = ''] = texts;
    const [after = ''] = texts.slice(-1);
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
