import type { AnyInput } from '../contract/endpoint.ts';
import { Issues } from '../errors/issue.ts';
import { isRecord, UploadedFile } from '../fields/values.ts';
import { hold } from '../text/json/reader.ts';
import { once } from '../text/memo.ts';
import { atOnce } from '../text/turns.ts';
import { unreported } from './checks.ts';
import { writeOnlyRemover } from './combined.ts';
import type { FieldReader } from './fields.ts';
import type { Located } from './located.ts';
import { countValues, STEPS, STEPS_PER_VALUE } from './schema/run.ts';
import { objectsIn, propertyFinder } from './schema.ts';

/** Replies that repeat what was sent, where names and types match; an example or a sample is the rest. */

/** Makes the value of a reply to a request. It is `base` itself if nothing of the request belongs in it. */
type Answerer = (input: AnyInput) => unknown;

export function answerer(schema: Located, base: unknown, reader: FieldReader): Answerer {
  const target = reader.references.follow(schema);
  const whole = echo(target, reader);
  if (!isRecord(base) || Object.keys(base).length === 0)
    return ({ body }) => (body === undefined ? base : whole(body, base));
  const schemas = objectsIn([target], reader.references);
  return schemas ? echoEach(propertyFinder(schemas), base, reader) : echoWhole(whole, base);
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the steps in which a reply may look what of a request is valid in it: more for each value of the body. */
export function stepsFor({ body }: AnyInput): number {
  return STEPS + STEPS_PER_VALUE * atOnce(countValues(body));
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
      const inner = once(() => (isRecord(value) ? answerer(schema, value, reader) : undefined));
      return { echoed: echo(schema, reader), inner };
    });
    return { name, value, made };
  });
  const objects = echoes.filter(({ value }) => isRecord(value));
  const envelope = objects.length === 1 ? objects[0] : undefined;
  return (input) => {
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
      const whole = property ? property.echoed(sent, invalid) : value;
      if (whole !== invalid) show(name, whole);
      else if (isRecord(sent))
        show(name, property?.inner()?.({ ...input, params: undefined, query: undefined, body: sent }));
    }
    if (!isSent && envelope) show(envelope.name, envelope.made()?.inner()?.(input));
    return answer ?? base;
  };
}

/**
 * Makes a handler that answers with an object of several kinds, whose properties are not valid one by one: the body that was
 * sent, or else the object with all properties that were sent, if that is valid.
 */
function echoWhole(whole: Echo, base: Values): Answerer {
  return (input) => {
    const { body } = input;
    const objects = objectsSent(input);
    const sent = Object.keys(base).map((name) => [name, sentAs(name, objects)] as const);
    const known = Object.fromEntries(sent.filter(([, value]) => value !== undefined));
    const mixed = Object.keys(known).length > 0 ? whole({ ...base, ...known }, base) : base;
    return isRecord(body) ? whole({ ...known, ...body }, mixed) : mixed;
  };
}

type Echo = (sent: unknown, otherwise: unknown) => unknown;

/** Stands for the value of a property that is not valid. */
const invalid = Symbol('invalid');

/** Makes a function that returns what was sent if it is valid in a reply, otherwise something else. */
function echo(schema: Located, reader: FieldReader): Echo {
  const parse = reader.parserOf(schema);
  const show = writeOnlyRemover(schema, reader);
  return (sent, otherwise) => {
    const value = unreported(() => parse(sent));
    return value instanceof Issues ? otherwise : show(value);
  };
}
