import { isRecord } from '../fields/values.ts';
import { type Kind, kindOfItem, kindOfMember, referenceIn } from './kinds.ts';
import { DocumentError } from './mistake.ts';

/** The limits on the depth and the number of values of a document. */
const MAX_DEPTH = 500;
const MAX_VALUES = 1_500_000;

/** The files that a file refers to. Throws if it is nested too deeply, as an object that contains itself is. */
export function outsideReferences(file: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const open: [value: unknown, depth: number, kind: Kind][] = [[file, 0, 'part']];
  let values = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, depth, kind] = next;
    if (depth > MAX_DEPTH)
      throw new DocumentError(`The document is nested more than ${MAX_DEPTH} levels deep`);
    if (++values > MAX_VALUES) throw new DocumentError(`The document has more than ${MAX_VALUES} values`);
    if (Array.isArray(value)) for (const item of value) open.push([item, depth + 1, kindOfItem(kind)]);
    else if (isRecord(value)) {
      const reference = referenceIn(value, kind);
      if (reference !== undefined && !reference.startsWith('#')) found.add(fileOf(reference));
      for (const key of Object.keys(value))
        if (typeof value[key] === 'object')
          open.push([value[key], depth + 1, kindOfMember(kind, key, value[key])]);
    }
  }
  return found;
}

function fileOf(reference: string): string {
  const hash = reference.indexOf('#');
  return hash === -1 ? reference : reference.slice(0, hash);
}
