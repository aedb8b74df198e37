/** Dates and times as [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339) has them. */

const DATE = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const TIME = /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:Z|([+-])([0-9]{2}):([0-9]{2}))$/i;

const monthDays: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const FEBRUARY = 2;
const MINUTES_OF_HOUR = 60;
const MINUTES_OF_DAY = 1440;
const LEAP_SECOND = 60;

export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  return day > 0 && day <= daysOf(year, month);
}

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === FEBRUARY && isLeap ? 29 : (monthDays[month - 1] ?? 0);
}

/** Accepts a time with an offset. A leap second is the last of a day in UTC. */
export function isTime(text: string): boolean {
  const match = TIME.exec(text);
  if (!match) return false;
  const [hour = 0, minute = 0, second = 0] = match.slice(1, 4).map(Number);
  const [offsetHour = 0, offsetMinute = 0] = match.slice(5).map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < LEAP_SECOND) return true;
  const offset = (match[4] === '-' ? -1 : 1) * (offsetHour * MINUTES_OF_HOUR + offsetMinute);
  const ofDay = hour * MINUTES_OF_HOUR + minute - offset;
  return second === LEAP_SECOND && (ofDay + MINUTES_OF_DAY) % MINUTES_OF_DAY === MINUTES_OF_DAY - 1;
}

export function isDateTime(text: string): boolean {
  const separator = text.charAt(10);
  return (separator === 'T' || separator === 't') && isDate(text.slice(0, 10)) && isTime(text.slice(11));
}

const DAYS = '[0-9]+D';
const MONTHS = `[0-9]+M(?:${DAYS})?`;
const SECONDS = '[0-9]+S';
const MINUTES = `[0-9]+M(?:${SECONDS})?`;
const CLOCK = `T(?:[0-9]+H(?:${MINUTES})?|${MINUTES}|${SECONDS})`;
const DURATION = new RegExp(
  `^P(?:[0-9]+W|(?:[0-9]+Y(?:${MONTHS})?|${MONTHS}|${DAYS})(?:${CLOCK})?|${CLOCK})$`,
);

/** Accepts a duration of whole units, such as `P1DT12H`, in which none is left out in the middle. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}
