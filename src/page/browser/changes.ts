import { ensure, rememberLast } from '../../text/memo.ts';
import type { CaseData } from './case.ts';
import { boundaryOf, type Message, readMessage, writeMessage } from './message.ts';
import { locOf, notationAt, type Place, placeOf, valueAt } from './places.ts';

/** A change to one field by one click. */
export interface Change {
  readonly label: string;
  /** The new text of the field; undefined removes it. */
  readonly value: string | undefined;
}

/** What was listed of the last cases, since all of it is shown again with every key. */
const listed = rememberLast((_cases: readonly CaseData[]) => new Map<string, Change[]>());

/** Lists the changes of one field, by its place in cases. */
export function changesOf(cases: readonly CaseData[], place: string, path: string): Change[] {
  return ensure(listed(cases), place, () => listChanges(cases, place, path));
}

function listChanges(cases: readonly CaseData[], place: string, path: string): Change[] {
  if (!cases.some((each) => each.place === place)) return [];
  const found = new Map<string, Change>();
  const add = (label: string, value: string | undefined) => {
    if (!found.has(label)) found.set(label, { label, value });
  };
  const accepted = cases.find(({ id }) => id.endsWith('/accepted/example'));
  const valid = accepted && valueIn(accepted, place, path);
  const text = accepted ? writeMessage(accepted.request) : '';
  const isJson = notationAt(place, readMessage(text)) === 'json';
  if (!place.startsWith('path.')) add('leave out', undefined);
  if (isJson) add('null', 'null');
  if (!place.startsWith('path.')) add('empty', isJson ? '""' : '');
  for (const each of cases) {
    if (each.place !== place || each.kind === 'accepted') continue;
    const value = valueIn(each, place, path);
    if (value !== undefined) add(labelOf(each), value);
  }
  if (isJson) add('wrong type', valid?.startsWith('"') ? '7' : '"text"');
  if (valid !== undefined) add('valid', valid);
  return [...found.values()].filter(({ label }) => label !== '');
}

function valueIn(each: CaseData, place: string, path: string): string | undefined {
  return valueAt(place, writeMessage(each.request), path)?.source;
}

/** The labels of mistakes, by what is in the id of their case after its place. */
const labels: readonly [RegExp, string][] = [
  [/\/null$/, 'null'],
  [/\/empty$/, 'empty'],
  [/\/(?:boolean|number|list|object|text)$/, 'wrong type'],
  [/missing/, ''],
  [/greater_than/, 'too small'],
  [/less_than/, 'too large'],
  [/too_short|_empty$/, 'too short'],
  [/too_long|_size$/, 'too long'],
  [/_type$/, 'wrong type'],
];

/** Labels the change that a case makes to its field, in at most two words. */
function labelOf({ id, place }: CaseData): string {
  const mistake = id.slice(id.indexOf(`/${place}/`) + place.length + 2);
  return labels.find(([pattern]) => pattern.test(mistake))?.[1] ?? 'malformed';
}

/** Changes one field in the text of a request, and nothing else. */
export function changed(text: string, place: string, value: string | undefined, path: string): string {
  const message = readMessage(text);
  const found = placeOf(locOf(place), message, path);
  if (!found) return text;
  const { start, end, outer, isMissing } = found;
  if (value === undefined) return isMissing ? text : text.slice(0, outer.start) + text.slice(outer.end);
  return text.slice(0, start) + (isMissing ? added(place, value, message, found) : value) + text.slice(end);
}

/** The text around a place, with a value that it lacks. */
function added(place: string, value: string, message: Message, { start, end }: Place): string {
  const [part, ...keys] = locOf(place);
  const name = String(part === 'body' ? keys.at(-1) : keys[0]);
  const around = message.text.slice(start, end);
  const pair = `${encodeURIComponent(name)}=${value}`;
  if (part === 'query') return `${around}${around.includes('?') ? '&' : '?'}${pair}`;
  if (part === 'header') return `${around}\n${name}: ${value}`;
  if (part !== 'body') return around;
  if (notationAt(place, message) === 'encoded') return around === '' ? pair : `${around}&${pair}`;
  const boundary = boundaryOf(message.headers);
  if (boundary === undefined) return withMember(around, name, value);
  return `--${boundary}\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`;
}

/** A JSON object with one more member. */
function withMember(object: string, name: string, value: string): string {
  if (!object.endsWith('}')) return object;
  const rest = object.slice(0, -1).trimEnd();
  const gap = object.slice(rest.length, -1);
  const inner = rest.slice(1);
  const indentation = inner.slice(0, inner.length - inner.trimStart().length) || ' ';
  return `${rest}${inner === '' ? '' : `,${indentation}`}${JSON.stringify(name)}: ${value}${gap}}`;
}
