import type { QueryPairs } from '../contract/endpoint.ts';
import { Found, type Issue, Issues, type Step } from '../errors/issue.ts';
import { ensure, once } from '../text/memo.ts';
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

type CheckQuery = (pairs: QueryPairs) => Issues | undefined;

/** Makes the check of the objects in a query; `others` are the names of its other parameters. */
export function objectsChecker(
  objects: readonly QueryObject[],
  others: readonly string[],
  reader: ExactReader,
): CheckQuery {
  // Made when a request arrives: most operations of a large document are never asked for.
  const checks = once(() => checksOf(objects, others, reader));
  return (pairs) => {
    const found = new Found();
    for (const check of checks()) {
      const issues = check(pairs);
      if (issues) found.add(issues);
    }
    return found.issues;
  };
}

function checksOf(
  objects: readonly QueryObject[],
  others: readonly string[],
  reader: ExactReader,
): readonly CheckQuery[] {
  const exploded = objects.filter(({ isInBrackets }) => !isInBrackets);
  const taken = [...others, ...objects.filter(({ isInBrackets }) => isInBrackets).map(({ name }) => name)];
  return objects.map((object) => {
    if (object.isInBrackets) return checkerOf(object, reader, (name) => stepsIn(name, object.name));
    const names = propertiesIn(partsWithMembers(object.schema, reader.references));
    const mayBePlain = object.types.some((type) => type !== 'object' && type !== 'null');
    // A name that no parameter declares is that of a property, if there is only one object that it may be in.
    const takesOthers = exploded.length === 1 && !mayBePlain;
    return checkerOf(object, reader, (name) => {
      if (mayBePlain && name === object.name) return [];
      return names.has(name) || (takesOthers && !isTaken(name, taken)) ? [name] : undefined;
    });
  });
}

/** Tells whether a name is that of another parameter, of a part of one, or of a preference such as `__code`. */
function isTaken(name: string, taken: readonly string[]): boolean {
  return name.startsWith('__') || taken.some((each) => name === each || name.startsWith(`${each}[`));
}

/** Returns the steps to the part of an object that a name of a query is for; undefined if it is for something else. */
type StepsOf = (name: string) => readonly string[] | undefined;

/** The most steps in brackets. Any more are one step together. */
const MAX_STEPS = 20;
const STEP = /\[([^[\]]*)\]/y;

/** Reads names such as `filter[a][b]`. */
function stepsIn(name: string, object: string): readonly string[] | undefined {
  if (!name.startsWith(object)) return undefined;
  const steps: string[] = [];
  STEP.lastIndex = object.length;
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
  readonly texts: string[];
  readonly parts: Map<string, Sent>;
}

function nothing(): Sent {
  return { texts: [], parts: new Map() };
}

function checkerOf(object: QueryObject, reader: ExactReader, stepsOf: StepsOf): CheckQuery {
  const { name, schema, types, isInBrackets, isRequired } = object;
  const parse = textParser(schema, reader);
  const plan = planOf(schema, reader, new WeakMap());
  return (pairs) => {
    const all = nothing();
    let isSent = false;
    for (const [each, text] of pairs) {
      const steps = stepsOf(each);
      if (!steps) continue;
      isSent = true;
      steps.reduce((sent, step) => ensure(sent.parts, step, nothing), all).texts.push(text);
    }
    if (!isSent && !isRequired) return undefined;
    if (!isSent && !types.includes('object')) return wrong('missing', null).within([name]);
    const result = parse(isSent ? assembled(all, plan) : {});
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
