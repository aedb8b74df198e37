import { Refusal } from '../../contract/outcome.ts';
import type { Path } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import { splitTarget } from '../../http/types.ts';
import { ensure } from '../../text/memo.ts';
import { atOnce, type Steps, sharedSteps } from '../../text/turns.ts';
import { factsOfFile } from '../echo.ts';
import type { FieldReader } from '../fields.ts';
import type { Keep } from '../kept.ts';
import { type Located, textIn, within } from '../located.ts';
import { originOf } from '../reply-headers.ts';
import type { DeclaredResponse } from '../responses.ts';
import { hasProperties, itemOf, listForm, listFormInSteps } from './envelopes.ts';
import { ItemMaker } from './items.ts';
import type { Addresses } from './links.ts';
import {
  type Asking,
  bodySchemas,
  countIn,
  ENDING,
  filled,
  isBelow,
  type MemorableOperation,
  type Methods,
  parametersOf,
  shapeOf,
} from './operations.ts';
import { itemSchemaIn, kindsOf } from './properties.ts';
import { type Item, Items, type Memory } from './store.ts';

/** The items of one path: what they are, and which of them a request is for. */

export interface CollectionOptions {
  readonly reader: FieldReader;
  readonly memory: Memory;
}

/** The options of the collections of a document. */
interface SharedOptions extends CollectionOptions {
  /** Keeps what has been found out about all collections, within a budget. */
  readonly keep: Keep;
}

export interface Place {
  /** The shapes of the paths of the collection and of its items. */
  readonly path: string;
  readonly itemPath: string;
  /** The name of the parameter with the id of an item; undefined if there is only one item. */
  readonly parameter: string | undefined;
  readonly byPath: ReadonlyMap<string, Methods>;
  /** The collection of the items that have such a collection. */
  readonly parent: Collection | undefined;
  readonly options: SharedOptions;
}

/** The id of a single item. */
const SINGLE = '';

export class Collection {
  readonly path: string;
  readonly itemPath: string;
  readonly place: Place;
  readonly reader: FieldReader;
  /** The collections that its items have. */
  readonly inner: Collection[] = [];
  #preparing: (() => Steps<ItemMaker>) | undefined;
  #maker: ItemMaker | undefined;
  /** The properties that have the item in the bodies of requests. */
  readonly #holders = new Map<MemorableOperation, string | undefined>();

  constructor(place: Place) {
    this.path = place.path;
    this.itemPath = place.itemPath;
    this.place = place;
    this.reader = place.options.reader;
  }

  /** Finds out what its items are, in steps, and again if that has been forgotten. */
  prepare(): Steps<ItemMaker> {
    this.#preparing ??= sharedSteps(() => this.#prepared());
    return this.#preparing();
  }

  *#prepared(): Steps<ItemMaker> {
    const maker = yield* this.#makeMaker();
    this.#maker = maker;
    this.place.options.keep(maker.weight, () => {
      this.#preparing = undefined;
      this.#maker = undefined;
    });
    return maker;
  }

  maker(): ItemMaker {
    return this.#maker ?? atOnce(this.prepare());
  }

  /** Tells whether an operation may list items, or send several, by its path and method. */
  mayList(operation: MemorableOperation): boolean {
    const path = shapeOf(operation);
    const isOfOne = path === this.itemPath || isBelow(path, this.itemPath);
    return !isOfOne && (operation.method === 'GET' || path !== this.path);
  }

  /** Tells whether an operation lists items of this collection. */
  hasItems(operation: MemorableOperation): boolean {
    const { schema } = operation.replies.responseTo();
    const form = schema && listForm(schema, this.reader);
    if (!form || shapeOf(operation) === this.path) return form !== undefined;
    const item = itemOf(schema, this.reader);
    return item !== undefined && this.maker().describes(item);
  }

  /** The items of the collection that a request is for, or a 404 if the item that they belong to is not there. */
  itemsFor(asking: Asking): Items | Refusal {
    const { parent, options } = this.place;
    const owner = parent?.itemFor(asking);
    if (owner instanceof Refusal) return owner;
    const path = filled(this.path, asking.values);
    return options.memory.itemsOf(path, () => this.#first(path));
  }

  /** The items to begin with: those of the file, or else the examples. */
  *#first(path: string): Iterable<readonly [string, Item]> {
    const { byPath, options } = this.place;
    const maker = this.maker();
    const list = byPath.get(this.path)?.get('GET')?.replies.responseTo().example;
    const one = this.#itemIn(byPath.get(this.itemPath)?.get('GET')?.replies.responseTo());
    const examples = this.isSingle ? [one ?? maker.sample()] : (listIn(list) ?? (one ? [one] : []));
    const given = options.memory.givenFor(path) ?? examples;
    if (this.isSingle) return yield* given.slice(0, 1).map((item) => [SINGLE, item] as const);
    const known = new Items();
    for (const item of given) {
      const own = maker.idName === undefined ? undefined : item[maker.idName];
      const id = own ?? maker.newId(known, item);
      const whole = maker.idName === undefined ? { ...item } : { ...item, [maker.idName]: id };
      known.set(String(id), whole);
    }
    yield* known;
  }

  /** The item in the example of a response. */
  #itemIn(response: DeclaredResponse | undefined): Item | undefined {
    const { example, schema } = response ?? {};
    const holder = schema && this.maker().holderIn(schema);
    const item = holder === undefined ? example : Object(example)[holder];
    return isRecord(item) ? item : undefined;
  }

  /** The item that a request is for, or a 404. */
  itemFor(asking: Asking): Item | Refusal {
    const items = this.itemsFor(asking);
    if (items instanceof Refusal) return items;
    return items.get(this.idIn(asking)) ?? this.nothing(asking);
  }

  get isSingle(): boolean {
    return this.place.parameter === undefined;
  }

  idIn({ values }: Asking): string {
    return this.isSingle ? SINGLE : (values[countIn(this.path)] ?? '');
  }

  nothing(asking: Asking): Refusal {
    const what = this.isSingle
      ? 'here'
      : `with the ${this.place.parameter} ${JSON.stringify(this.idIn(asking))}`;
    return new Refusal(404, `There is nothing ${what}`);
  }

  /** The item that a request sends; an empty one if that is no object. */
  sentIn(asking: Asking): Item {
    const sent = this.unwrapped(asking);
    if (!isRecord(sent)) return {};
    const facts = Object.entries(factsOfFile(sent) ?? {});
    return { ...Object.fromEntries(facts.filter(([name]) => this.maker().isChangeable(name))), ...sent };
  }

  /** What a request sends, without the envelope that it may be in. */
  unwrapped(asking: Asking): unknown {
    const { body = {} } = asking.input;
    const holder = this.#holderFor(asking);
    const own = holder === undefined ? body : (Object(body)[holder] ?? {});
    return isRecord(own) ? this.maker().placed(own) : own;
  }

  /** The place of the item in a request. */
  placeOf(asking: Asking): Path {
    const holder = this.#holderFor(asking);
    return holder === undefined ? ['body'] : ['body', holder];
  }

  /** The property of an envelope in which a request sends the item. */
  #holderFor({ operation }: Asking): string | undefined {
    return ensure(this.#holders, operation, () => {
      const all = bodySchemas(operation).map((each) => this.maker().holderIn(each));
      return all.find((each) => each !== undefined);
    });
  }

  /** The addresses of an item, with the base path of a request and what it ends with; undefined if items have no path. */
  addressesOf({ operation, values, head }: Asking, id: unknown): Addresses | undefined {
    if (!this.place.byPath.has(this.itemPath)) return undefined;
    const { path } = splitTarget(head.target);
    const [ending = ''] = ENDING.exec(path) ?? [];
    const count = shapeOf(operation).split('/').length - 1;
    const base = path
      .slice(0, path.length - ending.length)
      .split('/')
      .slice(0, -count)
      .join('/');
    const item = filled(this.itemPath, [...values.slice(0, countIn(this.path)), String(id)]);
    const address = `${base}${item}${ending}`;
    return [address, `${originOf(head)}${address}`];
  }

  forget({ values }: Asking, items: Items, ids: readonly string[]): void {
    const outer = values.slice(0, countIn(this.path));
    const byPath = new Map(ids.map((id) => [filled(this.itemPath, [...outer, id]), id]));
    this.place.options.memory.delete(items, byPath);
  }

  set({ values }: Asking, items: Items, id: unknown, item: Item): Refusal | undefined {
    const own = [...values.slice(0, countIn(this.path)), String(id)];
    const inner = this.inner.map(({ path }) => filled(path, own));
    return this.place.options.memory.set(items, String(id), item, inner);
  }

  /** The operations that tell what an item is, the best first. */
  get #operations(): readonly MemorableOperation[] {
    const { byPath } = this.place;
    const own = byPath.get(this.path);
    const items = byPath.get(this.itemPath);
    const all = [
      items?.get('GET'),
      items?.get('PUT'),
      own?.get('POST'),
      items?.get('PATCH'),
      items?.get('POST'),
    ];
    return all.filter((each) => each !== undefined);
  }

  *#makeMaker(): Steps<ItemMaker> {
    const { parameter, options, byPath } = this.place;
    const { reader } = options;
    const sent = this.#operations.flatMap(bodySchemas);
    const replied = this.#operations.map((each) => each.replies.responseTo().schema);
    const list = parameter && byPath.get(this.path)?.get('GET')?.replies.responseTo().schema;
    if (list) yield* listFormInSteps(list, reader);
    const listed = list ? itemOf(list, reader) : undefined;
    const all = [...replied, listed, ...sent].filter((each) => each !== undefined);
    const found = all.find((each) => hasProperties(each, reader));
    const kind = found && this.#kindIn(found, [...replied, listed]);
    const search = { listed, sent, parameter, reader };
    const schema = found && !kind ? yield* itemSchemaIn(found, search) : kind;
    const parameters = parametersOf(this.#operations, reader);
    const named = parameters.find((each) => textIn(each, 'name') === parameter);
    const [{ path } = this] = byPath.get(this.path)?.values() ?? [];
    return yield* ItemMaker.of({
      schema: schema ?? { value: {}, at: '' },
      parameterSchema: within(named ?? { value: {}, at: '' }, 'schema'),
      parameter,
      path,
      sent,
      reader,
    });
  }

  /** The member of a union that another reply has alone. The others are what an item may become, such as a deleted one. */
  #kindIn(union: Located, others: readonly (Located | undefined)[]): Located | undefined {
    const { reader } = this.place.options;
    const alone = new Set(others.map((each) => each && reader.references.follow(each).value));
    return kindsOf(union, reader).find(({ value }) => alone.has(value));
  }
}

/** The list in an example, which may be in an envelope, or in one inside it. */
export function listIn(example: unknown, levels = 2): readonly Item[] | undefined {
  if (Array.isArray(example)) return example.every(isRecord) ? example : undefined;
  if (!isRecord(example) || levels === 0) return undefined;
  const inside = Object.values(example);
  const lists = [...inside.filter(Array.isArray), ...inside.filter(isRecord)];
  return lists.map((each) => listIn(each, levels - 1)).find((each) => each !== undefined);
}
