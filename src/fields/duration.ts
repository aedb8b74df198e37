import { type Issues, wrong } from '../errors/issue.ts';
import type { TimeFault } from '../errors/words.ts';
import { InexactNumber } from '../text/json/reader.ts';
import { padToByteLength } from '../text/scan.ts';
import { quote } from '../text/strings.ts';
import { type Amount, amountOf, isBelowLeast, normalize, writeAmount } from './duration/amount.ts';
import { readDays, readHours } from './duration/days.ts';
import { readIso } from './duration/iso.ts';
import { type Field, field } from './field.ts';
import { CONVERTED } from './fit.ts';
import { durationSamples } from './samples/time.ts';
import { numberOf, type Values, type ValuesOption } from './values.ts';

/**
 * A duration of days and parts of days: in ISO 8601 (`P3DT4H`, `-PT0.5S`), as days and a time (`3 days, 04:00:00`, `100:30`), or
 * as a number of seconds. The value is text in ISO 8601, with years of 365 days.
 */
export function duration({ values = 'strict', label }: ValuesOption = {}): Field<string> {
  const text = { type: 'string', format: 'duration' };
  return field({
    label,
    parse(raw, fit) {
      fit?.lower(CONVERTED);
      if (typeof raw === 'string')
        return NORMAL.test(raw) ? raw : readText(padToByteLength(raw), raw, values);
      const number = typeof raw === 'boolean' && values === 'fastapi' ? Number(raw) : numberOf(raw);
      if (number === undefined) return wrong('time_delta_type', raw);
      const isExact = values === 'fastapi' || !(raw instanceof InexactNumber) || raw.isWhole;
      return write(isExact ? amountOf(number, values) : 'fraction_long', number < 0, raw);
    },
    write: quote,
    typeName: () => 'timedelta',
    describe: (side) => (side === 'input' ? { anyOf: [text, { type: 'number' }] } : text),
    samples: durationSamples,
  });
}

function readText(text: string, raw: string, values: Values): string | Issues {
  const sign = text.charAt(0);
  const negative = sign === '-';
  const unsigned = negative || sign === '+' ? text.slice(1) : text;
  return write(readUnsigned(unsigned, values), negative, raw);
}

function readUnsigned(text: string, values: Values): Amount | TimeFault {
  if (text === '') return 'too_short';
  if (text.startsWith('P')) return readIso(text.slice(1), values);
  return text.length < SHORTEST_HOURS || DAY_LETTER.test(text)
    ? readDays(text, values)
    : readHours(text, values);
}

function write(read: Amount | TimeFault, negative: boolean, raw: unknown): string | Issues {
  const amount = typeof read === 'string' ? read : normalize(read);
  if (typeof amount === 'string') return wrong('time_delta_parsing', raw, { fault: amount });
  if (negative && isBelowLeast(amount))
    return wrong('time_delta_parsing', raw, { fault: 'duration_days_large' });
  return writeAmount(amount, negative);
}

const SHORTEST_HOURS = 5;
const DAY_LETTER = /[dD]/;

const DATE = '(?:[1-9][0-9]{0,5}Y)?(?:(?:[1-9][0-9]?|[12][0-9]{2}|3[0-5][0-9])D)?';
const HOURS = '(?:(?:[1-9]|1[0-9]|2[0-3])H)?';
const MINUTES = '(?:(?:[1-9]|[1-5][0-9])M)?';
const SECONDS = '(?:(?:[1-9]|[1-5][0-9]|0(?=\\.))(?:\\.[0-9]{0,5}[1-9])?S)?';

/** Durations in normal form. A few more are in normal form too, but have to be read to find out. */
const NORMAL = new RegExp(`^-?P(?=[0-9T])${DATE}(?:T(?=[0-9])${HOURS}${MINUTES}${SECONDS})?$`);
