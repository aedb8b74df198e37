import { Issues } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import type { RequestHead } from '../../http/types.ts';
import { splitTarget } from '../../http/types.ts';
import { combinedIn, membersOf } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { plain } from '../ids.ts';
import { itemsOf, type Located, textIn, within } from '../located.ts';
import type { Item } from './store.ts';

/** Lists of remembered items: which of them a request asks for, and the form in which they are sent. */

/** The parameters of a query that have a meaning for lists, by their names without separators, in lower case. */
const limits: readonly string[] = 'limit perpage pagesize size max maxresults top first take count'.split(
  ' ',
);
const cursors: readonly string[] = 'cursor pagetoken continuationtoken nexttoken after'.split(' ');
const offsets: readonly string[] = ['offset', 'skip', 'start', 'startindex', 'from', ...cursors];
const pages: readonly string[] = 'page pagenumber pageno pageindex'.split(' ');
const searches: readonly string[] = 'q query search term'.split(' ');
const sorts: readonly string[] = 'sort sortby orderby order ordering'.split(' ');
const directions: readonly string[] = 'sortorder direction dir sortdirection order'.split(' ');

/** The part of a list that a request asks for. */
export interface Page {
  readonly items: readonly Item[];
  /** How many items there are, on all pages. */
  readonly total: number;
  readonly offset: number;
  /** Undefined if the list is whole. */
  readonly limit: number | undefined;
  readonly page: number;
  /** The parameters that ask for the pages beside it. */
  readonly next: PageParameter | undefined;
  readonly previous: PageParameter | undefined;
}

/** A parameter and its value. */
type PageParameter = readonly [name: string, value: number];

/** A declared parameter, with the value that was sent or is the default. */
export interface Asked {
  readonly name: string;
  readonly value: unknown;
  /** The lowest value that the document allows. */
  readonly minimum: unknown;
}

/** Filters, sorts and divides items as the declared parameters of a query ask for. */
export function pageOf(whole: readonly Item[], parameters: readonly Asked[]): Page {
  const asked = parameters.flatMap(membersAsked);
  const given = asked.filter(({ value }) => value !== undefined && value !== null);
  const isProperty = (name: string) => whole.some((item) => Object.hasOwn(flat(item), name));
  const named = (names: readonly string[]) =>
    given.find(({ name }) => names.includes(plain(name)) && !isProperty(name));
  let items = whole;
  for (const { name, value } of given) {
    const property = FILTER.exec(name)?.[1] ?? name;
    if (isProperty(property)) items = items.filter(fitting(property, value));
  }
  const search = named(searches)?.value;
  if (search !== undefined) items = items.filter((item) => mentions(item, String(search).toLowerCase()));
  items = sorted(items, named(sorts)?.value, named(directions)?.value);
  const limit = countIn(named(limits)?.value);
  const first = named(pages);
  const start = Number(first?.minimum) === 0 ? 0 : 1;
  const page = countIn(first?.value) ?? start;
  const offset = countIn(named(offsets)?.value) ?? (limit === undefined ? 0 : (page - start) * limit);
  const shown = items.slice(Math.max(offset, 0), limit === undefined ? undefined : offset + limit);
  const all = { items: shown, total: items.length, offset, limit, page };
  const declared = (names: readonly string[]) =>
    asked.find(({ name }) => names.includes(plain(name)) && !isProperty(name))?.name;
  const [byPage, byOffset] = [declared(pages), declared(offsets)];
  const pageAt = (count: number, newOffset: number): PageParameter | undefined => {
    if (byPage !== undefined) return [byPage, page + count];
    return byOffset === undefined ? undefined : [byOffset, Math.max(newOffset, 0)];
  };
  return {
    ...all,
    next: limit && offset + limit < items.length ? pageAt(1, offset + limit) : undefined,
    previous: limit && offset > 0 ? pageAt(-1, offset - limit) : undefined,
  };
}

/** A parameter that is an object asks for each of its properties: `filter[name]`, `page[size]`. */
function membersAsked(asked: Asked): readonly Asked[] {
  const { name, value } = asked;
  if (!isRecord(value)) return [asked];
  return Object.entries(value).map(([key, each]) => ({ ...asked, name: `${name}[${key}]`, value: each }));
}

const FILTER = /^filter\[([^\]]+)\]$/;

/** The properties of an item, also of those that JSON:API has in `attributes`. */
function flat(item: Item): Item {
  return isRecord(item.attributes) ? { ...item.attributes, ...item } : item;
}

function countIn(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count >= 0 ? count : undefined;
}

/** Makes a test whether a property has the value that was asked for, or one of several. */
function fitting(name: string, value: unknown): (item: Item) => boolean {
  const wanted = new Set([value].flat().map(textOf));
  if (wanted.size === 0) return () => true;
  return (item) => [flat(item)[name]].flat(Number.POSITIVE_INFINITY).some((each) => wanted.has(textOf(each)));
}

/** Writes a value as text, to compare it. Objects are nothing that a query asks for, and their own `toString` may be a number. */
function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value);
}

function mentions(item: Item, text: string): boolean {
  return Object.values(flat(item)).some(
    (value) => typeof value === 'string' && value.toLowerCase().includes(text),
  );
}

/** Sorts by a property: `name`, `-name`, `name:desc`, or with a direction of its own. */
function sorted(items: readonly Item[], by: unknown, direction: unknown): readonly Item[] {
  const [, minus, name, suffix] = /^([-+]?)([\w.]+)(?:[:, ](asc|desc))?$/i.exec(String(by ?? '')) ?? [];
  if (name === undefined || !items.some((item) => Object.hasOwn(flat(item), name))) return items;
  const isDown = minus === '-' || [suffix, direction].some((each) => String(each).toLowerCase() === 'desc');
  const inOrder = [...items].sort((one, other) => compared(flat(one)[name], flat(other)[name]));
  return isDown ? inOrder.reverse() : inOrder;
}

function compared(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [first, second] = [textOf(one), textOf(other)];
  return first < second ? -1 : Number(first > second);
}

/** A page with the addresses of those beside it. */
export interface LinkedPage extends Page {
  /** They are paths. */
  readonly links: readonly (readonly [relation: string, address: string])[];
  /** The address of another page, as a path and as a whole. */
  addressOf(parameter: PageParameter): readonly [path: string, whole: string];
}

/** Adds to a page the addresses of those beside it, which differ from that of its request in one parameter. */
export function linked(page: Page, { target, header, isSecure }: RequestHead): LinkedPage {
  const { path, query } = splitTarget(target);
  const addressOf = ([name, value]: PageParameter): [path: string, whole: string] => {
    const parameters = new URLSearchParams(query);
    parameters.set(name, String(value));
    const address = `${path}?${parameters}`;
    return [address, `${isSecure ? 'https' : 'http'}://${header('host') ?? 'localhost'}${address}`];
  };
  const links = [['next', page.next] as const, ['prev', page.previous] as const].flatMap(
    ([relation, parameter]) => (parameter ? [[relation, addressOf(parameter)[0]] as const] : []),
  );
  return { ...page, links, addressOf };
}

/** The form of a list: the list itself, or an object with the list in one of its properties, and the others of a sample. */
type ListForm = (items: readonly unknown[], page: LinkedPage, sample: unknown) => unknown;

/** A list, and the schemas of its items. */
interface DeclaredList {
  readonly form: ListForm;
  readonly item: readonly Located[];
}

/** The list of a media type whose schema is none, such as a table. */
export const bareList: DeclaredList = { form: (items) => items, item: [] };

/** Finds the form of a list by its schema; undefined if it is none. */
export function listForm(schema: Located, reader: FieldReader): DeclaredList | undefined {
  return formIn([schema], reader, ENVELOPES);
}

/** How many envelopes a list may be in: `{ "data": { "items": [] } }`. */
const ENVELOPES = 2;

function formIn(schemas: readonly Located[], reader: FieldReader, levels: number): DeclaredList | undefined {
  const all = combinedIn(schemas, reader.references);
  if (isArray(all)) return { ...bareList, item: itemSchemas(all, reader) };
  if (levels === 0) return undefined;
  const names = all.flatMap((each) => Object.keys(Object(within(each, 'properties').value)));
  const members = names.map((name) => ({ name, schemas: membersOf(all, 'properties', name, '') }));
  const lists = members.filter(({ schemas }) => isArray(combinedIn(schemas, reader.references)));
  const usual = usualNames.flatMap((wanted) => lists.filter(({ name }) => name === wanted));
  for (const { name, schemas } of lists.length > 0 ? [...usual, ...lists] : members) {
    const inner = formIn(schemas, reader, levels - 1);
    if (inner) return { item: inner.item, form: inEnvelope(name, inner.form, all, reader) };
  }
  return undefined;
}

/** The usual names of a list in an envelope that has several. */
const usualNames: readonly string[] = ['items', 'data', 'results', 'content', 'value'];

function inEnvelope(name: string, form: ListForm, all: readonly Located[], reader: FieldReader): ListForm {
  return (items, page, sample) => {
    const counts = isRecord(sample) ? counted(sample, page, all, reader) : {};
    return { ...counts, [name]: form(items, page, counts[name]) };
  };
}

function isArray(all: readonly Located[]): boolean {
  return all.some((each) => textIn(each, 'type') === 'array' || within(each, 'items').value !== undefined);
}

function itemSchemas(all: readonly Located[], reader: FieldReader): readonly Located[] {
  return combinedIn(membersOf(all, 'prefixItems', '0', 'items'), reader.references);
}

/** What an envelope says of its list, by the names of its properties. */
const counts: readonly (readonly [names: string, of: (page: Page) => unknown])[] = [
  ['total totalcount totalitems totalelements totalresults totalrecords count', ({ total }) => total],
  ['limit perpage pagesize size itemsperpage', ({ limit, total }) => limit ?? total],
  ['offset skip', ({ offset }) => offset],
  ['page pagenumber currentpage number', ({ page }) => page],
  ['pages totalpages pagecount lastpage', (page) => lastPage(page)],
  ['hasmore hasnext hasnextpage', ({ offset, items, total }) => offset + items.length < total],
];

function lastPage({ total, limit }: Page): number {
  return limit === undefined || limit === 0 ? 1 : Math.max(1, Math.ceil(total / limit));
}

const countsByName: ReadonlyMap<string, (page: Page) => unknown> = new Map(
  counts.flatMap(([names, of]) => names.split(' ').map((name) => [name, of] as const)),
);

const linkNames: ReadonlyMap<string, 'next' | 'previous'> = new Map([
  ...'next nextpage nexturl nextlink nextpageurl nextcursor nextpagetoken nexttoken'
    .split(' ')
    .map((name) => [name, 'next'] as const),
  ...'previous prev prevpage previouspage prevurl previousurl prevpageurl previouspageurl prevcursor previouscursor'
    .split(' ')
    .map((name) => [name, 'previous'] as const),
]);

/** Fills in the numbers and links of an envelope, also in an object within it, such as `meta`. `all` are its schemas. */
function counted(base: Item, page: LinkedPage, all: readonly Located[], reader: FieldReader): Item {
  const entries = Object.entries(base).flatMap(([name, value]) => {
    const schemas = membersOf(all, 'properties', name, '');
    if (isRecord(value))
      return [[name, counted(value, page, combinedIn(schemas, reader.references), reader)]];
    const made = countsByName.get(plain(name))?.(page);
    if (typeof made === typeof value) return [[name, made]];
    const direction = linkNames.get(plain(name));
    if (direction === undefined) return [[name, value]];
    const parameter = page[direction];
    const values = parameter ? [...page.addressOf(parameter), String(parameter[1]), parameter[1]] : [null];
    const isValid = (each: unknown) =>
      schemas.every((schema) => !(reader.fieldOf(schema).parse(each) instanceof Issues));
    const found = (CURSOR.test(plain(name)) ? values.slice(-2) : values).find(isValid);
    if (found !== undefined) return [[name, found]];
    return all.some((each) => itemsOf(within(each, 'required')).some((one) => one.value === name))
      ? [[name, value]]
      : [];
  });
  return Object.fromEntries(entries);
}

const CURSOR = /cursor|token/;
