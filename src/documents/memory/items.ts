import { Issues } from '../../errors/issue.ts';
import { UploadedFile } from '../../fields/values.ts';
import { once } from '../../text/memo.ts';
import { combinedIn, membersOf, writeOnlyRemover } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { idNameIn, plain } from '../ids.ts';
import { itemsOf, type Located, within } from '../located.ts';
import { sampleOf } from '../sample.ts';
import { objectsIn, propertiesIn } from '../schema.ts';
import type { Item, Items } from './store.ts';

/** The items of a collection: their ids, and what the service adds to what was sent. */

interface Property {
  readonly schema: Located;
  readonly isReadOnly: boolean;
  readonly isWriteOnly: boolean;
  readonly isRequired: boolean;
}

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
  readonly #properties: ReadonlyMap<string, Property>;
  /** The properties that requests send. */
  readonly #sent: ReadonlyMap<string, Property>;
  /** The parameters of the path by the properties that have their values. */
  readonly #owners: ReadonlyMap<string, string>;
  readonly #idSchema: Located;
  readonly #parse = once(() => this.#options.reader.parserOf(this.#options.schema));

  constructor(options: ItemOptions) {
    const { schema, reader, parameter, parameterSchema, path, sent } = options;
    this.#options = options;
    this.#properties = propertiesOf(schema, reader);
    const names = [...this.#properties.keys()];
    this.idName = parameter === undefined ? undefined : idNameIn(names, parameter);
    const own = this.idName === undefined ? undefined : this.#properties.get(this.idName);
    this.#idSchema = own?.schema ?? parameterSchema;
    this.#owners = ownersIn(path, names);
    this.#sent = new Map(sent.flatMap((each) => [...this.#sentIn(each)]));
  }

  /** The properties that a request gives an item, which may be in an envelope. */
  #sentIn(schema: Located): ReadonlyMap<string, Property> {
    const { reader } = this.#options;
    const declared = propertiesOf(schema, reader);
    const holder = this.holderIn(schema);
    const inner = holder === undefined ? undefined : declared.get(holder)?.schema;
    return inner ? propertiesOf(inner, reader) : declared;
  }

  /** The property of an envelope that has the item: more of the item's properties are in it than beside it. */
  holderIn(schema: Located): string | undefined {
    const { reader } = this.#options;
    const declared = propertiesOf(schema, reader);
    if (this.idName !== undefined && declared.has(this.idName)) return undefined;
    const known = (names: Iterable<string>) => [...names].filter((name) => this.#properties.has(name)).length;
    let most = known(declared.keys());
    let holder: string | undefined;
    for (const [name, { schema: inner }] of declared) {
      const own = this.#properties.get(name);
      if (own && propertiesOf(own.schema, reader).size > 0) continue;
      const count = known(propertiesOf(inner, reader).keys());
      if (count > most) [most, holder] = [count, name];
    }
    return holder;
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

  /** Makes an id of the declared type that no item has. */
  newId(items: Items, body: Item): string | number {
    const { reader } = this.#options;
    const { type, format } = Object(reader.references.follow(this.#idSchema).value);
    const types = [type].flat();
    if (types.includes('integer') || types.includes('number')) return nextNumber(items);
    const field = reader.fieldOf(this.#idSchema);
    const number = String(nextNumber(items));
    const uuid = crypto.randomUUID();
    const title = [body.title, body.name].find((each) => typeof each === 'string');
    const readable =
      typeof title === 'string' && this.idName !== 'id' ? [slugOf(title), `${slugOf(title)}-${number}`] : [];
    const all = [
      ...(format === 'uuid' ? [] : readable),
      uuid,
      uuid.replaceAll('-', ''),
      number,
      `id-${number}`,
    ];
    const [first = uuid] = all.filter(
      (id) => id !== '' && !items.has(id) && !(field.parse(id) instanceof Issues),
    );
    return first;
  }

  /** Makes an item of what was sent, in place of an older one if there is one. */
  make(sent: Item, id: unknown, { old, params }: MadeFrom = {}): Item {
    const made = new Map<string, unknown>();
    for (const [name, property] of this.#properties) {
      const owner = this.#ownerId(name, property, Object(params));
      const value = name === this.idName ? id : this.#valueOf(name, property, { sent, old, owner });
      if (value !== undefined) made.set(name, value);
    }
    for (const [name, value] of Object.entries(sent)) {
      const isShown = !this.#properties.has(name) && !this.#sent.get(name)?.isWriteOnly;
      if (isShown && isPlain(value)) made.set(name, value);
    }
    return Object.fromEntries(made);
  }

  /** The id of what an item belongs to, from the path, if this property has it. */
  #ownerId(name: string, { schema }: Property, params: Item): unknown {
    const owner = this.#owners.get(name);
    if (owner === undefined) return undefined;
    const field = this.#options.reader.fieldOf(schema);
    return [params[owner], String(params[owner])].find((each) => !(field.parse(each) instanceof Issues));
  }

  #valueOf(name: string, property: Property, { sent, old, owner }: Sources): unknown {
    const { schema, isReadOnly, isRequired } = property;
    const { reader } = this.#options;
    const isOfService = isReadOnly || !this.#sent.has(name);
    const value = sent[name];
    const isKept = isOfService && old !== undefined && value === old[name];
    if (value !== undefined && !isReadOnly && !isKept && isPlain(value)) return value;
    if (isOfService && old) return CHANGES.test(name) ? (this.#now(schema) ?? old[name]) : old[name];
    if (owner !== undefined) return owner;
    const declared = [schema, this.#sent.get(name)?.schema].map(
      (each) => each && reader.references.follow(each),
    );
    const otherwise = declared.map((each) => Object(each?.value).default).find((each) => each !== undefined);
    if (otherwise !== undefined) return otherwise;
    if (!isOfService && !isRequired) return undefined;
    return (
      (TIMES.test(name) ? this.#now(schema) : undefined) ?? sampleOf(schema, reader, { name }) ?? undefined
    );
  }

  /** The time, if it is a value of a schema. */
  #now(schema: Located): string | number | undefined {
    const now = new Date();
    const field = this.#options.reader.fieldOf(schema);
    const text = now.toISOString();
    return [text, text.slice(0, DATE_LENGTH), Math.floor(now.getTime() / 1000)].find(
      (each) => !(field.parse(each) instanceof Issues),
    );
  }

  /** Keeps of a changed item what only the service may change. */
  changed(item: Item, old: Item): Item {
    return this.make(item, this.idName === undefined ? undefined : old[this.idName], { old });
  }

  /** Returns what is wrong with an item; undefined if nothing is. */
  issuesIn(item: unknown): Issues | undefined {
    const result = this.#parse()(item);
    return result instanceof Issues ? result : undefined;
  }

  /** Tells whether a property may be null. */
  takesNull(name: string): boolean {
    const property = this.#properties.get(name);
    return (
      property !== undefined && !(this.#options.reader.fieldOf(property.schema).parse(null) instanceof Issues)
    );
  }

  /** Makes a function that gives items the form of a reply, which may have fewer properties, or the item in one of its own. */
  shower(schema: Located, sample: () => unknown): (item: Item) => unknown {
    const { reader } = this.#options;
    const declared = propertiesOf(schema, reader);
    const holder = this.holderIn(schema);
    const required = [...declared].filter(([, { isRequired }]) => isRequired).map(([name]) => name);
    const isLeftOut = (name: string) =>
      declared.size > 0 && this.#properties.has(name) && !declared.has(name);
    const show = writeOnlyRemover(schema, reader);
    return (item) => {
      const base = sample();
      if (holder !== undefined) return show({ ...Object(base), [holder]: item });
      const own = Object.entries(item).filter(([name]) => !isLeftOut(name));
      const missing = required.filter((name) => !Object.hasOwn(item, name));
      const added = missing.map((name) => [name, Object(base)[name]]);
      return show(Object.fromEntries([...own, ...added]));
    };
  }
}

/** What an item is made from beside what was sent: the one in its place, and the parameters of the path. */
interface MadeFrom {
  readonly old?: Item | undefined;
  readonly params?: unknown;
}

interface Sources {
  readonly sent: Item;
  readonly old: Item | undefined;
  readonly owner: unknown;
}

const TIMES = /(?:_at|At|_on|On|[Dd]ate|[Tt]ime|[Tt]imestamp|created|updated|modified)$/;
const CHANGES = /updat|modif|chang/i;
const DATE_LENGTH = 10;

function isPlain(value: unknown): boolean {
  return !(value instanceof UploadedFile);
}

function nextNumber(items: Items): number {
  let last = 0;
  for (const id of items.keys()) if (Number(id) > last && Number.isSafeInteger(Number(id))) last = Number(id);
  return last + 1;
}

/** Finds the properties for the parameters of a path: `author_id` for `/authors/{id}`, or for `{authorId}`. */
function ownersIn(path: string, names: readonly string[]): ReadonlyMap<string, string> {
  const found = [...path.matchAll(/([^/]*)\/\{([^{}]+)\}/g)].flatMap(
    ([, collection = '', parameter = '']) => {
      const one = collection.replace(/ies$/, 'y').replace(/s$/, '');
      const wanted = new Set([parameter, `${one}_${parameter}`].map(plain));
      const name = names.find((each) => plain(each) !== 'id' && wanted.has(plain(each)));
      return name === undefined ? [] : [[name, parameter] as const];
    },
  );
  return new Map(found);
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/**
 * Finds the schema of an item in that of a reply, which may have it in an envelope. `listed` is the schema of the items of the list,
 * and `sent` has those of requests, by which an item with an object in it is known.
 */
export function itemSchemaIn(schema: Located, { listed, sent, parameter, reader }: ItemSearch): Located {
  const declared = propertiesOf(schema, reader);
  const held = [...declared].filter(
    ([, each]) => idNameIn([...propertiesOf(each.schema, reader).keys()], parameter) !== undefined,
  );
  const schemaOf = (each: Located | undefined) => each && reader.references.follow(each).value;
  const isListed = ([, each]: (typeof held)[number]) => schemaOf(each.schema) === schemaOf(listed);
  const [[, inList] = []] = held.filter(isListed);
  if (inList) return inList.schema;
  const [[name, inner] = []] = held;
  const isKnown = (each: string) => each !== name && declared.has(each);
  const isItem =
    idNameIn([...declared.keys()], parameter) !== undefined ||
    sent.some((each) => [...propertiesOf(each, reader).keys()].some(isKnown));
  return inner && !isItem ? inner.schema : schema;
}

interface ItemSearch {
  readonly listed: Located | undefined;
  readonly sent: readonly Located[];
  readonly parameter: string;
  readonly reader: FieldReader;
}

/** The properties of an object, in the order in which they are declared. */
function propertiesOf(schema: Located, reader: FieldReader): ReadonlyMap<string, Property> {
  const { references } = reader;
  const objects = objectsIn([schema], references);
  const all = combinedIn([schema], references);
  const required = new Set(
    all.flatMap((each) => itemsOf(within(each, 'required')).map(({ value }) => value)),
  );
  const declared = objects ? propertiesIn(objects) : declaredIn(all);
  return new Map(
    [...declared].map(([name, part]) => {
      const parts = combinedIn([part], references);
      const has = (keyword: string) => parts.some(({ value }) => Object(value)[keyword] === true);
      const [isReadOnly, isWriteOnly] = [has('readOnly'), has('writeOnly')];
      return [name, { schema: part, isReadOnly, isWriteOnly, isRequired: required.has(name) }];
    }),
  );
}

/** The properties of any kind of a union. */
function declaredIn(all: readonly Located[]): ReadonlyMap<string, Located> {
  const names = all.flatMap((each) => Object.keys(Object(within(each, 'properties').value)));
  return new Map(names.flatMap((name) => membersOf(all, 'properties', name, '').map((part) => [name, part])));
}
