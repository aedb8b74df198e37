import type { QueryPairs } from '../contract/endpoint.ts';
import { Found, type Issue, Issues, type Step } from '../errors/issue.ts';
import { greatest } from '../text/extremes.ts';
import { ensure, once } from '../text/memo.ts';
import { atOnce, isDue, type Steps } from '../text/turns.ts';
import { recall } from './ahead.ts';
import { wrong } from './checks.ts';
import { declaredTypes, type ExactReader, type Others, partFinder, textParser } from './exact.ts';
import type { Located } from './located.ts';
import { partsWithMembers, propertiesIn } from './schema.ts';

/**
 * Objects in a query, of which each property is a parameter of its own: `role=admin`, or `filter[role]=admin` for a deepObject.
 * Where values are read exactly, such an object is put together and checked as a whole.
 */

/** An object in a query. */
export interface QueryObject {
  readonly name: string;
  readonly schema: Located;
  /** The types that its values may have: some may be sent as one parameter. */
  readonly types: readonly string[];
  /** True if the names are those of a deepObject. */
  readonly isInBrackets: boolean;
  readonly isRequired: boolean;
}

interface CheckQuery {
  (pairs: QueryPairs): Issues | undefined;
  readonly inSteps: (pairs: QueryPairs) => Steps<Issues | undefined>;
}

/** Makes the check of the objects in a query; `others` are the names of its other parameters. */
export function objectsChecker(
  objects: readonly QueryObject[],
  others: readonly string[],
  reader: ExactReader,
): CheckQuery {
  // Made when a request arrives: most operations of a large document are never asked for.
  const takers = once(() => takerFinder(objects, others, reader));
  const checks = objects.map((object) => [object, checkerOf(object, reader)] as const);
  function* inSteps(pairs: QueryPairs): Steps<Issues | undefined> {
    const takersOf = takers();
    const sent = new Map<QueryObject, Sent>();
    for (const [name, texts] of byName(pairs))
      for (const [object, steps] of takersOf(name)) {
        const all = ensure(sent, object, nothing);
        steps.reduce((part, step) => ensure(part.parts, step, nothing), all).texts = texts;
      }
    const found = new Found();
    for (const [object, check] of checks) {
      const issues = yield* check(sent.get(object));
      if (issues) found.add(issues);
      if (isDue()) yield;
    }
    return found.issues;
  }
  const atOnceOrBefore = (pairs: QueryPairs) => recall(inSteps, pairs, () => atOnce(inSteps(pairs)));
  return Object.assign(atOnceOrBefore, { inSteps });
}

/** Groups the values of a query. Thousands may have one name, which thousands of objects may have a property for. */
function byName(pairs: QueryPairs): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const [name, text] of pairs) ensure(names, name, () => []).push(text);
  return names;
}

/** An object that a name of a query is for, and the steps to the part of it. */
type Taker = readonly [object: QueryObject, steps: readonly string[]];

/** Makes a function that finds the objects which a name of a query is for. */
function takerFinder(
  objects: readonly QueryObject[],
  others: readonly string[],
  { references }: ExactReader,
): (name: string) => readonly Taker[] {
  const inBrackets = new Map(
    objects.filter(({ isInBrackets }) => isInBrackets).map((object) => [object.name, object]),
  );
  const exploded = objects.filter(({ isInBrackets }) => !isInBrackets);
  const takers = new Map<string, Taker[]>();
  for (const object of exploded) {
    const names = new Set(propertiesIn(partsWithMembers(object.schema, references)).keys());
    if (mayBePlain(object)) names.delete(object.name);
    for (const name of names) ensure(takers, name, () => []).push([object, [name]]);
    if (mayBePlain(object)) ensure(takers, object.name, () => []).push([object, []]);
  }
  // A name that no parameter declares is that of a property, if there is only one object that it may be in.
  const [only] = exploded.length === 1 ? exploded : [];
  const taken = new Set([...others, ...inBrackets.keys()]);
  const longest = greatest(Array.from(taken, (name) => name.length));
  return (name) => {
    const found = [...(takers.get(name) ?? [])];
    const starts = startsOf(name, longest);
    for (const start of starts) {
      const object = inBrackets.get(start);
      const steps = object && stepsIn(name, start.length);
      if (steps) found.push([object, steps]);
    }
    const isOther = only && !takers.has(name) && !mayBePlain(only);
    // Preferences such as `__code` are not for the service.
    if (isOther && !name.startsWith('__') && !starts.some((start) => taken.has(start)))
      found.push([only, [name]]);
    return found;
  };
}

/** Tells whether an object may be sent as one parameter. */
function mayBePlain({ types }: QueryObject): boolean {
  return types.some((type) => type !== 'object' && type !== 'null');
}

/** Returns a name, and what it has before each of its brackets, if that is not longer than any name which is looked for. */
function startsOf(name: string, longest: number): readonly string[] {
  const starts = [name];
  for (let at = name.indexOf('['); at !== -1 && at <= longest; at = name.indexOf('[', at + 1))
    starts.push(name.slice(0, at));
  return starts;
}

/** The most steps in brackets. Any more are one step together. */
const MAX_STEPS = 20;
const STEP = /\[([^[\]]*)\]/y;

/** Reads what a name such as `filter[a][b]` has in brackets, the first of which is at `start`. */
function stepsIn(name: string, start: number): readonly string[] | undefined {
  const steps: string[] = [];
  STEP.lastIndex = start;
  while (STEP.lastIndex < name.length && steps.length < MAX_STEPS) {
    const at = STEP.lastIndex;
    const [, step] = STEP.exec(name) ?? [];
    if (step === undefined) return undefined;
    steps.push(steps.length === MAX_STEPS - 1 ? name.slice(at) : step);
  }
  return steps;
}

/** What a query sends for a value: texts, or parts by their names in brackets. */
interface Sent {
  texts: readonly string[];
  readonly parts: Map<string, Sent>;
}

function nothing(): Sent {
  return { texts: [], parts: new Map() };
}

type CheckObject = (sent: Sent | undefined) => Steps<Issues | undefined>;

function checkerOf(
  { name, schema, types, isInBrackets, isRequired }: QueryObject,
  reader: ExactReader,
): CheckObject {
  const parse = once(() => textParser(schema, reader));
  const plan = once(() => planOf(schema, reader, new WeakMap()));
  return function* (sent) {
    if (!sent && !isRequired) return undefined;
    if (!sent && !types.includes('object')) return wrong('missing', null).within([name]);
    const result = yield* parse().inSteps(sent ? assembled(sent, plan()) : {});
    return result instanceof Issues ? result.map((issue) => named(issue, name, isInBrackets)) : undefined;
  };
}

const INDEX = /^[0-9]*$/;

/** What the schema of a value says, also in the members of its unions, on how to put it together. */
interface Plan {
  readonly isList: () => boolean;
  partOf(name: string, others: Others): Plan;
}

/** Makes the plan of a schema, once for each of those in `known`. */
function planOf(schema: Located, reader: ExactReader, known: WeakMap<Located, Plan>): Plan {
  const find = once(() => partFinder(partsWithMembers(schema, reader.references)));
  const plan = known.get(schema) ?? {
    isList: once(() => declaredTypes(schema, reader).has('array')),
    partOf: (name, others) => planOf(find()(name, others) ?? anything, reader, known),
  };
  known.set(schema, plan);
  return plan;
}

const anything: Located = { value: {}, at: '' };

/** Puts a value together: the names in brackets are those of properties, or the places of items. */
function assembled({ texts, parts }: Sent, { isList, partOf }: Plan): unknown {
  if (parts.size === 0) return isList() ? texts : texts.at(-1);
  if (isList() && [...parts.keys()].every((name) => INDEX.test(name)))
    return [...parts.values()]
      .flatMap(itemsIn)
      .map((sent, at) => assembled(sent, partOf(String(at), 'items')));
  return Object.fromEntries(
    Array.from(parts, ([name, sent]) => [name, assembled(sent, partOf(name, 'additionalProperties'))]),
  );
}

/** The items that are sent for one place: several if it has no number, as in `ids[]=1&ids[]=2`. */
function itemsIn(sent: Sent): readonly Sent[] {
  return sent.parts.size > 0 ? [sent] : sent.texts.map((text) => ({ ...sent, texts: [text] }));
}

/** Places an issue where the query has the value: at `filter[role]`, or at the name of a parameter. */
function named(issue: Issue, name: string, isInBrackets: boolean): Issue {
  const [first, ...rest] = issue.source;
  const isOfUnion = issue.path.length !== issue.source.length;
  const at = (step: Step) => (isInBrackets ? `${name}[${step}]` : String(step));
  const source = first === undefined ? [name] : [at(first), ...rest];
  return issue.at(source, isOfUnion ? [name, ...issue.path] : source);
}
