import type { Steps } from '../../text/turns.ts';
import type { Collection } from './collection.ts';
import { listFormInSteps } from './envelopes.ts';
import type { Methods } from './operations.ts';

/** The items of a collection that belong to an item of another: `/authors/{}/books`, where there is `/books/{}`. */
export interface View {
  readonly collection: Collection;
  readonly parent: Collection;
  /** The properties with the ids of what the items belong to, by the places of their values in the path. */
  readonly owners: ReadonlyMap<string, number>;
}

/** Finds what a list below an item shows of another collection; undefined if its items are not known to belong to the item. */
export function* viewAt(path: string, methods: Methods, search: ViewSearch): Steps<View | undefined> {
  const { parent } = search;
  const list = methods.get('GET');
  const rest = path.slice(parent?.itemPath.length);
  if (!parent || !list || !/^\/[^/{}]+$/.test(rest)) return undefined;
  const collection = search.named(rest);
  const { schema } = list.replies.responseTo();
  if (!collection || !schema) return undefined;
  if (!(yield* listFormInSteps(schema, collection.reader))) return undefined;
  const maker = yield* collection.prepare();
  if (!collection.hasItems(list)) return undefined;
  const owners = maker.ownersIn(list.path);
  return owners.size > 0 ? { collection, parent, owners } : undefined;
}

interface ViewSearch {
  readonly parent: Collection | undefined;
  /** Finds the first collection of no item whose path ends so. */
  named(ending: string): Collection | undefined;
}
