import { Issues, pydanticMessage } from '../errors/issue.ts';
import { boolean } from '../fields/choice.ts';
import { redescribed } from '../fields/described.ts';
import type { AnyField } from '../fields/field.ts';
import { lazy, nullable, unknown } from '../fields/optional.ts';
import type { Values } from '../fields/values.ts';
import { isRecord } from '../fields/values.ts';
import { ensure, once } from '../text/memo.ts';
import { isDue, type Steps, sharedSteps } from '../text/turns.ts';
import { arrayField } from './array.ts';
import { askedBy, asksMany, combining, FEW_ASKED, MAX_COMBINED, MAX_KINDS, unions } from './asked.ts';
import { alsoMeeting, intersection, never } from './checks.ts';
import { choiceField } from './choice.ts';
import type { Dialect } from './dialect.ts';
import { type ExactReader, exactField, exactParser, exactStepsParser, exactText } from './exact.ts';
import { jsonField } from './formats.ts';
import { Guard } from './guard.ts';
import { kept } from './kept.ts';
import { itemsOf, type Located, within } from './located.ts';
import { hasMany, ManyNested } from './many.ts';
import { objectField } from './object.ts';
import type { References } from './references.ts';
import { numberField, withRules, withTests } from './rules.ts';
import { schemaCompiler } from './schema/compile.ts';
import type { Version } from './schema/types.ts';
import type { LocatedSchema, ObjectSchema } from './schema.ts';
import {
  isFree,
  MadeOnce,
  objectsIn,
  plainRules,
  requiredNames,
  type Schema,
  typeNamed,
  typesBeside,
  typesOf,
} from './schema.ts';
import { steppingUnion } from './stepping.ts';
import { textField } from './text.ts';
import { isNull, nothing, oneOf, restricted, taggedKindsInSteps, taggedUnion, unionField } from './union.ts';

type ParseInSteps = NonNullable<AnyField['parseInSteps']>;

interface FieldReaderOptions {
  readonly values: Values;
  readonly dialect: Dialect;
  /** True if values are read exactly as their schemas say, whatever the fields made from them accept. */
  readonly isExact?: boolean;
  /** True if the values are those of replies, not of requests. */
  readonly isReply?: boolean;
  /** False if the document declares no secret, so that nobody needs to look for them. */
  readonly hasSecrets?: boolean;
  /** Sorts the long lists of values in the document, once, before any value is looked up in them. */
  readonly sortChoices?: () => Steps<void>;
}

/** Says of a field for secrets that it is one, whatever else it describes: errors then don't repeat them. */
function marked(made: AnyField, schema: unknown): AnyField {
  const isSecret = isRecord(schema) && (schema.writeOnly === true || schema.format === 'password');
  return isSecret ? redescribed(made, { writeOnly: true }) : made;
}

/** How many properties the objects in parameters may still have. Each is a parameter of its own. */
export interface Spread {
  left: number;
}

/** Makes fields from the schemas of a document. Schemas that are referred to, and equal plain ones, share a field. */
export class FieldReader {
  readonly references: References;
  /** The reader of the schemas of replies. */
  readonly replies: FieldReader;
  /** What is left for all operations, of which thousands may refer to the same large object. */
  readonly spread: Spread = { left: 100_000 };
  /** Counts what its fields try. */
  readonly guard = new Guard();
  readonly #options: FieldReaderOptions;
  readonly #fields = new Map<string, AnyField>();
  /** Those that are made on first use, until then: thousands of properties may refer to each. */
  readonly #late = new Map<string, AnyField>();
  readonly #plain = new Map<string, AnyField>();
  readonly #models = new Map<string, AnyField>();
  readonly #places = new Map<Schema, { readonly at: string; readonly made: AnyField }>();
  readonly #many = new ManyNested();
  readonly #making = new MadeOnce<() => Steps<void>>();
  /** Those of kinds that are made when they are sent: hundreds of unions may have the same ones. */
  readonly #later = new MadeOnce<AnyField>();
  /** The schemas whose fields are made, or are being made, in steps. */
  readonly #asked = new WeakSet<object>();
  /** What reads the large unions that have been made, until their kinds are sorted. */
  readonly #unsorted = new Set<ParseInSteps>();
  readonly #open = new Set<unknown>();
  /** The places of the models of unions that have many. */
  readonly #kinds = new Set<unknown>();
  /** The number of fields that are made together with the current one, with their properties and kinds. */
  #together = 0;
  /** The names of parameters and what makes their fields, by what declares them. */
  readonly parameters = new Map<unknown, readonly (readonly [name: string, make: () => AnyField])[]>();
  /** Reads values exactly as their schemas say; undefined if fields do. */
  readonly exact: ExactReader | undefined;
  #largeReader: ExactReader | undefined;
  readonly #fieldOf = (schema: Located) => this.fieldOf(schema);

  constructor(references: References, options: FieldReaderOptions) {
    this.references = references;
    this.#options = options;
    this.exact = options.isExact ? this.#exactReader() : undefined;
    this.replies = options.isReply ? this : new FieldReader(references, { ...options, isReply: true });
  }

  get dialect(): Dialect {
    return this.#options.dialect;
  }

  get hasSecrets(): boolean {
    return this.#options.hasSecrets !== false;
  }

  /** Tells whether only the other side sends a property: one of a request is readOnly then, one of a reply writeOnly. */
  readonly isForeign = (property: Located): boolean => {
    const keyword = this.#options.isReply ? 'writeOnly' : 'readOnly';
    return [property, this.references.follow(property)].some(
      ({ value }) => isRecord(value) && value[keyword] === true,
    );
  };

  #exactReader(): ExactReader {
    const { references, isForeign } = this;
    const version = versionOf(references.root.value);
    const compile = schemaCompiler({ references, version, isForeign });
    return { references, version, compile, readers: new MadeOnce(MAX_READERS) };
  }

  /** Makes the field of a schema. */
  fieldOf(located: Located): AnyField {
    return marked(this.#made(located), located.value);
  }

  /** Returns the function that reads the values of a schema. Of a schema that is read exactly, no field is made for that. */
  parserOf(located: Located): AnyField['parse'] {
    const target = this.references.follow(located);
    const isPlain = !isRecord(target.value) || plainRules(target.value) !== undefined;
    if (!this.exact || isPlain) return this.fieldOf(located).parse;
    return exactParser(this.#target(located), this.exact);
  }

  /** Returns the function that reads long values of a schema in steps. */
  stepsParserOf(located: Located): ParseInSteps {
    if (this.exact) return exactStepsParser(this.#target(located), this.exact);
    const make = () => this.makeInSteps(located);
    const made = once(() => this.fieldOf(located));
    return function* (raw) {
      yield* make();
      const { parse, parseInSteps } = made();
      return parseInSteps && raw === Object(raw) ? yield* parseInSteps(raw) : parse(raw);
    };
  }

  /** Makes the fields that reading a value of a schema takes, in steps: it may combine thousands of others. */
  *makeInSteps(schema: Located): Steps<void> {
    if (this.exact) return yield* this.#sortChoices();
    yield* this.#making.of(schema, this.references, () => sharedSteps(() => this.#make(schema)))();
    this.fieldOf(schema);
    for (const union of this.#unsorted) {
      this.#unsorted.delete(union);
      yield* union({});
    }
  }

  *#sortChoices(): Steps<void> {
    yield* this.#options.sortChoices?.() ?? [];
  }

  *#make(schema: Located): Steps<void> {
    yield* this.#sortChoices();
    const all = [schema];
    const made: Located[] = [];
    // Goes on with what is added.
    for (const each of all) {
      const target = this.#target(each);
      const isLarge = yield* this.#many.lookInto(Object(target.value));
      for (const part of isLarge ? [] : askedBy(target, this.references)) {
        // Thousands may refer to the same one.
        const { value } = this.#target(part);
        if (!isRecord(value) || this.#asked.has(value)) continue;
        this.#asked.add(value);
        all.push(part);
      }
      if (!unions.some((keyword) => this.#modelsIn(itemsOf(within(each, keyword))))) made.push(each);
      if (isDue()) yield;
      for (const keyword of unions) {
        const tagged = yield* taggedKindsInSteps(target, keyword, this);
        for (const kind of new Set(tagged?.kinds.values())) {
          this.#laterFieldOf(kind);
          if (isDue()) yield;
        }
      }
    }
    if (all.length <= FEW_MADE) return;
    // Those that are made now have to last until the schema itself is made. A union of many models is made after them.
    this.#places.clear();
    for (const each of made.reverse()) {
      this.#prepare(each);
      if (isDue()) yield;
    }
  }

  /** Makes a field, with what it would make for the first value that it refuses. */
  #prepare(schema: Located): void {
    const { pattern, enum: values } = Object(this.#target(schema).value);
    const { parse, typeName } = this.fieldOf(schema);
    const isShort = Array.isArray(values) && values.length <= MAX_KINDS;
    const refused = isShort || typeof pattern === 'string' ? parse('') : undefined;
    if (refused instanceof Issues) for (const issue of refused.all) pydanticMessage(issue);
    if (isShort) typeName();
  }

  #target(located: Located): Located {
    return isFree(Object(located.value), '$ref') ? this.references.follow(located) : located;
  }

  #made(located: Located): AnyField {
    const { value, at } = located;
    if (value === false) return never('false');
    if (!isRecord(value)) return unknown();
    const schema = { value, at };
    if (typeof value.$ref !== 'string') return this.#plainField(schema) ?? this.#inPlace(schema);
    const target = this.references.find(value.$ref, at);
    if (this.exact?.version === '3.0' || isFree(value, '$ref', 'nullable')) return this.#named(target);
    const { $ref: _, ...rest } = value;
    const own = { value: rest, at };
    const made = this.#named(target);
    return isFree(rest, 'nullable', ...this.dialect.laterKeywords)
      ? withRules(made, own, this.#fieldOf, this.dialect)
      : this.#exactly(this.#tested(this.#restricted(made, own), [own]), schema);
  }

  /** Makes or reuses the field of a schema where it stands: a sample asks for it at each level of its value. */
  #inPlace(schema: LocatedSchema): AnyField {
    const { value, at } = schema;
    const known = this.#places.get(value);
    if (known?.at === at) return known.made;
    this.#begin();
    const own = this.#opened(value, () => this.#inline(schema));
    const made = this.#exactly(asksMany(value) ? this.guard.wrap(own) : own, schema);
    return kept(this.#places, value, { at, made }).made;
  }

  /** Adds what a schema says beside a reference or a union. If that names no type, a keyword concerns only values that have its type. */
  #restricted(made: AnyField, own: LocatedSchema, name?: string): AnyField {
    const types = typesBeside(own.value);
    if (types.length === 0) return intersection([this.#inline(own, name), made], this.guard);
    return restricted(made, new Map(types.map((type) => [type, [this.#ofType(own, type, name)]])));
  }

  /** Adds what schemas that name no type say of values of any type. */
  #tested(made: AnyField, schemas: readonly Located[]): AnyField {
    const tests = this.dialect.hasPydanticKeywords ? [] : schemas.filter(isRule);
    return tests.reduce((inner, each) => withTests(inner, each, this.#fieldOf), made);
  }

  /** Makes the field of a schema whose values are sent as text, in a path, a query, a header, a cookie or a form. */
  textFieldOf(located: Located): AnyField {
    const made = this.fieldOf(located);
    return this.exact ? exactText(made, located, this.exact) : made;
  }

  #exactly(made: AnyField, schema: Located): AnyField {
    return this.exact ? exactField(made, schema, this.exact) : made;
  }

  /** Makes the field of a schema that is referred to. */
  #named(target: Located): AnyField {
    return this.#once(target.at, () => {
      const { value, at } = target;
      if (!isRecord(value) || typeof value.$ref === 'string') return this.fieldOf(target);
      const made = this.guard.wrap(this.#inline({ value, at }, nameOf(value, this.references.nameAt(at))));
      return marked(this.#exactly(made, target), value);
    });
  }

  /** Makes or reuses a field that is made when it is first used. What is said beside a reference holds only for that one. */
  #laterFieldOf(kind: Located): AnyField {
    const later = this.#later.of(kind, this.references, () => lazy(() => this.#made(kind)));
    return marked(later, kind.value);
  }

  /** Makes a field, or reuses the one made for this key. In a recursive schema, the inner field is looked up on first use. */
  #once(key: string, make: () => AnyField, together = 0): AnyField {
    const known = this.#fields.get(key);
    if (known) return known;
    this.#begin(together);
    if (this.#open.has(key) || this.#open.size > MAX_OPEN || this.#together++ > MAX_TOGETHER) {
      // Errors show the type of a field that reads values itself, whose name depends on where it stands.
      return this.exact ? this.#sharedLate(key, make) : this.#makeLate(key, make);
    }
    const made = this.#opened(key, make);
    this.#fields.set(key, made);
    this.#late.delete(key);
    return made;
  }

  #makeLate(key: string, make: () => AnyField): AnyField {
    return lazy(() => this.#once(key, make, MAX_TOGETHER - MAX_LATE));
  }

  #sharedLate(key: string, make: () => AnyField): AnyField {
    return ensure(this.#late, key, () => this.#makeLate(key, make));
  }

  /** Counts what is made together anew, unless it is made for something else. */
  #begin(together = 0): void {
    if (this.#open.size === 0) this.#together = together;
  }

  #opened(key: unknown, make: () => AnyField): AnyField {
    this.#open.add(key);
    const made = make();
    this.#open.delete(key);
    return made;
  }

  /** Makes or reuses the field of a text, number or boolean: a document may have a million of them. */
  #plainField(schema: LocatedSchema): AnyField | undefined {
    const rules = plainRules(schema.value);
    if (rules === undefined) return undefined;
    const made = this.#plain.get(rules) ?? this.#exactly(this.#inline(schema), schema);
    return kept(this.#plain, rules, made);
  }

  #inline(schema: LocatedSchema, name?: string): AnyField {
    const { value } = schema;
    const made = this.#isLarge(value)
      ? this.#large(schema, unknown())
      : withRules(this.#kind(schema, name), schema, this.#fieldOf, this.dialect);
    return value.nullable === true ? nullable(made) : made;
  }

  /** Tells whether to make fields for all parts of a schema could take all memory, or much time. */
  #isLarge(value: Schema): boolean {
    const isCombining = combining.some((keyword) => Object(value[keyword]).length > MAX_COMBINED);
    return isCombining || (!this.exact && this.#many.isIn(value));
  }

  #kind(schema: LocatedSchema, name: string | undefined): AnyField {
    const { value } = schema;
    if (Array.isArray(value.enum)) return this.#choice(schema, 'enum', value.enum, name);
    if (value.const !== undefined) return this.#choice(schema, 'const', [value.const], name);
    if (Array.isArray(value.allOf)) return this.#all(schema, name);
    for (const keyword of unions) if (Array.isArray(value[keyword])) return this.#any(schema, keyword, name);
    const { laterKeywords } = this.dialect;
    const types = isFree(value, 'nullable', ...laterKeywords) ? [] : typesOf(value);
    return oneOf(types.map((type) => this.#ofType(schema, type, name))) ?? unknown();
  }

  /**
   * Makes the field of an `enum` or `const`. A value must also meet the keywords beside it. Without a type, those concern only
   * values of certain types, so the choice lends them its own.
   */
  #choice(
    schema: LocatedSchema,
    keyword: string,
    all: readonly unknown[],
    name: string | undefined,
  ): AnyField {
    const { value, at } = schema;
    const { [keyword]: _, ...own } = value;
    const made = choiceField(all, value, this.#options, name);
    if (this.dialect.hasPlainChoices || isFree(own, 'type', 'nullable')) return made;
    const type = own.type ?? [...new Set(all.map(typeNamed))];
    return alsoMeeting(made, this.#inline({ value: { ...own, type }, at }).parse);
  }

  #ofType(schema: LocatedSchema, type: string, name: string | undefined): AnyField {
    const { values } = this.#options;
    switch (type) {
      case 'null':
        return nothing;
      case 'boolean':
        return boolean({ values });
      case 'integer':
      case 'number':
        return numberField(schema.value, type, values);
      case 'string':
        return this.#text(schema);
      case 'array':
        return this.#array(schema, name);
      case 'object':
        return this.#model(schema, name);
      default:
        return unknown();
    }
  }

  #text(schema: LocatedSchema): AnyField {
    const { value } = schema;
    const isJson = value.contentMediaType === 'application/json';
    return isJson
      ? jsonField(this.fieldOf(within(schema, 'contentSchema')))
      : textField(value, this.#options.values);
  }

  /** Gives a field the exact verdict of its schema, where that is large. */
  #large(schema: LocatedSchema, inner: AnyField): AnyField {
    this.#largeReader ??= this.exact ?? this.#exactReader();
    const parseInSteps = exactStepsParser(schema, this.#largeReader);
    if (['anyOf', 'oneOf'].some((keyword) => schema.value[keyword])) this.#unsorted.add(parseInSteps);
    return { ...exactField(inner, schema, this.#largeReader), takesAnyText: false, parseInSteps };
  }

  /** Makes the field of an `allOf`. Schemas of objects are merged; of other schemas, each must be met. */
  #all(schema: LocatedSchema, name: string | undefined): AnyField {
    const { value, at } = schema;
    const { allOf: _, ...own } = value;
    const parts = itemsOf(within(schema, 'allOf'));
    if (!isFree(own, ...this.dialect.laterKeywords)) parts.push({ value: own, at });
    const [only] = parts;
    if (only && parts.length === 1) return this.fieldOf(only);
    const objects = objectsIn(parts, this.references);
    if (!objects?.some((part) => typesOf(part.value).includes('object'))) return this.#every(parts);
    const key = [name, ...objects.map((part) => part.at)].join(' ');
    return this.#once(key, () =>
      // The rules beside the `allOf` are added to whatever is made of it.
      objects
        .filter((part) => part.at !== at)
        .reduce(
          (made, part) => withRules(made, part, this.#fieldOf, this.dialect),
          this.#object(objects, name),
        ),
    );
  }

  /** Makes the field of schemas that must all be met. */
  #every(parts: readonly Located[]): AnyField {
    const whole = parts.filter((part) => !isRule(part)).map(this.#fieldOf);
    const made = whole.length > 0 ? intersection(whole, this.guard) : unknown();
    const rules = new Map<string, AnyField[]>();
    for (const part of parts.filter(isRule))
      for (const type of typesBeside(part.value))
        ensure(rules, type, () => []).push(this.#ofType(part, type, undefined));
    return this.#tested(rules.size > 0 ? restricted(made, rules) : made, parts);
  }

  /** Makes the field of an array. One with very many places has samples of the first, and is read exactly. */
  #array(schema: LocatedSchema, name: string | undefined): AnyField {
    const { value, at } = schema;
    const { prefixItems } = value;
    const made = (own: Schema) =>
      arrayField({ value: own, at }, this.#fieldOf, { dialect: this.dialect, name });
    if (!Array.isArray(prefixItems) || prefixItems.length <= MANY_PLACES) return made(value);
    const { minItems: _, maxItems: __, ...others } = value;
    const sampled = made({ ...others, prefixItems: prefixItems.slice(0, SAMPLED) });
    return this.exact ? sampled : this.#large(schema, sampled);
  }

  /** Makes the field of an object. One with very many properties has samples of the first, and is read exactly. */
  #model(schema: LocatedSchema, name: string | undefined): AnyField {
    const { value, at } = schema;
    if (!hasMany(value.properties)) return this.#object([schema], name);
    const sampled = lazy(() => {
      const names = Object.keys(Object(value.properties));
      const first = names.slice(0, SAMPLED).map((each) => [each, Object(value.properties)[each]]);
      const properties: object = Object.fromEntries(first);
      const required = requiredNames([schema]).filter((each) => Object.hasOwn(properties, each));
      return this.#object([{ value: { ...value, properties, required }, at }], name);
    });
    return this.exact ? sampled : this.#large(schema, sampled);
  }

  #object(schemas: ObjectSchema, name: string | undefined): AnyField {
    const { dialect, isForeign, guard } = this;
    for (const { value } of schemas) this.#together += Object.keys(Object(value.properties)).length;
    return objectField(schemas, this.#fieldOf, { dialect, name, isForeign, guard, models: this.#models });
  }

  /**
   * Makes the field of a union. Hundreds of properties may be of the same many models, whose names are the same everywhere. In one of
   * those, the field is made on first use, when all of them are there.
   */
  #union(members: readonly Located[]): AnyField {
    const { references, guard } = this;
    const make = () =>
      steppingUnion(members, { fieldOf: this.#fieldOf, references, guard }, (kindOf) =>
        unionField(members, kindOf, this.exact === undefined),
      );
    const models = this.#modelsIn(members);
    if (!models) return make();
    const key = models.join(' | ');
    const isInside = [...this.#open].some((each) => this.#kinds.has(each));
    return isInside ? this.#sharedLate(key, make) : this.#once(key, make);
  }

  /** The places of the models that many members of a union refer to; undefined if these are few, or not only models and null. */
  #modelsIn(members: readonly Located[]): readonly string[] | undefined {
    if (members.length <= FEW_ASKED) return undefined;
    const places: string[] = [];
    for (const member of members) {
      const place = isNull(member) ? 'null' : modelAt(member, this.references);
      if (place === undefined) return undefined;
      places.push(place);
    }
    for (const place of places) this.#kinds.add(place);
    return places;
  }

  #any(schema: LocatedSchema, keyword: string, name: string | undefined): AnyField {
    const { value, at } = schema;
    const { [keyword]: _, discriminator: __, ...own } = value;
    const tagged = taggedUnion(schema, keyword, {
      references: this.references,
      fieldOf: this.#fieldOf,
      laterFieldOf: (kind) => this.#laterFieldOf(kind),
      dialect: this.dialect,
    });
    const members = itemsOf(within(schema, keyword)).map((member) => withType(member, own.type));
    this.#together += members.length;
    if (!tagged && !this.exact && members.length > MAX_KINDS) {
      const sampled = unionField(members.slice(0, SAMPLED_KINDS), this.#fieldOf, true);
      return this.#large(schema, sampled);
    }
    const made = tagged ?? this.#union(members);
    if (!isFree(own, 'type', 'nullable', ...this.dialect.laterKeywords))
      return this.#restricted(made, { value: own, at }, name);
    const isOfType = (member: Located) => Object(this.references.follow(member).value).type === own.type;
    if (own.type === undefined || members.every(isOfType)) return made;
    return alsoMeeting(made, this.fieldOf({ value: { type: own.type }, at }).parse);
  }
}

/** The version of JSON Schema of a document. */
export function versionOf(document: unknown): Version {
  return String(Object(document).openapi).startsWith('3.0') ? '3.0' : '2020-12';
}

/** The place of the component with named properties that a schema only refers to. */
function modelAt({ value, at }: Located, references: References): string | undefined {
  if (!isRecord(value) || typeof value.$ref !== 'string' || !isFree(value, '$ref')) return undefined;
  const target = references.find(value.$ref, at);
  const isModel =
    references.nameAt(target.at) !== undefined &&
    isRecord(target.value) &&
    isRecord(target.value.properties) &&
    isFree(target.value, 'properties', 'required', 'type', 'additionalProperties');
  return isModel ? target.at : undefined;
}

/** Adds the type of a union to a member, unless that names another schema or a type of its own. */
function withType({ value, at }: Located, type: unknown): Located {
  const isUntyped =
    isRecord(value) && value.type === undefined && value.$ref === undefined && value.allOf === undefined;
  return { value: isUntyped && type !== undefined ? { ...value, type } : value, at };
}

/** Tells whether a schema names no type, but has keywords of some. */
function isRule(schema: Located): schema is LocatedSchema {
  return isRecord(schema.value) && typesBeside(schema.value).length > 0;
}

/** The number of schemas whose fields are made at once with that of the schema that combines them. */
const FEW_MADE = 100;
/** The number of readers of texts that are kept, in half a kilobyte each. */
const MAX_READERS = 20_000;
/** The number of places from which arrays are read exactly. */
const MANY_PLACES = 1000;
/** The number of the first kinds that samples of a union of very many have. */
const SAMPLED_KINDS = 100;
/** The number of the first properties or places that samples of these have. */
const SAMPLED = 1000;

/** The limits on what is made at once, by the depth of schemas and in all; any more is made on first use. */
const MAX_OPEN = 50;
const MAX_TOGETHER = 500;
/** The limit on what is made at once on first use: a sample may use thousands of fields. */
const MAX_LATE = 100;

/** The class name that pydantic uses in errors: the title if it is derived from the class, as `Page[User]`, otherwise the key. */
function nameOf({ title }: Schema, name: string | undefined): string | undefined {
  const key = name?.replace(/-(?:Input|Output)$/, '');
  if (key === undefined || typeof title !== 'string') return key;
  const plain = title.replace(/[^\w.-]/g, '_');
  return plain === key || key.endsWith(`__${plain}`) ? title : key;
}
