/** Makes a value on first use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A map, or one that keeps its keys only as long as others do. */
interface Memory<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Returns the value under a key, or makes it. */
export function ensure<Key, Value>(map: Memory<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const value = make();
  map.set(key, value);
  return value;
}

/**
 * Makes a pattern that is compiled on first use, for properties of Unicode. Looking up which characters have them takes as long
 * as loading a hundred functions, and most texts are ASCII.
 */
export function latePattern(source: string, flags = 'u'): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= new RegExp(source, flags);
    return pattern;
  };
}

/** Makes a function that remembers its last result, for one that is nearly always called with the same object. */
export function rememberLast<Given extends object, Made>(
  make: (given: Given) => Made,
): (given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) };
    return last.made;
  };
}

/** Makes a function that remembers what it made of each object. Without an object, it makes something of an empty list. */
export function rememberEach<Item, Made>(
  make: (given: readonly Item[]) => Made,
): (given?: readonly Item[]) => Made {
  const known = new WeakMap<readonly Item[], Made>();
  return (given = []) => {
    const made = known.get(given) ?? make(given);
    known.set(given, made);
    return made;
  };
}

/**
 * Caches what was made from texts. A full cache is cleared, so that texts which occur only once neither stay nor keep others out.
 */
export function remembering<Made>(make: (text: string) => Made, max: number): (text: string) => Made {
  let known: Map<string, Made> | undefined;
  return (text) => {
    const found = known?.get(text);
    if (found !== undefined) return found;
    known ??= new Map();
    if (known.size === max) known.clear();
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
