/** The words that sentences are made of: small parts that several kinds of value share. */

/** What an issue knows in numbers: bounds, an excess, the code point of a character. */
export type Context = Readonly<Record<string, number>>;

/** How one type of issue is told. */
export interface Row {
  /** The type that a reply carries where it is not the row's own name. */
  readonly publicType?: string;
  /** Why, in lower case, to follow a label: `Age: must be between 0 and 120`. */
  readonly reason: (numbers: Context) => string;
}

/** The same words whatever the numbers are. */
export function message(reason: string): Row {
  return { reason: () => reason };
}

/** A refusal that replies show as a `value_error`. */
export function valueError(reason: Row['reason']): Row & { readonly publicType: 'value_error' } {
  return { publicType: 'value_error', reason };
}

/** What a number has to be within bounds of which one may be open. */
export function between(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return `between ${min} and ${max}`;
}

/** So many of a unit. */
export function count(number: number | undefined, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** A character as a reader can make it out: in quotes where it is visible, by its number where it is not. */
export function show(codePoint = 0): string {
  if (codePoint === 0x20) return 'a space';
  const character = String.fromCodePoint(codePoint);
  if (!VISIBLE.test(character)) return hex(codePoint);
  return character === '"' ? `'"'` : `"${character}"`;
}

const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;

/** A character by its number: `U+00A0`. */
export function hex(codePoint = 0): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
