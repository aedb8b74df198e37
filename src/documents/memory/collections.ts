import type { AnyHandler, AnyInput, Method } from '../../contract/endpoint.ts';
import { Refusal } from '../../contract/outcome.ts';
import { inWords } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import { essenceOf } from '../../http/media.ts';
import { MadeReply } from '../../http/reply.ts';
import type { RequestContext, RequestHead } from '../../http/types.ts';
import { ensure, once } from '../../text/memo.ts';
import { combinedIn } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { itemsOf, type Located, partsOf, textIn, within } from '../located.ts';
import type { Facts } from '../reply-headers.ts';
import type { DeclaredResponse, Offer } from '../responses.ts';
import { ItemMaker } from './items.ts';
import { type Asked, bareList, listForm, type Page, pageOf } from './lists.ts';
import { jsonPatch, mergePatch, PatchMistake } from './patches.ts';
import type { Item, Items, Memory } from './store.ts';
import { weightOf } from './weight.ts';

/** The operations of a document that make, list, change and delete the items of a collection, recognized by their paths. */

/** An operation, as a memory sees it. */
export interface MemorableOperation {
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  /** The lists of its parameters. */
  readonly parameters: readonly Located[];
  readonly requestBody: Located;
  readonly handler: AnyHandler;
  /** The declared response with this status, or else the success. */
  readonly responseTo: (status?: number) => DeclaredResponse;
  readonly declares: (status: number) => boolean;
}

export interface CollectionOptions {
  readonly reader: FieldReader;
  readonly memory: Memory;
}

type Methods = ReadonlyMap<Method, MemorableOperation>;
type Handle = (input: AnyInput, head: RequestHead) => MadeReply | Refusal;

/** Makes the handlers of the operations on collections, by name. The others keep theirs, but for items that there are not. */
export function rememberingHandlers(
  operations: readonly MemorableOperation[],
  options: CollectionOptions,
): ReadonlyMap<string, AnyHandler> {
  const byPath = new Map<string, Map<Method, MemorableOperation>>();
  for (const each of operations) ensure(byPath, each.path, () => new Map()).set(each.method, each);
  const collections = collectionsIn(byPath, options);
  const handlers = new Map<string, AnyHandler>();
  for (const [path, methods] of byPath) {
    const found = collections.filter((each) => path === each.path || path.startsWith(`${each.path}/`)).at(-1);
    for (const [method, operation] of methods) {
      const handle = found?.handlerOf(path, method, operation);
      if (handle)
        handlers.set(operation.name, (input, context) => handle(input, (context as RequestContext).head));
      else if (found) handlers.set(operation.name, found.guarded(path, operation.handler));
    }
  }
  return handlers;
}

/** Finds the paths with items below them: `/lamps`, where there is `/lamps/{id}`. The outer ones come first. */
function collectionsIn(byPath: ReadonlyMap<string, Methods>, options: CollectionOptions): Collection[] {
  const found: Collection[] = [];
  for (const itemPath of [...byPath.keys()].sort((one, other) => one.length - other.length)) {
    const [, path = '', parameter = ''] = ITEM.exec(itemPath) ?? [];
    const own = byPath.get(path);
    if (!own?.has('GET') && !own?.has('POST')) continue;
    const parent = found.findLast((each) => path.startsWith(`${each.itemPath}/`));
    const collection = new Collection({ path, itemPath, parameter, byPath, parent, options });
    parent?.inner.push(collection);
    found.push(collection);
  }
  return found;
}

const ITEM = /^(.+)\/\{([^{}/:]+)\}$/;

interface Place {
  readonly path: string;
  readonly itemPath: string;
  readonly parameter: string;
  readonly byPath: ReadonlyMap<string, Methods>;
  /** The collection of the items that have such a collection. */
  readonly parent: Collection | undefined;
  readonly options: CollectionOptions;
}

class Collection {
  readonly path: string;
  readonly itemPath: string;
  /** The collections that its items have. */
  readonly inner: Collection[] = [];
  readonly #place: Place;
  readonly #maker = once(() => this.#makeMaker());

  constructor(place: Place) {
    this.path = place.path;
    this.itemPath = place.itemPath;
    this.#place = place;
  }

  /** Returns the handler of an operation, if it is one on this collection or on its items. */
  handlerOf(path: string, method: Method, operation: MemorableOperation): Handle | undefined {
    if (path === this.itemPath) return this.#itemHandler(method, operation);
    if (path === this.path) return this.#collectionHandler(method, operation);
    const isList = method === 'GET' && !path.slice(this.path.length + 1).includes('/');
    return isList && this.#hasItems(operation) ? this.#lister(operation) : undefined;
  }

  /** Answers only if the item of the path is there. */
  guarded(path: string, handler: AnyHandler): AnyHandler {
    if (path !== this.itemPath && !path.startsWith(`${this.itemPath}/`)) return handler;
    return (input, context) => {
      const item = this.itemFor(input);
      return item instanceof Refusal ? item : handler(input, context);
    };
  }

  #collectionHandler(method: Method, operation: MemorableOperation): Handle | undefined {
    switch (method) {
      case 'GET':
        return this.#hasItems(operation) ? this.#lister(operation) : undefined;
      case 'POST':
        return (input, head) => this.#create(operation, input, head);
      case 'PUT':
        return (input, head) => this.#replaceNamed(operation, input, head);
      default:
        return undefined;
    }
  }

  #itemHandler(method: Method, operation: MemorableOperation): Handle | undefined {
    switch (method) {
      case 'GET':
      case 'HEAD':
        return (input, head) => this.#reply(operation.responseTo(), this.itemFor(input), head);
      case 'PUT':
        return (input, head) => this.#replace(operation, input, head);
      case 'PATCH':
        return (input, head) => this.#patch(operation, input, head);
      case 'DELETE':
        return (input, head) => this.#delete(operation, input, head);
      default:
        return undefined;
    }
  }

  /** The operations that tell what an item is, the best first. */
  get #operations(): readonly MemorableOperation[] {
    const { byPath } = this.#place;
    const own = byPath.get(this.path);
    const items = byPath.get(this.itemPath);
    const all = [items?.get('GET'), items?.get('PUT'), own?.get('POST'), items?.get('PATCH')];
    return all.filter((each) => each !== undefined);
  }

  #makeMaker(): ItemMaker {
    const { parameter, options } = this.#place;
    const { reader } = options;
    const sent = this.#operations.flatMap((each) => bodySchemas(each.requestBody));
    const replied = this.#operations.map((each) => each.responseTo().schema);
    const listed = this.#place.byPath.get(this.path)?.get('GET')?.responseTo().schema;
    const inList = listed && listForm(listed, reader)?.item[0];
    const schema = [...replied, inList, ...sent].find((each) => each && hasProperties(each, reader));
    const names = combinedIn(sent, reader.references).flatMap((each) =>
      Object.keys(Object(within(each, 'properties').value)),
    );
    const parameterSchema = parametersOf(this.#operations, reader).find(
      (each) => textIn(each, 'name') === parameter,
    );
    return new ItemMaker({
      schema: schema ?? { value: {}, at: '' },
      parameterSchema: within(parameterSchema ?? { value: {}, at: '' }, 'schema'),
      parameter,
      sentNames: new Set(names),
      reader,
    });
  }

  /** Tells whether an operation lists items of this collection. */
  #hasItems(operation: MemorableOperation): boolean {
    const { reader } = this.#place.options;
    const { schema } = operation.responseTo();
    const form = schema && listForm(schema, reader);
    if (!form || operation.path === this.path) return form !== undefined;
    const own = this.#operations.flatMap((each) => each.responseTo().schema ?? []);
    const known = new Set(own.map((each) => reader.references.follow(each).value));
    return form.item.some(({ value }) => known.has(value));
  }

  /** The items of the collection that a request is for, or a 404 if the item that they belong to is not there. */
  #itemsFor(input: AnyInput): Items | Refusal {
    const { parent, options } = this.#place;
    const owner = parent?.itemFor(input);
    if (owner instanceof Refusal) return owner;
    const path = filled(this.path, input);
    return options.memory.itemsOf(path, () => this.#first(path));
  }

  /** The items to begin with: those of the file, or else the examples. */
  *#first(path: string): Iterable<readonly [string, Item]> {
    const { byPath, options } = this.#place;
    const maker = this.#maker();
    const list = byPath.get(this.path)?.get('GET')?.responseTo().example;
    const one = byPath.get(this.itemPath)?.get('GET')?.responseTo().example;
    const examples = listIn(list) ?? (isRecord(one) ? [one] : []);
    const known: Items = new Map();
    for (const item of options.memory.givenFor(path) ?? examples) {
      const own = maker.idName === undefined ? undefined : item[maker.idName];
      const id = own ?? maker.newId(known, item);
      const whole = maker.idName === undefined ? { ...item } : { ...item, [maker.idName]: id };
      known.set(String(id), whole);
    }
    yield* known;
  }

  /** The item that a request is for, or a 404. */
  itemFor(input: AnyInput): Item | Refusal {
    const items = this.#itemsFor(input);
    if (items instanceof Refusal) return items;
    return items.get(this.#idIn(input)) ?? this.#nothing(input);
  }

  #idIn({ params }: AnyInput): string {
    return String(Object(params)[this.#place.parameter]);
  }

  #nothing(input: AnyInput): Refusal {
    const { parameter } = this.#place;
    return new Refusal(404, `There is nothing with the ${parameter} ${JSON.stringify(this.#idIn(input))}`);
  }

  #lister(operation: MemorableOperation): Handle {
    const { reader } = this.#place.options;
    const parameters = parametersOf([operation], reader).filter((each) => textIn(each, 'in') === 'query');
    return (input, head) => {
      const items = this.#itemsFor(input);
      if (items instanceof Refusal) return items;
      const asked = parameters.map((each) => askedIn(each, input));
      const page = pageOf([...items.values()], asked);
      return send(operation.responseTo(), (offer) => this.#list(page, offer), head, { total: page.total });
    };
  }

  #list(page: Page, { schema, base }: Offer): unknown {
    const { form, item } = listForm(schema, this.#place.options.reader) ?? bareList;
    const [first] = item;
    return form(
      first ? page.items.map(this.#maker().shower(first, () => undefined)) : page.items,
      page,
      base,
    );
  }

  #create(operation: MemorableOperation, input: AnyInput, head: RequestHead): MadeReply | Refusal {
    const items = this.#itemsFor(input);
    if (items instanceof Refusal) return items;
    const maker = this.#maker();
    const body = bodyOf(input);
    const id = maker.sentId(body) ?? maker.newId(items, body);
    const { idName = 'id' } = maker;
    if (items.has(String(id)))
      return new Refusal(409, `There is already something with the ${idName} ${JSON.stringify(id)}`);
    return this.#keep(operation.responseTo(201), items, id, maker.make(body, id), input, head);
  }

  /** Keeps an item, unless the reply can't be sent. */
  #keep(
    response: DeclaredResponse,
    items: Items,
    id: unknown,
    item: Item,
    input: AnyInput,
    head: RequestHead,
  ) {
    const offer = response.offer(head);
    if (offer instanceof Refusal) return offer;
    const params = { ...Object(input.params), [this.#place.parameter]: id };
    const inner = this.inner.map(({ path }) => filled(path, { ...input, params }));
    const refusal = this.#place.options.memory.set(items, String(id), item, inner);
    return refusal ?? this.#reply(response, item, head, String(id));
  }

  #replace(operation: MemorableOperation, input: AnyInput, head: RequestHead): MadeReply | Refusal {
    const items = this.#itemsFor(input);
    if (items instanceof Refusal) return items;
    const id = this.#idIn(input);
    const old = items.get(id);
    if (!old && !operation.declares(201)) return this.#nothing(input);
    const maker = this.#maker();
    const own =
      old && maker.idName !== undefined ? old[maker.idName] : Object(input.params)[this.#place.parameter];
    const response = operation.responseTo(old ? undefined : 201);
    return this.#keep(response, items, id, maker.make(bodyOf(input), own, old), input, head);
  }

  /** Replaces the item whose id is in the body. */
  #replaceNamed(operation: MemorableOperation, input: AnyInput, head: RequestHead): MadeReply | Refusal {
    const maker = this.#maker();
    const id = maker.idName === undefined ? undefined : bodyOf(input)[maker.idName];
    return this.#replace(
      operation,
      { ...input, params: { ...Object(input.params), [this.#place.parameter]: id } },
      head,
    );
  }

  #patch(operation: MemorableOperation, input: AnyInput, head: RequestHead): MadeReply | Refusal {
    const items = this.#itemsFor(input);
    if (items instanceof Refusal) return items;
    const old = items.get(this.#idIn(input));
    if (!old) return this.#nothing(input);
    const maker = this.#maker();
    const patched = this.#patched(old, input, essenceOf(head.header('content-type') ?? ''));
    if (patched instanceof Refusal) return patched;
    const item = maker.changed(patched, old);
    const issues = maker.issuesIn(item);
    if (issues && !maker.issuesIn(old))
      return new Refusal(422, `The patch makes it invalid: ${inWords(issues)}`);
    return this.#keep(operation.responseTo(), items, this.#idIn(input), item, input, head);
  }

  #patched(old: Item, { body = {} }: AnyInput, type: string): Item | Refusal {
    const isJsonPatch = type === 'application/json-patch+json' || Array.isArray(body);
    const isMerge = type === 'application/merge-patch+json';
    const patched = isJsonPatch
      ? jsonPatch(old, body)
      : mergePatch(old, withoutUndefined(body), (name) => !isMerge && this.#maker().takesNull(name));
    if (patched instanceof PatchMistake) return new Refusal(409, patched.sentence);
    if (!isRecord(patched)) return new Refusal(422, 'The patch must leave an object');
    const isTooLarge = weightOf(patched) > Math.max(MAX_PATCHED, weightOf(old));
    return isTooLarge ? new Refusal(422, 'The patch must leave an object of at most 4 MiB') : patched;
  }

  #delete(operation: MemorableOperation, input: AnyInput, head: RequestHead): MadeReply | Refusal {
    const items = this.#itemsFor(input);
    if (items instanceof Refusal) return items;
    const id = this.#idIn(input);
    const item = items.get(id) ?? this.#nothing(input);
    const reply = this.#reply(operation.responseTo(), item, head);
    if (reply instanceof MadeReply)
      this.#place.options.memory.delete(items, id, filled(this.itemPath, input));
    return reply;
  }

  #reply(
    response: DeclaredResponse,
    item: Item | Refusal,
    head: RequestHead,
    id?: string,
  ): MadeReply | Refusal {
    if (item instanceof Refusal) return item;
    const shown = ({ schema, base }: Offer) => this.#maker().shower(schema, () => base)(item);
    return send(response, shown, head, { id });
  }
}

/** Sends a value in the media type that `Accept` chooses. */
function send(
  response: DeclaredResponse,
  valueFor: (offer: Offer) => unknown,
  head: RequestHead,
  facts: Facts,
): MadeReply | Refusal {
  const offer = response.offer(head);
  if (offer instanceof Refusal) return offer;
  return new MadeReply(response.send(offer, offer && valueFor(offer), head, facts));
}

/** The weight up to which patches let an item grow. */
const MAX_PATCHED = 4 * 1024 * 1024;

function hasProperties(schema: Located, { references }: FieldReader): boolean {
  return combinedIn([schema], references).some((each) => partsOf(within(each, 'properties')).length > 0);
}

function bodySchemas(requestBody: Located): Located[] {
  return partsOf(within(requestBody, 'content')).map(([, media]) => within(media, 'schema'));
}

function parametersOf(operations: readonly MemorableOperation[], { references }: FieldReader): Located[] {
  const lists = operations.flatMap((each) => each.parameters);
  return lists.flatMap(itemsOf).map((each) => references.follow(each));
}

/** The path of a collection, with the parameters of a request. */
function filled(path: string, { params }: AnyInput): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(String(Object(params)[name])));
}

function askedIn(parameter: Located, { query }: AnyInput): Asked {
  const name = String(within(parameter, 'name').value);
  const schema = within(parameter, 'schema');
  const value = Object(query)[name] ?? within(schema, 'default').value;
  return { name, value, minimum: within(schema, 'minimum').value ?? within(schema, 'default').value };
}

function bodyOf({ body }: AnyInput): Item {
  return isRecord(body) ? withoutUndefined(body) : {};
}

function withoutUndefined<Value>(value: Value): Value | Item {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
}

/** The list in an example, which may be in an envelope. */
function listIn(example: unknown): readonly Item[] | undefined {
  const list = isRecord(example) ? Object.values(example).find(Array.isArray) : example;
  return Array.isArray(list) && list.every(isRecord) ? list : undefined;
}
