import type { Issues } from '../../errors/issue.ts';
import { isListing, unlisted } from '../../errors/issue.ts';
import { isRecord } from '../../fields/values.ts';
import { maySpend } from '../../fields/work.ts';
import { ensure } from '../../text/memo.ts';
import { atOnce, Rests, type Steps } from '../../text/turns.ts';
import { whileUsed } from '../kept.ts';
import { eachItemOf, type Located, within } from '../located.ts';
import type { References } from '../references.ts';
import type { LocatedSchema } from '../schema.ts';
import { isFree } from '../schema.ts';
import { arrayKeywords, unevaluatedItems } from './arrays.ts';
import { choicesIn } from './choice.ts';
import { combinators } from './combinators.ts';
import { isNumber } from './decimal.ts';
import { issuesIn, isValid, newSeen, noFailures, type Outcome, valid } from './failures.ts';
import type { SchemaIssueType } from './issues.ts';
import { objectKeywords, unevaluatedProperties } from './objects.ts';
import { lacksAny, mayBeForeign, requiredBySchema } from './required.ts';
import {
  beginStep,
  type Check,
  type Checks,
  didOnce,
  type Evaluate,
  type Frame,
  fail,
  hasGivenUp,
  isDearlyCompiled,
  isFull,
  mayGoOn,
  mayLack,
  newRun,
  type Run,
  remembered,
  renewed,
  stepsOfLength,
  tooComplex,
} from './run.ts';
import { scalarKeywords } from './scalars.ts';
import type { Source } from './source.ts';
import { typeMistake, typesIn, type Version } from './types.ts';

/** Returns what is wrong with a value; undefined if it is valid. */
export interface Validate {
  (value: unknown): Issues | undefined;
  /** Does the same in steps of this length, for a value of which the issues are listed. */
  readonly inSteps: (value: unknown, length?: number) => Steps<Issues | undefined>;
}

interface CompilerOptions {
  readonly references: References;
  readonly version: Version;
  /** Tells whether only the other side sends a property, which is then not required. */
  readonly isForeign: (property: Located) => boolean;
}

/** The schemas of a document that references have led to so far: each is compiled once, when a value first needs it. */
interface Compilation extends CompilerOptions {
  readonly targets: Map<string, Evaluate>;
  /** The numbers of their places, which may be long, in the keys of the targets. */
  readonly places: Map<string, number>;
  /** The numbers of schemas in the keys of the targets. A schema that is put together has the place of one of its parts. */
  readonly numbers: WeakMap<object, number>;
  /** What was made of schemas that nothing around them changes: samples need the parts of a schema on their own, too. */
  readonly parts: Map<unknown, { readonly at: string; readonly compiled: Compiled }>;
  /** The names of properties that only the other side sends, by schema. */
  readonly foreignNames: Map<unknown, ReadonlySet<string>>;
  /** The keys of sets of such names. */
  readonly nameKeys: Map<ReadonlySet<string>, string>;
  /** The number of schemas that may still be compiled together with the current target. */
  eager: number;
  /** The number of schemas that have been compiled. */
  count: number;
}

/** The most schemas that are compiled together: any more are compiled one by one, when a value first needs them. */
const MAX_EAGER = 500;

/** The most schemas that are kept once they are compiled, in some 2 KB each: any more are compiled whenever a value needs them. */
export const MAX_KEPT = 100_000;
/** The compiled schemas after which others are compiled anew, from the next request for one: few are that large alone. */
export const MAX_OF_ALL = 15_000;

/** The steps of evaluating after which loops leave what is left for later. */
const STEPS_AT_ONCE = 2000;

/** The steps of compiling a schema for the first time, if a value needs many, and of compiling it again. */
const STEPS_OF_COMPILING = { nested: 50, leaf: 8 } as const;
const STEPS_OF_COMPILING_AGAIN = 20;

/** What surrounds a schema. */
interface Context {
  /** True if the schema around it asks which properties and items are evaluated. */
  readonly isTracked: boolean;
  /** The names of properties that only the other side sends. */
  readonly foreign: ReadonlySet<string>;
  /** The type of the issue if the schema is `false`. */
  readonly whenFalse: SchemaIssueType;
  /** The schemas with an `$id` that lead here, which decide where a `$dynamicRef` leads. */
  readonly scope: readonly string[];
}

const noContext: Context = { isTracked: false, foreign: new Set(), whenFalse: 'false_schema', scope: [] };

/** Makes a compiler of the schemas of a document. It runs no code from them: a schema becomes a tree of functions. */
export function schemaCompiler(options: CompilerOptions): (schema: Located) => Validate {
  let compilation = newCompilation(options);
  return (schema) => {
    const current = whileUsed(() => {
      // Whatever uses what was compiled before compiles it again, once nothing else does.
      if (compilation.count >= MAX_OF_ALL) compilation = newCompilation(options);
      return targetOf(schema, noContext, compilation);
    });
    const validate = (value: unknown) => {
      const evaluate = current();
      const run = newRun(value);
      run.isBrief = !isListing();
      return atOnce(verdict(value, evaluate(value, run), run));
    };
    function* inSteps(value: unknown, length = STEPS_AT_ONCE): Steps<Issues | undefined> {
      const evaluate = current();
      let run = newRun(value);
      run.isBrief = !isListing();
      for (;;) {
        const rests = new Rests();
        run.rests = rests;
        run.canWait = true;
        beginStep(run, length);
        const outcome = evaluate(value, run);
        for (const _ of rests.inSteps()) {
          yield;
          beginStep(run, length);
        }
        if (!run.preparation) return yield* verdict(value, outcome, run);
        yield* run.preparation;
        run = renewed(run);
      }
    }
    return Object.assign(validate, { inSteps });
  };
}

function newCompilation(options: CompilerOptions): Compilation {
  return {
    ...options,
    targets: new Map(),
    places: new Map(),
    numbers: new WeakMap(),
    parts: new Map(),
    foreignNames: new Map(),
    nameKeys: new Map(),
    eager: 0,
    count: 0,
  };
}

/** Returns what is wrong with a value, and counts the steps that finding it took. */
function* verdict(value: unknown, outcome: Outcome, run: Run): Steps<Issues | undefined> {
  maySpend(run.steps);
  if (hasGivenUp(run)) return yield* issuesIn(tooComplex(value), false);
  if (isValid(outcome)) return undefined;
  return run.isBrief ? unlisted(Number.POSITIVE_INFINITY) : yield* issuesIn(outcome, mayLack(run));
}

/** Compiles the target of a reference on first use. Its outcome for a value is worked out once. */
function targetOf(schema: Located, context: Context, compilation: Compilation): Evaluate {
  const { isTracked, foreign, scope } = context;
  const number = numberOf(schema.value, compilation);
  const place = ensure(compilation.places, schema.at, () => compilation.places.size + 1);
  const key = JSON.stringify([place, number, isTracked, keyOf(foreign, compilation), scope]);
  const known = compilation.targets.get(key);
  if (known) return known;
  const evaluate = late(schema, context, compilation, MAX_EAGER, (target, value, run) =>
    target.isLeaf ? target.evaluate(value, run) : remembered(evaluate, target.evaluate, value, run),
  );
  compilation.targets.set(key, evaluate);
  return evaluate;
}

/** The key of a set of names, which many schemas share. */
function keyOf(names: ReadonlySet<string>, { nameKeys }: Compilation): string {
  return ensure(nameKeys, names, () => JSON.stringify([...names].sort()));
}

function numberOf(schema: unknown, { numbers, targets }: Compilation): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const number = numbers.get(schema) ?? targets.size + 1;
  numbers.set(schema, number);
  return number;
}

interface Compiled {
  readonly evaluate: Evaluate;
  /** True if the schema refers to no others, so that its outcome need not be remembered. */
  readonly isLeaf: boolean;
}

function compile(located: Located, context: Context, compilation: Compilation): Compiled {
  const { value, at } = located;
  if (!isRecord(value) || !isPlain(context)) return newlyCompiled(located, context, compilation);
  const known = compilation.parts.get(value);
  if (known?.at === at) return known.compiled;
  const compiled = newlyCompiled(located, context, compilation);
  if (compilation.count < MAX_KEPT) compilation.parts.set(value, { at, compiled });
  return compiled;
}

/** Tells whether a schema means the same here as on its own. */
function isPlain({ isTracked, foreign, whenFalse, scope }: Context): boolean {
  return !isTracked && foreign.size === 0 && whenFalse === noContext.whenFalse && scope.length === 0;
}

function newlyCompiled(located: Located, context: Context, compilation: Compilation): Compiled {
  compilation.count++;
  const { value, at } = located;
  if (!isRecord(value))
    return { evaluate: value === false ? refuse(context.whenFalse) : accept, isLeaf: true };
  const target = referred(located, context, compilation);
  if (target) return { evaluate: target, isLeaf: false };
  const source = sourceOf({ value, at }, context, compilation);
  return compileKeywords(source, context.isTracked || tracks(value));
}

/** Compiles a schema in another, at once or when a value first needs it. One that only refers to another is that other one. */
function nested(schema: Located, context: Context, compilation: Compilation): Evaluate {
  const target = referred(schema, context, compilation);
  if (target) return target;
  if (compilation.eager-- > 0) return compile(schema, context, compilation).evaluate;
  return late(schema, context, compilation, 0, ({ evaluate }, value, run) => evaluate(value, run));
}

/** Returns the target of a schema that only refers to another: hundreds of unions may have the same hundreds of kinds. */
function referred(schema: Located, context: Context, compilation: Compilation): Evaluate | undefined {
  const { value } = schema;
  const isReference =
    isRecord(value) &&
    typeof value.$ref === 'string' &&
    (compilation.version === '3.0' || isFree(value, '$ref'));
  return isReference
    ? sourceOf({ value, at: schema.at }, context, compilation).target(String(value.$ref), false)
    : undefined;
}

/** The steps of looking at a schema for the first time. */
const STEPS_OF_LOOKING = 4;

const lacking = refuse('missing');

/** Tells whether a value lacks any of these names, which is looked up once for schemas that ask one after the other. */
function lacksNow(value: unknown, names: readonly string[], run: Run): boolean {
  if (names.length === 0) return false;
  const { lacking } = run;
  if (lacking && lacking.value === value && lacking.names === names) return lacking.isLacking;
  const isLacking = lacksAny(value, names);
  run.lacking = { value, names, isLacking };
  return isLacking;
}

/**
 * Evaluates a schema that is compiled, with so many others in it, when a value first needs it, or each time if there are too many. Most
 * kinds of a union need not be compiled to find out that a value is none of them.
 */
function late(
  schema: Located,
  context: Context,
  compilation: Compilation,
  eager: number,
  evaluate: (compiled: Compiled, value: unknown, run: Run) => Outcome,
): Evaluate {
  let isCompiled = false;
  let kept: Compiled | undefined;
  let required: readonly string[] | undefined;
  return (value, run) => {
    if (kept) return evaluate(kept, value, run);
    if (hasGivenUp(run)) return tooComplex(value);
    if (run.isBrief && !isCompiled) {
      required ??= requiredBySchema(schema, compilation.references, context.foreign);
      if (lacksNow(value, required, run)) {
        mayGoOn(run, STEPS_OF_LOOKING);
        return lacking(value, run);
      }
    }
    isCompiled = true;
    const isKept = compilation.count < MAX_KEPT;
    const compiled = compiledFor(run, schema, context, compilation, eager);
    if (isKept) kept = compiled;
    return evaluate(compiled, value, run);
  };
}

/** Compiles a schema for a value. */
function compiledFor(
  run: Run,
  schema: Located,
  context: Context,
  compilation: Compilation,
  eager: number,
): Compiled {
  const { count } = compilation;
  const isKept = count < MAX_KEPT;
  if (!isKept) {
    mayGoOn(run, STEPS_OF_COMPILING_AGAIN);
    // What is not kept would be prepared again and again.
    run.canWait = false;
  }
  compilation.eager = isKept ? eager : 0;
  const compiled = compile(schema, context, compilation);
  const isDear = isDearlyCompiled(run, compilation.count - count);
  if (isKept && isDear) mayGoOn(run, STEPS_OF_COMPILING[compiled.isLeaf ? 'leaf' : 'nested']);
  didOnce(run, (compilation.count - count) * STEPS_OF_COMPILING_AGAIN);
  return compiled;
}

function accept(value: unknown, run: Run): Outcome {
  return mayGoOn(run) ? valid : tooComplex(value);
}

function refuse(type: SchemaIssueType): Evaluate {
  return (value, run) => {
    if (!mayGoOn(run)) return tooComplex(value);
    const frame = frameOf(run, false);
    fail(frame, { type, input: value });
    return frame;
  };
}

/** Tells whether a schema asks what the schemas that it combines have evaluated. */
function tracks({
  unevaluatedProperties: properties,
  unevaluatedItems: items,
}: LocatedSchema['value']): boolean {
  return properties !== undefined || items !== undefined;
}

function sourceOf(schema: LocatedSchema, context: Context, compilation: Compilation): Source {
  const { references, version } = compilation;
  const scope = references.scopeAt(schema.at, context.scope);
  const foreign = withForeign(schema, context.foreign, compilation);
  const isTracked = context.isTracked || tracks(schema.value);
  const inner = { ...noContext, isTracked, foreign, scope };
  return {
    schema,
    version,
    references,
    foreign,
    part: (part, whenFalse = 'false_schema') => nested(part, { ...noContext, whenFalse, scope }, compilation),
    same: (part) => nested(part, inner, compilation),
    target: (reference, isDynamic) => {
      const found = references.find(reference, schema.at);
      const target = isDynamic ? references.dynamic(reference, found, scope) : found;
      return targetOf(target, inner, compilation);
    },
  };
}

/** Adds the names of properties that only the other side sends. Most schemas have none, and share the set of what is around them. */
function withForeign(
  schema: Located,
  around: ReadonlySet<string>,
  compilation: Compilation,
): ReadonlySet<string> {
  const names = foreignNames(schema, compilation, { left: MAX_PARTS });
  if (around.size === 0) return names;
  return hasAll(around, names) ? around : new Set([...around, ...names]);
}

/** Finds such names, also in the schemas of an `allOf`. Each schema is looked through once, as thousands may combine the same one. */
function foreignNames(
  schema: Located,
  compilation: Compilation,
  budget: { left: number },
): ReadonlySet<string> {
  const { references, isForeign, foreignNames: known } = compilation;
  const target = references.follow(schema);
  const { value } = target;
  const names = known.get(value);
  if (names) return names;
  if (!isRecord(value) || budget.left === 0) return noContext.foreign;
  const isFirst = budget.left-- === MAX_PARTS;
  // It adds nothing to what it is itself a part of.
  known.set(value, noContext.foreign);
  const properties = within(target, 'properties');
  const all = Object(properties.value);
  const own = new Set<string>();
  for (const name of Object.keys(all))
    if (mayBeForeign(all[name]) && isForeign(within(properties, name))) own.add(name);
  // The names of a single part are shared with it.
  let made: ReadonlySet<string> = own;
  for (const part of eachItemOf(within(target, 'allOf'))) {
    if (budget.left === 0) break;
    const more = foreignNames(part, compilation, budget);
    if (made.size === 0) made = more;
    else if (!hasAll(made, more)) {
      for (const names of made === own ? [more] : [made, more]) for (const name of names) own.add(name);
      made = own;
    }
  }
  if (isFirst || budget.left > 0) known.set(value, made);
  else known.delete(value);
  return made;
}

function hasAll(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  for (const each of others) if (!names.has(each)) return false;
  return true;
}

/** The most schemas in which such names are looked for. */
const MAX_PARTS = 1000;

function compileKeywords(source: Source, isTracked: boolean): Compiled {
  const { schema, version } = source;
  const types = typesIn(schema.value, version);
  const choices = choicesIn(schema.value);
  const checks = checksOf(source);
  const evaluate: Evaluate = (value, run) => {
    if (!mayGoOn(run)) return tooComplex(value);
    const frame = frameOf(run, isTracked);
    if (types && !types.test(value)) {
      frame.isOfOtherType = true;
      fail(frame, typeMistake(types.names, value));
    }
    for (const choice of choices) {
      if (choice.includes(value, run)) continue;
      frame.failures = noFailures;
      fail(frame, choice.mistake(value));
    }
    if (frame.failures.length > 0) return frame;
    run.depth++;
    if (isTracked) run.whole++;
    check(checks, value, frame);
    if (isTracked) run.whole--;
    run.depth--;
    return frame.failures.length > 0 || frame.seen ? frame : valid;
  };
  const isLeaf = [checks.any, checks.array, checks.object, checks.last].every(({ length }) => length === 0);
  return { evaluate, isLeaf };
}

function frameOf(run: Run, isTracked: boolean): Frame {
  return { run, failures: noFailures, isOfOtherType: false, seen: isTracked ? newSeen() : undefined };
}

function checksOf(source: Source): Checks {
  const checks: Checks = {
    string: [],
    number: [],
    array: [],
    object: [],
    any: combinators(source),
    last: [],
  };
  scalarKeywords(source.schema.value, source.version, checks);
  arrayKeywords(source, checks);
  objectKeywords(source, checks);
  const items = unevaluatedItems(source);
  const properties = unevaluatedProperties(source);
  if (items) checks.last.push((value, frame) => (Array.isArray(value) ? items(value, frame) : undefined));
  if (properties)
    checks.last.push((value, frame) => (isRecord(value) ? properties(value, frame) : undefined));
  return checks;
}

/** Applies the keywords for the type of a value, those for all types, and then those that depend on the others. */
function check(checks: Checks, value: unknown, frame: Frame): void {
  if (typeof value === 'string') applyFirst(checks.string, value, frame);
  else if (isNumber(value)) applyFirst(checks.number, value, frame);
  else if (Array.isArray(value)) applyAll(checks.array, value, frame);
  else if (isRecord(value)) applyAll(checks.object, value, frame);
  if (frame.failures.length > 0 && (typeof value !== 'object' || isNumber(value))) return;
  applyAll(checks.any, value, frame);
  if (frame.failures.length === 0) applyAll(checks.last, value, frame);
}

/** Applies checks until one fails: one mistake is enough for a string or number. Each may look through all of it. */
function applyFirst<Value>(checks: readonly Check<Value>[], value: Value, frame: Frame): void {
  if (!mayGoOn(frame.run, checks.length * stepsOfLength(value))) return;
  for (const each of checks) {
    each(value, frame);
    if (frame.failures.length > 0) return;
  }
}

function applyAll<Value>(checks: readonly Check<Value>[], value: Value, frame: Frame): void {
  for (const each of checks) {
    if (isFull(frame)) return;
    each(value, frame);
  }
}
