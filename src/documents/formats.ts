import type { Issues } from '../errors/issue.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { integer } from '../fields/number.ts';
import { text } from '../fields/text.ts';
import { encodeUtf8 } from '../text/bytes.ts';
import { Flaw } from '../text/json/flaw.ts';
import { MAX_DEPTH, readJson } from '../text/json/reader.ts';
import { decodesAsBase64 } from './base64.ts';
import { matching, refusing } from './checks.ts';
import { type DocumentIssueType, wrong } from './issues.ts';
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
const regex: Rare = (plain) => refusing(retyped(plain, 'pattern_type'), 'pattern_regex', isNoExpression);

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
  const minLength = lengthIn(schema, 'minLength');
  const maxLength = lengthIn(schema, 'maxLength');
  const plain = text();
  return derive(plain, {
    parse(raw, fit) {
      const value = plain.parse(raw, fit);
      if (typeof value !== 'string') return value;
      const { length } = [...value];
      const bounds = { container: 'Value', length };
      if (minLength !== undefined && length < minLength)
        return wrong('too_short', raw, { ...bounds, minLength });
      return maxLength !== undefined && length > maxLength
        ? wrong('too_long', raw, { ...bounds, maxLength })
        : value;
    },
  });
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
    describe: () => ({ type: 'string', format: `uuid${version}` }),
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
