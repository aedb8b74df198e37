import { isRecord } from '../fields/values.ts';
import { atOnce, isDue, type Steps } from '../text/turns.ts';
import { type Kind, kindOfItem, kindOfMember } from './located.ts';
import { isFree, plainRules } from './schema.ts';

/** The number of schemas in another whose fields would take too long to be made, or too much memory. */
const MANY = 5000;

/** What a schema of anything, or of texts or numbers, counts: its field is shared with others. */
const PLAIN = 0.2;

/** The schemas that are found in a step. */
const FOUND_AT_ONCE = 16;

/** The number of properties from which objects are read exactly. */
const MANY_PROPERTIES = 10_000;

/** Tells whether an object with these properties is read exactly: fields of them are made only for samples. */
export function hasMany(properties: unknown): boolean {
  return Object.keys(Object(properties)).length > MANY_PROPERTIES;
}

/** Tells whether a schema has very many others in it, apart from those that it refers to, and remembers that. */
export class ManyNested {
  readonly #known = new WeakMap<object, boolean>();

  isIn(schema: object): boolean {
    return atOnce(this.lookInto(schema));
  }

  /** Finds out in steps. */
  *lookInto(schema: object): Steps<boolean> {
    return this.#known.get(schema) ?? (yield* this.#count(schema));
  }

  /** Counts them. What is in a schema that has few has few itself. */
  *#count(schema: object): Steps<boolean> {
    const found = [schema];
    let count = 0;
    const open: [value: object, kind: Kind][] = [[schema, 'part']];
    for (let next = open.pop(); next && count <= MANY; next = open.pop()) {
      const [value, kind] = next;
      if (isRecord(value) && kind === 'part') {
        found.push(value);
        count += plainRules(value) === undefined && !isFree(value) ? 1 : PLAIN;
      }
      // To list the entries of a long list would take as long again.
      for (const name in value) {
        const member = Object(value)[name];
        if (kind === 'part' && name === 'properties' && hasMany(member)) continue;
        const inner = Array.isArray(value) ? kindOfItem(kind) : kindOfMember(kind, name, member);
        const mayHold = inner === 'part' || inner === 'map';
        if (typeof member === 'object' && member !== null && mayHold) open.push([member, inner]);
      }
      if (found.length % FOUND_AT_ONCE === 0 && isDue()) yield;
    }
    const isMany = count > MANY;
    for (const each of isMany ? [schema] : found) this.#known.set(each, isMany);
    return isMany;
  }
}
