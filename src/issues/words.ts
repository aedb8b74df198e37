import { latePattern } from '../text/late-pattern.ts';
import type { TimeFault } from './time-faults.ts';

/** The words that sentences are made of: small parts that several kinds of value share. */

/** The facts of an issue: bounds, an excess, the code point of a character, what was expected. */
export interface Context {
  readonly min?: number;
  readonly max?: number;
  readonly exclusiveMin?: number;
  readonly exclusiveMax?: number;
  readonly multipleOf?: number;
  /** Bounds for the number of characters or items, and the number of items that there are. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly length?: number;
  /** The property that tells kinds apart, what it was, and what it could be. */
  readonly discriminator?: string;
  readonly tag?: string;
  readonly tags?: readonly string[];
  /** The container that has too few or too many items, in pydantic's words: `List`. */
  readonly container?: string;
  readonly excess?: number;
  readonly codePoint?: number;
  /** The place of a name among the reserved ones. */
  readonly name?: number;
  /** The values that an enumeration or a literal has. */
  readonly expected?: readonly Scalar[];
  /** The pattern that a text has to match. */
  readonly pattern?: string;
  /** The keyword of JSON Schema that a value breaks. */
  readonly keyword?: string;
  /** The version that a UUID has to have. */
  readonly version?: number;
  /** The unit of an amount of bytes, as it was sent. */
  readonly unit?: string;
  /** The mistake in a JSON text, in Python's words. */
  readonly jsonError?: string;
  /** The most digits that a decimal may have. */
  readonly maxDigits?: number;
  readonly maxPlaces?: number;
  readonly fault?: TimeFault;
  /** The fault that pydantic finds in the same text, where that is another one. */
  readonly pydanticFault?: TimeFault;
}

/** A value that a literal can have. */
export type Scalar = string | number | boolean | null;

/** The `ctx` of pydantic, by its own names: `{ ge: 0 }`. */
export type PydanticContext = Readonly<
  Record<string, number | string | null | Readonly<Record<string, never>>>
>;

/** Puts an issue into words, by what it knows and by the value that it is about. */
export type Words = (context: Context, input: unknown) => string;

/** The words for one type of issue. */
export interface Row {
  /** The type that a reply carries where it is not the row's own name. */
  readonly publicType?: string;
  /** The reason in lower case, to follow a label: `Age: must be between 0 and 120`. */
  readonly reason: (context: Context) => string;
  /** The same in pydantic's words: `Input should be greater than or equal to 0`. */
  readonly pydanticMessage: Words;
  /** The `ctx` of pydantic; without it, there is none. */
  readonly pydanticContext?: (context: Context, input: unknown) => PydanticContext;
}

/** The same words whatever the context is: ours, then pydantic's. */
export function message(reason: string, pydanticMessage: string): Row {
  return { reason: () => reason, pydanticMessage: () => pydanticMessage };
}

/** A refusal that pydantic knows nothing of, which it would call a `value_error`. */
export function valueError(reason: string): Row & { readonly publicType: 'value_error' } {
  return {
    publicType: 'value_error',
    reason: () => reason,
    pydanticMessage: () => `Value error, ${reason}`,
    pydanticContext: () => ({ error: {} }),
  };
}

/** The bounds of a number in words; some of them may be open. */
export function between({ min, max, exclusiveMin, exclusiveMax }: Context): string {
  if (min !== undefined && max !== undefined && exclusiveMin === undefined && exclusiveMax === undefined)
    return `between ${min} and ${max}`;
  const bounds = [
    min !== undefined && `at least ${min}`,
    exclusiveMin !== undefined && `greater than ${exclusiveMin}`,
    max !== undefined && `at most ${max}`,
    exclusiveMax !== undefined && `less than ${exclusiveMax}`,
  ];
  return bounds.filter((bound) => bound !== false).join(' and ');
}

/** The number of units that there have to be, in words. */
export function amount({ minLength, maxLength }: Context, unit: string): string {
  if (minLength === undefined) return `at most ${count(maxLength, unit)}`;
  if (maxLength === undefined) return `at least ${count(minLength, unit)}`;
  return minLength === maxLength
    ? `exactly ${count(minLength, unit)}`
    : `between ${minLength} and ${count(maxLength, unit)}`;
}

/** A number without an exponent, as pydantic writes bounds. */
export function decimal(number = 0): string {
  const [mantissa = '', exponent] = String(number).split('e');
  if (exponent === undefined) return mantissa;
  if (Number(exponent) > 0) return String(BigInt(number));
  const [, decimals = ''] = mantissa.split('.');
  return number.toFixed(Math.min(decimals.length - Number(exponent), MAX_DECIMALS));
}

/** As many as a number can be written with. */
const MAX_DECIMALS = 100;

/** So many of a unit. */
export function count(number: number | undefined, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** A character as a reader can make it out: in quotes where it is visible, by its number where it is not. */
export function show(codePoint = 0): string {
  if (codePoint === 0x20) return 'a space';
  const character = String.fromCodePoint(codePoint);
  if (!visible().test(character)) return hex(codePoint);
  return character === '"' ? `'"'` : `"${character}"`;
}

const visible = latePattern(String.raw`(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]`);

/** A character by its number: `U+00A0`. */
export function hex(codePoint = 0): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
