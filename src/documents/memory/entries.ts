import { Refusal } from '../../contract/outcome.ts';
import { defined } from '../../text/guards.ts';
import type { FieldReader } from '../fields.ts';
import { idNameIn, plain } from '../ids.ts';
import { itemOf } from './envelopes.ts';
import { idMaker } from './initial.ts';
import { type Properties, propertiesOf } from './properties.ts';
import { type Item, Items } from './store.ts';

/** Lists that items have in them, and that operations change which answer with the whole item: `POST /carts/{cartId}/items`. */

type List = readonly unknown[];

export interface ChangeOfEntries {
  /** The property that has the list. */
  readonly name: string;
  /** Changes the list by what was sent and by the id at the end of the path; a 404 if there is no entry with that id. */
  readonly change: (list: List, sent: Item, id: string | undefined) => List | Refusal;
}

/** An operation, and the properties of the item that it belongs to. */
interface Operation {
  /** The path behind that of the item. */
  readonly rest: string;
  readonly method: string;
  /** The parameter with the id of an entry. */
  readonly parameter: string | undefined;
  readonly properties: Properties;
}

/** The path of a list in an item, or of one of its entries, behind that of the item. */
export const ENTRIES = /^\/([\w-]+)(\/\{\})?$/;

/** What an operation does to a list in an item; undefined if it changes none. */
export function changeOfEntries(
  { rest, method, parameter, properties }: Operation,
  reader: FieldReader,
): ChangeOfEntries | undefined {
  const isOne = rest.endsWith('/{}');
  const word = rest.slice(1, isOne ? -'/{}'.length : undefined);
  const [name, property] = [...properties].find(([each]) => plain(each) === plain(word)) ?? [];
  const schema = property && itemOf(property.schema, reader);
  const declared = schema ? propertiesOf(schema, reader) : new Map();
  if (name === undefined || declared.size === 0) return undefined;
  const entries = new Entries(declared, parameter, reader);
  const change = isOne ? entries.changeOfOne(method) : entries.changeOfAll(method);
  return change && { name, change };
}

class Entries {
  readonly #declared: Properties;
  readonly #idName: string | undefined;
  readonly #reader: FieldReader;

  constructor(declared: Properties, parameter: string | undefined, reader: FieldReader) {
    this.#declared = declared;
    this.#idName = idNameIn([...declared.keys()], parameter);
    this.#reader = reader;
  }

  changeOfAll(method: string): ChangeOfEntries['change'] | undefined {
    if (method === 'DELETE') return () => [];
    return method === 'POST' ? (list, sent) => this.#added(list, this.#own(sent)) : undefined;
  }

  changeOfOne(method: string): ChangeOfEntries['change'] | undefined {
    if (method !== 'DELETE' && method !== 'PUT' && method !== 'PATCH') return undefined;
    return (list, sent, id) => {
      const at = this.#placeOf(list, id);
      if (at < 0) return new Refusal(404, `There is nothing with the ${this.#idName} ${JSON.stringify(id)}`);
      const kept = method === 'DELETE' ? [] : [{ ...Object(list[at]), ...this.#own(sent) }];
      return [...list.slice(0, at), ...kept, ...list.slice(at + 1)];
    };
  }

  /** Adds an entry, or changes the one that has its id. */
  #added(list: List, sent: Item): List {
    if (this.#idName === undefined) return [...list, sent];
    const id = sent[this.#idName];
    const at = id === undefined ? -1 : this.#placeOf(list, id);
    if (at >= 0) return list.map((each, index) => (index === at ? { ...Object(each), ...sent } : each));
    return [...list, { [this.#idName]: id ?? this.#newId(list, this.#idName), ...sent }];
  }

  #newId(list: List, idName: string): unknown {
    const known = new Items();
    for (const each of list) known.set(String(Object(each)[idName]), Object(each));
    const idSchema = defined(this.#declared.get(idName)).schema;
    const newId = idMaker({ idName, idSchema, parameterSchema: idSchema, reader: this.#reader });
    return newId({}, known);
  }

  #placeOf(list: List, id: unknown): number {
    const idName = String(this.#idName);
    return list.findIndex((each) => String(Object(each)[idName]) === String(id));
  }

  #own(sent: Item): Item {
    return Object.fromEntries(Object.entries(sent).filter(([name]) => this.#declared.has(name)));
  }
}
