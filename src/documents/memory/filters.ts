import { isRecord } from '../../fields/values.ts';
import { once } from '../../text/memo.ts';
import { plain } from '../ids.ts';
import { treeOf } from './expressions.ts';
import {
  type Budget,
  finder,
  type Operator,
  operatorIn,
  operatorNamed,
  PROPERTY,
  textOf,
} from './operators.ts';
import { type Item, valueIn } from './store.ts';

/** The conditions that a request sets for the items of a list. */

type Condition = (item: Item) => boolean;

/** Names of parameters that have conditions of several properties. */
const FILTERS = /^(?:filters?|where|conditions?)$/;
const SEARCHES = /^(?:s|q|query|search|(?:search)?(?:term|text|query)|keywords?)$/;
const JOINTS = /^(?:and|or|not|nor)$/;

/** The most conditions that a request sets, and the most names and lists that they are in: others are ignored. */
const MAX_CONDITIONS = 20;
const MAX_VISITS = 200;
const MAX_LEVELS = 6;
/** The most characters of the name of a parameter that sets a condition. */
const MAX_NAME = 200;

/** Makes the conditions of a request for items. */
export class Filters {
  readonly #items: readonly Item[];
  readonly #names: PropertyNames;
  readonly #budget: Budget = { left: MAX_WORK };
  #left = MAX_CONDITIONS;
  #visits = MAX_VISITS;

  constructor(items: readonly Item[], names: PropertyNames) {
    this.#items = items;
    this.#names = names;
  }

  /** Makes the condition of a parameter, or of a member of one that is an object; undefined if it names no property of an item. */
  conditionOf(name: string, value: unknown, levels: number = MAX_LEVELS): Condition | undefined {
    if (levels <= 0 || name.length > MAX_NAME || this.#visits-- <= 0) return undefined;
    const word = plain(name);
    const own = this.#names.find(name);
    if (own !== undefined) return this.#ofProperty(own, value);
    if (JOINTS.test(word)) return this.#joined(word, membersIn(value), levels);
    if (FILTERS.test(word)) return this.#within(value, levels);
    if (SEARCHES.test(word)) return this.#within(value, levels) ?? this.#search(value);
    const found = operatorIn(name, (each) => this.#names.find(each));
    return found && this.#ofOperator(found.property, found.operator, value);
  }

  /** Makes the condition of what a parameter such as `filter` has. */
  #within(value: unknown, levels: number): Condition | undefined {
    if (levels <= 0 || this.#visits-- <= 0) return undefined;
    if (typeof value !== 'string') return this.#joined('and', membersIn(value), levels);
    if (value.length > MAX_LENGTH) return undefined;
    const [, name, operator = 'eq', wanted] = SEPARATED.exec(value) ?? [];
    const tree = name === undefined ? treeOf(value) : { [name]: { [operator]: wanted } };
    return tree && this.#joined('and', [tree], levels);
  }

  #joined(word: string, members: readonly unknown[], levels: number): Condition | undefined {
    const conditions = members.flatMap((each) => {
      const own = isRecord(each)
        ? this.#all(entriesIn(each).map(([name, value]) => this.conditionOf(name, value, levels - 1)))
        : this.#within(each, levels - 1);
      return own ?? [];
    });
    if (conditions.length === 0) return undefined;
    if (word === 'and') return (item) => conditions.every((each) => each(item));
    const isAny: Condition = (item) => conditions.some((each) => each(item));
    return word === 'or' ? isAny : (item) => !isAny(item);
  }

  #all(conditions: readonly (Condition | undefined)[]): Condition | undefined {
    const known = conditions.filter((each) => each !== undefined);
    return known.length === 0 ? undefined : (item) => known.every((each) => each(item));
  }

  /** Makes a condition of a property: of its value, or by operators as in `{ "gte": 5 }`, `gte:5`, `eq.5` and `in.(5,6)`. */
  #ofProperty(name: string, value: unknown): Condition | undefined {
    if (isRecord(value) && !listed(value))
      return this.#all(
        entriesIn(value).map(([word, each]) => {
          const operator = operatorNamed(word);
          return operator && this.#ofOperator(name, operator, each);
        }),
      );
    const fits = this.#ofOperator(name, operatorNamed('eq'), value);
    const text = textOf(Array.isArray(value) ? value[0] : value).slice(0, MAX_LENGTH);
    const [, not, word = '', wanted] = WORDED.exec(text) ?? [];
    const operator = operatorNamed(word);
    if (!fits || !(operator || ALL.test(text)) || this.#items.some(fits)) return fits;
    const worded = operator ? this.#ofOperator(name, operator, wanted) : () => true;
    return not !== undefined && worded ? (item) => !worded(item) : worded;
  }

  #ofOperator(name: string, operator: Operator | undefined, value: unknown): Condition | undefined {
    const wanted = membersIn(value).map((each) => textOf(each).slice(0, MAX_LENGTH));
    if (!operator || wanted.length === 0 || this.#left-- <= 0) return undefined;
    const holds = operator(wanted, this.#budget);
    return (item) => holds(valueIn(item, name));
  }

  /** Makes a condition that a text occurs in one of the texts of an item. */
  #search(value: unknown): Condition | undefined {
    if (this.#left-- <= 0) return undefined;
    const isIn = finder(textOf(value), this.#budget);
    const mentions = (each: unknown) => typeof each === 'string' && isIn(each);
    const isAny = (part: unknown) => {
      if (!isRecord(part) || this.#budget.left < 0) return false;
      const values = Object.values(part);
      this.#budget.left -= values.length * PROPERTY;
      return values.some(mentions);
    };
    return (item) => isAny(item) || isAny(item.attributes);
  }
}

/** The most members of a list that count, and the most characters of a value. */
const MAX_MEMBERS = 1000;
const MAX_LENGTH = 10_000;
/** The most characters of items that a request compares. */
const MAX_WORK = 10_000_000;
const ALL = /^(?:all|any|\*)$/i;
/** A condition in one text: `price:gt:10`, `price||$gt||10`, `price:10`. */
const SEPARATED = /^([\w.]+)(?:\|\||:)(?:\$?([a-zA-Z]+)(?:\|\||:))?(.*)$/s;
/** A value with an operator before it: `gt:10`, `gt.10`, `not.in.(1,2)`. */
const WORDED = /^(not\.)?\$?([a-zA-Z]+)[.:](.*)$/s;

/** The members of a list, also of one with the places as names: `a[0]=1&a[1]=2`; undefined if a value is none. */
function listed(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS);
  const entries = isRecord(value) ? entriesIn(value) : undefined;
  return entries?.every(([name]) => /^\d+$/.test(name)) ? entries.map(([, each]) => each) : undefined;
}

function membersIn(value: unknown): readonly unknown[] {
  return listed(value) ?? [value];
}

/** The first entries of an object, which may have very many. */
export function entriesIn(value: Item): readonly (readonly [name: string, value: unknown])[] {
  const entries: [string, unknown][] = [];
  for (const name in value) {
    if (entries.length === MAX_MEMBERS) break;
    entries.push([name, value[name]]);
  }
  return entries;
}

/** The names after which no further items are looked at for others. */
const MAX_NAMES = 200_000;

/** The names of the properties that items have. */
export class PropertyNames {
  readonly #names: () => ReadonlySet<string>;
  readonly #byPlainName: () => ReadonlyMap<string, string>;

  constructor(items: readonly Item[]) {
    this.#names = once(() => namesOf(items));
    this.#byPlainName = once(() => new Map(Array.from(this.#names(), (name) => [plain(name), name])));
  }

  has(name: string): boolean {
    return this.#names().has(name);
  }

  /**
   * Finds the property that a parameter means: `Name` for `name`, `tags` or `tag_list` for `tag`, `is_active` for `active`, and
   * `author` for `authorId`. Undefined if no item has such a property.
   */
  find(wanted: string): string | undefined {
    if (this.has(wanted)) return wanted;
    const byName = this.#byPlainName();
    const own = plain(wanted);
    const alike = [own, `${own}s`, `${own}list`, `is${own}`, own.replace(/(?:id|s)$/, '')];
    const [found] = own === '' ? [] : alike.flatMap((name) => byName.get(name) ?? []);
    return found;
  }
}

function namesOf(items: readonly Item[]): ReadonlySet<string> {
  const names = new Set<string>();
  let left = MAX_NAMES;
  for (const item of items) {
    const own = Object.keys(item);
    const inner = isRecord(item.attributes) ? Object.keys(item.attributes) : [];
    for (const name of own) names.add(name);
    for (const name of inner) names.add(name);
    left -= own.length + inner.length;
    if (left < 0) break;
  }
  return names;
}
