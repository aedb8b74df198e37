import type { TimeFault } from '../../issues/time-faults.ts';
import type { Values } from '../values.ts';
import { type Amount, DAY, MOST } from './amount.ts';
import { fractionOf, isWholeMicros, type Quantity, readQuantity } from './quantity.ts';

/** How far the reading of a text has come. */
interface Progress {
  readonly amount: Amount;
  readonly isPastT: boolean;
  /** Only the last quantity may have a fraction. */
  readonly hasFraction: boolean;
  readonly at: number;
}

/** Reads what follows the `P` of a duration in ISO 8601. Units may come in any order, and more than once. */
export function readIso(text: string, values: Values): Amount | TimeFault {
  let progress: Progress = { amount: nothing, isPastT: false, hasFraction: false, at: 0 };
  while (progress.at < text.length) {
    const next = text.charAt(progress.at) === 'T' ? passT(progress) : passQuantity(text, progress, values);
    if (typeof next === 'string') return next;
    progress = next;
  }
  return progress.at < SHORTEST ? 'too_short' : progress.amount;
}

function passT(progress: Progress): Progress | TimeFault {
  return progress.isPastT ? 'duration_t_repeated' : { ...progress, isPastT: true, at: progress.at + 1 };
}

function passQuantity(text: string, progress: Progress, values: Values): Progress | TimeFault {
  const { isPastT, hasFraction } = progress;
  const quantity = readQuantity(text, progress.at);
  if (typeof quantity === 'string') return quantity;
  if (hasFraction) return 'duration_fraction';
  const unit = (isPastT ? timeUnits : dateUnits).get(text.charAt(quantity.end));
  if (unit === undefined) return isPastT ? 'duration_time_unit' : 'duration_date_unit';
  const amount = add(progress.amount, quantity, unit, values);
  if (typeof amount === 'string') return amount;
  return { amount, isPastT, hasFraction: quantity.fraction !== undefined, at: quantity.end + 1 };
}

/** How many days or how many seconds a unit has. */
interface Unit {
  readonly days: number;
  readonly seconds: number;
}

/** Calculates with fractions as pydantic does. Strictly, nothing may be rounded. */
function add(amount: Amount, quantity: Quantity, unit: Unit, values: Values): Amount | TimeFault {
  const { whole, fraction = '' } = quantity;
  const part = fractionOf(fraction);
  const partDays = part * unit.days;
  const partSeconds = (partDays % 1) * DAY + part * unit.seconds;
  const days = amount.days + whole * unit.days + Math.floor(partDays);
  const seconds = amount.seconds + whole * unit.seconds + Math.floor(partSeconds);
  if (days > MOST || seconds > MOST) return 'duration_number_large';
  if (values === 'strict' && !isWholeMicros(fraction, unit.days * DAY + unit.seconds)) return 'fraction_long';
  return { days, seconds, micros: amount.micros + Math.round((partSeconds % 1) * 1e6) };
}

const nothing: Amount = { days: 0, seconds: 0, micros: 0 };
/** One quantity with its unit. */
const SHORTEST = 2;

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
