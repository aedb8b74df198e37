import { defined } from '../../text/guards.ts';
import type { CaseData } from './case.ts';
import { readMessage, writeMessage } from './message.ts';
import { type Place, placeOf } from './places.ts';

/** A change to one field by one click. */
export interface Change {
  readonly label: string;
  /** The new text of the field; undefined removes it. */
  readonly value: string | undefined;
}

/** A field of an operation, by its place in cases. */
export interface ChangeableField {
  readonly place: string;
  readonly changes: readonly Change[];
}

const FIELD = /^(?:body|query|path|header|cookie)\..+/;

/** Lists the fields of an operation with their changes. */
export function changeableFields(cases: readonly CaseData[], path: string): ChangeableField[] {
  const places = [...new Set(cases.map(({ place }) => place))].filter((place) => FIELD.test(place));
  return places.map((place) => ({ place, changes: changesOf(place, cases, path) }));
}

function changesOf(place: string, cases: readonly CaseData[], path: string): Change[] {
  const found = new Map<string, Change>();
  const add = (label: string, value: string | undefined) => {
    if (!found.has(label)) found.set(label, { label, value });
  };
  const accepted = cases.find(({ id }) => id.endsWith('/accepted/example'));
  const valid = accepted && valueIn(accepted, place, path);
  if (!place.startsWith('path.')) add('leave out', undefined);
  if (place.startsWith('body.')) add('null', 'null');
  if (!place.startsWith('path.')) add('empty', place.startsWith('body.') ? '""' : '');
  for (const each of cases) {
    if (each.place !== place || each.kind === 'accepted') continue;
    const value = valueIn(each, place, path);
    if (value !== undefined) add(labelOf(each), value);
  }
  if (place.startsWith('body.')) add('wrong type', valid?.startsWith('"') ? '7' : '"text"');
  if (valid !== undefined) add('valid', valid);
  return [...found.values()].filter(({ label }) => label !== '');
}

function valueIn(each: CaseData, place: string, path: string): string | undefined {
  const text = writeMessage(each.request);
  const found = placeOf(locOf(place), readMessage(text), path);
  return !found || found.isMissing ? undefined : text.slice(found.start, found.end);
}

const kinds: Readonly<Record<string, string>> = {
  null: 'null',
  empty: 'empty',
  boolean: 'wrong type',
  number: 'wrong type',
  list: 'wrong type',
  object: 'wrong type',
  text: 'wrong type',
};

const patterns: readonly [RegExp, string][] = [
  [/missing/, ''],
  [/greater_than/, 'too small'],
  [/less_than/, 'too large'],
  [/too_short|_empty$/, 'too short'],
  [/too_long|_size$/, 'too long'],
  [/_type$/, 'wrong type'],
];

/** Labels the change that a case makes to its field, in at most two words. */
function labelOf({ id, place }: CaseData): string {
  const [type = '', kind = ''] = id.slice(id.indexOf(`/${place}/`) + place.length + 2).split('/');
  return kinds[kind] ?? patterns.find(([pattern]) => pattern.test(type))?.[1] ?? 'malformed';
}

/** Splits the place of a case into keys. */
export function locOf(place: string): (string | number)[] {
  return place.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** Changes one field in the text of a request, and nothing else. */
export function changed(text: string, place: string, value: string | undefined, path: string): string {
  const found = placeOf(locOf(place), readMessage(text), path);
  if (!found) return text;
  if (value === undefined) return found.isMissing ? text : cut(text, place, found);
  if (!found.isMissing) return text.slice(0, found.start) + value + text.slice(found.end);
  return added(text, place, value, found);
}

function cut(text: string, place: string, { outer: { start, end } }: Place): string {
  // If the first pair of a query is removed, the next one follows the question mark.
  const isFirst = place.startsWith('query.') && text[start] === '?' && text[end] === '&';
  return text.slice(0, isFirst ? start + 1 : start) + text.slice(isFirst ? end + 1 : end);
}

function added(text: string, place: string, value: string, around: Place): string {
  const [part, ...keys] = place.split('.');
  const name = defined(keys.at(-1));
  const before = text.slice(0, around.end);
  const after = text.slice(around.end);
  if (part === 'query')
    return `${before}${before.includes('?') ? '&' : '?'}${encodeURIComponent(name)}=${value}${after}`;
  if (part === 'header') return `${before}\n${name}: ${value}${after}`;
  if (part !== 'body' || text[around.end - 1] !== '}') return text;
  const rest = text.slice(0, around.end - 1).trimEnd();
  const gap = text.slice(rest.length, around.end - 1);
  const indentation = rest.endsWith('{') ? '' : (/\n +(?="[^\n]*$)/.exec(rest)?.[0] ?? ' ');
  return `${rest}${rest.endsWith('{') ? '' : ','}${indentation}${JSON.stringify(name)}: ${value}${gap}}${after}`;
}
