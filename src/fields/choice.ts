import { Issue, Issues, sentence, wrong } from '../errors/issue.ts';
import type { Scalar } from '../errors/words.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { once } from '../text/memo.ts';
import { aString, checkNoMore, checkOptions, inWords, type Rules } from '../text/options.ts';
import { repr } from '../text/strings.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { float, integer } from './number.ts';
import type { Samples } from './samples.ts';
import {
  checkValuesOption,
  exceedsInt64,
  numberOf,
  type Values,
  type ValuesOption,
  valuesRules,
} from './values.ts';

/**
 * A boolean: true or false, 1 or 0, or text: `true`, `t`, `yes`, `y`, `on`, `1` and their opposites, in any case.
 *
 * @example
 * boolean().parse('yes') // true
 * boolean().parse('maybe') // refused: Must be true or false
 */
export function boolean(options: ValuesOption = {}): Field<boolean> {
  checkValuesOption('boolean()', options);
  checkNoMore('boolean()', arguments, 1);
  const { values = 'strict', label } = options;
  return field({
    label,
    parse(raw, fit) {
      if (typeof raw === 'boolean') return raw;
      fit?.lower(CONVERTED);
      if (typeof raw === 'string') return readText(raw);
      const isRead = values === 'fastapi' || (raw instanceof InexactNumber && raw.isWhole);
      const number = isRead ? numberOf(raw) : raw;
      return typeof number === 'number' ? readNumber(number, raw) : wrong('bool_type', raw);
    },
    write: (value) => String(readText(String(value))),
    typeName: () => 'bool',
    describe: (side) => (side === 'input' ? input() : { type: 'boolean' }),
    samples: () => ({ accepted: [true, false, 'yes'], refused: ['maybe'] }),
  });
}

function readText(raw: string): boolean | Issues {
  const value = raw.length <= LONGEST ? BOOLEAN_TEXTS.get(raw.toLowerCase()) : undefined;
  return value ?? wrong('bool_parsing', raw);
}

function readNumber(number: number, raw: unknown): boolean | Issues {
  if (number === 1 || number === 0) return number === 1;
  return wrong(isInt64(number, raw) ? 'bool_parsing' : 'bool_type', raw);
}

function isInt64(number: number, raw: unknown): boolean {
  if (raw instanceof InexactNumber && raw.isWhole) return !exceedsInt64(raw);
  return Number.isInteger(number) && Math.abs(number) < INT64_LIMIT;
}

const BOOLEAN_TEXTS: ReadonlyMap<string, boolean> = new Map([
  ...['true', 't', 'yes', 'y', 'on', '1'].map((text) => [text, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0'].map((text) => [text, false] as const),
]);
const LONGEST = 5;
const INT64_LIMIT = 2 ** 63;

function input() {
  return {
    anyOf: [
      { type: 'boolean' },
      { enum: [0, 1] },
      { type: 'string', pattern: `^(?:${[...BOOLEAN_TEXTS.keys()].map(inAnyCase).join('|')})$` },
    ],
  };
}

function inAnyCase(text: string): string {
  return text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** A value of a literal or an enumeration. */
export type { Scalar };

export function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Finds an allowed value. Looks up `read`, the value as parsed; reports `raw`, the value as it arrived. */
type Choose<Value> = (read: unknown, raw: unknown) => Value | Issues;

/** Makes a lookup in a list of values. An empty list is a mistake in the program, and throws. */
function chooseAmong<Value extends Scalar>(
  expected: readonly Value[],
  type: 'enum' | 'literal_error',
  values: Values,
): Choose<Value> {
  if (expected.length === 0) throw new TypeError('A choice needs at least one value');
  const wrongValue = expected.find((value) => typeof value === 'object' && value !== null);
  if (wrongValue !== undefined)
    throw new TypeError(`A choice takes strings, numbers, booleans and null, not ${inWords(wrongValue)}`);
  // Made on first use: a schema that is read exactly looks in a set of its own.
  const known = once(() => knownValues.get(expected) ?? new Set<unknown>(expected));
  const isNumeric = values === 'fastapi' && expected.some(Number.isInteger);
  const find = values === 'fastapi' ? equalsOf : oneOnly;
  const [first] = expected;
  return (read, raw) => {
    // Most literals have a single value, the tag of an object.
    if (read === first) return first as Value;
    const value = find(read).find((each) => known().has(each));
    if (value !== undefined) return value as Value;
    return wrong(isNumeric && exceedsInt64(read) ? 'int_parsing_size' : type, raw, { expected });
  };
}

/** The values of long lists that were sorted in steps. */
export const knownValues = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** Returns the value, or the double that is written as this number is: the number may be too large for every digit to be kept. */
function oneOnly(read: unknown): readonly unknown[] {
  return [read instanceof InexactNumber && read.text === String(read.double) ? read.double : read];
}

/** Returns the values that Python compares as equal: 1 equals `True`, and 0 equals `False`. */
function equalsOf(read: unknown): readonly unknown[] {
  const number = typeof read === 'boolean' ? Number(read) : numberOf(read);
  return [read, number, number === 0 || number === 1 ? number === 1 : read];
}

/**
 * One of the given values, without conversion: `literal('asc', 'desc')`.
 *
 * @example
 * literal('asc', 'desc').parse('asc') // 'asc'
 */
export function literal<const Values extends readonly [Scalar, ...Scalar[]]>(
  ...expected: Values
): Field<Values[number]> {
  return literalOf<Values[number]>(expected);
}

/** The same, from an array of values. */
export function literalOf<const Value extends Scalar>(
  expected: readonly Value[],
  { values = 'strict' }: ValuesOption = {},
): Field<Value> {
  const choose = chooseAmong(expected, 'literal_error', values);
  const schema = expected.length === 1 ? { const: expected[0] } : { enum: expected };
  return field({
    parse: (raw) => choose(raw, raw),
    write: (value) => JSON.stringify(value),
    typeName: () => `literal[${expected.map(repr).join(',')}]`,
    describe: () => schema,
    samples: () => choiceSamples(expected),
  });
}

interface EnumerationOptions extends ValuesOption {
  /** The name of its class, which unions use. */
  readonly name?: string;
}

const enumerationRules: Rules<EnumerationOptions> = { ...valuesRules, name: aString };

/**
 * One of a list of values, as in Python's enumerations. If all are numbers, one may also be sent as text, and is compared by
 * value.
 *
 * @example
 * enumeration([1, 2, 3]).parse('2') // 2
 */
export function enumeration<const Value extends Scalar>(
  expected: readonly Value[],
  options: EnumerationOptions = {},
): Field<Value> {
  if (!Array.isArray(expected)) throw new TypeError('enumeration() takes a list of values');
  checkOptions('enumeration()', options, enumerationRules);
  checkNoMore('enumeration()', arguments, 2);
  const { values = 'strict', name, label } = options;
  const choose = chooseAmong(expected, 'enum', values);
  const number = numberFor(expected, values);
  const allowed = { enum: expected };
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      const read = number?.parse(raw);
      return choose(read === undefined || read instanceof Issues ? raw : read, raw);
    },
    write: (value) => (number && typeof value === 'number' ? number.write(value) : JSON.stringify(value)),
    typeName: () => (name === undefined ? 'enum' : `${kindOf(expected)}[${name}]`),
    samples: () => choiceSamples(expected),
    describe: (side) => (side !== 'input' || number === undefined ? allowed : orText(expected)),
  });
}

/** Returns the name of Python's enumerations of strings, integers or numbers. */
function kindOf(expected: readonly Scalar[]): string {
  if (expected.every((value) => typeof value === 'string')) return 'str-enum';
  if (expected.every(Number.isInteger)) return 'int-enum';
  return expected.every((value) => typeof value === 'number') ? 'float-enum' : 'enum';
}

/** Returns the field that reads the values if all are numbers. */
function numberFor(expected: readonly Scalar[], values: Values): Field<number | bigint> | undefined {
  if (!expected.every((value) => typeof value === 'number')) return undefined;
  return expected.every(Number.isSafeInteger) ? integer({ values }) : float({ values });
}

function orText(expected: readonly Scalar[]) {
  const description = sentence(new Issue('enum', undefined, { expected }));
  return { anyOf: [{ enum: expected }, { type: 'string', description }] };
}

/** The allowed values, and one of them in another case. */
function choiceSamples(expected: readonly unknown[]): Samples {
  const texts = expected.slice(0, MAX_CHOICES).filter((value) => typeof value === 'string');
  const inOtherCase = texts.map((text) =>
    text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase(),
  );
  return { accepted: expected.slice(0, MAX_CHOICES), refused: inOtherCase.slice(0, 1) };
}

/** The most values of an enumeration that are samples. */
const MAX_CHOICES = 100;
