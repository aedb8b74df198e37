import type { JsonSchema } from '../fields/field.ts';
import { isRecord } from '../fields/values.ts';
import { cutText, listInWords } from '../text/cut.ts';

/** Describes a value in words: `an integer from 0 to 120`. */
export function inWords(schema: unknown): string {
  if (!isRecord(schema)) return 'any value';
  if (typeof schema.$ref === 'string') return nameOf(schema.$ref);
  if ('const' in schema) return cutText(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return `one of ${listInWords(schema.enum, written, ', ')}`;
  const { anyOf, oneOf, allOf } = schema;
  const alternatives = anyOf ?? oneOf ?? allOf;
  if (Array.isArray(alternatives)) return alternativesInWords(alternatives);
  if (Array.isArray(schema.type))
    return alternativesInWords(schema.type.map((type) => ({ ...schema, type })));
  const tell = typeof schema.type === 'string' ? types[schema.type] : undefined;
  return tell?.(schema) ?? (isRecord(schema.properties) ? 'an object' : 'any value');
}

/** The name at the end of a reference. */
function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

const types: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  integer: (schema) => `an integer${range(schema)}`,
  number: (schema) => `a number${range(schema)}`,
  boolean: () => 'true or false',
  null: () => 'null',
  string: stringInWords,
  array: ({ items, minItems, maxItems }) =>
    `a list${count(minItems, maxItems, 'item')}, each ${inWords(items)}`.replace(', each any value', ''),
  object: ({ additionalProperties, properties, minProperties, maxProperties }) => {
    const size = count(minProperties, maxProperties, 'name');
    return isRecord(additionalProperties) && !properties
      ? `an object${size || ' of any names'}, each with ${inWords(additionalProperties)}`
      : `an object${size}`;
  },
};

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  'idn-email': 'an email address',
  uri: 'a URL',
  url: 'a URL',
  uuid: 'a UUID',
  date: 'a date, as 2026-01-31',
  time: 'a time, as 12:30:00',
  'date-time': 'a date with a time, as 2026-01-31T12:30:00Z',
  duration: 'a duration, as PT1H30M',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  binary: 'a file',
  password: 'text, kept secret',
};

function stringInWords({ format, pattern, minLength, maxLength }: JsonSchema): string {
  const known = typeof format === 'string' ? (formats[format] ?? `text of the format ${format}`) : undefined;
  const name = known ?? (pattern === undefined ? 'text' : formOf(String(pattern)));
  return name + count(minLength, maxLength, 'character');
}

/** Describes a pattern without showing it: the refusals show its meaning better to people. */
function formOf(pattern: string): string {
  return /^\^?(?:\[[^\]]*\]\*)?\[hH\]\[tT\]\[tT\]\[pP\]/.test(pattern)
    ? 'a web address'
    : 'text of a given form';
}

function count(least: unknown, most: unknown, unit: string): string {
  const size = least === most && most !== undefined ? ` of ${most}` : bounds(least, most, 'of');
  return size && `${size} ${unit}${(most ?? least) === 1 ? '' : 's'}`;
}

function bounds(least: unknown, most: unknown, between: 'of' | 'from'): string {
  if (least === undefined) return most === undefined ? '' : ` of at most ${most}`;
  return most === undefined ? ` of at least ${least}` : ` ${between} ${least} to ${most}`;
}

/** The bounds of a number, without those of safe integers, which go without saying. */
function range({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): string {
  const [least, most] = [minimum, maximum].map((bound) =>
    Math.abs(Number(bound)) === Number.MAX_SAFE_INTEGER ? undefined : bound,
  );
  const others = {
    'more than': exclusiveMinimum,
    'less than': exclusiveMaximum,
    'a multiple of': multipleOf,
  };
  const known = Object.entries(others).filter(([, bound]) => bound !== undefined);
  return bounds(least, most, 'from') + known.map(([words, bound]) => `, ${words} ${bound}`).join('');
}

/** Describes alternatives: `an integer from 0 to 120, also as text, or null`. */
function alternativesInWords(alternatives: readonly unknown[]): string {
  const flat = alternatives.flatMap(spread);
  const isNumeric = flat.some((each) => each.type === 'integer' || each.type === 'number');
  const isTwin = ({ type, pattern }: JsonSchema) => isNumeric && type === 'string' && pattern !== undefined;
  const isEmpty = (each: JsonSchema) => each.const === '';
  const plain = flat.filter((each) => !isTwin(each) && !isEmpty(each) && each.type !== 'null');
  return [
    listInWords([...new Set(plain.map(inWords))], String, ' or '),
    flat.some(isTwin) ? ', also as text' : '',
    flat.some(isEmpty) ? ', or empty' : '',
    flat.some(({ type }) => type === 'null') ? ', or null' : '',
  ].join('');
}

function spread(schema: unknown): JsonSchema[] {
  if (!isRecord(schema)) return [];
  return Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(spread) : [schema];
}

/** A value as people write it: a text without quotation marks, unless it is empty. */
export function written(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
