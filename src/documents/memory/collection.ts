import { Refusal } from '../../contract/outcome.ts';
import { inWords } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import { essenceOf } from '../../http/media.ts';
import { MadeReply } from '../../http/reply.ts';
import type { RequestHead } from '../../http/types.ts';
import { ensure, once } from '../../text/memo.ts';
import type { FieldReader } from '../fields.ts';
import { type Located, textIn, within } from '../located.ts';
import { type Facts, tagOf } from '../reply-headers.ts';
import type { DeclaredResponse, Offer } from '../responses.ts';
import { type Asked, askedBy } from './asked.ts';
import { bareList, hasProperties, itemOf, listForm } from './envelopes.ts';
import { ItemMaker } from './items.ts';
import { type LinkedPage, linked, pageOf } from './lists.ts';
import {
  type Asking,
  bodySchemas,
  countIn,
  filled,
  type Handle,
  type MemorableOperation,
  type Methods,
  parametersOf,
  type Remembered,
  shapeOf,
} from './operations.ts';
import { jsonPatch, mergePatch, PatchMistake } from './patches.ts';
import { itemSchemaIn, kindsOf, propertiesOf } from './properties.ts';
import type { Item, Items, Memory } from './store.ts';
import { weightOf } from './weight.ts';

/** The items of one path, and what operations do with them. */

export interface CollectionOptions {
  readonly reader: FieldReader;
  readonly memory: Memory;
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
  readonly options: CollectionOptions;
}

/** The id of a single item. */
const SINGLE = '';

export class Collection {
  readonly path: string;
  readonly itemPath: string;
  /** The collections that its items have. */
  readonly inner: Collection[] = [];
  readonly #place: Place;
  readonly #maker = once(() => this.#makeMaker());
  /** The properties that have the item in the bodies of requests. */
  readonly #holders = new Map<MemorableOperation, string | undefined>();

  constructor(place: Place) {
    this.path = place.path;
    this.itemPath = place.itemPath;
    this.#place = place;
  }

  /** Tells whether a path is that of the collection, or below it. */
  has(path: string): boolean {
    return (
      path === this.path || path === this.itemPath || isBelow(path, this.path) || isBelow(path, this.itemPath)
    );
  }

  /** Returns the handler of an operation; undefined if it is not about the items. */
  handlerOf(path: string, operation: MemorableOperation): Handle | undefined {
    if (path === this.itemPath) return this.#itemHandler(operation);
    if (path === this.path) return this.#collectionHandler(operation);
    if (isBelow(path, this.itemPath)) return this.#actionHandler(path, operation);
    const isBeside = !/[/{]/.test(path.slice(this.path.length + 1));
    if (!isBeside || !this.#hasItems(operation)) return undefined;
    if (operation.method === 'GET') return this.#lister(operation);
    return operation.method === 'POST' ? this.#besidePost(operation) : undefined;
  }

  /** Answers as without a memory, but only if the item of the path is there. */
  guarded(path: string): Handle {
    if (path !== this.itemPath && !isBelow(path, this.itemPath)) return ({ plainly }) => plainly();
    return (asking) => {
      const item = this.itemFor(asking);
      return item instanceof Refusal ? item : asking.plainly();
    };
  }

  /** Returns the handler of a POST that answers with items: the new ones if it sends several, or else those that it asks for. */
  #besidePost(operation: MemorableOperation): Handle {
    const list = this.#lister(operation);
    return (asking) => {
      const { body } = asking.input;
      const sent = listIn(body, 1);
      return sent ? this.#createAll(asking, sent) : list(asking);
    };
  }

  #collectionHandler(operation: MemorableOperation): Handle | undefined {
    switch (operation.method) {
      case 'GET':
        return this.#hasItems(operation) ? this.#lister(operation) : undefined;
      case 'POST':
        return (asking) => this.#create(asking);
      case 'PUT':
        return (asking) => this.#replaceNamed(asking);
      case 'DELETE':
        return this.#deleter(operation);
      default:
        return undefined;
    }
  }

  #itemHandler(operation: MemorableOperation): Handle | undefined {
    switch (operation.method) {
      case 'GET':
      case 'HEAD':
        return (asking) => this.#show(asking);
      case 'PUT':
        return (asking) => this.#replace(asking);
      case 'PATCH':
        return (asking) => this.#patch(asking);
      case 'POST':
        return bodySchemas(operation).length > 0 ? (asking) => this.#patch(asking) : undefined;
      case 'DELETE':
        return (asking) => this.#delete(asking);
      default:
        return undefined;
    }
  }

  /** Returns the handler of an operation below an item, such as `POST /lamps/{id}/repair`, that shows or changes it. */
  #actionHandler(path: string, operation: MemorableOperation): Handle | undefined {
    if (path.slice(this.itemPath.length).includes('{')) return undefined;
    const { method } = operation;
    const { schema } = operation.responseTo();
    const isShown = schema !== undefined && this.#maker().describes(schema);
    if (method === 'GET' || method === 'DELETE') return isShown ? (asking) => this.#show(asking) : undefined;
    if (isShown) return (asking) => this.#change(asking, (changed) => this.#reply(asking, changed));
    const sent = bodySchemas(operation).flatMap((each) => [
      ...propertiesOf(each, this.#place.options.reader).keys(),
    ]);
    const isPart = sent.length > 0 && sent.every((name) => this.#maker().isChangeable(name));
    return isPart && method !== 'POST' ? (asking) => this.#change(asking, () => asking.plainly()) : undefined;
  }

  /** The operations that tell what an item is, the best first. */
  get #operations(): readonly MemorableOperation[] {
    const { byPath } = this.#place;
    const own = byPath.get(this.path);
    const items = byPath.get(this.itemPath);
    const all = [
      items?.get('GET'),
      items?.get('PUT'),
      own?.get('POST'),
      items?.get('PATCH'),
      ...(items === own ? [] : [items?.get('POST')]),
    ];
    return all.filter((each) => each !== undefined);
  }

  #makeMaker(): ItemMaker {
    const { parameter, options, byPath } = this.#place;
    const { reader } = options;
    const sent = this.#operations.flatMap(bodySchemas);
    const replied = this.#operations.map((each) => each.responseTo().schema);
    const list = parameter && byPath.get(this.path)?.get('GET')?.responseTo().schema;
    const listed = list ? itemOf(list, reader) : undefined;
    const all = [...replied, listed, ...sent].filter((each) => each !== undefined);
    const found = all.find((each) => hasProperties(each, reader));
    const kind = found && this.#kindIn(found, [...replied, listed]);
    const schema = found && !kind ? itemSchemaIn(found, { listed, sent, parameter, reader }) : kind;
    const parameters = parametersOf(this.#operations, reader);
    const named = parameters.find((each) => textIn(each, 'name') === parameter);
    const [{ path } = this] = byPath.get(this.path)?.values() ?? [];
    return new ItemMaker({
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
    const { reader } = this.#place.options;
    const alone = new Set(others.map((each) => each && reader.references.follow(each).value));
    return kindsOf(union, reader).find(({ value }) => alone.has(value));
  }

  /** Tells whether an operation lists items of this collection. */
  #hasItems(operation: MemorableOperation): boolean {
    const { schema } = operation.responseTo();
    const form = schema && listForm(schema, this.#place.options.reader);
    if (!form || shapeOf(operation) === this.path) return form !== undefined;
    const item = itemOf(schema, this.#place.options.reader);
    return item !== undefined && this.#maker().describes(item);
  }

  /** The items of the collection that a request is for, or a 404 if the item that they belong to is not there. */
  #itemsFor(asking: Asking): Items | Refusal {
    const { parent, options } = this.#place;
    const owner = parent?.itemFor(asking);
    if (owner instanceof Refusal) return owner;
    const path = filled(this.path, asking.values);
    return options.memory.itemsOf(path, () => this.#first(path));
  }

  /** The items to begin with: those of the file, or else the examples. */
  *#first(path: string): Iterable<readonly [string, Item]> {
    const { byPath, options } = this.#place;
    const maker = this.#maker();
    const list = byPath.get(this.path)?.get('GET')?.responseTo().example;
    const one = this.#itemIn(byPath.get(this.itemPath)?.get('GET')?.responseTo());
    const examples = this.#isSingle ? [one ?? maker.sample()] : (listIn(list) ?? (one ? [one] : []));
    const given = options.memory.givenFor(path) ?? examples;
    if (this.#isSingle) return yield* given.slice(0, 1).map((item) => [SINGLE, item] as const);
    const known: Items = new Map();
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
    const holder = schema && this.#maker().holderIn(schema);
    const item = holder === undefined ? example : Object(example)[holder];
    return isRecord(item) ? item : undefined;
  }

  /** The item that a request is for, or a 404. */
  itemFor(asking: Asking): Item | Refusal {
    const items = this.#itemsFor(asking);
    if (items instanceof Refusal) return items;
    return items.get(this.#idIn(asking)) ?? this.#nothing(asking);
  }

  get #isSingle(): boolean {
    return this.#place.parameter === undefined;
  }

  #idIn({ values }: Asking): string {
    return this.#isSingle ? SINGLE : (values[countIn(this.path)] ?? '');
  }

  #nothing(asking: Asking): Refusal {
    const what = this.#isSingle
      ? 'here'
      : `with the ${this.#place.parameter} ${JSON.stringify(this.#idIn(asking))}`;
    return new Refusal(404, `There is nothing ${what}`);
  }

  /** The item that a request sends; an empty one if that is no object. */
  #sentIn(asking: Asking): Item {
    const sent = withoutUndefined(this.#unwrapped(asking));
    return isRecord(sent) ? sent : {};
  }

  /** What a request sends, without the envelope that it may be in. */
  #unwrapped({ operation, input: { body = {} } }: Asking): unknown {
    const holder = ensure(this.#holders, operation, () => this.#holderIn(bodySchemas(operation)));
    return holder === undefined ? body : (Object(body)[holder] ?? {});
  }

  #holderIn(schemas: readonly Located[]): string | undefined {
    return schemas.map((each) => this.#maker().holderIn(each)).find((each) => each !== undefined);
  }

  /** Makes a function that finds the items that a request asks for, by its query or by its body. */
  #chooser(operation: MemorableOperation): (asking: Asking) => LinkedPage | Refusal {
    const { reader } = this.#place.options;
    const read = parametersOf([operation], reader)
      .filter((each) => textIn(each, 'in') === 'query')
      .map((each) => askedBy(each, reader));
    return (asking) => {
      const items = this.#itemsFor(asking);
      if (items instanceof Refusal) return items;
      const asked = [...read.flatMap((each) => each(asking)), ...askedInBody(asking)];
      const ids = new Map(Array.from(items, ([id, item]) => [item, id]));
      const page = pageOf([...items.values()], asked, (item) => ids.get(item));
      return linked(page, asking.head);
    };
  }

  #lister(operation: MemorableOperation): Handle {
    const choose = this.#chooser(operation);
    return (asking) => {
      const page = choose(asking);
      return page instanceof Refusal ? page : this.#listReply(asking, page);
    };
  }

  /** Makes the handler that deletes all items that a request asks for. */
  #deleter(operation: MemorableOperation): Handle {
    const choose = this.#chooser(operation);
    return (asking) => {
      const page = choose(asking);
      const items = this.#itemsFor(asking);
      if (page instanceof Refusal || items instanceof Refusal) return page;
      const chosen = new Set(page.items);
      for (const [id, item] of [...items]) if (chosen.has(item)) this.#forget(asking, items, id);
      return asking.plainly();
    };
  }

  #forget({ values }: Asking, items: Items, id: string): void {
    const own = [...values.slice(0, countIn(this.path)), id];
    this.#place.options.memory.delete(items, id, filled(this.itemPath, own));
  }

  #listReply({ operation, head }: Asking, page: LinkedPage): Remembered {
    return send(operation.responseTo(), (offer) => this.#list(page, offer), head, page);
  }

  #list(page: LinkedPage, { schema, base }: Offer): unknown {
    const { reader } = this.#place.options;
    const { form } = listForm(schema, reader) ?? bareList;
    const maker = this.#maker();
    const show = maker.shower(itemOf(schema, reader) ?? maker.schema, () => undefined);
    return form(
      page.items.map((each) => show(each)),
      page,
      base,
    );
  }

  #create(asking: Asking): Remembered {
    const items = this.#itemsFor(asking);
    if (items instanceof Refusal) return items;
    const made = this.#make(asking, items, this.#sentIn(asking));
    if (made instanceof Refusal) return made;
    return this.#keep(asking, asking.operation.responseTo(201), items, made.id, made.item);
  }

  /** Makes an item, or a 409 if there is one like it. */
  #make(asking: Asking, items: Items, body: Item): Made | Refusal {
    const maker = this.#maker();
    const id = maker.sentId(body) ?? maker.newId(items, body);
    const clash = asking.operation.declares(409) ? maker.clashIn(body, items) : undefined;
    if (clash !== undefined) return taken(clash, body[clash]);
    if (items.has(String(id))) return taken(maker.idName ?? 'id', id);
    return { id, item: maker.make(body, id, asking) };
  }

  /** Makes several items. */
  #createAll(asking: Asking, all: readonly Item[]): Remembered {
    const items = this.#itemsFor(asking);
    if (items instanceof Refusal) return items;
    const made: Item[] = [];
    for (const body of all) {
      const one = this.#make(asking, items, body);
      const refusal = one instanceof Refusal ? one : this.#set(asking, items, one.id, one.item);
      if (refusal) return refusal;
      if (!(one instanceof Refusal)) made.push(one.item);
    }
    return this.#listReply(asking, linked(pageOf(made, []), asking.head));
  }

  /** Keeps an item, unless the reply can't be sent. */
  #keep(asking: Asking, response: DeclaredResponse, items: Items, id: unknown, item: Item): Remembered {
    const offer = response.offer(asking.head);
    if (offer instanceof Refusal) return offer;
    const refusal = this.#set(asking, items, id, item);
    if (refusal) return refusal;
    const isMade =
      asking.operation.method === 'POST' &&
      shapeOf(asking.operation) === this.path &&
      this.#place.byPath.has(this.itemPath);
    return this.#reply(asking, item, response, isMade ? String(id) : undefined);
  }

  #set({ values }: Asking, items: Items, id: unknown, item: Item): Refusal | undefined {
    const own = [...values.slice(0, countIn(this.path)), String(id)];
    const inner = this.inner.map(({ path }) => filled(path, own));
    return this.#place.options.memory.set(items, String(id), item, inner);
  }

  #show(asking: Asking): Remembered {
    const item = this.itemFor(asking);
    return item instanceof Refusal ? item : (this.#unmet(asking, item) ?? this.#reply(asking, item));
  }

  /** Answers a condition that a request has for the item: a 304 or a 412, where they are declared. Nothing if it is met. */
  #unmet({ operation, head }: Asking, item: Item): Remembered | undefined {
    const isRead = operation.method === 'GET' || operation.method === 'HEAD';
    const tags = head.header(isRead ? 'if-none-match' : 'if-match');
    if (tags === undefined || !operation.declares(isRead ? 304 : 412)) return undefined;
    const all = tags.split(',').map((each) => each.trim().replace(/^W\//, ''));
    const isSame = all.includes('*') || all.includes(String(this.#tagOf(item, head)));
    if (isRead) return isSame ? send(operation.responseTo(304), () => undefined, head, {}) : undefined;
    return isSame ? undefined : new Refusal(412, 'It has been changed by somebody else');
  }

  /** The tag that a GET sends for an item. */
  #tagOf(item: Item, head: RequestHead): string | undefined {
    const response = this.#place.byPath.get(this.itemPath)?.get('GET')?.responseTo();
    const offer = response?.offer({ ...head, header: () => undefined });
    return offer instanceof Refusal || !offer
      ? undefined
      : tagOf(this.#maker().shower(offer.schema, () => offer.base)(item));
  }

  #replace(asking: Asking): Remembered {
    const items = this.#itemsFor(asking);
    if (items instanceof Refusal) return items;
    const { operation, input } = asking;
    const id = this.#idIn(asking);
    const old = items.get(id);
    if (!old && !operation.declares(201) && !this.#isSingle) return this.#nothing(asking);
    const unmet = old && this.#unmet(asking, old);
    if (unmet) return unmet;
    const maker = this.#maker();
    const own =
      old && maker.idName !== undefined
        ? old[maker.idName]
        : (Object(input.params)[this.#place.parameter ?? ''] ?? id);
    const response = operation.responseTo(old ? undefined : 201);
    const item = maker.make(this.#sentIn(asking), own, { ...asking, old });
    return this.#keep(asking, response, items, id, item);
  }

  /** Replaces the item whose id is in the body. */
  #replaceNamed(asking: Asking): Remembered {
    const { idName } = this.#maker();
    const id = idName === undefined ? undefined : this.#sentIn(asking)[idName];
    const params = { ...Object(asking.input.params), [String(this.#place.parameter)]: id };
    const values = [...asking.values, String(id)];
    return this.#replace({ ...asking, values, input: { ...asking.input, params } });
  }

  #patch(asking: Asking): Remembered {
    const items = this.#itemsFor(asking);
    if (items instanceof Refusal) return items;
    const old = items.get(this.#idIn(asking));
    if (!old) return this.#nothing(asking);
    const unmet = this.#unmet(asking, old);
    if (unmet) return unmet;
    const maker = this.#maker();
    const patched = this.#patched(asking, old);
    if (patched instanceof Refusal) return patched;
    const item = maker.changed(patched, old);
    const issues = maker.issuesIn(item);
    if (issues && !maker.issuesIn(old))
      return new Refusal(422, `The patch makes it invalid: ${inWords(issues)}`);
    return this.#keep(asking, asking.operation.responseTo(), items, this.#idIn(asking), item);
  }

  #patched(asking: Asking, old: Item): Item | Refusal {
    const { input, head } = asking;
    const type = essenceOf(head.header('content-type') ?? '');
    const isJsonPatch = type === 'application/json-patch+json' || Array.isArray(input.body);
    const isMerge = type === 'application/merge-patch+json';
    const keepsNull = (name: string) => !isMerge && this.#maker().takesNull(name);
    const patched = isJsonPatch
      ? this.#jsonPatched(asking, old)
      : mergePatch(old, withoutUndefined(this.#unwrapped(asking)), keepsNull);
    if (patched instanceof PatchMistake) return new Refusal(409, patched.sentence);
    if (!isRecord(patched)) return new Refusal(422, 'The patch must leave an object');
    const isTooLarge = weightOf(patched) > Math.max(MAX_PATCHED, weightOf(old));
    return isTooLarge ? new Refusal(422, 'The patch must leave an object of at most 4 MiB') : patched;
  }

  /** Applies a JSON patch to an item, or to the reply that has it in an envelope, whichever its paths mean. */
  #jsonPatched({ operation, input: { body: patch } }: Asking, old: Item): unknown {
    const { schema } = operation.responseTo();
    const holder = schema && this.#maker().holderIn(schema);
    const isInside = ({ path }: Item) => String(path).startsWith(`/${holder}/`);
    if (holder === undefined || ![patch].flat().some((each) => isInside(Object(each))))
      return jsonPatch(old, patch);
    const patched = jsonPatch({ [holder]: old }, patch);
    return patched instanceof PatchMistake ? patched : Object(patched)[holder];
  }

  /** Changes of an item what a request says that is a property of it. */
  #change(asking: Asking, answer: (changed: Item) => unknown): unknown {
    const items = this.#itemsFor(asking);
    if (items instanceof Refusal) return items;
    const id = this.#idIn(asking);
    const old = items.get(id);
    if (!old) return this.#nothing(asking);
    const maker = this.#maker();
    const sent = Object.entries(this.#sentIn(asking)).filter(([name]) => maker.isChangeable(name));
    const item = maker.changed({ ...old, ...Object.fromEntries(sent) }, old);
    const isKept = maker.issuesIn(item) === undefined || maker.issuesIn(old) !== undefined;
    const refusal = isKept ? this.#set(asking, items, id, item) : undefined;
    return refusal ?? answer(isKept ? item : old);
  }

  #delete(asking: Asking): Remembered {
    const items = this.#itemsFor(asking);
    if (items instanceof Refusal) return items;
    const id = this.#idIn(asking);
    const item = items.get(id);
    if (!item) return this.#nothing(asking);
    const unmet = this.#unmet(asking, item);
    if (unmet) return unmet;
    const reply = this.#reply(asking, item);
    if (reply instanceof MadeReply) this.#forget(asking, items, id);
    return reply;
  }

  #reply(asking: Asking, item: Item, response = asking.operation.responseTo(), made?: string): Remembered {
    const id = made ?? this.#idIn(asking);
    const shown = ({ schema, base }: Offer) => this.#maker().shower(schema, () => base)(item, id);
    const address = this.itemPath.slice(this.path.length);
    return send(response, shown, asking.head, made === undefined ? {} : { made: filled(address, [made]) });
  }
}

interface Made {
  readonly id: unknown;
  readonly item: Item;
}

function taken(name: string, value: unknown): Refusal {
  return new Refusal(409, `There is already something with the ${name} ${JSON.stringify(value)}`);
}

/** What the properties of a body ask for, as parameters of a query do. */
function askedInBody({ input: { body } }: Asking): readonly Asked[] {
  const asked = isRecord(body) ? Object.entries(body) : [];
  return asked.map(([name, value]) => ({ name, value, minimum: undefined }));
}

/** Tells whether a path is below another, also as a method with a colon: `/lamps/{}:repair`. */
export function isBelow(path: string, other: string): boolean {
  return path.startsWith(`${other}/`) || path.startsWith(`${other}:`);
}

/** Sends a value in the media type that `Accept` chooses. */
function send(
  response: DeclaredResponse,
  valueFor: (offer: Offer) => unknown,
  head: RequestHead,
  facts: Facts,
): Remembered {
  const offer = response.offer(head);
  if (offer instanceof Refusal) return offer;
  return new MadeReply(response.send(offer, offer && valueFor(offer), head, facts));
}

/** The weight up to which patches let an item grow. */
const MAX_PATCHED = 4 * 1024 * 1024;

function withoutUndefined(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

/** The list in an example, which may be in an envelope, or in one inside it. */
function listIn(example: unknown, levels = 2): readonly Item[] | undefined {
  if (Array.isArray(example)) return example.every(isRecord) ? example : undefined;
  if (!isRecord(example) || levels === 0) return undefined;
  const inside = Object.values(example);
  const lists = [...inside.filter(Array.isArray), ...inside.filter(isRecord)];
  return lists.map((each) => listIn(each, levels - 1)).find((each) => each !== undefined);
}
