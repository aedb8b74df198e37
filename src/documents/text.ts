import { Issues } from '../errors/issue.ts';
import { duration } from '../fields/duration.ts';
import { email } from '../fields/email.ts';
import { type AnyField, derive } from '../fields/field.ts';
import { ip } from '../fields/ip.ts';
import { text } from '../fields/text.ts';
import { date, dateTime, time } from '../fields/time.ts';
import { uri, url } from '../fields/url.ts';
import { uuid } from '../fields/uuid.ts';
import type { Values } from '../fields/values.ts';
import { encodedBytesField } from './base64.ts';
import { never } from './checks.ts';
import { bytesField, networkFormats, rareField, retyped, versioned } from './formats.ts';
import { compilePattern, isOrdered, lengthIn, type Schema } from './schema.ts';

/** Makes the field of a string. */
export function textField(schema: Schema, values: Values): AnyField {
  const { pattern: source } = schema;
  const special = makeOf(schema)?.(schema, values);
  if (special) return special;
  const pattern = typeof source === 'string' ? compilePattern(source) : undefined;
  const minLength = lengthIn(schema, 'minLength');
  const maxLength = lengthIn(schema, 'maxLength');
  if (!isOrdered(minLength, maxLength)) return never('minLength');
  const options = {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(pattern && { pattern }),
  };
  return rareField(text(options), schema);
}

/** Chooses the field of a format. Bytes, in pydantic's schemas, have a media type instead. */
function makeOf({ format, contentMediaType, contentEncoding }: Schema): Make | undefined {
  if (typeof format === 'string') return textFormats.get(format);
  if (contentMediaType !== BYTES) return undefined;
  return contentEncoding === 'base64' ? encodedBytesField : bytesField;
}

const BYTES = 'application/octet-stream';

type Make = (schema: Schema, values: Values) => AnyField;

/** The formats with fields of their own. */
export const textFormats: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['email', (_, values) => email({ values })],
  ['idn-email', (_, values) => email({ values })],
  ['name-email', () => retyped(email({ values: 'fastapi' }), 'name_email_type')],
  ['uuid', (_, values) => uuid({ values })],
  ['uri', uriField],
  ['url', uriField],
  ['date', (_, values) => date({ values })],
  ['date-time', (_, values) => dateTime({ values })],
  ['time', (_, values) => time({ values })],
  ['duration', (_, values) => duration({ values })],
  ['ipv4', (_, values) => ip('v4', { values })],
  ['ipv6', (_, values) => ip('v6', { values })],
  ['ipvanyaddress', (_, values) => ip('any', { values })],
  ...networkFormats,
  ['multi-host-uri', (_, values) => hostsField(uri({ values }))],
  ['binary', bytesField],
  ...[1, 3, 4, 5, 6, 7, 8].map((version): [string, Make] => [
    `uuid${version}`,
    (_, values) => versioned(uuid({ values }), version),
  ]),
]);

/** Makes the field of a URL. In pydantic, only those limited to http and https have a maximum length. */
function uriField({ maxLength }: Schema, values: Values): AnyField {
  return values === 'fastapi' && maxLength !== undefined ? url({ values }) : uri({ values });
}

/** Accepts a URL with several hosts, as of a database; only the first host is validated. */
function hostsField(one: AnyField): AnyField {
  const alone = (raw: unknown) => (typeof raw === 'string' ? raw.replace(OTHER_HOSTS, '$1') : raw);
  const asSent = (value: unknown, raw: unknown) => (value instanceof Issues ? value : raw);
  return derive(one, { parse: (raw, fit) => asSent(one.parse(alone(raw), fit), raw) });
}

const OTHER_HOSTS = /^([^/]*:\/\/[^/?#,]*),[^/?#]*/;
