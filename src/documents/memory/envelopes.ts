import { Issues } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import { defined } from '../../text/guards.ts';
import { ensure, once } from '../../text/memo.ts';
import { atOnce, isDue, type Steps } from '../../text/turns.ts';
import { combinedIn, combinedInSteps, membersOf } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { plain } from '../ids.ts';
import { eachPartOf, itemsOf, type Located, textIn, within } from '../located.ts';
import type { LateList } from '../media.ts';
import { sampleOf } from '../sample.ts';
import { FoundOnce } from './found.ts';
import type { LinkedPage, Page, Relation } from './lists.ts';
import { kindsOf } from './properties.ts';
import type { Item } from './store.ts';

/** The forms in which lists are sent: alone, or in an envelope with numbers and links. */

/** The form of a list: the list itself, or an object with the list in one of its properties, and the others of a sample. */
type ListForm = (items: readonly unknown[] | LateList, page: LinkedPage, sample: unknown) => unknown;

/** A list, and the schemas of its items. */
interface DeclaredList {
  readonly form: ListForm;
  readonly item: readonly Located[];
}

/** The list of a media type whose schema is none, such as a table. */
export const bareList: DeclaredList = { form: (items) => items, item: [] };

/** Finds the form of a list by its schema; undefined if it is none. */
export function listForm(schema: Located, reader: FieldReader): DeclaredList | undefined {
  return atOnce(listFormInSteps(schema, reader));
}

/** What the form of a list weighs. */
const FORM_WEIGHT = 5;
const knownForms = new FoundOnce<DeclaredList | undefined>(() => FORM_WEIGHT);

/** The same in steps: an envelope may have very many properties that might have the list. */
export function listFormInSteps(schema: Located, reader: FieldReader): Steps<DeclaredList | undefined> {
  return knownForms.of(schema, reader.references, (target) => formIn([target], reader, ENVELOPES));
}

export function hasProperties(schema: Located, { references }: FieldReader): boolean {
  const hasOwn = (each: Located) => eachPartOf(within(each, 'properties')).next().done === false;
  return combinedIn([schema], references).some(hasOwn);
}

/** The schema of the items of a list: of several, the first that has properties. */
export function itemOf(schema: Located | undefined, reader: FieldReader): Located | undefined {
  const { item = [] } = (schema && listForm(schema, reader)) ?? {};
  return item.find((each) => hasProperties(each, reader)) ?? item[0];
}

/** How many envelopes a list may be in: `{ "data": { "items": [] } }`. */
const ENVELOPES = 2;

function* formIn(
  schemas: readonly Located[],
  reader: FieldReader,
  levels: number,
  seen = new Set<unknown>(),
): Steps<DeclaredList | undefined> {
  const all = yield* combinedInSteps(schemas, reader.references);
  // Of a union, an envelope says more than the list alone. One may be a kind of itself.
  for (const kind of schemas.flatMap((each) => kindsOf(each, reader))) {
    if (seen.has(kind.value)) continue;
    seen.add(kind.value);
    const inner = yield* formIn([kind], reader, levels, seen);
    if (!inner) continue;
    const sample = once(() => sampleOf(kind, reader));
    return { ...inner, form: (items, page) => inner.form(items, page, sample()) };
  }
  if (isArray(all)) return { ...bareList, item: itemSchemas(all, reader) };
  if (levels === 0) return undefined;
  const members = new Map<string, Located[]>();
  for (const each of all)
    for (const [name, part] of eachPartOf(within(each, 'properties'))) {
      ensure(members, name, () => []).push(part);
      if (isDue()) yield;
    }
  const lists: string[] = [];
  for (const [name, schemas] of members) {
    if (isArray(yield* combinedInSteps(schemas, reader.references))) lists.push(name);
  }
  const usual = usualNames.flatMap((wanted) => lists.filter((name) => plain(name) === wanted));
  for (const name of lists.length > 0 ? [...usual, ...lists] : members.keys()) {
    const inner = yield* formIn(defined(members.get(name)), reader, levels - 1);
    if (inner) return { item: inner.item, form: inEnvelope(name, inner.form, all, reader) };
  }
  return undefined;
}

/** The usual names of a list in an envelope that has several. */
const usualNames: readonly string[] = ['items', 'data', 'results', 'content', 'value'];

function inEnvelope(name: string, form: ListForm, all: readonly Located[], reader: FieldReader): ListForm {
  return (items, page, sample) => {
    if (!isRecord(sample)) return { [name]: form(items, page, undefined) };
    const filled = filledIn(sample, { page, list: plain(name), all, reader, hasTotal: saysTotal(sample) });
    return { ...filled, [name]: form(items, page, sample[name]) };
  };
}

/** Writes how many items there are, as a number or in the envelope of one. */
export function countedIn(schema: Located, sample: unknown, page: LinkedPage, reader: FieldReader): unknown {
  if (!isRecord(sample)) return page.total;
  const all = combinedIn([schema], reader.references);
  return filledIn(sample, { page, list: '', all, reader, hasTotal: false });
}

function isArray(all: readonly Located[]): boolean {
  return all.some((each) => textIn(each, 'type') === 'array' || within(each, 'items').value !== undefined);
}

function itemSchemas(all: readonly Located[], reader: FieldReader): readonly Located[] {
  return combinedIn(membersOf(all, 'prefixItems', '0', 'items'), reader.references);
}

/** What an envelope may say of its page by a name: the values that it may have, the best first. */
type Say = (page: LinkedPage) => readonly unknown[];

const isFirst = ({ offset }: Page) => offset === 0;
const isLast = ({ offset, items, total }: Page) => offset + items.length >= total;
const placesOf = ({ items, offset }: Page, place: number) =>
  items.length === 0 ? [null, 0] : [offset + place];

function lastPage({ total, limit }: Page): number {
  return limit === undefined || limit === 0 ? 1 : Math.max(1, Math.ceil(total / limit));
}

const TOTALS =
  'total totalcount totalitems totalelements totalresults totalrecords totalsize totalhits odatacount';
const sayings: readonly (readonly [names: string, say: Say])[] = [
  [TOTALS, ({ total }) => [total]],
  ['numberofelements numberofitems currentitemcount', ({ items }) => [items.length]],
  ['limit perpage pagesize size take itemsperpage maxresults', ({ limit, total }) => [limit ?? total]],
  ['offset skip startat startindex', ({ offset }) => [offset]],
  ['from', (page) => placesOf(page, 1)],
  ['to', (page) => placesOf(page, page.items.length)],
  ['page pagenumber currentpage number', ({ page }) => [page]],
  ['pages totalpages pagecount lastpage', (page) => [lastPage(page)]],
  ['hasmore hasnext hasnextpage', (page) => [!isLast(page)]],
  ['hasprevious hasprev hasprevpage haspreviouspage', (page) => [!isFirst(page)]],
  ['first isfirst isfirstpage', (page) => [isFirst(page)]],
  ['last islast islastpage', (page) => [isLast(page)]],
  ['empty', ({ items }) => [items.length === 0]],
  ['self', (page) => page.addressOf()],
  // In which JSON:API has other items.
  ['included', () => [[]]],
];

const sayingsByName: ReadonlyMap<string, Say> = mapOf(sayings);

/** Finds the page that a property of an envelope leads to, by its name: `next`, `nextPageUrl`, `prev_cursor`, `endCursor`. */
function relationOf(name: string): Relation | undefined {
  const [, page, behind, before] = RELATION.exec(name) ?? [];
  if (page !== undefined) return page.startsWith('prev') ? 'prev' : (page as Relation);
  if (behind !== undefined) return 'next';
  return before === undefined ? undefined : 'prev';
}

const RELATION =
  /^(?:odata)?(next|prev|previous|first|last)(?:page|results)?(?:url|uri|link|href|path|cursor|token|marker)?$|^((?:next)?continuationtoken|(?:end)?cursor|after|marker)$|^(startcursor|before)$/;

function mapOf<Value>(rows: readonly (readonly [names: string, value: Value])[]): Map<string, Value> {
  return new Map(rows.flatMap(([names, value]) => names.split(' ').map((name) => [name, value] as const)));
}

const totalNames: ReadonlySet<string> = new Set(TOTALS.split(' '));

/** Tells whether an envelope says how many items there are on all pages, so that its `count` is that of the page. */
function saysTotal(sample: Item): boolean {
  return Object.entries(sample).some(([name, value]) =>
    isRecord(value) ? saysTotal(value) : totalNames.has(plain(name)),
  );
}

interface Filling {
  readonly page: LinkedPage;
  /** The name of the list in the envelope. */
  readonly list: string;
  /** The schemas of the envelope. */
  readonly all: readonly Located[];
  readonly reader: FieldReader;
  readonly hasTotal: boolean;
  /** The page that the object is about, if it is one in the envelope. */
  readonly about?: Relation | undefined;
}

/** Lists what a property of an envelope may say of the page, the best first; nothing if it is about something else. */
function saidBy(name: string, { page, list, hasTotal }: Filling): readonly unknown[] {
  const one = list.replace(/s$/, '');
  const { total, items } = page;
  if (name === 'count' || name === 'itemcount') return [hasTotal ? items.length : total];
  if ([`${list}count`, `${one}count`, `total${list}`, `total${one}s`].includes(name)) return [total];
  return sayingsByName.get(name)?.(page) ?? [];
}

/** The links to a page: its address as a path and as a whole, or the value of its parameter; null if there is no such page. */
function linksTo(relation: Relation, name: string, page: LinkedPage): readonly unknown[] {
  const parameter = page.pages[relation];
  if (!parameter) return [null];
  const [, value] = parameter;
  return [...(CURSOR.test(name) ? [] : page.addressOf(parameter)), String(value), value];
}

const CURSOR = /cursor|token|marker|after|before/;

/** What an object about another page says by a name: the address of the page, or the value of its parameter. */
function saidOf(name: string, { page, about }: Filling): readonly unknown[] {
  const parameter = about && page.pages[about];
  if (!parameter) return [];
  const [own, value] = parameter;
  if (plain(own).endsWith(plain(name))) return [String(value), value];
  return /^(?:ur[li]|link|href|path)$/i.test(name) ? page.addressOf(parameter) : [];
}

/** Names of the address of a list, beside what else is said of a page. */
const ADDRESS = /^(?:url|path)$/i;

function withoutQuery(address: string): string {
  return address.replace(/\?.*/, '');
}

/** Fills in the numbers and links of an envelope, also in an object within it, such as `meta`. */
function filledIn(base: Item, filling: Filling): Item {
  const { all, page, reader } = filling;
  const isOfPage = Object.keys(base).some((name) => sayingsByName.has(plain(name)));
  const entries = Object.entries(base).flatMap(([name, value]) => {
    const schemas = membersOf(all, 'properties', name, '');
    const relation = relationOf(plain(name));
    const links = relation ? linksTo(relation, plain(name), page) : [];
    const own = isOfPage && ADDRESS.test(name) ? page.addressOf().map(withoutQuery) : [];
    const said = [...saidOf(name, filling), ...saidBy(plain(name), filling), ...links, ...own];
    const isLink = isRecord(value) && Object.hasOwn(value, 'href');
    const hasPage = relation === undefined || page.pages[relation] !== undefined;
    if (isRecord(value) && hasPage && !(isLink && said.length > 0))
      return [[name, inside(value, filling, relation, schemas)]];
    const isValid = (each: unknown) =>
      schemas.every((schema) => !(reader.fieldOf(schema).parse(each) instanceof Issues));
    const found = said
      .map((each) => (isLink && each !== null ? { ...value, href: each } : each))
      .find((each) => (schemas.length > 0 ? isValid(each) : typeof each === typeof value));
    if (found !== undefined) return [[name, found]];
    const isRequired = all.some((each) =>
      itemsOf(within(each, 'required')).some((one) => one.value === name),
    );
    return isRequired || links.length === 0 ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Fills in an object in an envelope: one that is called `next` is about the page after this. */
function inside(
  value: Item,
  filling: Filling,
  about: Relation | undefined,
  schemas: readonly Located[],
): Item {
  const { page, reader } = filling;
  const all = combinedIn(schemas, reader.references);
  const filled = filledIn(value, { ...filling, all, about });
  return Object.keys(filled).length > 0 ? filled : linksIn(all, page, reader);
}

/** The links of an object that takes any, as in HAL: `{ "self": { "href": "/lamps" } }`. */
function linksIn(all: readonly Located[], page: LinkedPage, { references }: FieldReader): Item {
  const others = all.map((each) => within(each, 'additionalProperties'));
  const ofLink = combinedIn(others, references).map((each) => within(within(each, 'properties'), 'href'));
  if (ofLink.every(({ value }) => value === undefined)) return {};
  const pages = [['self', undefined] as const, ...Object.entries(page.pages)];
  return Object.fromEntries(pages.map(([name, parameter]) => [name, { href: page.addressOf(parameter)[1] }]));
}
