import { Issue, Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { lazy, nullable, unknown } from '../fields/optional.ts';
import { onBothSides } from '../fields/samples.ts';
import { unionByKind, unionOf } from '../fields/union.ts';
import { isRecord } from '../fields/values.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import { atOnce, isDue, type Steps, sharedSteps } from '../text/turns.ts';
import { wrong } from './checks.ts';
import type { Dialect } from './dialect.ts';
import { sizeField } from './formats.ts';
import { eachItemOf, eachPartOf, itemsOf, type Located, textIn, within } from './located.ts';
import type { Reference, References } from './references.ts';
import { decimalField } from './rules.ts';
import { type FieldOf, findingOnce, typeNamed } from './schema.ts';

/** Makes the field of a union of schemas. `isRead` tells whether the field itself reads values, by all of its kinds. */
export function unionField(members: readonly Located[], fieldOf: FieldOf, isRead: boolean): AnyField {
  const others = members.filter((member) => !isNull(member));
  const made = oneOf(kindsOf(others, fieldOf, isRead ? others.length : MANY_KINDS)) ?? nothing;
  return others.length < members.length && made !== nothing ? nullable(made) : made;
}

export function isNull({ value }: Located): boolean {
  return isRecord(value) && value.type === 'null';
}

/** The members of a union other than null. */
export function* membersOf(schema: Located, keyword: string): Iterable<Located> {
  for (const member of eachItemOf(within(schema, keyword))) if (!isNull(member)) yield member;
}

/**
 * Makes a field for each schema, or for a pair of schemas that pydantic writes for one type: for the first `count` at once, and for
 * the others when a sample of them is asked for.
 */
function kindsOf(members: readonly Located[], fieldOf: FieldOf, count: number): AnyField[] {
  const kinds: AnyField[] = [];
  let isSecond = false;
  for (const [at, member] of members.entries()) {
    const pair: AnyField | undefined = isSecond ? undefined : pairField(member.value, members[at + 1]?.value);
    if (!isSecond) kinds.push(pair ?? (at < count ? fieldOf(member) : lazy(() => fieldOf(member))));
    isSecond = pair !== undefined;
  }
  return kinds;
}

function pairField(first: unknown, second: unknown): AnyField | undefined {
  return isRecord(first) && isRecord(second)
    ? (decimalField(first, second) ?? sizeField(first, second))
    : undefined;
}

/** Makes a union of fields; undefined if there are none. */
export function oneOf(members: readonly AnyField[]): AnyField | undefined {
  if (members.includes(nothing) && members.length > 1) {
    const others = oneOf(members.filter((member) => member !== nothing));
    return others && nullable(others);
  }
  const [first, ...rest] = members;
  return first && (rest.length === 0 ? first : unionOf([first, ...rest]));
}

/** Adds rules for values of some types, as a field for each. Values of other types are not restricted. */
export function restricted(inner: AnyField, rules: ReadonlyMap<string, readonly AnyField[]>): AnyField {
  return derive(inner, {
    takesAnyText: false,
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      if (value instanceof Issues) return value;
      for (const rule of rules.get(typeNamed(value)) ?? []) {
        const checked = rule.parse(value);
        if (checked instanceof Issues) return checked.map((issue) => ofWhole(issue, raw));
      }
      return value;
    },
    samples(like, open) {
      const all = [inner, ...[...rules.values()].flat()];
      return onBothSides(function* (side) {
        for (const each of all) yield* each.samples(like, open)[side];
      });
    },
  });
}

/** The same issue of a whole value as it was sent. */
function ofWhole(issue: Issue, raw: unknown): Issue {
  return issue.path.length > 0 ? issue : new Issue(issue.type, raw, issue.context, issue);
}

export const nothing: AnyField = derive(unknown(), {
  parse: (raw) => (raw === null ? null : wrong('none_required', raw)),
  typeName: () => 'none',
  takesAnyText: false,
});

interface TagReader {
  readonly references: References;
  readonly dialect: Dialect;
}

interface FieldMaker extends TagReader {
  readonly fieldOf: FieldOf;
  /** Makes a field that is made when it is first used. */
  readonly laterFieldOf: FieldOf;
}

/** A union with a discriminator: the name of the property, and the kinds by its value, in the order of the union. */
export interface TaggedKinds {
  readonly property: string;
  readonly kinds: Kinds;
}

type Kinds = ReadonlyMap<string, Located>;

/** Makes the field of a union with a discriminator; undefined if the schema does not tell which tag is which kind. */
export function taggedUnion(schema: Located, keyword: string, maker: FieldMaker): AnyField | undefined {
  const tagged = taggedKinds(schema, keyword, maker);
  if (tagged === undefined) return undefined;
  const { property, kinds } = tagged;
  // Of many kinds, most are never sent.
  const isLate = kinds.size > MANY_KINDS;
  const fields = new FieldsByTag(kinds, isLate ? maker.laterFieldOf : maker.fieldOf);
  if (!isLate) fields.makeAll();
  const made = unionByKind(property, fields);
  return itemsOf(within(schema, keyword)).some(isNull) ? nullable(made) : made;
}

/** The fields of kinds by their tags. A kind may have a hundred thousand tags, and is made when one of them is looked up. */
class FieldsByTag {
  readonly #kinds: ReadonlyMap<unknown, Located>;
  readonly #fieldOf: FieldOf;
  readonly #made = new Map<unknown, AnyField>();

  constructor(kinds: Kinds, fieldOf: FieldOf) {
    this.#kinds = kinds;
    this.#fieldOf = fieldOf;
  }

  makeAll(): void {
    for (const kind of this.#kinds.values()) this.#of(kind);
  }

  get(tag: unknown): AnyField | undefined {
    const kind = this.#kinds.get(tag);
    return kind && this.#of(kind);
  }

  keys(): Iterable<unknown> {
    return this.#kinds.keys();
  }

  *values(): Iterable<AnyField> {
    for (const kind of this.#kinds.values()) yield this.#of(kind);
  }

  *[Symbol.iterator](): Generator<readonly [tag: unknown, field: AnyField]> {
    for (const [tag, kind] of this.#kinds) yield [tag, this.#of(kind)];
  }

  #of(kind: Located): AnyField {
    return ensure(this.#made, writtenIn(kind), () => this.#fieldOf(kind));
  }
}

/** The number of kinds from which each is made when it is first sent. */
const MANY_KINDS = 50;

/** Reads the kinds of a union with a discriminator; undefined if the schema does not tell which tag is which kind. */
export function taggedKinds(schema: Located, keyword: string, reader: TagReader): TaggedKinds | undefined {
  return atOnce(taggedKindsInSteps(schema, keyword, reader));
}

/** The same in steps: there may be a hundred thousand. */
export function* taggedKindsInSteps(
  schema: Located,
  keyword: string,
  { references, dialect }: TagReader,
): Steps<TaggedKinds | undefined> {
  const discriminator = within(schema, 'discriminator');
  const named = textIn(discriminator, 'propertyName');
  if (named === undefined && !(dialect.hasSharedTags && keyword === 'oneOf')) return undefined;
  const property = named ?? (yield* sharedTag(schema, keyword, references));
  if (property === undefined || !isMappingRead(discriminator, references)) return undefined;
  const stepsOf = ensure(kindsBy(discriminator, references), `${keyword} ${property}`, () =>
    sharedSteps(() => kindsAmong(schema, keyword, property, references)),
  );
  const kinds = yield* stepsOf();
  return kinds.size > 0 ? { property, kinds } : undefined;
}

/** What is known of the kinds of a discriminator, by keyword and property: fields, samples and those who read values exactly ask for them. */
const kindsBy = findingOnce(() => new Map<string, () => Steps<Kinds>>());

function* kindsAmong(
  schema: Located,
  keyword: string,
  property: string,
  references: References,
): Steps<Kinds> {
  const members = yield* distinct(schema, keyword);
  const kinds = new Map<string, Located>();
  for (const [tag, target] of mappedBy(within(schema, 'discriminator'), references)) {
    kinds.set(tag, target);
    if (isDue()) yield;
  }
  const isMapped = kinds.size > 0;
  yield* addUnmapped(kinds, members, property, references);
  // Kinds that no mapping names are in the order of the members.
  return isMapped ? yield* inOrder(kinds, members, property, references) : kinds;
}

/** The members, each once: thousands may refer to the same kind. */
function* distinct(schema: Located, keyword: string): Steps<readonly Located[]> {
  const members = new Map<unknown, Located>();
  for (const each of membersOf(schema, keyword)) {
    members.set(writtenIn(each), each);
    if (isDue()) yield;
  }
  return [...members.values()];
}

/** What two places for the same kind have in common. */
function writtenIn({ value }: Located): unknown {
  return Object(value).$ref ?? value;
}

/** Sorts the kinds in the order of the members, since a mapping is often alphabetical. */
function* inOrder(
  kinds: Kinds,
  members: readonly Located[],
  property: string,
  references: References,
): Steps<Kinds> {
  const places = new Map<string, Map<string, string[]>>();
  const all: string[][] = [];
  for (const member of members) {
    const byTag = ensure(places, refOf(member), () => new Map<string, string[]>());
    for (const tag of ['', ...valuesOf(references.follow(member), property, references)]) {
      const place: string[] = [];
      byTag.set(tag, place);
      all.push(place);
    }
    if (isDue()) yield;
  }
  const others: string[] = [];
  for (const [tag, kind] of kinds) {
    const byTag = places.get(refOf(kind));
    const place = byTag?.get(tag) ?? byTag?.get('') ?? others;
    place.push(tag);
    if (isDue()) yield;
  }
  const sorted = new Map<string, Located>();
  for (const place of [...all, others]) {
    for (const tag of place) sorted.set(tag, defined(kinds.get(tag)));
    if (isDue()) yield;
  }
  return sorted;
}

function refOf({ value }: Located): string {
  return String(Object(value).$ref);
}

/**
 * Finds the discriminator that FastAPI leaves out: it writes `oneOf` only for unions with one, but does not name a property
 * that has an alias.
 */
function* sharedTag(schema: Located, keyword: string, references: References): Steps<string | undefined> {
  const members = yield* distinct(schema, keyword);
  const [first] = members;
  if (first === undefined) return undefined;
  for (const [name] of eachPartOf(within(references.follow(first), 'properties')))
    if (yield* isTag(name, members, references)) return name;
  return undefined;
}

/** Tells whether a property of each kind is limited to some texts. */
function* isTag(name: string, members: readonly Located[], references: References): Steps<boolean> {
  for (const member of members) {
    if (valuesOf(references.follow(member), name, references).length === 0) return false;
    if (isDue()) yield;
  }
  return true;
}

/** The targets in the mapping of a discriminator, by tag. */
function* mappedBy(
  discriminator: Located,
  references: References,
): Generator<[tag: string, target: Reference, at: string]> {
  for (const [tag, { value, at }] of eachPartOf(within(discriminator, 'mapping')))
    if (typeof value === 'string') yield [tag, references.mapped(value, at), at];
}

/**
 * Tells whether the files that the mapping of a discriminator leads to were all read, unlike those of a document whose files were
 * bundled into one without regard to mappings. Throws if it leads nowhere. What it leads to is not kept: others may need none of it.
 */
export const isMappingRead = findingOnce((discriminator, references): boolean => {
  const known = new Set<Reference>();
  for (const [, target, at] of mappedBy(discriminator, references)) {
    if (known.has(target)) continue;
    known.add(target);
    const { $ref } = target.value;
    if (!references.isInside($ref, at)) return false;
    references.find($ref, at);
  }
  return true;
});

/** Adds the kinds that no mapping names, by their own tags. */
function* addUnmapped(
  kinds: Map<string, Located>,
  members: readonly Located[],
  property: string,
  references: References,
): Steps<void> {
  const targets = new Set(kinds.values());
  const written = new Set([...targets].map(refOf));
  // Mostly, a member is written as in the mapping, so that no place has to be compared.
  const others = members.filter((member) => !written.has(refOf(member)));
  const named = new Set<string>();
  for (const target of others.length > 0 ? targets : []) {
    named.add(references.follow(target).at);
    if (isDue()) yield;
  }
  for (const member of others) {
    const tags = named.has(references.follow(member).at) ? [] : tagsOf(member, property, references);
    for (const tag of tags) kinds.set(tag, kinds.get(tag) ?? member);
    if (isDue()) yield;
  }
}

/** The tags of a kind: the values of the property in its schema, or else the name of its component. */
function tagsOf(member: Located, property: string, references: References): readonly string[] {
  const kind = references.follow(member);
  const tags = valuesOf(kind, property, references);
  const name = references.nameAt(kind.at);
  return tags.length > 0 || name === undefined ? tags : [name];
}

/** The same texts as `textsOf`, found once: hundreds of unions may have the same kinds. */
function valuesOf(kind: Located, property: string, references: References): readonly string[] {
  return ensure(textsIn(kind, references), property, () => textsOf(kind, property, references));
}

const textsIn = findingOnce(() => new Map<string, readonly string[]>());

/** The texts that a property of a kind is limited to, by its schema or in an `allOf`; none if it is not limited. */
function textsOf(kind: Located, property: string, references: References): readonly string[] {
  const { value } = references.follow(within(within(kind, 'properties'), property));
  const values = isRecord(value) ? (Array.isArray(value.enum) ? value.enum : [value.const]) : [];
  const own = values.filter((each) => typeof each === 'string');
  return [...own, ...itemsOf(within(kind, 'allOf')).flatMap((part) => valuesOf(part, property, references))];
}
