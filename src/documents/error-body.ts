/**
 * Writes errors by the schema that a document declares for them. The vocabulary of error bodies says which property is what, so that
 * the true reasons are told wherever the schema has a place for them.
 */
import { dotted, joined, labelled, type Reason, summary } from '../errors/bodies/reasons.ts';
import { purposeOf } from '../errors/bodies/roles.ts';
import { plain } from '../errors/bodies/vocabulary.ts';
import { isRecord } from '../fields/values.ts';
import { phraseOf } from '../http/statuses.ts';
import { greatest, smallest } from '../text/extremes.ts';
import { ensure } from '../text/memo.ts';
import { type Property, type Scene, valuesFor, WHOLE, wordOf, worthOfPurpose } from './error-values.ts';
import type { FieldReader } from './fields.ts';
import { itemsOf, type Located, within } from './located.ts';
import { sampleOf } from './sample.ts';
import type { Validate } from './schema/compile.ts';
import {
  combined,
  keywordIn,
  lengthIn,
  type ObjectSchema,
  partsOfSchema,
  possibleTypes,
  propertiesIn,
  requiredNames,
  schemasByPattern,
  typeNamed,
  typesOf,
} from './schema.ts';

/** An error to be written. */
export interface Told {
  readonly status: number;
  /** What is wrong, in a sentence. */
  readonly sentence: string;
  /** What is wrong with values; none if the request is refused for anything else. */
  readonly reasons: readonly Reason[];
  /** The path of the operation, for bodies that repeat it. */
  readonly path: string;
}

/** The means to write by the schemas of a document. */
export interface Means {
  /** The reader of the schemas of replies. */
  readonly reader: FieldReader;
  /** Compiles a schema to check values exactly. */
  readonly compile: (schema: Located) => Validate;
}

/** A value, and how much it tells of the error. */
interface Made {
  readonly value: unknown;
  readonly worth: number;
}

/**
 * The part that a value plays: the whole body, a property that holds errors, one of several errors, or what is wrong with a place
 * that is named around it.
 */
type Role = 'body' | 'errors' | 'entry' | 'value';

/** A place in a body where a value is to be written. */
interface Spot {
  readonly role: Role;
  /** The value of the document's example at this place. */
  readonly ground: unknown;
  readonly reasons: readonly Reason[];
  /** True if nothing around this place tells what is wrong with the request as a whole. */
  readonly isOnly: boolean;
  readonly depth: number;
}

/** The most levels of nested values. */
const MAX_DEPTH = 12;
/** The most alternatives of a union that are tried. */
const MAX_ALTERNATIVES = 24;
/** The most values that are tried for one error. */
const MAX_STEPS = 1000;
/** The most reasons that are told in one error, and the most items that a schema makes it have. */
const MAX_REASONS = 100;
/** What a text tells, and what a place in a map tells in addition. */
const TEXT_WORTH = 10;
const PLACE_WORTH = 10;

/** Writes an error by a schema: the reasons if it has a place for them, otherwise an example or a sample. */
export function writeErrorBody(
  schema: Located,
  grounds: readonly unknown[],
  told: Told,
  means: Means,
): unknown {
  const starts = grounds.length > 0 ? grounds : [undefined];
  for (const reasons of [told.reasons.slice(0, MAX_REASONS), told.reasons.slice(0, 1)])
    for (const isFull of [false, true]) {
      const writer = new BodyWriter({ ...told, reasons }, means, isFull);
      const best = bestOf(starts.map((ground) => writer.write(schema, ground)));
      if (best && best.worth > 0) return best.value;
    }
  const isValid = (value: unknown) => means.compile(schema)(value) === undefined;
  return grounds.find(isValid) ?? sampleIn(means, schema);
}

/** The samples of the document's schemas: errors repeat them, and one of a large schema takes milliseconds. */
const samples = new WeakMap<Means, WeakMap<object, unknown>>();

function sampleIn(means: Means, schema: Located): unknown {
  const known = samples.get(means) ?? new WeakMap();
  samples.set(means, known);
  const key = Object(schema.value);
  if (!known.has(key)) known.set(key, sampleOf(schema, means.reader));
  return known.get(key);
}

class BodyWriter {
  readonly #told: Told;
  readonly #means: Means;
  /** True if optional properties that tell nothing are written, too. */
  readonly #isFull: boolean;
  /** What was written by each schema, by the reasons to tell and what else the spot is for. */
  readonly #known = new Map<unknown, Map<unknown, Map<string, Made | undefined>>>();
  #steps = 0;

  constructor(told: Told, means: Means, isFull: boolean) {
    this.#told = told;
    this.#means = means;
    this.#isFull = isFull;
  }

  write(schema: Located, ground: unknown): Made | undefined {
    const { reasons } = this.#told;
    return this.#write(schema, { role: 'body', ground, reasons, isOnly: true, depth: 0 });
  }

  /** Writes a value that is valid by a schema, once for each spot that asks for the same; undefined if none is found. */
  #write(schema: Located, spot: Spot): Made | undefined {
    const { ground, reasons, role, isOnly } = spot;
    if (ground !== undefined) return this.#make(schema, spot);
    const bySpot = ensure(this.#known, schema.value, () => new Map<unknown, Map<string, Made | undefined>>());
    const made = ensure(bySpot, reasons, () => new Map<string, Made | undefined>());
    const key = `${role} ${isOnly}`;
    if (!made.has(key)) made.set(key, this.#make(schema, spot));
    return made.get(key);
  }

  #make(schema: Located, spot: Spot): Made | undefined {
    if (spot.depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) return this.#plain(schema, spot.ground);
    const parts = partsOfSchema(schema, this.#means.reader.references);
    const ground = spot.ground ?? exampleIn(parts);
    const made = this.#alternatives(parts).flatMap((each) =>
      typesAt(each, ground, spot.role).map((type) => this.#compose(type, each, { ...spot, ground })),
    );
    return (
      bestOf(made.filter((each) => each && this.#isValid(schema, each.value))) ?? this.#plain(schema, ground)
    );
  }

  #isValid(schema: Located, value: unknown): boolean {
    return value !== undefined && this.#means.compile(schema)(value) === undefined;
  }

  /** Returns the value of the example or a sample, which tell nothing. */
  #plain(schema: Located, ground: unknown): Made | undefined {
    const value = this.#isValid(schema, ground) ? ground : sampleIn(this.#means, schema);
    return this.#isValid(schema, value) ? { value, worth: 0 } : undefined;
  }

  /** Lists the ways to meet a schema: one for each member of its unions. */
  #alternatives(parts: ObjectSchema): readonly ObjectSchema[] {
    const { references } = this.#means.reader;
    const union = parts.find(({ value }) => value.oneOf !== undefined || value.anyOf !== undefined);
    if (!union) return [parts];
    const { oneOf, anyOf, ...own } = union.value;
    const keyword = oneOf === undefined ? 'anyOf' : 'oneOf';
    const left = keyword === 'oneOf' && anyOf !== undefined ? { ...own, anyOf } : own;
    const rest = parts.map((each) => (each === union ? { value: left, at: union.at } : each));
    return itemsOf(within(union, keyword))
      .slice(0, MAX_ALTERNATIVES)
      .flatMap((member) => this.#alternatives([...rest, ...partsOfSchema(member, references)]))
      .slice(0, MAX_ALTERNATIVES);
  }

  #compose(type: string, parts: ObjectSchema, spot: Spot): Made | undefined {
    if (type === 'array') return this.#list(parts, spot);
    if (type === 'object') return this.#object(parts, spot);
    return type === 'string' ? this.#line(parts, spot) : undefined;
  }

  /** Writes a text that is a whole body, an item of a list, or the value of a place. */
  #line(parts: ObjectSchema, { role, reasons }: Spot): Made {
    const [first] = reasons;
    const texts =
      first && role === 'value' ? [first.message] : this.#texts(role === 'entry' ? [] : reasons, first);
    const text = texts.find((each) => fitted(each, parts) === each) ?? fitted(texts[0], parts);
    return { value: text, worth: TEXT_WORTH };
  }

  /** Returns texts that tell what is wrong, of which the first says everything, and the others less and less. */
  #texts(all: readonly Reason[], first = all[0]): readonly string[] {
    const { sentence, status } = this.#told;
    const ofOne = first ? [labelled(first), first.message] : [sentence];
    return [...(all.length > 0 ? [joined(all)] : []), ...ofOne, phraseOf(status)];
  }

  #list(parts: ObjectSchema, spot: Spot): Made {
    const items = combined(keywordIn(parts, 'items')) ?? anything;
    const [ground] = Array.isArray(spot.ground) ? spot.ground : [];
    const role = spot.role === 'value' ? 'value' : 'entry';
    const made = this.#toldIn(spot)
      .slice(0, boundIn(parts, 'maxItems', smallest))
      .map((reason) => this.#write(items, { ...inside(spot, role), ground, reasons: [reason] }))
      .filter((each) => each !== undefined);
    const missing = Math.min(boundIn(parts, 'minItems', greatest) ?? 0, MAX_REASONS) - made.length;
    const last = missing > 0 ? (made.at(-1) ?? this.#plain(items, ground)) : undefined;
    const filled = [...made, ...new Array<Made | undefined>(Math.max(missing, 0)).fill(last)];
    return { value: filled.map((each) => each?.value), worth: worthOf(made) };
  }

  /** Returns what a list or a map tells: all about values, and about the request as a whole if nothing else does. */
  #toldIn({ role, reasons, isOnly }: Spot): readonly Reason[] {
    if (role === 'value' || role === 'entry') return reasons;
    const placed = reasons.filter(({ path }) => path.length > 0);
    if (placed.length > 0 || !isOnly) return placed;
    const { sentence, status } = this.#told;
    const [whole = { part: '', path: [], type: wordOf(status), message: sentence, input: null }] = reasons;
    return [whole];
  }

  #object(parts: ObjectSchema, spot: Spot): Made {
    const properties = this.#propertiesOf(parts, spot);
    if (spot.role === 'value' && properties.length === 0) return this.#mapBy(({ type }) => type, parts, spot);
    const most = boundIn(parts, 'maxProperties', smallest);
    if (!isMap(properties, parts, spot.role)) return this.#record(properties, spot, most);
    return this.#mapBy((reason) => dotted(reason) || WHOLE, parts, spot);
  }

  /** Writes a map from places, or from types of errors, to what is wrong. */
  #mapBy(keyOf: (reason: Reason) => string, parts: ObjectSchema, spot: Spot): Made {
    const schemaOf = propertySchemas(parts, [...propertiesIn(parts).values()][0]);
    const [ground] = isRecord(spot.ground) ? Object.values(spot.ground) : [];
    const byKey = new Map<string, Reason[]>();
    for (const reason of this.#toldIn(spot)) ensure(byKey, keyOf(reason), () => []).push(reason);
    const entries = [...byKey].flatMap(([key, reasons]): readonly (readonly [string, Made])[] => {
      const schema = schemaOf(key);
      const made = schema && this.#write(schema, { ...inside(spot, 'value'), ground, reasons });
      return made && made.worth >= TEXT_WORTH ? [[key, { ...made, worth: made.worth + PLACE_WORTH }]] : [];
    });
    return recordOf(entries);
  }

  #propertiesOf(parts: ObjectSchema, { ground, role }: Spot): readonly Property[] {
    const { replies, references } = this.#means.reader;
    const schemaOf = propertySchemas(parts);
    const required = new Set(requiredNames(parts));
    const grounds = new Map(Object.entries(isRecord(ground) ? ground : {}));
    const made = (name: string): readonly Property[] => {
      const schema = schemaOf(name);
      if (!schema || replies.isForeign(schema)) return [];
      const declared = possibleTypes(schema, references).filter((type) => type !== 'null');
      const own = grounds.get(name);
      const types = declared.length === 0 && own !== undefined ? [typeNamed(own)] : declared;
      const known = { name, plain: plain(name), schema, ground: own, types, isRequired: required.has(name) };
      const listed = partsOfSchema(schema, references).flatMap(({ value }) => itemsOfList(value.enum));
      return [{ ...known, listed, purpose: purposeOf(known.plain, types) }];
    };
    const all = [...new Set([...propertiesIn(parts).keys(), ...grounds.keys(), ...required])].flatMap(made);
    return isBlank(all, parts, role) ? [...all, ...defaultNames[role].flatMap(made)] : all;
  }

  /** Writes an object whose properties are for different purposes. */
  #record(properties: readonly Property[], spot: Spot, most: number | undefined): Made {
    const nested = this.#nestedIn(properties, spot);
    const scene = this.#sceneOf(properties, spot, nested);
    const made = properties.flatMap((property): readonly (readonly [Property, Made])[] => {
      const own = nested.get(property) ?? this.#scalar(property, scene);
      return own && (this.#isFull || isWanted(property, own)) ? [[property, own]] : [];
    });
    const ranked = most === undefined ? made : made.sort(byWorth).slice(0, most);
    const entries = ranked.map(([{ name }, each]) => [name, each] as const);
    return recordOf(entries);
  }

  /** Writes the objects and lists of an object. The best of those for errors tells them, and the others stay empty. */
  #nestedIn(properties: readonly Property[], spot: Spot): ReadonlyMap<Property, Made> {
    const isOne = isOneError(spot);
    const hasText = properties.some(hasTextIn);
    const at: Spot = { ...inside(spot, isOne ? 'value' : 'errors'), isOnly: spot.isOnly && !hasText };
    const written = (all: readonly Property[], change: Partial<Spot>) =>
      new Map(
        all.flatMap((each): readonly (readonly [Property, Made])[] => {
          const made = this.#write(each.schema, { ...at, ground: each.ground, ...change });
          return made ? [[each, made]] : [];
        }),
      );
    const forErrors = properties.filter(({ purpose }) => purpose === 'errors');
    const others = properties.filter(({ purpose, types }) => purpose === 'other' && types.includes('object'));
    const sources = properties.filter(({ purpose }) => purpose === 'source');
    const isTold = isOne && hasText;
    const first = isTold ? new Map<Property, Made>() : written(forErrors, {});
    const mayBeInside = !isTold && !hasText && worthOf([...first.values()]) < TEXT_WORTH;
    const tried = mayBeInside ? new Map([...first, ...written(others, { role: 'body' })]) : first;
    const best = bestOf([...tried.values()]);
    const telling = [...tried].filter(([, made]) => made === best && made.worth >= TEXT_WORTH).slice(0, 1);
    return new Map([
      ...written(forErrors, { reasons: none, isOnly: false, role: 'errors' }),
      ...telling,
      ...(isOne ? written(sources, { role: 'entry' }) : []),
    ]);
  }

  #sceneOf(properties: readonly Property[], spot: Spot, nested: ReadonlyMap<Property, Made>): Scene {
    const { status, sentence, path } = this.#told;
    const isEntry = isOneError(spot);
    const isTold = !isEntry && worthOf([...nested.values()]) >= TEXT_WORTH;
    const places = properties.filter(({ purpose }) => purpose === 'place' || purpose === 'places');
    const hasSource = [...nested].some(
      ([{ purpose }, { worth }]) => purpose === 'source' && worth >= PLACE_WORTH,
    );
    const isAbout = isEntry || (!isTold && places.some(isReadInBody));
    const [reason] = isAbout || isTold ? spot.reasons : [];
    const about = { status, path, isEntry, texts: [], reason, isExplained: true, hasTitle: false };
    const hasOther = places.some(({ plain }) => plain !== 'location');
    const isPlaced = (property: Property) =>
      (this.#scalar(property, { ...about, hasPlace: hasOther })?.worth ?? 0) >= PLACE_WORTH;
    const hasPlace = hasSource || spot.role === 'value' || places.some(isPlaced);
    const ofOne = reason && (hasPlace ? reason.message : labelled(reason));
    const told = spot.reasons.length > 0 ? summary(spot.reasons) : sentence;
    const texts = isTold
      ? [told, ...this.#texts([], reason)]
      : ofOne
        ? [ofOne, reason.message]
        : this.#texts(spot.reasons);
    return {
      ...{ status, path, isEntry, texts },
      reason: isTold && spot.reasons.length > 1 ? undefined : reason,
      isExplained: isTold || properties.some(({ purpose }) => purpose === 'text'),
      hasTitle: properties.some(({ plain }) => plain === 'title'),
      hasPlace: hasOther,
    };
  }

  #scalar(property: Property, scene: Scene): Made | undefined {
    const { schema, purpose, ground } = property;
    const parts = partsOfSchema(schema, this.#means.reader.references);
    const values = valuesFor(property, scene).filter((value) => value !== undefined);
    const all = [...values, ...values.map((value) => fitted(value, parts))];
    const found = all.find((value) => this.#isValid(schema, value));
    if (found !== undefined) return { value: found, worth: worthOfPurpose[purpose] };
    return purpose === 'other' || property.isRequired || this.#isFull
      ? this.#plain(schema, ground)
      : undefined;
  }
}

/** Tells whether an object has a property: it must, the example has it, or it tells something. */
function isWanted({ isRequired, ground }: Property, { worth }: Made): boolean {
  return isRequired || ground !== undefined || worth > 0;
}

/** Sorts the required properties first, and of the others those that tell most. */
function byWorth(
  [one, { worth }]: readonly [Property, Made],
  [other, { worth: otherWorth }]: readonly [Property, Made],
): number {
  return Number(other.isRequired) - Number(one.isRequired) || otherWorth - worth;
}

const anything: Located = { value: {}, at: '' };
const none: readonly Reason[] = [];

/** The properties of an object that declares none. */
const defaultNames: Readonly<Record<Role, readonly string[]>> = {
  body: ['message', 'errors'],
  errors: [],
  entry: ['field', 'message'],
  value: [],
};

/** Recognizes an object that takes any property and has none that could tell an error. */
function isBlank(properties: readonly Property[], parts: ObjectSchema, role: Role): boolean {
  const others = keywordIn(parts, 'additionalProperties').map(({ value }) => value);
  if (role === 'entry' && others.length > 0) return !properties.some(canTell);
  return properties.length === 0 && !others.some(isFilled);
}

function canTell({ purpose }: Property): boolean {
  return purpose === 'text' || purpose === 'heading' || purpose === 'errors' || purpose === 'code';
}

function isFilled(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

/** Recognizes an object whose names are places: none of those that it declares is a name of anything else. */
function isMap(properties: readonly Property[], parts: ObjectSchema, role: Role): boolean {
  const isPlace = ({ purpose }: Property) =>
    purpose === 'other' || purpose === 'place' || purpose === 'input';
  if (role === 'errors') return properties.every(isPlace);
  if (role !== 'body') return false;
  if (properties.length === 0)
    return keywordIn(parts, 'additionalProperties').some(({ value }) => isFilled(value));
  return properties.every(
    (each) => isPlace(each) && each.types.length > 0 && each.types.every((type) => type === 'array'),
  );
}

/** Recognizes the place of an error where there may be other things, too: a path may be that of the request. */
function isReadInBody({ plain }: Property): boolean {
  return !/^(?:path|name|key)$/.test(plain);
}

function hasTextIn({ purpose, types }: Property): boolean {
  return purpose === 'text' || (purpose === 'heading' && !types.includes('boolean'));
}

function isOneError({ role }: Spot): boolean {
  return role === 'entry' || role === 'value';
}

function inside(spot: Spot, role: Role): Spot {
  return { ...spot, role, depth: spot.depth + 1 };
}

/** Returns the types to write: those that all parts name, or else the type of the example, or the usual one. */
function typesAt(parts: ObjectSchema, ground: unknown, role: Role): readonly string[] {
  const named = parts.map(({ value }) => typesOf(value)).filter((types) => types.length > 0);
  const [first, ...others] = named;
  if (first) return first.filter((type) => others.every((types) => types.includes(type)));
  return [ground === undefined ? usualTypes[role] : typeNamed(ground)];
}

const usualTypes: Readonly<Record<Role, string>> = {
  body: 'object',
  errors: 'array',
  entry: 'object',
  value: 'string',
};

/** Makes a lookup of the schemas of an object's properties; undefined for a name that it must not have. */
function propertySchemas(
  parts: ObjectSchema,
  usual: Located = anything,
): (name: string) => Located | undefined {
  const declared = propertiesIn(parts);
  const patterned = schemasByPattern(parts);
  const others = combined(keywordIn(parts, 'additionalProperties')) ?? usual;
  return (name) => {
    const own = declared.get(name) ?? combined(patterned(name)) ?? others;
    return own.value === false ? undefined : own;
  };
}

function exampleIn(parts: ObjectSchema): unknown {
  const all = parts.flatMap(({ value }) => [value.example, ...itemsOfList(value.examples)]);
  return all.find((each) => each !== undefined);
}

function itemsOfList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function boundIn(
  parts: ObjectSchema,
  keyword: string,
  choose: (bounds: readonly number[]) => number,
): number | undefined {
  const bounds = parts.map(({ value }) => lengthIn(value, keyword)).filter((length) => length !== undefined);
  return bounds.length > 0 ? choose(bounds) : undefined;
}

/** Shortens a text, or fills it up, to the length that its schema declares. */
function fitted(value: unknown, parts: ObjectSchema): unknown {
  if (typeof value !== 'string') return value;
  const characters = [...value];
  const most = boundIn(parts, 'maxLength', smallest) ?? characters.length;
  const least = boundIn(parts, 'minLength', greatest) ?? 0;
  if (characters.length > most) return characters.slice(0, most).join('');
  return value === '' ? value : value.padEnd(Math.min(least, MAX_FILLED), '.');
}

/** The most characters that a text is filled up to. */
const MAX_FILLED = 10_000;

function recordOf(entries: readonly (readonly [string, Made])[]): Made {
  const value = Object.fromEntries(entries.map(([name, made]) => [name, made.value]));
  return { value, worth: worthOf(entries.map(([, made]) => made)) };
}

function worthOf(all: readonly Made[]): number {
  return all.reduce((sum, { worth }) => sum + worth, 0);
}

function bestOf(all: readonly (Made | undefined)[]): Made | undefined {
  return all.reduce((best, made) => (made && (!best || made.worth > best.worth) ? made : best), undefined);
}
