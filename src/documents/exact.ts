import { Issue, type Issues } from '../errors/issue.ts';
import type { IssueType } from '../errors/table.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { maySpend, stepsOf } from '../fields/work.ts';
import { readJson } from '../text/json/reader.ts';
import { once } from '../text/memo.ts';
import { atOnce, eachInSteps, isDue, mapInSteps, type Steps } from '../text/turns.ts';
import { given } from './ahead.ts';
import { chained } from './checks.ts';
import { whileUsed } from './kept.ts';
import { itemsOf, type Located, step, within } from './located.ts';
import type { References } from './references.ts';
import type { Validate } from './schema/compile.ts';
import { lacksAny, requiredBySchema } from './schema/required.ts';
import { typesIn, type Version } from './schema/types.ts';
import {
  combined,
  keywordIn,
  type MadeOnce,
  type ObjectSchema,
  ofMembers,
  partsOfSchema,
  plainRules,
  propertiesIn,
  schemasByPattern,
  typeNamed,
} from './schema.ts';

/** The means to read values exactly as their schemas say. */
export interface ExactReader {
  readonly references: References;
  readonly version: Version;
  /** Compiles a schema. */
  readonly compile: (schema: Located) => Validate;
  /** The readers of values that are sent as text. */
  readonly readers: MadeOnce<() => Read>;
}

/** Gives a field the verdict of its schema. What it describes stays, and those of its samples for which the verdict is the same. */
export function exactField(inner: AnyField, schema: Located, reader: ExactReader): AnyField {
  const mayHaveTexts = once(() => {
    const types = declaredTypes(schema, reader);
    return types.size === 0 || typesSentAsText.some((type) => types.has(type));
  });
  return derive(inner, {
    parse: exactParser(schema, reader),
    samples(like, open) {
      const { accepted, refused } = inner.candidates(like, open);
      return { accepted, refused: chained(asTexts(accepted, mayHaveTexts), refused) };
    },
  });
}

/** Returns the function that reads values exactly as a schema says. */
export function exactParser(schema: Located, { compile }: ExactReader): AnyField['parse'] {
  const validate = late(() => compile(schema));
  return (raw) => validate(raw) ?? raw;
}

/** Returns the function that does so in steps. */
export function exactStepsParser(
  schema: Located,
  { compile }: ExactReader,
): NonNullable<AnyField['parseInSteps']> {
  const validate = once(() => compile(schema));
  return function* (raw) {
    return (yield* validate().inSteps(raw)) ?? raw;
  };
}

/** Compiles a schema when the first value arrives: most of a large document is never asked for. */
function late(compile: () => Validate): (value: unknown) => Issues | undefined {
  let validate: Validate | undefined;
  return (value) => {
    validate ??= compile();
    return validate(value);
  };
}

/** The types whose values are often sent as text. */
const typesSentAsText = ['number', 'integer', 'boolean'];

/** Yields numbers and booleans as text, which is of another type in JSON: the mistake that clients make first. */
function* asTexts(values: Iterable<unknown>, mayBeSome: () => boolean): Iterable<unknown> {
  if (!mayBeSome()) return;
  for (const value of values) {
    if (value === undefined) yield value;
    if (typeof value === 'number' || typeof value === 'boolean') yield String(value);
  }
}

/** A field whose values are sent as text. The text is read by the types that the schema declares, and not otherwise. */
export function exactText(inner: AnyField, schema: Located, reader: ExactReader): AnyField {
  const parser = once(() => textParser(schema, reader));
  const made = derive(inner, { parse: (raw) => parser().parse(raw) });
  // Of a text, a number or a boolean, nothing takes long.
  const isPlain = plainRules(Object(reader.references.follow(schema).value)) !== undefined;
  return isPlain ? made : { ...made, parseInSteps: (raw) => parser().inSteps(raw) };
}

/** Reads a text, and then whatever its parts are. */
type Read = (raw: unknown) => Steps<unknown>;

/** Makes functions that return the value that a text stands for, or what is wrong with it. */
export function textParser(
  schema: Located,
  reader: ExactReader,
): { parse(raw: unknown): unknown; inSteps: Read } {
  const validate = reader.compile(schema);
  const read = readerOf(schema, reader);
  const ofSent = (value: unknown, issues: Issues | undefined, sent: unknown) =>
    issues ? issues.map((issue) => ofText(issue, sent)) : value;
  return {
    parse(raw) {
      const sent = asSent(raw);
      const value = atOnce(read(sent));
      return ofSent(value, validate(value), sent);
    },
    *inSteps(raw) {
      const sent = asSent(raw);
      const value = yield* read(sent);
      return ofSent(value, yield* validate.inSteps(value), sent);
    },
  };
}

/** A value as a request sends it: a number or boolean, as in samples, is sent as text. */
function asSent(raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map(asSent);
  return typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : raw;
}

function readerOf(schema: Located, reader: ExactReader): Read {
  const make = (target: Located) => whileUsed(() => valueReader(target, reader));
  return reader.readers.of(schema, reader.references, make)();
}

/** Makes a reader of a text, or of texts in a list or an object. Of several types, the first that gives a valid value counts. */
function valueReader(schema: Located, reader: ExactReader, seen = new Set<unknown>()): Read {
  // A reader of objects needs no types.
  const types = once(() => declaredTypes(schema, reader));
  const readings = once(() => readingsBy(types()));
  const validate = late(() => reader.compile(schema));
  const part = partReader(schema, reader);
  const unions = once(() => unionReaders(schema, reader, seen));
  return function* (raw) {
    if (Array.isArray(raw) && types().has('array'))
      return yield* eachInSteps(raw.entries(), ([at, each]) => part(String(at), 'items')(each));
    if (isRecord(raw)) {
      let value: Values = yield* mapInSteps(raw, (each, name) => part(name, 'additionalProperties')(each));
      for (const read of unions()) value = yield* read(value);
      return value;
    }
    const text = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw;
    if (typeof text !== 'string') return text;
    const values = readings()(text);
    return values.length > 1
      ? (values.find((value) => validate(value) === undefined) ?? values[0])
      : values[0];
  };
}

/**
 * Makes a reader for each union that the values of a schema have to fit, which reads the texts of an object that are left. The
 * schemas in `seen` are being read already: a union may be a member of itself.
 */
function unionReaders(schema: Located, reader: ExactReader, seen: Set<unknown>): readonly ReadObject[] {
  return partsOfSchema(schema, reader.references, seen).flatMap((part) =>
    ['anyOf', 'oneOf']
      .map((keyword) => itemsOf(within(part, keyword)))
      .filter(({ length }) => length > 0)
      .map((members) => unionReader(members, reader, seen)),
  );
}

type ReadObject = (value: Values) => Steps<Values>;
type Values = Readonly<Record<string, unknown>>;

/** Makes a reader of an object by the first member of a union that it then fits. One that fits none stays as it is. */
function unionReader(members: readonly Located[], reader: ExactReader, seen: Set<unknown>): ReadObject {
  const all = members.map((member) => ({
    required: once(() => requiredBySchema(member, reader.references)),
    read: once(() => valueReader(member, reader, seen)),
    validate: late(() => reader.compile(member)),
  }));
  return function* (value) {
    for (const { required, read, validate } of all) {
      if (isDue()) yield;
      if (!maySpend(stepsOf(value))) return value;
      if (lacksAny(value, required())) continue;
      const made: Values = Object(yield* read()(value));
      if (validate(made) === undefined) return made;
    }
    return value;
  };
}

/** The keyword for the items or properties that have no schema of their own. */
export type Others = 'items' | 'additionalProperties';

/** Makes a function that finds the schema of an item or a property. */
export function partFinder(parts: ObjectSchema): (name: string, others: Others) => Located | undefined {
  const declared = once(() => propertiesIn(parts));
  const other = once(
    () => new Map(['items', 'additionalProperties'].map((each) => [each, combined(keywordIn(parts, each))])),
  );
  const patterned = once(() => schemasByPattern(parts));
  const property = (name: string) => declared().get(name) ?? combined(patterned()(name));
  return (name, others) =>
    (others === 'items' ? placeIn(parts, name) : property(name)) ?? other().get(others);
}

/** Makes a function that returns the reader of an item or a property. */
function partReader(schema: Located, reader: ExactReader): (name: string, others: Others) => Read {
  const find = partFinder(partsOfSchema(schema, reader.references));
  return (name, others) => {
    const found = find(name, others);
    return found ? readerOf(found, reader) : given;
  };
}

function placeIn(parts: ObjectSchema, index: string): Located | undefined {
  const [places] = keywordIn(parts, 'prefixItems');
  const place = places && within(places, index);
  return place?.value === undefined ? undefined : place;
}

/** The types that a schema declares, itself or by the values or schemas that it lists. */
export function declaredTypes(schema: Located, reader: ExactReader, seen = new Set<unknown>()): Set<string> {
  const parts = partsOfSchema(schema, reader.references, seen);
  const own = parts.flatMap(({ value }) => {
    const { enum: values, const: only } = value;
    const listed = Array.isArray(values) ? values : only === undefined ? [] : [only];
    return typesIn(value, reader.version)?.names ?? [...new Set(listed.map(typeNamed))];
  });
  return new Set([...own, ...ofMembers(parts, seen, (member) => declaredTypes(member, reader, seen))]);
}

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** A whole number that a double holds exactly. */
const SHORT = /^-?(?:0|[1-9][0-9]{0,14})$/;
const words: ReadonlyMap<string, readonly [type: string, value: boolean | null]> = new Map([
  ['true', ['boolean', true]],
  ['false', ['boolean', false]],
  ['null', ['null', null]],
]);

/** Makes a function that returns the values that a text may stand for, by the types that are declared. A text of none of them stays a text. */
function readingsBy(types: ReadonlySet<string>): (text: string) => readonly unknown[] {
  const mayBeNumber = types.has('number') || types.has('integer');
  const mayBeWord = types.has('boolean') || types.has('null');
  if (!mayBeNumber && !mayBeWord) return (text) => [text];
  return (text) => {
    const [type = '', word] = (mayBeWord && words.get(text)) || [];
    const values: unknown[] = types.has(type) ? [word] : [];
    if (mayBeNumber && SHORT.test(text)) values.push(Number(text));
    else if (mayBeNumber && NUMBER.test(text)) values.push(readJson(text, 1));
    if (types.has('string') || values.length === 0) values.push(text);
    return values;
  };
}

const typesOfText: ReadonlyMap<string, IssueType> = new Map([
  ['int_type', 'int_parsing'],
  ['float_type', 'float_parsing'],
  ['bool_type', 'bool_parsing'],
]);

/** Returns the issue of a value as that of the text that was sent for it. */
function ofText(issue: Issue, sent: unknown): Issue {
  const input = issue.source.reduce<unknown>((value, name) => step(value, String(name)), sent);
  const isText = typeof issue.input === 'string';
  const type = (isText ? typesOfText.get(issue.type) : undefined) ?? issue.type;
  return new Issue(type, input ?? issue.input, issue.context, issue);
}
