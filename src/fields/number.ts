import { Issues, wrong } from '../errors/issue.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { aCount, aString, checkNoMore, checkOptions, type Rules } from '../text/options.ts';
import { matchesWhole, trimAsPython } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import {
  type Bounds,
  boundsRules,
  checkedBounds,
  decimalSamples,
  describeBounds,
  describeText,
  floatSamples,
  integerSamples,
  within,
} from './bounds.ts';
import { type Field, type FieldDefinition, field, type LabelOption } from './field.ts';
import { CONVERTED, EXACT, type Exactness, NEAR } from './fit.ts';
import { fastapiFloat, fastapiInteger } from './number-fastapi.ts';
import { type ValuesOption, valuesRules } from './values.ts';

/**
 * A whole number that a double holds exactly, sent as a number without a fraction or as text. Text follows [pydantic's lax
 * mode](https://docs.pydantic.dev/latest/concepts/conversion_table/), except for what is more likely a mistake: `1_000` and
 * Unicode white space. Booleans, which are integers only in Python, are refused too. With `values: 'fastapi'` all of these are
 * accepted, as are integers of any length, which become bigints where a double would round them.
 *
 * @example
 * integer({ min: 0, max: 120 }).parse('36') // 36
 * integer({ min: 0, max: 120 }).parse(150) // refused: Must be between 0 and 120
 */
export function integer(options?: Bounds & LabelOption & { readonly values?: 'strict' }): Field<number>;
export function integer(options: Bounds & ValuesOption): Field<number | bigint>;
export function integer(options: Bounds & ValuesOption = {}): Field<number | bigint> {
  checkOptions('integer()', options, numberRules);
  checkNoMore('integer()', arguments, 1);
  const { values, label, ...given } = options;
  const bounds = checkedBounds(given);
  const definition = values === 'fastapi' ? fastapiInteger(bounds) : strictInteger(bounds);
  return field({ ...definition, label });
}

const numberRules: Rules<Bounds & ValuesOption> = { ...boundsRules, ...valuesRules };

function strictInteger(bounds: Bounds): FieldDefinition<number> {
  const range = safeRange(bounds);
  const isBounded = Object.keys(bounds).length > 0;
  const number = { type: 'integer', ...describeBounds(range) };
  return {
    /**
     * Checks the bounds first, so that a huge number is reported as above the maximum. Rounding never leads back into the safe
     * range.
     */
    parse(raw, fit) {
      if (typeof raw === 'string') fit?.lower(CONVERTED);
      const value = whole(raw);
      if (typeof value !== 'number') return value;
      const inside = within(bounds, value, raw);
      if (Number.isSafeInteger(value) || typeof inside !== 'number') return inside;
      const isInfinite = typeof raw !== 'string' && !Number.isFinite(value);
      return wrong(isInfinite ? 'finite_number' : 'int_parsing_size', raw);
    },
    write: (value) => String(Number(value)),
    typeName: () => (isBounded ? 'constrained-int' : 'int'),
    describe: (side) => (side === 'input' ? { anyOf: [number, describeText(INTEGER_TEXT, range)] } : number),
    samples: () => integerSamples(bounds),
  };
}

/** Linear: no repetition can match a character that its neighbour could also match. */
const INTEGER_TEXT = /[\t-\r ]*[+-]?[0-9]+(?:\.0+)?[\t-\r ]*/y;

/** Replaces missing bounds with those of the safe integers. */
function safeRange(bounds: Bounds): Bounds {
  return {
    ...(bounds.exclusiveMin === undefined && { min: Number.MIN_SAFE_INTEGER }),
    ...(bounds.exclusiveMax === undefined && { max: Number.MAX_SAFE_INTEGER }),
    ...bounds,
  };
}

/** Reads a whole number, which may be rounded outside the safe range. Adding 0 turns -0 into 0. */
function whole(raw: unknown): number | Issues {
  if (typeof raw === 'number') {
    if (Number.isInteger(raw) || Math.abs(raw) === Number.POSITIVE_INFINITY) return raw + 0;
    return wrong(Number.isNaN(raw) ? 'finite_number' : 'int_from_float', raw);
  }
  if (typeof raw === 'string')
    return matchesWhole(INTEGER_TEXT, raw) ? Number(raw) + 0 : wrong('int_parsing', raw);
  if (!(raw instanceof InexactNumber)) return wrong('int_type', raw);
  return raw.isWhole ? raw.double : wrong('int_from_float', raw);
}

/**
 * A finite number, rounded to the nearest double, sent as a number or as text. Text follows [pydantic's lax
 * mode](https://docs.pydantic.dev/latest/concepts/conversion_table/), except for `1_000`, `nan`, `inf` and Unicode white space.
 * With `values: 'fastapi'` all of these are accepted, and booleans too.
 *
 * @example
 * float({ min: 0 }).parse('1e-3') // 0.001
 */
export function float(options: Bounds & ValuesOption = {}): Field<number> {
  checkOptions('float()', options, numberRules);
  checkNoMore('float()', arguments, 1);
  const { values, label, ...given } = options;
  const bounds = checkedBounds(given);
  const definition = values === 'fastapi' ? fastapiFloat(bounds) : strictFloat(bounds);
  return field({ ...definition, label });
}

function strictFloat(bounds: Bounds): FieldDefinition<number> {
  const isBounded = Object.keys(bounds).length > 0;
  const number = { type: 'number', ...describeBounds(bounds) };
  return {
    parse(raw, fit) {
      fit?.lower(exactness(raw));
      const value = finite(raw);
      return isBounded && typeof value === 'number' ? within(bounds, value, raw) : value;
    },
    write,
    typeName: () => (isBounded ? 'constrained-float' : 'float'),
    describe: (side) => (side === 'input' ? { anyOf: [number, describeText(FLOAT_TEXT, bounds)] } : number),
    samples: () => floatSamples(bounds),
  };
}

/** Linear: no repetition can match a character that its neighbour could also match. */
const FLOAT_TEXT = /[\t-\r ]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[\t-\r ]*/y;

function finite(raw: unknown): number | Issues {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : wrong('finite_number', raw);
  const literal = raw instanceof InexactNumber ? raw.text : raw;
  if (typeof literal !== 'string') return wrong('float_type', raw);
  if (!matchesWhole(FLOAT_TEXT, literal)) return wrong('float_parsing', raw);
  const value = Number(literal);
  return Number.isFinite(value) ? value : wrong('finite_number', raw);
}

/** Rates an integer as almost exact, as Python does: it is not a float, but close to one. */
function exactness(raw: unknown): Exactness {
  if (typeof raw === 'string') return CONVERTED;
  return Number.isInteger(raw) ? NEAR : EXACT;
}

/** Writes a float as Python does, always with a point or an exponent: `10.0`, where `JSON.stringify` writes `10`. */
function write(value: number): string {
  const digits = Object.is(value, -0) ? '-0' : String(Number(value));
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

export interface DecimalOptions extends Bounds, LabelOption {
  /** The most digits in all, and the most after the decimal point. */
  readonly maxDigits?: number;
  readonly maxPlaces?: number;
}

const decimalRules: Rules<DecimalOptions> = {
  ...boundsRules,
  maxDigits: aCount,
  maxPlaces: aCount,
  label: aString,
};

/**
 * A decimal number with all its digits, as Python's `decimal` reads it. The value is text.
 *
 * @example
 * decimal({ maxPlaces: 2 }).parse('19.90') // '19.90'
 */
export function decimal(options: DecimalOptions = {}): Field<string> {
  checkOptions('decimal()', options, decimalRules);
  checkNoMore('decimal()', arguments, 1);
  const { maxDigits, maxPlaces, label, ...bounds } = options;
  const isBounded = Object.keys(bounds).length > 0;
  return field<string>({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      const text = raw instanceof InexactNumber ? raw.text : raw;
      if (typeof text !== 'string' && typeof text !== 'number') return wrong('decimal_type', raw);
      const digits = trimAsPython(String(text)).replaceAll('_', '');
      if (!DECIMAL_TEXT.test(digits))
        return wrong(WORD.test(digits) ? 'finite_number' : 'decimal_parsing', raw);
      const inside = withinDigits(digits, raw, { maxDigits, maxPlaces });
      if (inside instanceof Issues || !isBounded) return inside;
      const bounded = within(bounds, Number(digits), raw);
      return bounded instanceof Issues ? bounded : inside;
    },
    write: quote,
    typeName: () => 'decimal',
    describe: (side) =>
      side === 'output'
        ? { type: 'string' }
        : { anyOf: [{ type: 'number', ...describeBounds(bounds) }, { type: 'string' }] },
    samples: () => decimalSamples(bounds, { maxDigits, maxPlaces }),
  });
}

/** Linear: no repetition can match a character that its neighbour could also match. */
const DECIMAL_TEXT = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const WORD = /^[+-]?(?:s?nan[0-9]*|inf|infinity)$/i;

interface Digits {
  readonly maxDigits: number | undefined;
  readonly maxPlaces: number | undefined;
}

function withinDigits(text: string, raw: unknown, { maxDigits, maxPlaces }: Digits): string | Issues {
  if (maxDigits === undefined && maxPlaces === undefined) return text;
  const { digits, places } = sizeOf(text);
  if (maxDigits !== undefined && digits > maxDigits) return wrong('decimal_max_digits', raw, { maxDigits });
  if (maxPlaces !== undefined && places > maxPlaces) return wrong('decimal_max_places', raw, { maxPlaces });
  const isWide =
    maxDigits !== undefined && maxPlaces !== undefined && digits - places > maxDigits - maxPlaces;
  return isWide ? wrong('decimal_whole_digits', raw, { maxDigits, maxPlaces }) : text;
}

/** Counts the digits in all, and those after the decimal point. Trailing zeros do not count. */
function sizeOf(text: string): { readonly digits: number; readonly places: number } {
  const [mantissa = '', exponent = '0'] = text.replace(SIGN, '').split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = (whole + fraction).replace(LEADING_ZEROS, '');
  const kept = withoutZeros(all);
  const scale = Number(exponent) - fraction.length + (all.length - kept.length);
  if (scale >= 0) return { digits: kept.length + scale, places: 0 };
  return { digits: Math.max(kept.length, -scale), places: -scale };
}

const SIGN = /^[+-]/;
const LEADING_ZEROS = /^0+/;

function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end--;
  return digits.slice(0, end);
}
