import { Issues } from '../../errors/issue.ts';
import { isRecord, UploadedFile } from '../../fields/values.ts';
import { defined } from '../../text/guards.ts';
import { hold } from '../../text/json/reader.ts';
import { ensure, once, rememberLast } from '../../text/memo.ts';
import { atOnce, eachInSteps, isDue, type Steps, sharedSteps } from '../../text/turns.ts';
import { combinedIn, writeOnlyRemover } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { idNameIn, plain } from '../ids.ts';
import type { Located } from '../located.ts';
import { sampleOf } from '../sample.ts';
import { possibleTypes } from '../schema.ts';
import { effectsOf } from './actions.ts';
import { type ChangeOfEntries, changeOfEntries } from './entries.ts';
import { idMaker, initialOf, timeOfChange } from './initial.ts';
import { type FindAddresses, linkIn } from './links.ts';
import { type Properties, type Property, propertiesInSteps, propertiesOf } from './properties.ts';
import type { Item, Items } from './store.ts';

/** The items of a collection: their ids, and what the service adds to what was sent. */

interface ItemOptions {
  /** The schema of an item in replies. */
  readonly schema: Located;
  /** The schema of the parameter with the id. */
  readonly parameterSchema: Located;
  /** Undefined if there is only one item, which has no id. */
  readonly parameter: string | undefined;
  /** The path of the collection, whose parameters are ids of what the items belong to. */
  readonly path: string;
  /** The schemas of what requests send. */
  readonly sent: readonly Located[];
  readonly reader: FieldReader;
}

/** Makes the items of a collection. */
export class ItemMaker {
  readonly idName: string | undefined;
  readonly #options: ItemOptions;
  readonly #properties: Properties;
  /** The properties that requests send. */
  readonly #sent = new Map<string, Property>();
  /** The places of the parameters of the path by the properties that have their values. */
  readonly #owners: ReadonlyMap<string, number>;
  readonly #idSchema: Located;
  /** Makes the part that has the properties of an item, as in JSON:API; undefined if an item has them itself. */
  #inner: ItemMaker | undefined;
  /** The names of the properties of an item, and of those in that part. */
  readonly #names: ReadonlySet<string>;
  /** The places of the properties of an item among all, by their names. */
  readonly #places: ReadonlyMap<string, number>;
  /** The names of the properties that an item may have without having been sent them. */
  readonly #filledIn = sharedSteps(() => this.#namesFilledIn());
  readonly #fillers = new Map<string, Filler>();
  /** Names of what no two items should have in common. */
  readonly #unique = once(() => [...this.#properties.keys()].filter((name) => UNIQUE.test(plain(name))));
  readonly #forms = new Map<unknown, () => Steps<Form>>();
  readonly #idMaker = once(() =>
    idMaker({ ...this.#options, idName: this.idName, idSchema: this.#idSchema }),
  );
  readonly #parse = once(() => this.#options.reader.stepsParserOf(this.#options.schema));

  /** Makes what makes the items of a collection, in steps: an item may have very many properties. */
  static *of(options: ItemOptions): Steps<ItemMaker> {
    const { schema, reader, sent } = options;
    const properties = yield* propertiesInSteps(schema, reader);
    const attributes = properties.get(ATTRIBUTES)?.schema;
    const inner = attributes ? yield* propertiesInSteps(attributes, reader) : none;
    const maker = new ItemMaker(options, properties, inner);
    const own = yield* eachInSteps(sent, (each) => maker.#unwrapped(each));
    if (attributes && inner.size > 0) {
      const innerOf = (each: Located) => propertiesOf(each, reader).get(ATTRIBUTES)?.schema ?? each;
      const ofInner = { schema: attributes, parameter: undefined, sent: own.map(innerOf) };
      maker.#inner = yield* ItemMaker.of({ ...options, ...ofInner });
    }
    for (const each of own)
      for (const [name, property] of yield* propertiesInSteps(each, reader)) {
        maker.#sent.set(name, property);
        if (isDue()) yield;
      }
    return maker;
  }

  private constructor(options: ItemOptions, properties: Properties, inner: Properties) {
    const { parameter, parameterSchema, path } = options;
    this.#options = options;
    this.#properties = properties;
    const names = [...properties.keys()];
    this.#places = new Map(names.map((name, at) => [name, at]));
    this.idName = parameter === undefined ? undefined : idNameIn(names, parameter);
    const own = this.idName === undefined ? undefined : this.#properties.get(this.idName);
    this.#idSchema = own?.schema ?? parameterSchema;
    this.#owners = ownersIn(path, names);
    this.#names = new Set([...names, ...inner.keys()]);
  }

  /** How many properties it knows, those of requests included: each takes about a kilobyte of memory. */
  get weight(): number {
    return ITEM_WEIGHT + this.#names.size + this.#sent.size;
  }

  /** Puts what a request sends of an item beside its id into the part that has it. */
  placed(sent: Item): Item {
    if (!this.#inner || isRecord(sent[ATTRIBUTES])) return sent;
    const all = Object.entries(sent);
    const own = all.filter(([name]) => this.#properties.has(name));
    const others = all.filter(([name]) => !this.#properties.has(name));
    if (others.length === 0) return sent;
    return Object.fromEntries([...own, [ATTRIBUTES, Object.fromEntries(others)]]);
  }

  /** The schema of the item in that of a request or a reply, which may have it in an envelope. */
  *#unwrapped(schema: Located): Steps<Located> {
    const { holder } = yield* this.formOf(schema);
    const inner = holder === undefined ? undefined : propertiesOf(schema, this.#options.reader).get(holder);
    return inner?.schema ?? schema;
  }

  /** The property of an envelope that has the item: more of the item's properties are in it than beside it. */
  holderIn(schema: Located): string | undefined {
    return atOnce(this.formOf(schema)).holder;
  }

  /** What a schema has of an item. It is looked at once and in steps, as it may have very many properties. */
  formOf(schema: Located): Steps<Form> {
    return ensure(this.#forms, schema.value, () => sharedSteps(() => this.#newForm(schema)))();
  }

  *#newForm(schema: Located): Steps<Form> {
    const declared = yield* propertiesInSteps(schema, this.#options.reader);
    const others: string[] = [];
    for (const [name, { isRequired, isCommon }] of declared) {
      if (isRequired || (isCommon && !this.#properties.has(name))) others.push(name);
      if (isDue()) yield;
    }
    return { declared, holder: yield* this.#newHolderIn(declared), others };
  }

  *#newHolderIn(declared: Properties): Steps<string | undefined> {
    const { reader } = this.#options;
    if (this.idName !== undefined && declared.has(this.idName)) return undefined;
    const known = (names: Iterable<string>) => [...names].filter((name) => this.#names.has(name)).length;
    let most = known(declared.keys());
    let holder: string | undefined;
    for (const [name, { schema: inner }] of declared) {
      if (isDue()) yield;
      const own = this.#properties.get(name);
      if (own && (yield* propertiesInSteps(own.schema, reader)).size > 0) continue;
      const count = known((yield* propertiesInSteps(inner, reader)).keys());
      if (count > most) [most, holder] = [count, name];
    }
    return holder;
  }

  /** Tells whether a schema is that of an item, or of an envelope with one. */
  describes(schema: Located): boolean {
    const { reader, schema: own } = this.#options;
    const inner = atOnce(this.#unwrapped(schema));
    const wanted = reader.references.follow(own).value;
    if (combinedIn([inner], reader.references).some(({ value }) => value === wanted)) return true;
    const names = [...propertiesOf(inner, reader).keys()];
    return (
      names.length > 0 &&
      names.length === this.#properties.size &&
      names.every((name) => this.#properties.has(name))
    );
  }

  /** Tells whether an item has a property that requests may change. */
  isChangeable(name: string): boolean {
    const property = this.#properties.get(name);
    return property !== undefined && !property.isReadOnly && name !== this.idName;
  }

  /** Finds the properties for the parameters of a path, by their places. */
  ownersIn(path: string): ReadonlyMap<string, number> {
    return ownersIn(path, [...this.#properties.keys()]);
  }

  /** The schema of an item in replies. */
  get schema(): Located {
    return this.#options.schema;
  }

  /** An item as it is without a request that made it. */
  sample(): Item {
    const { schema, reader } = this.#options;
    return Object(sampleOf(schema, reader));
  }

  /** The id that a request gives to a new item; undefined if the service chooses it. */
  sentId(body: Item): unknown {
    const { idName } = this;
    if (idName === undefined || this.#properties.get(idName)?.isReadOnly) return undefined;
    const id = body[idName];
    return typeof id === 'string' || typeof id === 'number' ? id : undefined;
  }

  /** Finds a property that no two items should have in common, such as an email address, and that one has already. */
  clashIn(body: Item, items: Items): Clash | undefined {
    const inner = this.#inner?.clashIn(partOf(body), items);
    const name = this.#unique().find((each) => body[each] !== undefined && items.hasValue(each, body[each]));
    return name === undefined ? inner : { name, value: body[name] };
  }

  /** Makes an id of the declared type that no item has. */
  newId(items: Items, body: Item): string | number {
    return this.#idMaker()(body, items);
  }

  /** Makes an item of what was sent, in place of an older one if there is one, in steps: it may have very many properties. */
  *make(sent: Item, id: unknown, from: MadeFrom = {}): Steps<Item> {
    const { old, isChange, values = [], owners = this.#owners, addresses } = from;
    const made: Record<string, unknown> = {};
    for (const name of yield* this.#namesOf(sent, old, owners)) {
      const filler = this.#fillerOf(name);
      const owner = this.#ownerId(values[owners.get(name) ?? -1], filler.property);
      const value =
        name === this.idName ? id : this.#valueOf(name, filler, { sent, old, isChange, owner, addresses });
      if (value !== undefined) hold(made, name, value);
      if (isDue()) yield;
    }
    for (const name of Object.keys(sent)) {
      // What a request declares, but no item has, is not kept: a password, for example.
      const isShown = !this.#properties.has(name) && !this.#sent.has(name);
      if (isShown && isPlain(sent[name])) hold(made, name, sent[name]);
    }
    const innerFrom = { ...from, old: old && partOf(old) };
    if (this.#inner) made[ATTRIBUTES] = yield* this.#inner.make(partOf(sent), undefined, innerFrom);
    return made;
  }

  /** The id of what an item belongs to, from the path, if this property has it. */
  #ownerId(text: string | undefined, { schema }: Property): unknown {
    if (text === undefined) return undefined;
    const field = this.#options.reader.fieldOf(schema);
    const all = DIGITS.test(text) ? [Number(text), text] : [text];
    return all.find((each) => !(field.parse(each) instanceof Issues));
  }

  /** The names of the properties that an item may have, in the order in which they are declared. */
  *#namesOf(sent: Item, old: Item | undefined, owners: ReadonlyMap<string, number>): Steps<Iterable<string>> {
    const filledIn = yield* this.#filledIn();
    const others = new Set([...owners.keys()].filter((name) => !filledIn.has(name)));
    for (const item of [sent, old ?? {}])
      for (const name of Object.keys(item))
        if (this.#places.has(name) && !filledIn.has(name)) others.add(name);
    if (others.size === 0) return filledIn;
    const placeOf = (name: string) => Number(this.#places.get(name));
    const left = [...others].sort((one, other) => placeOf(one) - placeOf(other));
    const names: string[] = [];
    let next = 0;
    // What is filled in is in order, and may be thousands of times as much.
    for (const name of filledIn) {
      while (next < left.length && placeOf(defined(left[next])) < placeOf(name))
        names.push(defined(left[next++]));
      names.push(name);
    }
    return [...names, ...left.slice(next)];
  }

  *#namesFilledIn(): Steps<ReadonlySet<string>> {
    const names = new Set<string>();
    for (const name of this.#properties.keys()) {
      const { isOfService, property, otherwise } = this.#fillerOf(name);
      const isFilledIn = isOfService || property.isRequired || otherwise !== undefined;
      if (isFilledIn || name === this.idName) names.add(name);
      if (isDue()) yield;
    }
    return names;
  }

  /** Finds what the properties of a new item begin with, in steps. The first item would wait for all of them at once. */
  readonly prepare = sharedSteps(() => this.#initialInSteps());

  *#initialInSteps(): Steps<void> {
    for (const name of yield* this.#filledIn()) {
      const { hasInitial, initial } = this.#fillerOf(name);
      if (hasInitial) initial()();
      if (isDue()) yield;
    }
    if (this.#inner) yield* this.#inner.prepare();
  }

  #fillerOf(name: string): Filler {
    return ensure(this.#fillers, name, () => {
      const property = defined(this.#properties.get(name));
      const { schema, isReadOnly, isRequired, isCommon } = property;
      const { reader } = this.#options;
      const declared = [schema, this.#sent.get(name)?.schema].map(
        (each) => each && reader.references.follow(each),
      );
      const isOfService = isReadOnly || !this.#sent.has(name);
      const otherwise = declared
        .map((each) => Object(each?.value).default)
        .find((each) => each !== undefined);
      return {
        property,
        isOfService,
        otherwise,
        hasInitial: otherwise === undefined && (isRequired || (isOfService && isCommon)),
        initial: once(() => initialOf(name, schema, { isRequired, reader })),
        change: once(() => timeOfChange(name, schema, reader)),
      };
    });
  }

  #valueOf(name: string, filler: Filler, sources: Sources): unknown {
    const { sent, old, isChange, owner, addresses } = sources;
    const { isOfService, otherwise, hasInitial, initial, change } = filler;
    const { schema, isReadOnly, isRequired } = filler.property;
    const value = sent[name];
    const isKept = isOfService && old !== undefined && value === old[name];
    if (value !== undefined && !isReadOnly && !isKept && isPlain(value)) return value;
    if (isOfService && old) return change()?.() ?? old[name];
    if (owner !== undefined) return owner;
    if (otherwise !== undefined) return otherwise;
    // What a change removes is missing afterwards, while a replacement that can't send it keeps it.
    if (isRequired && old?.[name] !== undefined) return isChange ? undefined : old[name];
    const link = isOfService && addresses ? linkIn(name, schema, addresses, this.#options.reader) : undefined;
    return hasInitial ? (link ?? initial()()) : undefined;
  }

  /** An item with those of the values that requests may change. */
  withValues(item: Item, values: Item): Item {
    const own = Object.entries(values).filter(([name]) => this.isChangeable(name));
    const changed = { ...item, ...Object.fromEntries(own) };
    const inner = this.#inner?.withValues(partOf(item), partOf(values));
    return inner ? { ...changed, [ATTRIBUTES]: inner } : changed;
  }

  /** Keeps of a changed item what only the service may change. */
  changed(item: Item, old: Item): Steps<Item> {
    return this.make(item, this.idName === undefined ? undefined : old[this.idName], { old, isChange: true });
  }

  /** Finds what the action at the end of a path changes of an item; undefined if its properties tell nothing of it. */
  effectsOf(path: string, isUndone: boolean): ((item: Item, sent: Item) => Item) | undefined {
    const inner = this.#inner?.effectsOf(path, isUndone);
    if (inner) return (item, sent) => ({ ...item, [ATTRIBUTES]: inner(partOf(item), partOf(sent)) });
    const effects = effectsOf(path, isUndone, this.#properties, this.#options.reader);
    return effects && ((item, sent) => ({ ...item, ...effects(item, sent) }));
  }

  /** Finds what an operation does to a list in an item, by the path behind that of the item. */
  changeOfEntries(rest: string, method: string, parameter: string | undefined): ChangeOfEntries | undefined {
    return changeOfEntries({ rest, method, parameter, properties: this.#properties }, this.#options.reader);
  }

  /** Returns what is wrong with an item, in steps; undefined if nothing is. */
  *issuesIn(item: unknown): Steps<Issues | undefined> {
    const result = yield* this.#parse()(item);
    return result instanceof Issues ? result : undefined;
  }

  /** Tells whether a property may be null. */
  takesNull(name: string): boolean {
    const property = this.#properties.get(name);
    if (!property) return this.#inner?.takesNull(name) === true;
    return !(this.#options.reader.fieldOf(property.schema).parse(null) instanceof Issues);
  }

  /** Makes a function that leaves out of items what is neither required nor among these properties; nothing if there are none of these. */
  picker(fields: readonly string[]): (item: Item) => Item {
    const wanted = new Set(fields);
    if (!fields.some((name) => this.#names.has(name))) return (item) => item;
    const isKept = (name: string) =>
      wanted.has(name) ||
      name === this.idName ||
      !this.#names.has(name) ||
      this.#properties.get(name)?.isRequired;
    const pick = (item: Item): Item =>
      Object.fromEntries(Object.entries(item).filter(([name]) => isKept(name)));
    if (this.#inner) return (item) => ({ ...item, [ATTRIBUTES]: pick(partOf(item)) });
    return pick;
  }

  /**
   * Makes a function that gives items the form of a reply in steps, which may have fewer properties, or the item in one of its own.
   * What it has beside the item is that of a sample, but for its links, and for `included`, in which JSON:API has other items. A
   * reply that is no object is the id.
   */
  shower(schema: Located, sample: () => unknown, addresses: FindAddresses): ShowItem {
    const { reader } = this.#options;
    const types = possibleTypes(schema, reader.references);
    if (types.length > 0 && types.every((type) => SCALARS.has(type))) return this.#idShower(schema, sample);
    const properties = this.#properties;
    const form = () => this.formOf(schema);
    const show = writeOnlyRemover(schema, reader);
    const beside = rememberLast((declared: Properties) => besideItem(declared, addresses, reader));
    return function* (item) {
      const { declared, holder, others } = yield* form();
      const isLeftOut = (name: string) => declared.size > 0 && properties.has(name) && !declared.has(name);
      const base = sample();
      if (holder !== undefined) return yield* show({ ...Object(base), ...beside(declared), [holder]: item });
      const added = others.filter((name) => !Object.hasOwn(item, name) && Object.hasOwn(Object(base), name));
      if (added.length === 0 && !Object.keys(item).some(isLeftOut)) return yield* show(item);
      const own = Object.entries(item).filter(([name]) => !isLeftOut(name));
      return yield* show(Object.fromEntries([...own, ...added.map((name) => [name, Object(base)[name]])]));
    };
  }

  #idShower(schema: Located, sample: () => unknown): ShowItem {
    const field = this.#options.reader.fieldOf(schema);
    const { idName } = this;
    return function* (item, id) {
      const own = idName === undefined ? id : item[idName];
      return [own, id].find((each) => !(field.parse(each) instanceof Issues)) ?? sample();
    };
  }
}

/** Gives an item the form of a reply. */
export type ShowItem = (item: Item, id?: unknown) => Steps<unknown>;

/** A property that two items would have in common, and its value. */
interface Clash {
  readonly name: string;
  readonly value: unknown;
}

/** What an item is made from beside what was sent: the one in its place, and the values of the parameters of the path. */
interface MadeFrom {
  /** The places of the values by the properties that have them. */
  readonly owners?: ReadonlyMap<string, number> | undefined;
  readonly old?: Item | undefined;
  /** True if what was sent is the whole item, changed. */
  readonly isChange?: boolean | undefined;
  readonly values?: readonly string[];
  readonly addresses?: FindAddresses;
}

/** What a reply or a request has of an item. */
interface Form {
  readonly declared: Properties;
  /** The property that has the item, if it is in an envelope. */
  readonly holder: string | undefined;
  /** The names of what a reply has beside the properties of the item, or requires. */
  readonly others: readonly string[];
}

/** What a property has if no request has sent a value for it. */
interface Filler {
  readonly property: Property;
  readonly isOfService: boolean;
  /** Its default. */
  readonly otherwise: unknown;
  /** True if a new item has the property without a default. */
  readonly hasInitial: boolean;
  readonly initial: () => () => unknown;
  /** Makes its value after a change; undefined if it keeps its own. */
  readonly change: () => (() => unknown) | undefined;
}

interface Sources {
  readonly sent: Item;
  readonly old: Item | undefined;
  readonly isChange: boolean | undefined;
  readonly owner: unknown;
  readonly addresses: FindAddresses | undefined;
}

/** What an envelope has beside an item, as far as it is known. */
function besideItem(declared: Properties, addresses: FindAddresses, reader: FieldReader): Item {
  const known = [...declared].map(([name, { schema }]) => {
    const link = linkIn(name, schema, addresses, reader);
    return [name, name === INCLUDED ? [] : link] as const;
  });
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

/** What a maker takes besides its properties, as so many of them. */
const ITEM_WEIGHT = 10;

const none: Properties = new Map();
const INCLUDED = 'included';
/** The property in which JSON:API has all others of an item. */
const ATTRIBUTES = 'attributes';

function partOf(item: Item): Item {
  return Object(item[ATTRIBUTES]);
}

/** Names of what only one item has. */
const UNIQUE = /^(?:e?mail(?:address)?|username|login|slug|sku|isbn|handle|barcode)$/;
/** The types of values without parts. */
const SCALARS: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean', 'null']);
const DIGITS = /^\d{1,15}$/;

function isPlain(value: unknown): boolean {
  return !(value instanceof UploadedFile);
}

/** Finds the properties for the parameters of a path: `author_id` for `/authors/{id}`, or for `{authorId}`. */
function ownersIn(path: string, names: readonly string[]): ReadonlyMap<string, number> {
  const found = [...path.matchAll(/([^/]*)\/\{([^{}]+)\}/g)].flatMap(
    ([, collection = '', parameter = ''], at) => {
      const one = collection.replace(/ies$/, 'y').replace(/s$/, '');
      const wanted = new Set([parameter, `${one}_${parameter}`, `${one}_id`].map(plain));
      const name = names.find((each) => plain(each) !== 'id' && wanted.has(plain(each)));
      return name === undefined ? [] : [[name, at] as const];
    },
  );
  return new Map(found);
}
