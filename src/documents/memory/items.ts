import { Issues } from '../../errors/issue.ts';
import { isRecord, UploadedFile } from '../../fields/values.ts';
import { once } from '../../text/memo.ts';
import { combinedIn, membersOf, writeOnlyRemover } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { idNameIn } from '../ids.ts';
import { itemsOf, type Located, within } from '../located.ts';
import { sampleOf } from '../sample.ts';
import { objectsIn, propertiesIn } from '../schema.ts';
import type { Item, Items } from './store.ts';

/** The items of a collection: their ids, and what the service adds to what was sent. */

interface Property {
  readonly schema: Located;
  readonly isReadOnly: boolean;
  readonly isRequired: boolean;
}

interface ItemOptions {
  /** The schema of an item in replies. */
  readonly schema: Located;
  /** The schema of the parameter with the id. */
  readonly parameterSchema: Located;
  readonly parameter: string;
  /** The names of the properties that requests send. */
  readonly sentNames: ReadonlySet<string>;
  readonly reader: FieldReader;
}

/** Makes the items of a collection. */
export class ItemMaker {
  readonly idName: string | undefined;
  readonly #options: ItemOptions;
  readonly #properties: ReadonlyMap<string, Property>;
  readonly #idSchema: Located;
  readonly #parse = once(() => this.#options.reader.parserOf(this.#options.schema));

  constructor(options: ItemOptions) {
    const { schema, reader, parameter, parameterSchema } = options;
    this.#options = options;
    this.#properties = propertiesOf(schema, reader);
    this.idName = idNameIn([...this.#properties.keys()], parameter);
    const own = this.idName === undefined ? undefined : this.#properties.get(this.idName);
    this.#idSchema = own?.schema ?? parameterSchema;
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
  make(sent: Item, id: unknown, old?: Item): Item {
    const made = new Map<string, unknown>();
    for (const [name, property] of this.#properties) {
      const value = name === this.idName ? id : this.#valueOf(name, property, sent, old);
      if (value !== undefined) made.set(name, value);
    }
    for (const [name, value] of Object.entries(sent))
      if (!this.#properties.has(name) && isPlain(value)) made.set(name, value);
    return Object.fromEntries(made);
  }

  #valueOf(name: string, property: Property, sent: Item, old: Item | undefined): unknown {
    const { schema, isReadOnly, isRequired } = property;
    const { reader, sentNames } = this.#options;
    const isOfService = isReadOnly || !sentNames.has(name);
    const value = sent[name];
    const isKept = isOfService && old !== undefined && value === old[name];
    if (value !== undefined && !isReadOnly && !isKept && isPlain(value)) return value;
    if (isOfService && old) return CHANGES.test(name) ? (this.#now(schema) ?? old[name]) : old[name];
    const { default: otherwise } = Object(reader.references.follow(schema).value);
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
    return this.make(item, this.idName === undefined ? undefined : old[this.idName], old);
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
    const holder = this.#holderIn(declared);
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

  /** The property of an envelope that has the item. */
  #holderIn(declared: ReadonlyMap<string, Property>): string | undefined {
    const { idName } = this;
    if (idName === undefined || declared.has(idName)) return undefined;
    const [name] =
      [...declared].find(([, { schema }]) => propertiesOf(schema, this.#options.reader).has(idName)) ?? [];
    return name;
  }
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

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
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
      const isReadOnly = parts.some(({ value }) => isRecord(value) && value.readOnly === true);
      return [name, { schema: part, isReadOnly, isRequired: required.has(name) }];
    }),
  );
}

/** The properties of any kind of a union. */
function declaredIn(all: readonly Located[]): ReadonlyMap<string, Located> {
  const names = all.flatMap((each) => Object.keys(Object(within(each, 'properties').value)));
  return new Map(names.flatMap((name) => membersOf(all, 'properties', name, '').map((part) => [name, part])));
}
