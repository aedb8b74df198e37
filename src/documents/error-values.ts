/** Chooses the values of the properties of an error, by what they are for. */
import { dotted, pointer, type Reason } from '../errors/bodies/reasons.ts';
import type { Purpose } from '../errors/bodies/roles.ts';
import { phraseOf, phrases } from '../http/phrases.ts';
import type { Property } from './error-schemas.ts';

/** What the object with these properties tells. */
export interface Scene {
  readonly status: number;
  /** The path of the request. */
  readonly path: string;
  /** The reason that the object is about; undefined if it is about none, or about several. */
  readonly reason: Reason | undefined;
  /** What its text says: all of it, or less and less. */
  readonly texts: readonly string[];
  /** True if something beside its headings tells what is wrong. */
  readonly isExplained: boolean;
  readonly hasTitle: boolean;
  /** True if it is one error of several. */
  readonly isEntry: boolean;
  /** True if headers have a property of their own. */
  readonly hasHeader: boolean;
  /** True if a property of another name has the place. */
  readonly hasPlace: boolean;
}

/** How much each property tells. */
export const worthOfPurpose: Readonly<Record<Purpose, number>> = {
  text: 10,
  place: 10,
  places: 10,
  heading: 1,
  code: 1,
  type: 1,
  status: 1,
  part: 1,
  errors: 0,
  source: 0,
  input: 0,
  other: 0,
};

/** Returns the values that a property may have, the best first. Its schema decides which of them is sent. */
export function valuesFor(property: Property, scene: Scene): readonly unknown[] {
  return chooseFor[property.purpose](property, scene);
}

type Choose = (property: Property, scene: Scene) => readonly unknown[];

const nothing: Choose = () => [];

const chooseFor: Readonly<Record<Purpose, Choose>> = {
  status: statuses,
  text: (_, { texts }) => texts,
  heading: headings,
  code: codes,
  type: types,
  errors: nothing,
  source: nothing,
  place: places,
  part: (_, { reason }) => (reason ? namesOfPart(reason) : []),
  places: (_, { reason }) => [reason && reason.path.length > 0 ? [dotted(reason)] : []],
  input: inputs,
  other: others,
};

/** Returns the status, unless the property has another kind of code. */
function statuses({ ground, plain }: Property, { status }: Scene): readonly unknown[] {
  const isOwn =
    typeof ground === 'number' ? plain.endsWith('code') && !phrases().has(ground) : isWord(ground);
  return [...(isOwn ? [ground] : []), status, String(status), phraseOf(status), false];
}

function isWord(ground: unknown): boolean {
  return typeof ground === 'string' && /^[A-Za-z]/.test(ground) && !isPhrase(ground);
}

function isPhrase(text: string): boolean {
  return [...phrases().values()].some((phrase) => phrase.toLowerCase() === text.toLowerCase());
}

/** Returns a heading: the words of the example if they are for programs, or else the name of the status. */
function headings({ ground }: Property, { status, texts, isExplained }: Scene): readonly unknown[] {
  if (!isExplained) return [...texts, true];
  return [...(isWord(ground) && !/\s/.test(String(ground)) ? [ground] : []), phraseOf(status), true];
}

/** Returns the value that was sent. One with parts, which may be large, is left out. */
function inputs(_: Property, { reason }: Scene): readonly unknown[] {
  const input = reason?.input;
  return input === undefined || typeof input === 'object' ? [] : [input, String(input)];
}

function codes({ ground, listed }: Property, { status, reason }: Scene): readonly unknown[] {
  const type = reason?.type ?? wordOf(status);
  const named = listed.filter((value) => lettersOf(String(value)) === lettersOf(type));
  const isOfValues = reason !== undefined || status === 400;
  const alike = isOfValues ? listed.filter((value) => isSimilar(String(value), type)) : [];
  return [ground, ...named, ...alike, type, ...listed];
}

function types(property: Property, scene: Scene): readonly unknown[] {
  const all = codes(property, scene);
  const [ground, ...others] = all;
  return scene.hasTitle ? [ground, BLANK, ...others] : [...all, BLANK];
}

/** The type of a problem that says no more than its status (RFC 9457, 4.2.1). */
const BLANK = 'about:blank';

/** Writes the name of a status as a word for programs: `unprocessable_content`. */
export function wordOf(status: number): string {
  return phraseOf(status)
    .toLowerCase()
    .replace(/[^a-z]+/g, '_');
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}

/** Words for the same kind of error. */
const similar = [/miss|requir|blank|empty/i, /invalid|valid|malformed|bad|unprocess|format|type|pars/i];

function isSimilar(listed: string, type: string): boolean {
  const isMissing = type === 'missing';
  return similar.some((pattern, at) => pattern.test(listed) && (at === 0) === isMissing);
}

/** Returns the place of the reason, in the notation that the name and the example suggest. */
function places(property: Property, scene: Scene): readonly unknown[] {
  const { plain, ground } = property;
  const { reason, isEntry, path } = scene;
  if (!isEntry && plain === 'path' && !isPlace(ground)) return [path];
  if (!isEntry && /^(?:name|key)$/.test(plain)) return [ground];
  if (!reason) return [];
  if (plain === 'location' && scene.hasPlace) return namesOfPart(reason);
  if (!isForPart(plain, reason, scene)) return [];
  const steps = pointer(reason);
  const shown = dotted(reason);
  const lists = [reason.path, [reason.part, ...reason.path]];
  if (plain === 'loc') lists.reverse();
  if (/pointer|instancepath|datapath/.test(plain)) return [`${hashOf(ground)}${steps}`, shown];
  return [shown, ...lists, [shown], steps, WHOLE];
}

/** Recognizes the place of a value in an example, which is not the path of a request. */
function isPlace(ground: unknown): boolean {
  return Array.isArray(ground) || (typeof ground === 'string' && !ground.startsWith('/'));
}

/** JSON:API has a property for places in the body, one for parameters and, since version 1.1, one for headers. */
function isForPart(plain: string, { part, path }: Reason, { hasHeader }: Scene): boolean {
  if (plain === 'pointer') return part === 'body' || part === '';
  if (plain === 'header') return part === 'header';
  if (plain !== 'parameter') return true;
  return path.length > 0 && part !== 'body' && !(hasHeader && part === 'header');
}

function hashOf(ground: unknown): string {
  return typeof ground === 'string' && ground.startsWith('#') ? '#' : '';
}

/** The place of the request as a whole, where it can't be an empty text. */
export const WHOLE = '$';

/** The names of the parts of a request. */
const parts: Readonly<Record<string, readonly string[]>> = {
  body: ['body', 'requestBody', 'BODY', 'payload', 'json'],
  query: ['query', 'querystring', 'queryString', 'QUERY', 'parameter'],
  path: ['path', 'params', 'PATH', 'parameter'],
  header: ['header', 'headers', 'HEADER'],
  cookie: ['cookie', 'cookies', 'COOKIE'],
};

/** Returns what the part of the request is called, if it is told. */
function namesOfPart({ part }: Reason): readonly string[] {
  return parts[part] ?? [];
}

/** A reply that says that it has been successful would be false. */
function others(property: Property, { path }: Scene): readonly unknown[] {
  const { plain, ground } = property;
  if (saysSuccess(property)) return [false];
  return plain === 'instance' ? [ground, path] : [ground];
}

/** Recognizes a property that says whether a request was successful, which clients look at first. */
export function saysSuccess({ plain, types: declared }: Property): boolean {
  return declared.includes('boolean') && /^(?:is)?(?:ok|success|successful|succeeded|valid)$/.test(plain);
}
