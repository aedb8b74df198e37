import type { TimeFault } from '../../errors/words.ts';
import type { Values } from '../values.ts';
import { type Amount, DAY, MOST } from './amount.ts';
import { fractionOf, isWholeMicros, MAX_SIGNIFICANT, readQuantity } from './quantity.ts';

/** The state of the reader. It is modified in place: a hostile text has tens of thousands of quantities. */
interface Progress {
  at: number;
  days: number;
  seconds: number;
  micros: number;
  isPastT: boolean;
  /** Only the last quantity may have a fraction. */
  hasFraction: boolean;
}

/** Reads an ISO 8601 duration after its `P`. Units may come in any order, and more than once. */
export function readIso(text: string, values: Values): Amount | TimeFault {
  const progress = { at: 0, days: 0, seconds: 0, micros: 0, isPastT: false, hasFraction: false };
  while (progress.at < text.length) {
    const isT = text.charCodeAt(progress.at) === LETTER_T;
    const fault = isT ? passT(progress) : passQuantity(text, progress, values);
    if (fault !== undefined) return fault;
  }
  const { at, days, seconds, micros } = progress;
  return at < SHORTEST_ISO ? 'too_short' : { days, seconds, micros };
}

function passT(progress: Progress): TimeFault | undefined {
  if (progress.isPastT) return 'duration_t_repeated';
  progress.isPastT = true;
  progress.at++;
  return undefined;
}

function passQuantity(text: string, progress: Progress, values: Values): TimeFault | undefined {
  const quantity = readQuantity(text, progress.at);
  if (typeof quantity === 'string') return quantity;
  if (progress.hasFraction) return 'duration_fraction';
  const unit = (progress.isPastT ? timeUnits : dateUnits).get(text.charAt(quantity.end));
  if (unit === undefined) return progress.isPastT ? 'duration_time_unit' : 'duration_date_unit';
  progress.at = quantity.end + 1;
  progress.hasFraction = quantity.fraction !== undefined;
  progress.days += quantity.whole * unit.days;
  progress.seconds += quantity.whole * unit.seconds;
  const { fraction } = quantity;
  const fault = fraction === undefined ? undefined : addFraction(progress, fraction, unit, values);
  return progress.days > MOST || progress.seconds > MOST ? 'duration_number_large' : fault;
}

/** The length of a unit, in days or in seconds. */
interface Unit {
  readonly days: number;
  readonly seconds: number;
}

/** Adds a fraction as pydantic calculates it. Strict fields refuse a fraction that would be rounded. */
function addFraction(
  progress: Progress,
  fraction: string,
  unit: Unit,
  values: Values,
): TimeFault | undefined {
  const part = fractionOf(values === 'strict' ? fraction.slice(0, MAX_SIGNIFICANT) : fraction);
  const days = part * unit.days;
  const seconds = (days % 1) * DAY + part * unit.seconds;
  progress.days += Math.floor(days);
  progress.seconds += Math.floor(seconds);
  progress.micros = Math.round((seconds % 1) * 1e6);
  const isExact = values === 'fastapi' || isWholeMicros(fraction, unit.days * DAY + unit.seconds);
  return isExact ? undefined : 'fraction_long';
}

/** The length of one quantity with its unit. */
const SHORTEST_ISO = 2;
const LETTER_T = 0x54;

const dateUnits: ReadonlyMap<string, Unit> = new Map([
  ['Y', { days: 365, seconds: 0 }],
  ['M', { days: 30, seconds: 0 }],
  ['W', { days: 7, seconds: 0 }],
  ['D', { days: 1, seconds: 0 }],
]);
const timeUnits: ReadonlyMap<string, Unit> = new Map([
  ['H', { days: 0, seconds: 3600 }],
  ['M', { days: 0, seconds: 60 }],
  ['S', { days: 0, seconds: 1 }],
]);
