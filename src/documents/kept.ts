import { type Endpoint, isForm } from '../contract/endpoint.ts';
import type { Steps } from '../text/turns.ts';

/** What stays in memory of the operations that have been asked for: a document may have tens of thousands, with a million parameters. */

/** The limit on the parameters and fields of forms in all compiled routes together: each takes four kilobytes of memory. */
const MAX_FIELDS = 12_000;
/** What a route takes besides, in fields. */
const FIELDS_OF_ROUTE = 8;

/** Is told of something that has been made, what it weighs, and how to forget it. */
export type Keep = (weight: number, forget: () => void) => void;

/** Keeps what has been made. If all of it weighs too much, what was made first is forgotten. */
export function keeper(max: number): Keep {
  const all = new Set<{ readonly weight: number; readonly forget: () => void }>();
  let left = max;
  return (weight, forget) => {
    left -= weight;
    for (const each of all) {
      if (left >= 0) break;
      all.delete(each);
      left += each.weight;
      each.forget();
    }
    all.add({ weight, forget });
  };
}

/**
 * Returns a function that is told of each endpoint whose route is compiled, with one of its bodies, and forgets those that were
 * compiled first.
 */
export function routeKeeper(): (endpoint: Endpoint, forget: () => void) => void {
  const keep = keeper(MAX_FIELDS);
  return (endpoint, forget) => keep(fieldsOf(endpoint), forget);
}

function fieldsOf({ params, query, headers, cookies, body }: Endpoint): number {
  const shapes = [params, query, headers, cookies, isForm(body) ? body.form : {}];
  return shapes.reduce((sum, shape) => sum + Object.keys(Object(shape)).length, FIELDS_OF_ROUTE);
}

/** Makes a value on first use, and again if it has been collected as garbage: nothing else had it any more. */
export function whileUsed<Value extends object>(make: () => Value): () => Value {
  let made: Weak<Value> | undefined;
  return () => {
    const known = made?.deref();
    if (known) return known;
    const value = make();
    made = weak(value);
    return value;
  };
}

/** The same for what is made in steps. Of what two make at a time, both get what is there first. */
export function whileUsedInSteps<Value extends object>(make: () => Steps<Value>): () => Steps<Value> {
  let made: Weak<Value> | undefined;
  return function* () {
    const value = made?.deref() ?? (yield* make());
    const first = made?.deref() ?? value;
    made = weak(first);
    return first;
  };
}

interface Weak<Value> {
  deref(): Value | undefined;
}

function weak<Value extends object>(value: Value): Weak<Value> {
  return typeof WeakRef === 'function' ? new WeakRef(value) : { deref: () => value };
}

/** The most values that are kept under keys of the same kind, in some 3 KB each. */
const MAX_OF_KIND = 5000;

/** Keeps a value under a key. If there are too many, all others are forgotten. */
export function kept<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  if (map.size >= MAX_OF_KIND) map.clear();
  map.set(key, value);
  return value;
}

/** Keeps what is made of the replies of all operations together, by the bytes that it takes. */
export function repliesKeeper(): Keep {
  return keeper(MAX_REPLIES);
}

/** The limit on the bytes of what is made of replies. A value that is sent again and again has what repeats requests in it, too. */
const MAX_REPLIES = 32 * 1024 * 1024;
