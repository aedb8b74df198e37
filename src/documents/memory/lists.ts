import { isRecord } from '../../fields/values.ts';
import type { RequestHead } from '../../http/types.ts';
import { splitTarget } from '../../http/types.ts';
import { plain } from '../ids.ts';
import { originOf } from '../reply-headers.ts';
import type { Asked } from './asked.ts';
import { conditionIn, flat, PropertyNames, textOf } from './filters.ts';
import type { Item } from './store.ts';

/** Which of the items of a list a request asks for. */

/** The parameters of a query that have a meaning for lists, by their names without separators, in lower case. */
const wordsIn = (text: string): readonly string[] => text.split(' ');
const limits = wordsIn('limit perpage pagesize size max maxresults top first take count');
const cursors = wordsIn('cursor pagetoken continuationtoken nexttoken after');
/** Cursors that are ids: the page begins behind the item, or ends before it. */
const behind = wordsIn('startingafter startafter afterid sinceid lastid lastkey');
const before = wordsIn('endingbefore endbefore beforeid maxid before');
const offsets = [...wordsIn('offset skip start startindex from'), ...cursors];
const pages = wordsIn('page pagenumber pageno pageindex');
const searches = wordsIn('q query search term searchterm searchtext searchquery keyword keywords');
const sorts = wordsIn('sort sortby orderby order ordering sortfield sortcolumn');
const directions = wordsIn('sortorder direction dir sortdirection sortdir order orderdirection orderdir');
const downs = wordsIn('descending desc sortdescending sortdesc isdescending orderdescending orderdesc');
const known = new Set([
  ...limits,
  ...behind,
  ...before,
  ...offsets,
  ...pages,
  ...searches,
  ...sorts,
  ...directions,
  ...downs,
]);

/** The part of a list that a request asks for. */
export interface Page {
  readonly items: readonly Item[];
  /** How many items there are, on all pages. */
  readonly total: number;
  readonly offset: number;
  /** Undefined if the list is whole. */
  readonly limit: number | undefined;
  readonly page: number;
  /** The parameters that ask for other pages. */
  readonly pages: Readonly<Partial<Record<Relation, PageParameter>>>;
}

/** How another page is to this one. */
export type Relation = 'next' | 'prev' | 'first' | 'last';

/** A parameter and its value. */
export type PageParameter = readonly [name: string, value: number | string];

/** Finds the id of an item. */
type IdOf = (item: Item) => string | undefined;

/** Filters, sorts and divides items as the declared parameters of a query ask for. */
export function pageOf(
  whole: readonly Item[],
  parameters: readonly Asked[],
  idOf: IdOf = ({ id }) => String(id),
): Page {
  const asked = parameters.flatMap(membersAsked);
  const given = asked.filter(({ value }) => value !== undefined && value !== null);
  const properties = new PropertyNames(whole);
  const isKnown = (name: string, names: readonly string[]) =>
    names.includes(plain(name)) && !properties.has(name);
  const named = (names: readonly string[]) => given.find(({ name }) => isKnown(name, names));
  const items = sorted(
    chosen(
      whole,
      given.filter(({ name }) => properties.has(name) || !known.has(plain(name))),
      named(searches)?.value,
      properties,
    ),
    given.find(({ name, value }) => isKnown(name, sorts) && !isDirection(value))?.value,
    [named(directions)?.value, named(downs)?.value === true ? 'desc' : undefined],
    properties,
  );
  const limit = countIn(named(limits)?.value);
  const first = named(pages);
  const start = Number(first?.minimum) === 0 ? 0 : 1;
  const page = countIn(first?.value) ?? start;
  const indexOf = (each: Asked | undefined) =>
    each ? items.findIndex((item) => idOf(item) === String(each.value)) : -1;
  const end = indexOf(named(before));
  const [offset = 0] = [
    indexOf(named(behind)) + 1 || undefined,
    end < 0 ? undefined : Math.max(0, end - (limit ?? end)),
    countIn(named(offsets)?.value),
    indexOf(named(cursors)) + 1 || undefined,
    limit === undefined ? undefined : (page - start) * limit,
  ].filter((each) => each !== undefined);
  const ends = [items.length, ...(limit === undefined ? [] : [offset + limit]), ...(end < 0 ? [] : [end])];
  const shown = items.slice(Math.max(offset, 0), Math.min(...ends));
  const declared = (names: readonly string[]) => asked.find(({ name }) => isKnown(name, names))?.name;
  const [byPage, byOffset, byId, byLaterId] = [pages, offsets, behind, before].map(declared);
  const neighbors = { next: [byId, shown.at(-1)], prev: [byLaterId, shown[0]] } as const;
  const parameterFor = (relation: Relation, newOffset: number): PageParameter | undefined => {
    if (byPage !== undefined) return [byPage, Math.floor(newOffset / Number(limit)) + start];
    if (byOffset !== undefined) return [byOffset, newOffset];
    const [name, item] = relation === 'next' || relation === 'prev' ? neighbors[relation] : [];
    const id = item && idOf(item);
    return name === undefined || id === undefined ? undefined : [name, id];
  };
  return {
    ...{ items: shown, total: items.length, offset, limit, page },
    pages: limit ? pagesBeside(items.length, offset, limit, parameterFor) : {},
  };
}

/** Finds the pages beside a page, and the first and the last. */
function pagesBeside(
  total: number,
  offset: number,
  limit: number,
  parameterFor: (relation: Relation, offset: number) => PageParameter | undefined,
): Page['pages'] {
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const all: readonly (readonly [Relation, PageParameter | undefined])[] = [
    ['next', offset + limit < total ? parameterFor('next', offset + limit) : undefined],
    ['prev', offset > 0 ? parameterFor('prev', Math.max(offset - limit, 0)) : undefined],
    ['first', parameterFor('first', 0)],
    ['last', parameterFor('last', last)],
  ];
  return Object.fromEntries(all.filter(([, parameter]) => parameter !== undefined));
}

/** A parameter that is an object asks for each of its properties: `filter[name]`, `page[size]`. */
function membersAsked(asked: Asked): readonly Asked[] {
  const { name, value } = asked;
  if (!isRecord(value)) return [asked];
  return Object.entries(value).map(([key, each]) => ({ ...asked, name: `${name}[${key}]`, value: each }));
}

function countIn(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** The most conditions that a request sets, and the most properties that it sorts by: others are ignored. */
const MAX_CONDITIONS = 20;
const MAX_KEYS = 5;

/** Chooses the items that meet the conditions, and in which a text occurs. */
function chosen(
  whole: readonly Item[],
  asked: readonly Asked[],
  search: unknown,
  names: PropertyNames,
): readonly Item[] {
  let items = whole;
  let count = 0;
  for (const { name, value } of asked) {
    const condition = count < MAX_CONDITIONS ? conditionIn(name, value, whole, names) : undefined;
    if (!condition) continue;
    count++;
    items = items.filter(condition);
  }
  const text = String(search).toLowerCase();
  return search === undefined ? items : items.filter((item) => mentions(item, text));
}

function mentions(item: Item, text: string): boolean {
  return Object.values(flat(item)).some(
    (value) => typeof value === 'string' && value.toLowerCase().includes(text),
  );
}

/** Sorts by properties: `name`, `-name`, `name:desc`, several of these, or with a direction of its own. */
function sorted(
  items: readonly Item[],
  by: unknown,
  directions: readonly unknown[],
  names: PropertyNames,
): readonly Item[] {
  const isDownwards = directions.some(isDown);
  const keys = keysIn([by].flat().join(','), names);
  if (keys.length === 0) return by === undefined && isDownwards ? [...items].reverse() : items;
  return [...items].sort((one, other) => {
    for (const { name, isReversed } of keys) {
      const order = compared(flat(one)[name], flat(other)[name]);
      if (order !== 0) return isReversed || isDownwards ? -order : order;
    }
    return 0;
  });
}

interface SortKey {
  readonly name: string;
  isReversed: boolean;
}

function isDirection(value: unknown): boolean {
  return DIRECTION.test(String(value));
}

function isDown(direction: unknown): boolean {
  return /^desc/i.test(String(direction));
}

/** Reads the properties to sort by. */
function keysIn(text: string, names: PropertyNames): readonly SortKey[] {
  const keys: SortKey[] = [];
  for (const part of text.split(',')) {
    const last = keys.at(-1);
    if (last && isDirection(part)) {
      last.isReversed = isDown(part.trim());
      continue;
    }
    const [, sign, word = '', suffix] = KEY.exec(part.trim()) ?? [];
    const name = names.find(word) ?? names.find(`${word}${suffix ?? ''}`);
    if (name !== undefined && keys.length < MAX_KEYS)
      keys.push({ name, isReversed: sign === '-' || isDown(suffix) });
  }
  return keys;
}

const DIRECTION = /^\s*(?:asc|desc)(?:ending)?\s*$/i;
const KEY = /^([-+]?)([\w.]+?)(?:[:_ .|-]((?:asc|desc)(?:ending)?))?$/i;

function compared(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [textOf(one), textOf(other)];
  return first < second ? -1 : Number(first > second);
}

/** A page with its address, and those of the pages beside it. */
export interface LinkedPage extends Page {
  /** They are paths. */
  readonly links: readonly (readonly [relation: string, address: string])[];
  /** The address of another page, or of this one, as a path and as a whole. */
  addressOf(parameter?: PageParameter): readonly [path: string, whole: string];
}

/** Adds to a page the addresses of those beside it, which differ from that of its request in one parameter. */
export function linked(page: Page, head: RequestHead): LinkedPage {
  const { path, query } = splitTarget(head.target);
  const addressOf = (parameter?: PageParameter): [path: string, whole: string] => {
    const parameters = new URLSearchParams(query);
    if (parameter) parameters.set(parameter[0], String(parameter[1]));
    const address = parameters.size === 0 ? path : `${path}?${parameters}`;
    return [address, `${originOf(head)}${address}`];
  };
  const { offset, items, total } = page;
  const isHere = { first: offset === 0, last: offset + items.length >= total };
  const links = Object.entries(page.pages).flatMap(([relation, parameter]) =>
    Object(isHere)[relation] === true ? [] : [[relation, addressOf(parameter)[0]] as const],
  );
  return { ...page, links, addressOf };
}
