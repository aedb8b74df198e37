import type { TimeFault } from '../../issues/time-faults.ts';
import type { Values } from '../values.ts';
import { type Amount, DAY, MOST } from './amount.ts';

/** The duration of a number of seconds, whatever its sign. */
export function amountOf(number: number, values: Values): Amount | TimeFault {
  if (Number.isNaN(number)) return 'not_a_number';
  const total = Math.abs(number);
  if (total > MOST * DAY) return 'duration_days_large';
  const whole = Math.floor(total);
  const micros = Math.round((total % 1) * 1e6);
  if (values === 'strict' && !isWritten(total, micros)) return 'fraction_long';
  return { days: Math.floor(whole / DAY), seconds: whole % DAY, micros };
}

/** Whether the number has no digits but those of these microseconds. */
function isWritten(number: number, micros: number): boolean {
  const [, fraction = ''] = String(number).split('.');
  return !String(number).includes('e-') && Number(fraction.padEnd(6, '0')) === micros;
}
