import { isRecord } from '../../fields/values.ts';
import { hold } from '../../text/json/reader.ts';
import { plain } from '../ids.ts';
import { weightOf } from '../weight.ts';
import type { Item } from './store.ts';

/** Changes of values: merge patches (RFC 7396) and JSON patches (RFC 6902). */

/** Applies a merge patch: null removes a property, unless `keepsNull` says that it may be null. */
export function mergePatch(
  value: unknown,
  patch: unknown,
  keepsNull: (name: string) => boolean = () => false,
): unknown {
  if (!isRecord(patch)) return patch;
  const merged: Record<string, unknown> = isRecord(value) ? { ...value } : {};
  for (const [name, change] of Object.entries(patch)) {
    const old = Object.hasOwn(merged, name) ? merged[name] : undefined;
    if (change === null && !keepsNull(name)) Reflect.deleteProperty(merged, name);
    else hold(merged, name, isRecord(change) ? mergePatch(old, change, keepsNull) : change);
  }
  return merged;
}

/**
 * Leaves of a merge patch what a mask names, such as `name,size.watts`, or all of it if there is no mask. What is named but was not
 * sent is removed.
 */
export function masked(patch: unknown, mask: unknown, value: Item): unknown {
  const all = typeof mask === 'string' ? mask.split(',') : mask;
  if (!Array.isArray(all) || all.includes('*') || !isRecord(patch)) return patch;
  const byName = new Map([...Object.keys(value), ...Object.keys(patch)].map((each) => [plain(each), each]));
  const named = new Map<string, unknown>();
  for (const path of all) {
    const [first = '', ...rest] = String(path).trim().split('.');
    const name = byName.get(plain(first)) ?? first;
    const sent = patch[name];
    if (sent !== undefined || rest.length === 0) named.set(name, sent ?? null);
  }
  return Object.fromEntries(named);
}

/** A JSON patch that can't be applied: the reason, as a sentence. */
export class PatchMistake {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

type Holder = unknown[] | Record<string, unknown>;

/** The value that a patch changes, and how much it may still copy and move: a few copies of copies would fill any memory. */
interface Root {
  value: unknown;
  left: number;
}

/** The most bytes that the operations of a patch copy, and places in lists that they move. */
const MAX_WORK = 4 * 1024 * 1024;

/** Applies a JSON patch to a copy of a value. */
export function jsonPatch(value: unknown, patch: unknown): unknown {
  const root: Root = { value: copied(value), left: MAX_WORK };
  for (const operation of Array.isArray(patch) ? patch : [patch]) {
    const mistake = isRecord(operation) ? apply(root, operation) : 'an operation is not an object';
    if (mistake !== undefined) return new PatchMistake(`The patch can't be applied: ${mistake}`);
    if (root.left < 0) return new PatchMistake("The patch can't be applied: it copies or moves too much");
  }
  return root.value;
}

function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (!isRecord(value)) return value;
  const copy = {};
  for (const [name, each] of Object.entries(value)) hold(copy, name, copied(each));
  return copy;
}

type Operation = Readonly<Record<string, unknown>>;

/** Applies one operation, or returns what is wrong with it. */
function apply(root: Root, { op, path, from, value }: Operation): string | undefined {
  const target = stepsOf(path);
  if (!target) return `${JSON.stringify(path)} is not a JSON Pointer`;
  const source = op === 'move' || op === 'copy' ? stepsOf(from) : [];
  if (!source) return `${JSON.stringify(from)} is not a JSON Pointer`;
  const moved = op === 'move' || op === 'copy' ? find(root, source) : undefined;
  const missing = `there is nothing at ${JSON.stringify(op === 'move' || op === 'copy' ? from : path)}`;
  switch (op) {
    case 'add':
      return put(root, target, copied(value), true) ? undefined : missing;
    case 'replace':
      return find(root, target) && put(root, target, copied(value), false) ? undefined : missing;
    case 'remove':
      return remove(root, target) ? undefined : missing;
    case 'move':
      return moved && remove(root, source) && put(root, target, moved.value, true) ? undefined : missing;
    case 'copy':
      return moved && put(root, target, copy(root, moved.value), true) ? undefined : missing;
    case 'test': {
      const found = find(root, target);
      if (!found) return missing;
      return isSame(found.value, value) ? undefined : `${JSON.stringify(path)} has another value`;
    }
    default:
      return `there is no operation ${JSON.stringify(op)}`;
  }
}

/** Copies a value, unless nothing is left for that. */
function copy(root: Root, value: unknown): unknown {
  root.left -= weightOf(value);
  return root.left < 0 ? undefined : copied(value);
}

function stepsOf(pointer: unknown): string[] | undefined {
  if (typeof pointer !== 'string' || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

const INDEX = /^(?:0|[1-9]\d*)$/;

function find(root: Root, steps: readonly string[]): { readonly value: unknown } | undefined {
  let value = root.value;
  for (const step of steps) {
    if (!isHolder(value) || !Object.hasOwn(value, step) || (Array.isArray(value) && !INDEX.test(step)))
      return undefined;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return { value };
}

function put(root: Root, steps: readonly string[], value: unknown, inserts: boolean): boolean {
  const [last] = steps.slice(-1);
  if (last === undefined) {
    root.value = value;
    return true;
  }
  const holder = find(root, steps.slice(0, -1))?.value;
  if (Array.isArray(holder)) {
    const at = last === '-' ? holder.length : INDEX.test(last) ? Number(last) : Number.NaN;
    if (!(at <= holder.length)) return false;
    root.left -= holder.length - at;
    holder.splice(at, inserts ? 0 : 1, value);
    return true;
  }
  if (!isRecord(holder)) return false;
  hold(holder as Record<string, unknown>, last, value);
  return true;
}

function remove(root: Root, steps: readonly string[]): boolean {
  const [last] = steps.slice(-1);
  if (last === undefined || !find(root, steps)) return false;
  const holder = find(root, steps.slice(0, -1))?.value;
  if (Array.isArray(holder)) {
    root.left -= holder.length - Number(last);
    holder.splice(Number(last), 1);
  } else Reflect.deleteProperty(Object(holder), last);
  return true;
}

/** Compares two values of JSON, whatever the order of their properties. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => isSame(each, other[at]));
  if (!isRecord(one) || !isRecord(other)) return one === other;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
