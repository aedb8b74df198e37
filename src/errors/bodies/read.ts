/**
 * Reads error bodies of any format. They are made of few shapes: a list of entries, each with a place and a text; a map or a tree
 * from places to texts; a single text. The vocabulary says which property is what.
 */
import { attempt } from './attempt.ts';
import {
  codeOf,
  holdsErrors,
  isEntry,
  isListOfTexts,
  isMap,
  isMapOfTexts,
  isObject,
  isSentence,
  isTree,
  type Named,
  named,
  placesOf,
  type Role,
  sentenceOf,
} from './entry.ts';
import { firstField, placedTexts } from './mentions.ts';
import { join, pathOf } from './path.ts';
import { isKnown, isPlaceName, isWrapper, PART, plain, saysErrors } from './vocabulary.ts';

/** A text with the path of its field, and how much it says. */
export type Message = readonly [path: string, text: string, worth: number];

const NO_REASON = 'The server gave no reason';
const NO_JSON = 'The server gave an answer that could not be read';

const NONE = 0;
const CODE = 1;
const SENTENCE = 2;

/** The objects that were met. None is read twice, so cycles end. */
type Walk = Set<object>;

/** Finds the messages of a body. Never throws. */
export function readErrors(body: unknown): readonly Message[] {
  const found = attempt(() => sift(read(body, '', 'body', new Set()))) ?? [];
  return found.length > 0 ? found : [unexplained('')];
}

function unexplained(path: string): Message {
  return [path, NO_REASON, NONE];
}

function read(value: unknown, at: string, role: Role, walk: Walk): readonly Message[] {
  if (typeof value === 'string') return readText(value, at, walk);
  if (!isObject(value) || walk.has(value)) return [];
  walk.add(value);
  return Array.isArray(value) ? readList(value, at, role, walk) : readObject(value, at, role, walk);
}

/** Reads a text, which may be JSON or a page. */
function readText(text: string, at: string, walk: Walk, worth = SENTENCE): readonly Message[] {
  const shown = text.trim();
  if (!shown) return [];
  const parsed = /^[[{"]/.test(shown) ? attempt((): unknown => JSON.parse(shown)) : undefined;
  if (parsed !== undefined) return read(parsed, at, 'body', walk);
  const placed = at ? [] : placedTexts(shown).map(([path, piece]): Message => [path, piece, SENTENCE]);
  return placed.length > 0 ? placed : [[at, /^[<{]|^\[[[{"]/.test(shown) ? NO_JSON : shown, worth]];
}

function readList(list: readonly unknown[], at: string, role: Role, walk: Walk): readonly Message[] {
  if (isListOfMaps(list, role)) return readMap(list, at, walk);
  return list.flatMap((item) => {
    if (typeof item === 'string')
      return readText(item, at || (role === 'value' ? '' : firstField(item)), walk);
    if (role === 'value') return read(item, at, role, walk);
    return isObject(item) ? read(item, at, 'entry', walk) : [unexplained(at)];
  });
}

/** Recognizes a list that has a map for each item of a list in the request, which is empty if the item is valid. */
function isListOfMaps(list: readonly unknown[], role: Role): boolean {
  const objects = list.filter(isObject);
  if (objects.length === 0 || objects.some((item) => Array.isArray(item) || isEntry(named(item))))
    return false;
  return (
    role === 'value' ||
    objects.some((item) => Object.values(item).every((value) => role === 'body' && isObject(value)))
  );
}

function readObject(object: object, at: string, role: Role, walk: Walk): readonly Message[] {
  const names = named(object);
  if ('_errors' in object || isMap(names, role)) return readMap(object, at, walk);
  const isItem = role === 'entry' || role === 'value';
  const places = role === 'value' && at ? [] : placesOf(names, isItem).map((place) => join(at, place));
  const [path = at] = places;
  const sentence = sentenceOf(names);
  const inside = readWrappers(names, role === 'entry' ? path : at, sentence, walk);
  if (
    inside.some(
      ([place, , worth]) => worth === SENTENCE || (worth && place && (!sentence || role !== 'entry')),
    )
  )
    return inside.map(([place, ...said]) => [place || path, ...said]);
  const others = isItem ? [] : readOthers(object, at, !sentence, walk);
  if (others.length > 0) return others;
  const text = sentence ?? codeOf(names);
  if (text) {
    const about = subjects(text, [...places, ...inside.map(([place]) => place)].filter(Boolean), at, role);
    return about.flatMap((place) => readText(text, place, walk, sentence ? SENTENCE : CODE));
  }
  if (inside[0]) return inside;
  return (places.length > 0 || role !== 'entry' ? places : [at]).map(unexplained);
}

/** Returns the paths of what a text is about, unless it is the joined texts of several fields and says so itself. */
function subjects(text: string, places: readonly string[], at: string, role: Role): readonly string[] {
  if (places.length > 1 && placedTexts(text).length > 0) return [at];
  return places.length > 0 ? places : [at || (role === 'entry' ? firstField(text) : '')];
}

/** Reads a map from places to texts, to lists of them, or to more maps. */
function readMap(map: object, at: string, walk: Walk): readonly Message[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const isPart = !at && PART.test(key) && isObject(value) && !Array.isArray(value);
    return read(value, isPart ? at : join(at, pathOf(key)), 'value', walk);
  });
}

/** Reads those properties of an object that can hardly be anything but errors of fields. */
function readOthers(object: object, at: string, takesTexts: boolean, walk: Walk): readonly Message[] {
  const data = 'data' in object && isObject(object.data) ? object.data : {};
  const found = takesTexts ? read(data, at, 'map', walk) : [];
  const entries = [...Object.entries(object), ...Object.entries(data)];
  return found.concat(
    entries.flatMap(([key, value]) => {
      const name = plain(key);
      if (!Array.isArray(value) && holdsErrors(named(value))) return read(value, at, 'body', walk);
      const isField = isObject(value) ? !isWrapper(name) : !isKnown(name) || isPlaceName(name);
      if (!isField || !isTold(value, takesTexts)) return [];
      return read(value, join(at, pathOf(key)), 'value', walk);
    }),
  );
}

/** Recognizes sentences; where the whole form has one, a single one may be anything. */
function isTold(value: unknown, takesTexts: boolean): boolean {
  if (!isObject(value)) return takesTexts && isSentence(value);
  const texts = Object.values(value);
  if (takesTexts) return texts.flat().some(isSentence);
  return Array.isArray(value) ? texts.every(isSentence) : 'message' in value;
}

/** Reads the lists, maps and trees of errors that an object has. */
function readWrappers(
  names: Named,
  at: string,
  sentence: string | undefined,
  walk: Walk,
): readonly Message[] {
  const around = isTree(names) ? [] : [...named(names.get('properties')), ...named(names.get('data'))];
  return [...names, ...around].flatMap(([name, value]) => {
    if (!isObject(value)) return [];
    if (isTree(names) && /^(?:properties|items)$/.test(name)) return readMap(value, at, walk);
    if (name === 'constraints') return read(Object.values(value), at, 'value', walk);
    if (!isWrapper(name)) return [];
    if (!Array.isArray(value)) return read(value, at, isMapOfErrors(name, value) ? 'map' : 'body', walk);
    // A list of places, or alternatives, such as the options of a union, that a sentence is about.
    const isAside = name === 'fields' ? isListOfTexts(value) : sentence && Array.isArray(value[0]);
    return isAside ? [] : read(value, at, 'entry', walk);
  });
}

/** Recognizes a wrapper with a map from places to texts. */
function isMapOfErrors(name: string, value: object): boolean {
  return (saysErrors(name) && !/error$|detail/.test(name)) || isMapOfTexts(named(value));
}

/** Leaves out what is said twice, and what says less than the rest. */
function sift(found: readonly Message[]): readonly Message[] {
  const most = found.reduce((most, [, , worth]) => Math.max(most, worth), NONE);
  const fields = found.filter(([path]) => path).slice(0, 100);
  const told = new Set<string>();
  return found.filter(([path, text, worth]) => {
    const key = `${path}\n${text}`;
    const isNew = !worth || !told.has(key);
    told.add(key);
    return isNew && (path || (worth === most && !fields.some((field) => repeats(text, field))));
  });
}

/** Tells if a sentence about the whole form says what is said about a field: the same, or the same with its name. */
function repeats(sentence: string, [path, text]: Message): boolean {
  const name = plain(String(path.split('.').pop()));
  return sentence === text || (sentence.includes(text) && plain(sentence).includes(name));
}
