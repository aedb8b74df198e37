import { Found, Issue, Issues, type Path, wrong } from '../errors/issue.ts';
import { defined, isPromise } from '../text/guards.ts';
import { aString, checkNoMore, checkOptions, inWords, needed, type Rules, rule } from '../text/options.ts';
import {
  type AnyField,
  checkFields,
  derive,
  type Field,
  field,
  missing,
  type OptionalField,
} from './field.ts';
import type { ObjectField, Shape } from './object.ts';
import { writeInput } from './optional.ts';

/** Fields that differ from another in what is wrong with a value, and in what becomes of that. */

/** What is wrong with a part of a value. */
export interface Mistake {
  /** The part, within the value: a name or an index, or several. Without it, the whole value is meant. */
  readonly path?: string | number | Path;
  /** The reason in words that follow the name of the part: `must be later than starts`. */
  readonly message: string;
}

/** Nothing, or what is wrong: a reason, a mistake in a part of the value, or a list of those. */
export type Mistakes = string | Mistake | readonly (string | Mistake)[] | undefined | null;

/**
 * A field whose values are also checked by a function, once they fit the field. What it returns becomes a `value_error` for each
 * mistake, in the order of the fields. What it throws is a bug.
 *
 * @example
 * const stay = refine(object({ from: date(), to: date() }), ({ from, to }) =>
 *   to < from ? { path: 'to', message: 'must not be before from' } : undefined,
 * );
 * stay.parse({ from: '2026-11-22', to: '2026-11-21' }) // refused: Must not be before from
 */
export function refine<S extends Shape>(
  inner: ObjectField<S>,
  check: (value: ValueIn<ObjectField<S>>) => Mistakes,
): ObjectField<S>;
export function refine<Value, Given>(
  inner: OptionalField<Value, Given>,
  check: (value: Value) => Mistakes,
): OptionalField<Value, Given>;
export function refine<Value, Given>(
  inner: Field<Value, Given>,
  check: (value: Value) => Mistakes,
): Field<Value, Given>;
export function refine<Value>(inner: Field<Value>, check: (value: Value) => Mistakes): Field<Value> {
  checkFields('refine', [inner]);
  checkNoMore('refine()', arguments, 2);
  if (typeof check !== 'function') throw new TypeError(`refine() takes a function, not ${inWords(check)}`);
  return derive(inner, {
    takesAnyText: false,
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      if (value instanceof Issues) return value;
      const mistakes = listOf(check(value));
      return mistakes.length === 0 ? value : issuesOf(inner, raw, mistakes);
    },
  });
}

type ValueIn<F> = F extends Field<infer Value> ? Value : never;

const mistakeRules: Rules<Mistake> = {
  path: rule('a name, an index or a list of those', (value): value is string | number | Path =>
    [value].flat().every((key) => typeof key === 'string' || Number.isInteger(key)),
  ),
  message: needed(aString),
};

/** A mistake, and where it is. */
interface Placed {
  readonly path: Path;
  readonly message: string;
}

function listOf(found: Mistakes): Placed[] {
  if (found === undefined || found === null) return [];
  const all: readonly unknown[] = Array.isArray(found) ? found : [found];
  return all.map((each) => placed(typeof each === 'string' ? { message: each } : each));
}

function placed(mistake: unknown): Placed {
  if (isPromise(mistake))
    throw new TypeError('The check of refine() returned a promise; it has to answer at once');
  checkOptions<Mistake>('the mistake that refine() found', mistake, mistakeRules);
  const { path = [], message } = mistake as Mistake;
  return { path: [path].flat(), message };
}

function issuesOf(field: AnyField, raw: unknown, mistakes: readonly Placed[]): Issues {
  const sorted = mistakes.toSorted((one, other) => order(one.path, other.path, field.shape));
  const found = new Found();
  for (const { path, message } of sorted)
    found.add(wrong('value_error', valueAt(raw, path), { reason: message }), path);
  return defined(found.issues);
}

/** Compares places by the order of the fields, and of the items. The whole comes before its parts. */
function order(one: Path, other: Path, shape: Shape = {}): number {
  const [first, ...rest] = one;
  const [second, ...others] = other;
  if (first === undefined || second === undefined) return one.length - other.length;
  if (first === second) return order(rest, others, shape[first]?.shape);
  return rank(first, shape) - rank(second, shape);
}

function rank(key: string | number, shape: Shape): number {
  return typeof key === 'number' ? key : Object.keys(shape).indexOf(key);
}

/** Returns the part of what was sent, or null if it was not sent. */
function valueAt(raw: unknown, path: Path): unknown {
  let value = raw;
  for (const key of path) value = Object.hasOwn(Object(value), key) ? Object(value)[key] : null;
  return value;
}

/** A type for all issues, or other names for some types. */
type Types = string | Readonly<Record<string, string>>;

/**
 * A field whose issues show another type than pydantic's: `withType(url(), 'value_error')` renames all of them, `withType(user, {
 * model_attributes_type: 'dict_type' })` only those listed, at any depth.
 *
 * @example
 * withType(url(), 'value_error').parse('ada').all[0].publicType // 'value_error'
 */
export function withType<S extends Shape>(inner: ObjectField<S>, publicType: Types): ObjectField<S>;
export function withType<Value, Given>(
  inner: OptionalField<Value, Given>,
  publicType: Types,
): OptionalField<Value, Given>;
export function withType<Value, Given>(inner: Field<Value, Given>, publicType: Types): Field<Value, Given>;
export function withType<Value>(inner: Field<Value>, publicType: Types): Field<Value> {
  checkNoMore('withType()', arguments, 2);
  checkFields('withType', [inner]);
  const renamed = new Map(typeof publicType === 'string' ? [] : Object.entries(publicType));
  const nameOf = (issue: Issue) =>
    typeof publicType === 'string' ? publicType : renamed.get(issue.publicType);
  const renamedIssue = (issue: Issue) => {
    const shownType = nameOf(issue);
    return shownType === undefined ? issue : issue.with({ shownType });
  };
  const rename = (result: Value | Issues) => (result instanceof Issues ? result.map(renamedIssue) : result);
  return field<Value>(
    { ...inner, parse: (raw, fit) => rename(inner.parse(raw, fit)) },
    { parseAt: (raw, place) => rename(inner.parseAt(raw, place)) },
  );
}

/**
 * A field whose invalid values don't reject the request: the handler gets the value or the first issue, and decides what to
 * reply. If nothing is sent, `unsent` is checked in its place. A reply may have a valid value or an issue there.
 *
 * @example
 * safe(integer()).parse('ten') instanceof Issue // true
 */
export function safe<Value>(inner: OptionalField<Value>): OptionalField<Value | Issue>;
export function safe<Value>(inner: Field<Value>, unsent?: unknown): Field<Value | Issue>;
export function safe<Value>(inner: Field<Value>, unsent?: unknown): Field<Value | Issue> {
  checkFields('safe', [inner]);
  checkNoMore('safe()', arguments, 2);
  const first = (result: Value | Issues) => (result instanceof Issues ? result.all[0] : result);
  return field<Value | Issue>({
    parse(raw, fit) {
      if (!fit?.isReply) return first(inner.parse(raw, fit));
      return raw instanceof Issue ? raw : inner.parse(raw, fit);
    },
    write: (value) => (value instanceof Issue ? writeInput(value) : inner.write(value)),
    describe: inner.describe,
    typeName: inner.typeName,
    samples: inner.samples,
    absent(enclosing) {
      if (unsent !== undefined) return first(inner.parse(unsent));
      return inner.absent ? first(inner.absent(enclosing)) : missing(inner, enclosing).all[0];
    },
    label: inner.label,
    required: inner.required,
    takesAnyText: true,
  });
}
