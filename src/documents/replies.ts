import type { AnyHandler, AnyInput } from '../contract/endpoint.ts';
import type { Success } from '../contract/success.ts';
import { Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { unknown, writeJson } from '../fields/optional.ts';
import { rawText } from '../fields/text.ts';
import { isRecord } from '../fields/values.ts';
import { linesFor } from '../http/faults.ts';
import { linesOf, NO_STORE, NOSNIFF, type Reply } from '../http/reply.ts';
import type { FieldReader } from './fields.ts';
import { itemsOf, type Located, partsOf, textIn, within } from './located.ts';
import type { References } from './references.ts';
import { sampleOf } from './sample.ts';
import { isJson, objectsIn, propertiesIn } from './schema.ts';

/** The successful reply of an operation, and the handler that makes its body. */
interface ReadSuccess {
  readonly reply: Success;
  readonly handler: AnyHandler;
  /** True if the document declares a success. */
  readonly isDeclared: boolean;
}

/** The shared field of all JSON bodies: a document may have a hundred thousand of them. */
const written: AnyField = derive(unknown(), { write: writeKnown });

/** Likewise, all other bodies share a field, and all empty replies a handler. */
const raw: AnyField = rawText();
const answerNothing: AnyHandler = () => undefined;
const answerEmpty: AnyHandler = () => '';

/** The JSON text of constant replies, written once. */
const texts = new WeakMap<object, string>();

function writeKnown(value: unknown): string {
  return (isObject(value) ? texts.get(value) : undefined) ?? writeJson(value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Finds the first success among responses, or else the default, with its status as written in the document. */
export function successIn(responses: Located): [status: string, response: Located] | undefined {
  const all = partsOf(responses);
  return (
    all.find(([status]) => /^2(?:[0-9]{2}|XX)$/i.test(status)) ?? all.find(([status]) => status === 'default')
  );
}

/** Reads the first success that an operation declares. */
export function readSuccess(responses: Located, reader: FieldReader): ReadSuccess {
  const found = successIn(responses);
  const [code, response] = found ?? ['200', undefined];
  const isDeclared = found !== undefined;
  const content = response ? partsOf(within(reader.references.follow(response), 'content')) : [];
  const [type, media] = content.find(([each]) => isJson(each)) ?? content[0] ?? [];
  if (code === '204' || code === '205') return { reply: { status: 204 }, handler: answerNothing, isDeclared };
  const status = statuses.find((each) => String(each) === code) ?? 200;
  if (type === undefined || media === undefined) {
    const reply = { status, body: raw, mediaType: 'text/plain; charset=utf-8' };
    return { reply, handler: answerEmpty, isDeclared };
  }
  if (isJson(type)) {
    const body: AnyField = { ...written, describe: () => schemaIn(media) };
    return { reply: { status, body }, handler: replier(media, reader), isDeclared };
  }
  return {
    reply: { status, body: raw, mediaType: mediaTypeOf(type) },
    handler: textReplier(media, reader),
    isDeclared,
  };
}

/** The media type to send for the declared one, which may be a range. */
export function mediaTypeOf(declared: string): string {
  if (!/[^\t -~]|\*/.test(declared)) return declared;
  return isJson(declared) ? 'application/json' : 'application/octet-stream';
}

const statuses = [200, 201, 202, 203, 206, 207, 208, 226] as const;

function schemaIn(media: Located): Readonly<Record<string, unknown>> {
  const { value } = within(media, 'schema');
  return isRecord(value) ? value : {};
}

/** Answers with the values that were sent, where names and types match, and with an example or a sample for the rest. */
function replier(media: Located, reader: FieldReader): AnyHandler {
  const schema = within(media, 'schema');
  let compiled: ((input: AnyInput) => unknown) | undefined;
  return (input) => {
    compiled ??= answerer(schema, bodyIn(media, reader), reader);
    return compiled(input);
  };
}

function answerer(schema: Located, base: unknown, reader: FieldReader): (input: AnyInput) => unknown {
  const target = reader.references.follow(schema);
  const whole = echo(target, reader);
  if (isObject(base)) texts.set(base, writeJson(base));
  if (!isRecord(base) || Object.keys(base).length === 0)
    return ({ body }) => (body === undefined ? base : whole(body, base));
  const schemas = objectsIn([target], reader.references);
  return schemas ? echoEach(propertiesIn(schemas), base, reader) : echoWhole(whole, base);
}

type Values = Readonly<Record<string, unknown>>;

/** All values that were sent by name, of which those of the body win. */
function sentIn({ body, params, query }: AnyInput): Values {
  const entries = [query, params, body].filter(isRecord).flatMap((each) => Object.entries(each));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Makes a handler that answers with an object, in which properties that were sent, and are valid, replace others. */
function echoEach(properties: ReadonlyMap<string, Located>, base: Values, reader: FieldReader) {
  const echoes = Object.keys(base).map((name) => {
    const schema = properties.get(name);
    return [name, schema && echo(schema, reader)] as const;
  });
  return (input: AnyInput) => {
    const sent = sentIn(input);
    const isSent = (name: string) => Object.hasOwn(sent, name);
    if (!echoes.some(([name]) => isSent(name))) return base;
    const entries = echoes.map(([name, echoed]) => [
      name,
      echoed && isSent(name) ? echoed(sent[name], base[name]) : base[name],
    ]);
    return Object.fromEntries(entries);
  };
}

/**
 * Makes a handler that answers with an object of several kinds, whose properties are not valid one by one: the body that was
 * sent, or else the object with all properties that were sent, if that is valid.
 */
function echoWhole(whole: Echo, base: Values) {
  return (input: AnyInput) => {
    const { body } = input;
    const sent = Object.entries(sentIn(input)).filter(([name]) => Object.hasOwn(base, name));
    const known = Object.fromEntries(sent);
    const mixed = sent.length > 0 ? whole({ ...base, ...known }, base) : base;
    return isRecord(body) ? whole({ ...known, ...body }, mixed) : mixed;
  };
}

type Echo = (sent: unknown, otherwise: unknown) => unknown;

/** Makes a function that returns what was sent if it is valid in a reply, otherwise something else. */
function echo(schema: Located, reader: FieldReader): Echo {
  const field = reader.fieldOf(schema);
  return (sent, otherwise) => {
    const value = field.parse(sent);
    return value instanceof Issues ? otherwise : withoutWriteOnly(value, schema, reader);
  };
}

/** The body of a response: its example, or a sample. */
function bodyIn(media: Located, reader: FieldReader): unknown {
  const schema = within(media, 'schema');
  return withoutWriteOnly(exampleIn(media, reader) ?? sampleOf(schema, reader), schema, reader);
}

/** The first valid example of a response. */
function exampleIn(media: Located, reader: FieldReader): unknown {
  const field = reader.fieldOf(within(media, 'schema'));
  const examples = partsOf(within(media, 'examples')).map(
    ([, part]) => within(reader.references.follow(part), 'value').value,
  );
  const all = [within(media, 'example').value, ...examples];
  return all.find((each) => each !== undefined && !(field.parse(each) instanceof Issues));
}

function textReplier(media: Located, reader: FieldReader): AnyHandler {
  const example = textIn(media, 'example');
  return () => {
    if (example !== undefined) return example;
    const sample = sampleOf(within(media, 'schema'), reader);
    return typeof sample === 'string' ? sample : '';
  };
}

/** Finds a reply that an operation declares, by status, by the name of an example, or by both. */
export type ReplyLookup = (code: number | undefined, example: string | undefined) => Reply | undefined;

/** A response and the status to send it with. */
interface Candidate {
  readonly status: number;
  readonly response: Located;
}

/** Statuses that come from gateways, which a service's `default` does not mean. */
const gatewayStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Makes the lookup of an operation. It leaves the success without a named example to the handler. */
export function replyLookup(responses: Located, reader: FieldReader, success: number): ReplyLookup {
  const parts = () => partsOf(responses);

  function candidates(code: number | undefined): Candidate[] {
    if (code !== undefined) return responsesFor(code);
    const coded = parts().filter(([key]) => /^[2-5][0-9]{2}$/.test(key));
    const first = coded.filter(([key]) => Number(key) === success);
    return [...first, ...coded].map(([key, response]) => ({ status: Number(key), response }));
  }

  function responsesFor(code: number): Candidate[] {
    const keys = [String(code), `${String(code).slice(0, 1)}XX`];
    if (!gatewayStatuses.has(code)) keys.push('default');
    const found = keys.flatMap((name) => parts().filter(([key]) => key.toUpperCase() === name.toUpperCase()));
    return found.slice(0, 1).map(([, response]) => ({ status: code, response }));
  }

  return (code, example) => {
    if (example === undefined && (code === undefined || code === success)) return undefined;
    for (const { status, response } of candidates(code)) {
      const reply = replyIn(reader.references.follow(response), status, example, reader);
      if (reply) return reply;
    }
    return undefined;
  };
}

function replyIn(
  response: Located,
  status: number,
  example: string | undefined,
  reader: FieldReader,
): Reply | undefined {
  const content = partsOf(within(response, 'content'));
  const ordered = [...content.filter(([type]) => isJson(type)), ...content];
  if (example === undefined) {
    const [type, media] = ordered[0] ?? [];
    if (type === undefined || media === undefined) return replyOf(status);
    return replyOf(status, type, bodyIn(media, reader));
  }
  for (const [type, media] of ordered) {
    const named = partsOf(within(media, 'examples')).find(([name]) => name === example);
    const value = named && within(reader.references.follow(named[1]), 'value').value;
    if (value !== undefined)
      return replyOf(status, type, withoutWriteOnly(value, within(media, 'schema'), reader));
  }
  return undefined;
}

/** Statuses whose replies never have a body, even if one is declared. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

function replyOf(status: number, type?: string, value?: unknown): Reply {
  const uncached = (status >= 400 ? NO_STORE : '') + linesFor(status);
  if (type === undefined || bodiless.has(status))
    return { kind: 'reply', status, headers: NOSNIFF + uncached, body: '' };
  const headers = linesOf('Content-Type', mediaTypeOf(type)) + NOSNIFF + uncached;
  return { kind: 'reply', status, headers, body: textOf(type, value) };
}

function textOf(type: string, value: unknown): string {
  if (isJson(type)) return writeJson(value);
  return typeof value === 'string' ? value : '';
}

/** Returns a value of a reply without its properties that are writeOnly: only requests have them. */
function withoutWriteOnly(value: unknown, schema: Located, replies: FieldReader): unknown {
  return shown(value, [schema], replies);
}

function shown(value: unknown, schemas: readonly Located[], replies: FieldReader): unknown {
  if (schemas.length === 0) return value;
  if (Array.isArray(value)) {
    const all = combinedIn(schemas, replies.references);
    return value.map((item, at) => shown(item, membersOf(all, 'prefixItems', String(at), 'items'), replies));
  }
  return isRecord(value) ? shownObject(value, combinedIn(schemas, replies.references), replies) : value;
}

function shownObject(
  value: Readonly<Record<string, unknown>>,
  all: readonly Located[],
  replies: FieldReader,
): unknown {
  const entries: [string, unknown][] = [];
  for (const name of Object.keys(value)) {
    const schemas = membersOf(all, 'properties', name, 'additionalProperties');
    if (!schemas.some((each) => replies.isForeign(each)))
      entries.push([name, shown(value[name], schemas, replies)]);
  }
  return Object.fromEntries(entries);
}

/** The schemas of a member: those for its name, or else those for all others. */
function membersOf(all: readonly Located[], named: string, name: string, others: string): Located[] {
  const members = all.map((each) => {
    const own = within(within(each, named), name);
    return own.value === undefined ? within(each, others) : own;
  });
  return members.filter(({ value }) => value !== undefined);
}

/** These schemas, and those that they refer to or combine, each once. */
function combinedIn(schemas: readonly Located[], references: References): readonly Located[] {
  const found = new Map<unknown, Located>();
  const open = [...schemas];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, at } = next;
    if (!isRecord(value) || found.has(value)) continue;
    found.set(value, next);
    if (typeof value.$ref === 'string') open.push(references.find(value.$ref, at));
    for (const keyword of ['allOf', 'oneOf', 'anyOf'])
      for (const member of itemsOf(within(next, keyword))) open.push(member);
  }
  return [...found.values()];
}
