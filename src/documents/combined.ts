import { isRecord } from '../fields/values.ts';
import { atOnce, isDue, type Steps, sharedSteps } from '../text/turns.ts';
import type { FieldReader } from './fields.ts';
import { whileUsed } from './kept.ts';
import { eachItemOf, type Located, step, within } from './located.ts';
import type { References } from './references.ts';
import { MadeOnce } from './schema.ts';

/** What the schemas of a value say of its parts, for values that are written, not read. */

/** These schemas, and those that they refer to or combine, each once, in the order in which they are written. */
export function combinedIn(schemas: readonly Located[], references: References): readonly Located[] {
  return atOnce(combinedInSteps(schemas, references));
}

/** The same in steps: there may be very many. */
export function* combinedInSteps(
  schemas: readonly Located[],
  references: References,
): Steps<readonly Located[]> {
  const found = new Map<unknown, Located>();
  const open: Iterator<Located>[] = [schemas.values()];
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { done, value: next } = last.next();
    if (done) open.pop();
    else if (isRecord(next.value) && !found.has(next.value)) {
      found.set(next.value, next);
      open.push(partsIn(next, references));
      if (isDue()) yield;
    }
  }
  return [...found.values()];
}

/** The schemas that a schema refers to or combines, each made when it is asked for: there may be very many. */
function* partsIn(schema: Located, references: References): Iterator<Located> {
  const { $ref } = Object(schema.value);
  if (typeof $ref === 'string') yield references.find($ref, schema.at);
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) yield* eachItemOf(within(schema, keyword));
}

/** The schemas of a member: those for its name, or else those for all others. */
export function membersOf(all: readonly Located[], named: string, name: string, others: string): Located[] {
  return atOnce(membersInSteps(all, named, name, others));
}

function* membersInSteps(
  all: readonly Located[],
  named: string,
  name: string,
  others: string,
): Steps<Located[]> {
  const members: Located[] = [];
  for (const each of all) {
    const isNamed = step(step(each.value, named), name) !== undefined;
    const member = isNamed ? within(within(each, named), name) : within(each, others);
    if (member.value !== undefined) members.push(member);
    if (isDue()) yield;
  }
  return members;
}

/**
 * Makes a function that returns a value of a reply without its properties that are writeOnly, in steps: only requests have them. A
 * union may have more than a hundred thousand members that say what is writeOnly.
 */
export function writeOnlyRemover(schema: Located, replies: FieldReader): Show {
  return shower([schema], replies);
}

type Show = (value: unknown) => Steps<unknown>;

const showers = new MadeOnce<() => Show>();

function shower(schemas: readonly Located[], replies: FieldReader): Show {
  if (!replies.hasSecrets) return showWhole;
  const [only, ...others] = schemas;
  return only && others.length === 0
    ? showers.of(withoutWrappers(only, replies.references), replies.references, (schema) =>
        whileUsed(() => newShower([schema], replies)),
      )()
    : newShower(schemas, replies);
}

// biome-ignore lint/correctness/useYield: it takes no time.
function* showWhole(value: unknown): Steps<unknown> {
  return value;
}

/** Follows schemas that say nothing of members, but combine a single other one: thousands of them may combine the same large one. */
function withoutWrappers(schema: Located, references: References): Located {
  let inner = schema;
  for (let left = MAX_WRAPPERS; left > 0; left--) {
    const parts = partsIn(inner, references);
    const { value: only } = parts.next();
    if (
      !only ||
      !parts.next().done ||
      aboutMembers.some((keyword) => step(inner.value, keyword) !== undefined)
    )
      break;
    inner = only;
  }
  return inner;
}

const MAX_WRAPPERS = 100;
const aboutMembers = ['properties', 'additionalProperties', 'prefixItems', 'items'];

function newShower(schemas: readonly Located[], replies: FieldReader): Show {
  const all = sharedSteps(() => combinedInSteps(schemas, replies.references));
  const items = sharedSteps(() => memberShowers(all, 'prefixItems', 'items', replies));
  const properties = sharedSteps(() => memberShowers(all, 'properties', 'additionalProperties', replies));
  return function* (value) {
    if (schemas.length === 0) return value;
    if (Array.isArray(value)) return yield* shownItems(value, yield* items());
    return isRecord(value) ? yield* shownObject(value, yield* properties()) : value;
  };
}

/** What shows the members of a value, by their names; undefined for what is not shown. */
interface ShowerOf {
  /** Finds what has been found before. */
  known(name: string): { readonly show: Show | undefined } | undefined;
  find(name: string): Steps<Show | undefined>;
}

/** Makes a function that finds what shows a member, once for each name that a schema declares. */
function* memberShowers(
  schemas: () => Steps<readonly Located[]>,
  named: string,
  others: string,
  replies: FieldReader,
): Steps<ShowerOf> {
  const all = yield* schemas();
  const declared = new Set<string>();
  for (const each of all) {
    for (const name of Object.keys(Object(step(each.value, named)))) declared.add(name);
    if (isDue()) yield;
  }
  const made = new Map<string | undefined, { readonly show: Show | undefined }>();
  const keyOf = (name: string) => (declared.has(name) ? name : undefined);
  return {
    known: (name) => made.get(keyOf(name)),
    *find(name) {
      const members = yield* membersInSteps(all, named, name, others);
      let isHidden = false;
      if (named === 'properties')
        for (const each of members) {
          isHidden ||= replies.isForeign(each);
          if (isDue()) yield;
        }
      const show = isHidden ? undefined : shower(members, replies);
      made.set(keyOf(name), { show });
      return show;
    },
  };
}

function* shownItems(items: readonly unknown[], showerOf: ShowerOf): Steps<unknown[]> {
  const shown: unknown[] = [];
  for (const [at, item] of items.entries()) {
    const { show } = showerOf.known(String(at)) ?? { show: yield* showerOf.find(String(at)) };
    if (!show || !isNested(item)) shown.push(item);
    else {
      shown.push(yield* show(item));
      if (isDue()) yield;
    }
  }
  return shown;
}

/** Looks at the time only where there is more to do than to copy a member. */
function* shownObject(value: Readonly<Record<string, unknown>>, showerOf: ShowerOf): Steps<unknown> {
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const known = showerOf.known(name);
    const { show } = known ?? { show: yield* showerOf.find(name) };
    const member = value[name];
    if (show) entries.push([name, isNested(member) ? yield* show(member) : member]);
    if ((!known || isNested(member)) && isDue()) yield;
  }
  return Object.fromEntries(entries);
}

function isNested(value: unknown): boolean {
  return typeof value === 'object';
}
