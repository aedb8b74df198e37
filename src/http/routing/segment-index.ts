import type { Segment } from '../../contract/path.ts';
import { type ReadSegment, segmentReader } from './segment.ts';

/** Segments of which the text before the first parameter is of one length, and so is the text after the last. */
interface Group<Value> {
  readonly prefix: number;
  readonly suffix: number;
  /** By the text before, then by the text after. */
  readonly byPrefix: Map<string, Map<string, Entry<Value>[]>>;
}

/** A segment that fits what a request has sent. */
export interface Fitting<Value> {
  readonly value: Value;
}

interface Entry<Value> extends Fitting<Value> {
  readonly read: ReadSegment;
  /** The number of its characters that are text. */
  readonly length: number;
  readonly order: number;
}

/**
 * Segments of text and parameters that may stand in one place. What a request has there is looked up by how it begins and
 * ends, once for each pair of lengths; only segments that differ in nothing but the text between parameters are tried in turn.
 */
export class SegmentIndex<Value> {
  readonly #groups: Group<Value>[] = [];
  readonly #groupsByLengths = new Map<string, Group<Value>>();
  readonly #byTexts = new Map<string, Entry<Value>>();

  /** The value of a segment; a new one where it has none yet. */
  ensure(segment: Segment, make: () => Value): Value {
    const { value } = ensure(this.#byTexts, segment.texts.join('{}'), () => this.#add(segment, make()));
    return value;
  }

  /** The segments that fit: those with more text first, and of equals the one that came first. */
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

/** The value of a map under a key; a new value where it has none yet. */
export function ensure<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const value = make();
  map.set(key, value);
  return value;
}
