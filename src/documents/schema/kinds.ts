import { isScalar } from '../../fields/choice.ts';
import { defined } from '../../text/guards.ts';
import { InexactNumber } from '../../text/json/reader.ts';
import { ensure } from '../../text/memo.ts';
import { atOnce, isDue, type Steps } from '../../text/turns.ts';
import { type Located, within } from '../located.ts';
import { typeNamed } from '../schema.ts';
import { partsIn, requiredBySchema } from './required.ts';
import { didOnce, type JsonObject, mayGoOn, namesIn, prepares, type Run } from './run.ts';
import type { Source } from './source.ts';
import { typesIn } from './types.ts';

/** Lists the schemas of a union that a value may fit, in order. A look at the value tells that it fits none of the others. */
export type FindKinds = (value: unknown, run: Run) => readonly number[];

/** The schemas that are all evaluated, since there are so few of them, or so many that to sort them would take long. */
const FEW = 8;
const TOO_MANY = 20_000;

/** The schemas that are only sorted when it is known that several values may fit some. To evaluate even more takes longer than to sort them. */
const MANY = 1000;
const VERY_MANY = 10_000;

/** The most schemas that are sorted in one go, if the value can wait. */
const FEW_AT_ONCE = 50;

/** The steps of evaluating one of too many schemas, besides those that it takes itself. */
const STEPS_OF_TRYING = 16;

/** The steps of sorting a schema. */
const STEPS_OF_SORTING = 1 / 2;
/** The steps in whose time it is sorted. */
const STEPS_BEFORE_PAUSE = 20;

/**
 * Makes a function that finds the schemas of a union for a value. They are sorted when the first value of a type arrives. If there are
 * many, that is done in steps for a value that can wait, and otherwise for the second one: the first is often a sample, which fits the
 * first of them.
 */
export function kindFinder(source: Source, keyword: string, length: number): FindKinds {
  const list = within(source.schema, keyword);
  const all = Array.from({ length }, (_, at) => at);
  if (length <= FEW || length > TOO_MANY) return () => all;
  const byType = new Map<string, FindKinds>();
  const asked = new Set<string>();
  return (value, run) => {
    const type = typeNamed(value);
    const known = byType.get(type);
    if (known) return known(value, run);
    const sort = function* () {
      byType.set(type, yield* sorted(list, all, type, source));
    };
    if (length > FEW_AT_ONCE && prepares(run, sort)) return [];
    if (length > MANY && length <= VERY_MANY && asked.size < asked.add(type).size) return all;
    mayGoOn(run, length * STEPS_OF_SORTING);
    atOnce(sort());
    didOnce(run, length * STEPS_BEFORE_PAUSE);
    return defined(byType.get(type))(value, run);
  };
}

/** Returns the steps of evaluating one of so many schemas, besides those that it takes itself. */
export function stepsOfTrying(length: number): number {
  return length > TOO_MANY ? STEPS_OF_TRYING : 0;
}

/** Sorts the schemas that may take values of a type by what such a value needs to fit them. */
function* sorted(list: Located, all: readonly number[], type: string, source: Source): Steps<FindKinds> {
  const free: number[] = [];
  const needing: Needing[] = [];
  for (const at of all) {
    if (isDue()) yield;
    const member = within(list, String(at));
    const target = source.references.follow(member);
    const parts = partsIn(target, source.references) ?? [target];
    if (!parts.every(({ value }) => mayTake(value, type, source))) continue;
    const needs = type === 'object' ? namedNeeds(member, parts, source) : parts.flatMap(ownNeeds);
    if (needs.length === 0) free.push(at);
    else needing.push({ at, needs });
  }
  if (needing.length === 0) return () => free;
  const needed = new Needed(yield* byRarest(needing));
  const listsFor = (value: unknown, run: Run) =>
    type === 'object' ? needed.inObject(value as JsonObject, run) : needed.under('', value);
  return (value, run) => inOrder(free, listsFor(value, run));
}

/** Tells whether a schema may take values of a type. */
function mayTake(schema: unknown, type: string, { version }: Source): boolean {
  const names = typesIn(Object(schema), version)?.names;
  return !names || names.includes(type) || (type === 'number' && names.includes('integer'));
}

/** Puts lists of numbers together. */
function inOrder(free: readonly number[], others: readonly (readonly number[])[]): readonly number[] {
  const [first, second] = free.length > 0 ? [free, ...others] : others;
  if (!first || !second) return first ?? free;
  return [...new Set([free, ...others].flat())].sort((one, other) => one - other);
}

/** What a value must have to fit a schema: a name, and one of these values under it. */
interface Need {
  readonly name: string;
  readonly values: readonly unknown[];
}

interface Needing {
  readonly at: number;
  readonly needs: readonly Need[];
}

/** In place of a value under a name, any that there may be. */
const anyValue = [Symbol('any')];

/** The most names and values of a schema that are looked at. */
const MAX_LOOKED_AT = 20;

/** What an object must have to fit the parts of a schema. */
function namedNeeds(member: Located, parts: readonly Located[], { references, foreign }: Source): Need[] {
  const properties = parts.map((part) => within(part, 'properties'));
  return requiredBySchema(member, references, foreign)
    .slice(0, MAX_LOOKED_AT)
    .map((name) => {
      const all = properties.map((each) => choicesOf(references.follow(within(each, name))));
      return { name, values: all.find((values) => values) ?? anyValue };
    });
}

/** What a value that is no object must be to fit a part of a schema. */
function ownNeeds(part: Located): Need[] {
  const values = choicesOf(part);
  return values ? [{ name: '', values }] : [];
}

/** The values that a schema lists, if they are easily compared. */
function choicesOf({ value }: Located): readonly unknown[] | undefined {
  const { enum: listed, const: only } = Object(value);
  const values: readonly unknown[] = only === undefined && Array.isArray(listed) ? listed : [only];
  return values.length <= MAX_LOOKED_AT && values.every(isScalar) ? values : undefined;
}

/** The numbers of schemas by a name that they need, and its values. */
type ByName = ReadonlyMap<string, ReadonlyMap<unknown, readonly number[]>>;

/** Sorts schemas by what fewest others need. */
function* byRarest(all: readonly Needing[]): Steps<ByName> {
  const whole = yield* byName(all, (needs) => needs);
  const countOf = ({ name, values }: Need) =>
    Math.max(...values.map((value) => Number(whole.get(name)?.get(value)?.length)));
  const rarest = (needs: readonly Need[]) =>
    needs.reduce((best, each) => (countOf(each) < countOf(best) ? each : best));
  return yield* byName(all, (needs) => [rarest(needs)]);
}

/** The numbers of schemas by what they need. */
class Needed {
  readonly #byName: ByName;

  constructor(byName: ByName) {
    this.#byName = byName;
  }

  /** Lists the schemas that need what an object has. */
  inObject(object: JsonObject, run: Run): (readonly number[])[] {
    const sent = namesIn(object, run);
    const names = sent.length <= this.#byName.size ? sent : [...this.#byName.keys()];
    mayGoOn(run, names.length * STEPS_OF_LOOKING);
    return names.flatMap((name) => (Object.hasOwn(object, name) ? this.under(name, object[name]) : []));
  }

  /** Lists the schemas that need this value under a name. */
  under(name: string, value: unknown): (readonly number[])[] {
    const byValue = this.#byName.get(name);
    if (!byValue) return [];
    // A number that no double holds is in no map, but may be equal to one that is.
    if (value instanceof InexactNumber) return [...byValue.values()];
    return [byValue.get(anyValue[0]), byValue.get(value)].filter((list) => list !== undefined);
  }
}

/** The steps of looking up a name. */
const STEPS_OF_LOOKING = 1 / 4;

/** Sorts schemas by what is chosen of all that they need. */
function* byName(
  all: readonly Needing[],
  choose: (needs: readonly Need[]) => readonly Need[],
): Steps<ByName> {
  const names = new Map<string, Map<unknown, number[]>>();
  for (const { at, needs } of all) {
    for (const { name, values } of choose(needs)) {
      const byValue = ensure(names, name, () => new Map<unknown, number[]>());
      for (const value of values) ensure(byValue, value, () => []).push(at);
    }
    if (isDue()) yield;
  }
  return names;
}
