import { Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { ip } from '../fields/ip.ts';
import { integer } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { Flaw } from '../text/json/flaw.ts';
import { MAX_DEPTH, readJson } from '../text/json/reader.ts';
import { codePoints } from '../text/strings.ts';
import { type DocumentIssueType, matching, refusing, wrong } from './checks.ts';
import { MAX_EXPRESSION } from './schema/formats.ts';
import { lengthIn, type Schema } from './schema.ts';

/** Adds the check of a rare format to a text. */
export function rareField(plain: AnyField, schema: Schema): AnyField {
  const { format, contentEncoding, writeOnly } = schema;
  if (format === 'password' && writeOnly === true) return secretField(schema);
  const name = format ?? contentEncoding;
  const rare = typeof name === 'string' ? rareFormats.get(name) : undefined;
  return rare ? rare(plain) : plain;
}

type Rare = (plain: AnyField) => AnyField;

const base64: Rare = (plain) => refusing(plain, 'base64_decode', (value) => !decodesAsBase64(String(value)));
const path: Rare = (plain) => retyped(plain, 'path_type');
const regex: Rare = (plain) =>
  refusing(
    refusing(retyped(plain, 'pattern_type'), 'too_complex', (value) => String(value).length > MAX_EXPRESSION),
    'pattern_regex',
    isNoExpression,
  );

/** The rare formats, by name. */
export const rareFormats: ReadonlyMap<string, Rare> = new Map<string, Rare>([
  ['byte', base64],
  ['base64', base64],
  [
    'base64url',
    (plain) => refusing(plain, 'base64_decode', (value) => !decodesAsBase64(String(value), true)),
  ],
  ['path', path],
  ['file-path', path],
  ['directory-path', path],
  ['regex', regex],
  ['hostname', (plain) => matching(plain, 'format', isHostname)],
]);

/** A text with a special error type in pydantic for values that are not strings. */
export function retyped(plain: AnyField, type: DocumentIssueType): AnyField {
  return derive(plain, {
    parse: (raw, fit) => (typeof raw === 'string' ? plain.parse(raw, fit) : wrong(type, raw)),
  });
}

function isNoExpression(value: unknown): boolean {
  try {
    new RegExp(String(value));
    return false;
  } catch {
    return true;
  }
}

const LABEL = /^(?!-)[a-zA-Z0-9-]{1,63}(?<!-)$/;
const MAX_HOSTNAME = 253;

function isHostname(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > MAX_HOSTNAME) return false;
  return value.split('.').every((label) => LABEL.test(label));
}

/** A secret text, whose length errors in pydantic are those of a list. */
function secretField(schema: Schema): AnyField {
  return measured(text(), schema);
}

/** Adds bounds on the length of a value, whatever its type: on the characters of a text, the items of a list, the properties of an object. */
export function measured(inner: AnyField, schema: Schema): AnyField {
  const minLength = lengthIn(schema, 'minLength');
  const maxLength = lengthIn(schema, 'maxLength');
  if ((minLength ?? maxLength) === undefined) return inner;
  return derive(inner, {
    takesAnyText: false,
    parse(raw, fit) {
      const value = inner.parse(raw, fit);
      const length = value instanceof Issues ? undefined : lengthOf(value);
      if (length === undefined) return value;
      const found = { container: 'Value', length };
      if (minLength !== undefined && length < minLength)
        return wrong('too_short', raw, { ...found, minLength });
      return maxLength !== undefined && length > maxLength
        ? wrong('too_long', raw, { ...found, maxLength })
        : value;
    },
  });
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return codePoints(value);
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

/** Bytes sent as a string; bounds count bytes in UTF-8. */
export function bytesField(schema: Schema): AnyField {
  const minLength = lengthIn(schema, 'minLength');
  const maxLength = lengthIn(schema, 'maxLength');
  return derive(text(), {
    parse: (raw) => {
      if (typeof raw !== 'string') return wrong('bytes_type', raw);
      const { length } = encodeUtf8(raw);
      if (minLength !== undefined && length < minLength) return wrong('bytes_too_short', raw, { minLength });
      return maxLength !== undefined && length > maxLength
        ? wrong('bytes_too_long', raw, { maxLength })
        : raw;
    },
    typeName: () => ((minLength ?? maxLength) === undefined ? 'bytes' : 'constrained-bytes'),
  });
}

/** A UUID of one version. */
export function versioned(uuid: AnyField, version: number): AnyField {
  const written = new RegExp(`^.{14}${version}.{4}[89ab]`);
  const check = (value: unknown, raw: unknown): unknown =>
    typeof value !== 'string' || written.test(value) ? value : wrong('uuid_version', raw, { version });
  const sample = `6f1d3c52-9a57-${version}b0e-8d4c-2f7e0a9b1c3d`;
  return derive(uuid, {
    parse: (raw, fit) => check(uuid.parse(raw, fit), raw),
    samples: () => ({
      accepted: [sample, sample.replaceAll('-', '')],
      refused: [sample.slice(0, -1), sample.replace(`-${version}`, version === 1 ? '-2' : '-1')],
    }),
  });
}

/** JSON in a string: pydantic's `Json`. */
export function jsonField(inner: AnyField): AnyField {
  return derive(text(), {
    parse: (raw) => (typeof raw === 'string' ? readText(raw, inner) : wrong('json_type', raw)),
    typeName: () => `json[${inner.typeName()}]`,
    samples(_, open) {
      const { accepted, refused } = inner.samples(undefined, open);
      return { accepted: jsonTexts(accepted), refused: jsonTexts(refused) };
    },
  });
}

function readText(raw: string, inner: AnyField): unknown | Issues {
  const value = readJson(raw, MAX_DEPTH);
  return value instanceof Flaw ? wrong('json_text', raw) : inner.parse(value);
}

/** Writes values as JSON. */
export function* jsonTexts(values: Iterable<unknown>): Iterable<string> {
  for (const value of values) yield JSON.stringify(value);
}

/** The pattern in pydantic's schema of a byte size, which is text with a unit or an integer. */
export const SIZE = '^\\s*(\\d*\\.?\\d+)\\s*(\\w+)?';
const SIZE_PARTS = /^\s*(\d*\.?\d+)\s*(\w+)?/;
const UNIT = /^(?:[kmgtpe]?(?:b|bit|ib|ibit)?)$/i;

/** Makes the field of pydantic's `ByteSize`; undefined if these two schemas describe something else. */
export function sizeField({ pattern }: Schema, { type }: Schema): AnyField | undefined {
  if (pattern !== SIZE || type !== 'integer') return undefined;
  const whole = integer({ min: 0, values: 'fastapi' });
  return derive(whole, {
    parse(raw, fit) {
      const [, , unit = ''] = (typeof raw === 'string' && SIZE_PARTS.exec(raw)) || [];
      if (typeof raw === 'string' && SIZE_PARTS.test(raw))
        return UNIT.test(unit) ? raw : wrong('byte_size_unit', raw, { unit });
      const value = whole.parse(raw, fit);
      return typeof value === 'number' || typeof value === 'bigint' ? value : wrong('byte_size', raw);
    },
    typeName: () => 'function-after[_validate(), union[constrained-str,constrained-int]]',
  });
}

/** Tells whether Python decodes a text as Base64: it skips other characters, and requires the padding. */
function decodesAsBase64(text: string, isForUrls = false): boolean {
  const isDigit = isForUrls ? digitsOfUrls : digitsOfBase64;
  let digits = 0;
  let padding = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === EQUALS) {
      if (digits % GROUP >= 2 && (digits % GROUP) + ++padding >= GROUP) return true;
    } else if (isDigit[code]) {
      digits++;
      padding = 0;
    }
  }
  return digits % GROUP === 0;
}

const GROUP = 4;
const EQUALS = 0x3d;
const digitsOfBase64 = matchedBy(/[A-Za-z0-9+/]/);
const digitsOfUrls = matchedBy(/[\w+/-]/);

/** Tells of each character of ASCII whether it matches. */
function matchedBy(pattern: RegExp): readonly boolean[] {
  return Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
}

/** Networks of IPv4 and IPv6, as Python's `ipaddress` reads them. */
type Version = 'v4' | 'v6';

interface Kind {
  readonly type: DocumentIssueType;
  readonly versions: readonly Version[];
  /** The address of an interface may be any in its network; that of a network must be the first. */
  readonly isInterface: boolean;
  readonly name: string;
}

/** Makes the field of a network, such as `192.0.2.0/24`, or of an address in one. */
function networkField({ type, versions, isInterface, name }: Kind): AnyField {
  const whole = versions.map((version) => ip(version, { values: 'fastapi' }));
  const isNetwork = (raw: string) => versions.some((version) => reads(raw, version, isInterface));
  const isNumber = (raw: unknown) => whole.some((each) => !(each.parse(raw) instanceof Issues));
  return derive(text(), {
    parse: (raw) => ((typeof raw === 'string' ? isNetwork(raw) : isNumber(raw)) ? raw : wrong(type, raw)),
    typeName: () => name,
    samples: () => ({
      accepted: ['192.0.2.0/24', '2001:db8::/32'],
      refused: ['192.0.2.0/33', '2001:db8::/129', '192.0.2.1/24'],
    }),
    takesAnyText: false,
  });
}

function kindOf(version: Version | 'any', what: 'network' | 'interface'): Kind {
  const named = `${version === 'v4' ? 'IPv4' : 'IPv6'}${what === 'network' ? 'Network' : 'Interface'}`;
  const isAny = version === 'any';
  return {
    type: `ip_${version}_${what}`,
    versions: isAny ? ['v4', 'v6'] : [version],
    isInterface: what === 'interface',
    name: isAny
      ? 'function-plain[_validate()]'
      : `lax-or-strict[lax=function-plain[ip_${version}_${what}_validator()],strict=json-or-python[json=function-after[${named}(), str],python=is-instance[${named}]]]`,
  };
}

/** The fields of networks, by format. */
export const networkFormats: ReadonlyMap<string, () => AnyField> = new Map(
  (['v4', 'v6', 'any'] as const).flatMap((version) =>
    (['network', 'interface'] as const).map((what): [string, () => AnyField] => [
      `ip${version === 'any' ? 'vany' : version}${what}`,
      () => networkField(kindOf(version, what)),
    ]),
  ),
);

const bits: Readonly<Record<Version, number>> = { v4: 32, v6: 128 };
const addresses = { v4: ip('v4'), v6: ip('v6') } as const;
const PREFIX = /^[0-9]{1,5}$/;

function reads(raw: string, version: Version, isInterface: boolean): boolean {
  const [address = '', mask, ...others] = raw.split('/', 3);
  if (others.length > 0 || addresses[version].parse(address) instanceof Issues) return false;
  const length = mask === undefined ? bits[version] : prefixOf(mask, version);
  if (length === undefined || length > bits[version]) return false;
  const free = BigInt(bits[version] - length);
  return isInterface || (numberOf(address, version) & ((1n << free) - 1n)) === 0n;
}

/** The length of a prefix. IPv4 also allows a netmask or a host mask. */
function prefixOf(mask: string, version: Version): number | undefined {
  if (PREFIX.test(mask)) return Number(mask);
  if (version === 'v6' || addresses.v4.parse(mask) instanceof Issues) return undefined;
  const number = numberOf(mask, 'v4').toString(2).padStart(bits.v4, '0');
  if (/^1*0*$/.test(number)) return number.indexOf('0') === -1 ? bits.v4 : number.indexOf('0');
  return /^0*1*$/.test(number) ? number.indexOf('1') : undefined;
}

/** Converts an address to a number. */
function numberOf(address: string, version: Version): bigint {
  if (version === 'v4')
    return address.split('.').reduce((number, octet) => (number << 8n) + BigInt(octet), 0n);
  const [before = [], after] = withoutZone(address).split('::', 2).map(groupsOf);
  const groups = [...before, ...zeros(8 - before.length - (after?.length ?? 0)), ...(after ?? [])];
  return groups.reduce((number, group) => (number << 16n) + group, 0n);
}

function withoutZone(address: string): string {
  const percent = address.indexOf('%');
  return percent === -1 ? address : address.slice(0, percent);
}

/** The groups of an IPv6 address. The last two may be written as an IPv4 address. */
function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return BigInt(`0x${group}`);
    const number = numberOf(group, 'v4');
    return [number >> 16n, number & 0xffffn];
  });
}

function zeros(count: number): bigint[] {
  return new Array<bigint>(Math.max(count, 0)).fill(0n);
}
