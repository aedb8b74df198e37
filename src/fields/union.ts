import {
  Found,
  Issues,
  isListing,
  ofKind,
  pauseListing,
  resumeListing,
  unlisted,
  wrong,
} from '../errors/issue.ts';
import { defined } from '../text/guards.ts';
import { ensure } from '../text/memo.ts';
import { checkNoMore, OptionError } from '../text/options.ts';
import type { Definitions, JsonSchema, Side } from './definitions.ts';
import { type AnyField, checkFields, type Field, field, type GivenOf, type ValueOf } from './field.ts';
import { EXACT, Fit, forReply, NEAR } from './fit.ts';
import { taggedParser } from './object.ts';
import { type Open, onBothSides, type Samples } from './samples.ts';
import { isRecord } from './values.ts';
import { maySpend, stepsOf } from './work.ts';

/**
 * A value of one of several kinds: the one that fits best, as pydantic chooses it. For objects, that is the kind which knows most
 * of the properties; for other values, the one which converts least. The first of several equals wins.
 *
 * @example
 * union(integer(), text()).parse('ten') // 'ten'
 */
export function union<const Members extends readonly [AnyField, ...AnyField[]]>(
  ...members: Members
): Field<ValueOf<Members[number]>, GivenOf<Members[number]>>;
export function union<Members extends readonly [AnyField, ...AnyField[]]>(
  ...members: Members
): Field<ValueOf<Members[number]>> {
  return unionOf(members);
}

/** The same, from an array of kinds, which may be longer than an argument list. */
export function unionOf<const Members extends readonly [AnyField, ...AnyField[]]>(
  members: Members,
): Field<ValueOf<Members[number]>> {
  checkFields('union', members);
  if (members.length === 0) throw new TypeError('union takes at least one field');
  const kinds = members.map((member, at) => ({ member, at, required: requiredNames(member) }));
  const areObjects = members.every(({ shape }) => shape !== undefined);
  const choose = chooser(kinds, areObjects);
  return field({
    parse(raw, outer) {
      const { result, fit } = choose(raw, outer);
      if (fit && outer) {
        outer.lower(fit.exactness);
        if (fit.properties !== undefined) outer.count(fit.properties, fit.isWhole);
      }
      return result as ValueOf<Members[number]> | Issues;
    },
    write(value) {
      const write = () => (choose(value, forReply).member ?? members[0]).write(value);
      return isOpen ? write() : outermost(write);
    },
    describe: (side, definitions) => ({ anyOf: members.map((member) => member.describe(side, definitions)) }),
    samples: (like, open) => unionSamples(members, like, open),
    typeName: () => shortened(`union[${members.map((member) => member.typeName()).join(',')}]`),
  });
}

/** The most characters of a type name. The names of nested unions can double at each level. */
const MAX_CHARACTERS = 5000;

function shortened(name: string): string {
  return name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS)}...` : name;
}

type Values = Readonly<Record<string, unknown>>;

interface Kind {
  readonly member: AnyField;
  readonly at: number;
  /** The names of the required properties. */
  readonly required: readonly string[];
}

/** Returns the names of the properties that a kind of a union requires. */
export function requiredNames(member: AnyField): readonly string[] {
  const properties = Object.entries(member.shape ?? {});
  return properties.filter(([, { absent }]) => !absent).map(([name]) => name);
}

/** The member of a union that a value fits best, and how well; only issues if the value fits none. */
interface Choice {
  readonly member?: AnyField;
  readonly result: unknown;
  readonly fit?: Fit;
}

type Choose = (raw: unknown, outer?: Fit) => Choice;

/** True while a union reads or writes a value. */
let isOpen = false;

/**
 * The choices of unions for the parts of the value that the outermost one reads. Several kinds of a union may contain the same
 * union, and each asks for its choice, so without this the work would double at each level.
 */
let known: Map<Choose, Map<unknown, Choice>> | undefined;

/** The value that a union is reading as each of its kinds. */
let current: unknown;

/** Remembers choices until the outermost union has read or written its value. */
function outermost<Result>(run: () => Result): Result {
  isOpen = true;
  try {
    return run();
  } finally {
    isOpen = false;
    known = undefined;
    current = undefined;
  }
}

/** Makes the function that chooses a kind for a value. */
function chooser(kinds: readonly Kind[], areObjects: boolean): Choose {
  const kindsFor = kindFinder(kinds);
  const refuse: Choose = (raw, outer) => ({ result: refusals(kinds, raw, outer) });
  const choose: Choose = (raw, outer) => {
    const steps = stepsOf(raw);
    // Finding the kinds looks through the names of an object, too.
    if (!maySpend(steps)) return { result: wrong('too_complex', raw) };
    const choice = attempt(kinds, kindsFor(raw), { areObjects, steps }, raw, outer);
    return !choice.fit && isListing() ? refuse(raw, outer) : choice;
  };

  /** Looks up a choice, or makes it. Issues that were only counted are made when they are to be listed. */
  const remembered: Choose = (raw, outer) => {
    known ??= new Map();
    const choices = ensure(known, choose, () => new Map<unknown, Choice>());
    const found = choices.get(raw);
    if (found && (found.fit || !isListing() || isListed(found))) return found;
    const made = found ? refuse(raw, outer) : choose(raw, outer);
    choices.set(raw, made);
    return made;
  };
  return (raw, outer) => {
    if (!isOpen) return outermost(() => choose(raw, outer));
    return isObject(raw) || raw === current ? remembered(raw, outer) : choose(raw, outer);
  };
}

function isListed({ result }: Choice): boolean {
  return result instanceof Issues && result.parts.length > 0;
}

/** The most kinds that are all looked at for each object. */
const FEW_KINDS = 8;

/** Makes a function that returns the kinds whose required properties an object has; for other values, all kinds. */
function kindFinder(kinds: readonly Kind[]): (raw: unknown) => readonly Kind[] {
  if (kinds.every(({ required }) => required.length === 0)) return () => kinds;
  const complete = (some: readonly Kind[], raw: object) =>
    some.filter(({ required }) => !lacksAny(required, raw));
  if (kinds.length <= FEW_KINDS) return (raw) => (isObject(raw) ? complete(kinds, raw) : kinds);
  const free = kinds.filter(({ required }) => required.length === 0);
  const byName = new Map<string, Kind[]>();
  for (const kind of kinds)
    for (const name of kind.required.slice(0, 1)) ensure(byName, name, () => []).push(kind);
  return (raw) => {
    if (!isObject(raw)) return kinds;
    const named = Array.isArray(raw) ? [] : Object.keys(raw).flatMap((name) => byName.get(name) ?? []);
    const found = complete(named, raw);
    return found.length === 0 ? free : [...free, ...found].sort((one, other) => one.at - other.at);
  };
}

/**
 * Reads a value as each kind that it can be. Makes no issues, since they may not be reported: if it fits none, they are counted,
 * unless they are to be listed afterwards.
 */
function attempt(
  kinds: readonly Kind[],
  some: readonly Kind[],
  { areObjects, steps }: { readonly areObjects: boolean; readonly steps: number },
  raw: unknown,
  outer?: Fit,
): Choice {
  let best: Choice | undefined;
  let count = 0;
  const before = pauseListing();
  const around = current;
  current = raw;
  try {
    for (const { member } of some) {
      if (!maySpend(steps)) return { result: wrong('too_complex', raw) };
      const fit = new Fit(outer);
      const result = member.parse(raw, fit);
      if (result !== raw && result instanceof Issues) count += result.count;
      else if (isPerfect(fit) || (areObjects && isPerfectObject(fit))) return { member, result, fit };
      else if (!best?.fit || isBetter(fit, best.fit)) best = { member, result, fit };
    }
    if (best || before > 0) return best ?? { result: unlisted(count) };
    return { result: unlisted(count + countOthers(kinds, some, raw, steps, outer)) };
  } finally {
    resumeListing(before);
    current = around;
  }
}

/** True if no other kind can fit better. */
function isPerfect({ exactness, properties }: Fit): boolean {
  return exactness === EXACT && properties === undefined;
}

/** True if no other kind of object can fit better: this one knows all that was sent, and converts nothing. */
function isPerfectObject({ exactness, properties, isWhole }: Fit): boolean {
  return exactness >= NEAR && properties !== undefined && isWhole;
}

function isBetter(one: Fit, other: Fit): boolean {
  const { properties } = one;
  if (properties !== undefined && other.properties !== undefined && properties !== other.properties)
    return properties > other.properties;
  return one.exactness > other.exactness;
}

/**
 * Counts what is wrong with an object that lacks required properties of each of the other kinds. Without time for that, at least
 * one thing is.
 */
function countOthers(
  kinds: readonly Kind[],
  some: readonly Kind[],
  raw: unknown,
  steps: number,
  outer?: Fit,
): number {
  const others = kinds.length - some.length;
  if (others === 0 || !maySpend(others * steps)) return others;
  let count = 0;
  const chosen = new Set(some);
  for (const kind of kinds) {
    const result = chosen.has(kind) ? undefined : kind.member.parse(raw, new Fit(outer));
    if (result instanceof Issues) count += result.count;
  }
  return count;
}

export function lacksAny(names: readonly string[], raw: object): boolean {
  for (const name of names) if ((raw as Values)[name] === undefined) return true;
  return false;
}

/** Returns the issues that each kind has with a value that fits none. */
function refusals(kinds: readonly Kind[], raw: unknown, outer: Fit | undefined): Issues | undefined {
  const found = new Found();
  const around = current;
  current = raw;
  const steps = stepsOf(raw);
  for (const { member } of kinds) {
    const result = maySpend(steps) ? member.parse(raw, new Fit(outer)) : undefined;
    if (!(result instanceof Issues)) {
      found.add(wrong('too_complex', raw));
      break;
    }
    found.add(ofKind(result, member.typeName()));
  }
  current = around;
  return found.issues;
}

function isObject(raw: unknown): raw is object {
  return typeof raw === 'object' && raw !== null;
}

/** The kinds of objects, by the value of the discriminator. */
export type Kinds = Readonly<Record<string, AnyField>>;

/**
 * An object of one of several kinds, chosen by its discriminator. `discriminatedUnion('type', { cat, dog })` reads an object as a
 * `cat` if its `type` is `"cat"`, and then reports only the issues of a `cat`.
 *
 * @example
 * const cat = object({ type: literal('cat'), lives: integer() });
 * const dog = object({ type: literal('dog'), barks: boolean() });
 * discriminatedUnion('type', { cat, dog }).parse({ type: 'cat', lives: 9 }) // { type: 'cat', lives: 9 }
 */
export function discriminatedUnion<K extends Kinds>(
  discriminator: string,
  kinds: K,
): Field<ValueOf<K[keyof K]>, GivenOf<K[keyof K]>>;
export function discriminatedUnion<K extends Kinds>(
  discriminator: string,
  kinds: K,
): Field<ValueOf<K[keyof K]>> {
  const takes = 'discriminatedUnion() takes the name of a property and objects by its values';
  if (typeof discriminator !== 'string' || !isRecord(kinds)) throw new OptionError(takes);
  checkFields('discriminatedUnion', Object.values(kinds));
  checkNoMore('discriminatedUnion()', arguments, 2);
  return unionByKind(discriminator, new Map(Object.entries(kinds) as [string, Field<ValueOf<K[keyof K]>>][]));
}

type Tagged = Readonly<Record<string, unknown>>;

/** The kinds by the value of the discriminator, as a map has them or as they are made when they are looked up. */
interface KindsByTag<Kind> extends Iterable<readonly [tag: unknown, kind: Kind]> {
  get(tag: unknown): Kind | undefined;
  keys(): Iterable<unknown>;
  values(): Iterable<Kind>;
}

/** The same as `discriminatedUnion`, without its checks: there may be a hundred thousand kinds. */
export function unionByKind<Value>(discriminator: string, kinds: KindsByTag<Field<Value>>): Field<Value> {
  const parsers = new Map<unknown, Field<Value>['parse']>();
  const parserOf = (tag: unknown) => {
    const kind = kinds.get(tag);
    const parse = kind && taggedParser(kind, discriminator, tag);
    if (parse) parsers.set(tag, parse);
    return parse;
  };
  const tags = [...kinds.keys()].map(String);
  return field<Value>({
    parse(raw, fit) {
      const tag = typeof raw === 'object' && raw !== null ? (raw as Tagged)[discriminator] : undefined;
      const parse = parsers.get(tag) ?? parserOf(tag);
      if (!parse) return unknownKind(raw, discriminator, tags);
      const result = parse(raw, fit);
      if (result === raw || !(result instanceof Issues)) return result;
      // An inherited tag was not sent.
      if (!Object.hasOwn(raw as Tagged, discriminator)) return unknownKind(raw, discriminator, tags);
      return ofKind(result, String(tag));
    },
    write(value) {
      const { [discriminator]: tag } = Object(value);
      return (kinds.get(tag) ?? defined([...kinds.values()][0])).write(value);
    },
    describe: (side, definitions) => describeKinds(discriminator, kinds, side, definitions),
    samples: (like, open) => taggedSamples(discriminator, kinds, like, open),
    typeName: () => `tagged-union[${[...kinds.values()].map((kind) => kind.typeName()).join(',')}]`,
  });
}

function unknownKind(raw: unknown, discriminator: string, tags: readonly string[]): Issues {
  if (!isRecord(raw)) return wrong('model_attributes_type', raw);
  if (!Object.hasOwn(raw, discriminator)) return wrong('union_tag_not_found', raw, { discriminator });
  return wrong('union_tag_invalid', raw, { discriminator, tag: pythonText(raw[discriminator]), tags });
}

/** Writes a tag as Python shows it in a sentence. The contents of arrays and objects are left out. */
function pythonText(tag: unknown): string {
  if (tag === null) return 'None';
  if (typeof tag === 'boolean') return tag ? 'True' : 'False';
  if (typeof tag !== 'object') return String(tag);
  return Array.isArray(tag) ? '[...]' : '{...}';
}

/** Describes the kinds. If all of them have names, OpenAPI gets a mapping from tags to schemas. */
function describeKinds(
  propertyName: string,
  kinds: KindsByTag<AnyField>,
  side: Side,
  definitions: Definitions,
): JsonSchema {
  const schemas = [...kinds].map(([tag, kind]) => [tag, kind.describe(side, definitions)] as const);
  const oneOf = schemas.map(([, schema]) => schema);
  if (!oneOf.every(({ $ref }) => $ref !== undefined)) return { oneOf };
  const mapping = Object.fromEntries(schemas.map(([tag, { $ref }]) => [tag, $ref]));
  return { oneOf, discriminator: { propertyName, mapping } };
}

/** Samples of each kind of a union. It refuses those that fit no kind. */
function unionSamples(members: readonly AnyField[], like: unknown, open: Open): Samples {
  return onBothSides(function* (side) {
    for (const member of members) yield* member.samples(like, open)[side];
  });
}

/** Samples of each kind with its tag, and objects whose tag is missing or unknown. */
function taggedSamples(
  discriminator: string,
  kinds: KindsByTag<AnyField>,
  like: unknown,
  open: Open,
): Samples {
  const samplesOn = (side: keyof Samples) => samplesWithTag(discriminator, kinds, side, like, open);
  return {
    accepted: samplesOn('accepted'),
    refused: withoutTag(discriminator, samplesOn('accepted'), samplesOn('refused')),
  };
}

/** Yields the samples of each kind with its tag, since the kind itself may allow any. */
function* samplesWithTag(
  discriminator: string,
  kinds: KindsByTag<AnyField>,
  side: keyof Samples,
  like: unknown,
  open: Open,
): Iterable<unknown> {
  for (const [tag, kind] of kinds)
    for (const value of kind.samples(like, open)[side])
      yield isRecord(value) && value[discriminator] !== tag ? { ...value, [discriminator]: tag } : value;
}

function* withoutTag(
  discriminator: string,
  accepted: Iterable<unknown>,
  refused: Iterable<unknown>,
): Iterable<unknown> {
  for (const value of accepted) {
    if (isRecord(value)) {
      const { [discriminator]: _, ...others } = value;
      yield others;
      yield { ...others, [discriminator]: 'unknown' };
      break;
    }
    yield value;
  }
  yield* refused;
}
