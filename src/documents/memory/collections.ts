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
import { ItemMaker, itemSchemaIn } from './items.ts';
import { type Asked, bareList, type LinkedPage, linked, listForm, pageOf } from './lists.ts';
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
  for (const each of operations) ensure(byPath, pathOf(each), () => new Map()).set(each.method, each);
  const collections = collectionsIn(byPath, options);
  const handlers = new Map<string, AnyHandler>();
  for (const operation of operations) {
    const path = pathOf(operation);
    const found = collections.findLast((each) => path === each.path || path.startsWith(`${each.path}/`));
    const handle = found?.handlerOf(path, operation);
    if (handle)
      handlers.set(operation.name, (input, context) => handle(input, (context as RequestContext).head));
    else if (found) handlers.set(operation.name, found.guarded(path, operation.handler));
  }
  return handlers;
}

/** The path of an operation, without the slash at its end that some frameworks want. */
function pathOf({ path }: MemorableOperation): string {
  return path.replace(/(?<=.)\/$/, '');
}

/**
 * Finds the paths with items below them: `/lamps`, where there is `/lamps/{id}`. The outer ones come first. Then come those of single
 * items, which are read and changed, such as `/settings`.
 */
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
  const taken = new Set(found.flatMap((each) => [each.path, each.itemPath]));
  for (const [path, methods] of byPath) {
    const parent = found.findLast((each) => path.startsWith(`${each.itemPath}/`));
    // With a parameter of its own, it would be one for each value that anybody asks for.
    const isOne = !path.slice(parent?.itemPath.length).includes('{');
    if (!isOne || taken.has(path) || !isSingle(methods, options.reader)) continue;
    found.push(new Collection({ path, itemPath: path, parameter: undefined, byPath, parent, options }));
  }
  return found;
}

/** Tells whether a path is that of a single item. */
function isSingle(methods: Methods, reader: FieldReader): boolean {
  const schema = methods.get('GET')?.responseTo().schema;
  const isChanged = methods.has('PUT') || methods.has('PATCH');
  return isChanged && !methods.has('POST') && schema !== undefined && hasProperties(schema, reader);
}

/** The id of a single item. */
const SINGLE = '';

const ITEM = /^(.+)\/\{([^{}/:]+)\}$/;

interface Place {
  readonly path: string;
  readonly itemPath: string;
  /** Undefined if there is only one item. */
  readonly parameter: string | undefined;
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
  /** The properties that have the item in the bodies of requests. */
  readonly #holders = new Map<Located, string | undefined>();

  constructor(place: Place) {
    this.path = place.path;
    this.itemPath = place.itemPath;
    this.#place = place;
  }

  /** Returns the handler of an operation, if it is one on this collection or on its items. */
  handlerOf(path: string, operation: MemorableOperation): Handle | undefined {
    if (path === this.itemPath) return this.#itemHandler(operation);
    if (path === this.path) return this.#collectionHandler(operation);
    const isList = operation.method === 'GET' && !path.slice(this.path.length + 1).includes('/');
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

  #collectionHandler(operation: MemorableOperation): Handle | undefined {
    switch (operation.method) {
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

  #itemHandler(operation: MemorableOperation): Handle | undefined {
    switch (operation.method) {
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
    const list = parameter && this.#place.byPath.get(this.path)?.get('GET')?.responseTo().schema;
    const listed = list ? listForm(list, reader)?.item[0] : undefined;
    const found = [...replied, listed, ...sent].find((each) => each && hasProperties(each, reader));
    const schema = found && parameter ? itemSchemaIn(found, { listed, sent, parameter, reader }) : found;
    const parameterSchema = parametersOf(this.#operations, reader).find(
      (each) => textIn(each, 'name') === parameter,
    );
    return new ItemMaker({
      schema: schema ?? { value: {}, at: '' },
      parameterSchema: within(parameterSchema ?? { value: {}, at: '' }, 'schema'),
      parameter,
      path: this.path,
      sent,
      reader,
    });
  }

  /** Tells whether an operation lists items of this collection. */
  #hasItems(operation: MemorableOperation): boolean {
    const { reader } = this.#place.options;
    const { schema } = operation.responseTo();
    const form = schema && listForm(schema, reader);
    if (!form || pathOf(operation) === this.path) return form !== undefined;
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
  itemFor(input: AnyInput): Item | Refusal {
    const items = this.#itemsFor(input);
    if (items instanceof Refusal) return items;
    return items.get(this.#idIn(input)) ?? this.#nothing(input);
  }

  get #isSingle(): boolean {
    return this.#place.parameter === undefined;
  }

  #idIn({ params }: AnyInput): string {
    const { parameter } = this.#place;
    return parameter === undefined ? SINGLE : String(Object(params)[parameter]);
  }

  #nothing(input: AnyInput): Refusal {
    const { parameter } = this.#place;
    const what =
      parameter === undefined ? 'here' : `with the ${parameter} ${JSON.stringify(this.#idIn(input))}`;
    return new Refusal(404, `There is nothing ${what}`);
  }

  /** The item that a request sends; an empty one if that is no object. */
  #sentIn(operation: MemorableOperation, input: AnyInput): Item {
    const sent = withoutUndefined(this.#unwrapped(operation, input));
    return isRecord(sent) ? sent : {};
  }

  /** What a request sends, without the envelope that it may be in. */
  #unwrapped({ requestBody }: MemorableOperation, { body = {} }: AnyInput): unknown {
    const holder = ensure(this.#holders, requestBody, () => this.#holderIn(bodySchemas(requestBody)));
    return holder === undefined ? body : (Object(body)[holder] ?? {});
  }

  #holderIn(schemas: readonly Located[]): string | undefined {
    return schemas.map((each) => this.#maker().holderIn(each)).find((each) => each !== undefined);
  }

  #lister(operation: MemorableOperation): Handle {
    const { reader } = this.#place.options;
    const parameters = parametersOf([operation], reader).filter((each) => textIn(each, 'in') === 'query');
    return (input, head) => {
      const items = this.#itemsFor(input);
      if (items instanceof Refusal) return items;
      const asked = parameters.map((each) => askedIn(each, input));
      const page = linked(pageOf([...items.values()], asked), head);
      return send(operation.responseTo(), (offer) => this.#list(page, offer), head, page);
    };
  }

  #list(page: LinkedPage, { schema, base }: Offer): unknown {
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
    const body = this.#sentIn(operation, input);
    const id = maker.sentId(body) ?? maker.newId(items, body);
    const { idName = 'id' } = maker;
    if (items.has(String(id)))
      return new Refusal(409, `There is already something with the ${idName} ${JSON.stringify(id)}`);
    return this.#keep(operation.responseTo(201), items, id, maker.make(body, id, input), input, head);
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
    const inner = this.inner.map(({ path }) => filled(path, this.#withId(input, id)));
    const refusal = this.#place.options.memory.set(items, String(id), item, inner);
    return refusal ?? this.#reply(response, item, head, this.#isSingle ? undefined : String(id));
  }

  /** A request for the item with another id. */
  #withId(input: AnyInput, id: unknown): AnyInput {
    return { ...input, params: { ...Object(input.params), [String(this.#place.parameter)]: id } };
  }

  #replace(operation: MemorableOperation, input: AnyInput, head: RequestHead): MadeReply | Refusal {
    const items = this.#itemsFor(input);
    if (items instanceof Refusal) return items;
    const id = this.#idIn(input);
    const old = items.get(id);
    if (!old && !operation.declares(201) && !this.#isSingle) return this.#nothing(input);
    const maker = this.#maker();
    const own =
      old && maker.idName !== undefined
        ? old[maker.idName]
        : Object(input.params)[this.#place.parameter ?? ''];
    const response = operation.responseTo(old ? undefined : 201);
    const item = maker.make(this.#sentIn(operation, input), own, { ...input, old });
    return this.#keep(response, items, id, item, input, head);
  }

  /** Replaces the item whose id is in the body. */
  #replaceNamed(operation: MemorableOperation, input: AnyInput, head: RequestHead): MadeReply | Refusal {
    const maker = this.#maker();
    const id = maker.idName === undefined ? undefined : this.#sentIn(operation, input)[maker.idName];
    return this.#replace(operation, this.#withId(input, id), head);
  }

  #patch(operation: MemorableOperation, input: AnyInput, head: RequestHead): MadeReply | Refusal {
    const items = this.#itemsFor(input);
    if (items instanceof Refusal) return items;
    const old = items.get(this.#idIn(input));
    if (!old) return this.#nothing(input);
    const maker = this.#maker();
    const patched = this.#patched(operation, old, input, essenceOf(head.header('content-type') ?? ''));
    if (patched instanceof Refusal) return patched;
    const item = maker.changed(patched, old);
    const issues = maker.issuesIn(item);
    if (issues && !maker.issuesIn(old))
      return new Refusal(422, `The patch makes it invalid: ${inWords(issues)}`);
    return this.#keep(operation.responseTo(), items, this.#idIn(input), item, input, head);
  }

  #patched(operation: MemorableOperation, old: Item, input: AnyInput, type: string): Item | Refusal {
    const isJsonPatch = type === 'application/json-patch+json' || Array.isArray(input.body);
    const isMerge = type === 'application/merge-patch+json';
    const keepsNull = (name: string) => !isMerge && this.#maker().takesNull(name);
    const patched = isJsonPatch
      ? this.#jsonPatched(operation, old, input.body)
      : mergePatch(old, withoutUndefined(this.#unwrapped(operation, input)), keepsNull);
    if (patched instanceof PatchMistake) return new Refusal(409, patched.sentence);
    if (!isRecord(patched)) return new Refusal(422, 'The patch must leave an object');
    const isTooLarge = weightOf(patched) > Math.max(MAX_PATCHED, weightOf(old));
    return isTooLarge ? new Refusal(422, 'The patch must leave an object of at most 4 MiB') : patched;
  }

  /** Applies a JSON patch to an item, or to the reply that has it in an envelope, whichever its paths mean. */
  #jsonPatched(operation: MemorableOperation, old: Item, patch: unknown): unknown {
    const { schema } = operation.responseTo();
    const holder = schema && this.#maker().holderIn(schema);
    const isInside = ({ path }: Item) => String(path).startsWith(`/${holder}/`);
    if (holder === undefined || ![patch].flat().some((each) => isInside(Object(each))))
      return jsonPatch(old, patch);
    const patched = jsonPatch({ [holder]: old }, patch);
    return patched instanceof PatchMistake ? patched : Object(patched)[holder];
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
