import { Refusal } from '../../contract/outcome.ts';
import { type Issues, inWords, type Path } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import { essenceOf } from '../../http/media.ts';
import { defined } from '../../text/guards.ts';
import { once } from '../../text/memo.ts';
import { afterSteps, type Steps, soon } from '../../text/turns.ts';
import { plain } from '../ids.ts';
import { tagOf } from '../reply-headers.ts';
import { type DeclaredResponse, Offer } from '../responses.ts';
import { weightOf } from '../weight.ts';
import { type Collection, listIn } from './collection.ts';
import { unmetBy } from './conditions.ts';
import { type ChangeOfEntries, ENTRIES } from './entries.ts';
import { itemOf } from './envelopes.ts';
import { ListAnswers } from './list-answers.ts';
import { fieldsIn, linked, pageOf } from './lists.ts';
import {
  type Answered,
  type Asking,
  bodySchemas,
  countIn,
  type Handle,
  isBelow,
  type MemorableOperation,
  type Remembered,
  sendInSteps,
} from './operations.ts';
import { jsonPatch, masked, mergePatch, PatchMistake } from './patches.ts';
import { propertiesOf } from './properties.ts';
import type { Item, Items } from './store.ts';
import type { View } from './views.ts';

/** What the operations on a collection do with its items, and what they answer. */
export class Answers {
  readonly #own: Collection;
  readonly #lists: ListAnswers;

  constructor(collection: Collection) {
    this.#own = collection;
    this.#lists = new ListAnswers(collection);
  }

  /** Returns the handler of an operation; undefined if it is not about the items. */
  handlerOf(path: string, operation: MemorableOperation): Handle | undefined {
    const handle = this.#handlerOf(path, operation);
    return operation.method === 'GET' ? handle : handle && this.#prepared(handle);
  }

  /** Makes a handler begin when what new items begin with is known. */
  #prepared(handle: Handle): Handle {
    return (asking) => {
      const steps = afterSteps(this.#own.maker().prepare(), () => handle(asking));
      return soon(steps, asking.context);
    };
  }

  #handlerOf(path: string, operation: MemorableOperation): Handle | undefined {
    if (path === this.#own.itemPath) return this.#itemHandler(operation);
    if (path === this.#own.path) return this.#collectionHandler(operation);
    if (isBelow(path, this.#own.itemPath)) return this.#actionHandler(path, operation);
    const rest = path.slice(this.#own.path.length);
    if (operation.method === 'GET' && COUNT.test(rest)) return this.#lists.counter(operation);
    if (rest.includes('{')) return undefined;
    const hasItems = this.#own.hasItems(operation);
    if (operation.method === 'GET') return hasItems ? this.#lists.lister(operation) : undefined;
    const isPost = operation.method === 'POST' && (hasItems || this.#takesItems(operation));
    return isPost ? this.#besidePost(operation, hasItems) : undefined;
  }

  /**
   * Returns the handler of an operation that changes a list in an item, whose entries have this id, and answers with the item;
   * undefined of any other.
   */
  entriesHandler(
    path: string,
    operation: MemorableOperation,
    parameter: string | undefined,
  ): Handle | undefined {
    const { schema } = operation.replies.responseTo();
    const rest = path.slice(this.#own.itemPath.length);
    if (operation.method === 'GET' || !ENTRIES.test(rest)) return undefined;
    if (!schema || !this.#own.maker().describes(schema)) return undefined;
    const found = this.#own.maker().changeOfEntries(rest, operation.method, parameter);
    return found && this.#prepared((asking) => soon(this.#changeEntries(asking, found), asking.context));
  }

  *#changeEntries(asking: Asking, changeOfList: ChangeOfEntries): Steps<Remembered> {
    const change = yield* this.#changed(asking, (old) => this.#withEntries(asking, old, changeOfList));
    if (!isChange(change)) return change;
    return this.#set(asking, change) ?? (yield* this.#replyInSteps(asking, change.made));
  }

  *#withEntries(asking: Asking, old: Item, { name, change }: ChangeOfEntries): Steps<Item | Refusal> {
    const sent = asking.input.body;
    const list = Array.isArray(old[name]) ? old[name] : [];
    const changed = change(list, isRecord(sent) ? sent : {}, asking.values[countIn(this.#own.itemPath)]);
    if (changed instanceof Refusal) return changed;
    const item = { ...(yield* this.#own.maker().changed(old, old)), [name]: changed };
    return this.#isTooLarge(item, old) ? tooLarge : item;
  }

  /** Returns the handler of an operation on those of the items that belong to an item of another collection. */
  viewer(operation: MemorableOperation, { parent, owners }: View): Handle | undefined {
    const list = operation.method === 'GET' ? this.#lists.lister(operation) : undefined;
    const create = this.#prepared((asking) => soon(this.#create(asking), asking.context));
    const handle = operation.method === 'POST' ? create : list;
    if (!handle) return undefined;
    return (asking) => {
      const owner = parent.itemFor(asking);
      return owner instanceof Refusal ? owner : handle({ ...asking, owners });
    };
  }

  /** Answers as without a memory, but only if the item of the path is there. */
  guarded(path: string): Handle {
    if (path !== this.#own.itemPath && !isBelow(path, this.#own.itemPath)) return ({ plainly }) => plainly();
    return (asking) => this.#guard(asking);
  }

  #guard(asking: Asking): unknown {
    const item = this.#own.itemFor(asking);
    return item instanceof Refusal ? item : asking.plainly();
  }

  /** Returns the handler of a POST that answers with items: the new ones if it sends several, or else those that it asks for. */
  #besidePost(operation: MemorableOperation, hasItems: boolean): Handle {
    const list = this.#lists.lister(operation);
    return (asking) => {
      const { body } = asking.input;
      const sent = listIn(body, 1);
      if (sent) return soon(this.#createAll(asking, sent, hasItems), asking.context);
      return hasItems ? list(asking) : asking.plainly();
    };
  }

  /** Tells whether an operation sends a list of items. */
  #takesItems(operation: MemorableOperation): boolean {
    const items = bodySchemas(operation).map((each) => itemOf(each, this.#own.reader));
    return items.some((each) => each !== undefined && this.#own.maker().describes(each));
  }

  #collectionHandler(operation: MemorableOperation): Handle | undefined {
    switch (operation.method) {
      case 'GET':
        return this.#own.hasItems(operation) ? this.#lists.lister(operation) : undefined;
      case 'POST':
        return (asking) => soon(this.#create(asking), asking.context);
      case 'PUT':
        return (asking) => soon(this.#replaceNamed(asking), asking.context);
      case 'DELETE':
        return this.#lists.deleter(operation);
      default:
        return undefined;
    }
  }

  #itemHandler(operation: MemorableOperation): Handle | undefined {
    switch (operation.method) {
      case 'GET':
      case 'HEAD':
        return this.#shower(operation);
      case 'PUT':
        return (asking) => soon(this.#replace(asking), asking.context);
      case 'PATCH':
        return (asking) => soon(this.#patch(asking), asking.context);
      case 'POST':
        if (bodySchemas(operation).length > 0) return (asking) => soon(this.#patch(asking), asking.context);
        return (asking) =>
          soon(
            this.#act(asking, (changed) => this.#reply(asking, changed)),
            asking.context,
          );
      case 'DELETE':
        return (asking) => soon(this.#delete(asking), asking.context);
      default:
        return undefined;
    }
  }

  /** Returns the handler of an operation below an item, such as `POST /lamps/{id}/repair`, that shows or changes it. */
  #actionHandler(path: string, operation: MemorableOperation): Handle | undefined {
    if (path.slice(this.#own.itemPath.length).includes('{')) return undefined;
    const { method } = operation;
    const { schema } = operation.replies.responseTo();
    const isShown = schema !== undefined && this.#own.maker().describes(schema);
    if (method === 'GET') return isShown ? (asking) => this.#show(asking) : undefined;
    const effects = once(() => this.#own.maker().effectsOf(operation.path, method === 'DELETE'));
    const sent = bodySchemas(operation).flatMap((each) => [...propertiesOf(each, this.#own.reader).keys()]);
    const isPart = sent.length > 0 && sent.every((name) => this.#own.maker().isChangeable(name));
    const isChange = isShown || (isPart && method !== 'POST' && method !== 'DELETE');
    return (asking) => {
      if (!isChange && !effects()) return this.#guard(asking);
      const answer = (changed: Item) => (isShown ? this.#reply(asking, changed) : asking.plainly());
      return soon(this.#act(asking, answer, effects()), asking.context);
    };
  }

  /**
   * Makes something of an item in steps, and again if another request has changed or deleted the item meanwhile. What follows is
   * done at once.
   */
  *#undisturbed<Made>(
    asking: Asking,
    idIn: (items: Items) => unknown,
    make: (found: Found) => Steps<Made>,
  ): Steps<Made | Refusal> {
    for (;;) {
      const items = this.#own.itemsFor(asking);
      if (items instanceof Refusal) return items;
      const id = idIn(items);
      const old = items.get(String(id));
      const made = yield* make({ items, id, old });
      if (this.#own.itemsFor(asking) === items && items.get(String(id)) === old) return made;
    }
  }

  /** Makes something of the item that a request is for, if it is there and meets the request's condition. */
  #changed<Made extends object>(
    asking: Asking,
    make: (old: Item) => Steps<Made | Refusal>,
  ): Steps<Change<Made> | Remembered> {
    return this.#undisturbed(
      asking,
      () => this.#own.idIn(asking),
      (found) => this.#madeOf(asking, found, make),
    );
  }

  *#madeOf<Made extends object>(
    asking: Asking,
    found: Found,
    make: (old: Item) => Steps<Made | Refusal>,
  ): Steps<Change<Made> | Remembered> {
    const { old } = found;
    if (!old) return this.#own.nothing(asking);
    const unmet = yield* this.#unmet(asking, old);
    if (unmet) return unmet;
    const made = yield* make(old);
    return made instanceof Refusal ? made : { ...found, made };
  }

  *#create(asking: Asking): Steps<Remembered> {
    const change = yield* this.#make(asking, this.#own.sentIn(asking));
    if (!isChange(change)) return change;
    const response = asking.operation.replies.responseTo(201);
    return yield* this.#keep(asking, response, change, String(change.id));
  }

  /** Makes an item, or a 409 if there is one like it. */
  #make(asking: Asking, body: Item): Steps<Change<Item> | Refusal> {
    const maker = this.#own.maker();
    const idIn = (items: Items) => maker.sentId(body) ?? this.#idInQuery(asking) ?? maker.newId(items, body);
    return this.#undisturbed(asking, idIn, (found) => this.#newItem(asking, body, found));
  }

  *#newItem(asking: Asking, body: Item, found: Found): Steps<Change<Item> | Refusal> {
    const maker = this.#own.maker();
    const { items, id, old } = found;
    const { values, owners, operation } = asking;
    const addresses = () => this.#own.addressesOf(asking, id);
    const made = old ?? (yield* maker.make(body, id, { values, owners, addresses }));
    const clash = operation.replies.declares(409) ? maker.clashIn(body, items) : undefined;
    if (clash) return taken(clash.name, clash.value);
    return old ? taken(String(maker.idName), id) : { ...found, made };
  }

  /** The id that the query gives to a new item: `lampId` for `/lamps/{lamp}`. */
  #idInQuery(asking: Asking): unknown {
    const parameter = plain(defined(this.#own.place.parameter));
    const wanted = [parameter, `${parameter}id`].filter((each) => each.endsWith('id'));
    return Object.entries(inQuery(asking)).find(([name]) => wanted.includes(plain(name)))?.[1];
  }

  /** Makes several items, in steps. */
  *#createAll(asking: Asking, all: readonly Item[], hasItems: boolean): Steps<unknown> {
    const made: Item[] = [];
    const { memory } = this.#own.place.options;
    let left = Math.max(MAX_MADE, MAX_GROWTH * weightOf(all));
    for (const body of all) {
      // Between two steps, another request may have deleted the collection.
      const one = yield* this.#make(asking, body);
      if (!isChange(one)) return one;
      const refusal = this.#set(asking, one);
      if (refusal) return refusal;
      made.push(one.made);
      left -= memory.sizeOf(one.made);
      if (left < 0) return new Refusal(422, TOO_MUCH_MADE);
      yield;
    }
    if (!hasItems) return asking.plainly();
    return yield* this.#lists.inSteps(asking, linked(pageOf(made, []), asking.head));
  }

  /** Keeps an item, unless the reply can't be sent. Only the reply is made in turns: nothing else may change what it is made of. */
  *#keep(asking: Asking, response: DeclaredResponse, change: Change<Item>, made?: string): Steps<Remembered> {
    const offer = response.offer(asking.head);
    if (offer instanceof Refusal) return offer;
    const refusal = this.#set(asking, change);
    if (refusal) return refusal;
    yield;
    return yield* this.#replyInSteps(asking, change.made, response, made);
  }

  #set(asking: Asking, { items, id, made }: Change<Item>): Refusal | undefined {
    return this.#own.set(asking, items, id, made);
  }

  #show(asking: Asking, fields: readonly string[] = []): Answered {
    const item = this.#own.itemFor(asking);
    return item instanceof Refusal ? item : soon(this.#shown(asking, item, fields), asking.context);
  }

  *#shown(asking: Asking, item: Item, fields: readonly string[]): Steps<Remembered> {
    const unmet = yield* this.#unmet(asking, item);
    return unmet ?? (yield* this.#replyInSteps(asking, this.#own.maker().picker(fields)(item)));
  }

  #shower(operation: MemorableOperation): Handle {
    const read = this.#lists.queryReader(operation);
    return (asking) => this.#show(asking, fieldsIn(read(asking)));
  }

  #unmet(asking: Asking, item: Item): Steps<Remembered | undefined> {
    return unmetBy(() => this.#tagOf(item, asking), asking);
  }

  /** The tag that a GET sends for an item. */
  *#tagOf(item: Item, asking: Asking): Steps<string | undefined> {
    const { head } = asking;
    const addresses = () => this.#own.addressesOf(asking, this.#own.idIn(asking));
    const response = this.#own.place.byPath.get(this.#own.itemPath)?.get('GET')?.replies.responseTo();
    const offer = response?.offer({ ...head, header: () => undefined });
    return offer instanceof Refusal || !offer
      ? undefined
      : tagOf(yield* this.#own.maker().shower(offer.schema, () => offer.base, addresses)(item));
  }

  *#replace(asking: Asking): Steps<Remembered> {
    const id = this.#own.idIn(asking);
    const change = yield* this.#undisturbed(
      asking,
      () => id,
      (found) => this.#replacement(asking, found),
    );
    if (!isChange(change)) return change;
    return yield* this.#keep(
      asking,
      asking.operation.replies.responseTo(change.old ? undefined : 201),
      change,
    );
  }

  *#replacement(asking: Asking, found: Found): Steps<Change<Item> | Remembered> {
    const { operation, input } = asking;
    const { id, old } = found;
    if (!old && !operation.replies.declares(201) && !this.#own.isSingle) return this.#own.nothing(asking);
    const unmet = old && (yield* this.#unmet(asking, old));
    if (unmet) return unmet;
    const maker = this.#own.maker();
    const own =
      old && maker.idName !== undefined
        ? old[maker.idName]
        : (Object(input.params)[this.#own.place.parameter ?? ''] ?? id);
    const addresses = () => this.#own.addressesOf(asking, id);
    const made = yield* maker.make(this.#own.sentIn(asking), own, { ...asking, old, addresses });
    return { ...found, made };
  }

  /** Replaces the item whose id is in the body. Without an id, it is a new one. */
  *#replaceNamed(asking: Asking): Steps<Remembered> {
    const { idName = 'id' } = this.#own.maker();
    const id = this.#own.sentIn(asking)[idName];
    if (id === undefined && asking.operation.replies.declares(201)) return yield* this.#create(asking);
    if (id === undefined) return new Refusal(404, `The body has no ${idName} of anything that there is`);
    const params = { ...Object(asking.input.params), [String(this.#own.place.parameter)]: id };
    const values = [...asking.values, String(id)];
    return yield* this.#replace({ ...asking, values, input: { ...asking.input, params } });
  }

  *#patch(asking: Asking): Steps<Remembered> {
    const change = yield* this.#changed(asking, (old) => this.#patchedItem(asking, old));
    if (!isChange(change)) return change;
    return yield* this.#keep(asking, asking.operation.replies.responseTo(), change);
  }

  *#patchedItem(asking: Asking, old: Item): Steps<Item | Refusal> {
    const patched = this.#patched(asking, old);
    if (patched instanceof Refusal) return patched;
    yield;
    const item = yield* this.#own.maker().changed(patched, old);
    const issues = yield* this.#newIssues(item, old);
    return issues ? new InvalidChange(issues, this.#own.placeOf(asking)) : item;
  }

  /** Returns what is wrong with a changed item if nothing was before. */
  *#newIssues(item: Item, old: Item): Steps<Issues | undefined> {
    const maker = this.#own.maker();
    const issues = yield* maker.issuesIn(item);
    return issues && (yield* maker.issuesIn(old)) === undefined ? issues : undefined;
  }

  #patched(asking: Asking, old: Item): Item | Refusal {
    const { input, head } = asking;
    const type = essenceOf(head.header('content-type') ?? '');
    const isJsonPatch = type === 'application/json-patch+json' || Array.isArray(input.body);
    const isMerge = type === 'application/merge-patch+json';
    const keepsNull = (name: string) => !isMerge && this.#own.maker().takesNull(name);
    const patched = isJsonPatch
      ? this.#jsonPatched(asking, old)
      : mergePatch(old, masked(this.#own.unwrapped(asking), maskIn(asking), old), keepsNull);
    if (patched instanceof PatchMistake) return new Refusal(409, patched.sentence);
    if (!isRecord(patched)) return new Refusal(422, 'The patch must leave an object');
    return this.#isTooLarge(patched, old) ? tooLarge : patched;
  }

  /** Tells whether a change lets an item grow too much: each reply and each further change takes as long as the item is large. */
  #isTooLarge(item: Item, old: Item): boolean {
    return weightOf(item) > Math.max(MAX_CHANGED, this.#own.place.options.memory.sizeOf(old));
  }

  /** Applies a JSON patch to an item, or to the reply that has it in an envelope, whichever its paths mean. */
  #jsonPatched({ operation, input: { body: patch } }: Asking, old: Item): unknown {
    const { schema } = operation.replies.responseTo();
    const holder = schema && this.#own.maker().holderIn(schema);
    const isInside = ({ path }: Item) => String(path).startsWith(`/${holder}/`);
    if (holder === undefined || ![patch].flat().some((each) => isInside(Object(each))))
      return jsonPatch(old, patch);
    const patched = jsonPatch({ [holder]: old }, patch);
    return patched instanceof PatchMistake ? patched : Object(patched)[holder];
  }

  /** Changes of an item what a request says that is a property of it, and what its action does to it. */
  *#act(asking: Asking, answer: (changed: Item) => unknown, act: Act = (item) => item): Steps<unknown> {
    const change = yield* this.#changed(asking, (old) => this.#acted(asking, old, act));
    if (!isChange(change)) return change;
    const refusal = change.made === change.old ? undefined : this.#set(asking, change);
    return refusal ?? answer(change.made);
  }

  /** An item after an action; as it was if that would make it invalid. */
  *#acted(asking: Asking, old: Item, act: Act): Steps<Item | Refusal> {
    const maker = this.#own.maker();
    const values = { ...inQuery(asking), ...this.#own.sentIn(asking) };
    const item = act(yield* maker.changed(maker.withValues(old, values), old), values);
    if (this.#isTooLarge(item, old)) return tooLarge;
    return (yield* this.#newIssues(item, old)) ? old : item;
  }

  *#delete(asking: Asking): Steps<Remembered> {
    const change = yield* this.#changed(asking, (old) => this.#replyInSteps(asking, old));
    if (!isChange(change)) return change;
    this.#own.forget(asking, change.items, [String(change.id)]);
    return change.made;
  }

  /** Answers with an item, which is written in turns if that takes long. */
  #reply(asking: Asking, item: Item): Answered {
    return soon(this.#replyInSteps(asking, item), asking.context);
  }

  *#replyInSteps(
    asking: Asking,
    item: Item,
    response = asking.operation.replies.responseTo(),
    made?: string,
  ): Steps<Remembered> {
    const id = made ?? this.#own.idIn(asking);
    const addresses = once(() => this.#own.addressesOf(asking, id));
    const offer = response.offer(asking.head);
    const show =
      offer instanceof Offer && this.#own.maker().shower(offer.schema, () => offer.base, addresses);
    const shown = show && (yield* show(item, id));
    const facts = made === undefined ? {} : { made: addresses()?.[0] };
    return yield* sendInSteps(response, () => shown, asking.head, facts);
  }
}

/** The properties that are to be changed, if a request names them: `updateMask=name,color`. */
function maskIn(asking: Asking): unknown {
  const { updateMask, update_mask, fieldMask } = inQuery(asking);
  return updateMask ?? update_mask ?? fieldMask;
}

/** What the query of a request says. */
function inQuery({ input: { query } }: Asking): Item {
  return isRecord(query) ? query : {};
}

/** What a path has after that of a collection if it tells how many items there are. */
const COUNT = /^\/\$?count$/;
/** An item that a request is for, if it is there, or the place of a new one. */
interface Found {
  readonly items: Items;
  readonly id: unknown;
  readonly old: Item | undefined;
}

/** What was made of an item. */
interface Change<Made> extends Found {
  readonly made: Made;
}

function isChange<Made>(change: Change<Made> | Remembered): change is Change<Made> {
  return 'made' in change;
}

/** What an action does to an item. */
type Act = (item: Item, sent: Item) => Item;

function taken(name: string, value: unknown): Refusal {
  return new Refusal(409, `There is already something with the ${name} ${JSON.stringify(value)}`);
}

/** Refuses a change that makes an item invalid. `place` is that of the item in the request. */
class InvalidChange extends Refusal {
  readonly issues: Issues;

  constructor(issues: Issues, place: Path) {
    super(422, `The change makes it invalid: ${inWords(issues)}`);
    this.issues = issues.within(place);
  }
}

/** What the items that one request makes may weigh, or as many times as much as what it sends. */
const MAX_MADE = 4 * 1024 * 1024;
const MAX_GROWTH = 4;
const TOO_MUCH_MADE =
  'The items have much more in them than was sent, and only the first were made: send them in several requests';

/** The weight up to which changes let an item grow. */
const MAX_CHANGED = 2 * 1024 * 1024;
const tooLarge = new Refusal(422, 'A change must leave an object of at most 2 MiB');
