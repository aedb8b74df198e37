import type { AnyHandler, Method } from '../../contract/endpoint.ts';
import { paramNames } from '../../contract/path.ts';
import { greatest } from '../../text/extremes.ts';
import { defined } from '../../text/guards.ts';
import { ensure } from '../../text/memo.ts';
import { isDue, type Steps, sharedSteps } from '../../text/turns.ts';
import type { FieldReader } from '../fields.ts';
import { keeper } from '../kept.ts';
import { Answers } from './answers.ts';
import { Collection, type CollectionOptions, type Place } from './collection.ts';
import { hasProperties, itemOf, listFormInSteps } from './envelopes.ts';
import {
  bodySchemas,
  handlerFor,
  isBelow,
  type MemorableOperation,
  type Methods,
  shapeOf,
} from './operations.ts';
import { namesIn, propertiesInSteps } from './properties.ts';
import { type View, viewAt } from './views.ts';

/** Finds the operations of a document that make, list, change and delete the items of a collection, by their paths. */

/**
 * Returns a function that finds the handler of an operation on collections by its name. The others keep theirs, but for items that
 * there are not. Each is made when it is first asked for, and in steps: thousands of operations may refer to the same large schemas.
 */
export function* rememberingHandlers(
  operations: readonly MemorableOperation[],
  options: CollectionOptions,
): Steps<(name: string) => Steps<AnyHandler>> {
  const byPath = new Map<string, Map<Method, MemorableOperation>>();
  for (const each of operations) ensure(byPath, shapeOf(each), () => new Map()).set(each.method, each);
  const keep = keeper(MAX_WEIGHT);
  const { collections, views } = yield* collectionsIn(byPath, { ...options, keep });
  const places = new Places();
  for (const each of collections) places.add(each, each.path, each.itemPath);
  const handlerOf = function* (operation: MemorableOperation): Steps<KnownHandler> {
    const path = shapeOf(operation);
    const found = places.lastAround(path, true);
    const view = views.get(path);
    const about = [found, found?.place.parent, view?.collection].filter((each) => each !== undefined);
    yield* prepared(operation, about, options.reader);
    const viewer = view && new Answers(view.collection).viewer(operation, view);
    const answers = found && new Answers(found);
    // A list that can't be read by itself is one in an item, if its operations answer with the item.
    const isRead = found !== undefined && byPath.get(found.path)?.has('GET');
    const outer = found && isBelow(path, found.itemPath) ? found : isRead ? undefined : found?.place.parent;
    const inside = outer && new Answers(outer).entriesHandler(path, operation, found?.place.parameter);
    const handle = viewer ?? inside ?? answers?.handlerOf(path, operation) ?? answers?.guarded(path);
    keep(HANDLER_WEIGHT, () => handlers.delete(operation.name));
    return { handler: handle ? handlerFor(operation, handle) : operation.handler, about };
  };
  const byName = new Map(operations.map((each) => [each.name, each]));
  const handlers = new Map<string, () => Steps<KnownHandler>>();
  const make = (name: string) => sharedSteps(() => handlerOf(defined(byName.get(name))));
  return function* (name) {
    const { handler, about } = yield* ensure(handlers, name, () => make(name))();
    // What was found out about them may have been forgotten since.
    for (const each of about) yield* each.prepare();
    return handler;
  };
}

/** The handler of an operation, and the collections that it may be about. */
interface KnownHandler {
  readonly handler: AnyHandler;
  readonly about: readonly Collection[];
}

/** The limit on what has been found out about all collections, in kilobytes, and what a handler takes of that. */
const MAX_WEIGHT = 20_000;
const HANDLER_WEIGHT = 3;

/** Finds in steps what a handler needs to know of an operation and of the collections that it may be about. */
function* prepared(
  operation: MemorableOperation,
  collections: readonly Collection[],
  reader: FieldReader,
): Steps<void> {
  const { schema } = operation.replies.responseTo();
  const schemas = [...bodySchemas(operation), schema].filter((each) => each !== undefined);
  for (const collection of collections) {
    const maker = yield* collection.prepare();
    for (const each of schemas) {
      if (collection.mayList(operation)) yield* listFormInSteps(each, reader);
      yield* maker.formOf(each);
    }
  }
}

interface Found {
  /** The outer ones come first. */
  readonly collections: readonly Collection[];
  readonly views: ReadonlyMap<string, View>;
}

/**
 * Finds the paths with items below them: `/lamps`, where there is `/lamps/{id}`, also if the only lists are those below other items.
 * Then come lists that items are added to, though each has no path of its own, and single items, which are read and changed, such
 * as `/settings`.
 */
function* collectionsIn(byPath: ReadonlyMap<string, Methods>, options: Place['options']): Steps<Found> {
  const found: Collection[] = [];
  const places = new Places();
  const ends = [new Map<string, Collection>(), new Map<string, Collection>()] as const;
  const views = new Map<string, View>();
  const paths = [...byPath].sort(([one], [other]) => one.length - other.length);
  const collectionAt = (path: string, itemPath: string, parameter: string | undefined) => {
    const parent = places.lastAround(path);
    return new Collection({ path, itemPath, parameter, byPath, parent, options });
  };
  const add = (collection: Collection) => {
    if (!collection.isSingle) {
      collection.place.parent?.inner.push(collection);
      addEnd(ends[0], collection);
    }
    found.push(collection);
    places.add(collection, collection.itemPath);
  };
  const alone: Collection[] = [];
  for (const [itemPath, methods] of paths) {
    const [, path = ''] = ITEM.exec(itemPath) ?? [];
    const own = byPath.get(path);
    const [item] = methods.values();
    if (isDue()) yield;
    if (!item || path === '') continue;
    const collection = collectionAt(path, itemPath, paramNames(item.path).at(-1));
    if (own?.has('GET') || own?.has('POST')) add(collection);
    else if (!own && !path.includes('{')) {
      alone.push(collection);
      addEnd(ends[1], collection);
    }
  }
  const named = (end: string) => ends[0].get(end) ?? ends[1].get(end);
  const taken = new Set(found.flatMap((each) => [each.path, each.itemPath]));
  for (const [path, methods] of paths) {
    if (taken.has(path)) continue;
    const parent = places.lastAround(path);
    const view = yield* viewAt(path, methods, { parent, named });
    if (view) views.set(path, view);
    else if (yield* isGrowing(methods, options.reader)) add(collectionAt(path, `${path}/{}`, 'id'));
    else if (isOne(path, parent) && isSingle(methods, options.reader))
      add(collectionAt(path, path, undefined));
    if (isDue()) yield;
  }
  const shown = new Set([...views.values()].map(({ collection }) => collection));
  for (const collection of alone) if (shown.has(collection)) add(collection);
  return { collections: found.sort((one, other) => one.path.length - other.path.length), views };
}

/** Finds collections by the paths around a path: there may be as many as operations. */
class Places {
  readonly #all: Collection[] = [];
  readonly #byPath = new Map<string, number>();

  add(collection: Collection, ...paths: readonly string[]): void {
    for (const path of paths) this.#byPath.set(path, this.#all.length);
    this.#all.push(collection);
  }

  /** The last collection that was added with a path around this one, or also with this one. */
  lastAround(path: string, isOwn = false): Collection | undefined {
    const around = Array.from(path.matchAll(/[/:]/g), ({ index }) => path.slice(0, index));
    if (isOwn) around.push(path);
    const places = around.map((each) => this.#byPath.get(each) ?? -1);
    return this.#all[greatest([-1, ...places])];
  }
}

/** Remembers a collection of no item by the end of its path, unless there is one. */
function addEnd(byEnd: Map<string, Collection>, collection: Collection): void {
  const { path } = collection;
  if (!path.includes('{')) ensure(byEnd, path.slice(path.lastIndexOf('/')), () => collection);
}

/** Tells whether a path has no parameter of its own: a single item would be one for each value that anybody asks for. */
function isOne(path: string, parent: Collection | undefined): boolean {
  return !path.slice(parent?.itemPath.length).includes('{');
}

/** The path of an item, also as OData writes it: `/Lamps({id})`. */
const ITEM = /^(.+?)(?:\/\{\}|\('?\{\}'?\))$/;

/** Tells whether a path has a list of objects, and a POST that sends what they have. */
function* isGrowing(methods: Methods, reader: FieldReader): Steps<boolean> {
  const list = methods.get('GET')?.replies.responseTo().schema;
  const post = methods.get('POST');
  if (!post || !list) return false;
  yield* listFormInSteps(list, reader);
  const item = itemOf(list, reader);
  if (!item) return false;
  const declared = yield* propertiesInSteps(item, reader);
  const sent = yield* namesIn(bodySchemas(post), reader);
  const known = [...declared.keys()].filter((name) => sent.has(name));
  // What is made may have lists in it, and be in an envelope as they are.
  const reply = post.replies.responseTo().schema ?? { value: {}, at: '' };
  const made = yield* namesIn([reply], reader);
  const isList =
    (yield* listFormInSteps(reply, reader)) !== undefined && !known.some((name) => made.has(name));
  return known.length > 0 && !isList;
}

/** Tells whether a path is that of a single item. */
function isSingle(methods: Methods, reader: FieldReader): boolean {
  const schema = methods.get('GET')?.replies.responseTo().schema;
  const isChanged = methods.has('PUT') || methods.has('PATCH');
  return isChanged && !methods.has('POST') && schema !== undefined && hasProperties(schema, reader);
}
