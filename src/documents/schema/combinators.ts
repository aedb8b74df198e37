import { isRecord } from '../../fields/values.ts';
import { defined } from '../../text/guards.ts';
import { ensure, once } from '../../text/memo.ts';
import { atOnce, type Steps } from '../../text/turns.ts';
import { hasManyTags, tagsIn } from '../asked.ts';
import { openApiDialect } from '../dialect.ts';
import { itemsOf, type Located, textIn, within } from '../located.ts';
import type { References } from '../references.ts';
import { onlyTaking, typeNamed } from '../schema.ts';
import { taggedKindsInSteps } from '../union.ts';
import { isValid, noFailures, type Outcome } from './failures.ts';
import { type FindKinds, kindFinder, stepsOfTrying } from './kinds.ts';
import {
  addSame,
  asWell,
  attempt,
  type Check,
  didOnce,
  type Evaluate,
  type Frame,
  fail,
  hasGivenUp,
  mayGoOn,
  prepares,
  type Run,
  visitAll,
  visitEach,
} from './run.ts';
import type { Source } from './source.ts';

/** Reads the keywords that combine schemas for the same value. */
export function combinators(source: Source): Check[] {
  return [
    ...references(source),
    ...conjunction(source),
    ...union(source, 'anyOf'),
    ...union(source, 'oneOf'),
    ...negation(source),
    ...condition(source),
  ];
}

function references({ schema, version, target }: Source): Check[] {
  const { $ref, $dynamicRef } = schema.value;
  // OpenAPI 3.0 has no such keyword, and nothing that it could lead to.
  const isDynamic = typeof $dynamicRef === 'string' && version !== '3.0';
  return [
    ...(typeof $ref === 'string' ? [asWell(target($ref, false))] : []),
    ...(isDynamic ? [asWell(target($dynamicRef, true))] : []),
  ];
}

function conjunction(source: Source): Check[] {
  const members = membersOf(source, 'allOf');
  if (members.length === 0) return [];
  const places = placesOf(members);
  return [
    (value, frame) => {
      frame.run.conjunctions++;
      visitEach(places, frame, (at, inside) => {
        addSame(inside, members.at(at).evaluate(value, inside.run));
        return true;
      });
      frame.run.conjunctions--;
    },
  ];
}

/** A schema that is combined with others. */
interface Member {
  readonly evaluate: Evaluate;
  /** Returns the name that replies show. */
  readonly name: () => string;
}

/** Schemas that are combined, of which there may be a hundred thousand: each is only looked at when a value gets to it. */
interface Members {
  readonly length: number;
  readonly at: (index: number) => Member;
}

function membersOf({ schema, same, references }: Source, keyword: string): Members {
  const list = within(schema, keyword);
  const known: Member[] = [];
  return {
    length: Array.isArray(list.value) ? list.value.length : 0,
    at(index) {
      const found = known[index];
      if (found) return found;
      const part = within(list, String(index));
      const member = { evaluate: same(part), name: once(() => nameOf(part, index, references)) };
      known[index] = member;
      return member;
    },
  };
}

function placesOf({ length }: Members): readonly number[] {
  return Array.from({ length }, (_, at) => at);
}

/** Makes the check of an `anyOf` or `oneOf`. A discriminator decides which member a value has to fit. */
function union(source: Source, keyword: 'anyOf' | 'oneOf'): Check[] {
  const members = membersOf(source, keyword);
  if (members.length === 0) return [];
  const kinds = kindFinder(source, keyword, members.length);
  const check = keyword === 'anyOf' ? anyOf(members, kinds) : oneOf(members, kinds);
  const whole = byType(source, keyword, members, check);
  return [isRecord(source.schema.value.discriminator) ? byTag(source, keyword, whole) : whole];
}

/**
 * Leaves an object or a list to the only member that takes values of its type, if there is one: what that finds wrong is told as if it
 * were alone, and a long value can then be evaluated in steps.
 */
function byType({ schema, references }: Source, keyword: string, members: Members, check: Check): Check {
  if (members.length > MAX_COMPARED) return check;
  const onlyFor = (type: string) =>
    once(() => {
      const only = onlyTaking(itemsOf(within(schema, keyword)), type, references);
      return only && members.at(only.at);
    });
  const onlyForType: Readonly<Record<string, () => Member | undefined>> = {
    array: onlyFor('array'),
    object: onlyFor('object'),
  };
  return (value, frame) => {
    const only = onlyForType[typeNamed(value)]?.();
    if (only) addSame(frame, only.evaluate(value, frame.run));
    else check(value, frame);
  };
}

function anyOf(members: Members, kindsFor: FindKinds): Check {
  const steps = stepsOfTrying(members.length);
  return (value, frame) => {
    let isAny = false;
    const evaluated = (at: number, inside: Frame) => {
      mayGoOn(inside.run, steps);
      const outcome = attempt(members.at(at).evaluate, value, inside.run);
      isAny ||= isValid(outcome);
      if (isValid(outcome)) addSame(inside, outcome);
      return !isAny || inside.seen !== undefined;
    };
    visitAll(kindsFor(value, frame.run), frame, evaluated, (inside) => {
      if (!isAny) addRefused(members, value, inside);
    });
  };
}

function oneOf(members: Members, kindsFor: FindKinds): Check {
  const steps = stepsOfTrying(members.length);
  return (value, frame) => {
    let only: Outcome | undefined;
    let length = 0;
    const evaluated = (at: number, inside: Frame) => {
      mayGoOn(inside.run, steps);
      const outcome = attempt(members.at(at).evaluate, value, inside.run);
      if (!isValid(outcome)) return true;
      only ??= outcome;
      length++;
      return true;
    };
    visitAll(kindsFor(value, frame.run), frame, evaluated, (inside) => {
      if (!only) addRefused(members, value, inside);
      else if (length === 1) addSame(inside, only);
      else fail(inside, { type: 'one_of', input: value, context: { length } });
    });
  };
}

/**
 * Adds what the members of a union find wrong: those that take values of this type, and of these those that name no other value
 * for a property that tells kinds apart. If a single one is left, it is told as if it were alone.
 */
function addRefused(all: Members, input: unknown, frame: Frame): void {
  // To look for what each member finds wrong takes as long again, and is of no use where only the verdict matters.
  if (frame.run.isBrief || hasGivenUp(frame.run) || all.length > MAX_COMPARED) {
    fail(frame, { type: 'any_of', input });
    return;
  }
  const refused: Refused[] = [];
  const evaluated = (at: number, { run }: Frame) => {
    const { name, evaluate } = all.at(at);
    run.whole++;
    refused.push({ name, outcome: evaluate(input, run) });
    run.whole--;
    return true;
  };
  visitAll(placesOf(all), frame, evaluated, (inside) => addPreferred(refused, input, inside));
}

/** What a member finds wrong. */
interface Refused {
  readonly name: () => string;
  readonly outcome: Outcome;
}

function addPreferred(refused: readonly Refused[], input: unknown, frame: Frame): void {
  const ofType = refused.filter(({ outcome }) => !outcome.isOfOtherType);
  if (ofType.length === 0) frame.isOfOtherType = true;
  const members = preferred(ofType.length > 0 ? ofType : refused, ({ outcome }) => !isOfOtherKind(outcome));
  const [only] = members;
  if (only && members.length === 1) fail(frame, { outcome: only.outcome });
  else if (members.length > MAX_SHOWN) fail(frame, { type: 'any_of', input });
  else fail(frame, { input, members: members.map(({ name, outcome }) => ({ name: name(), outcome })) });
}

/** The most members that are looked through for those which take values of this type. */
const MAX_COMPARED = 1000;

/** The most members of which each may say what is wrong. */
const MAX_SHOWN = 10;

/** The items that pass a test, or all of them if none does. */
function preferred<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly Item[] {
  const passed = items.filter(test);
  return passed.length > 0 ? passed : items;
}

/** Tells whether a property has another value than the one that the schema names, by itself or in one that it combines. */
function isOfOtherKind({ failures }: Outcome): boolean {
  return failures.some(
    (failure) =>
      'outcome' in failure &&
      (failure.step === undefined
        ? isOfOtherKind(failure.outcome)
        : failure.outcome.failures.some((each) => 'type' in each && each.type === 'literal_error')),
  );
}

function nameOf(member: Located, at: number, references: References): string {
  const target = references.follow(member);
  const type = textIn(target, 'title') ?? textIn(target, 'type');
  return references.nameAt(target.at) ?? type ?? String(at);
}

interface Tagged {
  readonly property: string;
  readonly memberFor: (tag: string) => Evaluate | undefined;
  readonly tags: readonly string[];
}

function* taggedMembers({ schema, same, references }: Source, keyword: string): Steps<Tagged | undefined> {
  const tagged = yield* taggedKindsInSteps(schema, keyword, { references, dialect: openApiDialect });
  if (!tagged) return undefined;
  const { property, kinds } = tagged;
  const known = new Map<string, Evaluate>();
  return {
    property,
    memberFor(tag) {
      const kind = kinds.get(tag);
      return kind && ensure(known, tag, () => same(kind));
    },
    tags: [...kinds.keys()],
  };
}

/** The steps in whose time a tag is read. */
const STEPS_OF_TAG = 5;

/**
 * Evaluates the member that the discriminator names. Without a known tag, the union itself decides; its mistake is then the tag. The
 * kinds are read when the first object arrives: hundreds of schemas may have a union of all of them.
 */
function byTag(source: Source, keyword: string, check: Check): Check {
  let known: { readonly tagged: Tagged | undefined } | undefined;
  const read = function* () {
    known = { tagged: yield* taggedMembers(source, keyword) };
  };
  const readAtOnce = (run: Run) => {
    atOnce(read());
    didOnce(run, tagsIn(source.schema.value) * STEPS_OF_TAG);
  };
  return (value, frame) => {
    if (!isRecord(value)) return check(value, frame);
    if (!known && hasManyTags(source.schema.value) && prepares(frame.run, read)) return;
    if (!known) readAtOnce(frame.run);
    const { tagged } = defined(known);
    if (!tagged) return check(value, frame);
    const { property, memberFor } = tagged;
    const tag = Object.hasOwn(value, property) ? value[property] : undefined;
    const named = typeof tag === 'string' ? memberFor(tag) : undefined;
    if (named) addSame(frame, named(value, frame.run));
    else byUnion({ ...tagged, tag }, value, frame, check);
  };
}

function byUnion(
  { tag, property, tags }: Tagged & { tag: unknown },
  value: unknown,
  frame: Frame,
  check: Check,
): void {
  const tried: Frame = { ...frame, failures: noFailures };
  const evaluate: Evaluate = () => {
    check(value, tried);
    return tried;
  };
  // What the members find wrong is not told.
  if (isValid(attempt(evaluate, value, frame.run))) return;
  const context = { discriminator: property, tags };
  if (typeof tag !== 'string') fail(frame, { type: 'union_tag_not_found', input: value, context });
  else fail(frame, { type: 'union_tag_invalid', input: value, context: { ...context, tag } });
}

function negation({ schema, same }: Source): Check[] {
  if (schema.value.not === undefined) return [];
  const evaluate = same(within(schema, 'not'));
  return [
    (value, frame) => {
      if (isValid(attempt(evaluate, value, frame.run))) fail(frame, { type: 'not_allowed', input: value });
    },
  ];
}

function condition({ schema, same }: Source): Check[] {
  const { if: test, then, else: otherwise } = schema.value;
  if (test === undefined) return [];
  const evaluate = same(within(schema, 'if'));
  const whenTrue = then === undefined ? undefined : same(within(schema, 'then'));
  const whenFalse = otherwise === undefined ? undefined : same(within(schema, 'else'));
  return [
    (value, frame) => {
      const outcome = attempt(evaluate, value, frame.run);
      if (isValid(outcome)) addSame(frame, outcome);
      const next = isValid(outcome) ? whenTrue : whenFalse;
      if (next) addSame(frame, next(value, frame.run));
    },
  ];
}
