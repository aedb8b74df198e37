import { Issue, Issues, mostListed } from '../../errors/issue.ts';
import type { IssueType } from '../../errors/table.ts';
import type { Context } from '../../errors/words.ts';
import { defined } from '../../text/guards.ts';
import { ensure } from '../../text/memo.ts';
import type { Steps } from '../../text/turns.ts';
import { addSchemaIssues, type SchemaIssueType } from './issues.ts';

/** A mistake in the value itself, or in a part of it. */
export interface Mistake {
  readonly type: SchemaIssueType;
  readonly input: unknown;
  readonly context?: Context;
  readonly step?: string | number;
  /** True if the mistake is in the name of the property, not in its value. */
  readonly isName?: boolean;
}

/** What another schema finds wrong with the same value, or with a part of it. */
interface Nested {
  readonly outcome: Outcome;
  readonly step?: string | number;
  readonly isName?: boolean;
}

/** What the members of a union find wrong with a value that fits none of them. */
interface Union {
  readonly input: unknown;
  readonly members: readonly UnionMember[];
}

interface UnionMember {
  /** The name that replies show. */
  readonly name: string;
  readonly outcome: Outcome;
}

export type Failure = Mistake | Nested | Union;

/** The result of a schema for a value, which is valid if there are no failures. Only what is reported becomes an issue. */
export interface Outcome {
  readonly failures: readonly Failure[];
  /** True if the value is of a type that the schema does not take. */
  readonly isOfOtherType: boolean;
  readonly seen: Seen | undefined;
}

/** The properties and items of a value that valid schemas have evaluated: their own, and those of the schemas they combine. */
export interface Seen {
  names: readonly string[];
  indices: readonly number[];
  /** The number of items from the first that are evaluated. */
  upTo: number;
  /** True if everything is. */
  isWhole: boolean;
  parts: readonly Seen[];
}

export function newSeen(): Seen {
  return { names: nothing, indices: nothing, upTo: 0, isWhole: false, parts: nothing };
}

/** A list that many share until something is added. */
const nothing: readonly never[] = [];

export const noFailures: readonly Failure[] = nothing;

/** Adds to a list that nobody else has, unless it is empty. A new one has room for one item, and an empty one would make room for 17. */
export function added<Item>(list: readonly Item[], item: Item): readonly Item[] {
  if (list.length === 0) return [item];
  (list as Item[]).push(item);
  return list;
}

export const valid: Outcome = { failures: noFailures, isOfOtherType: false, seen: undefined };

export function isValid(outcome: Outcome): boolean {
  return outcome.failures.length === 0;
}

/** Everything that is evaluated, put together. A schema that was combined more than once counts once. */
interface Evaluated {
  readonly names: ReadonlySet<string>;
  readonly indices: ReadonlySet<number>;
  readonly upTo: number;
  readonly isWhole: boolean;
}

export function evaluatedIn(seen: Seen | undefined): Evaluated {
  const names = new Set<string>();
  const indices = new Set<number>();
  let upTo = 0;
  let isWhole = false;
  const known = new Set<Seen>();
  const open = [defined(seen)];
  for (let next = open.pop(); next; next = open.pop()) {
    if (known.has(next)) continue;
    known.add(next);
    for (const name of next.names) names.add(name);
    for (const index of next.indices) indices.add(index);
    upTo = Math.max(upTo, next.upTo);
    isWhole ||= next.isWhole;
    for (const part of next.parts) open.push(part);
  }
  return { names, indices, upTo, isWhole };
}

/** The failures that are looked through for each issue to list. Schemas that several others refer to repeat theirs. */
const VISITED_PER_LISTED = 20;

/** The failures of an outcome, as far as they have been looked through, and the path to its value. */
interface Visit {
  readonly failures: readonly Failure[];
  readonly path: Trail | undefined;
  readonly isInUnion: boolean;
  next: number;
}

/** A path, as a list of steps from its end. */
interface Trail {
  readonly step: string | number;
  /** True if only replies show the step. */
  readonly isShown: boolean;
  readonly outer: Trail | undefined;
  readonly place: Place;
}

/** A place in the value, with the types of the issues that were found there, and the places in it by their step. */
interface Place {
  readonly types: SchemaIssueType[];
  inner: Map<string | number, Place> | undefined;
}

function newPlace(): Place {
  return { types: [], inner: undefined };
}

/**
 * Turns an outcome into issues, in the order of its failures, each once; undefined if the value is valid. If the outcome lacks some,
 * nobody knows how many there are.
 */
export function* issuesIn(outcome: Outcome, lacksSome: boolean): Steps<Issues | undefined> {
  if (isValid(outcome)) return undefined;
  addSchemaIssues();
  const [only, second] = outcome.failures;
  if (only && !second && 'type' in only && !lacksSome)
    return new Issues([issueOf(only, stepped(only, undefined, newPlace()))], 1);
  const issues: Issue[] = [];
  const open = [visit(outcome, undefined, false)];
  const root = newPlace();
  const most = mostListed();
  // What was left for later may have no failures, in which case it need not be looked at again.
  const empty = new Set<Outcome>();
  const isFound = () => issues.length > 0;
  for (let count = 0; (count < VISITED_PER_LISTED * most || !isFound()) && issues.length < most; count++) {
    const current = open.at(-1);
    if (!current) break;
    if (count % VISITED_AT_ONCE === 0) yield;
    const failure = current.failures[current.next++];
    if (!failure) open.pop();
    else if ('outcome' in failure) {
      if (!isFound() && empty.size === empty.add(failure.outcome).size) continue;
      open.push(visit(failure.outcome, stepped(failure, current.path, root), current.isInUnion));
    } else if ('members' in failure && !current.isInUnion)
      for (const each of alternatives(failure, current.path, root)) open.push(each);
    else {
      const mistake: Mistake = 'members' in failure ? { type: 'any_of', input: failure.input } : failure;
      const trail = stepped(mistake, current.path, root);
      const { types } = trail?.place ?? root;
      if (types.includes(mistake.type)) continue;
      types.push(mistake.type);
      issues.push(issueOf(mistake, trail));
    }
  }
  if (!isFound()) return undefined;
  const isWhole = !lacksSome && open.every(({ failures, next }) => next >= failures.length);
  return new Issues(issues, isWhole ? issues.length : Number.POSITIVE_INFINITY);
}

/** The failures that are looked through in a step. */
const VISITED_AT_ONCE = 1000;

function visit({ failures }: Outcome, path: Trail | undefined, isInUnion: boolean): Visit {
  return { failures, path, isInUnion, next: 0 };
}

/** The members of a union, the first one last. Unions in them are told as one issue: their members would double at each level. */
function alternatives({ members }: Union, outer: Trail | undefined, root: Place): Visit[] {
  const all = members.map(({ name, outcome }) => visit(outcome, trailTo(name, true, outer, root), true));
  return all.reverse();
}

function stepped(
  { step, isName }: Mistake | Nested,
  outer: Trail | undefined,
  root: Place,
): Trail | undefined {
  const path = step === undefined ? outer : trailTo(step, false, outer, root);
  return isName ? trailTo('[key]', true, path, root) : path;
}

function trailTo(step: string | number, isShown: boolean, outer: Trail | undefined, root: Place): Trail {
  const around = outer?.place ?? root;
  around.inner ??= new Map();
  return { step, isShown, outer, place: ensure(around.inner, step, newPlace) };
}

function issueOf({ type, input, context }: Mistake, trail: Trail | undefined): Issue {
  const path: (string | number)[] = [];
  const source: (string | number)[] = [];
  for (let at = trail; at; at = at.outer) {
    path.push(at.step);
    if (!at.isShown) source.push(at.step);
  }
  path.reverse();
  const isSame = path.length === source.length;
  return new Issue(type as IssueType, input, context, { path, source: isSame ? path : source.reverse() });
}
