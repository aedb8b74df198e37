import { matches, patternsOf } from '../cases/case.ts';
import { allMethods } from '../contract/endpoint.ts';
import { DocumentError } from './references.ts';

/** The operations of a document that are served, if not all of them are. */

/** Patterns of the operations to serve and to leave out, in which `*` stands for anything. */
export interface Choice {
  readonly only?: string | readonly string[] | undefined;
  readonly skip?: string | readonly string[] | undefined;
}

interface Named {
  readonly name: string;
  /** Its method and its path: `GET /lamps`. */
  readonly route: string;
}

/** Tells whether an operation is chosen, by its name, by the ids of its cases (`addLamp/*`), or by its method and path. */
export function isChosen({ name, route }: Named, { only, skip }: Choice): boolean {
  const isIn = (patterns: readonly string[]) =>
    patterns.some((pattern) => [name, `${name}/`, route].some((each) => matches(pattern, each)));
  const included = patternsOf(only);
  return (included.length === 0 || isIn(included)) && !isIn(patternsOf(skip));
}

/** An operation that is not chosen, and where it is. */
export interface Unchosen {
  readonly name: string;
  readonly path: string;
  /** Its method, as the document writes it. */
  readonly key: string;
}

/** The most operations that an error lists. */
const MAX_LISTED = 20;

/** The error for a choice of nothing. */
export function noneChosen(others: readonly Unchosen[]): DocumentError {
  const listed = others.slice(0, MAX_LISTED).map(({ name }) => name);
  const more = others.length - listed.length;
  const rest = more > 0 ? ` and ${more} others` : '';
  return new DocumentError(`No operation is chosen; there are ${listed.join(', ')}${rest}`);
}

type Json = Readonly<Record<string, unknown>>;

/** Leaves operations out of a document, unless it refers to its paths. */
export function withoutThem(document: Json, others: readonly Unchosen[]): Json {
  if (JSON.stringify(document).includes('"#/paths/')) return document;
  const left = new Set(others.map(({ path, key }) => `${key} ${path}`));
  const paths = Object.entries(Object(document.paths)).flatMap(([path, item]) => {
    const entries = Object.entries(Object(item)).filter(([key]) => !left.has(`${key} ${path}`));
    return entries.some(([key]) => KEPT.test(key)) ? [[path, Object.fromEntries(entries)]] : [];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** What an item of paths is kept for: an operation, or a reference to an item. */
const KEPT = new RegExp(`^(?:\\$ref|${allMethods.join('|')})$`, 'i');
