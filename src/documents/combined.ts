import { isRecord } from '../fields/values.ts';
import { ensure, once } from '../text/memo.ts';
import type { FieldReader } from './fields.ts';
import { itemsOf, type Located, step, within } from './located.ts';
import type { References } from './references.ts';
import { MadeOnce } from './schema.ts';

/** What the schemas of a value say of its parts, for values that are written, not read. */

/** These schemas, and those that they refer to or combine, each once, in the order in which they are written. */
export function combinedIn(schemas: readonly Located[], references: References): readonly Located[] {
  const found = new Map<unknown, Located>();
  const open = [...schemas].reverse();
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, at } = next;
    if (!isRecord(value) || found.has(value)) continue;
    found.set(value, next);
    const lists = ['allOf', 'oneOf', 'anyOf'].filter((keyword) => step(value, keyword) !== undefined);
    const parts = lists.flatMap((keyword) => itemsOf(within(next, keyword)));
    if (typeof value.$ref === 'string') parts.unshift(references.find(value.$ref, at));
    for (const part of parts.reverse()) open.push(part);
  }
  return [...found.values()];
}

/** The schemas of a member: those for its name, or else those for all others. */
export function membersOf(all: readonly Located[], named: string, name: string, others: string): Located[] {
  const members: Located[] = [];
  for (const each of all) {
    const isNamed = step(step(each.value, named), name) !== undefined;
    const member = isNamed ? within(within(each, named), name) : within(each, others);
    if (member.value !== undefined) members.push(member);
  }
  return members;
}

/** Makes a function that returns a value of a reply without its properties that are writeOnly: only requests have them. */
export function writeOnlyRemover(schema: Located, replies: FieldReader): (value: unknown) => unknown {
  return shower([schema], replies);
}

type Show = (value: unknown) => unknown;

const showers = new MadeOnce<Show>();

function shower(schemas: readonly Located[], replies: FieldReader): Show {
  const [only, ...others] = schemas;
  return only && others.length === 0
    ? showers.of(only, replies.references, (schema) => newShower([schema], replies))
    : newShower(schemas, replies);
}

function newShower(schemas: readonly Located[], replies: FieldReader): Show {
  if (schemas.length === 0) return (value) => value;
  const all = once(() => combinedIn(schemas, replies.references));
  const items = once(() => memberShowers(all(), 'prefixItems', 'items', replies));
  const properties = once(() => memberShowers(all(), 'properties', 'additionalProperties', replies));
  return (value) => {
    if (Array.isArray(value)) return value.map((item, at) => items()(String(at))?.(item));
    return isRecord(value) ? shownObject(value, properties()) : value;
  };
}

/** Makes a function that finds what shows a member, once for each name that a schema declares; undefined for what is not shown. */
function memberShowers(
  all: readonly Located[],
  named: string,
  others: string,
  replies: FieldReader,
): (name: string) => Show | undefined {
  const declared = new Set(all.flatMap((each) => Object.keys(Object(step(each.value, named)))));
  const made = new Map<string | undefined, { readonly show: Show | undefined }>();
  return (name) =>
    ensure(made, declared.has(name) ? name : undefined, () => {
      const schemas = membersOf(all, named, name, others);
      const isHidden = named === 'properties' && schemas.some((each) => replies.isForeign(each));
      return { show: isHidden ? undefined : shower(schemas, replies) };
    }).show;
}

function shownObject(
  value: Readonly<Record<string, unknown>>,
  showerOf: (name: string) => Show | undefined,
): unknown {
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const show = showerOf(name);
    if (show) entries.push([name, show(value[name])]);
  }
  return Object.fromEntries(entries);
}
