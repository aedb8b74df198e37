/** What the schemas of errors declare, found out once for each: every invalid request is answered by them. */

import { type Purpose, purposeOf } from '../errors/bodies/roles.ts';
import { plain } from '../errors/bodies/vocabulary.ts';
import type { Issues } from '../errors/issue.ts';
import type { Open } from '../fields/samples.ts';
import { greatest, smallest } from '../text/extremes.ts';
import { ensure, once } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import { unreported } from './checks.ts';
import type { FieldReader } from './fields.ts';
import { kept } from './kept.ts';
import { eachItemOf, type Located, within } from './located.ts';
import type { References } from './references.ts';
import { sampleInSteps } from './sample.ts';
import {
  combined,
  keywordIn,
  lengthIn,
  type ObjectSchema,
  partsOfSchema,
  patternsIn,
  possibleTypes,
  propertiesIn,
  requiredNames,
  schemasByPattern,
  typeNamed,
  typesOf,
} from './schema.ts';

/** The means to read the schemas of a document. */
export interface Means {
  /** The reader of the schemas of replies. */
  readonly reader: FieldReader;
  /** Compiles a schema to check values exactly. */
  readonly compile: (schema: Located) => (value: unknown) => Issues | undefined;
}

/** A property of an error. */
export interface Property {
  readonly name: string;
  /** Its name in small letters and digits. */
  readonly plain: string;
  readonly schema: Located;
  /** Its value in the example of the document. */
  readonly ground: unknown;
  readonly types: readonly string[];
  /** The values that its schema lists. */
  readonly listed: readonly unknown[];
  readonly purpose: Purpose;
  readonly isRequired: boolean;
}

/** The most alternatives of a union that are tried. */
const MAX_ALTERNATIVES = 24;
/** The most work for the samples of one error, which are small: some hundred values. */
export const WORK_OF_SAMPLES = 2000;
/** The most values of an `enum` among which one is looked for. */
const MAX_LISTED = 1000;
/** The most members of unions that one way chooses. */
const MAX_CHOSEN = 50;
/** The most characters that a text is filled up to. */
const MAX_FILLED = 10_000;

const anything: Located = { value: {}, at: '' };

/** The schemas of the errors of a document. */
export class ErrorSchemas {
  readonly #means: Means;
  readonly #known = new Map<unknown, ErrorSchema>();

  constructor(means: Means) {
    this.#means = means;
  }

  of(schema: Located): ErrorSchema {
    const { value } = schema;
    return this.#known.get(value) ?? kept(this.#known, value, new ErrorSchema(schema, this.#means));
  }
}

/** A schema of an error, or of a value in it. */
export class ErrorSchema {
  /** The schema without a choice among the members of its unions. */
  readonly whole: Alternative;
  /** The ways to meet it: one for each member of its unions. */
  readonly alternatives: () => readonly Alternative[];
  /** The example that it gives itself. */
  readonly example: unknown;
  readonly #schema: Located;
  readonly #reader: FieldReader;
  readonly #validate: () => (value: unknown) => Issues | undefined;
  #sample: { readonly value: unknown; readonly isValid: boolean } | undefined;

  constructor(schema: Located, means: Means) {
    const { reader, compile } = means;
    const parts = partsOfSchema(schema, reader.references);
    this.whole = new Alternative(parts, reader);
    this.alternatives = once(() =>
      alternativesIn(parts, reader.references).map((each) => new Alternative(each, reader)),
    );
    this.example = exampleIn(parts);
    this.#schema = schema;
    this.#reader = reader;
    this.#validate = once(() => compile(schema));
  }

  /**
   * Makes a sample in steps, and tells whether it is valid; undefined if too much work has been done for the others of the same
   * error. One for which not all work was left may be worse than another time, and is not remembered.
   */
  *sample(open: Open): Steps<{ readonly value: unknown; readonly isValid: boolean } | undefined> {
    if (this.#sample) return this.#sample;
    if (!open.mayGoOn) return undefined;
    const isNew = open.left === WORK_OF_SAMPLES;
    const value = yield* sampleInSteps(this.#schema, this.#reader, { open });
    const sample = { value, isValid: this.isValid(value) };
    if (isNew || open.mayGoOn) this.#sample = sample;
    return sample;
  }

  isValid(value: unknown): boolean {
    return value !== undefined && unreported(() => this.#validate()(value) === undefined);
  }
}

/** Lists the first ways to meet schemas: one for each member of their unions. */
function alternativesIn(parts: ObjectSchema, references: References): readonly ObjectSchema[] {
  const found: ObjectSchema[] = [];
  for (const each of waysToMeet(parts, references, [])) {
    found.push(each);
    if (found.length === MAX_ALTERNATIVES) break;
  }
  return found;
}

/** Yields ways to meet schemas. A member that was chosen already is met by whatever meets the rest, so a union may contain itself. */
function* waysToMeet(
  parts: ObjectSchema,
  references: References,
  chosen: readonly unknown[],
): Iterable<ObjectSchema> {
  const union = parts.find(({ value }) => value.oneOf !== undefined || value.anyOf !== undefined);
  if (!union || chosen.length === MAX_CHOSEN) {
    yield parts;
    return;
  }
  const { oneOf, anyOf, ...own } = union.value;
  const keyword = oneOf === undefined ? 'anyOf' : 'oneOf';
  const left = keyword === 'oneOf' && anyOf !== undefined ? { ...own, anyOf } : own;
  const rest = parts.map((each) => (each === union ? { value: left, at: union.at } : each));
  for (const member of eachItemOf(within(union, keyword))) {
    const { value } = references.follow(member);
    const added = chosen.includes(value) ? [] : partsOfSchema(member, references);
    yield* waysToMeet([...rest, ...added], references, [...chosen, value]);
  }
}

function exampleIn(parts: ObjectSchema): unknown {
  const all = parts.flatMap(({ value }) => [value.example, ...itemsOfList(value.examples)]);
  return all.find((each) => each !== undefined);
}

function itemsOfList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Schemas without unions that a value must all meet. */
export class Alternative {
  readonly #parts: ObjectSchema;
  readonly #reader: FieldReader;
  /** The types that all of them name; undefined if none names any. */
  readonly types: readonly string[] | undefined;
  /** The properties that they declare. */
  readonly declared: () => ReadonlyMap<string, Located>;
  readonly required: () => ReadonlySet<string>;
  /** The schemas of the properties that they don't declare. */
  readonly others: () => readonly Located[];
  /** The same, and those of the properties whose names must match a pattern. */
  readonly anyNamed: () => readonly Located[];
  /** The schema of the items of a list. */
  readonly items: () => Located;
  readonly #patterned: () => (name: string) => readonly Located[];
  readonly #combined = new Map<string, Located>();
  readonly #properties = new Map<string, Property | undefined>();
  readonly #bounds = new Map<string, number | undefined>();

  constructor(parts: ObjectSchema, reader: FieldReader) {
    this.#parts = parts;
    this.#reader = reader;
    this.types = typesIn(parts);
    this.declared = once(() => propertiesIn(parts));
    this.required = once(() => new Set(requiredNames(parts)));
    this.others = once(() => keywordIn(parts, 'additionalProperties'));
    this.anyNamed = once(() => [...this.others(), ...patternsIn(parts).map(([, each]) => each)]);
    this.items = once(() => combined(keywordIn(parts, 'items')) ?? anything);
    this.#patterned = once(() => schemasByPattern(parts));
  }

  /** Returns the schema of a property; undefined for a name that an object must not have. */
  schemaOf(name: string, usual = anything): Located | undefined {
    const own = this.declared().get(name) ?? this.#together(this.#patterned()(name));
    const schema = own ?? this.#together(this.others()) ?? usual;
    return schema.value === false ? undefined : schema;
  }

  /** Combines schemas, once, so that what is found out about them is known. */
  #together(schemas: readonly Located[]): Located | undefined {
    const [first, second] = schemas;
    if (first === undefined || second === undefined) return first;
    const make = () => combined([first, ...schemas.slice(1)]);
    return ensure(this.#combined, schemas.map(({ at }) => at).join(' '), make);
  }

  /** Returns what is known of a property whose name the document has; undefined if an object must not have it. */
  property(name: string, ground?: unknown): Property | undefined {
    if (!this.#properties.has(name)) this.#properties.set(name, this.#read(name));
    const known = this.#properties.get(name);
    if (!known || ground === undefined) return known;
    const types = known.types.length === 0 ? [typeNamed(ground)] : known.types;
    return { ...known, ground, types, purpose: purposeOf(known.plain, types) };
  }

  #read(name: string): Property | undefined {
    const { replies, references } = this.#reader;
    const schema = this.schemaOf(name);
    if (!schema || replies.isForeign(schema)) return undefined;
    const types = possibleTypes(schema, references).filter((type) => type !== 'null');
    const enums = partsOfSchema(schema, references).flatMap(({ value }) => itemsOfList(value.enum));
    const listed = enums.slice(0, MAX_LISTED);
    const isRequired = this.required().has(name);
    const known = { name, plain: plain(name), schema, ground: undefined, types, listed, isRequired };
    return { ...known, purpose: purposeOf(known.plain, types) };
  }

  /** The strictest upper bound; undefined if there is none. */
  most(keyword: 'maxItems' | 'maxLength' | 'maxProperties'): number | undefined {
    return this.#bound(keyword, smallest);
  }

  /** The strictest lower bound, or 0. */
  least(keyword: 'minItems' | 'minLength'): number {
    return this.#bound(keyword, greatest) ?? 0;
  }

  #bound(keyword: string, choose: (bounds: readonly number[]) => number): number | undefined {
    if (!this.#bounds.has(keyword)) {
      const all = this.#parts.map(({ value }) => lengthIn(value, keyword));
      const bounds = all.filter((length) => length !== undefined);
      this.#bounds.set(keyword, bounds.length > 0 ? choose(bounds) : undefined);
    }
    return this.#bounds.get(keyword);
  }

  /** Shortens a text, or fills it up, to the length that is declared. */
  fitted(value: unknown): unknown {
    const most = this.most('maxLength');
    const least = this.least('minLength');
    if (typeof value !== 'string' || value === '') return value;
    if (most !== undefined && value.length > most) {
      const characters = [...value];
      if (characters.length > most) return characters.slice(0, most).join('');
    }
    return value.padEnd(Math.min(least, MAX_FILLED), '.');
  }
}

/** Returns the types that all schemas name; undefined if none names any. */
function typesIn(parts: ObjectSchema): readonly string[] | undefined {
  const [first, ...others] = parts.map(({ value }) => typesOf(value)).filter((types) => types.length > 0);
  return first?.filter((type) => others.every((types) => types.includes(type)));
}
