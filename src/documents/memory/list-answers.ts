import { Refusal } from '../../contract/outcome.ts';
import { once } from '../../text/memo.ts';
import { atOnce, type Steps, soon } from '../../text/turns.ts';
import { textIn } from '../located.ts';
import { LateList } from '../media.ts';
import type { Offer } from '../responses.ts';
import { isJson } from '../schema.ts';
import { type Asked, askedInBody, queryReader } from './asked.ts';
import type { Collection } from './collection.ts';
import { bareList, countedIn, itemOf, listForm } from './envelopes.ts';
import { type LinkedPage, linked, pageOf } from './lists.ts';
import {
  type Answered,
  type Asking,
  type Handle,
  type MemorableOperation,
  parametersOf,
  type Remembered,
  send,
  sendInSteps,
} from './operations.ts';
import type { Item } from './store.ts';

/** The bytes in memory of the items of a list that is made before it is sent, and those of one that must be. */
const MAX_AT_ONCE_SIZE = 1024 * 1024;
const MAX_WRITTEN = 4 * 1024 * 1024;

/** What the operations on a collection answer with several of its items, and what they do with them. */
export class ListAnswers {
  readonly #own: Collection;

  constructor(collection: Collection) {
    this.#own = collection;
  }

  /** Makes the handler that answers with the items that a request asks for. */
  lister(operation: MemorableOperation): Handle {
    const choose = this.#chooser(operation);
    return (asking) => {
      const page = choose(asking);
      return page instanceof Refusal ? page : this.#reply(asking, page);
    };
  }

  /** Makes the handler that tells how many items a request asks for. */
  counter(operation: MemorableOperation): Handle {
    const choose = this.#chooser(operation);
    return (asking) => {
      const page = choose(asking);
      if (page instanceof Refusal) return page;
      const count = ({ schema, base }: Offer) => countedIn(schema, base, page, this.#own.reader);
      return send(operation.replies.responseTo(), count, asking.head, page);
    };
  }

  /** Makes the handler that deletes all items that a request asks for. */
  deleter(operation: MemorableOperation): Handle {
    const choose = this.#chooser(operation);
    return (asking) => {
      const page = choose(asking);
      const items = this.#own.itemsFor(asking);
      if (page instanceof Refusal || items instanceof Refusal) return page;
      const chosen = new Set(page.items);
      const ids = [...items].flatMap(([id, item]) => (chosen.has(item) ? [id] : []));
      this.#own.forget(asking, items, ids);
      return asking.plainly();
    };
  }

  /** Makes a function that reads what the query of a request asks for. */
  queryReader(operation: MemorableOperation): (asking: Asking) => readonly Asked[] {
    const { reader } = this.#own.place.options;
    const all = parametersOf([operation], reader);
    return queryReader(
      all.filter((each) => textIn(each, 'in') === 'query'),
      reader,
    );
  }

  /** Makes a function that finds the items that a request asks for, by its query or by its body. */
  #chooser(operation: MemorableOperation): (asking: Asking) => LinkedPage | Refusal {
    const read = this.queryReader(operation);
    return (asking) => {
      const items = this.#own.itemsFor(asking);
      if (items instanceof Refusal) return items;
      const owners = [...(asking.owners ?? [])].map(([name, at]) => ({ name, value: asking.values[at] }));
      const asked = [...read(asking), ...askedInBody(asking)];
      const ids = once(() => new Map(Array.from(items, ([id, item]) => [item, id])));
      const isOwn = (item: Item) => owners.every(({ name, value }) => String(item[name]) === value);
      const all = [...items.values()];
      const own = owners.length === 0 ? all : all.filter(isOwn);
      const page = pageOf(own, asked, (item) => ids().get(item));
      return linked(page, asking.head);
    };
  }

  /** Answers with a list, which is made in turns if that takes long. */
  #reply(asking: Asking, page: LinkedPage): Answered {
    return soon(this.inSteps(asking, page), asking.context);
  }

  /** Answers with a list in steps. */
  *inSteps({ operation, head }: Asking, page: LinkedPage): Steps<Remembered> {
    const { reader } = this.#own.place.options;
    const response = operation.replies.responseTo();
    const offer = response.offer(head);
    if (!offer || offer instanceof Refusal) return send(response, () => undefined, head, page);
    const { form } = listForm(offer.schema, reader) ?? bareList;
    const maker = this.#own.maker();
    const none = () => undefined;
    const show = maker.shower(itemOf(offer.schema, reader) ?? maker.schema, none, none);
    const pick = maker.picker(page.fields);
    const make = (item: Item) => show(pick(item));
    const size = this.#sizeOf(page.items);
    if (isJson(offer.type) && size > MAX_AT_ONCE_SIZE) {
      const list = new LateList(function* () {
        for (const item of page.items) yield atOnce(make(item));
      });
      const facts = { ...page, tag: this.#own.place.options.memory.tag };
      return send(response, ({ base }) => form(list, page, base), head, facts);
    }
    if (size > MAX_WRITTEN) return new Refusal(406, 'A list of more than 4 MiB is sent only as JSON');
    const shown: unknown[] = [];
    for (const item of page.items) {
      shown.push(yield* make(item));
      yield;
    }
    return yield* sendInSteps(response, ({ base }) => form(shown, page, base), head, page);
  }

  /** The bytes that items take in memory. */
  #sizeOf(items: readonly Item[]): number {
    const { memory } = this.#own.place.options;
    return items.reduce((size, item) => size + memory.sizeOf(item), 0);
  }
}
