import { itemsOf, partsOf, within } from '../located.ts';
import { checkSize, see } from './arrays.ts';
import { evaluatedIn, isValid } from './outcome.ts';
import {
  addPart,
  addSame,
  type Check,
  type Checks,
  type Evaluate,
  type Frame,
  fail,
  isFull,
  type JsonObject,
  mayGoOn,
} from './run.ts';
import { compilePattern, countIn } from './scalars.ts';
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
  readonly declared: ReadonlyMap<string, Evaluate>;
  readonly patterns: readonly (readonly [test: (name: string) => boolean, evaluate: Evaluate])[];
  readonly others: Evaluate | undefined;
}

function propertiesIn({ schema, part }: Source): Properties {
  const declared = partsOf(within(schema, 'properties')).map(([name, each]) => [name, part(each)] as const);
  const patterns = partsOf(within(schema, 'patternProperties')).flatMap(([source, each]) => {
    const test = compilePattern(source);
    return test ? [[test, part(each)] as const] : [];
  });
  const isSaid = schema.value.additionalProperties !== undefined;
  const others = isSaid ? part(within(schema, 'additionalProperties'), 'extra_forbidden') : undefined;
  return { declared: new Map(declared), patterns, others };
}

function propertyKeywords(source: Source): ObjectCheck[] {
  const properties = propertiesIn(source);
  const { declared, patterns, others } = properties;
  if (patterns.length > 0 || others) return [(value, frame) => checkAll(properties, value, frame)];
  return declared.size > 0 ? [(value, frame) => checkDeclared(declared, value, frame)] : [];
}

/** Checks the declared properties in the order of the schema or, if that declares many, of an object that has fewer. */
function checkDeclared(declared: Properties['declared'], value: JsonObject, frame: Frame): void {
  const sent = declared.size > FEW ? Object.keys(value) : undefined;
  if (sent && sent.length < declared.size) {
    for (const name of sent) checkProperty(declared.get(name), name, value, frame);
    return;
  }
  for (const [name, evaluate] of declared)
    if (Object.hasOwn(value, name)) checkProperty(evaluate, name, value, frame);
}

/** The number of properties that are looked up faster than those of an object are listed. */
const FEW = 16;

function checkProperty(evaluate: Evaluate | undefined, name: string, value: JsonObject, frame: Frame): void {
  if (!evaluate || isFull(frame)) return;
  addPart(frame, evaluate(value[name], frame.run), name);
  frame.seen?.names.push(name);
}

/** Checks all properties. Those that are not declared come last, as elsewhere. */
function checkAll({ declared, patterns, others }: Properties, value: JsonObject, frame: Frame): void {
  checkDeclared(declared, value, frame);
  for (const name of Object.keys(value)) {
    if (isFull(frame) || !mayGoOn(frame.run, patterns.length)) return;
    let isKnown = declared.has(name);
    for (const [test, evaluate] of patterns) {
      if (!test(name)) continue;
      isKnown = true;
      checkProperty(evaluate, name, value, frame);
    }
    if (!isKnown) checkProperty(others, name, value, frame);
  }
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
  return [(value, frame) => checkSize(value, Object.keys(value).length, sizes, frame)];
}

function namesKeyword({ schema, part }: Source): ObjectCheck[] {
  if (schema.value.propertyNames === undefined) return [];
  const evaluate = part(within(schema, 'propertyNames'), 'extra_forbidden');
  return [
    (value, frame) => {
      for (const step of Object.keys(value)) {
        if (isFull(frame)) return;
        const outcome = evaluate(step, frame.run);
        if (!isValid(outcome)) fail(frame, { outcome, step, isName: true });
      }
    },
  ];
}

/** Reads `dependentRequired`, `dependentSchemas`, and `dependencies`, which both were once. */
function dependentKeywords(source: Source): ObjectCheck[] {
  const { schema, same } = source;
  const all = ['dependentRequired', 'dependentSchemas', 'dependencies'].flatMap((keyword) =>
    partsOf(within(schema, keyword)),
  );
  return all.map(([name, dependent]): ObjectCheck => {
    const check = Array.isArray(dependent.value)
      ? besides(name, textsIn(itemsOf(dependent).map(({ value }) => value)))
      : asWell(same(dependent));
    return (value, frame) => {
      if (Object.hasOwn(value, name)) check(value, frame);
    };
  });
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

function asWell(evaluate: Evaluate): ObjectCheck {
  return (value, frame) => {
    addSame(frame, evaluate(value, frame.run));
  };
}

/** Reads `unevaluatedProperties`, which follows all other keywords; undefined if it allows everything. */
export function unevaluatedProperties({ schema, part }: Source): ObjectCheck | undefined {
  if (schema.value.unevaluatedProperties === undefined) return undefined;
  const evaluate = part(within(schema, 'unevaluatedProperties'), 'extra_forbidden');
  if (schema.value.unevaluatedProperties === true) return (_, frame) => see(frame.seen);
  return (value, frame) => {
    const { isWhole, names } = evaluatedIn(frame.seen);
    if (isWhole) return;
    for (const name of Object.keys(value)) {
      if (isFull(frame) || !mayGoOn(frame.run)) return;
      if (!names.has(name)) addPart(frame, evaluate(value[name], frame.run), name);
    }
    see(frame.seen);
  };
}
