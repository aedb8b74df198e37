import { isRecord } from '../fields/values.ts';
import type { FieldReader } from './fields.ts';
import { itemsOf, type Located, within } from './located.ts';
import type { References } from './references.ts';

/** What the schemas of a value say of its parts, for values that are written, not read. */

/** These schemas, and those that they refer to or combine, each once, in the order in which they are written. */
export function combinedIn(schemas: readonly Located[], references: References): readonly Located[] {
  const found = new Map<unknown, Located>();
  const open = [...schemas].reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, at } = next;
    if (!isRecord(value) || found.has(value)) continue;
    found.set(value, next);
    const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => itemsOf(within(next, keyword)));
    if (typeof value.$ref === 'string') parts.unshift(references.find(value.$ref, at));
    for (const part of parts.reverse()) open.push(part);
  }
  return [...found.values()];
}

/** The schemas of a member: those for its name, or else those for all others. */
export function membersOf(all: readonly Located[], named: string, name: string, others: string): Located[] {
  const members = all.map((each) => {
    const own = within(within(each, named), name);
    return own.value === undefined ? within(each, others) : own;
  });
  return members.filter(({ value }) => value !== undefined);
}

/** Returns a value of a reply without its properties that are writeOnly: only requests have them. */
export function withoutWriteOnly(value: unknown, schema: Located, replies: FieldReader): unknown {
  return shown(value, [schema], replies);
}

function shown(value: unknown, schemas: readonly Located[], replies: FieldReader): unknown {
  if (schemas.length === 0) return value;
  if (Array.isArray(value)) {
    const all = combinedIn(schemas, replies.references);
    return value.map((item, at) => shown(item, membersOf(all, 'prefixItems', String(at), 'items'), replies));
  }
  return isRecord(value) ? shownObject(value, combinedIn(schemas, replies.references), replies) : value;
}

function shownObject(
  value: Readonly<Record<string, unknown>>,
  all: readonly Located[],
  replies: FieldReader,
): unknown {
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const schemas = membersOf(all, 'properties', name, 'additionalProperties');
    if (!schemas.some((each) => replies.isForeign(each)))
      entries.push([name, shown(value[name], schemas, replies)]);
  }
  return Object.fromEntries(entries);
}
