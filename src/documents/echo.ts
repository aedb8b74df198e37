import type { AnyInput } from '../contract/endpoint.ts';
import { Issues } from '../errors/issue.ts';
import { isRecord, UploadedFile } from '../fields/values.ts';
import { withSteps } from '../fields/work.ts';
import { hold } from '../text/json/reader.ts';
import { once } from '../text/memo.ts';
import type { Steps } from '../text/turns.ts';
import { unreportedSteps } from './checks.ts';
import { writeOnlyRemover } from './combined.ts';
import type { FieldReader } from './fields.ts';
import type { Located } from './located.ts';
import { countValues, STEPS, STEPS_PER_VALUE } from './schema/run.ts';
import { objectsIn, propertyFinder } from './schema.ts';

/** Replies that repeat what was sent, where names and types match; an example or a sample is the rest. */

/** Makes the value of a reply to a request. It is `base` itself if nothing of the request belongs in it. */
export type Answerer = (input: AnyInput) => Steps<unknown>;

/** Makes a function that makes the value of a reply, in as many steps of reading as the body may take. */
export function answerer(schema: Located, base: unknown, reader: FieldReader): Answerer {
  const answer = partAnswerer(schema, base, reader);
  return function* (input) {
    const steps = answer(input);
    for (let left = yield* stepsFor(input); ; ) {
      const step = withSteps(left, () => steps.next());
      if (step.result.done) return step.result.value;
      left = step.left;
      yield;
    }
  };
}

function partAnswerer(schema: Located, base: unknown, reader: FieldReader): Answerer {
  const target = reader.references.follow(schema);
  const whole = echo(target, reader);
  if (!isRecord(base) || Object.keys(base).length === 0)
    return function* ({ body }) {
      return body === undefined ? base : yield* whole(body, base);
    };
  const schemas = objectsIn([target], reader.references);
  return schemas ? echoEach(propertyFinder(schemas), base, reader) : echoWhole(whole, base);
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the steps in which a reply may look what of a request is valid in it: more for each value of the body. */
function* stepsFor({ body }: AnyInput): Steps<number> {
  return STEPS + STEPS_PER_VALUE * (yield* countValues(body));
}

/** The objects in a request that have values by name. Those of the body win. */
function objectsSent({ body, params, query }: AnyInput): readonly Values[] {
  return [body, params, query, factsOfFile(body)].filter(isRecord);
}

/** What a reply may say of the first file in a form, by the names that are usual. */
export function factsOfFile(body: unknown): Values | undefined {
  const file = isRecord(body) ? fileIn(body) : undefined;
  return file && Object.fromEntries(factsByName.map(([name, fact]) => [name, fact(file)]));
}

function fileIn(body: Values): UploadedFile | undefined {
  let count = 0;
  for (const name in body) {
    const value = body[name];
    const file = Array.isArray(value) ? value[0] : value;
    if (file instanceof UploadedFile) return file;
    if (++count === MAX_FIELDS) return undefined;
  }
  return undefined;
}

/** The most fields of a form among which a file is looked for. */
const MAX_FIELDS = 100;

type Fact = (file: UploadedFile) => unknown;

const factsByName = (
  [
    ['filename file_name fileName originalName original_name originalFilename', ({ name }) => name],
    ['size file_size fileSize bytes', ({ bytes }) => bytes.length],
    ['content_type contentType mime_type mimeType mimetype media_type mediaType', ({ type }) => type],
  ] satisfies [string, Fact][]
).flatMap(([names, fact]) => names.split(' ').map((name): [string, Fact] => [name, fact]));

/** The value that was sent by a name; undefined if none was. */
function sentAs(name: string, objects: readonly Values[]): unknown {
  return objects.find((each) => Object.hasOwn(each, name) && each[name] !== undefined)?.[name];
}

/**
 * Makes a handler that answers with an object, in which properties that were sent, and are valid, replace others. Of an object that
 * is not valid, such as one without an id, those of its properties do that are. If none was sent by its name, the one object in
 * it is taken for what was sent: it is in an envelope.
 */
function echoEach(
  propertyOf: (name: string) => Located | undefined,
  base: Values,
  reader: FieldReader,
): Answerer {
  const echoes = Object.keys(base).map((name) => {
    const value = base[name];
    // Of many properties, most are never sent.
    const made = once(() => {
      const schema = propertyOf(name);
      if (!schema) return undefined;
      const inner = once(() => (isRecord(value) ? partAnswerer(schema, value, reader) : undefined));
      return { echoed: echo(schema, reader), inner };
    });
    return { name, value, made };
  });
  const objects = echoes.filter(({ value }) => isRecord(value));
  const envelope = objects.length === 1 ? objects[0] : undefined;
  return function* (input) {
    const given = objectsSent(input);
    let isSent = false;
    let answer: Record<string, unknown> | undefined;
    const show = (name: string, value: unknown) => {
      if (value === undefined || value === base[name]) return;
      answer ??= { ...base };
      hold(answer, name, value);
    };
    for (const { name, value, made } of echoes) {
      const sent = sentAs(name, given);
      if (sent === undefined) continue;
      isSent = true;
      const property = made();
      const whole = property ? yield* property.echoed(sent, invalid) : value;
      if (whole !== invalid) show(name, whole);
      else if (isRecord(sent))
        show(name, yield* innerOf(property, { ...input, params: undefined, query: undefined, body: sent }));
    }
    if (!isSent && envelope) show(envelope.name, yield* innerOf(envelope.made(), input));
    return answer ?? base;
  };
}

/** Makes the value of an object within the object of a reply; undefined if there is none. */
function* innerOf(property: { inner(): Answerer | undefined } | undefined, input: AnyInput): Steps<unknown> {
  const answer = property?.inner();
  return answer && (yield* answer(input));
}

/**
 * Makes a handler that answers with an object of several kinds, whose properties are not valid one by one: the body that was
 * sent, or else the object with all properties that were sent, if that is valid.
 */
function echoWhole(whole: Echo, base: Values): Answerer {
  return function* (input) {
    const { body } = input;
    const objects = objectsSent(input);
    const sent = Object.keys(base).map((name) => [name, sentAs(name, objects)] as const);
    const known = Object.fromEntries(sent.filter(([, value]) => value !== undefined));
    const mixed = Object.keys(known).length > 0 ? yield* whole({ ...base, ...known }, base) : base;
    return isRecord(body) ? yield* whole({ ...known, ...body }, mixed) : mixed;
  };
}

type Echo = (sent: unknown, otherwise: unknown) => Steps<unknown>;

/** Stands for the value of a property that is not valid. */
const invalid = Symbol('invalid');

/** Makes a function that returns what was sent if it is valid in a reply, otherwise something else. */
function echo(schema: Located, reader: FieldReader): Echo {
  const parse = reader.stepsParserOf(schema);
  const show = writeOnlyRemover(schema, reader);
  return function* (sent, otherwise) {
    const value = yield* unreportedSteps(parse(sent));
    return value instanceof Issues ? otherwise : yield* show(value);
  };
}
