import { Found, Issues, type Path, wrong } from '../errors/issue.ts';
import { defined, isPromise } from '../text/guards.ts';
import { aString, checkNoMore, checkOptions, inWords, needed, type Rules, rule } from '../text/options.ts';
import { type AnyField, checkFields, derive, type Field, type OptionalField } from './field.ts';
import type { ObjectField, Shape } from './object.ts';

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
  checkOptions<Mistake>({ name: 'the mistake that refine() found', has: 'property' }, mistake, mistakeRules);
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
