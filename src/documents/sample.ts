import { Issues, pauseListing, resumeListing } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { firstInTurns, Open } from '../fields/samples.ts';
import { isRecord } from '../fields/values.ts';
import { spending } from '../fields/work.ts';
import { ensure } from '../text/memo.ts';
import { atOnce, eachInSteps, isDue, pausing, type Steps } from '../text/turns.ts';
import { chained } from './checks.ts';
import type { FieldReader } from './fields.ts';
import { likelyValues, singular } from './likely.ts';
import { eachPartOf, itemsOf, type Located, partsOf, within } from './located.ts';
import type { References } from './references.ts';
import {
  isFree,
  type LocatedSchema,
  mergedOf,
  partsOfSchema,
  plainRules,
  requiredNames,
  type Schema,
  typesOf,
} from './schema.ts';
import { membersOf, type TaggedKinds, taggedKindsInSteps } from './union.ts';
import { weightOf } from './weight.ts';

/** The depth of a sample; deeper values are left out if they are optional. */
const MAX_DEPTH = 6;
/** The limit on nested schemas. */
const MAX_NESTED = 3 * MAX_DEPTH;
/** The limit on the items of a list. */
const MAX_ITEMS = 20;
/** The limit on the values of a sample; any further ones are left out, or null if they are required. */
const MAX_VALUES = 5000;
/** The members of a sample that is read at once. */
const FEW = 50;
/** The limit on the steps of reading a sample ahead. */
const MAX_READ_AHEAD = 20_000;
/** The limit on the weight of what is repeated, which would multiply at each level. */
const MAX_REPEATED_WEIGHT = 1024 * 1024;

/** The numbers of what a sample has so far. */
interface Count {
  /** The work that is left, for all values that are tried. */
  readonly open: Open;
  /** The limit on the values. */
  readonly most: number;
  values: number;
  /** The weight of the items that are repeated in lists, and of samples that several places have. */
  repeated: number;
  /** The schemas that were left out, because they were being sampled for the same value. */
  omitted: number;
  /** The samples of whole values, by their schemas and positions: a schema may be a part of many others, at each level. */
  readonly known: Map<unknown, Map<string, Sampled>>;
  /** What schemas say, with all that they combine. */
  readonly rules: Map<unknown, Rules>;
  /** What schemas say beside what they combine: as one object for each, by which the field made from it is found again. */
  readonly rests: Map<Schema, Schema>;
  /** The weights of samples that may be in several places; 0 for one that is only in one so far. */
  readonly weights: Map<unknown, number>;
}

interface Rules {
  readonly merged: Schema;
  readonly required: readonly string[];
}

/** A sample, and the numbers of what is in it. */
interface Sampled extends Pick<Count, 'values' | 'repeated' | 'omitted'> {
  readonly sample: unknown;
}

/** The depth of a part of a sample, and the schemas of which its schema is a part, for the same value. */
interface Position {
  readonly count: Count;
  readonly depth: number;
  /** The name of the value, by which a likely one is chosen. */
  readonly name: string;
  /** True if what is optional is left out, as in the shortest request. */
  readonly isShort: boolean;
  /** True for the whole value, false for one in it. */
  readonly isRoot: boolean;
  /** The properties that another part of the schema requires. */
  readonly required: ReadonlySet<string>;
  readonly wholes: ReadonlySet<unknown>;
  /** The schemas that were sampled for the same value: each of many parts may have all the others as its parts. */
  readonly sampled: Set<unknown>;
}

const none: ReadonlySet<never> = new Set();

/** The position of a nested value. */
function inside({ count, depth, isShort }: Position, name: string): Position {
  const sampled = new Set();
  return { count, depth: depth + 1, name, isShort, isRoot: false, required: none, wholes: none, sampled };
}

/** The position of a part of a schema. */
function partOf(schema: LocatedSchema, position: Position, { references }: FieldReader): Position {
  const { depth, wholes, required, count } = position;
  const own = rulesOf(schema, count, references).required;
  return {
    ...position,
    depth: depth + 1,
    wholes: new Set([...wholes, schema.value]),
    required: new Set([...required, ...own]),
  };
}

function rulesOf(schema: Located, { rules }: Count, references: References): Rules {
  return ensure(rules, schema.value, () => {
    const parts = partsOfSchema(schema, references);
    return { merged: mergedOf(parts), required: requiredNames(parts) };
  });
}

interface SampleOptions {
  /** The name under which the value is sent. */
  readonly name?: string;
  /** Leaves out what is optional, unless everything is. */
  readonly isShort?: boolean;
  /** The work that is left. */
  readonly open?: Open;
  /** The limit on its values. */
  readonly most?: number;
}

/**
 * Returns a valid value of a schema, the same each time: its example, its default, the first that it lists, one composed from its
 * parts, or a likely one for its name and format.
 */
export function sampleOf(schema: Located, reader: FieldReader, options?: SampleOptions): unknown {
  return atOnce(sampleInSteps(schema, reader, options));
}

/** The same in steps, one for each property and each part of a schema. */
export function* sampleInSteps(
  schema: Located,
  reader: FieldReader,
  { name = '', isShort = false, open = Open.forOne(), most = MAX_VALUES }: SampleOptions = {},
): Steps<unknown> {
  const count = {
    open,
    most,
    values: 0,
    repeated: 0,
    omitted: 0,
    known: new Map(),
    rules: new Map(),
    rests: new Map(),
    weights: new Map(),
  };
  const within = { depth: 0, wholes: none, sampled: new Set(), isRoot: true, required: none };
  return (yield* sampleAt({ count, name, isShort, ...within }, schema, reader)) ?? null;
}

function* sampleAt(position: Position, schema: Located, reader: FieldReader): Steps<unknown> {
  const { count, wholes, required, depth, isShort, isRoot, name } = position;
  if (wholes.size > 0 || required.size > 0) return yield* newSample(position, schema, reader);
  const target = reader.references.follow(schema);
  const samples = ensure(count.known, target.value, () => new Map<string, Sampled>());
  const key = `${depth} ${isShort} ${isRoot} ${name}`;
  const found = samples.get(key);
  if (found) {
    count.values += found.values;
    count.repeated += found.repeated;
    count.omitted += found.omitted;
    return count.values > count.most ? null : inOneMorePlace(found.sample, count);
  }
  const { values, repeated, omitted } = count;
  const sample = yield* newSample(position, target, reader);
  samples.set(key, {
    sample,
    values: count.values - values,
    repeated: count.repeated - repeated,
    omitted: count.omitted - omitted,
  });
  return sample;
}

/** Returns a sample for a place; null if what others have, too, weighs too much. */
function inOneMorePlace(sample: unknown, count: Count): unknown {
  const known = count.weights.get(sample);
  const weight = known === 0 ? weightOf(sample, MAX_REPEATED_WEIGHT) : (known ?? 0);
  count.weights.set(sample, weight);
  count.repeated += weight;
  return count.repeated > MAX_REPEATED_WEIGHT ? null : sample;
}

function* newSample(position: Position, schema: Located, reader: FieldReader): Steps<unknown> {
  const { count, depth, wholes, sampled } = position;
  count.values++;
  const target = reader.references.follow(schema);
  const { value, at } = target;
  if (!isRecord(value) || count.values > count.most) return null;
  // Of one that is nested too deeply here, another part may be less so.
  if (sampled.has(value) || (depth > MAX_NESTED && wholes.size > 0)) {
    count.omitted++;
    return undefined;
  }
  sampled.add(value);
  yield* reader.makeInSteps(target);
  const parse = reader.parserOf(target);
  const { open } = count;
  const isValid = (sample: unknown) =>
    sample !== undefined && open.read(sample, () => !(parse(sample) instanceof Issues)) === true;
  const declared = declaredIn(value).find(isValid);
  if (declared !== undefined) return inOneMorePlace(declared, count);
  const before = count.omitted;
  const made = yield* makeSample({ value, at }, reader, position);
  yield;
  // Nothing else can be found to be better. A part of a schema leaves the value to the other parts.
  if (!open.mayGoOn) return made ?? (wholes.size > 0 ? undefined : null);
  if (Object.keys(Object(made)).length > FEW) yield* readAhead(made, target, reader);
  const isIncomplete = count.omitted > before && wholes.size > 0;
  // Whatever is this deep is required, so a text or a number is not left out.
  const isCut = depth > MAX_DEPTH && made !== undefined;
  if (isIncomplete || isCut || isValid(made)) return made;
  const fitting = yield* withoutUnfit(made, target, reader);
  if (isValid(fitting)) return fitting;
  const short = position.isShort
    ? made
    : yield* makeSample({ value, at }, reader, { ...position, isShort: true, sampled: new Set(wholes) });
  if (isValid(short)) return short;
  const { merged: rules } = rulesOf(target, count, reader.references);
  // An `allOf` of texts or numbers has the examples of its parts.
  for (const likely of chained(declaredIn(rules), likelyValues(rules, position.name)))
    if (isValid(likely)) return likely;
  // A field takes long to make, and has no samples if no work is left.
  if (!open.mayGoOn) return made ?? null;
  const other = yield* firstInTurns(reader.fieldOf(target).samples(undefined, open).accepted);
  // A field repeats the sample of a part for each place of a list, and has no limit on what all of them weigh.
  const isHeavy = weightOf(other, MAX_REPEATED_WEIGHT) > MAX_REPEATED_WEIGHT;
  return (isHeavy ? undefined : other) ?? made ?? null;
}

/** Reads a sample with many members in steps, for which schemas are compiled: reading it once more then takes little time. */
function* readAhead(sample: unknown, schema: Located, reader: FieldReader): Steps<void> {
  const steps = reader.stepsParserOf(schema)(sample);
  const budget = { left: MAX_READ_AHEAD };
  for (let isDone: boolean | undefined; !isDone && budget.left > 0; ) {
    const before = pauseListing();
    try {
      isDone = spending(budget, () => steps.next()).done;
    } finally {
      resumeListing(before);
    }
    yield;
  }
}

/** Leaves out the properties of an object that have no valid value. */
function* withoutUnfit(made: unknown, schema: Located, reader: FieldReader): Steps<unknown> {
  if (!isRecord(made)) return undefined;
  const properties = within(schema, 'properties');
  const fitting: [string, unknown][] = [];
  for (const name of Object.keys(made)) {
    const value = made[name];
    const part = within(properties, name);
    const parse = part.value === undefined ? undefined : reader.parserOf(reader.references.follow(part));
    if (!(parse?.(value) instanceof Issues)) fitting.push([name, value]);
    yield;
  }
  return Object.fromEntries(fitting);
}

/** The values that a part of a document gives as examples: of a parameter, of a media type, or of a schema. */
export function examplesIn(part: Located, references: References): readonly unknown[] {
  const { example } = Object(part.value);
  const named = partsOf(within(part, 'examples')).map(([, each]) => references.follow(each));
  return [example, ...named.map((each) => within(each, 'value').value)].filter((each) => each !== undefined);
}

interface LikelyOptions extends Omit<SampleOptions, 'open' | 'most'> {
  /** Returns the values that come before the sample. */
  readonly given?: () => readonly unknown[];
  /** Changes each value to what the field reads. */
  readonly sent?: (value: unknown) => unknown;
}

/**
 * Puts likely values first among the samples of a field: those that are given, and a sample of the schema that it is made from. They
 * are made once, when they are asked for, in turns.
 */
export function withLikely(
  inner: AnyField,
  schema: Located,
  reader: FieldReader,
  { given = () => [], sent = (value) => value, ...options }: LikelyOptions = {},
): AnyField {
  let likely: readonly unknown[] | undefined;
  function* make(): Steps<readonly unknown[]> {
    likely ??= [...given(), yield* sampleInSteps(schema, reader, options)].map(sent);
    return likely;
  }
  function* accepted(like: unknown, open: Open): Iterable<unknown> {
    yield* yield* pausing(make());
    yield* inner.samples(like, open).accepted;
  }
  return derive(inner, {
    samples(like, open) {
      return { accepted: accepted(like, open), refused: inner.samples(like, open).refused };
    },
  });
}

/** The values that a schema itself lists. */
function declaredIn(schema: Schema): unknown[] {
  const { example, examples, default: fallback, const: only, enum: all } = schema;
  const listed = Array.isArray(examples) ? examples : [];
  return [example, ...listed, fallback, only, ...(Array.isArray(all) ? all : [])];
}

function* makeSample(schema: LocatedSchema, reader: FieldReader, position: Position): Steps<unknown> {
  if (position.depth > MAX_NESTED) return undefined;
  const { value, at } = schema;
  if (Array.isArray(value.allOf)) {
    const own = restOf(value, position, ['allOf']);
    const parts = [...itemsOf(within(schema, 'allOf')), { value: own, at }];
    const inner = partOf(schema, position, reader);
    return merged(yield* eachInSteps(parts, (part) => sampleAt(inner, part, reader)));
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const kind = yield* kindOf(schema, keyword, reader, position);
    if (kind) return yield* sampleOfUnion(schema, keyword, kind, reader, position);
  }
  const [type] = typesOf(value);
  if (type === 'object') return yield* sampleOfObject(schema, reader, position);
  return type === 'array' ? yield* sampleOfArray(schema, value, reader, position) : undefined;
}

/** What a schema says beside some keywords. */
function restOf(schema: Schema, { count }: Position, keywords: readonly string[]): Schema {
  return ensure(count.rests, schema, () =>
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword))),
  );
}

/** Merges the objects among samples, of which later ones win; undefined if there are none. */
function merged(samples: readonly unknown[]): unknown {
  const objects = samples.filter(isRecord);
  return objects.length > 0 ? Object.fromEntries(objects.flatMap((each) => Object.entries(each))) : undefined;
}

/** A kind of a union, and its discriminator, if there is one. */
interface Kind {
  readonly member: Located;
  readonly tag: Readonly<Record<string, string>> | undefined;
}

/** The kind of a union of which the union itself is a part, or else the first; undefined if there is none. */
function* kindOf(
  target: Located,
  keyword: string,
  reader: FieldReader,
  { wholes }: Position,
): Steps<Kind | undefined> {
  const [only] = membersOf(target, keyword);
  if (!only) return undefined;
  let first: Kind | undefined;
  for (const kind of kindsAmong(target, keyword, yield* taggedKindsInSteps(target, keyword, reader))) {
    first ??= kind;
    if (wholes.size === 0) break;
    if (wholes.has(reader.references.follow(kind.member).value)) return kind;
    if (isDue()) yield;
  }
  return first;
}

/** The kinds of a union, each made when it is asked for: mostly, only the first is. */
function* kindsAmong(target: Located, keyword: string, tagged: TaggedKinds | undefined): Iterable<Kind> {
  if (tagged) for (const [tag, member] of tagged.kinds) yield { member, tag: { [tagged.property]: tag } };
  else for (const member of membersOf(target, keyword)) yield { member, tag: undefined };
}

function* sampleOfUnion(
  schema: LocatedSchema,
  keyword: string,
  { member, tag }: Kind,
  reader: FieldReader,
  position: Position,
): Steps<unknown> {
  const { value, at } = schema;
  const own = restOf(value, position, [keyword, 'discriminator']);
  const members = value[keyword];
  const isCut = position.depth > MAX_DEPTH && Array.isArray(members) && members.length > 1;
  if (isCut && !isPlain(member, reader)) return null;
  const inner = partOf(schema, position, reader);
  const made = yield* sampleAt(inner, member, reader);
  if (made !== undefined && !isRecord(made)) return made;
  const isRest = !isFree(own, 'type', 'nullable');
  const others = isRest ? yield* sampleAt(inner, { value: own, at }, reader) : undefined;
  return merged([others, made, tag]);
}

/** Tells whether a schema is that of a text, a number or a boolean. */
function isPlain(schema: Located, { references }: FieldReader): boolean {
  return plainRules(Object(references.follow(schema).value)) !== undefined;
}

function* sampleOfObject(target: LocatedSchema, reader: FieldReader, position: Position): Steps<unknown> {
  const { depth } = position;
  const required = new Set([...position.required, ...requiredNames([target])]);
  const isShort = depth >= MAX_DEPTH || (position.isShort && !(position.isRoot && required.size === 0));
  if (depth > 2 * MAX_DEPTH) return {};
  const made: [string, unknown][] = [];
  for (const [name, part] of eachPartOf(within(target, 'properties'))) {
    if (isDue()) yield;
    // A value that is left out may be valid, unlike null.
    if ((isShort || position.count.values >= position.count.most) && !required.has(name)) continue;
    if (!reader.isForeign(part)) made.push([name, yield* sampleAt(inside(position, name), part, reader)]);
  }
  return Object.fromEntries(made);
}

function* sampleOfArray(
  target: Located,
  { minItems, contains, minContains = 1 }: Schema,
  reader: FieldReader,
  position: Position,
): Steps<unknown[]> {
  const inner = () => inside(position, singular(position.name));
  const places = itemsOf(within(target, 'prefixItems'));
  const made = yield* eachInSteps(places, (place) => sampleAt(inner(), place, reader));
  const { count } = position;
  if (isRecord(contains) && typeof minContains === 'number') {
    const items = within(target, 'items');
    const whole = { value: { allOf: [items.value, contains] }, at: target.at };
    const schema = isRecord(items.value) ? whole : within(target, 'contains');
    made.push(...repeated(yield* sampleAt(inner(), schema, reader), minContains, count));
  }
  const least = typeof minItems === 'number' ? minItems - made.length : 0;
  if (least <= 0 && (made.length > 0 || position.depth >= MAX_DEPTH)) return made;
  const item = yield* sampleAt(inner(), within(target, 'items'), reader);
  return [...made, ...repeated(item, Math.max(least, 1), count)];
}

/** Repeats an item as often as is wanted, as long as not too much is repeated in all. */
function repeated(item: unknown, wanted: number, count: Count): unknown[] {
  if (wanted <= 1) return wanted < 1 ? [] : [item];
  const weight = weightOf(item);
  const most = Math.max(Math.floor((MAX_REPEATED_WEIGHT - count.repeated) / weight), 1);
  const length = Math.min(Math.ceil(wanted), MAX_ITEMS, most);
  count.repeated += length * weight;
  return new Array(length).fill(item);
}
