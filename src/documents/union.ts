import { Issue, Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { lazy, nullable, unknown } from '../fields/optional.ts';
import { onBothSides } from '../fields/samples.ts';
import { discriminatedUnion, unionOf } from '../fields/union.ts';
import { isRecord } from '../fields/values.ts';
import { ensure, once } from '../text/memo.ts';
import { wrong } from './checks.ts';
import type { Dialect } from './dialect.ts';
import { sizeField } from './formats.ts';
import { eachItemOf, itemsOf, type Located, partsOf, textIn, within } from './located.ts';
import type { References } from './references.ts';
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
interface TaggedKinds {
  readonly property: string;
  readonly kinds: Kinds;
}

type Kinds = ReadonlyMap<string, Located>;

type TaggedKind = readonly [tag: string, kind: Located];

/** Makes the field of a union with a discriminator; undefined if the schema does not tell which tag is which kind. */
export function taggedUnion(schema: Located, keyword: string, maker: FieldMaker): AnyField | undefined {
  const tagged = taggedKinds(schema, keyword, maker);
  if (tagged === undefined) return undefined;
  const { property, kinds } = tagged;
  // Of many kinds, most are never sent.
  const fieldOf = kinds.size > MANY_KINDS ? maker.laterFieldOf : maker.fieldOf;
  const fields = new Map<unknown, AnyField>();
  const fieldFor = (kind: Located) => ensure(fields, writtenIn(kind), () => fieldOf(kind));
  const made = discriminatedUnion(
    property,
    Object.fromEntries(Array.from(kinds, ([tag, kind]) => [tag, fieldFor(kind)])),
  );
  return itemsOf(within(schema, keyword)).some(isNull) ? nullable(made) : made;
}

/** The number of kinds from which each is made when it is first sent. */
const MANY_KINDS = 50;

/** Reads the kinds of a union with a discriminator; undefined if the schema does not tell which tag is which kind. */
export function taggedKinds(
  schema: Located,
  keyword: string,
  { references, dialect }: TagReader,
): TaggedKinds | undefined {
  const discriminator = within(schema, 'discriminator');
  const named = textIn(discriminator, 'propertyName');
  if (named === undefined && !(dialect.hasSharedTags && keyword === 'oneOf')) return undefined;
  const members = once(() => distinct([...membersOf(schema, keyword)]));
  const property = named ?? sharedTag(members(), references);
  const mapping = mappingOf(discriminator, references);
  if (property === undefined || mapping === undefined) return undefined;
  const known = kindsBy(discriminator, references);
  const kinds = ensure(known, `${keyword} ${property}`, () =>
    kindsAmong(members(), property, mapping, references),
  );
  return kinds.size > 0 ? { property, kinds } : undefined;
}

/** What is known of the kinds of a discriminator, by keyword and property: fields, samples and those who read values exactly ask for them. */
const kindsBy = findingOnce(() => new Map<string, Kinds>());

function kindsAmong(
  members: readonly Located[],
  property: string,
  mapping: readonly TaggedKind[],
  references: References,
): Kinds {
  const kinds = new Map([...unmapped(members, property, mapping, references), ...mapping]);
  // Kinds that no mapping names are in the order of the members.
  return mapping.length > 0 ? inOrder(kinds, members, property, references) : kinds;
}

/** The members, each once: thousands may refer to the same kind. */
function distinct(members: readonly Located[]): readonly Located[] {
  return [...new Map(members.map((each) => [writtenIn(each), each])).values()];
}

/** What two places for the same kind have in common. */
function writtenIn({ value }: Located): unknown {
  return Object(value).$ref ?? value;
}

/** Sorts the kinds in the order of the members, since a mapping is often alphabetical. */
function inOrder(kinds: Kinds, members: readonly Located[], property: string, references: References): Kinds {
  const ranks = new Map<string, Map<string, number>>();
  let count = 0;
  for (const member of members) {
    const byTag = ensure(ranks, refOf(member), () => new Map<string, number>());
    for (const tag of ['', ...valuesOf(references.follow(member), property, references)])
      byTag.set(tag, count++);
  }
  const rankOf = ([tag, kind]: TaggedKind) => {
    const byTag = ranks.get(refOf(kind));
    return byTag?.get(tag) ?? byTag?.get('') ?? count;
  };
  // Thousands of tags may stand for the same kind.
  const byRank = new Map<number, TaggedKind[]>();
  for (const kind of kinds) ensure(byRank, rankOf(kind), () => []).push(kind);
  return new Map([...byRank].sort(([one], [other]) => one - other).flatMap(([, same]) => same));
}

function refOf({ value }: Located): string {
  return String(Object(value).$ref);
}

/**
 * Finds the discriminator that FastAPI leaves out: it writes `oneOf` only for unions with one, but does not name a property
 * that has an alias.
 */
function sharedTag([first, ...others]: readonly Located[], references: References): string | undefined {
  if (first === undefined) return undefined;
  const names = partsOf(within(references.follow(first), 'properties')).map(([name]) => name);
  return names.find((name) =>
    [first, ...others].every((member) => valuesOf(references.follow(member), name, references).length > 0),
  );
}

/**
 * The kinds in the mapping of a discriminator. Undefined if one of them is in a file that was not read, as in a document whose
 * files were bundled into one without regard to mappings.
 */
export const mappingOf = findingOnce((discriminator, references): readonly TaggedKind[] | undefined => {
  const kinds: TaggedKind[] = [];
  for (const [tag, { value, at }] of partsOf(within(discriminator, 'mapping'))) {
    if (typeof value !== 'string') continue;
    const $ref = references.mapped(value, at);
    if (!references.isInside($ref, at)) return undefined;
    references.find($ref, at);
    kinds.push([tag, { value: { $ref }, at }]);
  }
  return kinds;
});

/** The kinds that no mapping names, by their own tags. */
function unmapped(
  members: readonly Located[],
  property: string,
  mapping: readonly TaggedKind[],
  references: References,
): TaggedKind[] {
  const placeOf = (kind: Located) => references.follow(kind).at;
  const written = new Set(mapping.map(([, kind]) => refOf(kind)));
  // Mostly, a member is written as in the mapping, so that no place has to be compared.
  const named = once(() => new Set(mapping.map(([, kind]) => placeOf(kind))));
  const others = members.filter((member) => !written.has(refOf(member)) && !named().has(placeOf(member)));
  return others.flatMap((member) =>
    tagsOf(member, property, references).map((tag): TaggedKind => [tag, member]),
  );
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
