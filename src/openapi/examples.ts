import type { Example } from '../contract/endpoint.ts';
import { Issue, Issues } from '../errors/issue.ts';
import type { AnyField, JsonSchema } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { slug } from '../text/strings.ts';

/** Picks one part of the request from an example; undefined if the example has none. */
type Part = (example: Example) => unknown;

/**
 * Lists the values of a part in the examples that have it. Values that match the schema are listed under `examples`, where
 * linters check them; all others, for people to try, under `x-more-examples`.
 */
export function examplesOf(examples: readonly Example[], part: Part, spell: Spelling): JsonSchema {
  const promised: [string, JsonSchema][] = [];
  const more: [string, JsonSchema][] = [];
  for (const example of examples) {
    const sent = part(example);
    if (sent === undefined) continue;
    const value = example.status < 400 ? spell(sent) : undefined;
    const entry = { summary: example.title, value: value === undefined ? sent : value };
    (value === undefined ? more : promised).push([slug(example.title), entry]);
  }
  return {
    ...(promised.length > 0 && { examples: Object.fromEntries(promised) }),
    ...(more.length > 0 && { 'x-more-examples': Object.fromEntries(more) }),
  };
}

/** Turns a sent value into one that matches the schema; undefined if that is impossible. */
type Spelling = (sent: unknown) => unknown;

/** Converts a parameter, which is text in a request, to the type in its schema. */
export function asParameter(field: AnyField): Spelling {
  const isList = field.describe('request').type === 'array';
  return (sent) => written(field, isList ? [sent].flat() : sent);
}

/** Keeps a body unchanged, unless the field would convert the type of a value in it. */
export function asBody(field: AnyField): Spelling {
  return (sent) => (isOfSameTypes(sent, written(field, sent)) ? sent : undefined);
}

function written(field: AnyField, sent: unknown): unknown {
  const value = field.parse(sent);
  return value instanceof Issues || value instanceof Issue ? undefined : JSON.parse(field.write(value));
}

function isOfSameTypes(sent: unknown, read: unknown): boolean {
  if (Array.isArray(sent))
    return Array.isArray(read) && sent.every((each, at) => isOfSameTypes(each, read[at]));
  if (!isRecord(sent)) return typeof sent === typeof read;
  if (!isRecord(read)) return false;
  return Object.keys(sent).every(
    (name) => !Object.hasOwn(read, name) || isOfSameTypes(sent[name], read[name]),
  );
}
