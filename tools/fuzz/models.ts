import { domainToASCII, domainToUnicode } from 'node:url';

/** Models of the fields: short and slow implementations of their rules, which return undefined for what they refuse. */

const SPACES = /^[\t-\r ]+|[\t-\r ]+$/g;
const trimmed = (text: string) => text.replace(SPACES, '');

export function boolean(text: string): boolean | undefined {
  if (/^(?:true|t|yes|y|on|1)$/i.test(text)) return true;
  return /^(?:false|f|no|n|off|0)$/i.test(text) ? false : undefined;
}

/** In exact arithmetic. */
export function integer(text: string): number | undefined {
  const [, sign, digits] = /^([+-]?)([0-9]+)(?:\.0+)?$/.exec(trimmed(text)) ?? [];
  if (digits === undefined) return undefined;
  const value = BigInt(digits) * (sign === '-' ? -1n : 1n);
  return value < 2n ** 53n && value > -(2n ** 53n) ? Number(value) : undefined;
}

export function float(text: string): number | undefined {
  const spelt = trimmed(text);
  if (!/^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(spelt)) return undefined;
  const value = Number.parseFloat(spelt);
  return Number.isFinite(value) ? value : undefined;
}

export function hex(text: string): string | undefined {
  return text !== '' && [...text].every((digit) => '0123456789abcdefABCDEF'.includes(digit))
    ? text
    : undefined;
}

/** As Python's `uuid.UUID` takes things away. */
export function uuid(text: string): string | undefined {
  const bare = text
    .replaceAll('urn:', '')
    .replaceAll('uuid:', '')
    .replace(/^[{}]+|[{}]+$/g, '')
    .replaceAll('-', '');
  const groups = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/i.exec(bare);
  return groups?.slice(1).join('-').toLowerCase();
}

const CLOCK = '(?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:[.,](?<fraction>[0-9]+))?)?';
const OFFSET = '(?:(?<utc>[zZ])|(?<sign>[+\u2212-])(?<away>[0-9]{2}):?(?<more>[0-9]{2}))?';
const DATE = '(?<date>[0-9]{4}-[0-9]{2}-[0-9]{2})';
const TIME = new RegExp(`^${CLOCK}${OFFSET}$`);
const MOMENT = new RegExp(`^${DATE}(?:[Tt_ ]${CLOCK}${OFFSET})?$`);

export function time(text: string): string | undefined {
  return clockOf(TIME.exec(text)?.groups);
}

export function dateTime(text: string): string | undefined {
  const groups = MOMENT.exec(text)?.groups;
  if (groups?.date === undefined || !isDate(groups.date)) return undefined;
  const clock = groups.hour === undefined ? '00:00:00' : clockOf(groups);
  return clock && `${groups.date}T${clock}`;
}

/** A date, or a time at midnight of any offset. */
export function date(text: string): string | undefined {
  const moment = dateTime(text);
  return moment && /T00:00:00(?!\.)/.test(moment) ? moment.slice(0, 10) : undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function clockOf(groups: Groups | undefined): string | undefined {
  if (!groups) return undefined;
  const { hour = '', minute = '', second = '00', fraction = '' } = groups;
  if (hour > '23' || minute > '59' || second > '59' || /^.{6}.*[^0]/.test(fraction)) return undefined;
  const micros = fraction.padEnd(6, '0').slice(0, 6);
  const offset = offsetOf(groups);
  return offset === undefined
    ? undefined
    : `${hour}:${minute}:${second}${micros === '000000' ? '' : `.${micros}`}${offset}`;
}

function offsetOf({ utc, sign, away = '', more = '' }: Groups): string | undefined {
  if (utc !== undefined) return 'Z';
  if (sign === undefined) return '';
  if (away > '23' || more > '59') return undefined;
  return away + more === '0000' ? 'Z' : `${sign === '+' ? '+' : '-'}${away}:${more}`;
}

/** Tells whether a date exists. */
function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !text.startsWith('0000') && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const secondsOf = { Y: 365n * 86_400n, W: 7n * 86_400n, D: 86_400n, H: 3600n, S: 1n };
const MONTH = 30n * 86_400n;
const MINUTE = 60n;
const MOST = 2n ** 32n - 1n;
/** More digits of a fraction than any duration needs. */
const PRECISION = 400;

/** In exact arithmetic, in parts of a second. */
export function duration(text: string): string | undefined {
  const [, sign = '', rest = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  const seconds = rest.startsWith('P') ? isoSeconds(rest) : daysSeconds(rest);
  if (seconds === undefined) return undefined;
  const [micros, left] = [(seconds * 1_000_000n) / SCALE, (seconds * 1_000_000n) % SCALE];
  if (left > 0n || micros / 86_400_000_000n > 999_999_999n) return undefined;
  if (sign === '-' && micros > 999_999_999n * 86_400_000_000n) return undefined;
  return writeDuration(micros, sign === '-');
}

const SCALE = 10n ** BigInt(PRECISION);

function isoSeconds(text: string): bigint | undefined {
  const [, date = '', time = ''] =
    /^P((?:[0-9]+(?:[.,][0-9]*)?[YMWD])*)(T(?:[0-9]+(?:[.,][0-9]*)?[HMS])*)?$/.exec(text) ?? [];
  if ((date + time).length < 2) return undefined;
  const parts = [...date.matchAll(QUANTITY), ...time.matchAll(QUANTITY)];
  if (parts.slice(0, -1).some(([, , fraction]) => fraction !== undefined)) return undefined;
  let [days, seconds, total] = [0n, 0n, 0n];
  for (const [at, [, whole = '', fraction = '', unit = '']] of parts.entries()) {
    const isTime = at >= [...date.matchAll(QUANTITY)].length;
    const length = unit === 'M' ? (isTime ? MINUTE : MONTH) : secondsOf[unit as keyof typeof secondsOf];
    if (BigInt(whole) > MOST || significant(fraction).length > PRECISION) return undefined;
    if (isTime) seconds += BigInt(whole) * length;
    else days += BigInt(whole) * (length / 86_400n);
    if (days > MOST || seconds > MOST) return undefined;
    total += BigInt(whole + significant(fraction).padEnd(PRECISION, '0')) * length;
  }
  return total;
}

function significant(fraction: string): string {
  let end = fraction.length;
  while (fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}

const QUANTITY = /([0-9]+)(?:[.,]([0-9]*))?([YMWDHS])/g;
const DAYS = /^([0-9]+) ?[dD](?:ays?|AYS?|(?![aA]))(?:, ?| )?(.*)$/s;

function daysSeconds(text: string): bigint | undefined {
  if (!/[dD]/.test(text)) return hoursSeconds(text, 2_400_000_000n);
  const [, days = '', rest = ''] = DAYS.exec(text) ?? [];
  if (days === '' || BigInt(days) > MOST) return undefined;
  if (rest === '') return text.endsWith(rest) ? BigInt(days) * 86_400n * SCALE : undefined;
  const hours = hoursSeconds(rest, 23n);
  return hours === undefined ? undefined : hours + BigInt(days) * 86_400n * SCALE;
}

function hoursSeconds(text: string, most: bigint): bigint | undefined {
  const [, hours, minutes = '', seconds = '', fraction = ''] =
    /^([0-9]{0,10}):([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?$/.exec(text) ?? [];
  if (
    hours === undefined ||
    text.length < 5 ||
    BigInt(hours || '0') > most ||
    minutes > '59' ||
    seconds > '59'
  )
    return undefined;
  if (fraction.length > PRECISION)
    return /[^0]/.test(fraction.slice(6)) ? undefined : hoursSeconds(text.slice(0, 40), most);
  const whole = BigInt(hours || '0') * 3600n + BigInt(minutes) * 60n + BigInt(seconds || '0');
  return BigInt(`${whole}${fraction.padEnd(PRECISION, '0')}`);
}

function writeDuration(micros: bigint, isNegative: boolean): string {
  if (micros === 0n) return 'PT0S';
  const units: (readonly [bigint, string])[] = [
    [365n * 86_400_000_000n, 'Y'],
    [86_400_000_000n, 'D'],
    [3_600_000_000n, 'H'],
    [60_000_000n, 'M'],
  ];
  let left = micros;
  let [date, time] = ['', ''];
  for (const [length, unit] of units) {
    const part = left / length === 0n ? '' : `${left / length}${unit}`;
    left %= length;
    if (unit === 'Y' || unit === 'D') date += part;
    else time += part;
  }
  const fraction = String(left % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  if (left > 0n) time += `${left / 1_000_000n}${fraction && `.${fraction}`}S`;
  return `${isNegative ? '-' : ''}P${date}${time && `T${time}`}`;
}

/** The WHATWG parser, what a name may be, and Punycode that is what its text would be written as. */
export function url(raw: string): string | undefined {
  const text = trimmed(raw);
  if (!/^https?:\/\//i.test(text) || /[\s\\\p{White_Space}\p{Cc}\p{Cs}]/u.test(text)) return undefined;
  const hostname = hostOf(text);
  const labels = writtenLabels(text);
  if (hostname === undefined || !labels.every(isWritten)) return undefined;
  if (/^[\d.]+$/.test(hostname) && labels.some((label) => visible(label).length > 63)) return undefined;
  const name = hostname.replace(/\.$/, '');
  const isName =
    name.length <= 253 && name.split('.').every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label));
  return isName || hostname.startsWith('[') ? text : undefined;
}

/** `URL.canParse` of Node 20 refuses some letters in the end. */
function hostOf(text: string): string | undefined {
  try {
    return new URL(text).hostname;
  } catch {
    return undefined;
  }
}

function visible(label: string): string {
  return label.replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

function writtenLabels(text: string): readonly string[] {
  const authority = /^[^:]*:\/+([^/?#]*)/.exec(text)?.[1] ?? '';
  const host = authority.replace(/^.*@/s, '').replace(/:.*$/s, '');
  return host.toLowerCase().split('.');
}

function isWritten(label: string): boolean {
  if (!label.startsWith('xn--')) return true;
  const unicode = domainToUnicode(label);
  return /^[a-z0-9-]+$/.test(label) && unicode !== label && domainToASCII(unicode) === label;
}
