import { isV4, isV6 } from '../../fields/ip.ts';
import { isLimited, maySpend } from '../../fields/work.ts';
import { InexactNumber } from '../../text/json/reader.ts';
import { remembering } from '../../text/memo.ts';
import { compare, isWhole, type JsonNumber } from './decimal.ts';
import { isEmail, isHostname, isIdnEmail, isIdnHostname } from './host-names.ts';
import { isDate, isDateTime, isDuration, isTime } from './times.ts';
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from './uris.ts';

/** The formats of strings that are checked, by name. Other values have no format. */
const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map<
  string,
  (text: string) => boolean
>([
  ['date', isDate],
  ['time', isTime],
  ['date-time', isDateTime],
  ['duration', isDuration],
  ['email', isEmail],
  ['idn-email', isIdnEmail],
  ['hostname', isHostname],
  ['idn-hostname', isIdnHostname],
  ['ipv4', isV4],
  ['ipv6', (text: string) => !text.includes('%') && isV6(text)],
  ['uri', isUri],
  ['url', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['uuid', matching(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)],
  ['json-pointer', isPointer],
  ['relative-json-pointer', isRelativePointer],
  ['regex', isExpression],
  ['byte', (text: string) => text.length % GROUP === 0 && BASE64.test(text)],
  ['base64url', isBase64Url],
  ['char', matching(/^.$/su)],
]);

type Range = readonly [least: JsonNumber, most: JsonNumber];

/** The ranges of the formats of integers. */
const integerFormats: ReadonlyMap<string, Range> = new Map<string, Range>([
  ...[8, 16, 32].flatMap((bits): [string, Range][] => [
    [`int${bits}`, [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1]],
    [`uint${bits}`, [0, 2 ** bits - 1]],
  ]),
  ['int64', [new InexactNumber('-9223372036854775808'), new InexactNumber('9223372036854775807')]],
  ['uint64', [0, new InexactNumber('18446744073709551615')]],
  ['double-int', [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]],
]);

/** Formats that allow every value of their type. */
const freeFormats: ReadonlySet<string> = new Set(['float', 'double', 'password', 'binary']);

/** Tells whether values are checked against a format. */
export function isKnownFormat(format: string): boolean {
  return textFormats.has(format) || integerFormats.has(format) || freeFormats.has(format);
}

/** Returns the test of a format for strings; undefined if it allows all of them. */
export function textFormat(format: string): ((text: string) => boolean) | undefined {
  return textFormats.get(format);
}

/** Returns the test of a format for numbers; undefined if it allows all of them. */
export function numberFormat(format: string): ((value: JsonNumber) => boolean) | undefined {
  const range = integerFormats.get(format);
  if (!range) return undefined;
  const [least, most] = range;
  return (value) => isWhole(value) && compare(value, least) >= 0 && compare(value, most) <= 0;
}

function matching(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}

/* In a long text, an expression that repeats a group would need too much memory. */

function isPointer(text: string): boolean {
  return (text === '' || text.startsWith('/')) && !WRONG_ESCAPE.test(text);
}

const WRONG_ESCAPE = /~(?![01])/;

function isRelativePointer(text: string): boolean {
  const [up] = LEVELS.exec(text) ?? [];
  const rest = text.slice(up?.length);
  return up !== undefined && (rest === '#' || isPointer(rest));
}

const LEVELS = /^(?:0|[1-9][0-9]*)/;

/** The characters of Base64 that stand for three bytes. */
const GROUP = 4;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const BASE64_URL = /^[\w-]*(={0,2})$/;

/** Accepts Base64 for URLs, which needs no padding. */
function isBase64Url(text: string): boolean {
  const [, padding] = BASE64_URL.exec(text) ?? [];
  return padding === '' ? text.length % GROUP !== 1 : padding !== undefined && text.length % GROUP === 0;
}

/** Accepts what JavaScript compiles with the flag `u`. Nothing is matched with it, and to compile a long one takes too many steps. */
function isExpression(text: string): boolean {
  if (text.length > MAX_EXPRESSION) return isLimited() && maySpend(Number.POSITIVE_INFINITY);
  try {
    new RegExp(text.replaceAll(ESCAPES, asPlain), 'u');
    return true;
  } catch {
    return false;
  }
}

/** The longest expression that is compiled: one of a megabyte takes a tenth of a second, and as much memory as a hundred texts. */
export const MAX_EXPRESSION = 100_000;

/** A property of Unicode, which is the first group, or any other escape. */
const ESCAPES = /(\\p\{[^}]*\})|\\./gisu;

/** Puts a class that means nothing else where a property is: V8 lists the characters of each anew, which takes a long time for many. */
function asPlain(escaped: string, property: string | undefined): string {
  return property === undefined ? escaped : classFor(property);
}

const classFor = remembering((property) => {
  new RegExp(property, 'u');
  return '\\d';
}, 1000);
