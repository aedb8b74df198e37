import { type Endpoint, isForm } from '../contract/endpoint.ts';

/** What stays in memory of the operations that have been asked for: a document may have tens of thousands, with a million parameters. */

/** The limit on the parameters and fields of forms in all compiled routes together: each takes four kilobytes of memory. */
const MAX_FIELDS = 12_000;
/** What a route takes besides, with the replies of its operation, in fields. */
const FIELDS_OF_ROUTE = 8;

/**
 * Returns a function that is told of each endpoint whose route is compiled. If the routes have too many fields together, those that
 * were compiled first are forgotten, and so is what `forgetReplies` knows of their endpoints.
 */
export function routeKeeper(
  endpoints: Readonly<Record<string, Endpoint>>,
  forgetReplies: (name: string) => void,
): (name: string, forget: () => void) => void {
  const all = new Set<{ readonly name: string; readonly fields: number; readonly forget: () => void }>();
  let left = MAX_FIELDS;
  return (name, forget) => {
    const fields = fieldsOf(endpoints[name]);
    left -= fields;
    for (const each of all) {
      if (left >= 0) break;
      all.delete(each);
      each.forget();
      forgetReplies(each.name);
      left += each.fields;
    }
    all.add({ name, fields, forget });
  };
}

function fieldsOf(endpoint: Endpoint | undefined): number {
  const { params, query, headers, cookies, body }: Partial<Endpoint> = Object(endpoint);
  const shapes = [params, query, headers, cookies, isForm(body) ? body.form : {}];
  return shapes.reduce((sum, shape) => sum + Object.keys(Object(shape)).length, FIELDS_OF_ROUTE);
}

/** Makes a value on first use, and again if it has been collected as garbage: nothing else had it any more. */
export function whileUsed<Value extends object>(make: () => Value): () => Value {
  let made: { deref(): Value | undefined } | undefined;
  return () => {
    const known = made?.deref();
    if (known) return known;
    const value = make();
    made = typeof WeakRef === 'function' ? new WeakRef(value) : { deref: () => value };
    return value;
  };
}

/** The most values that are kept under keys of the same kind, in some 3 KB each. */
const MAX_OF_KIND = 5000;

/** Keeps a value under a key. If there are too many, all others are forgotten. */
export function kept<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  if (map.size >= MAX_OF_KIND) map.clear();
  map.set(key, value);
  return value;
}
