import { isRecord } from '../../fields/values.ts';
import { once } from '../../text/memo.ts';
import { plain } from '../ids.ts';
import type { Item } from './store.ts';

/** The conditions that the parameters of a query set for the items of a list. */

type Condition = (item: Item) => boolean;

/** Makes a condition of a parameter; undefined if it names no property that an item has. */
export function conditionIn(
  name: string,
  value: unknown,
  items: readonly Item[],
  names: PropertyNames,
): Condition | undefined {
  if (name.length > MAX_NAME) return undefined;
  const [, inBrackets] = FILTER.exec(name) ?? [];
  const own = names.find(inBrackets ?? name);
  if (own !== undefined) return fitting(own, value, items);
  for (const [pattern, operator] of operators) {
    const [, property] = pattern.exec(inBrackets ?? name) ?? [];
    const known = property === undefined ? undefined : (names.find(property) ?? names.find(`${property}At`));
    if (known !== undefined) return (item) => operator(compared(flat(item)[known], value));
  }
  return undefined;
}

/** The most characters of the name of a parameter that sets a condition. */
const MAX_NAME = 200;
const FILTER = /^filter\[([^\]]+)\]$/;

type Operator = (order: number) => boolean;

const atLeast: Operator = (order) => order >= 0;
const atMost: Operator = (order) => order <= 0;
const above: Operator = (order) => order > 0;
const below: Operator = (order) => order < 0;

/** The names of parameters that set bounds: `minPrice`, `price_gte`, `price[gte]`, `created_after`. */
const operators: readonly (readonly [name: RegExp, operator: Operator])[] = [
  [/^min_?(.+)$/i, atLeast],
  [/^max_?(.+)$/i, atMost],
  [/^(.+?)[_.[]+gte\]?$/i, atLeast],
  [/^(.+?)[_.[]+lte\]?$/i, atMost],
  [/^(.+?)[_.[]+gt\]?$/i, above],
  [/^(.+?)[_.[]+lt\]?$/i, below],
  [/^(.+?)_?(?:min|from|since|after)$/i, atLeast],
  [/^(.+?)_?(?:max|to|until|before)$/i, atMost],
];

/** Compares a value of an item with one that was asked for; NaN, which meets no condition, if there is none to compare. */
function compared(own: unknown, wanted: unknown): number {
  if (own === undefined || own === null) return Number.NaN;
  const [one, other] = [Number(textOf(own)), Number(textOf(wanted))];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  const [first, second] = [textOf(own), textOf(wanted)];
  return first < second ? -1 : Number(first > second);
}

/** Makes a condition that a property has a value, or one of several; or that what it refers to has it. */
function fitting(name: string, value: unknown, items: readonly Item[]): Condition {
  const wanted = new Set([value].flat().map(textOf));
  const fits: Condition = (item) =>
    [flat(item)[name]]
      .flat(Number.POSITIVE_INFINITY)
      .flatMap((each) => (isRecord(each) ? Object.values(each) : [each]))
      .some((each) => wanted.has(textOf(each)));
  const isForAll = wanted.size === 0 || (ALL.test([...wanted].join()) && !items.some(fits));
  return isForAll ? () => true : fits;
}

const ALL = /^(?:all|any|\*)$/i;

/** The names of the properties that items have. */
export class PropertyNames {
  readonly #names: ReadonlySet<string>;
  readonly #byPlainName: () => ReadonlyMap<string, string>;

  constructor(items: readonly Item[]) {
    const names = new Set<string>();
    for (const item of items) for (const name of Object.keys(flat(item))) names.add(name);
    this.#names = names;
    this.#byPlainName = once(() => new Map(Array.from(names, (name) => [plain(name), name])));
  }

  has(name: string): boolean {
    return this.#names.has(name);
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

/** The properties of an item, also of those that JSON:API has in `attributes`. */
export function flat(item: Item): Item {
  return isRecord(item.attributes) ? { ...item.attributes, ...item } : item;
}

/** Writes a value as text, to compare it. Objects are nothing that a query asks for, and their own `toString` may be a number. */
export function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value);
}
