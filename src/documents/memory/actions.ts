import { combinedIn } from '../combined.ts';
import type { FieldReader } from '../fields.ts';
import { plain } from '../ids.ts';
import { itemsOf, within } from '../located.ts';
import { possibleTypes } from '../schema.ts';
import { clockOf } from './initial.ts';
import type { Properties, Property } from './properties.ts';
import type { Item } from './store.ts';

/**
 * What an action on an item changes, such as `POST /lamps/{id}/archive`, as far as the names of its properties tell: `archived` is
 * true then, a `status` that may be `archived` is that, and `archivedAt` has the time.
 */

/** What properties and values are called after an action. */
interface Action {
  /** What is so, or is no longer. */
  readonly state: ReadonlySet<string>;
  /** What a status is. */
  readonly statuses: ReadonlySet<string>;
  readonly change: 'set' | 'unset' | 'toggle';
}

/** Returns what the action at the end of a path changes of an item; undefined if that is nothing that its properties tell. */
export function effectsOf(path: string, isUndone: boolean, properties: Properties, reader: FieldReader) {
  const word = path.slice(path.search(/[/:][\w-]+$/) + 1);
  const action = actionOf(wordsIn(word), isUndone);
  const effects = Array.from(properties).flatMap(([name, property]) => {
    const effect = effectOn(name, property, action, reader);
    return effect ? [[name, effect] as const] : [];
  });
  if (effects.length === 0) return undefined;
  return (item: Item, sent: Item): Item => {
    // What a request says itself is so: `PUT /lamps/{id}/enabled`.
    const untold = effects.filter(([name]) => !Object.hasOwn(sent, name));
    const changes = untold.map(([name, effect]) => [name, effect(item[name])] as const);
    return Object.fromEntries(changes.filter(([, value]) => value !== undefined));
  };
}

function wordsIn(text: string): readonly string[] {
  return text
    .slice(0, MAX_WORD)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

const MAX_WORD = 50;

/** Words before the one that says what happens, as in `mark-as-read`. */
const LEADING: ReadonlySet<string> = new Set(['mark', 'set', 'make', 'as', 'is']);

/** What undoes something else. */
const opposites: ReadonlyMap<string, readonly string[]> = new Map([
  ['disable', ['enable']],
  ['deactivate', ['activate']],
  ['restore', ['archive', 'delete']],
  ['disconnect', ['connect']],
]);

function actionOf(words: readonly string[], isUndone: boolean): Action {
  const [first = '', ...rest] = words.slice(words.findIndex((each) => !LEADING.has(each)));
  if (first === 'toggle') return { state: namesAfter(rest), statuses: new Set(), change: 'toggle' };
  const undone = opposites.get(first) ?? (/^un[a-z]{3}/.test(first) ? [first.slice(2)] : undefined);
  const own = namesAfter([first, ...rest]);
  if (!undone)
    return { state: own, statuses: isUndone ? new Set() : own, change: isUndone ? 'unset' : 'set' };
  const state = new Set(undone.flatMap((each) => [...namesAfter([each, ...rest])]));
  return {
    state,
    statuses: new Set([...own, ...(state.has('active') ? ['inactive'] : [])]),
    change: 'unset',
  };
}

/** What something may be called after an action: `archive` and `archived`, `active` after `activate`. */
function namesAfter([first = '', ...rest]: readonly string[]): ReadonlySet<string> {
  if (first === '') return new Set();
  const last = first.slice(-1);
  const names = [first, `${first}ed`, `${first}${last}ed`, irregular[first] ?? first];
  if (last === 'e') names.push(`${first}d`);
  if (last === 'y') names.push(`${first.slice(0, -1)}ied`);
  if (first.endsWith('ivate')) names.push(`${first.slice(0, -'ate'.length)}e`);
  return new Set(names.map((each) => [each, ...rest].join('')));
}

const irregular: Readonly<Record<string, string>> = {
  pay: 'paid',
  send: 'sent',
  hold: 'onhold',
  start: 'inprogress',
  begin: 'inprogress',
  win: 'won',
  lose: 'lost',
};

type Effect = (old: unknown) => unknown;

function effectOn(
  name: string,
  { schema }: Property,
  { state, statuses, change }: Action,
  reader: FieldReader,
): Effect | undefined {
  const own = plain(name).replace(/^(?:is|has)(?=[a-z])/, '');
  const types = possibleTypes(schema, reader.references);
  if (types.includes('boolean') && state.has(own))
    return change === 'toggle' ? (old) => old !== true : () => change === 'set';
  const isTime = state.has(own.replace(/(?:at|on|date|time)$/, '')) && !state.has(own);
  if (isTime && change === 'set') return clockOf(schema, reader);
  if (isTime && types.includes('null')) return (old) => (change === 'toggle' ? old : null);
  const values = combinedIn([schema], reader.references)
    .flatMap((each) => itemsOf(within(each, 'enum')))
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
  const status = values.find((value) => statuses.has(plain(value)));
  if (status !== undefined) return () => status;
  const isUndone = (value: unknown) => change === 'unset' && state.has(plain(String(value)));
  if (!values.some(isUndone)) return undefined;
  // Whatever it was before is not known.
  const other = values.find((value) => !isUndone(value));
  return (old) => (isUndone(old) ? other : undefined);
}
