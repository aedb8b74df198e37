import { Issues } from '../errors/issue.ts';
import { isRecord } from '../fields/values.ts';
import { atOnce, type Steps } from '../text/turns.ts';
import { combinedIn, membersOf } from './combined.ts';
import type { FieldReader } from './fields.ts';
import type { Located } from './located.ts';
import { sampleInSteps } from './sample.ts';
import { mergedOf, type Schema } from './schema.ts';

/** Samples whose values differ each time, but for the same seed. */

/** Returns a number from 0 to 1, without 1. */
export type Random = () => number;

/** Makes random numbers that are the same for the same seed (mulberry32, seeded by FNV-1a). */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Variation {
  readonly reader: FieldReader;
  readonly random: Random;
  /** The values that may still be varied. */
  left: number;
}

const MAX_VALUES = 5000;
/** The items of a list, unless its schema wants others. */
const MIN_ITEMS = 2;
const MAX_ITEMS = 5;
/** The limit on those items, unless the sample has more. */
const MOST_ITEMS = 100;

/** Returns a valid value of a schema with random parts; lists have several different items. */
export function randomOf(schema: Located, reader: FieldReader, random: Random): unknown {
  return atOnce(randomInSteps(schema, reader, random));
}

/** The same in steps, one for each value. */
export function* randomInSteps(schema: Located, reader: FieldReader, random: Random): Steps<unknown> {
  const sample = yield* sampleInSteps(schema, reader);
  return yield* varied(sample, [schema], { reader, random, left: MAX_VALUES });
}

/** Varies a value within its schemas. Where that would make it invalid, it stays as it is. */
function* varied(value: unknown, schemas: readonly Located[], variation: Variation): Steps<unknown> {
  yield;
  const { reader } = variation;
  if (variation.left-- <= 0 || schemas.length === 0) return value;
  const parsers = schemas.map((each) => reader.parserOf(each));
  const isValid = (each: unknown) => parsers.every((parse) => !(parse(each) instanceof Issues));
  const all = combinedIn(schemas, reader.references);
  for (const candidate of yield* candidates(value, all, variation)) if (isValid(candidate)) return candidate;
  return value;
}

function* candidates(
  value: unknown,
  all: readonly Located[],
  variation: Variation,
): Steps<Iterable<unknown>> {
  const rules = mergedOf(all.filter((each) => isRecord(each.value)));
  if (Array.isArray(value)) return yield* lists(value, all, rules, variation);
  return isRecord(value) ? [yield* variedObject(value, all, variation)] : scalars(value, rules, variation);
}

function* scalars(value: unknown, rules: Schema, variation: Variation): Iterable<unknown> {
  if (Array.isArray(rules.enum)) yield picked(rules.enum, variation.random);
  else if (typeof value === 'boolean') yield variation.random() < 0.5;
  else if (typeof value === 'number') yield* numbers(value, rules, variation.random);
  else if (typeof value === 'string') yield* texts(value, rules, variation.random);
}

function* variedObject(
  value: Readonly<Record<string, unknown>>,
  all: readonly Located[],
  variation: Variation,
): Steps<unknown> {
  const entries: [string, unknown][] = [];
  for (const [name, each] of Object.entries(value)) {
    const schemas = membersOf(all, 'properties', name, 'additionalProperties');
    entries.push([name, yield* varied(each, schemas, variation)]);
  }
  return Object.fromEntries(entries);
}

/** Makes a list of several items and, if they must not be equal, one of the different ones. */
function* lists(
  value: readonly unknown[],
  all: readonly Located[],
  { minItems, maxItems }: Schema,
  variation: Variation,
): Steps<Iterable<unknown>> {
  const least = Math.max(numberOr(minItems, MIN_ITEMS), Math.min(MIN_ITEMS, numberOr(maxItems, MIN_ITEMS)));
  const most = Math.min(numberOr(maxItems, Number.POSITIVE_INFINITY), Math.max(least, MAX_ITEMS));
  const wanted = value.length === 0 ? 0 : between(least, most, variation.random);
  const count = Math.min(wanted, Math.max(MOST_ITEMS, value.length));
  const items: unknown[] = [];
  for (let at = 0; at < count; at++) {
    const item = value[Math.min(at, value.length - 1)];
    items.push(yield* varied(item, membersOf(all, 'prefixItems', String(at), 'items'), variation));
  }
  const different = new Map(items.map((item) => [JSON.stringify(item), item]));
  return [items, [...different.values()], items.slice(0, value.length)];
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function between(least: number, most: number, random: Random): number {
  return least + Math.floor(random() * (most - least + 1));
}

function picked<Value>(all: readonly Value[], random: Random): Value | undefined {
  return all[Math.floor(random() * all.length)];
}

/** The range of numbers, unless their schema wants others. */
const SPAN = 999;

function* numbers(value: number, rules: Schema, random: Random): Iterable<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  const most = numberOr(maximum, numberOr(exclusiveMaximum, Number.POSITIVE_INFINITY));
  const least = numberOr(minimum, numberOr(exclusiveMinimum, Math.min(1, most - SPAN)));
  const range = Math.min(most - least, SPAN);
  const step = numberOr(multipleOf, Number.isInteger(value) ? 1 : 0.01) || 1;
  for (let attempt = 0; attempt < 3; attempt++) {
    const drawn = Math.ceil((least + random() * range) / step) * step;
    yield Number(drawn.toFixed(6));
  }
}

const words =
  'amber birch copper delta ember fable grove harbor indigo juniper kettle linen maple north orchard pebble quartz river silver tundra umber velvet willow yarrow zephyr'.split(
    ' ',
  );
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2025, 0, 1);

type Draw = (random: Random) => string;

function timeOf(random: Random): string {
  return new Date(START_MS + Math.floor(random() * 365 * DAY_MS)).toISOString();
}

function uuidOf(random: Random): string {
  const hex = Array.from({ length: 32 }, () => between(0, 15, random).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function wordOf(random: Random): string {
  return String(picked(words, random));
}

/** Texts by format. */
const formats: ReadonlyMap<unknown, Draw> = new Map<string, Draw>([
  ['uuid', uuidOf],
  ['date-time', timeOf],
  ['date', (random) => timeOf(random).slice(0, 10)],
  ['time', (random) => timeOf(random).slice(11)],
  ['email', (random) => `${wordOf(random)}.${between(1, SPAN, random)}@example.com`],
  ['hostname', (random) => `${wordOf(random)}-${between(1, SPAN, random)}.example.com`],
  ['uri', (random) => `https://example.com/${wordOf(random)}/${between(1, SPAN, random)}`],
  ['url', (random) => `https://example.com/${wordOf(random)}/${between(1, SPAN, random)}`],
  ['ipv4', (random) => `192.0.2.${between(1, 254, random)}`],
  ['ipv6', (random) => `2001:db8::${between(1, SPAN, random)}`],
  ['byte', (random) => btoa(`${wordOf(random)} ${wordOf(random)}`)],
]);

/** Yields texts of the format, then words, then the text with other letters and digits, which may fit a pattern. */
function* texts(value: string, { format, maxLength, pattern }: Schema, random: Random): Iterable<string> {
  const draw = formats.get(format);
  if (draw) yield draw(random);
  else if (pattern === undefined && format === undefined) {
    const text = `${wordOf(random)} ${wordOf(random)} ${between(1, SPAN, random)}`;
    const long = text.padEnd(value.length, '.');
    yield long.slice(0, numberOr(maxLength, long.length));
  }
  yield value
    .replace(/[a-z]/g, () => letter('a', random))
    .replace(/[0-9]/g, () => String(between(0, 9, random)));
  yield value.replace(/[0-9]/g, () => String(between(0, 9, random)));
}

function letter(first: string, random: Random): string {
  return String.fromCharCode(first.charCodeAt(0) + between(0, 25, random));
}
