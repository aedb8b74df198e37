import { Refusal } from '../../contract/outcome.ts';
import { isRecord } from '../../fields/values.ts';
import { ensure, once } from '../../text/memo.ts';
import { weightOf } from '../weight.ts';

/** What a mock remembers: the items of each collection, by their ids. */

export type Item = Readonly<Record<string, unknown>>;

/** The value of a property of an item, also of one that JSON:API has in `attributes`. */
export function valueIn(item: Item, name: string): unknown {
  return Object.hasOwn(item, name) || !isRecord(item.attributes) ? item[name] : item.attributes[name];
}

/** The items of one collection, by id, in the order in which they were made. What new ones ask of all others is counted on the way. */
export class Items extends Map<string, Item> {
  #last = 0;
  /** How many items have each value of a property, by its name. */
  readonly #counts = new Map<string, Map<unknown, number>>();

  /** The number after all that were ids. */
  get nextNumber(): number {
    return this.#last + 1;
  }

  /** Tells whether an item has this value of a property. */
  hasValue(name: string, value: unknown): boolean {
    return (ensure(this.#counts, name, () => this.#countsOf(name)).get(value) ?? 0) > 0;
  }

  override set(id: string, item: Item): this {
    this.#count(this.get(id), -1);
    this.#count(item, 1);
    const number = Number(id);
    if (Number.isSafeInteger(number)) this.#last = Math.max(this.#last, number);
    return super.set(id, item);
  }

  override delete(id: string): boolean {
    this.#count(this.get(id), -1);
    return super.delete(id);
  }

  #countsOf(name: string): Map<unknown, number> {
    const counts = new Map<unknown, number>();
    for (const item of this.values()) add(counts, valueIn(item, name), 1);
    return counts;
  }

  #count(item: Item | undefined, by: number): void {
    if (item) for (const [name, counts] of this.#counts) add(counts, valueIn(item, name), by);
  }
}

function add(counts: Map<unknown, number>, value: unknown, by: number): void {
  const count = (counts.get(value) ?? 0) + by;
  if (count === 0) counts.delete(value);
  else counts.set(value, count);
}

/** The limits on everything that is remembered. */
const MAX_ITEMS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** What a collection takes besides its path and its items. */
const COLLECTION_BYTES = 500;

const full = new Refusal(
  507,
  `The memory is full: it holds at most ${MAX_ITEMS} items and 64 MiB. DELETE /__memory empties it.`,
);

/** Items by the path of their collection, to begin with. */
export type Data = ReadonlyMap<string, readonly Item[]>;

/** The items of a collection at its start: its path, and the item that it belongs to, if any. */
export type Start = (path: string) => Iterable<readonly [id: string, item: Item]>;

/** Remembers items. A collection is known by its path, without base path: `/users/7/pets`. */
export class Memory {
  readonly #collections = new Map<string, Items>();
  readonly #sizes = new Map<Item, number>();
  readonly #given: Data;
  readonly #onChange: (memory: Memory) => void;
  /** The paths of items that were deleted since the start, with all that belonged to them. */
  readonly #gone = new Set<string>();
  #bytes = 0;
  #changes = 0;
  /** Tells the tags of this memory from those of another, such as after the mock has been started again. */
  readonly #name = once(() => crypto.randomUUID());

  /** Begins with these items, and calls `onChange` after each change. */
  constructor(given: Data = new Map(), onChange: (memory: Memory) => void = () => {}) {
    this.#given = given;
    this.#onChange = onChange;
  }

  /** An entity tag that differs after each change, for what is too large to be written twice. */
  get tag(): string {
    return `"${this.#name()}-${this.#changes}"`;
  }

  #changed(): void {
    this.#changes++;
    this.#onChange(this);
  }

  /** The items that a collection was given to begin with, unless what they belong to was deleted. */
  givenFor(path: string): readonly Item[] | undefined {
    const isGone = pathsAround(path).some((each) => this.#gone.has(each));
    return isGone ? undefined : this.#given.get(path);
  }

  /** Returns the items of a collection, which begins with those of `start`. There may be no room for another collection. */
  itemsOf(path: string, start: Start): Items | Refusal {
    const known = this.#collections.get(path);
    if (known) return known;
    if (this.#bytes + bytesOf(path) > MAX_BYTES) return full;
    const items = this.#open(path);
    for (const [id, item] of start(path)) this.#put(items, id, item);
    return items;
  }

  /** The bytes that an item takes, also if it was changed or deleted since a request found it. */
  sizeOf(item: Item): number {
    return this.#sizes.get(item) ?? weightOf(item);
  }

  /** Adds an empty collection. */
  #open(path: string): Items {
    const items = new Items();
    this.#collections.set(path, items);
    this.#bytes += bytesOf(path);
    return items;
  }

  /**
   * Keeps an item, in place of one with the same id. If there is no room, nothing changes. The collections that belong to a new
   * one, by their paths, begin empty.
   */
  set(items: Items, id: string, item: Item, inner: readonly string[]): Refusal | undefined {
    const isNew = !items.has(id);
    const refusal = this.#put(items, id, item);
    if (refusal) return refusal;
    if (isNew) for (const path of inner) this.#open(path);
    this.#changed();
    return undefined;
  }

  #put(items: Items, id: string, item: Item): Refusal | undefined {
    const size = id.length + weightOf(item);
    const before = items.get(id);
    const freed = (before && this.#sizes.get(before)) ?? 0;
    const isFull = (!before && this.#sizes.size >= MAX_ITEMS) || this.#bytes + size - freed > MAX_BYTES;
    if (isFull) return full;
    if (before) this.#sizes.delete(before);
    this.#bytes += size - freed;
    this.#sizes.set(item, size);
    items.set(id, item);
    return undefined;
  }

  /** Forgets items, whose ids are given by their paths, and the collections that belong to them. */
  delete(items: Items, ids: ReadonlyMap<string, string>): void {
    for (const id of ids.values()) this.#forget(items, id);
    const [first = ''] = ids.keys();
    const parts = first.split('/').length;
    // The paths of all these items have as many parts.
    const ownerOf = (path: string) => {
      const start = path.split('/', parts).join('/');
      return start !== path && ids.has(start) ? start : undefined;
    };
    for (const [path, inner] of this.#collections)
      if (ownerOf(path) !== undefined) {
        for (const each of [...inner.keys()]) this.#forget(inner, each);
        this.#collections.delete(path);
        this.#bytes -= bytesOf(path);
      }
    for (const path of this.#given.keys()) {
      const owner = ownerOf(path);
      if (owner !== undefined) this.#gone.add(owner);
    }
    this.#changed();
  }

  #forget(items: Items, id: string): void {
    const item = items.get(id);
    const size = item && this.#sizes.get(item);
    if (!item || size === undefined) return;
    this.#bytes -= size;
    this.#sizes.delete(item);
    items.delete(id);
  }

  /** Forgets everything: each collection begins again. */
  reset(): void {
    this.#collections.clear();
    this.#sizes.clear();
    this.#gone.clear();
    this.#bytes = 0;
    this.#changed();
  }

  /** Lists all items by the path of their collection. */
  toJSON(): Readonly<Record<string, readonly Item[]>> {
    return Object.fromEntries(this.entries());
  }

  /** Finds the items of one collection after the other, with their paths: there may be very many. */
  *entries(): Iterable<readonly [path: string, items: readonly Item[]]> {
    for (const path of this.#given.keys()) {
      const kept = this.#collections.get(path);
      const items = kept ? [...kept.values()] : this.givenFor(path);
      if (items) yield [path, items];
    }
    for (const [path, items] of this.#collections)
      if (!this.#given.has(path)) yield [path, [...items.values()]];
  }
}

/** Lists the paths that a path is below. */
function pathsAround(path: string): readonly string[] {
  return Array.from(path.slice(1).matchAll(/\//g), ({ index }) => path.slice(0, index + 1));
}

function bytesOf(path: string): number {
  return COLLECTION_BYTES + path.length;
}

/** Reads items by path, such as `{ "/lamps": [{ "id": 1 }] }`; undefined if that is something else. */
export function dataIn(value: unknown): Data | undefined {
  if (!isRecord(value)) return undefined;
  const data = new Map<string, readonly Item[]>();
  for (const [path, items] of Object.entries(value)) {
    if (!Array.isArray(items) || !items.every(isRecord)) return undefined;
    data.set(path.startsWith('/') ? path : `/${path}`, items);
  }
  return data;
}
