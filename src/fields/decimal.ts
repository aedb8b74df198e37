import { Issues, wrong } from '../errors/issue.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { trimAsPython } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { type Bounds, describeBounds, within } from './bounds.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { decimalSamples } from './samples/number.ts';

export interface DecimalOptions extends Bounds {
  /** The most digits in all, and the most after the decimal point. */
  readonly maxDigits?: number;
  readonly maxPlaces?: number;
}

/** A decimal number with all its digits, as Python's `decimal` reads it. The value is text. */
export function decimal({ maxDigits, maxPlaces, ...bounds }: DecimalOptions = {}): Field<string> {
  const isBounded = Object.keys(bounds).length > 0;
  return field<string>({
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      const text = raw instanceof InexactNumber ? raw.text : raw;
      if (typeof text !== 'string' && typeof text !== 'number') return wrong('decimal_type', raw);
      const spelt = trimAsPython(String(text)).replaceAll('_', '');
      if (!DECIMAL_SPELLING.test(spelt))
        return wrong(WORD.test(spelt) ? 'finite_number' : 'decimal_parsing', raw);
      const inside = withinDigits(spelt, raw, { maxDigits, maxPlaces });
      if (inside instanceof Issues || !isBounded) return inside;
      const bounded = within(bounds, Number(spelt), raw);
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
const DECIMAL_SPELLING = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
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
