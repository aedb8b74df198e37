import { Issue, Issues, mostListed } from '../../errors/issue.ts';
import type { IssueType } from '../../errors/table.ts';
import type { Context } from '../../errors/words.ts';
import { defined } from '../../text/guards.ts';
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
  readonly names: string[];
  readonly indices: number[];
  /** The number of items from the first that are evaluated. */
  upTo: number;
  /** True if everything is. */
  isWhole: boolean;
  readonly parts: Seen[];
}

export function newSeen(): Seen {
  return { names: [], indices: [], upTo: 0, isWhole: false, parts: [] };
}

export const valid: Outcome = { failures: [], isOfOtherType: false, seen: undefined };

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
}

/**
 * Turns an outcome into issues, in the order of its failures, each once; undefined if the value is valid. If the outcome lacks some,
 * nobody knows how many there are.
 */
export function issuesIn(outcome: Outcome, lacksSome: boolean): Issues | undefined {
  if (isValid(outcome)) return undefined;
  addSchemaIssues();
  const [only, second] = outcome.failures;
  if (only && !second && 'type' in only && !lacksSome)
    return new Issues([issueOf(only, stepped(only, undefined))], 1);
  const issues = new Map<string, Issue>();
  const open = [visit(outcome, undefined, false)];
  const most = mostListed();
  // What was left for later may have no failures, in which case it need not be looked at again.
  const empty = new Set<Outcome>();
  const isFound = () => issues.size > 0;
  for (let count = 0; (count < VISITED_PER_LISTED * most || !isFound()) && issues.size < most; count++) {
    const current = open.at(-1);
    if (!current) break;
    const failure = current.failures[current.next++];
    if (!failure) open.pop();
    else if ('outcome' in failure) {
      if (!isFound() && empty.size === empty.add(failure.outcome).size) continue;
      open.push(visit(failure.outcome, stepped(failure, current.path), current.isInUnion));
    } else if ('members' in failure && !current.isInUnion)
      for (const each of alternatives(failure, current.path)) open.push(each);
    else {
      const mistake: Mistake = 'members' in failure ? { type: 'any_of', input: failure.input } : failure;
      const issue = issueOf(mistake, stepped(mistake, current.path));
      const key = keyOf(issue);
      if (!issues.has(key)) issues.set(key, issue);
    }
  }
  if (!isFound()) return undefined;
  const isWhole = !lacksSome && open.every(({ failures, next }) => next >= failures.length);
  return new Issues([...issues.values()], isWhole ? issues.size : Number.POSITIVE_INFINITY);
}

/** Writes down the type and the path of an issue, so that no other issue is written the same. */
function keyOf({ type, path }: Issue): string {
  let key: string = type;
  for (const step of path) key += typeof step === 'number' ? `,${step}` : `,${step.length}:${step}`;
  return key;
}

function visit({ failures }: Outcome, path: Trail | undefined, isInUnion: boolean): Visit {
  return { failures, path, isInUnion, next: 0 };
}

/** The members of a union, the first one last. Unions in them are told as one issue: their members would double at each level. */
function alternatives({ members }: Union, outer: Trail | undefined): Visit[] {
  const all = members.map(({ name, outcome }) => visit(outcome, { step: name, isShown: true, outer }, true));
  return all.reverse();
}

function stepped({ step, isName }: Mistake | Nested, outer: Trail | undefined): Trail | undefined {
  const path = step === undefined ? outer : { step, isShown: false, outer };
  return isName ? { step: '[key]', isShown: true, outer: path } : path;
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
