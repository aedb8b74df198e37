import { isRecord } from '../../fields/values.ts';
import type { RequestHead } from '../../http/types.ts';
import { splitTarget } from '../../http/types.ts';
import { ensure } from '../../text/memo.ts';
import { plain } from '../ids.ts';
import { originOf } from '../reply-headers.ts';
import type { Asked } from './asked.ts';
import { entriesIn, Filters, PropertyNames } from './filters.ts';
import { textOf } from './operators.ts';
import { type Item, valueIn } from './store.ts';

/** Which of the items of a list a request asks for. */

/** The parameters of a query that have a meaning for lists, by their names without separators, in lower case. */
const wordsIn = (text: string): readonly string[] => text.split(' ');
const limits = wordsIn('limit perpage pagesize size max maxresults top first take count');
const cursors = wordsIn('cursor pagetoken continuationtoken nexttoken after marker');
/** Cursors that are ids: the page begins behind the item, or ends before it. */
const behind = wordsIn('startingafter startafter afterid sinceid lastid lastkey');
const before = wordsIn('endingbefore endbefore beforeid maxid before');
const offsets = [...wordsIn('offset skip start startindex startat from'), ...cursors];
/** The place behind the last item. */
const ends = wordsIn('end endindex');
/** The places of the first item and of the last: `[0,9]`. */
const ranges = wordsIn('range');
const pages = wordsIn('page pagenumber pageno pageindex number');
const sorts = wordsIn('sort sortby orderby order ordering sortfield sortcolumn');
const directions = wordsIn('sortorder direction dir sortdirection sortdir order orderdirection orderdir');
const downs = wordsIn('descending desc sortdescending sortdesc isdescending orderdescending orderdesc');
const known = new Set([
  'fields',
  'select',
  ...limits,
  ...behind,
  ...before,
  ...offsets,
  ...pages,
  ...ends,
  ...ranges,
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
  /** The properties of the items to show; none if all are. */
  readonly fields: readonly string[];
  /** The parameters that ask for other pages. */
  readonly pages: Readonly<Partial<Record<Relation, PageParameter>>>;
  /** The parameters with the id of an item beside a page, of which a request has one. */
  readonly cursors: readonly (string | undefined)[];
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
  const asked = gathered(parameters).flatMap(membersAsked);
  const given = asked.filter(({ value }) => value !== undefined && value !== null).slice(0, MAX_ASKED);
  const properties = new PropertyNames(whole);
  const isKnown = ({ name, role }: Role, names: readonly string[]) =>
    names.includes(role) && !properties.has(name);
  const named = (names: readonly string[]) => given.find((each) => isKnown(each, names));
  const items = sorted(
    chosen(
      whole,
      given.filter(({ name, role }) => properties.has(name) || !known.has(role)),
      properties,
    ),
    given.find((each) => isKnown(each, sorts) && !isDirection(each.value))?.value,
    named(directions)?.value ?? (named(downs)?.value === true ? 'desc' : undefined),
    properties,
  );
  const [, from, to] = RANGE.exec(textsOf(named(ranges)?.value).join('-')) ?? [];
  const size = countIn(named(limits)?.value);
  const declared = (names: readonly string[]) => asked.find((each) => isKnown(each, names));
  const start = Number(declared(pages)?.minimum) === 0 ? 0 : 1;
  const page = countIn(named(pages)?.value) ?? start;
  const indexOf = (each: Asked | undefined) =>
    each ? items.findIndex((item) => idOf(item) === textOf(each.value)) : -1;
  const end = indexOf(named(before));
  const [offset = 0] = [
    indexOf(named(behind)) + 1 || undefined,
    end < 0 ? undefined : Math.max(0, end - (size ?? end)),
    countIn(from),
    countIn(named(offsets)?.value),
    indexOf(named(cursors)) + 1 || undefined,
    size === undefined ? undefined : (page - start) * size,
  ].filter((each) => each !== undefined);
  const behindLast = to === undefined ? countIn(named(ends)?.value) : Number(to) + 1;
  const limit = behindLast === undefined ? size : Math.max(0, behindLast - offset);
  const limitsOfPage = [
    items.length,
    ...(limit === undefined ? [] : [offset + limit]),
    ...(end < 0 ? [] : [end]),
  ];
  const shown = items.slice(Math.max(offset, 0), Math.min(...limitsOfPage));
  const [byPage, byOffset, byId, byLaterId] = [pages, offsets, behind, before].map(
    (names) => (named(names) ?? declared(names))?.name,
  );
  // An offset that a request has already would win over the number of another page.
  const isByPage = byPage !== undefined && named(offsets) === undefined;
  const neighbors = { next: [byId, shown.at(-1)], prev: [byLaterId, shown[0]] } as const;
  const parameterFor = (relation: Relation, newOffset: number): PageParameter | undefined => {
    if (isByPage) return [byPage, Math.floor(newOffset / Number(limit)) + start];
    if (byOffset !== undefined) return [byOffset, newOffset];
    const [name, item] = relation === 'next' || relation === 'prev' ? neighbors[relation] : [];
    const id = item && idOf(item);
    return name === undefined || id === undefined ? undefined : [name, id];
  };
  return {
    ...{ items: shown, total: items.length, offset, limit, page, fields: fieldsIn(parameters) },
    cursors: [byId, byLaterId],
    // If a request says where its page ends, no other page differs from it in one parameter.
    pages: limit && behindLast === undefined ? pagesBeside(items.length, offset, limit, parameterFor) : {},
  };
}

/** Finds the properties that a reply is to have: `fields=id,name`, `$select`, `fields[lamps]`. */
export function fieldsIn(parameters: readonly Asked[]): readonly string[] {
  const found = parameters.filter(({ name }) => /^(?:\$|\w*_)?(?:fields|select)(?:\[|$)/.test(name));
  return found
    .flatMap(({ value }) => textsOf(value))
    .flatMap((text) => text.split(',').map((each) => each.trim()));
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
    ['prev', offset > 0 ? parameterFor('prev', Math.max(Math.min(offset - limit, last), 0)) : undefined],
    ['first', parameterFor('first', 0)],
    ['last', parameterFor('last', last)],
  ];
  return Object.fromEntries(all.filter(([, parameter]) => parameter !== undefined));
}

/** What a parameter asks for, with the word by which it is known: `size` for `page[size]`. */
interface Role extends Asked {
  readonly role: string;
}

/** Puts parameters that are parts of one object into it: `filter[name]` and `filter[size][gt]`. */
function gathered(parameters: readonly Asked[]): readonly Asked[] {
  const objects = new Map<string, Part[]>();
  const others: Asked[] = [];
  for (const asked of parameters.filter(({ name }) => name.length <= MAX_LENGTH)) {
    const [base = '', ...path] = asked.name.split(/[[\]]+/, MAX_PARTS).filter((each) => each !== '');
    if (path.length === 0 || PAGING.test(base)) others.push({ ...asked, value: structured(asked.value) });
    else if (asked.value !== undefined) ensure(objects, base, () => []).push({ path, value: asked.value });
  }
  const whole = Array.from(objects, ([name, parts]) => ({ name, value: joined(parts), minimum: undefined }));
  return [...others.filter(({ name, value }) => !(objects.has(name) && isRecord(value))), ...whole];
}

interface Part {
  readonly path: readonly string[];
  readonly value: unknown;
}

const MAX_PARTS = 10;
/** The most characters of JSON in a parameter. */
const MAX_JSON = 10_000;
const PAGING = /^(?:page|paging|pagination)$/;

function joined(parts: readonly Part[]): unknown {
  const [first] = parts;
  if (first?.path.length === 0) {
    const values = [...new Set(parts.map(({ value }) => value))];
    return values.length === 1 ? first.value : values;
  }
  const inner = new Map<string, Part[]>();
  for (const { path, value } of parts)
    ensure(inner, String(path[0]), () => []).push({ path: path.slice(1), value });
  return Object.fromEntries(Array.from(inner, ([name, each]) => [name, joined(each)]));
}

/** Reads a value that is written as JSON: `["name","ASC"]`, `{"name":"a"}`. */
function structured(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_JSON || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The parameters of a page may be parts of an object: `page[size]`. */
function membersAsked(asked: Asked): readonly Role[] {
  const { name, value } = asked;
  const [, base = '', part] = /^([^[]*)\[([^\]]*)\]$/.exec(name) ?? [];
  if (!PAGING.test(part === undefined ? name : base) || (part === undefined && !isRecord(value)))
    return [{ ...asked, role: plain(name) }];
  const members = part === undefined ? Object.entries(Object(value)) : [[part, value] as const];
  return members.map(([key, each]) => ({
    ...asked,
    name: `${PAGING.exec(name) ? name : base}[${key}]`,
    value: each,
    role: plain(key),
  }));
}

/** The most parameters that ask for something. */
const MAX_ASKED = 100;
const RANGE = /^\D*(\d+)\D+(\d+)\D*$/;

function countIn(value: unknown): number | undefined {
  const count = Number(textOf(value) || Number.NaN);
  return Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** The most properties that a request sorts by: others are ignored. */
const MAX_KEYS = 5;

/** Chooses the items that meet the conditions. */
function chosen(whole: readonly Item[], asked: readonly Asked[], names: PropertyNames): readonly Item[] {
  const filters = new Filters(whole, names);
  let items = whole;
  for (const { name, value } of asked) {
    const condition = filters.conditionOf(name, value);
    if (condition) items = items.filter(condition);
  }
  return items;
}

/** Sorts by properties: `name`, `-name`, `name:desc`, several of these, or with directions of their own. */
function sorted(
  items: readonly Item[],
  by: unknown,
  direction: unknown,
  names: PropertyNames,
): readonly Item[] {
  const directions = textsOf(direction).join().split(',', MAX_KEYS);
  const keys = keysIn(textsOf(isRecord(by) ? wordsOf(by) : by).join(), names);
  if (keys.length === 0) return by === undefined && isDown(directions[0]) ? [...items].reverse() : items;
  return [...items].sort((one, other) => {
    for (const [at, { name, isReversed }] of keys.entries()) {
      const order = compared(valueIn(one, name), valueIn(other, name));
      if (order !== 0) return isReversed || isDown(directions[at] ?? directions[0]) ? -order : order;
    }
    return 0;
  });
}

/** Writes an object as words to sort by: `{ "name": -1 }`, or `{ "0": "name,desc" }`, as a list has it. */
function wordsOf(by: Item): readonly unknown[] {
  const isDownwards = (value: unknown) => isDown(value) || /^-/.test(textOf(value));
  return entriesIn(by).map(([name, value]) =>
    /^\d+$/.test(name) ? value : `${name}:${isDownwards(value) ? 'desc' : 'asc'}`,
  );
}

/** The texts of a value, or of those in a list. */
function textsOf(value: unknown): readonly string[] {
  return [value]
    .flat()
    .slice(0, MAX_TEXTS)
    .map((each) => textOf(each).slice(0, MAX_LENGTH));
}

const MAX_TEXTS = 20;
const MAX_LENGTH = 1000;

interface SortKey {
  readonly name: string;
  isReversed: boolean;
}

function isDirection(value: unknown): boolean {
  return DIRECTION.test(textOf(value));
}

function isDown(direction: unknown): boolean {
  return /^desc/i.test(textOf(direction));
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
const KEY = /^([-+]?)([\w.]+?)(?:[:_ .|-]((?:asc|desc)(?:ending)?)(?:\.nulls\w+)?)?$/i;

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
    if (parameter) {
      const [name, value] = parameter;
      for (const each of page.cursors) if (each !== undefined && each !== name) parameters.delete(each);
      parameters.set(name, String(value));
    }
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
