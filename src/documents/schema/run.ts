import { mostListed } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import { stepsWithin } from '../../fields/work.ts';
import { defined } from '../../text/guards.ts';
import { InexactNumber } from '../../text/json/reader.ts';
import { ensure } from '../../text/memo.ts';
import type { Rests, Steps } from '../../text/turns.ts';
import type { JsonNumber } from './decimal.ts';
import { added, type Failure, isValid, noFailures, type Outcome, type Seen, valid } from './failures.ts';

/** The evaluation of one value, with all its parts. */
export interface Run {
  /** The number of steps so far. A value that takes too many is refused. */
  steps: number;
  /** The number of schemas that are being evaluated within one another. */
  depth: number;
  /** The number of `allOf` that are being evaluated. */
  conjunctions: number;
  /** The number of schemas that were compiled for the value. */
  compiled: number;
  /** What was done once for this value and all others, in steps that take as long. */
  once: number;
  /** The number of mistakes so far. */
  failures: number;
  /** The steps and mistakes of the outcomes that are known, and the steps with which this run began. */
  settledSteps: number;
  settledFailures: number;
  begun: number;
  /** True while only the verdict of a schema matters: its first failure is enough. */
  isBrief: boolean;
  /** The value, and the number of values in it, counted as far as it was needed: most values take few steps. */
  readonly value: unknown;
  count: number;
  counting: Iterator<number, number> | undefined;
  /** The limit that others set on steps. */
  readonly maxSteps: number;
  /** The outcomes of schemas that are referred to, by value: all of them, those of which some was left, and those of which only the verdict matters. */
  known: Outcomes | undefined;
  unfinished: Outcomes | undefined;
  verdicts: Outcomes | undefined;
  /** The object whose names were listed last: many schemas may ask for them one after the other. */
  listed: { readonly value: JsonObject; readonly names: readonly string[] } | undefined;
  /** Whether a value lacks any of the names that were looked up last: many schemas may ask for the same ones. */
  lacking:
    | { readonly value: unknown; readonly names: readonly string[]; readonly isLacking: boolean }
    | undefined;
  /** The text that equal values have in common. */
  canonical: Map<object, string> | undefined;
  /** The same for the number that was compared last: many schemas may ask for it one after the other. */
  scalar: { readonly value: unknown; readonly text: string } | undefined;
  /** What is left for the next step, if the value is evaluated in steps; until then, loops go on to this number of steps. */
  rests: Rests | undefined;
  pause: number;
  /** The number of steps from which on what can't pause rather begins anew. */
  latest: number;
  /** The innermost of the schemas that are referred to and being evaluated. */
  around: Open | undefined;
  /** The number of schemas being evaluated that need the outcomes of all parts at once, so that nothing is left for later. */
  whole: number;
  /** True if the value can wait for something to be prepared in steps, and what that is: then its evaluation begins anew. */
  canWait: boolean;
  preparation: Steps<void> | undefined;
}

/**
 * Outcomes by schema and value: the latest, and as many from before. A large body has millions of values, and an outcome is nearly
 * always needed again soon or not at all.
 */
class Outcomes {
  #latest = new Map<Evaluate, Map<unknown, Outcome>>();
  #earlier: Map<Evaluate, Map<unknown, Outcome>> | undefined;
  #count = 0;
  /** True if some are no longer known. */
  isCut = false;

  get(schema: Evaluate, value: unknown): Outcome | undefined {
    return this.#latest.get(schema)?.get(value) ?? this.#earlier?.get(schema)?.get(value);
  }

  set(schema: Evaluate, value: unknown, outcome: Outcome): void {
    if (this.#count++ === MAX_LATEST) this.#renew();
    ensure(this.#latest, schema, () => new Map<unknown, Outcome>()).set(value, outcome);
  }

  #renew(): void {
    this.isCut = this.#earlier !== undefined;
    this.#earlier = this.#latest;
    this.#latest = new Map();
    this.#count = 1;
  }
}

const MAX_LATEST = 100_000;

/** A schema that is being evaluated for a value, and the number of `allOf` around it. */
interface Open {
  readonly schema: Evaluate;
  readonly value: unknown;
  readonly conjunctions: number;
  readonly outer: Open | undefined;
}

/** Begins the evaluation of a value. Its maps are made when they are first needed: most values are a text or a number. */
export function newRun(value: unknown): Run {
  return {
    steps: 0,
    depth: 0,
    conjunctions: 0,
    compiled: 0,
    once: 0,
    failures: 0,
    settledSteps: 0,
    settledFailures: 0,
    begun: 0,
    isBrief: false,
    value,
    count: 0,
    counting: undefined,
    maxSteps: stepsWithin(Number.POSITIVE_INFINITY),
    known: undefined,
    unfinished: undefined,
    verdicts: undefined,
    listed: undefined,
    lacking: undefined,
    canonical: undefined,
    scalar: undefined,
    rests: undefined,
    pause: Number.POSITIVE_INFINITY,
    latest: Number.POSITIVE_INFINITY,
    around: undefined,
    whole: 0,
    canWait: false,
    preparation: undefined,
  };
}

/** Begins the evaluation of the same value anew, with the outcomes that are known. */
export function renewed(run: Run): Run {
  const { settledSteps: steps, settledFailures: failures, value, isBrief, compiled, counting, count } = run;
  const settled = { steps, begun: steps, settledSteps: steps, failures, settledFailures: failures };
  const { known, verdicts, canonical } = run;
  return { ...newRun(value), ...settled, isBrief, compiled, counting, count, known, verdicts, canonical };
}

/** The most steps: some for any value, and more for each value in it. */
export const STEPS = 50_000;
export const STEPS_PER_VALUE = 20;

/** The schemas that are compiled at no cost, besides one for each value. */
const FREELY_COMPILED = 500;

/**
 * Counts the values in the value that is evaluated, itself among them, until there are as many as are wanted: a sample may have the
 * same large object in a thousand places.
 */
function valuesIn(run: Run, wanted: number): number {
  run.counting ??= countValues(run.value);
  while (run.count < wanted) {
    const { done, value = run.count } = run.counting.next();
    run.count = value;
    if (done) break;
  }
  return run.count;
}

/** Counts the values in a value, and yields the number so far after many of them. A long text or number is as many values as it takes steps to look through. */
export function* countValues(value: unknown): Generator<number, number> {
  // Not a list of all that is left: a list may have millions of items, and to copy them takes long.
  const open = [[value].values()];
  let count = 0;
  let visited = 0;
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    const { done, value: next } = inner.next();
    if (done) {
      open.pop();
      continue;
    }
    if (visited++ % COUNTED_AT_ONCE === 0) yield count;
    count += 1 + stepsOfLength(next);
    if (!isScalar(next)) open.push((Array.isArray(next) ? next : Object.values(Object(next))).values());
  }
  return count;
}

const COUNTED_AT_ONCE = 20_000;

function isScalar(value: unknown): boolean {
  return !Array.isArray(value) && !isRecord(value);
}

/** The most schemas within one another, which keeps clear of the end of the call stack. */
const MAX_DEPTH = 400;

/** Counts steps, and tells whether there may be more. */
export function mayGoOn(run: Run, steps = 1): boolean {
  run.steps += steps;
  if (run.depth > MAX_DEPTH) run.steps = Number.POSITIVE_INFINITY;
  return !hasGivenUp(run);
}

/** Gives up until something has been prepared in steps, if the value can wait for that. */
export function prepares(run: Run, prepare: () => Steps<void>): boolean {
  if (!run.canWait) return false;
  run.preparation ??= prepare();
  run.steps = Number.POSITIVE_INFINITY;
  return true;
}

/**
 * Counts what was done once, in steps that take as long: loops pause the sooner for it. What can't pause gives up if it has taken
 * long, and begins anew in another turn, where that is done already.
 */
export function didOnce(run: Run, steps: number): void {
  run.pause -= steps;
  run.latest -= steps;
  run.once += steps;
  if (run.steps > run.latest && run.once > run.steps && !mayPause(run)) prepares(run, another);
}

/**
 * Limits what can't pause. What has taken long begins anew in another turn, if most of its steps have led to outcomes that are known
 * then: the others are taken again. In the end, it is too complex.
 */
function limitAtOnce(run: Run): void {
  const { steps, latest, begun, settledSteps, known, verdicts } = run;
  const isMostlyKnown = 2 * (settledSteps - begun) > steps - begun && !known?.isCut && !verdicts?.isCut;
  if (steps > latest && isMostlyKnown) prepares(run, another);
  if (steps > latest + MAX_AT_ONCE) run.steps = Number.POSITIVE_INFINITY;
}

/** The steps after which what can't pause gives up: a list of a million numbers takes as many. */
const MAX_AT_ONCE = 1_000_000;

/** Leaves what comes next to another turn. */
function* another(): Steps<void> {
  yield;
}

/** The outcome of an evaluation that would take too long. */
export function tooComplex(input: unknown): Outcome {
  return { failures: [{ type: 'too_complex', input }], isOfOtherType: false, seen: undefined };
}

export function hasGivenUp(run: Run): boolean {
  const { steps, maxSteps } = run;
  if (steps <= Math.min(STEPS, maxSteps)) return false;
  if (steps > Math.min(maxSteps, Number.MAX_VALUE)) return true;
  return steps > STEPS + STEPS_PER_VALUE * valuesIn(run, (steps - STEPS) / STEPS_PER_VALUE);
}

/** Counts schemas that are compiled, and tells whether they count as steps. */
export function isDearlyCompiled(run: Run, schemas: number): boolean {
  run.compiled += schemas;
  const others = run.compiled - FREELY_COMPILED;
  return others > valuesIn(run, others);
}

/**
 * Evaluates a schema once for each value, whichever way references lead to it: without this, the work would double with each
 * level of a value whose schema has two ways into itself. A schema that leads back to itself within the same value adds nothing
 * if an `allOf` leads there, as from the kinds in the `oneOf` of a base that extend the base; otherwise it accepts nothing.
 */
export function remembered(schema: Evaluate, evaluate: Evaluate, value: unknown, run: Run): Outcome {
  run.steps += STEPS_OF_RECALLING;
  const { conjunctions, around } = run;
  const open = openFor(schema, value, around);
  if (open) return conjunctions > open.conjunctions ? valid : loop(value);
  const found = recall(schema, value, run);
  if (found) return found;
  const left = run.rests?.count;
  const unsettledSteps = run.steps - run.settledSteps;
  const unsettledFailures = run.failures - run.settledFailures;
  run.around = { schema, value, conjunctions, outer: around };
  const outcome = evaluate(value, run);
  run.around = around;
  if (hasGivenUp(run)) return outcome;
  const isFinished = run.rests?.count === left;
  if (isFinished) {
    run.settledSteps = run.steps - unsettledSteps;
    run.settledFailures = run.failures - unsettledFailures;
  }
  const kind = run.isBrief ? 'verdicts' : isFinished ? 'known' : 'unfinished';
  run[kind] ??= new Outcomes();
  run[kind].set(schema, value, outcome);
  return outcome;
}

/** The steps of looking up an outcome: a list may have thousands of items, each for a schema that refers to another a thousand times. */
const STEPS_OF_RECALLING = 1 / 4;

/** Finds a schema among those that are being evaluated for a value. Only those of the same value are innermost together. */
function openFor(schema: Evaluate, value: unknown, innermost: Open | undefined): Open | undefined {
  for (let open = innermost; open && open.value === value; open = open.outer)
    if (open.schema === schema) return open;
  return undefined;
}

/**
 * Looks up an outcome. A whole one also tells the verdict, unless some of it was left for later, and a verdict is whole if there is
 * nothing wrong.
 */
function recall(schema: Evaluate, value: unknown, run: Run): Outcome | undefined {
  const { isBrief, verdicts, known, unfinished } = run;
  const whole = known?.get(schema, value) ?? (isBrief ? undefined : unfinished?.get(schema, value));
  if (whole) return whole;
  const verdict = verdicts?.get(schema, value);
  return isBrief || (verdict && isValid(verdict)) ? verdict : undefined;
}

/** Evaluates a schema that a value need not fit. */
export function attempt(evaluate: Evaluate, value: unknown, run: Run): Outcome {
  const { isBrief } = run;
  run.isBrief = true;
  const outcome = evaluate(value, run);
  run.isBrief = isBrief;
  return outcome;
}

function loop(input: unknown): Outcome {
  return { failures: [{ type: 'recursion_loop', input }], isOfOtherType: false, seen: undefined };
}

/** The outcome of a schema for a value, as long as it is being worked out. */
export interface Frame extends Outcome {
  readonly run: Run;
  failures: readonly Failure[];
  isOfOtherType: boolean;
  readonly seen: Seen | undefined;
}

export type Evaluate = (value: unknown, run: Run) => Outcome;

/** Adds what a keyword finds wrong with a value to the outcome of its schema. */
export type Check<Value = unknown> = (value: Value, frame: Frame) => void;

/** The values of an object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Lists the names of an object, which takes a step for some of them. */
export function namesIn(value: JsonObject, run: Run): readonly string[] {
  if (run.listed?.value !== value) {
    run.listed = { value, names: Object.keys(value) };
    run.steps += run.listed.names.length / NAMES_PER_STEP;
  }
  return run.listed.names;
}

const NAMES_PER_STEP = 4;

/** Returns the steps of looking through a text or the digits of a number, beyond those of any value. */
export function stepsOfLength(value: unknown): number {
  if (value instanceof InexactNumber) return Math.floor(value.text.length / LENGTH_PER_STEP.number);
  return typeof value === 'string' ? Math.floor(value.length / LENGTH_PER_STEP.text) : 0;
}

/** The characters or digits that are looked through in a step. Digits are read once, for all schemas that compare the number. */
const LENGTH_PER_STEP = { text: 100, number: 2000 } as const;

/** The checks of a schema for values of each type, and for all of them. */
export interface Checks {
  readonly string: Check<string>[];
  readonly number: Check<JsonNumber>[];
  readonly array: Check<readonly unknown[]>[];
  readonly object: Check<JsonObject>[];
  readonly any: Check[];
  /** Those that depend on what the others have evaluated. */
  readonly last: Check[];
}

/** The failures that are kept for each issue to list. Of further ones, as of those that only give a verdict, each schema keeps its first. */
const KEPT_PER_LISTED = 2;

export function isFull({ run, failures }: Frame): boolean {
  return failures.length > 0 && (run.isBrief || mayLack(run));
}

/** Tells whether failures may have been left out. */
export function mayLack({ failures }: Run): boolean {
  return failures >= KEPT_PER_LISTED * mostListed();
}

export function fail(frame: Frame, failure: Failure): void {
  if (isFull(frame)) return;
  if (!frame.run.isBrief && !('outcome' in failure)) frame.run.failures++;
  keep(frame, failure);
}

/** Adds a failure. Most schemas have none or one, so a list begins as small as that. */
function keep(frame: Frame, failure: Failure): void {
  frame.failures = added(frame.failures, failure);
}

/** Lets loops go on for so many steps, and what can't pause for longer. */
export function beginStep(run: Run, length: number): void {
  run.pause = run.steps + length;
  run.latest = run.pause + PAST_PAUSE * length;
}

const PAST_PAUSE = 3;

/**
 * Visits each part of a value, until one tells to stop, or the run has given up. A long run leaves the rest for later, with an outcome of its own among the
 * failures, as nobody knows yet whether it has any.
 */
export function visitEach<Part>(parts: readonly Part[], frame: Frame, visit: Visit<Part>): void {
  const { run } = frame;
  for (let at = 0; at < parts.length && !hasGivenUp(run); at++) {
    if (run.steps > run.pause) {
      if (mayPause(run)) {
        const rest = { ...frame, failures: noFailures };
        keep(frame, { outcome: rest });
        leave(parts, rest, visit, at);
        return;
      }
      limitAtOnce(run);
    }
    if (!visit(parts[at] as Part, frame, at)) return;
  }
}

/** Visits parts in the same way until one tells to stop, and then does something with the frame that this has led to. */
export function visitAll<Part>(
  parts: readonly Part[],
  frame: Frame,
  visit: Visit<Part>,
  end: (frame: Frame) => void,
): void {
  if (parts.length === 0) end(frame);
  const last = parts.length - 1;
  visitEach(parts, frame, (part, inside, at) => {
    const goesOn = visit(part, inside, at);
    if (at === last || !goesOn) end(inside);
    return goesOn;
  });
}

/** Visits a part, adds its failures to a frame, and tells whether to go on. */
export type Visit<Part> = (part: Part, frame: Frame, at: number) => boolean;

/** Leaves the parts from a place on for later. */
function leave<Part>(parts: readonly Part[], frame: Frame, visit: Visit<Part>, start: number): void {
  const { run } = frame;
  const { depth, conjunctions, around } = run;
  defined(run.rests).leave(() => {
    Object.assign(run, { depth, conjunctions, around });
    for (let at = start; at < parts.length && !hasGivenUp(run); at++) {
      if (run.steps > run.pause) {
        leave(parts, frame, visit, at);
        return;
      }
      if (!visit(parts[at] as Part, frame, at)) return;
    }
  });
}

/** Tells whether nothing asks now for what is valid. */
function mayPause({ isBrief, whole }: Run): boolean {
  return !isBrief && whole === 0;
}

/** Adds the outcome of a part of the value. */
export function addPart(frame: Frame, outcome: Outcome, step: string | number): boolean {
  if (isValid(outcome)) return true;
  fail(frame, { outcome, step });
  return false;
}

/** Adds the outcome of another schema for the same value. */
export function addSame(frame: Frame, outcome: Outcome): boolean {
  if (!isValid(outcome)) {
    fail(frame, { outcome });
    frame.isOfOtherType ||= outcome.isOfOtherType;
    return false;
  }
  if (outcome.seen && frame.seen) frame.seen.parts = added(frame.seen.parts, outcome.seen);
  return true;
}

/** The check by another schema for the same value. */
export function asWell(evaluate: Evaluate): Check {
  return (value, frame) => {
    addSame(frame, evaluate(value, frame.run));
  };
}
