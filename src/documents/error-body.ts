/**
 * Writes errors by the schema that a document declares for them. The vocabulary of error bodies says which property is what, so that
 * the true reasons are told wherever the schema has a place for them.
 */
import { dotted, joined, labelled, type Reason, summary } from '../errors/bodies/reasons.ts';
import { Open } from '../fields/samples.ts';
import { isRecord } from '../fields/values.ts';
import { withSteps } from '../fields/work.ts';
import { phraseOf } from '../http/phrases.ts';
import { ensure, rememberEach } from '../text/memo.ts';
import { eachInSteps, isDue, type Steps } from '../text/turns.ts';
import {
  type Alternative,
  type ErrorSchema,
  type ErrorSchemas,
  type Property,
  WORK_OF_SAMPLES,
} from './error-schemas.ts';
import { type Scene, saysSuccess, valuesFor, WHOLE, wordOf, worthOfPurpose } from './error-values.ts';
import type { Located } from './located.ts';
import { STEPS } from './schema/run.ts';
import { typeNamed } from './schema.ts';

/** An error to be written. */
export interface Told {
  readonly status: number;
  /** What is wrong, in a sentence. */
  readonly sentence: string;
  /** What is wrong with values; none if the request is refused for anything else. */
  readonly reasons: readonly Reason[];
  /** The path of the request, for bodies that repeat it. */
  readonly path: string;
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
/**
 * The most work for one error: the properties that are looked at, and the values that are tried, which take longer, most of all the
 * first by a schema.
 */
const MAX_WORK = 10_000;
const WORK_OF_TRY = 10;
const WORK_OF_SCHEMA = 30;
const STEPS_PER_WORK = 10;
/** The most reasons that are told in one error, and the most items that a schema makes it have. */
const MAX_REASONS = 100;
/** The most properties of an object that are looked at, of which each takes a few kilobytes of memory from then on. */
const MAX_LOOKED_AT = 1000;
/** What a text tells, and what a place in a map tells in addition. */
const TEXT_WORTH = 10;
const PLACE_WORTH = 10;

/** Writes an error by a schema, in steps: the reasons if it has a place for them, otherwise an example or a sample. */
export function* writeErrorBody(
  schema: Located,
  grounds: readonly unknown[],
  told: Told,
  schemas: ErrorSchemas,
): Steps<unknown> {
  const starts = grounds.length > 0 ? grounds : [undefined];
  const work = { open: Open.forOne(WORK_OF_SAMPLES), left: MAX_WORK, tried: new Set<ErrorSchema>() };
  const all = told.reasons.slice(0, MAX_REASONS);
  for (const reasons of all.length > 1 ? [all, all.slice(0, 1)] : [all])
    for (const isFull of [false, true]) {
      const writer = new BodyWriter({ ...told, reasons }, schemas, isFull, work);
      const best = bestOf(yield* eachInSteps(starts, (ground) => writer.write(schema, ground)));
      if (best && best.worth > 0) return best.value;
      if (isDue()) yield;
    }
  const known = schemas.of(schema);
  const ground = grounds.find((each) => known.isValid(each));
  return ground ?? (yield* known.sample(Open.forOne(WORK_OF_SAMPLES)))?.value;
}

/** The work that is left for an error: that of samples, and that of trying values. */
interface Work {
  readonly open: Open;
  left: number;
  /** The schemas by which values have been tried. */
  readonly tried: Set<ErrorSchema>;
}

/** Writes a body in steps, one for each value that is tried. */
class BodyWriter {
  readonly #told: Told;
  readonly #schemas: ErrorSchemas;
  /** True if optional properties that tell nothing are written, too. */
  readonly #isFull: boolean;
  /** What was written by each schema, by the reasons to tell and what else the spot is for. */
  readonly #known = new Map<unknown, Map<unknown, Map<string, Made | undefined>>>();
  readonly #work: Work;
  /** All reasons in one text, for which each value that is tried asks. */
  readonly #joined = rememberEach(joined);

  constructor(told: Told, schemas: ErrorSchemas, isFull: boolean, work: Work) {
    this.#told = told;
    this.#schemas = schemas;
    this.#isFull = isFull;
    this.#work = work;
  }

  *write(schema: Located, ground: unknown): Steps<Made | undefined> {
    const { reasons } = this.#told;
    return yield* this.#write(schema, { role: 'body', ground, reasons, isOnly: true, depth: 0 });
  }

  /**
   * Writes a value that is valid by a schema, once for each spot that asks for the same; undefined if none is found, or too much has
   * been tried.
   */
  *#write(schema: Located, spot: Spot): Steps<Made | undefined> {
    if (this.#work.left < 0) return undefined;
    const { ground, reasons, role, isOnly } = spot;
    if (ground !== undefined) return yield* this.#make(schema, spot);
    const bySpot = ensure(this.#known, schema.value, () => new Map<unknown, Map<string, Made | undefined>>());
    const made = ensure(bySpot, reasons, () => new Map<string, Made | undefined>());
    const key = `${role} ${isOnly}`;
    if (!made.has(key)) made.set(key, yield* this.#make(schema, spot));
    return made.get(key);
  }

  *#make(located: Located, spot: Spot): Steps<Made | undefined> {
    const schema = this.#schemas.of(located);
    if (spot.depth > MAX_DEPTH) return yield* this.#plainly(schema, spot.ground);
    const ground = spot.ground ?? schema.example;
    const ways = schema
      .alternatives()
      .flatMap((each) => typesAt(each, ground, spot.role).map((type) => ({ type, each })));
    const made = yield* eachInSteps(ways, ({ type, each }) =>
      this.#try(type, each, { ...spot, ground }, schema),
    );
    const best = bestOf(made);
    return best || this.#work.left < 0 ? best : yield* this.#plainly(schema, ground);
  }

  /** Composes a value by one of the alternatives of a schema; undefined if it is not valid, or too much has been tried. */
  *#try(type: string, alternative: Alternative, spot: Spot, schema: ErrorSchema): Steps<Made | undefined> {
    this.#countTry(schema);
    if (this.#work.left < 0) return undefined;
    const made = yield* this.#compose(type, alternative, spot);
    return made && this.#isValid(schema, made.value) ? made : undefined;
  }

  /** Tells whether a value is valid, and counts the work: each of many values may be large. */
  #isValid(schema: ErrorSchema, value: unknown): boolean {
    const { result, left } = withSteps(STEPS, () => schema.isValid(value));
    this.#work.left -= (STEPS - left) / STEPS_PER_WORK;
    return result;
  }

  #countTry(schema: ErrorSchema): void {
    const { tried } = this.#work;
    this.#work.left -= tried.has(schema) ? WORK_OF_TRY : WORK_OF_TRY + WORK_OF_SCHEMA;
    tried.add(schema);
  }

  /** Returns the value of the example or a sample, which tell nothing. */
  *#plainly(schema: ErrorSchema, ground: unknown): Steps<Made | undefined> {
    this.#countTry(schema);
    if (this.#isValid(schema, ground)) return { value: ground, worth: 0 };
    const sample = yield* schema.sample(this.#work.open);
    return sample?.isValid ? { value: sample.value, worth: 0 } : undefined;
  }

  *#compose(type: string, schema: Alternative, spot: Spot): Steps<Made | undefined> {
    if (type === 'array') return yield* this.#list(schema, spot);
    if (type === 'object') return yield* this.#object(schema, spot);
    return type === 'string' ? this.#line(schema, spot) : undefined;
  }

  /** Writes a text that is a whole body, an item of a list, or the value of a place. */
  #line(schema: Alternative, { role, reasons }: Spot): Made {
    const [first] = reasons;
    const texts =
      first && role === 'value' ? [first.message] : this.#texts(role === 'entry' ? [] : reasons, first);
    const text = texts.find((each) => schema.fitted(each) === each) ?? schema.fitted(texts[0]);
    return { value: text, worth: TEXT_WORTH };
  }

  /** Returns texts that tell what is wrong, of which the first says everything, and the others less and less. */
  #texts(all: readonly Reason[], first = all[0]): readonly string[] {
    const { sentence, status } = this.#told;
    const ofOne = first ? [labelled(first), first.message] : [sentence];
    return [...(all.length > 0 ? [this.#joined(all)] : []), ...ofOne, phraseOf(status)];
  }

  *#list(schema: Alternative, spot: Spot): Steps<Made> {
    const items = schema.items();
    const [ground] = Array.isArray(spot.ground) ? spot.ground : [];
    const role = spot.role === 'value' ? 'value' : 'entry';
    const told = this.#toldIn(spot).slice(0, schema.most('maxItems'));
    const all = yield* eachInSteps(told, (reason) =>
      this.#write(items, { ...inside(spot, role), ground, reasons: [reason] }),
    );
    const made = all.filter((each) => each !== undefined);
    const missing = Math.min(schema.least('minItems'), MAX_REASONS) - made.length;
    const plainly = () => this.#plainly(this.#schemas.of(items), ground);
    const last = missing > 0 ? (made.at(-1) ?? (yield* plainly())) : undefined;
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

  *#object(schema: Alternative, spot: Spot): Steps<Made> {
    const properties = yield* propertiesOf(schema, spot);
    this.#work.left -= properties.length;
    if (spot.role === 'value' && properties.length === 0)
      return yield* this.#mapBy(({ type }) => type, schema, spot);
    const most = schema.most('maxProperties');
    if (!isMap(properties, schema, spot.role)) return yield* this.#record(properties, spot, most);
    const [only, ...others] = properties;
    if (only?.isRequired && others.length === 0 && spot.role === 'errors') {
      const made = yield* this.#write(only.schema, inside(spot, 'errors'));
      return recordOf(made ? [[only.name, made]] : []);
    }
    return yield* this.#mapBy((reason) => dotted(reason) || WHOLE, schema, spot);
  }

  /** Writes a map from places, or from types of errors, to what is wrong. */
  *#mapBy(keyOf: (reason: Reason) => string, schema: Alternative, spot: Spot): Steps<Made> {
    const [usual] = schema.declared().values();
    const [ground] = isRecord(spot.ground) ? Object.values(spot.ground) : [];
    const byKey = new Map<string, Reason[]>();
    for (const reason of this.#toldIn(spot)) ensure(byKey, keyOf(reason), () => []).push(reason);
    const entries: [string, Made][] = [];
    for (const [key, reasons] of byKey) {
      const own = schema.schemaOf(key, usual);
      const made = own && (yield* this.#write(own, { ...inside(spot, 'value'), ground, reasons }));
      if (made && made.worth >= TEXT_WORTH) entries.push([key, { ...made, worth: made.worth + PLACE_WORTH }]);
    }
    return recordOf(entries);
  }

  /** Writes an object whose properties are for different purposes. */
  *#record(properties: readonly Property[], spot: Spot, most: number | undefined): Steps<Made> {
    const nested = yield* this.#nestedIn(properties, spot);
    const scene = this.#sceneOf(properties, spot, nested);
    const made: [Property, Made][] = [];
    for (const property of properties) {
      const own = nested.get(property) ?? (yield* this.#scalar(property, scene));
      if (own && (this.#isFull || isWanted(property, own))) made.push([property, own]);
      if (isDue()) yield;
    }
    const ranked = most === undefined ? made : made.sort(byWorth).slice(0, most);
    const entries = ranked.map(([{ name }, each]) => [name, each] as const);
    return recordOf(entries);
  }

  /** Writes the objects and lists of an object. The best of those for errors tells them, and the others stay empty. */
  *#nestedIn(properties: readonly Property[], spot: Spot): Steps<ReadonlyMap<Property, Made>> {
    const isOne = isOneError(spot);
    const hasText = properties.some(hasTextIn);
    const at: Spot = { ...inside(spot, isOne ? 'value' : 'errors'), isOnly: spot.isOnly && !hasText };
    const written = (all: readonly Property[], change: Partial<Spot> = {}) =>
      this.#writeAll(all, { ...at, ...change });
    const forErrors = properties.filter(({ purpose }) => purpose === 'errors');
    const others = properties.filter(({ purpose, types }) => purpose === 'other' && types.includes('object'));
    const sources = properties.filter(({ purpose }) => purpose === 'source');
    const isTold = isOne && hasText;
    const first = isTold ? new Map<Property, Made>() : yield* written(forErrors);
    const mayBeInside = !isTold && !hasText && worthOf([...first.values()]) < TEXT_WORTH;
    const tried = mayBeInside ? new Map([...first, ...(yield* written(others, { role: 'body' }))]) : first;
    const best = bestOf([...tried.values()]);
    const telling = [...tried].filter(([, made]) => made === best && made.worth >= TEXT_WORTH).slice(0, 1);
    return new Map([
      ...(yield* written(forErrors, { reasons: none, isOnly: false, role: 'errors' })),
      ...telling,
      ...(isOne ? yield* written(sources, { role: 'entry' }) : []),
    ]);
  }

  /** Writes the properties for which something valid is found. */
  *#writeAll(properties: readonly Property[], spot: Spot): Steps<Map<Property, Made>> {
    const written = new Map<Property, Made>();
    for (const property of properties) {
      const made = yield* this.#write(property.schema, { ...spot, ground: property.ground });
      if (made) written.set(property, made);
      if (isDue()) yield;
    }
    return written;
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
    const hasHeader = places.some(({ plain }) => plain === 'header');
    const about = { status, path, isEntry, texts: [], reason, isExplained: true, hasTitle: false, hasHeader };
    const hasOther = places.some(({ plain }) => plain !== 'location');
    const isPlaced = (property: Property) =>
      (this.#telling(property, { ...about, hasPlace: hasOther })?.worth ?? 0) >= PLACE_WORTH;
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
      hasHeader,
      hasPlace: hasOther,
    };
  }

  *#scalar(property: Property, scene: Scene): Steps<Made | undefined> {
    const { purpose, ground, isRequired } = property;
    const made = this.#telling(property, scene);
    const isNeeded = isRequired || this.#isFull || (purpose === 'other' && ground !== undefined);
    if (made || !isNeeded) return made;
    return yield* this.#plainly(this.#schemas.of(property.schema), ground);
  }

  /** Writes the value of a property that tells something; undefined if none of those that would is valid. */
  #telling(property: Property, scene: Scene): Made | undefined {
    const schema = this.#schemas.of(property.schema);
    const values = valuesFor(property, scene);
    const found =
      values.find((value) => this.#isValid(schema, value)) ??
      values.map((value) => schema.whole.fitted(value)).find((value) => this.#isValid(schema, value));
    return found === undefined ? undefined : { value: found, worth: worthOfPurpose[property.purpose] };
  }
}

/** Lists the properties of an object: those that its schema or the example has, or else the usual ones. */
function* propertiesOf(schema: Alternative, { ground, role }: Spot): Steps<readonly Property[]> {
  const grounds: Readonly<Record<string, unknown>> = isRecord(ground) ? ground : {};
  const read = (name: string) => {
    const property = schema.property(name, Object.hasOwn(grounds, name) ? grounds[name] : undefined);
    return property ? [property] : [];
  };
  const declared = [...schema.declared().keys()];
  const others = [...Object.keys(grounds), ...schema.required()];
  const isMany = declared.length + others.length > MAX_LOOKED_AT;
  const names = new Set(isMany ? [...others, ...declared] : [...declared, ...others]);
  const all: Property[] = [];
  for (const name of [...names].slice(0, MAX_LOOKED_AT)) {
    all.push(...read(name));
    if (all.length % 10 === 0 && isDue()) yield;
  }
  return isBlank(all, schema, role) ? [...all, ...defaultNames[role].flatMap(read)] : all;
}

/** Tells whether an object has a property: it must, the example has it, or it tells something. */
function isWanted(property: Property, { worth }: Made): boolean {
  const { isRequired, ground } = property;
  return isRequired || ground !== undefined || worth > 0 || saysSuccess(property);
}

/** Sorts the required properties first, and of the others those that tell most. */
function byWorth(
  [one, { worth }]: readonly [Property, Made],
  [other, { worth: otherWorth }]: readonly [Property, Made],
): number {
  return Number(other.isRequired) - Number(one.isRequired) || otherWorth - worth;
}

const none: readonly Reason[] = [];

/** The properties of an object that declares none. */
const defaultNames: Readonly<Record<Role, readonly string[]>> = {
  body: ['message', 'errors'],
  errors: [],
  entry: ['field', 'message'],
  value: [],
};

/** Recognizes an object that takes any property and has none that could tell an error. */
function isBlank(properties: readonly Property[], schema: Alternative, role: Role): boolean {
  const others = schema.anyNamed();
  if (role === 'entry' && others.length > 0) return !properties.some(canTell);
  return properties.length === 0 && !others.some(({ value }) => isFilled(value));
}

function canTell({ purpose }: Property): boolean {
  return purpose === 'text' || purpose === 'heading' || purpose === 'errors' || purpose === 'code';
}

function isFilled(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length > 0;
}

/** Recognizes an object whose names are places: none of those that it declares is a name of anything else. */
function isMap(properties: readonly Property[], schema: Alternative, role: Role): boolean {
  const isPlace = ({ purpose }: Property) =>
    purpose === 'other' || purpose === 'place' || purpose === 'input';
  if (role === 'errors') return properties.every(isPlace);
  if (role !== 'body') return false;
  if (properties.length === 0) return schema.anyNamed().some(({ value }) => isFilled(value));
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

/** Returns the types to write: those that the schema names, or else the type of the example, or the usual one. */
function typesAt(schema: Alternative, ground: unknown, role: Role): readonly string[] {
  return schema.types ?? [ground === undefined ? usualTypes[role] : typeNamed(ground)];
}

const usualTypes: Readonly<Record<Role, string>> = {
  body: 'object',
  errors: 'array',
  entry: 'object',
  value: 'string',
};

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
