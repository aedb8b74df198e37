import { isRecord } from '../../fields/values.ts';
import { ensure } from '../../text/memo.ts';
import { atOnce, type Steps } from '../../text/turns.ts';
import { itemsOf, partsOf, within } from '../located.ts';
import { checkSize, see } from './arrays.ts';
import { added, evaluatedIn, isValid } from './failures.ts';
import {
  addPart,
  asWell,
  type Check,
  type Checks,
  type Evaluate,
  type Frame,
  fail,
  isFull,
  type JsonObject,
  mayGoOn,
  namesIn,
  prepares,
  type Run,
  stepsOfLength,
  visitEach,
} from './run.ts';
import { compilePattern, countIn, type PatternTest } from './scalars.ts';
import type { Source } from './source.ts';

type ObjectCheck = Check<JsonObject>;

/** Reads the keywords of objects. */
export function objectKeywords(source: Source, { object }: Checks): void {
  object.push(
    ...propertyKeywords(source),
    ...requiredKeyword(source),
    ...sizeKeywords(source),
    ...namesKeyword(source),
    ...dependentKeywords(source),
  );
}

/** The schemas of the properties of an object. */
interface Properties {
  readonly declared: Declared;
  /** Those of names that match a pattern, once they are asked for. */
  patterns(run: Run): readonly Patterned[];
  readonly others: Evaluate | undefined;
}

type Patterned = readonly [test: PatternTest, evaluate: Evaluate];

/** The declared properties. Of many, each is only made when an object first has it. */
interface Declared {
  readonly names: readonly string[];
  of(name: string): Evaluate | undefined;
}

function declaredIn({ schema, part }: Source): Declared {
  const properties = within(schema, 'properties');
  const all = isRecord(properties.value) ? properties.value : {};
  const names = Object.keys(all);
  const known = new Map<string, Evaluate>();
  const of = (name: string) => {
    const found = known.get(name);
    if (found || !Object.hasOwn(all, name)) return found;
    return ensure(known, name, () => part(within(properties, name)));
  };
  if (names.length <= FEW) names.forEach(of);
  return { names, of };
}

function propertiesIn(source: Source): Properties {
  const { schema, part } = source;
  const isSaid = schema.value.additionalProperties !== undefined;
  const others = isSaid ? part(within(schema, 'additionalProperties'), 'extra_forbidden') : undefined;
  return { declared: declaredIn(source), patterns: patternFinder(source), others };
}

/** Makes a function that finds the patterns of names. Many are compiled in steps, for a value that can wait. */
function patternFinder({ schema, part }: Source): Properties['patterns'] {
  const all = partsOf(within(schema, 'patternProperties'));
  const compiled = function* (): Steps<readonly Patterned[]> {
    const found: Patterned[] = [];
    for (const [source, each] of all) {
      const test = compilePattern(source);
      if (test) found.push([test, part(each)]);
      yield;
    }
    return found;
  };
  let found: readonly Patterned[] | undefined;
  const prepare = function* () {
    found = yield* compiled();
  };
  return (run) => {
    if (!found && all.length > MANY && prepares(run, prepare)) return [];
    found ??= atOnce(compiled());
    return found;
  };
}

/** The patterns that are compiled at once. */
const MANY = 200;

function propertyKeywords(source: Source): ObjectCheck[] {
  const properties = propertiesIn(source);
  const { declared, others } = properties;
  const hasPatterns = source.schema.value.patternProperties !== undefined;
  if (hasPatterns || others) return [(value, frame) => checkAll(properties, value, frame)];
  return declared.names.length > 0 ? [(value, frame) => checkDeclared(declared, value, frame)] : [];
}

/** Checks the declared properties in the order of the schema or, if that declares many, of an object that has fewer. */
function checkDeclared({ names, of }: Declared, value: JsonObject, frame: Frame): void {
  visitEach(fewer(names, value, frame), frame, (name, inside) => {
    if (Object.hasOwn(value, name)) checkProperty(of(name), name, value, inside);
    return true;
  });
}

/** Names to look up in an object: those given or, if they are many and it has fewer, its own. */
function fewer(names: readonly string[], value: JsonObject, { run }: Frame): readonly string[] {
  if (names.length <= FEW) return names;
  const sent = namesIn(value, run);
  return sent.length < names.length ? sent : names;
}

/** The number of properties that are looked up faster than those of an object are listed. */
const FEW = 16;

function checkProperty(evaluate: Evaluate | undefined, name: string, value: JsonObject, frame: Frame): void {
  if (!evaluate || isFull(frame)) return;
  addPart(frame, evaluate(value[name], frame.run), name);
  if (frame.seen) frame.seen.names = added(frame.seen.names, name);
}

/** Checks all properties. Those that are not declared come last, as elsewhere. */
function checkAll(properties: Properties, value: JsonObject, frame: Frame): void {
  const { declared, others } = properties;
  checkDeclared(declared, value, frame);
  const patterns = properties.patterns(frame.run);
  visitEach(namesIn(value, frame.run), frame, (name, inside) => {
    if (isFull(inside) || !mayGoOn(inside.run)) return false;
    let isKnown = declared.of(name) !== undefined;
    const isOther: PatternTest = () => !isKnown;
    visitEach([...patterns, [isOther, others] as const], inside, ([test, evaluate], last) => {
      if (!mayGoOn(last.run, 1 + stepsOfLength(name))) return false;
      if (!test(name, last.run)) return true;
      isKnown = true;
      checkProperty(evaluate, name, value, last);
      return true;
    });
    return true;
  });
}

function requiredKeyword({ schema, foreign }: Source): ObjectCheck[] {
  const names = textsIn(schema.value.required).filter((name) => !foreign.has(name));
  if (names.length === 0) return [];
  return [
    (value, frame) => {
      for (const step of names) {
        if (isFull(frame) || !mayGoOn(frame.run)) return;
        if (!Object.hasOwn(value, step)) fail(frame, { type: 'missing', input: value, step });
      }
    },
  ];
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

function sizeKeywords({ schema }: Source): ObjectCheck[] {
  const minLength = countIn(schema.value, 'minProperties');
  const maxLength = countIn(schema.value, 'maxProperties');
  if (minLength === undefined && maxLength === undefined) return [];
  const sizes = { container: 'Dictionary', minLength, maxLength };
  return [(value, frame) => checkSize(value, namesIn(value, frame.run).length, sizes, frame)];
}

function namesKeyword({ schema, part }: Source): ObjectCheck[] {
  if (schema.value.propertyNames === undefined) return [];
  const evaluate = part(within(schema, 'propertyNames'), 'extra_forbidden');
  return [
    (value, frame) => {
      visitEach(namesIn(value, frame.run), frame, (step, inside) => {
        if (isFull(inside)) return false;
        const outcome = evaluate(step, inside.run);
        if (!isValid(outcome)) fail(inside, { outcome, step, isName: true });
        return true;
      });
    },
  ];
}

const dependentNames: readonly string[] = ['dependentRequired', 'dependentSchemas', 'dependencies'];

/** Reads `dependentRequired`, `dependentSchemas`, and `dependencies`, which both were once. */
function dependentKeywords(source: Source): ObjectCheck[] {
  const { schema, same } = source;
  const keywords = dependentNames.filter((keyword) => schema.value[keyword] !== undefined);
  if (keywords.length === 0) return [];
  const all = keywords.flatMap((keyword) => partsOf(within(schema, keyword)));
  const byName = new Map<string, ObjectCheck[]>();
  for (const [name, dependent] of all) {
    const check = Array.isArray(dependent.value)
      ? besides(name, textsIn(itemsOf(dependent).map(({ value }) => value)))
      : asWell(same(dependent));
    ensure(byName, name, () => []).push(check);
  }
  const names = [...byName.keys()];
  return [
    (value, frame) => {
      for (const name of fewer(names, value, frame))
        if (Object.hasOwn(value, name)) for (const check of byName.get(name) ?? []) check(value, frame);
    },
  ];
}

function besides(tag: string, names: readonly string[]): ObjectCheck {
  return (value, frame) => {
    for (const step of names) {
      if (isFull(frame) || !mayGoOn(frame.run)) return;
      if (!Object.hasOwn(value, step))
        fail(frame, { type: 'dependent_required', input: value, step, context: { tag } });
    }
  };
}

/** Reads `unevaluatedProperties`, which follows all other keywords; undefined if it allows everything. */
export function unevaluatedProperties({ schema, part }: Source): ObjectCheck | undefined {
  if (schema.value.unevaluatedProperties === undefined) return undefined;
  const evaluate = part(within(schema, 'unevaluatedProperties'), 'extra_forbidden');
  if (schema.value.unevaluatedProperties === true) return (_, frame) => see(frame.seen);
  return (value, frame) => {
    const { isWhole, names } = evaluatedIn(frame.seen);
    // Putting the names together takes as long as looking at them.
    if (isWhole || !mayGoOn(frame.run, names.size)) return;
    for (const name of namesIn(value, frame.run)) {
      if (isFull(frame) || !mayGoOn(frame.run)) return;
      if (!names.has(name)) addPart(frame, evaluate(value[name], frame.run), name);
    }
    see(frame.seen);
  };
}
