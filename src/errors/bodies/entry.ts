/** Finds out what an object of an error body is, and what it says about itself. */
import { pathOf } from './path.ts';
import {
  codeNames,
  headingNames,
  isKnown,
  isWrapper,
  PART,
  placeListNames,
  placeNames,
  plain,
  ruleNames,
  rulePropertyNames,
  saysErrors,
  statusNames,
  textNames,
} from './vocabulary.ts';

/** The properties of an object by their plain names. */
export type Named = ReadonlyMap<string, unknown>;

export function named(value: unknown): Named {
  return new Map(isObject(value) ? Object.entries(value).map(([key, item]) => [plain(key), item]) : []);
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value);
}

/** Recognizes a text for people; a word for programs has no spaces, and only ASCII. */
export function isSentence(value: unknown): value is string {
  return isText(value) && /\S\s+\S|[^\s!-~]/.test(value);
}

export function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

/** Returns the first wanted value, by the order of the patterns. */
function first<T>(
  names: Named,
  patterns: readonly RegExp[],
  isWanted: (value: unknown, name: string) => value is T,
): T | undefined {
  for (const pattern of patterns)
    for (const [name, value] of names) if (pattern.test(name) && isWanted(value, name)) return value;
  return undefined;
}

/** Returns the sentence of an object. OData has it beside its language, and a status is better than none. */
export function sentenceOf(names: Named): string | undefined {
  return (
    first(names, textNames, isText) ??
    first(names, headingNames, isSentence) ??
    first(names, names.has('lang') ? [/^value$/] : statusNames, isSentence)
  );
}

/** Returns the word for programs that stands in for the sentence of an object. */
export function codeOf(names: Named): string | undefined {
  return first(names, codeNames, isText);
}

/** Returns the paths of the fields that an object is about. Only an item of a list has a path or a name of a field. */
export function placesOf(own: Named, isItem: boolean): readonly string[] {
  // JSON:API has the place in an object of its own; the pointer `/data` is to the whole resource.
  const names = new Map([...own, ...named(own.get('source'))]);
  const property = first(named(first(names, ruleNames, isObject)), rulePropertyNames, isText);
  const isPlace = (value: unknown, name: string): value is string | readonly unknown[] =>
    Array.isArray(value)
      ? // The path of an error of GraphQL is that of a field in the reply.
        /loc|path|field/.test(name) && !names.has('locations')
      : typeof value === 'string' && canBePlace(name, value, isItem);
  const place = first(names, placeNames, isPlace) ?? (property && '');
  if (place === undefined)
    return first(names, placeListNames, isListOfTexts)?.map((each) => pathOf(each)) ?? [];
  if (place === '/data' && names.has('source')) return [''];
  return [[pathOf(place, names.has('loc')), property].filter(Boolean).join('.')];
}

function canBePlace(name: string, place: string, isItem: boolean): boolean {
  if (name === 'path') return isItem || !place.startsWith('/');
  if (name === 'location') return !PART.test(place);
  return !/^(?:name|key)$/.test(name) || (isItem && !/\s|Error$/.test(place));
}

/** Recognizes an object that is one error. */
export function isEntry(names: Named): boolean {
  return hasText(names) || placesOf(names, true).length > 0;
}

function hasText(names: Named): boolean {
  return Boolean(sentenceOf(names) ?? codeOf(names));
}

/**
 * The part that a value plays: a body, an entry of a list, a map from places to texts, or the value of a place in such a map.
 */
export type Role = 'body' | 'entry' | 'map' | 'value';

/** Recognizes an object whose keys are the places of errors. */
export function isMap(names: Named, role: Role): boolean {
  const all = [...names];
  if (role === 'entry')
    return all.every(([name, value]) => !isKnown(name) || (name === 'name' && isSentence(value)));
  if (NODE.test([...names.keys()].join('')) || holdsErrors(names)) return false;
  if (role === 'body')
    return (
      all.every(([name, value]) => isObject(value) && !saysErrors(name) && !holdsErrors(named(value))) &&
      all.some(([name]) => !isWrapper(name) && name !== 'data')
    );
  const hasFields = all.some(
    ([name, value]) => !isKnown(name) && (typeof value === 'string' || Array.isArray(value)),
  );
  const isSpoken = first(names, textNames, isText) !== undefined;
  if (role === 'map') return hasFields || !isSpoken;
  return !isSpoken && (hasFields || !codeOf(names));
}

/** Recognizes an object that has errors in one of its properties. */
export function holdsErrors(names: Named): boolean {
  return [...names].some(([name, value]) =>
    Array.isArray(value)
      ? isWrapper(name) && value.some((item) => placesOf(named(item), true).length > 0)
      : isObject(value) && saysErrors(name),
  );
}

/** The names in a node of a tree of errors: those of its own, and those that lead to more nodes. */
const NODE = /^(?:errors(?:properties|items|children)*|children)$/;

/** Recognizes a node of a tree of errors: those of its own are in a list. */
export function isTree(names: Named): boolean {
  return Array.isArray(names.get('errors'));
}

/** Recognizes an object of texts, or of words for programs, that are about fields, in a place where there may be other things, too. */
export function isMapOfTexts(names: Named): boolean {
  const all = [...names];
  const isTold = ([, value]: readonly [string, unknown]) =>
    isObject(value) || isSentence(value) || /^[a-z_]+$/.test(String(value));
  return (
    all.every(isTold) &&
    all.some(([name]) => !isKnown(name)) &&
    !hasText(names) &&
    placesOf(names, false).length === 0
  );
}
