import type { AnyHandler, Method } from '../../contract/endpoint.ts';
import { paramNames } from '../../contract/path.ts';
import { ensure } from '../../text/memo.ts';
import type { FieldReader } from '../fields.ts';
import { Answers } from './answers.ts';
import { Collection, type CollectionOptions } from './collection.ts';
import { hasProperties, itemOf, listForm } from './envelopes.ts';
import {
  bodySchemas,
  handlerFor,
  isBelow,
  type MemorableOperation,
  type Methods,
  shapeOf,
} from './operations.ts';
import { propertiesOf } from './properties.ts';

/** Finds the operations of a document that make, list, change and delete the items of a collection, by their paths. */

/** Makes the handlers of the operations on collections, by name. The others keep theirs, but for items that there are not. */
export function rememberingHandlers(
  operations: readonly MemorableOperation[],
  options: CollectionOptions,
): ReadonlyMap<string, AnyHandler> {
  const byPath = new Map<string, Map<Method, MemorableOperation>>();
  for (const each of operations) ensure(byPath, shapeOf(each), () => new Map()).set(each.method, each);
  const collections = collectionsIn(byPath, options);
  const known = new Map<Collection, Answers>();
  const handlers = new Map<string, AnyHandler>();
  for (const operation of operations) {
    const path = shapeOf(operation);
    const found = collections.findLast((each) => each.has(path));
    const answers = found && ensure(known, found, () => new Answers(found));
    if (answers) {
      const handle = answers.handlerOf(path, operation) ?? answers.guarded(path);
      handlers.set(operation.name, handlerFor(operation, handle));
    }
  }
  return handlers;
}

/**
 * Finds the paths with items below them: `/lamps`, where there is `/lamps/{id}`. Then come lists that items are added to, though
 * each has no path of its own, and single items, which are read and changed, such as `/settings`. The outer ones come first.
 */
function collectionsIn(byPath: ReadonlyMap<string, Methods>, options: CollectionOptions): Collection[] {
  const found: Collection[] = [];
  const paths = [...byPath.keys()].sort((one, other) => one.length - other.length);
  const add = (path: string, itemPath: string, parameter: string | undefined) => {
    const parent = found.findLast((each) => isBelow(path, each.itemPath));
    const collection = new Collection({ path, itemPath, parameter, byPath, parent, options });
    if (parameter !== undefined) parent?.inner.push(collection);
    found.push(collection);
  };
  for (const itemPath of paths) {
    const [, path = ''] = ITEM.exec(itemPath) ?? [];
    const own = byPath.get(path);
    const [item] = byPath.get(itemPath)?.values() ?? [];
    if (item && (own?.has('GET') || own?.has('POST'))) add(path, itemPath, paramNames(item.path).at(-1));
  }
  const taken = new Set(found.flatMap((each) => [each.path, each.itemPath]));
  for (const path of paths) {
    const methods = byPath.get(path) ?? new Map();
    if (taken.has(path)) continue;
    if (isGrowing(methods, options.reader)) {
      add(path, `${path}/{}`, 'id');
      continue;
    }
    const parent = found.findLast((each) => isBelow(path, each.itemPath));
    // With a parameter of its own, it would be one for each value that anybody asks for.
    const isOne = !path.slice(parent?.itemPath.length).includes('{');
    if (isOne && isSingle(methods, options.reader)) add(path, path, undefined);
  }
  return found.sort((one, other) => one.path.length - other.path.length);
}

/** The path of an item, also as OData writes it: `/Lamps({id})`. */
const ITEM = /^(.+?)(?:\/\{\}|\('?\{\}'?\))$/;

/** Tells whether a path has a list of objects, and a POST that sends what they have. */
function isGrowing(methods: Methods, reader: FieldReader): boolean {
  const item = itemOf(methods.get('GET')?.responseTo().schema, reader);
  const post = methods.get('POST');
  if (!post || !item) return false;
  const declared = propertiesOf(item, reader);
  const sent = bodySchemas(post).flatMap((each) => {
    const own = propertiesOf(each, reader);
    return [
      ...own.keys(),
      ...[...own.values()].flatMap((inner) => [...propertiesOf(inner.schema, reader).keys()]),
    ];
  });
  const isList = listForm(post.responseTo().schema ?? { value: {}, at: '' }, reader) !== undefined;
  return !isList && sent.some((name) => declared.has(name));
}

/** Tells whether a path is that of a single item. */
function isSingle(methods: Methods, reader: FieldReader): boolean {
  const schema = methods.get('GET')?.responseTo().schema;
  const isChanged = methods.has('PUT') || methods.has('PATCH');
  return isChanged && !methods.has('POST') && schema !== undefined && hasProperties(schema, reader);
}
